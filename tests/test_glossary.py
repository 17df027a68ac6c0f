"""One thing has one name: the table of docs/glossary.md holds in the texts of the app, and so does their style."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import serialize_expression
from fluent.syntax.visitor import Visitor

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "gptviz" / "i18n"
HAN = "[\u4e00-\u9fff]"
FULL = "[，。；：？！、（）“”…]"

# Texts in which a rule does not hold, and why.
SPELLED_OTHERWISE = {
    "classroom-nickname",  # colour and animal are one word
}

CHINESE_STYLE = {
    "half-width punctuation beside a Chinese character": rf"{HAN}[,;:!?()]|[()]{HAN}|{HAN}\.(?![a-z])",
    "no space between Chinese and Latin": rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}",
    "no space between Chinese and a value": rf"{HAN}\{{|\}}{HAN}",
    "a space beside full-width punctuation": rf"{FULL} +(?![|*])|(?<![|*]) +{FULL}",
    "straight quotation marks": r'"',
    "a single ellipsis": r"(?<!…)…(?!…)",
    "a space before a percent sign": r"[\d}] %",
}
ENGLISH_STYLE = {
    "an exclamation mark": r"!(?!=)",
    "straight quotation marks": r'"',
    "a space before an ellipsis": r"[a-z] …(?!$)",
    "a space before a percent sign": r"[\d}] %",
    "a full-width mark": r"[，。；：？！、（）]",
    "two spaces": r"\S  \S",
}


class _Texts(Visitor):
    """All texts of a message with values as {…}, one string for each variant of a selection."""

    def __init__(self):
        self.texts = []

    def visit_Pattern(self, node):
        parts = []
        for element in node.elements:
            if isinstance(element, ast.TextElement):
                parts.append(element.value)
            elif isinstance(element.expression, ast.SelectExpression):
                parts.append("\x00")  # what stands beside a selection is one of its variants
                self.visit(element.expression)
            elif isinstance(element.expression, ast.StringLiteral):
                parts.append(element.expression.value)
            else:
                parts.append("{" + serialize_expression(element.expression) + "}")
        self.texts.append("".join(parts))


def texts(code):
    for path in sorted((FOLDER / code).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            if isinstance(entry, ast.Message) and entry.id.name not in SPELLED_OTHERWISE | {"list-comma"}:
                visitor = _Texts()
                visitor.visit(entry)
                yield from ((entry.id.name, text) for text in visitor.texts)


def without_code(text):
    """A text without its code and names of files, whose marks are not those of a language."""
    return re.sub(
        r"`[^`]*`|\S+\.(?:md|txt|py|zh-CN)\b|\{[^}]*\}", lambda found: "{}" if found[0][0] == "{" else "x", text
    )


def forbidden():
    """The last column of the glossary: what each thing is not called."""
    rows = [line.strip("|").split("|") for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()]
    cells = [row[3] for row in rows if len(row) == 4][2:]
    return [word.strip() for cell in cells for word in cell.split(",") if word.strip()]


@pytest.mark.parametrize(("code", "rules"), [("zh", CHINESE_STYLE), ("en", ENGLISH_STYLE)])
def test_texts_keep_the_style_of_their_language(code, rules):
    found = [
        f"{name}: {rule}: {hit[0]!r} in {text!r}"
        for name, text in texts(code)
        for rule, pattern in rules.items()
        if (hit := re.search(pattern, without_code(text)))
    ]
    assert not found, "\n".join(found)


def test_the_rules_of_style_find_faults():
    faults = ["头,头", "共3 个", "共{}个", "头 ，头", '"头"', "头…", "95 %"]
    for fault, (rule, pattern) in zip(faults, CHINESE_STYLE.items(), strict=True):
        assert re.search(pattern, fault), rule


def test_each_thing_has_one_name_in_chinese():
    words = forbidden()
    assert {"您", "个训练", "语料"} <= set(words)
    found = [f"{name}: {word} in {text!r}" for name, text in texts("zh") for word in words if word in text]
    assert not found, "\n".join(found)


def test_chinese_documents_use_the_same_names():
    documents = [*ROOT.glob("docs/*.zh-CN.md"), ROOT / "README.zh-CN.md"]
    assert len(documents) > 3
    lines = [(path.name, line) for path in documents for line in path.read_text("utf-8").splitlines()]
    # A document may say in brackets what a thing is also called, where it is defined.
    words = [word for word in forbidden() if word not in ("（nat）", "顺序")]
    found = [f"{name}: {word} in {line!r}" for name, line in lines for word in words if word in line]
    assert not found, "\n".join(found)


def test_no_english_stays_in_chinese_texts():
    # The book's constants, names and code are Latin in both languages; three lower-case words in a row are English.
    prose = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b")
    found = [f"{name}: {text}" for name, text in texts("zh") if prose.search(without_code(text))]
    assert not found, "\n".join(found)


def test_a_count_that_may_be_one_has_both_numbers():
    counted = re.compile(r"\{ (?:NUMBER\()?\$\w+\)? \} (?:characters|runs|seeds|seconds|windows|settings|positions)\b")
    # Where the count is the larger one of two, or never 1.
    large = {
        "error-experiment-too-large",
        "error-bpe-too-long",
        "error-limit-text",
        "generate-cropped",
        "generate-score-cropped",
        "probe-cropped",
    }
    large |= {
        "generate-full",
        "generate-topk-above",
        "generate-write",
        "report-loss",
        "report-finished",
        "train-finished",
    }
    large |= {
        "experiment-loss-lower",
        "experiment-loss-higher",
        "experiment-loss-none-shown",
        "experiment-settle-seeds",
    }
    large |= {
        "library-show-all",
        "order-too-long",
        "settings-corpus-described",
        "error-name-too-long",
        "generate-window",
    }
    large |= {"error-note-too-long", "question-train-train", "question-train-same", "question-train-test"}
    messages = re.findall(r"^([a-z][\w-]*) =(.*(?:\n(?![a-z#]).*)*)", _all_english(), re.M)
    assert len(messages) > 500
    found = [name for name, text in messages if counted.search(text) and "[one]" not in text and name not in large]
    assert not found, "\n".join(found)


def _all_english():
    return "\n".join(path.read_text("utf-8") for path in sorted((FOLDER / "en").glob("*.ftl")))
