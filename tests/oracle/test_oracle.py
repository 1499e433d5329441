"""The oracle against arithmetic done by hand."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from typing import Any

import pytest

from . import rules
from .rules import EDITION_2014, EDITION_2018, Json

DICE_2018 = ["blue", "green", "purple", "red", "yellow", "grey"]


def position(track: dict[int, list[str]], **more: Any) -> Json:
    """A 2018 position; camels not named stand alone on spaces 8 to 13, out of the way."""
    named = {camel for stack in track.values() for camel in stack}
    rest = [camel for camel in EDITION_2018.camels if camel not in named]
    spaces = {**track, **{7 + n: [camel] for n, camel in enumerate(rest, 1)}}
    assert len(spaces) == len(track) + len(rest), "an unnamed camel would displace a named one"
    tiles = {str(s): {"owner": o, "side": d} for s, (o, d) in more.get("tiles", {}).items()}
    return {
        "edition": "2018",
        "track": {str(space): list(stack) for space, stack in spaces.items()},
        "tiles": tiles,
        "pyramid": list(more.get("pyramid", DICE_2018)),
    }


# --- moves -----------------------------------------------------------------------------------


def test_red_moves_three_and_carries_yellow() -> None:
    """The camels below the mover stay, those above it come along (ex.carry)."""
    before = position({2: ["blue", "red", "yellow"]})
    answer = rules.move(before, "red", 3)
    track = answer["position"]["track"]
    assert track["2"] == ["blue"]
    assert track["5"] == ["red", "yellow"]
    assert answer["mover"] == "red"
    assert answer["events"] == []
    assert answer["position"]["pyramid"] == ["blue", "green", "purple", "yellow", "grey"]
    assert before["track"]["2"] == ["blue", "red", "yellow"], "the request must not change"


def test_purple_moves_two_with_green_onto_yellow() -> None:
    """A unit that ends on an occupied space goes on top (ex.stack)."""
    answer = rules.move(position({3: ["purple", "green"], 5: ["yellow"]}), "purple", 2)
    assert answer["position"]["track"]["5"] == ["yellow", "purple", "green"]
    assert "3" not in answer["position"]["track"]


def test_whole_answer_to_the_letter() -> None:
    """The shape of the contract, with nothing beside it."""
    before = {
        "edition": "2014",
        "track": {"14": ["white", "blue"], "2": ["orange"], "3": ["green"], "1": ["yellow"]},
        "tiles": {"16": {"owner": "p4", "side": "cheer"}},
        "pyramid": ["yellow", "white", "blue"],
    }
    assert rules.move(before, "white", 2) == {
        "position": {
            "edition": "2014",
            "track": {"1": ["yellow"], "2": ["orange"], "3": ["green"], "17": ["white", "blue"]},
            "tiles": {"16": {"owner": "p4", "side": "cheer"}},
            "pyramid": ["yellow", "blue"],
        },
        "mover": "white",
        "events": [{"kind": "pay", "player": "p4", "amount": 1}, {"kind": "finish"}],
    }


def test_passing_a_tile_has_no_effect() -> None:
    """Only the end of a move counts (tile.trigger)."""
    answer = rules.move(position({3: ["red"]}, tiles={5: ("p1", "cheer")}), "red", 3)
    assert answer["position"]["track"]["6"] == ["red"]
    assert answer["events"] == []


@pytest.mark.parametrize(
    ("die", "value", "side", "space", "stack"),
    [
        ("red", 2, "cheer", "6", ["yellow", "red", "blue"]),
        ("red", 2, "boo", "4", ["red", "blue", "green"]),
        ("grey", 1, "cheer", "4", ["green", "black", "purple"]),
        ("grey", 1, "boo", "6", ["black", "purple", "yellow"]),
    ],
)
def test_tiles_push_in_the_movers_own_direction(die: str, value: int, side: str, space: str, stack: list[str]) -> None:
    """Forward on top, backward underneath, mirrored for crazy camels; the owner is paid once."""
    before = position({3: ["red", "blue"], 4: ["green"], 6: ["yellow"], 7: ["white"]}, tiles={5: ("p3", side)})
    if die == "grey":
        # The crazy unit must start one space above the tile, on top of yellow.
        before = position({4: ["green"], 6: ["yellow", "black", "purple"], 7: ["white"]}, tiles={5: ("p3", side)})
    answer = rules.move(before, die, value, "white" if die == "grey" else None)
    assert answer["position"]["track"][space] == stack
    assert answer["events"] == [{"kind": "pay", "player": "p3", "amount": 1}]
    assert answer["position"]["tiles"] == {"5": {"owner": "p3", "side": side}}


def test_booed_unit_goes_under_the_camels_it_left() -> None:
    """Back on its own space the unit slips below those who stayed (tile.space_left)."""
    before = position({4: ["blue", "red", "yellow"]}, tiles={5: ("p2", "boo")})
    answer = rules.move(before, "red", 1)
    assert answer["position"]["track"]["4"] == ["red", "yellow", "blue"]


def test_tile_direction_follows_the_camel_the_die_moved() -> None:
    """A racing camel with a crazy one on its back is pushed as a racing camel (tile.mixed_unit)."""
    before = position({4: ["red", "black"]}, tiles={6: ("p2", "cheer")})
    assert rules.move(before, "red", 2)["position"]["track"]["7"] == ["red", "black"]


def test_nothing_happens_beyond_the_line() -> None:
    """Space 18 is not space 2: neither its tile nor its camels matter (beyond.tile)."""
    before = position({15: ["red", "blue"], 1: ["green"]}, tiles={2: ("p1", "boo")})
    answer = rules.move(before, "red", 3)
    assert answer["position"]["track"]["18"] == ["red", "blue"]
    assert answer["events"] == [{"kind": "finish"}]


def test_space_sixteen_is_before_the_line() -> None:
    """The line lies between 16 and 1, so reaching 16 is no crossing."""
    assert rules.move(position({14: ["red"]}), "red", 2)["events"] == []
    assert rules.move(position({14: ["red"]}), "red", 3)["events"] == [{"kind": "finish"}]


# --- crazy camels ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "face", "mover"),
    [
        pytest.param({14: ["white"], 16: ["black"]}, "white", "white", id="colour-white"),
        pytest.param({14: ["white"], 16: ["black"]}, "black", "black", id="colour-black"),
        pytest.param({14: ["white", "red"], 16: ["black"]}, "black", "white", id="sole-carrier"),
        pytest.param({14: ["white", "red"], 16: ["black", "blue"]}, "black", "black", id="both"),
        pytest.param({14: ["red", "white"], 16: ["black"]}, "black", "black", id="on-racer"),
        pytest.param({14: ["white", "black"]}, "white", "black", id="stacked"),
        pytest.param({14: ["white", "black", "red"]}, "white", "black", id="stacked-under-racer"),
        pytest.param({14: ["red", "black", "white"]}, "black", "white", id="stacked-on-racer"),
        pytest.param({14: ["white", "red", "black"]}, "black", "white", id="racer-between"),
        pytest.param({14: ["white", "red", "black", "blue"]}, "black", "black", id="racers-above-both"),
    ],
)
def test_crazy_mover(track: dict[int, list[str]], face: str, mover: str) -> None:
    """The colour decides unless there is one carrier or one crazy camel directly on the other."""
    assert rules.move(position(track), "grey", 1, face)["mover"] == mover


def test_carrying_may_be_read_directly_or_transitively() -> None:
    """Over every arrangement of two crazy and two racing camels both readings agree.

    Two racing camels suffice: what matters is whether one lies between the crazy camels or above.
    """
    camels = ["black", "white", "red", "blue"]
    for order in permutations(camels):
        for cuts in product((False, True), repeat=3):
            stacks: list[list[str]] = [[order[0]]]
            for camel, cut in zip(order[1:], cuts, strict=True):
                if cut:
                    stacks.append([camel])
                else:
                    stacks[-1].append(camel)
            track = dict(enumerate(stacks, 1))
            for face in ("black", "white"):
                pairs = [(a, b) for s in stacks for a, b in pairwise(s)]
                direct = [a for a, b in pairs if a in camels[:2] and b in camels[2:]]
                upper = [b for a, b in pairs if a in camels[:2] and b in camels[:2]]
                answers = {direct[0]} if len(direct) == 1 else set()
                answers |= set(upper)
                assert len(answers) <= 1, "the exceptions would disagree"
                expected = answers.pop() if answers else face
                assert rules.crazy_mover(track, face, EDITION_2018) == expected


def test_crazy_camel_moves_counterclockwise_with_its_riders() -> None:
    """Crazy units carry and land like any other, only the other way round."""
    before = position({16: ["yellow", "black", "green"], 14: ["red", "white"]})
    answer = rules.move(before, "grey", 2, "white")
    assert answer["mover"] == "black"
    assert answer["position"]["track"]["14"] == ["red", "white", "black", "green"]
    assert answer["position"]["track"]["16"] == ["yellow"]


def test_racers_carried_back_over_the_line_are_last() -> None:
    """Spaces count on below 1, so the carried camels rank behind those on space 1."""
    before = position({2: ["blue", "black", "red", "green"], 1: ["yellow"], 15: ["white"]})
    answer = rules.move(before, "grey", 3, "white")
    assert answer["mover"] == "black"
    assert answer["position"]["track"]["-1"] == ["black", "red", "green"]
    assert answer["events"] == [{"kind": "finish"}]
    stacks = rules.stacks_of(answer["position"])
    assert rules.ranking(stacks, EDITION_2018) == ["purple", "blue", "yellow", "green", "red"]


@pytest.mark.parametrize(
    ("die", "value", "face"),
    [
        ("red", 4, None),
        ("red", 1, "white"),
        ("grey", 1, None),
        ("grey", 1, "red"),
        ("blue", 1, None),
    ],
)
def test_impossible_reveals_are_refused(die: str, value: int, face: str | None) -> None:
    """A comparison with the oracle must not rest on a request that has no meaning."""
    with pytest.raises(ValueError, match="die"):
        rules.move(position({}, pyramid=["red", "grey", "green"]), die, value, face)


def test_no_reveal_after_the_leg_or_the_race() -> None:
    """The sixth die stays inside, and a crossing stops everything."""
    with pytest.raises(ValueError, match="leg is over"):
        rules.move(position({}, pyramid=["red"]), "red", 1)
    with pytest.raises(ValueError, match="leg is over"):
        rules.move(position({17: ["blue"]}), "red", 1)


# --- odds ------------------------------------------------------------------------------------


def test_odds_with_one_reveal_to_come() -> None:
    """Red catches blue with a 2 or a 3, and its die comes out half of the time: 1/2 * 2/3."""
    before = position(
        {5: ["blue"], 3: ["red"], 1: ["green", "purple", "yellow"], 14: ["white"], 16: ["black"]},
        pyramid=["red", "grey"],
    )
    assert rules.odds(before)["camels"] == {
        "blue": ["2/3", "1/3", "0", "0", "0"],
        "red": ["1/3", "2/3", "0", "0", "0"],
        "yellow": ["0", "0", "1", "0", "0"],
        "purple": ["0", "0", "0", "1", "0"],
        "green": ["0", "0", "0", "0", "1"],
    }


def test_odds_of_the_grey_die() -> None:
    """White comes up in 1/2 * 1/2 of all cases and then carries blue from above red to behind it.

    Both crazy camels carry, so the colour decides. White takes blue from 5 to 4, 3 or 2, while red
    stays on 5; black takes yellow from 9 to 8, 7 or 6, still first. Green's die (1/2) moves green
    from 1 to 2, 3 or 4 and changes no place.
    """
    before = position(
        {9: ["black", "yellow"], 5: ["red", "white", "blue"], 1: ["purple", "green"]},
        pyramid=["grey", "green"],
    )
    camels = rules.odds(before)["camels"]
    assert camels["yellow"] == ["1", "0", "0", "0", "0"]
    assert camels["red"] == ["0", "1/4", "3/4", "0", "0"]
    assert camels["blue"] == ["0", "3/4", "1/4", "0", "0"]
    assert camels["green"] == ["0", "0", "0", "1", "0"]


def test_odds_stop_when_the_race_ends() -> None:
    """Whichever of blue (16) and green (15) comes out first wins, whatever it shows.

    Blue first: it crosses and leads. Green first with 2 or 3: it crosses; with 1 it lands on blue
    and is carried across on top. So each wins half of the time and the other is second.
    """
    before = {
        "edition": "2014",
        "track": {"16": ["blue"], "15": ["green"], "3": ["white", "orange", "yellow"]},
        "tiles": {},
        "pyramid": ["green", "blue"],
    }
    camels = rules.odds(before)["camels"]
    assert camels["blue"] == ["1/2", "1/2", "0", "0", "0"]
    assert camels["green"] == ["1/2", "1/2", "0", "0", "0"]
    assert camels["yellow"] == ["0", "0", "1", "0", "0"]


@pytest.mark.parametrize("pyramid", [DICE_2018, ["red"]], ids=["race-over", "leg-over"])
def test_odds_when_nothing_follows(pyramid: list[str]) -> None:
    """The present ranking is certain."""
    ahead = 17 if len(pyramid) > 1 else 16
    before = position({ahead: ["red", "blue"], 1: ["yellow", "green"], 5: ["purple"]})
    before["pyramid"] = pyramid
    camels = rules.odds(before)["camels"]
    order = ["blue", "red", "purple", "green", "yellow"]
    assert camels == {c: ["1" if p == q else "0" for q in range(5)] for p, c in enumerate(order)}


# --- scoring ---------------------------------------------------------------------------------


def leg(money: int, tickets: list[list[Any]], pyramid: int = 0, partner: str | None = None) -> Json:
    """One player's part of a leg scoring file."""
    return {"money": money, "tickets": tickets, "pyramid_tickets": pyramid, "partner": partner}


def leg_changes(**players: Json) -> dict[str, int]:
    """The changes after a leg that green won before yellow."""
    ranking = ["green", "yellow", "blue", "red", "purple"]
    answer = rules.score_leg({"edition": "2018", "ranking": ranking, "players": players})
    for name, line in answer["players"].items():
        assert line["money"] == players[name]["money"] + line["change"]
        assert set(line) == {"money", "change"}
    return {name: line["change"] for name, line in answer["players"].items()}


def test_leg_example_of_the_rulebooks() -> None:
    """5 + 2 + 1 - 1 + 1 + 1 = 9 (leg.score.example)."""
    tickets = [["green", 5], ["green", 2], ["yellow", 5], ["blue", 3]]
    assert leg_changes(p1=leg(3, tickets, 2)) == {"p1": 9}


def test_leg_floor_is_on_the_net_sum() -> None:
    """Owes 3 and has 2: pays 2; losses are first set off against gains."""
    three = [["blue", 5], ["red", 5], ["purple", 5]]
    assert leg_changes(p1=leg(2, three)) == {"p1": -2}
    assert leg_changes(p1=leg(0, three, 2)) == {"p1": 0}
    assert leg_changes(p1=leg(0, [*three, ["green", 5]])) == {"p1": 2}


def test_partner_copies_the_best_positive_reward() -> None:
    """Each keeps his own and adds one of the other's, before the floor applies."""
    one = leg(3, [["green", 3], ["green", 5], ["red", 2]], 1, "p2")  # 3 + 5 - 1 + 1 = 8
    two = leg(0, [["red", 5], ["blue", 5]], 1, "p1")  # -1 - 1 + 1 = -1
    assert leg_changes(p1=one, p2=two) == {"p1": 8 + 1, "p2": -1 + 5}


def test_partner_never_copies_a_loss() -> None:
    """Copying is optional, and there may be nothing to copy."""
    loses = leg(3, [["red", 5]], 0, "p2")
    empty = leg(3, [], 0, "p1")
    assert leg_changes(p1=loses, p2=empty) == {"p1": -1, "p2": 0}


def test_no_partners_in_2014() -> None:
    """A partnership is an action of the 2018 edition only."""
    file = {"edition": "2014", "ranking": list(EDITION_2014.racing)}
    players = {"p1": leg(3, [], 0, "p2"), "p2": leg(3, [], 0, "p1")}
    with pytest.raises(ValueError, match="no partnerships"):
        rules.score_leg({**file, "players": players})


def final(money: dict[str, int], winner: list[list[str]], loser: list[list[str]]) -> dict[str, int]:
    """The changes after a race that green won and purple lost."""
    ranking = ["green", "yellow", "blue", "red", "purple"]
    answer = rules.score_final(
        {
            "edition": "2018",
            "ranking": ranking,
            "winner_deck": winner,
            "loser_deck": loser,
            "money": money,
        }
    )
    return {name: line["change"] for name, line in answer["players"].items()}


def test_final_example_of_the_rulebooks() -> None:
    """Winner deck -1 -1 8 5, loser deck 8 -1 -1 5 3, each card here with an owner of its own."""
    money = dict.fromkeys(["p1", "p2", "p3", "p4", "p5"], 3)
    winner = [["p1", "red"], ["p2", "blue"], ["p3", "green"], ["p4", "green"]]
    assert final(money, winner, []) == {"p1": -1, "p2": -1, "p3": 8, "p4": 5, "p5": 0}
    cards = ["purple", "green", "yellow", "purple", "purple"]
    loser = [[f"p{n}", card] for n, card in enumerate(cards, 1)]
    assert final(money, [], loser) == {"p1": 8, "p2": -1, "p3": -1, "p4": 5, "p5": 3}


def test_final_scale_starts_again_for_the_loser_deck() -> None:
    """8, 5, 3, 2 and then 1 for every further card, in each deck."""
    names = [f"p{n}" for n in range(1, 8)]
    money = dict.fromkeys(names, 0)
    winner = [[name, "green"] for name in names]
    loser = [[name, "purple"] for name in reversed(names)]
    assert list(final(money, winner, []).values()) == [8, 5, 3, 2, 1, 1, 1]
    assert list(final(money, winner, loser).values()) == [9, 6, 4, 4, 4, 6, 9]


def test_final_floor_is_card_by_card() -> None:
    """A waived loss stays waived: 1 - 1, then nothing, then 8; the net would give 1 + 6 = 7."""
    winner = [["p1", "red"], ["p1", "blue"], ["p1", "green"]]
    assert final({"p1": 1}, winner, []) == {"p1": 7}
    assert final({"p1": 0}, [["p1", "red"]], [["p1", "purple"]]) == {"p1": 8}
    assert final({"p1": 0}, [["p1", "green"]], [["p1", "red"]]) == {"p1": 7}
