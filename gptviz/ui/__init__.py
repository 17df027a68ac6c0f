"""The Streamlit side: page frame, sessions, live panels. It reads runs and draws figures; it computes nothing."""

import numpy  # noqa: F401  (loads the library whose threads are limited below)
from threadpoolctl import threadpool_limits

# Pictures need many small matrix products, and threads wait for each other longer than they compute: beside two
# training workers, measuring all heads took 38 s on two threads and 1.4 s on one.
threadpool_limits(1, user_api="blas")
