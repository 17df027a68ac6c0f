from gptviz.ui.frame import open_page

open_page("attention")
