# The head-count experiment: heads page, command line, and training on a cluster.
error-cluster-lost = The Dask scheduler at { $address } cannot be reached. Nothing is lost: start it and its workers again, then resume.
