"""Bring a run in from a file that another gptviz has exported."""

from __future__ import annotations

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.export.container import MOST_BYTES
from gptviz.export.importing import can_go_on, import_run
from gptviz.export.reading import RunFile, read_run_file
from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.messages import show_error
from gptviz.ui.owner import my_owner
from gptviz.ui.run_in_url import link_to, select_run
from gptviz.ui.words import run_name

_COUNT, _IMPORTED = "import_count", "import_imported"


def draw_import() -> None:
    """Draw the place for a file; a good one is taken in and shown, a bad one is refused with its reason."""
    state = st.session_state
    imported = state.pop(_IMPORTED, None)
    with st.expander(t("import-title"), icon=":material/upload:", expanded=imported is not None):
        st.markdown(t("import-lead"))
        most_mb = min(MOST_BYTES // 2**20, get_manager().limits_of(my_owner()).upload_mb)
        # A new key after each import: the file is taken in once, and its bytes are let go.
        key = f"import-{state.setdefault(_COUNT, 0)}"
        upload = st.file_uploader(
            t("import-file", most=most_mb), type=["safetensors"], max_upload_size=most_mb, key=key
        )
        if upload is not None:
            _take_in(upload.getvalue())
        if imported is not None:
            _tell(*imported)


def _take_in(data: bytes) -> None:
    manager, owner = get_manager(), my_owner()
    try:
        file = read_run_file(data)
        with manager.lock:
            if file.corpus is not None:
                manager.check(owner, file.model, file.train, file.corpus)
            else:
                manager.limits_of(owner).check_sizes(file.model, file.train)
            run_id = import_run(manager.store, owner, file)
    except LearnerError as error:
        show_error(error)
        return
    select_run(run_id)
    st.session_state[_COUNT] += 1
    st.session_state[_IMPORTED] = (manager.store.run(run_id), _what_is_possible(file, manager.store.run(run_id)))
    st.rerun()


def _what_is_possible(file: RunFile, run: Run) -> str:
    if run.status == "paused":
        return "import-goes-on"
    if file.result is not None:
        return "import-complete"
    return "import-stopped" if can_go_on(file) else "import-looks-only"


def _tell(run: Run, possible: str) -> None:
    st.success(t("import-done", name=run_name(run), possible=t(possible)), icon=":material/check_circle:")
    link = {**link_to("train"), "run": run.id}
    st.page_link("pages/train.py", label=t("import-open"), icon=":material/show_chart:", query_params=link)
