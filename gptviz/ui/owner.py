"""Whose run is it? A random secret in the browser's storage tells; only its hash is kept with a run."""

from __future__ import annotations

import hashlib

import streamlit as st

from gptviz.ui.components.owner_key import owner_key

_SECRET = "owner_secret"  # session key


def recognise_browser() -> None:
    """Ask the browser for its secret, once a session; what follows in a page is not drawn before it has answered.

    Nobody can press a button in the name of somebody who is not known yet: the run would be lost with the session. Nor
    a link: the browser's answer, which it gives for the page that asks, would call its reader back.
    """
    if is_known():
        st.empty()  # where the question stood: the parts below stay where they are
        return
    secret = owner_key(key="owner-key")
    if secret is None:
        st.stop()  # its answer runs the page again
    st.session_state[_SECRET] = secret


def is_known() -> bool:
    """Return whether the browser has told its secret in this session."""
    return _SECRET in st.session_state


def my_owner() -> str:
    """Return the owner of what this browser starts."""
    return owner_hash(st.session_state[_SECRET])


def owns(owner: str) -> bool:
    """Return whether something with this owner was started by this browser."""
    return owner == my_owner()


def owner_hash(secret: str) -> str:
    """Return what is kept with a run: it recognises the secret and does not reveal it."""
    return hashlib.sha256(f"gptviz owner {secret}".encode()).hexdigest()
