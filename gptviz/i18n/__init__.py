"""Every visible string, in English and Chinese: one Project Fluent file a topic under `en/` and `zh/`.

`t("train-start")` gives a message in the language in use, `t("settings-heads.help")` an attribute of one. The language
is a context variable: each thread (each page run of a visitor) has its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from gptviz.errors import LearnerError

LANGUAGES = {"en": "English", "zh": "简体中文"}
_LOCALES = {"en": "en-GB", "zh": "zh-CN"}
_FOLDER = Path(__file__).parent

_language: ContextVar[str] = ContextVar("language", default="en")


def use_language(code: str) -> None:
    """Use a language from now on, in this thread.

    Raises:
        KeyError: There are no texts in that language.
    """
    if code not in LANGUAGES:
        raise KeyError(f"no texts in language {code!r}; valid: {', '.join(LANGUAGES)}")
    _language.set(code)


def language() -> str:
    """Return the code of the language in use, "en" or "zh"."""
    return _language.get()


def language_of_locale(locale: str | None) -> str:
    """Return the language for a browser's or system's locale ("zh-CN", "zh_TW.UTF-8", "en-US", None)."""
    return "zh" if (locale or "").lower().startswith("zh") else "en"


def t(message_id: str, **values: Any) -> str:
    """Return a message in the language in use.

    Args:
        message_id: "id" or "id.attribute".
        **values: Variables of the message; numbers are formatted as the language does.

    Raises:
        KeyError: There is no such message; ValueError: a variable is missing. Both are faults of the program.
    """
    return _told(language(), message_id, **values)


# The same few hundred messages are told in every run of every page, and to put one together costs more than to keep it.
# Typed: 1, 1.0 and True are equal, and told differently.
@lru_cache(maxsize=8192, typed=True)
def _told(code: str, message_id: str, **values: Any) -> str:
    bundle = _bundle(code)
    name, _, attribute = message_id.partition(".")
    if not bundle.has_message(name):
        raise KeyError(f"no message {message_id!r} in {code!r}")
    message = bundle.get_message(name)
    pattern = message.attributes[attribute] if attribute else message.value
    if pattern is None:
        raise KeyError(f"message {message_id!r} in {code!r} has attributes only")
    text, errors = bundle.format_pattern(pattern, values)
    if errors:
        raise ValueError(f"message {message_id!r} in {code!r}: {errors}")
    return str(text)


def listed(items: Iterable[object]) -> str:
    """Return things as a list within a sentence, with the comma of the language in use."""
    return t("list-comma").join(str(item) for item in items)


def explain(error: LearnerError) -> str:
    """Return what a learner reads about an error: its rule, the value given and what would be valid."""
    return t(f"error-{error.code}", **error.values)


@cache
def _bundle(code: str) -> FluentBundle:
    # Isolation marks around every value would show up in labels, links and tests as stray characters.
    bundle = FluentBundle([_LOCALES[code]], use_isolating=False)
    for path in sorted((_FOLDER / code).glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle
