"""Which settings tell runs apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from gptviz.runs.run import Run

Setting = int | float | str | bool | None


def settings_of(run: Run) -> dict[str, Setting]:
    """Return all settings of a run, by the book's constants: its text, its model, its training."""
    model = asdict(run.model)
    attention = model.pop("attention")
    fields: dict[str, Setting] = {"text": run.corpus_name, "text_fingerprint": run.corpus_fingerprint[:8], **model}
    fields["attention"] = attention is not None
    fields |= {f"attention_{name}": value for name, value in (attention or {}).items()}
    fields |= {**asdict(run.train), "total_steps": run.total_steps}
    return {name.upper(): value for name, value in fields.items()}


def differences(runs: Sequence[Run]) -> tuple[dict[str, list[Setting]], int]:
    """Return the settings in which runs differ, each with its value in every run, and how many settings are equal.

    Args:
        runs: At least one. A setting that a run does not have is None.
    """
    all_settings = [settings_of(run) for run in runs]
    names = list(dict.fromkeys(name for settings in all_settings for name in settings))
    table = {name: [settings.get(name) for settings in all_settings] for name in names}
    differing = {name: values for name, values in table.items() if len(set(map(repr, values))) > 1}
    return differing, len(table) - len(differing)
