"""The app: its server, with the route that live pictures ask, and its home page."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from gptviz.ui.live_route import live_route

# `streamlit run` imports this file for its server, then runs it as the script of each visitor.
if get_script_run_ctx(suppress_warning=True) is None:
    app = st.App(__file__, routes=[live_route()])
else:
    from gptviz.ui.frame import open_page
    from gptviz.ui.home import draw_lessons, draw_recent_runs, draw_start

    open_page("home")
    draw_start()
    draw_lessons()
    draw_recent_runs()
