"""The searches: every arrangement exactly once, the search against the reference evaluator, the longest race."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("z3")

from camelrules.prove.properties.book import open_book
from camelrules.prove.properties.symmetry import interchangeable
from camelrules.prove.search.endless import endless
from camelrules.prove.search.exhaust import Search, Space, exhaust
from camelrules.run.table import seat
from tests.prove.planted import planted


@pytest.mark.parametrize(("edition", "pieces"), [("2014", 5), ("2018", 7)])
def test_the_number_of_positions(edition: str, pieces: int) -> None:
    book = open_book(edition)
    space = Search(book, book.properties["move.every_position"], seat(book.game)).space
    # Each further camel has one more gap to go into: 16 x 17 x ..., folded by the colours of five.
    assert space.combos * space.rest == prod(range(16, 16 + pieces)) // factorial(5)


def test_arrangements_are_different() -> None:
    book = open_book("2018")
    search = Search(book, book.properties["move.every_position"], seat(book.game))
    combos = list(combinations_with_replacement(range(16), 5))
    seen = {str(sorted(search.arrangement(combos[7], r).items())) for r in range(search.space.rest)}
    assert len(seen) == search.space.rest


def test_a_sample_is_called_a_sample() -> None:
    book = open_book("2014")
    result = exhaust(book, book.properties["move.every_position"], quick=False, fast=False)
    assert result.verdict == "sampled" and result.states < 15_504


def test_too_many_positions_are_sampled_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camelrules.prove.search.exhaust.MOST", 1000)
    monkeypatch.setattr("camelrules.prove.search.exhaust.LARGE_SAMPLE", 50)
    book = open_book("2014")
    result = exhaust(book, book.properties["move.every_position"], quick=False)
    assert result.verdict == "sampled" and "15,504 positions are more than 1,000" in result.detail


def test_places_of_a_sample_are_those_of_the_search() -> None:
    space, rng = Space(("a", "b", "c"), 3, 1, 4), Random(1)
    assert {space.any_combo(rng) for _ in range(400)} == set(combinations_with_replacement(range(4), 3))


def test_a_fault_is_found_and_replayed() -> None:
    book = planted("2014", "game/tiles.yaml", "boo.end: {type: end, is: bottom", "boo.end: {type: end, is: top")
    result = exhaust(book, book.properties["move.every_position"], quick=True)
    assert result.verdict == "refuted" and result.witness is not None


@pytest.mark.slow
def test_all_positions_of_five_camels() -> None:
    book = open_book("2014")
    result = exhaust(book, book.properties["move.every_position"], quick=False)
    assert (result.verdict, result.states) == ("exhaustive", 15_504)


def test_more_alike_pieces_than_a_byte_numbers_are_sampled(tmp_path: Path) -> None:
    """Six camels can be ordered in 720 ways; the search numbers the orders of pieces that are alike in a byte."""
    house = tmp_path / "six.yaml"
    house.write_text(
        'edition: six\nextends: "2014"\nreplaces: {sorts: {racing: [blue, green, orange, white, yellow, red]}}\n',
        "utf-8",
    )
    book = open_book(str(house))
    result = endless(book, book.properties["race.ends_without_tiles"], 0, quick=False)
    assert (result.verdict, result.method) == ("sampled", "random play")


@pytest.mark.slow
def test_the_longest_race_without_tiles() -> None:
    book = open_book("2014")
    result = endless(book, book.properties["race.ends_without_tiles"], 0, quick=False)
    # Slowest of all: every camel one space a leg from space 1, over the line in the sixteenth.
    assert (result.verdict, result.value) == ("exhaustive", 16)


def test_colours_are_interchangeable_until_a_rule_names_one() -> None:
    book = open_book("2018")
    assert ("blue", "green", "purple", "red", "yellow") in interchangeable(seat(book.game))
    named = planted("2018", "game/camels.yaml", "is: d as camel", "is: if d == red then blue else d as camel")
    assert not any({"red", "blue"} & set(group) for group in interchangeable(seat(named.game)))
