"""Every message is there in both languages, with the same variables, and every message the code asks for exists."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from gptviz import i18n
from gptviz.config import ConfigError
from gptviz.i18n import explain, language_of_locale, t, use_language

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "gptviz" / "i18n"


class _Variables(Visitor):
    def __init__(self):
        self.names = set()

    def visit_VariableReference(self, node):
        self.names.add(node.id.name)


def messages(code):
    found = {}
    for path in sorted((FOLDER / code).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{path}: {entry.content}"
            if isinstance(entry, ast.Message):
                for name, pattern in [("", entry.value), *((f".{a.id.name}", a.value) for a in entry.attributes)]:
                    key = entry.id.name + name
                    assert key not in found, f"{key} is defined twice in {code}"
                    visitor = _Variables()
                    visitor.visit(pattern)
                    found[key] = visitor.names
    return found


def sources():
    paths = [ROOT / "app.py", *ROOT.glob("pages/*.py"), *ROOT.glob("gptviz/**/*.py")]
    return [path for path in paths if path.exists()]


def test_both_languages_have_the_same_messages_with_the_same_variables():
    assert messages("en") == messages("zh")


def test_every_message_that_the_code_names_exists():
    known = messages("en")
    pattern = re.compile(r"""\bt\(\s*["']([a-z0-9.-]+)["']""")
    missing = {name for path in sources() for name in pattern.findall(path.read_text()) if name not in known}
    assert not missing


def test_every_error_code_has_a_message():
    known = messages("en")
    pattern = re.compile(r"""(?:\w+Error|_refuse)\(\s*["']([a-z0-9-]+)["'],""")
    codes = {code for path in sources() for code in pattern.findall(path.read_text())}
    assert "heads-divide" in codes
    assert not {code for code in codes if f"error-{code}" not in known}


def test_every_message_is_one_that_the_code_can_ask_for():
    """Ids that are put together, as f"page-{key}", stand for all that begin like them."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources())
    texts = "\n".join(path.read_text(encoding="utf-8") for path in (FOLDER / "en").glob("*.ftl"))
    quoted = set(re.findall(r"""["']([a-z0-9-]+)(?:\.[a-z]+)?["']""", code)) | set(re.findall(r"{ ([a-z-]+) }", texts))
    starts = tuple(re.findall(r"""f["']([a-z]+-[a-z-]*){""", code))
    names = {name.partition(".")[0] for name in messages("en")}
    asked = {name for name in names if name in quoted or name.removeprefix("error-") in quoted}
    made = {name for name in names if name.startswith(starts) and not name.startswith("error-")}
    assert not names - asked - made


def test_a_message_speaks_the_language_in_use():
    use_language("zh")
    chinese = explain(ConfigError("heads-divide", "", heads=3, embedding_size=64, valid="1, 2, 4"))
    use_language("en")
    english = explain(ConfigError("heads-divide", "", heads=3, embedding_size=64, valid="1, 2, 4"))
    assert chinese != english
    assert "3" in chinese
    assert "1, 2, 4" in english


def test_a_missing_message_or_variable_is_a_fault_and_not_an_empty_text():
    use_language("en")
    with pytest.raises(KeyError, match="no-such-message"):
        t("no-such-message")
    with pytest.raises(ValueError, match="error-heads-divide"):
        t("error-heads-divide")
    with pytest.raises(KeyError, match="valid: en, zh"):
        use_language("fr")


@pytest.mark.parametrize(
    ("locale", "code"),
    [("zh-CN", "zh"), ("zh_TW.UTF-8", "zh"), ("en-US", "en"), ("fr", "en"), (None, "en"), ("", "en")],
)
def test_the_locale_decides_first(locale, code):
    assert language_of_locale(locale) == code
    assert code in i18n.LANGUAGES
