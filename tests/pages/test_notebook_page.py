"""The notebook page through Streamlit's own test runner; what it says is compared with counts made here."""

import re
from concurrent.futures import BrokenExecutor, Future

import pytest

from gptviz.corpus.bpe import encode_gpt2
from gptviz.i18n import t
from gptviz.notebook.lesson import compare_ways
from gptviz.ui import notebook_ways
from gptviz.ui.notebook_choices import SAMPLES

PAGE = "pages/notebook.py"
PARTS = ("windows", "vectors", "ways", "fault", "speed")
BOTH = pytest.mark.parametrize("language", ["en", "zh"])
UNKIND = [
    "<script>alert(1)</script> <b>x</b> $y$ [a](http://b) :smile:",
    "老鼠爱大米🙂 שלום",
    "   \n\t\n  x  ",
    "\u200b‹E8›|",
]


@pytest.fixture(autouse=True)
def forget_results():
    notebook_ways._compared.clear()


def metrics(app):
    return {metric.label: metric.value for metric in app.metric}


def said(app):
    return " ".join(one.value for one in app.markdown)


def errors(app):
    return [one.value for one in app.error]


@BOTH
@pytest.mark.parametrize("part", PARTS)
def test_every_part_opens_with_the_notebook_s_sizes(open_page, language, part):
    app = open_page(PAGE, language, part=part)
    assert app.title[0].value == t("page-notebook.title")
    assert not errors(app)
    names = ("max_length", "stride", "heads", "embedding_size")
    assert [app.select_slider(key=name).value for name in names] == [4, 5, 2, 256]
    assert t(f"notebook-{part}-lead") in said(app)


@pytest.mark.parametrize(("max_length", "stride"), [(4, 5), (4, 4), (4, 2), (3, 7)])
def test_windows_skipped_and_left_over_tokens_are_counted(open_page, max_length, stride):
    app = open_page(PAGE, max_length=max_length, stride=stride)
    tokens = len(encode_gpt2(SAMPLES["english"]))
    starts = list(range(0, tokens - max_length, stride))
    covered = {place for start in starts for place in range(start, start + max_length)}
    end = starts[-1] + max_length
    assert list(metrics(app).values()) == [
        str(number) for number in (tokens, len(starts), end - len(covered), tokens - end)
    ]
    tables = [table.value for table in app.dataframe]
    assert tables[0][t("notebook-start")].tolist() == starts
    counted = tables[1][t("notebook-times-input")]
    assert (counted[counted > 0].index == sorted(covered)).all()
    assert "".join(bytes.fromhex(b).decode() for b in tables[1][t("notebook-bytes")]) == SAMPLES["english"]


@pytest.mark.parametrize(
    ("max_length", "stride", "message"),
    [(4, 5, "one is never an input"), (4, 7, "3 are never an input"), (4, 4, "exactly once"), (4, 3, "share 1 token")],
)
def test_it_says_what_the_stride_does(open_page, max_length, stride, message):
    assert message in said(open_page(PAGE, max_length=max_length, stride=stride))


def test_chinese_pieces_show_their_bytes(open_page):
    table = open_page(PAGE, sample="chinese").dataframe[1].value
    assert b"".join(bytes.fromhex(b) for b in table[t("notebook-bytes")]).decode() == SAMPLES["chinese"]
    assert any(re.fullmatch("‹[0-9A-F ]+›", piece) for piece in table[t("notebook-piece")])


def test_both_ways_have_the_notebook_s_parameters_and_the_same_output(open_page):
    app = open_page(PAGE, part="ways")
    shown = metrics(app)
    assert shown[t("notebook-parameters-a")] == shown[t("notebook-parameters-b")] == "262,400"
    assert app.dataframe[0].value[t("notebook-count")].sum() == 262_400
    mantissa, power = shown[t("notebook-difference")].split(" × 10⁻")
    assert 1 <= float(mantissa) < 10
    assert power in "⁶⁷⁸"
    assert t("notebook-same", shape="(8, 4, 256)") in said(app)
    app.toggle(key="fault").set_value(True).run()
    assert float(metrics(app)[t("notebook-difference")]) > 0.1
    assert t("notebook-different", shape="(8, 4, 256)") in said(app)
    assert "True" in app.query_params["fault"]


def test_shapes_are_those_of_the_arrays(open_page):
    text = said(open_page(PAGE, part="vectors", max_length=6, embedding_size=64))
    assert "`(8, 6, 64)`" in text
    assert "`(6, 64)`" in text
    assert "50,257 × 64" in text


@BOTH
def test_sums_and_leak_are_the_numbers_measured(open_page, language):
    app = open_page(PAGE, language, part="fault", fault=True, window=2, head=2)
    ids = encode_gpt2(SAMPLES["english"])
    got = compare_ways(ids[[[5 * n + k for k in range(4)] for n in range(8)]], 2, 256)
    weights = got.over_queries.weights[1, 1]
    rows, columns = weights.sum(1), weights.sum(0)
    sums = [f"{number:.2f}" for number in (rows.min(), rows.max(), columns.min(), columns.max())]
    names = ("row_low", "row_high", "column_low", "column_high")
    assert t("notebook-sums", **dict(zip(names, sums, strict=True))) in said(app)
    assert t("notebook-guess-right") not in said(app)
    app.radio(key="guess").set_value("all")
    app.button(key="notebook-see").click().run()
    most = f"{got.over_queries.leak[:-1].max():.2g}"
    assert t("notebook-leak", changed=3, earlier=3, most=most, right="0") in said(app)
    assert t("notebook-guess-right") in said(app)


def test_a_wrong_guess_is_told(open_page):
    app = open_page(PAGE, part="fault")
    app.radio(key="guess").set_value("none")
    app.button(key="notebook-see").click().run()
    assert t("notebook-guess-wrong") in said(app)


def test_speed_is_measured_when_asked(open_page):
    app = open_page(PAGE, part="speed", embedding_size=64)
    assert app.info[0].value == t("notebook-not-measured")
    app.button(key="notebook-measure").click().run(timeout=60)
    assert not app.exception
    assert not app.info
    assert re.search(r"With 32 heads way A takes \*\*× [\d.]+\*\*", said(app))


@BOTH
@pytest.mark.parametrize("part", PARTS)
def test_no_text_yet(open_page, language, part):
    app = open_page(PAGE, language, part=part, sample="own")
    assert [one.value for one in app.info] == [t("notebook-text-empty")]
    assert not errors(app)


@pytest.mark.parametrize(("text", "tokens"), [("Hi", 1), ("a b c d", 4), ("🙂", 2)])
def test_a_text_that_is_too_short_says_how_many_tokens_it_lacks(open_page, text, tokens):
    app = open_page(PAGE, sample="own", text=text)
    assert errors(app) == [t("error-windows-none", given=tokens, needed=5, max_length=4)]


def test_a_text_that_is_too_long(open_page):
    app = open_page(PAGE, sample="own", text="a " * 1001)
    assert errors(app) == [t("error-bpe-too-long", given=2002, most=2000)]


@pytest.mark.parametrize("part", PARTS)
def test_one_window_is_enough_for_every_part(open_page, part):
    app = open_page(PAGE, sample="own", text="a b c d e", part=part)
    assert not errors(app)
    if part == "windows":
        assert metrics(app)[t("notebook-windows")] == "1"
        assert [one.value for one in app.warning] == [t("notebook-small-batch", windows=1, batch=8)]


@pytest.mark.parametrize("text", UNKIND)
@pytest.mark.parametrize("part", ["windows", "vectors", "fault"])
def test_any_text_can_be_used_and_none_becomes_markdown(open_page, part, text):
    app = open_page(PAGE, sample="own", text=text, max_length=2, stride=1, part=part)
    assert not errors(app)
    assert text not in said(app)


def test_nonsense_in_a_link_is_not_used(open_page):
    app = open_page(PAGE, part="x", heads=3, stride="-1", max_length="<b>", sample="?", embedding_size=100, first=999)
    assert metrics(app)[t("notebook-windows")] == "19"
    assert app.select_slider(key="heads").value == 2


@pytest.mark.parametrize("sizes", [{"heads": 32, "embedding_size": 64}, {"heads": 1}, {"max_length": 16, "stride": 20}])
@pytest.mark.parametrize("part", ["ways", "fault"])
def test_other_sizes(open_page, part, sizes):
    app = open_page(PAGE, part=part, **sizes)
    assert not errors(app)


@pytest.mark.parametrize("part", ["vectors", "ways", "fault"])
def test_without_a_worker_there_is_a_message(open_page, manager, monkeypatch, part):
    def lost(*_):
        future = Future()
        future.set_exception(BrokenExecutor())
        return future

    monkeypatch.setattr(manager._executor, "lost_worker_errors", (BrokenExecutor,))
    monkeypatch.setattr(manager._executor, "submit", lost)
    assert errors(open_page(PAGE, part=part)) == [t("error-no-worker")]
