"""Freed arrays are kept for the next ones, so that their memory is not fetched from the system again."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import resource
import numpy as np
from gptviz.scratch.memory import keep_freed_memory

def pages_fetched_in_a_step():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    arrays = [np.ones(2**18, np.float32) for _ in range(8)]  # 1 MB, that is 256 pages, each
    del arrays
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

def typical():
    return sorted(pages_fetched_in_a_step() for _ in range(9))[4]

print(typical())
keep_freed_memory()
print(typical())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have their own ways")
def test_memory_of_freed_arrays_is_used_again():
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    before, after = (int(line) for line in run.stdout.split())
    assert before > 1000  # otherwise there was nothing to cure, and keep_freed_memory can go
    assert after < 50
