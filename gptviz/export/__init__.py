"""Runs leave and come back: one file a run, a report that opens offline, tables. Knows no Streamlit."""
