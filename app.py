"""Home page: what this is, where to start, and the runs of this browser."""

from gptviz.ui.frame import open_page
from gptviz.ui.home import draw_lessons, draw_recent_runs, draw_start

open_page("home")
draw_start()
draw_lessons()
draw_recent_runs()
