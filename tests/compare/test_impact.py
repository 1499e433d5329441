"""What a misreading costs: the same games by the reference evaluator, and an interval that holds what it promises."""

from __future__ import annotations

from math import comb

import pytest

from camelrules.compare.impact import _half, impact
from camelrules.compare.variants import Rules, variant_engine
from camelrules.run.play import reference_game


@pytest.mark.parametrize("rules", [(("boo.end", "top"),), (("finish.wrong", 0),), (("money.start", 2),)])
def test_like_the_reference_evaluator(rules: Rules) -> None:
    games, seed = 8, 7
    ends = []
    for made in (variant_engine("2018", (), 6), variant_engine("2018", rules, 6)):
        last = [[*reference_game(made, seed, game)][-1][1] for game in range(games)]
        ends.append([(s["money"], made.reference.call("winners", (), s)) for s in last])
    money = sum(a[0] != b[0] for a, b in zip(*ends, strict=True)) / games
    winner = sum(a[1] != b[1] for a, b in zip(*ends, strict=True)) / games
    found = impact("2018", rules, games, seed)
    assert (found.games, found.money_changed, found.winner_changed) == (games, money, winner)


@pytest.mark.parametrize("chance", [0.0005, 0.002, 0.01, 0.05, 0.3, 0.5, 0.9, 0.99])
def test_the_interval_holds_the_chance(chance: float) -> None:
    """In 99 of 100 series of games, by the binomial distribution itself; a little less where it is coarse."""
    games = 400
    held = [k for k in range(games + 1) if abs(k / games - chance) <= _half(k / games, games)]
    assert sum(comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in held) > 0.988
