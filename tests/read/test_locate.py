"""Learnt weights: they find the sentence that a clause stands in, and what a strange word stands for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from camelrules.compare.verdicts import review
from camelrules.lang.catalogue import catalogue
from camelrules.read.language.ontology import ontology
from camelrules.read.match.relevance import likely, scores, weights
from camelrules.read.reader import Reading, read_text

TEXTS = Path(__file__).resolve().parents[1] / "texts"
NAMES = ("en-2014", "en-2018", "es-2018", "fr-2014", "fr-2018", "pt-2018")


@cache
def own(name: str) -> Reading:
    return read_text((TEXTS / f"{name}.txt").read_text("utf-8"), name, language=name[:2], edition=name[3:])


def test_weights_are_of_clauses_and_never_of_what_is_said() -> None:
    assert set(weights().bias) <= set(catalogue())
    hidden = {side for side, one in ontology().sides.items() if side != one}
    assert not {f.lstrip("<>") for f in weights().of} & hidden


@pytest.mark.parametrize("name", NAMES)
def test_the_likeliest_sentence_is_where_the_clause_stands(name: str) -> None:
    reading = own(name)
    found = likely(scores(reading.segments, ontology(), weights()))
    stated = yaml.safe_load((TEXTS / f"{name}.lines.yaml").read_text("utf-8"))
    missed = set()
    for clause, lines in stated.items():
        best = max(range(len(found)), key=lambda i: found[i].get(clause, 0.0))
        if not set(reading.segments[best].lines) & set(lines):
            missed.add(clause)
    assert len(missed) <= 0.05 * len(stated), missed


# The words that a text has for a thing, in place of which it gets one that no language has.
STRANGE = [
    ("en-2018", r"camel units?|units?", "unit"),
    ("en-2018", r"betting tickets?", "bet_ticket"),
    ("es-2018", r"grupos?", "unit"),
    ("fr-2018", r"groupes?", "unit"),
    ("pt-2018", r"grupos?", "unit"),
]


@pytest.mark.parametrize(("name", "words", "concept"), STRANGE)
def test_a_strange_word_is_taken_for_what_makes_sense(name: str, words: str, concept: str) -> None:
    text = re.sub(rf"\b({words})\b", "zorbin", (TEXTS / f"{name}.txt").read_text("utf-8"), flags=re.IGNORECASE)
    reading = read_text(text, name, language=name[:2], edition=name[3:])
    assert reading.names == {"zorbin": concept}
    assert {c: v.status for c, v in review(reading).clauses.items()} == {
        c: v.status for c, v in review(own(name)).clauses.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_text_in_known_words_has_no_names_of_its_own(name: str) -> None:
    assert own(name).names == {}
