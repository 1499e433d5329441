"""The odds of the whole race against a solver that shares no code with them, and against races that are played."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from oracle.rules import Edition, advance, beyond, crazy_mover, ranking
from small import game

from camelrules.run import plain
from camelrules.run.engine import engine
from camelrules.run.position import load_position
from camelrules.run.table import seat
from camelrules.run.wasm.symmetry import interchangeable

from .oracle import EDITIONS, document

pytestmark = pytest.mark.agreement
Chances = tuple[tuple[Fraction, Fraction], ...]


def solve(position: dict[str, Any], edition: Edition) -> dict[str, dict[str, float]]:
    """Each camel's chance to win and to come last, by walking the whole race with the oracle's moves."""
    tiles = {int(s): t for s, t in position.get("tiles", {}).items()}

    @cache
    def chances(stacks: tuple[tuple[int, tuple[str, ...]], ...], dice: tuple[str, ...], first_leg: bool) -> Chances:
        track = {s: list(stack) for s, stack in stacks}
        if any(beyond(s, edition) for s in track):
            order = ranking(track, edition)
            return tuple((Fraction(c == order[0]), Fraction(c == order[-1])) for c in edition.racing)
        if len(edition.dice) - len(dice) >= edition.leg_dice:
            return chances(stacks, edition.dice, False)
        total = [[Fraction(0), Fraction(0)] for _ in edition.racing]
        for die in dice:
            if die in edition.grey_dice:
                faces = [(crazy_mover(track, c, edition), v) for c in edition.crazy for v in (1, 2, 3)]
            else:
                faces = [(die, v) for v in (1, 2, 3)]
            for mover, value in faces:
                copy = {s: list(stack) for s, stack in track.items()}
                after, _ = advance(copy, tiles if first_leg else {}, mover, value, edition)
                key = tuple(sorted((s, tuple(stack)) for s, stack in after.items() if stack))
                follow = chances(key, tuple(d for d in dice if d != die), first_leg)
                for row, (first, last) in zip(total, follow, strict=True):
                    row[0] += first / (len(dice) * len(faces))
                    row[1] += last / (len(dice) * len(faces))
        return tuple((a, b) for a, b in total)

    start = tuple(sorted((int(s), tuple(stack)) for s, stack in position["track"].items()))
    found = chances(start, tuple(position["pyramid"]), True)
    return {c: {"first": float(a), "last": float(b)} for c, (a, b) in zip(edition.racing, found, strict=True)}


def late(rng: Random, edition: Edition, back: int, revealed: int = 1) -> dict[str, Any]:
    """A position near the end of the race, with a tile and some dice out."""
    stacks: dict[str, list[str]] = {}
    camels = list(edition.camels)
    rng.shuffle(camels)
    for camel in camels:
        # Crazy camels run towards the others, and the race ends by them as well.
        low, high = (edition.spaces - back, edition.spaces) if camel in edition.racing else (1, 3)
        stacks.setdefault(str(rng.randint(low, high)), []).append(camel)
    out = rng.sample(edition.dice, revealed)
    free = [s for s in range(edition.spaces - back, edition.spaces + 1) if str(s) not in stacks]
    tiles = {str(rng.choice(free)): {"owner": "p1", "side": rng.choice(("cheer", "boo"))}} if free else {}
    return {
        "edition": edition.name,
        "track": stacks,
        "tiles": tiles,
        "pyramid": [d for d in edition.dice if d not in out],
    }


@pytest.mark.parametrize(("name", "back"), [("2014", 2), ("2018", 1), ("desert", 1)])
def test_against_the_oracle(name: str, back: int) -> None:
    """To the last digits that a floating-point number has."""
    rng = Random(f"race {name}")
    # With the last die out the leg is over, and nobody has scored it yet.
    for revealed in (0, 3, EDITIONS[name].leg_dice):
        position = late(rng, EDITIONS[name], back, revealed)
        made, state = load_position(document(position))
        found = made.race(state)
        assert (found.method, found.error) == ("exact", 0)
        want = solve(position, EDITIONS[name])
        for camel, chances in found.as_json()["camels"].items():
            assert chances == pytest.approx(want[camel], abs=1e-12), position


def test_played_races_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample lies within its interval of the exact chances; so does the reference evaluator's own, smaller one."""
    monkeypatch.setattr(plain, "SAMPLE", 12)
    position = late(Random(4), EDITIONS["2014"], 2)
    made, state = load_position(document(position))
    assert made.fast_race is not None
    exact = made.race(state)
    for sample in (
        made.fast_race.by_chance(made.fast_race.instance.layout.encode(state), seed=3),
        plain.plain_race(made.reference, state),
    ):
        assert sample.method == "simulated" and sample.error > 0
        assert sum(sample.first.values()) == pytest.approx(1) == sum(sample.last.values())
        for camel in exact.first:
            # Twice the interval, so that one of ten chances out of it by bad luck is no failure.
            assert sample.first[camel] == pytest.approx(exact.first[camel], abs=2 * sample.error)
            assert sample.last[camel] == pytest.approx(exact.last[camel], abs=2 * sample.error)


def test_too_many_positions() -> None:
    """Without room for all positions the answer is a sample, and says so."""
    made = engine("2018")
    assert made.fast_race is not None
    state = made.reference.initial()
    for at, camel in enumerate(made.table.members["camel"]):
        state["at"][(camel,)] = at + 1
    found = made.fast_race.odds(state, budget=1000)
    assert found.method == "simulated" and 0 < found.error < 0.005


def test_a_race_that_is_over() -> None:
    """The one in front has won it for certain."""
    track = {"17": ["blue", "green"], "3": ["orange", "white", "yellow"]}
    made, state = load_position(document({"edition": "2014", "track": track}))
    found = made.race(state)
    assert found.first["green"] == 1 and found.last["orange"] == 1 and found.method == "exact"


NAMED = """
game: named
sorts:
  racing: [red, blue]
state:
  at: {of: [racing], type: int}
functions:
  leads: {given: {c: racing}, type: bool, is: "TEST"}
effects:
  roll:
    do:
      - draw c in racing
      - set at[c] = at[c] + 1
"""


@pytest.mark.parametrize(
    ("test", "alike"),
    [("all(at[d] <= at[c] for d in racing)", True), ("c == red or at[c] > 3", False), ("next(c) == c", False)],
)
def test_which_camels_are_alike(test: str, alike: bool) -> None:
    """Members that a rule names, or puts in an order, are not."""
    table = seat(game(NAMED.replace("TEST", test)))
    assert interchangeable(table, "racing", ("roll",), ("leads",), frozenset(("at",))) is alike
