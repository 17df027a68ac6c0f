"""How large runs may be, and how many of them: generous for one learner, tighter for a class on one machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.errors import LearnerError
from gptviz.parameters import count_parameters

SETTING = "GPTVIZ_CLASSROOM"  # "1": this server is a class's
PREFIX = "GPTVIZ_LIMIT_"
_LEAST = {"snapshots_per_run": 2}  # the first and the last; of all others 1
_NAMES = {"context_size": "CONTEXT_SIZE", "batch_size": "BATCH_SIZE", "blocks": "BLOCKS"}  # the book's constants


class LimitError(LearnerError):
    """Something is larger, or there are more of it, than this server allows."""


class LimitsRefused(ValueError):
    """An environment variable does not hold a usable limit: the server says so and does not start."""


@dataclass(frozen=True)
class Limits:
    """What one person, and all together, may ask of this server.

    Each field is set by the environment variable GPTVIZ_LIMIT_<FIELD>, a whole number of at least 1. The defaults here
    are those of somebody who works alone; `CLASSROOM` has those of a class.

    Args:
        parameters: Numbers that a model learns, at most.
        context_size: Characters that a model sees at once, at most.
        batch_size: Windows a step, at most.
        blocks: Of a model, at most.
        text_characters: Length of a text to learn, at most.
        snapshots_per_run: Kept of one run, evenly chosen with both ends; 2 to 64, which is all that training takes.
        snapshots_mb: Megabytes (2**20 bytes) of all runs' snapshots together; beyond, the oldest are thinned out.
        upload_mb: Megabytes of one uploaded file.
        runs_kept: Of one person, at most.
        runs_at_once: Of one person that train at the same time; further ones wait.
        runs_in_all: That train at the same time; further ones wait.
    """

    parameters: int = 50_000_000
    context_size: int = 1024
    batch_size: int = 1024
    blocks: int = 48
    text_characters: int = 20_000_000
    snapshots_per_run: int = 64
    snapshots_mb: int = 4096
    upload_mb: int = 50
    runs_kept: int = 5000
    runs_at_once: int = 128
    runs_in_all: int = 256

    def __post_init__(self) -> None:
        for field in fields(self):
            least, given = _LEAST.get(field.name, 1), getattr(self, field.name)
            if given < least:
                raise LimitsRefused(f"the limit {field.name} is {given}; valid: {least} or more")

    def check_sizes(self, model: ModelConfig, train: TrainConfig) -> None:
        """Refuse a model or a batch that is too large.

        Raises:
            LimitError: "limit-parameters", or "limit-size" (CONTEXT_SIZE, BATCH_SIZE or BLOCKS).
        """
        given = {"context_size": model.context_size, "batch_size": train.batch_size, "blocks": model.blocks}
        for field, value in given.items():
            most, name = getattr(self, field), _NAMES[field]
            if value > most:
                message = f"{name}={value} is more than this server allows; valid: at most {most}"
                raise LimitError("limit-size", message, name=name, given=value, most=most)
        parameters = count_parameters(model)
        if parameters > self.parameters:
            message = f"the model has {parameters} parameters; valid here: at most {self.parameters}"
            raise LimitError("limit-parameters", message, given=parameters, most=self.parameters)

    def check_text(self, corpus: Corpus) -> None:
        """Refuse a text that is too long.

        Raises:
            LimitError: "limit-text".
        """
        if corpus.text_length > self.text_characters:
            message = f"the text has {corpus.text_length} characters; valid here: at most {self.text_characters}"
            raise LimitError("limit-text", message, given=corpus.text_length, most=self.text_characters)

    def check_room(self, runs: int) -> None:
        """Refuse one more run of somebody who has, or is about to have, `runs` of them.

        Raises:
            LimitError: "limit-runs".
        """
        if runs >= self.runs_kept:
            message = f"you keep {runs} runs; valid: at most {self.runs_kept}. Delete one first"
            raise LimitError("limit-runs", message, given=runs, most=self.runs_kept)


ALONE = Limits()
# Thirty students with a run each, and ten more that are at a second one, train at the same time.
CLASSROOM = Limits(
    parameters=2_000_000,
    context_size=128,
    batch_size=128,
    blocks=8,
    text_characters=5_000_000,
    runs_kept=100,
    runs_at_once=2,
    runs_in_all=40,
)


def is_classroom(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether this server is a class's.

    Raises:
        LimitsRefused: GPTVIZ_CLASSROOM is neither "1" nor "0" nor empty.
    """
    setting = environment.get(SETTING, "")
    if setting not in ("", "0", "1"):
        raise LimitsRefused(f"{SETTING}={setting!r}; valid: 1 (a class) or 0")
    return setting == "1"


def limits_in_force(environment: Mapping[str, str] = os.environ) -> Limits:
    """Return the limits of one learner or of a class, with what the environment says in their place.

    Raises:
        LimitsRefused: As `is_classroom` and `limits_from_environment`.
    """
    return limits_from_environment(CLASSROOM if is_classroom(environment) else ALONE, environment)


def limits_from_environment(defaults: Limits, environment: Mapping[str, str] = os.environ) -> Limits:
    """Return the defaults with what GPTVIZ_LIMIT_... variables say in their place.

    Raises:
        LimitsRefused: A variable names no limit, or its value is no whole number in the range.
    """
    known = {PREFIX + field.name.upper(): field.name for field in fields(Limits)}
    given: dict[str, int] = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX):
            continue
        if variable not in known:
            raise LimitsRefused(f"{variable} is no limit; valid: {', '.join(known)}")
        least = _LEAST.get(known[variable], 1)
        if not text.strip().isdecimal() or int(text) < least:
            raise LimitsRefused(f"{variable}={text!r}; valid: a whole number, {least} or more")
        given[known[variable]] = int(text)
    return replace(defaults, **given)
