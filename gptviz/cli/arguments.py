"""Words of the command line: the parser that speaks the learner's language, and the options that change a setting."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from gptviz.i18n import LANGUAGES, language_of_locale, t

# Each option sets the field of the same name in ModelConfig or TrainConfig, which checks its value.
MODEL_OPTIONS: dict[str, Callable[[str], Any]] = {
    "heads": int,
    "embedding_size": int,
    "context_size": int,
    "blocks": int,
    "dropout": float,
}
TRAIN_OPTIONS: dict[str, Callable[[str], Any]] = {
    "engine": str,
    "epochs": float,
    "batch_size": int,
    "learning_rate": float,
    "min_learning_rate": float,
    "weight_decay": float,
    "seed": int,
}


class Parser(argparse.ArgumentParser):
    """An argparse parser whose texts come from i18n, as far as they are ours."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, add_help=False, allow_abbrev=False, formatter_class=argparse.RawTextHelpFormatter)
        self.add_argument("-h", "--help", action="help", help=t("cli-help"))
        self.add_argument("--lang", choices=tuple(LANGUAGES), metavar="en|zh", help=t("cli-lang"))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how to find what is right, and leave with exit code 2."""
        self.exit(2, t("cli-wrong-usage", detail=message, command=f"{self.prog} --help") + "\n")


def chosen_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language that `--lang` names, or else that of the system.

    Args:
        words: Of the command line; read before it is parsed, since the parser's own texts are translated.
        environment: LC_ALL, LC_MESSAGES and LANG count, in this order.
    """
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--lang", nargs="?")
    named = early.parse_known_args(words)[0].lang
    if named in LANGUAGES:
        return str(named)
    set_ones = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of_locale(next(filter(None, set_ones), None))


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add an option for each setting of the model and of training that a learner may change."""
    settings = parser.add_argument_group(t("cli-settings"))
    for name, kind in {**MODEL_OPTIONS, **TRAIN_OPTIONS}.items():
        option = f"--{name.replace('_', '-')}"
        metavar = "torch|numpy" if name == "engine" else "N" if kind is int else "X"
        settings.add_argument(option, type=number(kind), metavar=metavar, help=t(f"cli-{name.replace('_', '-')}"))


def given(options: argparse.Namespace, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings among `names` that were given on the command line."""
    return {name: getattr(options, name) for name in names if getattr(options, name) is not None}


def number(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return what turns a word into an int or a float, or explains that it is none."""

    def convert(word: str) -> Any:
        try:
            return kind(word)
        except ValueError as error:
            message = t("cli-not-a-whole-number" if kind is int else "cli-not-a-number", given=word)
            raise argparse.ArgumentTypeError(message) from error

    return convert
