"""The generators keep their promises, and on what they draw the oracle agrees with itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from random import Random

import pytest

from . import generate, rules
from .rules import EDITION_2014, EDITION_2018, Edition, Json

HOUSE = replace(
    EDITION_2018,
    name="house",
    spaces=20,
    racing=("blue", "green", "orange", "purple", "red", "yellow"),
    grey_dice=("grey", "grey2"),
    leg_dice=6,
    ticket_values=(7, 4, 2),
)
ALL = pytest.mark.parametrize("edition", [EDITION_2014, EDITION_2018, HOUSE], ids=lambda edition: edition.name)


def check_position(before: Json, edition: Edition) -> None:
    """Assert what the generators promise of a position."""
    camels = [camel for stack in before["track"].values() for camel in stack]
    assert sorted(camels) == sorted(edition.camels)
    assert all(before["track"].values())
    spaces = sorted(int(space) for space in before["tiles"])
    assert all(2 <= space <= edition.spaces for space in spaces)
    assert not before["tiles"].keys() & before["track"].keys()
    assert all(b - a > 1 for a, b in pairwise(spaces))
    owners = [tile["owner"] for tile in before["tiles"].values()]
    assert len(set(owners)) == len(owners) <= edition.players[1]
    assert len(set(before["pyramid"])) == len(before["pyramid"])
    assert set(before["pyramid"]) <= set(edition.dice)


@ALL
def test_generated_positions_are_legal(edition: Edition) -> None:
    """Positions keep the placement rules, and only finished ones have a leg that is over."""
    rng = Random(1)
    for _ in range(300):
        for draw in (generate.random_position, generate.played_position):
            before = draw(rng, edition)
            check_position(before, edition)
            assert not rules.leg_over(before, edition)
        finished = generate.finished_position(rng, edition)
        check_position(finished, edition)
        assert rules.race_over(finished, edition)


@ALL
def test_moves_keep_all_camels_and_reach_every_case(edition: Edition) -> None:
    """Comparing moves means little unless the draws reach each rule of movement."""
    rng = Random(2)
    seen: Counter[str] = Counter()
    for _ in range(3000):
        request = generate.random_move_request(rng, edition)
        roll = {key: request.pop(key) for key in ("die", "value", "face") if key in request}
        answer = rules.move(request, **roll, edition=edition)
        after = answer["position"]
        check_position(after, edition)
        seen.update(event["kind"] for event in answer["events"])
        direction = "back" if "face" in roll else "on"
        if answer["events"][-1:] == [{"kind": "finish"}]:
            seen[f"finish {direction}"] += 1
        if answer["mover"] != roll.get("face", roll["die"]):
            seen["exception"] += 1
        start = next(s for s, stack in request["track"].items() if answer["mover"] in stack)
        if answer["mover"] in after["track"].get(start, []):
            seen[f"back home {direction}"] += len(after["track"][start]) > 1
    cases = {"pay", "finish", "finish on", "back home on"}
    if edition.crazy:
        cases |= {"exception", "finish back", "back home back"}
    assert {case for case in cases if seen[case] < 5} == set(), seen


@ALL
def test_generated_scoring_files_use_only_what_is_in_the_box(edition: Edition) -> None:
    """Tickets come off their stacks from the top, and each finish card is placed once at most."""
    rng = Random(3)
    seen: Counter[str] = Counter()
    for _ in range(300):
        file = generate.random_leg_file(rng, edition)
        players = file["players"]
        out = Counter(tuple(t) for player in players.values() for t in player["tickets"])
        for colour in edition.racing:
            values = sorted((v for c, v in out.elements() if c == colour), reverse=True)
            assert values == list(edition.ticket_values[: len(values)])
        assert 1 <= sum(p["pyramid_tickets"] for p in players.values()) <= edition.leg_dice
        for name, player in players.items():
            if player["partner"] is not None:
                assert player["partner"] != name
                assert players[player["partner"]]["partner"] == name
                assert len(players) >= 6
        lines = rules.score_leg(file, edition)["players"].values()
        assert all(line["money"] >= 0 for line in lines)
        seen["leg floor"] += any(line["money"] == 0 for line in lines)
        seen["partners"] += any(player["partner"] for player in players.values())

        file = generate.random_final_file(rng, edition)
        cards = [tuple(card) for card in file["winner_deck"] + file["loser_deck"]]
        assert len(set(cards)) == len(cards)
        assert {owner for owner, _ in cards} <= file["money"].keys()
        after = {n: v["money"] for n, v in rules.score_final(file, edition)["players"].items()}
        assert all(money >= 0 for money in after.values())
        seen["final floor"] += any(money == 0 for money in after.values())
    assert seen["leg floor"]
    assert seen["final floor"]
    assert bool(seen["partners"]) == (edition.partnership_from is not None)


@ALL
def test_the_same_seed_draws_the_same(edition: Edition) -> None:
    """A failing comparison can be run again from its seed."""
    draws = (
        generate.random_move_request,
        generate.finished_position,
        generate.random_leg_file,
        generate.random_final_file,
    )
    for draw in draws:
        assert draw(Random(4), edition) == draw(Random(4), edition)
        assert draw(Random(4), edition) != draw(Random(5), edition)


def enumerated_odds(before: Json, edition: Edition) -> Json:
    """The odds with neither memory nor weights: `move` along every order of dice and faces."""
    reveals = edition.leg_dice - (len(edition.dice) - len(before["pyramid"]))
    chances = {camel: [Fraction(0)] * len(edition.racing) for camel in edition.racing}
    orders = list(permutations(before["pyramid"], reveals))
    for order in orders:
        faces = [
            list(product(edition.crazy, edition.grey_values))
            if die in edition.grey_dice
            else [(None, value) for value in edition.racing_faces]
            for die in order
        ]
        for shown in product(*faces):
            at = before
            for die, (face, value) in zip(order, shown, strict=True):
                if not rules.race_over(at, edition):
                    at = rules.move(at, die, value, face, edition=edition)["position"]
            for place, camel in enumerate(rules.ranking(rules.stacks_of(at), edition)):
                chances[camel][place] += Fraction(1, len(orders) * 6 ** len(order))
    return {"camels": {camel: [str(p) for p in row] for camel, row in chances.items()}}


@ALL
@pytest.mark.parametrize("reveals", [1, 2])
def test_odds_agree_with_plain_enumeration(edition: Edition, reveals: int) -> None:
    """Counting with memory gives what walking every path gives."""
    rng = Random(f"odds {edition.name} {reveals}")
    for _ in range(6):
        before = generate.random_position(rng, edition, reveals)
        assert rules.odds(before, edition) == enumerated_odds(before, edition)
