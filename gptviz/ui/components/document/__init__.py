"""What concerns the whole document: language, headings, which page it is, a phone's sidebar, its rescue."""

from __future__ import annotations

from gptviz.ui.components.served import component, source

_DOCUMENT = component("gptviz_document", js=source(__package__, "sidebar.js", "rescue.js", "document.js"))


def describe_document(page: str, language: str, navigation: str, upload: str) -> None:
    """Tell the browser about the document; nothing of it is visible.

    Args:
        page: Which page this is; a phone's sidebar closes when it changes.
        language: Of its texts, as HTML names it: "en", "zh-CN".
        navigation: What the sidebar is called.
        upload: Label of the button that chooses a file, which Streamlit labels in English only.
    """
    told = {"page": page, "language": language, "navigation": navigation, "upload": upload}
    _DOCUMENT(key="document", data=told)
