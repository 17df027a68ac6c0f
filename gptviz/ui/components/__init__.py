"""Streamlit components (version 2): plain JavaScript and CSS in the repository, no build step, nothing from outside."""
