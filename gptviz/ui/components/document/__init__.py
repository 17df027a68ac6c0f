"""What a screen reader needs to know of the whole document: its language, the page it is on, the levels of headings."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

_DOCUMENT = st.components.v2.component(
    "gptviz_document", js=files(__package__).joinpath("document.js").read_text("utf-8")
)


def describe_document(language: str, navigation: str, upload: str) -> None:
    """Tell the browser about the document; nothing of it is visible.

    Args:
        language: Of its texts, as HTML names it: "en", "zh-CN".
        navigation: What the sidebar is called.
        upload: Label of the button that chooses a file, which Streamlit labels in English only.
    """
    _DOCUMENT(key="document", data={"language": language, "navigation": navigation, "upload": upload})
