"""Words are known by the company they keep: what is added to a rule makes it doubtful, what belongs to it does not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from camelrules.compare.verdicts import Review
from camelrules.lang.catalogue import catalogue
from camelrules.read.language.ontology import ontology
from camelrules.read.match.company import company
from tests.read.reviewing import reviewed

TEXTS = Path(__file__).resolve().parents[1] / "texts"
LINES: dict[str, list[int]] = yaml.safe_load((TEXTS / "en-2018.lines.yaml").read_text("utf-8"))


@cache
def text_of(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text("utf-8")


def read(name: str, text: str) -> Review:
    return reviewed(text, name, name[:2], name[3:])


def test_company_is_of_clauses_and_of_added_words() -> None:
    assert set(company()) <= set(catalogue())
    assert {w for words in company().values() for w in words.belongs} <= set(ontology().added)
    assert {w for words in company().values() for w in words.turning} <= set(ontology().turning)


@pytest.mark.parametrize("name", ["en-2014", "en-2018", "es-2018", "fr-2014", "fr-2018", "pt-2018"])
def test_nothing_is_strange_in_a_text_of_our_own(name: str) -> None:
    reading = read(name, text_of(name))
    assert not [c.leaves_open for c in reading.reading.claims if any("without" in what for what in c.leaves_open)]


LIMITED = (
    "In each leg a player can place at most one race card, on one area or the other, as long as he has cards in hand."
)


@pytest.mark.parametrize("turning", [True, False])
def test_a_word_of_wrong_statements_asks(turning: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no text has said rightly of a clause is asked about, and only because of what was learnt."""
    if not turning:
        bare = {clause: replace(words, turning=frozenset[str]()) for clause, words in company().items()}
        monkeypatch.setattr("camelrules.read.match.company.company", lambda: bare)
    lines = text_of("en-2018").split("\n")
    (at,) = LINES["a4.repeat"]
    lines[at - 1] = LIMITED
    verdict = read("en-2018", "\n".join(lines)).clauses["a4.repeat"]
    assert verdict.status == ("ambiguous" if turning else "agrees")
