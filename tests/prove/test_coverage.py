"""Coverage: what no example runs is named, and what was explained exists."""

from __future__ import annotations

import pytest

pytest.importorskip("z3")

from camelrules.prove.coverage import coverage, seen_by_examples
from camelrules.prove.explained import explained
from camelrules.prove.properties.book import open_book
from tests.prove.planted import planted


def test_a_rule_that_nothing_runs_is_named() -> None:
    # A new exception that never applies: its answer is run by nobody, and that is said.
    old = "        then: if money.partial == pays_what_he_has"
    new = "        then: if money[p] > 1000000 then 0 else if money.partial == pays_what_he_has"
    book = planted("2014", "game/money.yaml", old, new)
    found = coverage(book, "2014")
    assert found.parts > 500 and isinstance(explained("uncovered"), dict)
    assert any(p.definition == "paid" for p in found.not_run)


def test_every_gap_is_explained_and_no_explanation_is_left_over() -> None:
    known = explained("uncovered")
    gaps: set[str] = set()
    for edition in ("2014", "2018"):
        found = coverage(open_book(edition), edition)
        gaps |= {f"{p.definition}: {p.text}" for p in found.not_run} | set(found.not_reached)
    assert gaps == set(known)


def test_examples_are_watched() -> None:
    seen = seen_by_examples("2014")
    assert {name.rsplit("/", 1)[-1] for name, *_ in seen} >= {"camels.yaml", "tiles.yaml", "leg.yaml", "finish.yaml"}
