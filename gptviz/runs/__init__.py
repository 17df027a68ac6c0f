"""Runs: training goes on in other processes, in slices of a third of a second, while pages read what came back.

`registry.get_manager()` gives the one `RunManager` of this process. This file imports nothing: a worker reads it before
it has put its environment in order (`worker.py`).
"""
