"""A random secret kept by the browser: by it a run knows its owner again after a reload."""

from __future__ import annotations

import re
from importlib.resources import files

import streamlit as st

_OWNER_KEY = st.components.v2.component(
    "gptviz_owner_key", js=files(__package__).joinpath("owner_key.js").read_text("utf-8")
)
_SECRET = re.compile(r"[0-9a-f]{32}")


def owner_key(key: str) -> str | None:
    """Return the browser's secret: 128 random bits as 32 hexadecimal digits, the same after a reload and in every tab.

    Where the browser's storage is blocked, the secret lives as long as the page. Nothing of it is visible.

    Args:
        key: Of the component; one a page.

    Returns:
        The secret, or None until the browser has answered (its answer runs the page again, once), or if it is none.
    """
    answer = _OWNER_KEY(key=key, on_secret_change=lambda: None)
    secret = answer.secret
    return secret if isinstance(secret, str) and _SECRET.fullmatch(secret) else None
