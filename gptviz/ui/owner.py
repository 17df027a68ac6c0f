"""Whose run is it? A random secret in the browser's storage tells; only its hash is kept with a run."""

from __future__ import annotations

import hashlib
import secrets

import streamlit as st

from gptviz.ui.components.owner_key import owner_key

_SECRETS = "owner_secrets"
_ANSWERED = "owner_answered"


def recognise_browser() -> None:
    """Ask the browser for its secret (once a session); until it has answered a secret of this session stands in."""
    known: list[str] = st.session_state.setdefault(_SECRETS, [secrets.token_hex(16)])
    if is_known():
        st.empty()  # where the question stood: the parts below stay where they are
        return
    reported = owner_key(key="owner-key")
    if reported:
        st.session_state[_ANSWERED] = True
        if reported not in known:
            known.insert(0, reported)


def is_known() -> bool:
    """Return whether the browser has told its lasting secret in this session."""
    return bool(st.session_state.get(_ANSWERED))


def is_somebody_elses(owner: str) -> bool:
    """Return whether a run is certainly not this browser's: before the browser has answered, nobody can say."""
    return is_known() and not owns(owner)


def my_owner() -> str:
    """Return the owner under which this browser starts runs."""
    return owner_hash(st.session_state[_SECRETS][0])


def my_owners() -> list[str]:
    """Return all owners that this browser was in this session: the lasting one, and the one before it had answered."""
    return [owner_hash(secret) for secret in st.session_state.get(_SECRETS, [])]


def owns(owner: str) -> bool:
    """Return whether a run with this owner was started by this browser."""
    return owner in my_owners()


def owner_hash(secret: str) -> str:
    """Return what is kept with a run: it recognises the secret and does not reveal it."""
    return hashlib.sha256(f"gptviz owner {secret}".encode()).hexdigest()
