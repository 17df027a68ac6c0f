"""Pictures: arrays and texts in, `plotly.graph_objects.Figure` (or an ECharts option) out. One file a kind of picture.

Labels of tokens come from `gptviz.labels.token_labels`; figures escape them. Words come as arguments, in the reader's
language, and are trusted.
"""
