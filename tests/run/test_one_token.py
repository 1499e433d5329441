"""`spec/` edited by one token: what the commands say changes accordingly, and nothing else does."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.calling import FINAL, LEG, POSITION, Answer, call, write

from camelrules.lang.library import data_folder, library, load
from camelrules.run import engine

Edit = Callable[[str, str, str], None]


def forget() -> None:
    """Editions are read once in a process; here they change."""
    for cached in (library, load, engine._engine):
        cached.cache_clear()


@pytest.fixture
def edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Edit]:
    """Changes a text that stands once in a file of a copy of the specification."""
    copy = tmp_path / "spec"
    shutil.copytree(data_folder("spec"), copy)
    monkeypatch.setenv("CAMELRULES_SPEC", str(copy))

    def change(file: str, old: str, new: str) -> None:
        path = copy / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        forget()

    forget()
    yield change
    monkeypatch.undo()
    forget()


@pytest.fixture
def ask(tmp_path: Path) -> Callable[..., Any]:
    """Calls a command on a request and gives its answer as data."""

    def asking(*command: Any, **request: Any) -> Any:
        return asked(tmp_path, *command, **request).json

    return asking


def asked(folder: Path, *command: Any, **request: Any) -> Answer:
    """Calls a command on a request."""
    return call(*command, write(folder, request), "--format", "json")


RED = ("move", "--die", "red", "--value")


def test_boo_lands_on_top(edit: Edit, ask: Callable[..., Any]) -> None:
    """Pushed back onto purple: under it by the rules, on it after the edit."""
    track = {"4": ["red", "yellow"], "6": ["purple"], "14": ["white"], "16": ["black", "green"], "3": ["blue"]}
    position = {**POSITION, "track": track, "tiles": {"7": {"owner": "p1", "side": "boo"}}}
    assert ask(*RED, 3, **position)["position"]["track"]["6"] == ["red", "yellow", "purple"]
    edit("game/tiles.yaml", "boo.end: {type: end, is: bottom", "boo.end: {type: end, is: top")
    assert ask(*RED, 3, **position)["position"]["track"]["6"] == ["purple", "red", "yellow"]
    cheered = ask(*RED, 3, **{**position, "tiles": {"7": {"owner": "p1", "side": "cheer"}}})
    assert cheered["position"]["track"]["8"] == ["red", "yellow"], "a cheer is as before"


POOR = {**LEG, "players": {"p1": {"money": 1, "tickets": [["red", 5], ["blue", 5], ["purple", 5]]}}}


def test_floor_removed(edit: Edit, ask: Callable[..., Any]) -> None:
    """Three lost bets and one pound: 0 by the rules, -2 without the exception; in the end scoring too."""
    assert ask("score", "leg", **POOR)["players"]["p1"] == {"money": 0, "change": -1}
    assert ask("score", "final", **FINAL)["players"]["p2"]["change"] == 8
    path = Path(str(data_folder("spec"))) / "game" / "money.yaml"
    text = path.read_text(encoding="utf-8")
    start = text.index("    exceptions:\n      cannot_pay:")
    edit("game/money.yaml", text[start : text.index("effects:", start)], "\n")
    assert ask("score", "leg", **POOR)["players"]["p1"] == {"money": -2, "change": -3}
    assert ask("score", "final", **FINAL)["players"]["p2"]["change"] == 7
    game = call("play", "--seed", 5, "--players", 8, "--format", "json").json
    assert len(game["winners"]) >= 1


def test_floor_lowered(edit: Edit, ask: Callable[..., Any]) -> None:
    """Nobody falls below -1."""
    edit("game/money.yaml", "money.floor: {type: int, is: 0,", "money.floor: {type: int, is: -1,")
    assert ask("score", "leg", **POOR)["players"]["p1"] == {"money": -1, "change": -2}
    edit("game/money.yaml", "money.floor: {type: int, is: -1,", "money.floor: {type: int, is: -5,")
    assert ask("score", "leg", **POOR)["players"]["p1"] == {"money": -2, "change": -3}


def reveals(game: dict[str, Any]) -> set[int]:
    """How many dice were revealed in each leg that was played to its end."""
    found, dice = set(), 0
    for turn in game["turns"]:
        dice += sum(e["kind"] == "reveal" for e in turn["events"])
        if any(e["kind"] == "leg" for e in turn["events"]):
            found.add(dice)
            dice = 0
    return found


def test_six_dice_in_a_leg(edit: Edit, ask: Callable[..., Any], tmp_path: Path) -> None:
    """5 of 6 dice become 6 of 6: the last die is revealed, counts for the odds and ends the leg."""
    track = {"5": ["blue"], "3": ["red"], "1": ["green", "purple", "yellow"], "14": ["white"], "12": ["black"]}
    last = {"edition": "2018", "track": track, "pyramid": ["red"]}
    play = ("play", "--seed", 4, "--players", 4, "--format", "json")
    assert ask("odds", **last)["camels"]["red"] == ["0", "1", "0", "0", "0"]
    assert asked(tmp_path, *RED, 2, **last).status == 2
    assert reveals(call(*play).json) == {5}
    edit("game/leg.yaml", 'leg.dice: {type: "1..", is: 5,', 'leg.dice: {type: "1..", is: 6,')
    assert ask("odds", **last)["camels"]["red"] == ["2/3", "1/3", "0", "0", "0"]
    assert ask(*RED, 2, **last)["position"]["track"]["5"] == ["blue", "red"]
    assert reveals(call(*play).json) == {6}


def test_ticket_values(edit: Edit, ask: Callable[..., Any], tmp_path: Path) -> None:
    """The top ticket is worth 7: it is scored so, taken so, and the old one is unknown."""
    edit("editions/2018.yaml", "tickets.order: [2, 2, 3, 5]", "tickets.order: [2, 2, 3, 7]")
    seven = {**LEG, "players": {"p1": {"money": 3, "tickets": [["green", 7]]}}}
    assert ask("score", "leg", **seven)["players"]["p1"]["change"] == 7
    assert "the values are 2, 3, 7" in asked(tmp_path, "score", "leg", **LEG).err
    assert "2, 2, 3, 7" in call("show", "2018", "tickets.order").out
    assert "2, 3, 5" in call("show", "2014", "tickets.order").out, "the other edition is as before"


def test_a_longer_track(edit: Edit, ask: Callable[..., Any]) -> None:
    """20 spaces: the line is farther away, for moves, odds and games."""
    position = {**POSITION, "pyramid": ["green", "grey"]}
    green = ("move", "--die", "green", "--value")
    assert ask(*green, 3, **position)["events"] == [{"kind": "finish"}]
    edit("game/board.yaml", "    type: 4..\n    is: 16\n", "    type: 4..\n    is: 20\n")
    assert ask(*green, 3, **position)["events"] == []
    assert ask(*green, 3, **{**position, "track": {**position["track"], "16": ["black"], "18": ["green"]}})[
        "events"
    ] == [{"kind": "finish"}]
    game = call("play", "--edition", "2014", "--seed", 2, "--format", "json").json
    assert max(map(int, game["position"]["track"])) > 20


@pytest.mark.parametrize(
    ("file", "old", "new", "before", "after"),
    [
        ("game/tiles.yaml", "tile.payout: {type: int, is: 1", "tile.payout: {type: int, is: 4", ("8", 1), ("8", 4)),
        ("game/tiles.yaml", "cheer.steps: {type: int, is: 1", "cheer.steps: {type: int, is: 3", ("8", 1), ("10", 1)),
        (
            "game/camels.yaml",
            "    is: all_above\n",
            "    is: all_below\n",
            ("8", 1),
            ("8", 1),
        ),
    ],
    ids=["payout", "cheer", "carries"],
)
def test_tiles_and_stacks(
    edit: Edit, ask: Callable[..., Any], file: str, old: str, new: str, before: Any, after: Any
) -> None:
    """Red ends on the cheering tile of p1."""
    first = ask(*RED, 2, **POSITION)
    assert (first["position"]["track"].get(before[0]), first["events"][0]["amount"]) == (["red", "yellow"], before[1])
    edit(file, old, new)
    second = ask(*RED, 2, **POSITION)
    unit = ["red"] if "all_above" in old else ["red", "yellow"]
    assert (second["position"]["track"].get(after[0]), second["events"][0]["amount"]) == (unit, after[1])


def test_direction(edit: Edit, ask: Callable[..., Any]) -> None:
    """Crazy camels that run as the others do."""
    grey = ("move", "--die", "grey", "--face", "black", "--value", 1)
    track = {"14": ["white"], "10": ["black"], "3": ["blue", "purple", "red", "yellow", "green"]}
    assert "9" in ask(*grey, **{**POSITION, "track": track})["position"]["track"]
    edit("editions/2018.yaml", "      is: counterclockwise\n", "      is: clockwise\n")
    assert "11" in ask(*grey, **{**POSITION, "track": track})["position"]["track"]


def test_payouts(edit: Edit, ask: Callable[..., Any]) -> None:
    """The first correct card earns 9, the other deck's too."""
    edit("game/finish.yaml", "is: [8, 5, 3, 2]", "is: [9, 5, 3, 2]")
    assert {p: v["change"] for p, v in ask("score", "final", **FINAL)["players"].items()} == {
        "p1": 6,
        "p2": 9,
        "p3": 13,
    }


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("is: [8, 5, 3, 2]", "is: [8, 5, 3, two]", "error[type]"),
        ("finish.payouts[k]", "finish.payout[k]", "error[unknown-name]"),
        ("  finish.rest:", "  finish.rest", "error[yaml]"),
    ],
)
def test_an_edit_gone_wrong(edit: Edit, old: str, new: str, code: str) -> None:
    """A mistake in the specification itself is answered as one in a user's file: place, caret, status 2."""
    edit("game/finish.yaml", old, new)
    answer = call("play")
    assert answer.status == 2 and code in answer.err and "finish.yaml:" in answer.err and "^" in answer.err
