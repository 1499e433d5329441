"""Who may accuse: neither a pattern without standing nor a sentence of unknown words; both only ask."""

from __future__ import annotations

import pytest

from camelrules.compare.verdicts import review
from camelrules.read.match import certainty
from camelrules.read.match.standing import proven, stands
from camelrules.read.patterns import patterns
from camelrules.read.reader import read_text
from camelrules.write import rulebook
from camelrules.write.printing import markdown


@pytest.mark.parametrize(
    ("right", "wrong", "may"), [(4, 0, True), (3, 0, False), (4, 1, True), (7, 2, False), (8, 2, True), (0, 0, False)]
)
def test_what_gives_standing(right: int, wrong: int, may: bool) -> None:
    assert stands(right, wrong) is may


def test_every_pattern_with_standing_is_there() -> None:
    assert proven() <= {p.id for found in patterns().values() for p in found}


def test_without_standing_nothing_accuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five pounds in place of three: an error with standing, a question without it."""
    text = markdown(rulebook("2018", "en", "familiar")).replace("receives 3 Egyptian", "receives 5 Egyptian")
    assert _certainty(text) == "sure"
    monkeypatch.setattr(certainty, "proven", lambda: frozenset())
    assert _certainty(text) == "likely"


def _certainty(text: str) -> str:
    verdict = review(read_text(text, "text", language="en", edition="2018")).clauses["setup.money.start"]
    assert verdict.status == "contradicts"
    return verdict.certainty


def test_a_sentence_of_unknown_words_only_asks() -> None:
    """The same fault beside words that nobody knows may be part of a saying."""
    text = markdown(rulebook("2018", "en", "familiar"))
    assert "receives 3 Egyptian" in text
    assert _certainty(text.replace("receives 3 Egyptian", "receives, flarping, 5 Egyptian")) == "sure"
    assert _certainty(text.replace("receives 3 Egyptian", "receives, flarping zorbed quibbles, 5 Egyptian")) == "likely"
