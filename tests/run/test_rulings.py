"""Rulings: each is a choice that can be switched, and switching it does what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli.calling import FINAL, LEG, POSITION, call, write

from camelrules.lang.library import load
from camelrules.lang.syntax import Param
from camelrules.lang.walk import all_expressions

# The table of open questions that this project was given.
BOTH = {
    "beyond.tile",
    "beyond.rank",
    "carried_back.rank",
    "carried_back.leg",
    "tile.mixed_unit",
    "end.fifth_die",
    "money.floor.final",
    "money.partial",
    "a2.own_space",
    "a2.flip",
    "bank.empty",
    "a3.no_die",
    "setup.who",
    "a2.none",
}
LATER = {"part.last_leg", "part.empty"}
# Who chooses at setup is not what can be chosen: the program draws for him, so both alternatives play alike.
ALIKE = {"setup.who"}


@pytest.mark.parametrize(("edition", "names"), [("2014", BOTH), ("2018", BOTH | LATER)])
def test_every_open_question_is_a_ruling(edition: str, names: set[str]) -> None:
    """With a question, a default among the alternatives, and a rule that reads it where there is a choice."""
    game = load(edition)
    rulings = {p.name: p for p in game.parameters.values() if p.kind == "ruling"}
    assert names <= set(rulings)
    tables: tuple[dict[str, Any], ...] = (game.functions, game.decisions, game.effects, game.actions)
    read = {e.name for table in tables for d in table.values() for e in all_expressions(d) if isinstance(e, Param)}
    for name, ruling in rulings.items():
        assert ruling.question.endswith("?") or "?" in ruling.question
        assert ruling.value in [a for a, _ in ruling.alternatives]
        assert len(ruling.alternatives) == 1 or name in read | ALIKE, f"{name} changes nothing"


def ranking(folder: Path, track: dict[str, list[str]], *settings: str) -> list[str]:
    """The ranking of a finished race, read off the odds, which are certain."""
    path = write(folder, {"edition": "2018", "track": track})
    options = [word for setting in settings for word in ("--set", setting)]
    camels = call("odds", path, "--format", "json", *options).json["camels"]
    return [next(c for c, row in camels.items() if row[place] == "1") for place in range(5)]


def test_rank_beyond_the_line(tmp_path: Path) -> None:
    """Red on 18 leads, or stands on the printed 2 behind blue on 3 and before the camels on 1."""
    track = {"18": ["red"], "3": ["blue"], "1": ["green", "yellow", "purple"], "14": ["white"], "16": ["black"]}
    assert ranking(tmp_path, track) == ["red", "blue", "purple", "yellow", "green"]
    assert ranking(tmp_path, track, "beyond.rank=by_printed_space") == ["blue", "red", "purple", "yellow", "green"]


def test_rank_of_those_carried_back(tmp_path: Path) -> None:
    """Red on -1 came down on white's 15: it is last in the leg too, unless it counts by the stack there."""
    track = {"-1": ["black", "red"], "3": ["blue"], "1": ["green", "yellow", "purple"], "15": ["white"]}
    assert ranking(tmp_path, track) == ["blue", "purple", "yellow", "green", "red"]
    first = ["red", "blue", "purple", "yellow", "green"]
    assert ranking(tmp_path, track, "carried_back.leg=end_only") == first
    assert ranking(tmp_path, track, "carried_back.rank=stack_rule") == first


def changes(folder: Path, kind: str, data: dict[str, Any], *settings: str) -> dict[str, int]:
    """What each player gains or loses."""
    options = [word for setting in settings for word in ("--set", setting)]
    players = call("score", kind, write(folder, data), "--format", "json", *options).json["players"]
    return {name: line["change"] for name, line in players.items()}


def test_debts(tmp_path: Path) -> None:
    """Owes 3 and has 2: pays 2, or nothing."""
    file = {**LEG, "players": {"p1": {"money": 2, "tickets": [["red", 5], ["blue", 5], ["purple", 5]]}}}
    assert changes(tmp_path, "leg", file) == {"p1": -2}
    assert changes(tmp_path, "leg", file, "money.partial=pays_nothing") == {"p1": 0}


def test_floor_card_by_card_or_on_the_sum(tmp_path: Path) -> None:
    """p2 has nothing: his wrong card is waived and 8 are paid; on the sum he gets 7."""
    assert changes(tmp_path, "final", FINAL)["p2"] == 8
    assert changes(tmp_path, "final", FINAL, "money.floor.final=net")["p2"] == 7


def test_tile_beyond_the_line(tmp_path: Path) -> None:
    """Green crosses to 18, the printed 2, where a tile lies."""
    position = {**POSITION, "tiles": {"2": {"owner": "p2", "side": "cheer"}}}
    ask = ("move", write(tmp_path, position), "--die", "green", "--value", 2, "--format", "json")
    assert "18" in call(*ask).json["position"]["track"]
    pushed = call(*ask, "--set", "beyond.tile=pay_and_push").json
    assert "19" in pushed["position"]["track"] and pushed["events"][0] == {"kind": "pay", "player": "p2", "amount": 1}


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_every_alternative_can_be_played(edition: str) -> None:
    """A game under each alternative of each ruling comes to its end."""
    for name, ruling in load(edition).parameters.items():
        for alternative, _ in ruling.alternatives:
            if alternative != ruling.value:
                game = call(
                    "play",
                    "--edition",
                    edition,
                    "--players",
                    6,
                    "--seed",
                    9,
                    "--set",
                    f"{name}={alternative}",
                    "--format",
                    "json",
                )
                assert game.status == 0, (name, alternative, game.err)
