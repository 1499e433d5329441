"""Games of two readings, half of them with players who copy: one game in WebAssembly and in the reference evaluator."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from camelrules.compare.scripts import Script, start
from camelrules.compare.witness import _positions
from camelrules.run.engine import engine
from camelrules.run.paired import HASH, RECORD, PlainSide, Side


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_the_same_steps(edition: str) -> None:
    """The dice, the actions and who copies whom."""
    made = engine(edition, 6)
    script = Script(6, _positions(made, random.Random(3)), (3,) * 6, ())
    fast, plain = Side(made.table), PlainSide(made)
    for one in (fast, plain):
        one.start(start(made, script))
    copied = [0, 0]
    for game in range(12):
        steps = fast.steps(5, game, 9)
        assert steps == plain.steps(5, game, 9)
        copied[game % 2] += sum(a[:2] == b[:2] for a, b in pairwise(steps))
    assert copied[1] > 3 * copied[0]


def test_who_has_won_is_seen() -> None:
    """A rule about nothing but the winner makes another record once the game is over, and none before."""
    made, other = engine("2018", 3), engine("2018", 3, {"win.by": "least_money"})
    camels = ("red", "blue", "green", "purple", "yellow")
    for space, apart in ((8, False), (16, True)):
        script = Script(3, ((4, ("white",)), (6, ("black",)), (space, camels)), (1, 2, 3), ())
        for kind in (Side, PlainSide):
            records = []
            for one in (made, other):
                side = Side(one.table) if kind is Side else PlainSide(one)
                side.start(start(one, script))
                records.append(side.ends(1, 40, 1))
            money, rest = (
                [r[at : at + HASH] for r in records for at in range(offset, len(r), RECORD)] for offset in (0, HASH)
            )
            assert money[:40] == money[40:]
            assert (rest[:40] != rest[40:]) == apart
