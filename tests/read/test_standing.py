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
    ("right", "wrong", "may"),
    [(6, 0, True), (5, 0, False), (6, 1, True), (7, 2, False), (8, 2, True), (0, 0, False)],
)
def test_what_gives_standing(right: int, wrong: int, may: bool) -> None:
    assert stands(right, wrong) is may


def test_every_pattern_with_standing_is_there() -> None:
    assert proven() <= {p.id for found in patterns().values() for p in found}


RULE = "The chosen player may not refuse"


def test_without_standing_nothing_accuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that is allowed: an error with standing, a question without it."""
    assert _certainty("The chosen player may refuse") == "sure"
    monkeypatch.setattr(certainty, "proven", lambda: frozenset())
    assert _certainty("The chosen player may refuse") == "likely"


def test_a_sentence_of_unknown_words_only_asks() -> None:
    """The same fault beside words that nobody knows may be part of a saying."""
    assert _certainty("The chosen player may, flarping, refuse") == "sure"
    assert _certainty("The chosen player, flarping zorbed quibbles, may refuse") == "likely"


def _certainty(fault: str) -> str:
    text = markdown(rulebook("2018", "en", "familiar"))
    assert RULE in text
    verdict = review(read_text(text.replace(RULE, fault), "text", language="en", edition="2018"))
    found = verdict.clauses["part.no_refusal"]
    assert found.status == "contradicts"
    return found.certainty
