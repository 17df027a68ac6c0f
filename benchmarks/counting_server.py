"""`python -m benchmarks.counting_server run app.py ...`: Streamlit's server, which counts what it holds when signalled.

On SIGUSR1 it collects its garbage and writes what is left, as JSON, into the folder of the app's data.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import tracemalloc
from pathlib import Path
from types import FrameType

from streamlit.runtime.app_session import AppSession
from streamlit.web.cli import main

COUNTED = "counted.json"


def count(signal_number: int, frame: FrameType | None) -> None:
    """Write what the process holds after a full collection."""
    garbage = gc.collect()
    sessions = sum(isinstance(one, AppSession) for one in gc.get_objects())
    held = {"python_mb": tracemalloc.get_traced_memory()[0] / 2**20, "garbage": garbage, "sessions": sessions}
    home = Path(os.environ["GPTVIZ_HOME"])
    unfinished = home / "counting"
    unfinished.write_text(json.dumps(held))
    unfinished.rename(home / COUNTED)


if __name__ == "__main__":
    tracemalloc.start()
    signal.signal(signal.SIGUSR1, count)
    main()
