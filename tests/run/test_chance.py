"""The one generator of chance: its published numbers, and the same game in every back end."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path

import pytest
from agreement.positions import DESERT

from camelrules.run.chance import Chooser, Seeded, every
from camelrules.run.engine import engine
from camelrules.run.play import MAX_TURNS, fast_game, reference_game

# The first outputs of SplitMix64 from the state 1234567, as published with its reference implementation in C.
PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def test_published_numbers() -> None:
    """One of 2**32 is the upper half of an output."""
    chance = Seeded(0)
    chance.state = 1234567
    assert [chance(2**32) for _ in PUBLISHED] == [n >> 32 for n in PUBLISHED]


def test_the_page_has_them() -> None:
    """What the specification says is what the program does."""
    page = (Path(__file__).parents[2] / "docs" / "guides" / "chance.md").read_text(encoding="utf-8")
    assert all(str(n) in page for n in PUBLISHED)
    numbers = {int(n, 16) for n in re.findall(r"0x([0-9A-F]{16})", page)}
    assert numbers == {0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB}


def test_rejection() -> None:
    """An output whose remainder lies below 2**32 modulo n is passed over."""
    chance = Seeded(5)
    count = 3 << 30  # 2**32 modulo this is 2**30, so a quarter is rejected
    states = [chance.state]
    drawn = []
    for _ in range(400):
        drawn.append(chance(count))
        states.append(chance.state)
    steps = [(b - a) % 2**64 * pow(0x9E3779B97F4A7C15, -1, 2**64) % 2**64 for a, b in pairwise(states)]
    assert Counter(steps)[1] == pytest.approx(300, abs=40) and max(steps) > 1
    assert all(0 <= d < count for d in drawn)


def test_games_of_a_series_differ() -> None:
    """Neighbouring seeds and games have nothing in common."""
    starts = {Seeded(seed, game).state for seed in range(-20, 20) for game in range(40)}
    assert len(starts) == 1600


@pytest.mark.parametrize("edition", ["2014", "2018", DESERT], ids=["2014", "2018", "desert"])
def test_the_same_game_in_both(edition: str) -> None:
    """Turn by turn, arguments and events included."""
    made = engine(edition)
    assert made.games is not None
    plain = [turn for turn, _ in islice(reference_game(made, 7), MAX_TURNS) if turn]
    fast = [turn for turn, _ in islice(fast_game(made, made.games, 7), MAX_TURNS) if turn]
    assert len(plain) > 10 and plain == fast


def test_every_outcome() -> None:
    """Each once with its chance, where later draws hang on earlier ones; a run without draws has one outcome."""

    def run(choose: Chooser) -> tuple[int, ...]:
        first = choose(2)
        return (first, choose(3)) if first == 0 else (first,)

    sixth, half = Fraction(1, 6), Fraction(1, 2)
    assert list(every(run)) == [(sixth, (0, 0)), (sixth, (0, 1)), (sixth, (0, 2)), (half, (1,))]
    assert list(every(lambda choose: "nothing")) == [(Fraction(1), "nothing")]
