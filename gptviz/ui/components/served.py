"""Components whose code the browser fetches once, as a file, instead of with each of their messages.

Streamlit sends a component's inline code again with every update: for the live maps that is three quarters of all bytes
of a train page. Code in files is fetched once, but only installed packages can declare files (`pyproject.toml`), and
this app also runs from its folder; so the declaration is made here.
"""

from __future__ import annotations

import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime

_FILE = "code.js"
_folder = tempfile.TemporaryDirectory(prefix="gptviz-components-")


def source(package: str, *names: str) -> str:
    """Return the text of a component's files in this order: one module or style sheet for the browser.

    Args:
        package: Of the component.
        *names: Of files there, or else of those that several components use, in `shared`.
    """
    own, shared = files(package), files(__package__).joinpath("shared")
    texts = [own.joinpath(name) if own.joinpath(name).is_file() else shared.joinpath(name) for name in names]
    return "\n".join(text.read_text("utf-8") for text in texts)


def component(name: str, *, js: str, css: str | None = None) -> Any:
    """Return `st.components.v2.component(name, js=js, css=css)` whose JavaScript is fetched once.

    Args:
        name: Of the component, an identifier, one in the app.
        js: The source of an ES module without imports.
        css: Its styles; they stay with the messages, so that nothing is ever seen without them.
    """
    # Pages without a server, in tests: Streamlit's test runner puts a new stand-in in its place for each page.
    if not Runtime.exists() or type(Runtime.instance()) is not Runtime:
        return st.components.v2.component(name, js=js, css=css)
    folder = Path(_folder.name) / name
    folder.mkdir(exist_ok=True)
    (folder / _FILE).write_text(js, "utf-8")
    declared = ComponentManifest("gptviz", "1", [ComponentConfig(name, asset_dir=name)])
    get_bidi_component_manager().register_from_manifest(declared, Path(_folder.name))
    return st.components.v2.component(f"gptviz.{name}", js=_FILE, css=css)
