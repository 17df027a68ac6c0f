"""The documents name what exists: functions, tests, files, commands; and both languages have the same chapters."""

import importlib
import importlib.util
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from gptviz.analysis.attention_steps import STEPS
from gptviz.chapters import CHAPTERS
from gptviz.ui.ladder_panel import LENGTHS
from gptviz.ui.mistakes_cases import BY_KEY
from gptviz.ui.notebook_panel import PARTS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)\)")
DOTTED = re.compile(r"`((?:gptviz|benchmarks)(?:\.\w+)+)(?:\(\))?`")
TEST = re.compile(r"\b(test_\w+)\b(?!\.py)")
FILE = re.compile(r"\b(?:tests|benchmarks|gptviz|pages|docs)/[\w/.<>*-]+\.(?:py|md|ftl|svg|js|css)\b")
MAKE = re.compile(r"^ *make ([a-z]\w*)", re.MULTILINE)  # in a block of code
MAKE_IN_TEXT = re.compile(r"`make ([a-z]\w*)")
# A page of the app with the query of a link: `/ladder?chapter=causal`.
PAGE = re.compile(r"`/(\w+)(\?[^`\s]*)?`")
CHOICES = {
    "chapter": {rung.key for rung in CHAPTERS},
    "start": {rung.key for rung in CHAPTERS},
    "mistake": set(BY_KEY),
    "part": set(PARTS),
    "epochs": {str(epochs) for epochs in LENGTHS},
    "walk": set(STEPS),
    "lang": {"en", "zh"},
}


def documents():
    """Every Markdown file of ours: not those of environments, whose folders are hidden or hold a pyvenv.cfg."""
    folders = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")]
    ours = [path for path in folders if not (path / "pyvenv.cfg").exists()]
    return sorted([*ROOT.glob("*.md"), *(file for folder in ours for file in folder.rglob("*.md"))])


def named(path):
    return str(path.relative_to(ROOT))


def exists(dotted):
    """Whether a dotted name is a module, or something in one (a class's field or method too)."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            if importlib.util.find_spec(name) is None:
                continue
        except ModuleNotFoundError:
            continue
        found = importlib.import_module(name)
        for attribute in parts[length:]:
            fields = getattr(found, "__dataclass_fields__", {})
            if not hasattr(found, attribute) and attribute not in fields:
                return False
            found = getattr(found, attribute, None)
        return True
    return False


def names_of_all_tests():
    files = (ROOT / "tests").rglob("test_*.py")
    return {name for path in files for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))}


def anchors(text):
    """GitHub's anchor of every heading: lower case, no punctuation, blanks to hyphens."""
    kept = [re.sub(r"[^\w\- ]", "", heading.lower()) for _, heading in headings(text)]
    return {heading.strip().replace(" ", "-") for heading in kept}


def headings(text):
    return re.findall(r"^(#+) +(.+?) *$", FENCE.sub("", text), re.MULTILINE)


def test_a_name_that_is_not_there_is_found():
    assert exists("gptviz.trace.trace")
    assert exists("gptviz.runs.run.Run.remaining_s")
    assert exists("gptviz.config.ModelConfig.attention")
    assert not exists("gptviz.trace.attention_wights")
    assert not exists("gptviz.tracing")


@pytest.mark.parametrize("path", documents(), ids=named)
def test_every_function_named_exists(path):
    names = set(DOTTED.findall(path.read_text(encoding="utf-8")))
    assert [name for name in sorted(names) if not exists(name)] == []


@pytest.mark.parametrize("path", documents(), ids=named)
def test_every_test_named_exists(path):
    text = path.read_text(encoding="utf-8")
    there = names_of_all_tests()
    assert [name for name in sorted(set(TEST.findall(text))) if name not in there] == []


@pytest.mark.parametrize("path", documents(), ids=named)
def test_every_relative_link_leads_somewhere(path):
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    broken = []
    for link in LINK.findall(text):
        target = urlsplit(link)
        if target.scheme or target.netloc:
            continue
        file = path.parent / target.path if target.path else path
        there = file.exists()
        if there and target.fragment and file.suffix == ".md":
            there = target.fragment in anchors(file.read_text(encoding="utf-8"))
        if not there:
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("path", documents(), ids=named)
def test_every_command_named_exists(path):
    text = path.read_text(encoding="utf-8")
    asked = [*MAKE_IN_TEXT.findall(text), *(target for code in FENCE.findall(text) for target in MAKE.findall(code))]
    assert set(asked) <= make_targets()
    assert set(re.findall(r"-m gptviz ([a-z]\w*)", text)) <= commands()
    benchmarks = {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    assert set(re.findall(r"-m benchmarks\.(\w+)", text)) <= benchmarks


@pytest.mark.parametrize("path", documents(), ids=named)
def test_every_file_named_exists(path):
    # With a pattern or a made-up name in it, `gptviz/i18n/en/<topic>.ftl`, it is no file.
    text = LINK.sub("", path.read_text(encoding="utf-8"))
    files = {match for match in FILE.findall(text) if "<" not in match and "*" not in match}
    assert [file for file in sorted(files) if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("path", documents(), ids=named)
def test_links_into_the_app_lead_to_a_page_with_such_a_parameter(path):
    for page, query in PAGE.findall(path.read_text(encoding="utf-8")):
        assert (ROOT / "pages" / f"{page}.py").exists(), page
        for name, values in parse_qs(query.lstrip("?")).items():
            assert name in parameters_of_links(), f"/{page}{query}"
            if name in CHOICES:
                assert set(values) <= CHOICES[name], f"/{page}{query}"


@pytest.mark.parametrize("name", ["teachers-guide", "learners-guide", "how-numbers-are-computed", "using-a-model"])
def test_guides_are_there_in_both_languages(name):
    assert (DOCS / f"{name}.md").exists()
    assert (DOCS / f"{name}.zh-CN.md").exists()


@pytest.mark.parametrize("path", [path for path in documents() if path.name.endswith(".zh-CN.md")], ids=named)
def test_both_languages_have_the_same_chapters_and_tests(path):
    texts = [one.read_text(encoding="utf-8") for one in (path, path.with_name(path.name.replace(".zh-CN.md", ".md")))]
    levels = [[len(sign) for sign, _ in headings(text)] for text in texts]
    assert levels[0] == levels[1]
    for pattern in (DOTTED, TEST, PAGE):
        chinese, english = (set(pattern.findall(text)) for text in texts)
        assert chinese == english


def make_targets():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^(\w[\w-]*):", makefile, re.MULTILINE))


def commands():
    files = (ROOT / "gptviz" / "cli").glob("*.py")
    return {path.stem for path in files if "def add_command" in path.read_text(encoding="utf-8")}


def parameters_of_links():
    """Every word in quotes on the side that knows URLs: a parameter is one of them."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "gptviz" / "ui").glob("*.py")]
    return {word for source in sources for word in re.findall(r'"(\w+)"', source)}
