"""Pictures: arrays and texts in, `plotly.graph_objects.Figure` (or an ECharts option) out. One file a kind of picture.

Labels of tokens come from `gptviz.labels.token_labels`; figures escape them. Words come as arguments, in the reader's
language, and are trusted.
"""

import importlib

# Plotly looks at the pandas it finds in sys.modules; one that another visitor's thread is just importing is half empty,
# and figures then fail. Imported here, it is whole before the first figure.
importlib.import_module("pandas")
