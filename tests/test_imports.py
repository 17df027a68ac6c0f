"""Imports go one way (docs: design, layout): read from the source of every module, and tried in a fresh process."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Who may import a library: anyone else breaks the rule.
LIBRARIES = {
    "streamlit": ["app", "pages", "gptviz.ui"],
    "plotly": ["gptviz.figures"],
    "torch": ["gptviz.engines.torch_engine", "gptviz.notebook"],
}
ON_TOP = ["gptviz.ui", "gptviz.cli"]
TRAINERS = ["gptviz.engines", "gptviz.training", "gptviz.runs", "gptviz.experiment", "gptviz.export"]
PICTURES = ["gptviz.analysis", "gptviz.figures"]
# What a module, or the modules of a package, may not import.
FORBIDDEN = {
    "gptviz": ["app", "pages", "benchmarks", "tests"],
    "gptviz.scratch": ["gptviz"],
    **{
        f"gptviz.{name}": [*TRAINERS, *PICTURES, *ON_TOP, "gptviz.scratch", "gptviz.notebook"]
        for name in ("config", "parameters", "trace", "errors", "corpus", "chapters", "dropout", "labels", "i18n")
    },
    "gptviz.analysis": [*TRAINERS, *ON_TOP],
    "gptviz.figures": [*TRAINERS, *ON_TOP],
    "gptviz.engines": ["gptviz.training", "gptviz.runs", "gptviz.experiment", "gptviz.export", *PICTURES, *ON_TOP],
    "gptviz.training": ["gptviz.runs", "gptviz.experiment", "gptviz.export", "gptviz.figures", *ON_TOP],
    "gptviz.runs": ["gptviz.experiment", "gptviz.classroom", "gptviz.export", "gptviz.figures", *ON_TOP],
    "gptviz.experiment": ["gptviz.classroom", "gptviz.export", "gptviz.figures", *ON_TOP],
    "gptviz.classroom": ["gptviz.experiment", "gptviz.export", *PICTURES, *ON_TOP],
    "gptviz.export": ["gptviz.experiment", "gptviz.classroom", "gptviz.notebook", *ON_TOP],
    "gptviz.notebook": [*TRAINERS, *ON_TOP],
    "gptviz.showcase": ["gptviz.experiment", "gptviz.classroom", "gptviz.notebook", "gptviz.figures", *ON_TOP],
    "gptviz.ui": ["gptviz.cli"],
    "gptviz.cli": ["gptviz.ui"],
}


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def module_paths():
    return sorted([*ROOT.glob("app.py"), *ROOT.glob("pages/**/*.py"), *ROOT.glob("gptviz/**/*.py")])


def imports(source, module, *, is_package=False):
    """Return every module that a source imports, in functions too; `from a import b` counts as a and as a.b."""
    package = module if is_package else module.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def inside(module, packages):
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def faults(module, imported):
    """Return the imports of a module that go the wrong way."""
    wrong = {
        name
        for name in imported
        for library, allowed in LIBRARIES.items()
        if inside(name, [library]) and not inside(module, allowed)
    }
    for package, forbidden in FORBIDDEN.items():
        if inside(module, [package]):  # which may import itself
            wrong |= {name for name in imported if inside(name, forbidden) and not inside(name, [package])}
    return sorted(wrong)


@pytest.mark.parametrize("path", module_paths(), ids=module_name)
def test_imports_go_one_way(path):
    module = module_name(path)
    found = imports(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py")
    assert faults(module, found) == []


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("gptviz.runs.manager", "import streamlit as st", "streamlit"),
        ("gptviz.ui.charts", "from plotly import graph_objects", "plotly"),
        ("gptviz.training.advance", "def f():\n    import torch.nn", "torch.nn"),
        ("gptviz.engines", "import torch", "torch"),
        ("gptviz.scratch.layers", "from gptviz.config import ModelConfig", "gptviz.config"),
        ("gptviz.scratch.layers", "from .. import trace", "gptviz.trace"),
        ("gptviz.trace", "from gptviz.engines.engine import Engine", "gptviz.engines.engine"),
        ("gptviz.corpus.upload", "from gptviz import engines", "gptviz.engines"),
        ("gptviz.analysis.metrics", "from gptviz.runs.store import Store", "gptviz.runs.store"),
        ("gptviz.figures.maps", "from gptviz.ui import frame", "gptviz.ui"),
        ("gptviz.engines.engine", "from ..training import state", "gptviz.training"),
        ("gptviz.training.state", "import gptviz.runs", "gptviz.runs"),
        ("gptviz.runs.worker", "from gptviz.ui.state import run", "gptviz.ui.state"),
        ("gptviz.runs.store", "from gptviz.export import reading", "gptviz.export"),
        ("gptviz.export.report", "from gptviz.ui import words", "gptviz.ui"),
        ("gptviz.ui.frame", "import pages.train", "pages.train"),
    ],
)
def test_a_wrong_import_is_found(module, source, fault):
    assert fault in faults(module, imports(source, module))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("app", "import streamlit, gptviz.ui.frame"),
        ("gptviz.scratch.layers", "from gptviz.scratch.tensor import Tensor\nfrom . import tensor"),
        ("gptviz.engines.numpy_engine", "from gptviz.scratch import layers\nfrom gptviz.engines.engine import Moments"),
        ("gptviz.engines.torch_engine", "import torch"),
        ("gptviz.ui.train", "from gptviz.runs.manager import RunManager\nfrom gptviz.figures import theme"),
    ],
)
def test_a_right_import_is_not(module, source):
    assert faults(module, imports(source, module)) == []


def test_the_web_process_does_not_import_torch():
    """Imports all of gptviz but the engine in torch and the notebook lesson, where torch is meant to be."""
    modules = [module_name(path) for path in module_paths() if path.is_relative_to(ROOT / "gptviz")]
    modules = [m for m in modules if not inside(m, LIBRARIES["torch"]) and not m.endswith("__main__")]
    assert "gptviz.trace" in modules
    code = f"import importlib, sys\nfor m in {modules!r}: importlib.import_module(m)\nprint('torch' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "False"


def test_parts_of_pages_are_made_by_one_module():
    """Streamlit's fragment as it is loses its neighbours their place, where a page is just being drawn (ui/part.py)."""
    users = [module_name(path) for path in module_paths() if "st.fragment" in path.read_text("utf-8")]
    assert users == ["gptviz.ui.part"]
