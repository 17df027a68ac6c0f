"""One run as a page that opens offline: no request, no script but ours, all words escaped."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from importlib.resources import files

from gptviz import __version__
from gptviz.axis_words import axis_notes
from gptviz.export.loss_svg import loss_svg
from gptviz.figures.loss_curves import LossCurve, LossCurvesWords
from gptviz.i18n import language, t
from gptviz.numbers import count, decimals, final_loss
from gptviz.parameters import count_parameters
from gptviz.runs.curves import Curves
from gptviz.runs.run import Run
from gptviz.runs.store import Store
from gptviz.training.events import Diverged, Finished, Sample

TAGS = {"en": "en", "zh": "zh-CN"}


@dataclass(frozen=True)
class Player:
    """What plays films of maps in the browser: a script with one default export, as Streamlit's components have.

    Args:
        js: A module; its default export takes { parentElement, data, setTriggerValue }.
        css: Its styles; colours come from Streamlit's `--st-` variables.
    """

    js: str
    css: str


@dataclass(frozen=True)
class Film:
    """One film of maps.

    Args:
        title: Its heading.
        look: What to look at.
        packed: The data that the player takes.
    """

    title: str
    look: str
    packed: bytes


def report(
    store: Store, run_id: str, *, name: str, films: Sequence[Film], player: Player, findings: Sequence[str]
) -> bytes:
    """Return the report of a run, in the language in use.

    Args:
        store: Of the run.
        run_id: Of any run.
        name: How it is called; any text.
        films: Of attention and positions; where there are none, their sections are left out.
        player: Of the films.
        findings: Sentences on what its heads do.

    Returns:
        HTML in UTF-8.

    Raises:
        RunError: "unknown-run".
    """
    run, curves = store.run(run_id), store.curves(run_id)
    body = [
        _header(run, name),
        _section(t("report-conclusion"), _list([*_conclusion(run, curves), *findings])),
        _section(t("report-curve"), _curve(run, curves)),
        *(_film(film, number) for number, film in enumerate(films)),
        _samples(store.samples(run_id)),
        _section(t("report-settings"), _settings(run, store.corpus(run_id).text_length)),
    ]
    return _page(name, "".join(body), films, player).encode()


def _page(title: str, body: str, films: Sequence[Film], player: Player) -> str:
    script = _script(player) if films else ""
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; {_allowed(script)}"
    data = "".join(
        f'<script type="text/plain" id="film-{number}">{base64.b64encode(film.packed).decode()}</script>'
        for number, film in enumerate(films)
    )
    return (
        f'<!doctype html><html lang="{TAGS[language()]}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · gptviz</title><style>{_asset('report.css')}</style></head>"
        f'<body><main>{body}</main><template id="player-css"><style>{player.css}</style></template>{data}'
        + (f'<script type="module">{script}</script>' if script else "")
        + "</body></html>"
    )


def _script(player: Player) -> str:
    """The player's own script as a function of this page, and the few lines that call it."""
    before, found, after = player.js.partition("export default ")
    if not found or "export default " in after or "</script" in player.js:
        raise ValueError("the player's script must have one default export, and no end of a script element in it")
    return f"{before}const player = {after}\n{_asset('report.js')}"


def _allowed(script: str) -> str:
    """Only this very script may run, whatever a learner's text tries."""
    if not script:
        return "script-src 'none'"
    return f"script-src 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _header(run: Run, name: str) -> str:
    day = datetime.fromtimestamp(run.created_s, UTC).strftime("%Y-%m-%d %H:%M UTC")
    note = f'<p class="note" dir="auto">{escape(run.note)}</p>' if run.note else ""
    made = escape(t("report-made", version=__version__, day=day, run=run.id))
    return f'<header><h1 dir="auto">{escape(name)}</h1><p class="made">{made}</p>{note}</header>'


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _list(sentences: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def _conclusion(run: Run, curves: Curves) -> list[str]:
    """What the run's numbers say, each sentence only where it is true."""
    guess_nats = math.log(run.model.vocab_size)
    if isinstance(run.result, Diverged):
        return [t("report-diverged", step=run.result.step, rate=f"{run.result.learning_rate:g}")]
    if isinstance(run.result, Finished):
        loss_nats, stand = run.result.test_loss_nats, t("report-finished", step=run.step, windows=run.result.windows)
    elif len(curves.evaluation_step):
        loss_nats = float(curves.test_loss_nats[-1])
        stand = t("report-not-finished", step=run.step, total=run.total_steps)
    else:
        return [t("report-nothing")]
    if not math.isfinite(loss_nats):
        return [stand]
    told = t(
        "report-loss",
        loss=final_loss(loss_nats),
        guess=final_loss(guess_nats),
        vocabulary=run.model.vocab_size,
        characters=decimals(math.exp(min(loss_nats, 50)), 1),
    )
    return [stand, told]


def _curve(run: Run, curves: Curves) -> str:
    words = LossCurvesWords(t("words-step"), t("words-loss"), t("words-train"), t("words-test"), axis_notes())
    curve = LossCurve("", curves.step, curves.loss_nats, curves.evaluation_step, curves.test_loss_nats)
    rows = [
        (count(step), final_loss(train), final_loss(test))
        for step, train, test in zip(curves.evaluation_step, curves.train_loss_nats, curves.test_loss_nats, strict=True)
    ]
    heads = (t("words-step"), t("words-train"), t("words-test"))
    table = f"<details><summary>{escape(t('report-as-table'))}</summary>{_table(rows, heads)}</details>"
    return loss_svg(curve, words, t("report-curve-alt", step=run.step)) + (table if rows else "")


def _film(film: Film, number: int) -> str:
    need = f"<noscript><p>{escape(t('report-needs-script'))}</p></noscript>"
    host = f'<div class="film-host" data-film="film-{number}"></div>'
    return _section(film.title, f'{host}{need}<p class="look">{escape(film.look)}</p>')


def _samples(samples: Sequence[Sample]) -> str:
    if not samples:
        return ""
    written = "".join(
        f"<h3>{escape(t('report-sample', step=sample.step))}</h3>"
        f'<pre dir="auto"><b>{escape(sample.prompt)}</b>{escape(sample.text)}</pre>'
        for sample in samples
    )
    return _section(t("report-samples"), written)


def _settings(run: Run, characters: int) -> str:
    model, train, attention = run.model, run.train, run.model.attention
    rows = {
        "HEADS": model.heads if attention else "–",
        "EMBEDDING_SIZE": model.embedding_size,
        "head_size": model.head_size if attention else "–",
        "CONTEXT_SIZE": model.context_size,
        "BLOCKS": model.blocks,
        t("report-parameters"): count(count_parameters(model)),
        "positions": model.positions,
        "attention": "–"
        if attention is None
        else ", ".join(f"{key}={value}" for key, value in vars(attention).items()),
        "residual": model.residual,
        "layer_norm": model.layer_norm,
        "dropout": model.dropout,
        t("report-text"): t(f"corpus-{run.corpus_name}-name"),
        t("report-text-length"): f"{count(characters)} · V = {model.vocab_size}",
        **{key.upper(): value for key, value in vars(train).items()},
        t("report-steps"): f"{count(run.step)} / {count(run.total_steps)}",
        t("report-seconds"): decimals(run.training_s, 1),
        t("report-fingerprint"): run.corpus_fingerprint,
    }
    return _table([(name, str(value)) for name, value in rows.items()])


def _table(rows: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> str:
    head = "".join(f"<th scope=col>{escape(text)}</th>" for text in heads)
    lines = [
        f"<tr><th scope=row>{escape(first)}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in rest) + "</tr>"
        for first, *rest in rows
    ]
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
