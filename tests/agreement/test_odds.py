"""The enumeration of all outcomes against walking every choice one by one."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small import examples, game

from camelrules.run.chance import Script, every
from camelrules.run.odds import Odds
from camelrules.run.plain import plain_odds
from camelrules.run.reference import Reference, Run
from camelrules.run.table import seat

from .positions import state, table

pytestmark = pytest.mark.agreement


def few_dice(rng: Random, made: Any, here: dict[str, Any], reveals: int) -> None:
    """Leaves so many dice in the pyramid that `reveals` are still to come."""
    dice = list(made.table.members["die"])
    wanted = len(dice) - int(made.table.values["leg.dice"]) + reveals
    inside = rng.sample(dice, wanted)
    here["inside"] = {(d,): d in inside for d in dice}


@examples(20)
@given(st.integers(0, 2**32), st.booleans(), st.sampled_from((0, 1, 1, 1, 2)))
def test_enumeration(seed: int, changed: bool, reveals: int) -> None:
    """Chances are the same fractions, under any choice of rulings, and each camel has a place for certain."""
    rng = Random(seed)
    made = table(rng, changed)
    here = state(rng, made)
    for key in here["tile_owner"]:
        here["tile_owner"][key] = here["tile_owner"][key] or made.table.players[0]
    few_dice(rng, made, here, reveals)
    if reveals == 2:  # two dice and no more, or the walk takes too long
        here["tile"] = dict.fromkeys(here["tile"])
        dice = [d for (d,), inside in here["inside"].items() if inside]
        if len(dice) > 2:
            return
    found = made.odds(here)
    assert found == plain_odds(made.reference, here)
    assert all(sum(row) == 1 for row in found.values())
    assert all(sum(column) == 1 for column in zip(*found.values(), strict=True))


DRAWS = """
game: draws
entries: [roll, place, leg_over]
sorts:
  racing: [red, blue]
parameters:
  faces: {type: list of int, is: [1, 1, 2]}
state:
  at: {of: [racing], type: int}
  rolled: {type: int}
functions:
  leg_over: {type: bool, is: rolled >= 2}
  place:
    given: {c: racing}
    type: int
    is: 1 + count(d in racing where at[d] > at[c] or (at[d] == at[c] and d == red and c == blue))
effects:
  roll:
    do:
      - draw a in racing
      - draw b in faces
      - ROLL
      - set rolled = rolled + 1
  go:
    given: {b: racing, a: int}
    do:
      - draw c in faces where c > 0
      - set at[b] = at[b] + a * c
  back:
    given: {a: racing}
    do:
      - draw b in faces
      - set at[a] = at[a] - b
"""


@pytest.mark.parametrize(
    "statement",
    [
        "do go(a, b)",
        "{if: b == 1, then: ['do go(a, b)', 'do back(a)'], else: ['draw e in racing', 'do back(e)', 'do go(e, b)']}",
        "{if: 'at[a] > 0', then: ['do back(a)']}",
        "let e = at[a]",
        "{for: e in racing, do: ['set at[e] = at[e] + b']}",
        "{for: e in racing, do: ['draw f in faces', 'set at[e] = at[e] * 2 + f']}",
        "{for: e in shuffled racing, do: ['set at[e] = rolled + b', 'set rolled = rolled + 1']}",
    ],
)
def test_draws_within_draws(statement: str) -> None:
    """Effects that draw call others that draw, with names crossed, and go on after them."""
    table_ = seat(game(DRAWS.replace("ROLL", statement)))
    reference = Reference(table_)
    assert Odds(table_).camels_by_place(reference.initial()) == plain_odds(reference, reference.initial())


def test_weights_of_a_walk() -> None:
    """`every` meets each sequence of choices once; with two dice of 2 and 3 sides there are six."""
    walked = list(every(lambda choose: (choose(2), choose(3))))
    assert sorted(r for _, r in walked) == [(a, b) for a in range(2) for b in range(3)]
    assert {w for w, _ in walked} == {Fraction(1, 6)}


def test_weights_of_an_uneven_walk() -> None:
    """The second choice depends on the first: halves and quarters."""
    walked = sorted((r, w) for w, r in every(lambda choose: 0 if choose(2) == 0 else 1 + choose(2)))
    assert walked == [(0, Fraction(1, 2)), (1, Fraction(1, 4)), (2, Fraction(1, 4))]


def test_a_script_remembers() -> None:
    """Choices that are not written are the first ones."""
    script = Script((1,))
    assert [script(2), script(3)] == [1, 0] and script.counts == [2, 3]


def test_rolls_report_what_was_drawn() -> None:
    """The reference evaluator draws from what it shows to whoever picks."""
    table_ = seat(game(DRAWS.replace("ROLL", "do go(a, b)")))
    reference = Reference(table_)
    run = Run(reference.initial(), Script(()), [], pick=lambda options: len(options) - 1)
    reference.run("roll", (), run)
    assert run.state["at"] == {("red",): 0, ("blue",): 4}
