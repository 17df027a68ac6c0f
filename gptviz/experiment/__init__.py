"""The head-count experiment: a grid of settings, each trained with several seeds, and what may be concluded from it.

`registry.get_experiments()` gives the one `ExperimentManager` of this process.
"""
