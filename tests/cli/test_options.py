"""Bad options, bad editions and bad settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from camelrules.lang.library import load

from .calling import POSITION, call, refused, write

NONSENSE: list[tuple[Any, ...]] = [
    ("nothing",),
    ("shwo",),
    ("--nothing",),
    ("move",),
    ("odds",),
    ("score",),
    ("score", "leg"),
    ("score", "middle"),
    ("explain",),
    ("explain", "x" * 5000),
    ("explain", "rank.stak"),
    ("explain", ""),
    ("completion",),
    ("completion", "tcsh"),
    ("show", "2018", "x" * 5000),
    ("show", "2018", ""),
    ("show", "2018", "mover", "more"),
    ("show", "--format", "xml"),
    ("play", "--players", -1),
    ("play", "--players", 0),
    ("play", "--players", 2),
    ("play", "--players", 9),
    ("play", "--players", 10**40),
    ("play", "--players", "many"),
    ("play", "--seed", "x"),
    ("play", "--seed"),
    ("play", "--format", "xml"),
    ("play", "--edition", ""),
    ("play", "--edition", "2019"),
    ("play", "--edition", "../../etc/passwd"),
    ("play", "--edition", "/etc/passwd"),
    ("play", "--edition", "."),
    ("play", "--edition", "/"),
    ("play", "--edition", "/dev/null"),
    ("play", "--edition", "board"),
    ("play", "--edition", "x" * 5000),
    ("play", "--edition", "none.yaml"),
    ("play", "--edition", "\x1b[31m"),
    ("play", "extra"),
    ("simulate", "--games", 0),
    ("simulate", "--games", -3),
    ("simulate", "--games", 10**30),
    ("simulate", "--games", "many"),
    ("simulate", "--jobs", 0),
    ("simulate", "--jobs", 10**9),
    ("simulate", "--players", 99),
    ("simulate", "--edition", "2019"),
    ("play", "--output", "/"),
    ("play", "--output", "/no/such/folder/file"),
    ("show", "2014", "--output", "/dev/null/x"),
    ("odds", "a", "b"),
    ("move", "--batch", "/no/such/file"),
    ("odds", "--batch", "/"),
    ("odds", "--jobs", "x", "--batch", "x"),
]


@pytest.mark.parametrize("args", NONSENSE, ids=lambda args: " ".join(str(a)[:20] for a in args))
def test_nonsense(args: tuple[Any, ...]) -> None:
    """Status 2 and a message, whatever the option."""
    if args == ("score",):
        assert call(*args).status == 2  # click prints the help of a group
        return
    assert "\x1b" not in refused(call(*args))


def test_near_words() -> None:
    """A slip of the pen is answered with the right word."""
    assert "did you mean `show`?" in call("shwo").err
    assert "did you mean `2018`?" in call("play", "--edition", "2081").err
    assert "did you mean `track.spaces`?" in call("play", "--set", "track.space=3").err


@pytest.mark.parametrize(
    "setting",
    [
        "",
        "x",
        "=",
        "=3",
        "x=3",
        "track.spaces",
        "track.spaces=",
        "track.spaces= ",
        "track.spaces=x",
        "track.spaces=3.5",
        "track.spaces=true",
        "track.spaces=[16]",
        "track.spaces={",
        "track.spaces={a: b}",
        "track.spaces=3",
        "track.spaces=-1",
        "track.spaces=1001",
        "track.spaces=999999999",
        "track.spaces=1e9",
        "track.spaces=&a 3",
        "track.spaces=!!int 3",
        "racing.faces=3",
        "racing.faces=[x]",
        "racing.faces=[]",
        "racing.faces=[99]",
        "racing.faces=[[1]]",
        "grey.faces=[[red, 1]]",
        "grey.faces=[white]",
        "grey.faces=[]",
        "beyond.tile=nothing",
        "beyond.tile=",
        "racing.start=[]",
        "players.min=9",
        "players.max=1",
        "racing=[a]",
        "landing=middle",
        "\x1b[2J=1",
        "x" * 5000,
    ],
    ids=lambda s: ascii(s)[:24],
)
@pytest.mark.parametrize("command", [("play",), ("simulate", "--games", 2)], ids=["play", "simulate"])
def test_settings(command: tuple[Any, ...], setting: str) -> None:
    """Nonsense in `--set`, or a rule that leaves nothing to do."""
    assert "\x1b" not in refused(call(*command, "--set", setting))


def test_settings_of_a_file(tmp_path: Path) -> None:
    """The same where the edition comes from the file."""
    path = write(tmp_path, POSITION)
    for setting in ("track.spaces=x", "nothing=1", "track.spaces=10"):  # camels on 14 and 16 do not fit a track of 10
        refused(call("odds", path, "--set", setting))


NUMBERS = [
    p.name
    for p in load("2018").parameters.values()
    if isinstance(p.value, int) and not isinstance(p.value, bool) and p.kind == "parameter"
]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [-7, 0, 40])
def test_any_number_is_played_or_refused(tmp_path: Path, name: str, value: int) -> None:
    """A house rule with any number makes a game, or is refused with a reason; never a crash."""
    if name == "leg.dice" and value > 6:
        pytest.skip("never ends; `test_endless` asks for that")
    answer = call("play", "--players", 4, "--set", f"{name}={value}", "--format", "json")
    assert answer.status in (0, 2) and "Traceback" not in answer.err
    if answer.status == 2:
        refused(answer)
    odds = call(
        "odds",
        write(tmp_path, {**POSITION, "pyramid": ["red", "grey"]}),
        "--set",
        f"{name}={value}",
        "--format",
        "json",
    )
    assert odds.status in (0, 2)


def test_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules under which no race ends are found out, and said."""
    monkeypatch.setattr("camelrules.run.play.MAX_TURNS", 500)
    message = refused(call("play", "--set", "leg.dice=99"))
    assert "the game did not end within 500 turns" in message


def test_endless_games_and_races(tmp_path: Path) -> None:
    """They are given up at the first that does not end, and none is left out of what is counted."""
    passing = ("--set", "leg.dice=99", "--set", "turn.pass=allowed")
    message = refused(call("simulate", "--games", 1000, "--jobs", 1, *passing))
    assert "the game did not end within 10,000 turns" in message
    # Camels that go one space at a time never get past this tile, which stays when the leg ends.
    position = {"edition": "2014", "track": {"3": ["blue", "green", "orange", "white", "yellow"]}}
    blocked = write(tmp_path, {**position, "tiles": {"7": {"owner": "p1", "side": "boo"}}})
    slow = ("--set", "leg.tiles_return=false", "--set", "racing.faces=[1, 1]")
    message = refused(call("odds", blocked, "--race", *slow))
    assert "the race did not end within 20,000 dice" in message


OWN = 'edition: x\nextends: "2018"\n'
OTHER = """
game: other
entries: [f]
sorts: {camel: [red]}
state: {at: {of: [camel], type: int}}
functions: {f: {type: int, is: "at[red]"}}
"""
EDITIONS = {
    "a list": "- a\n",
    "empty": "",
    "nothing to extend": "edition: x\n",
    "extends itself": "edition: x\nextends: own.yaml\n",
    "unknown parent": "edition: x\nextends: nothing\n",
    "a part only": "parameters: {a: {type: int, is: 1}}\n",
    "no camels": f"{OWN}replaces: {{sorts: {{racing: []}}}}\n",
    "no players": f"{OWN}replaces: {{parameters: {{players.max: 1}}}}\n",
    "an entry removed": f"{OWN}removes: {{functions: [place]}}\n",
    "an entry of another type": f"{OWN}replaces: {{functions: {{game_over: {{type: int, is: 1 + 1}}}}}}\n",
    "an entry that takes": f"{OWN}replaces: {{functions: {{actor: {{given: {{k: int}}, type: player, is: turn}}}}}}\n",
    "a sort removed": f"{OWN}removes: {{sorts: [crazy]}}\n",
    "a colour twice": f"{OWN}replaces: {{sorts: {{racing: [red, white]}}}}\n",
    "another game": OTHER,
}


@pytest.mark.parametrize("case", EDITIONS)
def test_editions(tmp_path: Path, case: str) -> None:
    """An edition that makes no game is refused by every command that would use it."""
    own = write(tmp_path, EDITIONS[case], "own.yaml")
    position = write(tmp_path, POSITION)
    refused(call("play", "--edition", own))
    refused(call("simulate", "--edition", own, "--games", 2))
    refused(call("odds", position, "--edition", own))
    refused(call("move", position, "--edition", own, "--die", "red", "--value", 1))
