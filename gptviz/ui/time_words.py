"""The words that the time machine receives, in the visitor's language; %names% are put in by the browser."""

from __future__ import annotations

import math
from typing import Any

from gptviz.analysis.heads import METRICS
from gptviz.config import ModelConfig
from gptviz.i18n import t
from gptviz.ui.components.time_machine import TimeMachineWords
from gptviz.ui.head_words import metric_name
from gptviz.ui.words import block_names, head_names


def attention_film_words(model: ModelConfig) -> TimeMachineWords:
    """Return the words of the attention page's machine."""
    return TimeMachineWords(
        **_time_line(),
        title=t("time-title"),
        blocks=block_names(model),
        heads=head_names(model),
        overview=t("attention-overview"),
        overviewHint=t("attention-hint"),
        mapTitle=t("time-map", **_gaps("block", "head", "step")),
        mapHint=t("time-map-name", **_gaps("block", "head")),
        pointHint=t("time-point"),
        weight=t("words-weight"),
        rowSums=t("time-row-sums"),
        pair=t("time-pair", **_gaps("query", "key", "queryName", "keyName", "weight")),
        future=t("words-future"),
        barsTitle=t("time-bars", **_gaps("block", "head")),
        waiting=[metric_name(metric) for metric in METRICS],
        measuring=t("time-measuring"),
        **_tokens(),
    )


def similarity_film_words(model: ModelConfig) -> TimeMachineWords:
    """Return the words of the positions page's machine."""
    return TimeMachineWords(
        **_time_line(),
        title=t("time-positions-title"),
        blocks=[""],
        heads=[""],
        mapTitle=t("time-similarity-map", **_gaps("step")),
        mapHint=t("positions-similarity"),
        pointHint=t("positions-similarity-look"),
        weight=t("words-similarity"),
        pair=t("time-similarity-pair", **_gaps("query", "key", "weight")),
        norms=t("positions-norms"),
        normsHint=t("positions-norms-look", start=0.02 * math.sqrt(model.embedding_size)),
        norm=t("time-norm", **_gaps("place", "length")),
    )


def _time_line() -> dict[str, Any]:
    return {
        "slider": t("time-slider"),
        "step": t("time-step", **_gaps("step")),
        "play": t("words-play"),
        "pause": t("words-pause"),
        "curve": t("time-curve"),
        "trainLoss": t("time-train-loss", **_gaps("loss")),
        "testLoss": t("time-test-loss", **_gaps("loss")),
        "written": t("time-written", **_gaps("step")),
        "nothingWritten": t("time-nothing-written"),
    }


def _tokens() -> dict[str, Any]:
    place = _gaps("head", "character", "place", "list")
    return {
        "tokenTitle": t("token-title"),
        "tokenHint": t("token-hint"),
        "character": t("token-character", **_gaps("character", "place")),
        "shownHeads": t("token-heads"),
        "allHeads": t("token-all-heads"),
        "lines": t("token-lines"),
        "reverse": t("token-reverse"),
        "looksAt": t("token-looks-at", **place),
        "isSeenBy": t("token-is-seen-by", **place),
        "looksNowhere": t("token-looks-nowhere", **place),
        "looked": t("token-looked", **_gaps("character", "place", "share")),
        "comma": t("list-comma"),
        "pinned": t("token-pinned"),
    }


def _gaps(*names: str) -> dict[str, str]:
    return {name: f"%{name}%" for name in names}
