"""Thousands of seeded requests, answered by the specification and by the independent oracle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from oracle import generate, rules

from camelrules.run.scoring import score_final, score_leg

from .oracle import EDITIONS, document, our_move, our_odds

pytestmark = pytest.mark.agreement
ALL = pytest.mark.parametrize("name", EDITIONS)


@ALL
@pytest.mark.parametrize("part", range(2))
def test_moves(name: str, part: int) -> None:
    """Who moves where, onto or under whom, who is paid, and whether the race ends."""
    edition = EDITIONS[name]
    rng = Random(f"moves {name} {part}")
    for number in range(400):
        request = generate.random_move_request(rng, edition)
        roll = {key: request[key] for key in ("die", "value", "face") if key in request}
        position = {key: value for key, value in request.items() if key not in roll}
        # Now and then both of our evaluators are asked, as the command does.
        assert our_move(request, checked=number % 20 == 0) == rules.move(position, **roll, edition=edition), request


@ALL
@pytest.mark.parametrize("reveals", [1, 2, 3])
def test_odds(name: str, reveals: int) -> None:
    """Exact chances of every place, from drawn positions and from the middle of races."""
    edition = EDITIONS[name]
    rng = Random(f"odds {name} {reveals}")
    for _ in range({1: 60, 2: 20, 3: 3}[reveals]):
        position = generate.random_position(rng, edition, reveals)
        assert our_odds(position) == rules.odds(position, edition), position
    position = generate.finished_position(rng, edition)
    assert our_odds(position) == rules.odds(position, edition), position


@pytest.mark.parametrize("name", ["2014", "2018"])
def test_odds_of_a_whole_leg(name: str) -> None:
    """All dice are still inside."""
    position = generate.random_position(Random(f"leg {name}"), EDITIONS[name], EDITIONS[name].leg_dice)
    position["track"] = generate.setup_position(Random(1), EDITIONS[name])["track"]
    position["tiles"] = {}
    assert our_odds(position) == rules.odds(position, EDITIONS[name])


@ALL
def test_leg_scoring(name: str) -> None:
    """Tickets, pyramid tickets, partners and the floor."""
    edition = EDITIONS[name]
    rng = Random(f"leg {name}")
    for number in range(400):
        file = generate.random_leg_file(rng, edition)
        assert score_leg(document(file), checked=number % 40 == 0) == rules.score_leg(file, edition), file


@ALL
def test_final_scoring(name: str) -> None:
    """Both decks, card by card, and the floor."""
    edition = EDITIONS[name]
    rng = Random(f"final {name}")
    for number in range(400):
        file = generate.random_final_file(rng, edition)
        assert score_final(document(file), checked=number % 20 == 0) == rules.score_final(file, edition), file


def test_the_draws_reach_partners_and_the_floor() -> None:
    """Else the comparisons above would say nothing of them."""
    rng = Random("leg 2018")
    files: list[dict[str, Any]] = [generate.random_leg_file(rng, EDITIONS["2018"]) for _ in range(400)]
    assert sum(any(p["partner"] for p in f["players"].values()) for f in files) > 50
    broke = [f for f in files if any(a["money"] == 0 for a in rules.score_leg(f)["players"].values())]
    assert len(broke) > 50
