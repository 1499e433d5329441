"""Every command and option, with answers shaped as the contract says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from camelrules.run.wasm.host import Wasm

from .calling import FINAL, LEG, POSITION, call, refused, write
from .shapes import MOVED, ODDS, PLAYED, SCORED, SIMULATED, shaped


def test_move(tmp_path: Path) -> None:
    """Red moves three with yellow on its back, past the tile on 7, which does nothing."""
    answer = call("move", write(tmp_path, POSITION), "--die", "red", "--value", 3, "--format", "json").json
    shaped(answer, MOVED)
    assert answer == {
        "position": {
            "edition": "2018",
            "track": {"3": ["blue", "purple"], "8": ["red", "yellow"], "14": ["white"], "16": ["black", "green"]},
            "tiles": {"7": {"owner": "p1", "side": "cheer"}},
            "pyramid": ["blue", "green", "purple", "yellow", "grey"],
        },
        "mover": "red",
        "events": [],
    }


def test_move_onto_a_tile_and_over_the_line(tmp_path: Path) -> None:
    """The owner is paid; and a camel that crosses ends the race."""
    path = write(tmp_path, POSITION)
    paid = call("move", path, "--die", "red", "--value", 2, "--format", "json").json
    assert paid["events"] == [{"kind": "pay", "player": "p1", "amount": 1}]
    assert paid["position"]["track"]["8"] == ["red", "yellow"]
    crossed = call("move", path, "--die", "green", "--value", 1, "--format", "json").json
    assert crossed["events"] == [{"kind": "finish"}] and crossed["position"]["track"]["17"] == ["green"]


def test_move_the_grey_die(tmp_path: Path) -> None:
    """Black alone carries a racing camel, so it moves whatever the colour, counterclockwise."""
    answer = call(
        "move", write(tmp_path, POSITION), "--die", "grey", "--face", "white", "--value", 2, "--format", "json"
    ).json
    assert answer["mover"] == "black" and answer["position"]["track"]["14"] == ["white", "black", "green"]


def test_request_in_the_file(tmp_path: Path) -> None:
    """The die may stand in the file; an option goes before it."""
    path = write(tmp_path, {**POSITION, "die": "red", "value": 1})
    assert call("move", path, "--format", "json").json["position"]["track"]["6"] == ["red", "yellow"]
    assert call("move", path, "--value", 3, "--format", "json").json["position"]["track"]["8"] == ["red", "yellow"]


def test_positions_in_yaml(tmp_path: Path) -> None:
    """YAML is accepted wherever JSON is, with numbers as keys."""
    track = "track:\n  5: [red, yellow]\n  14: [white]\n  16: [black, green]\n  3: [blue, purple]\n"
    text = f"edition: 2018\n{track}tiles: {{7: {{owner: p1, side: cheer}}}}\n"
    path = write(tmp_path, text, "position.yaml")
    answer = call("move", path, "--die", "red", "--value", 3, "--format", "json").json
    assert answer["position"]["track"]["8"] == ["red", "yellow"]
    assert call("show", path, "--format", "json").json["track"] == POSITION["track"]


def test_json_with_tabs_and_escapes(tmp_path: Path) -> None:
    """Whatever a JSON writer may write is read."""
    text = json.dumps({**POSITION, "players": ["p1", "\U0001f42a", "Zoë"]}, indent="\t")
    assert "\\ud83d" in text
    assert call("odds", write(tmp_path, text), "--format", "json").status == 0


def test_odds(tmp_path: Path) -> None:
    """One die to come of two: red (1/2) passes blue with 2 or 3 (2/3); from the oracle's own arithmetic."""
    track = {"5": ["blue"], "3": ["red"], "1": ["green", "purple", "yellow"], "14": ["white"], "16": ["black"]}
    path = write(tmp_path, {"edition": "2018", "track": track, "tiles": {}, "pyramid": ["red", "grey"]})
    answer = call("odds", path, "--format", "json").json
    shaped(answer, ODDS)
    assert answer["camels"]["red"] == ["1/3", "2/3", "0", "0", "0"] and answer["camels"]["yellow"] == [
        "0",
        "0",
        "1",
        "0",
        "0",
    ]
    assert list(answer["camels"]) == ["blue", "green", "purple", "red", "yellow"]


def test_score(tmp_path: Path) -> None:
    """The examples of the rulebooks: 9 pounds in the leg; 8, 5, 3, 2 and -1 in the end."""
    leg = call("score", "leg", write(tmp_path, LEG), "--format", "json").json
    shaped(leg, SCORED)
    assert leg == {"players": {"p1": {"money": 12, "change": 9}}}
    final = call("score", "final", write(tmp_path, FINAL), "--format", "json").json
    shaped(final, SCORED)
    # p1: -1 +5 -1 +3; p2: -1 of 0 is waived, +8; p3: +8 -1 +5
    assert {p: v["change"] for p, v in final["players"].items()} == {"p1": 6, "p2": 8, "p3": 12}


def test_play() -> None:
    """A whole game; the same seed is the same game, another one is not."""
    game = call("play", "--edition", "2018", "--players", 4, "--seed", 7, "--format", "json")
    shaped(game.json, PLAYED)
    assert game.json["seed"] == 7 and set(game.json["money"]) == {"p1", "p2", "p3", "p4"}
    assert game.json["winners"] == [p for p, m in game.json["money"].items() if m == max(game.json["money"].values())]
    assert call("play", "--edition", "2018", "--players", 4, "--seed", 7, "--format", "json").out == game.out
    assert call("play", "--edition", "2018", "--players", 4, "--seed", 8, "--format", "json").out != game.out


def test_play_counts_money() -> None:
    """Three pounds each, and every event of payment after that: nothing comes from nowhere."""
    for edition, players in (("2014", 2), ("2018", 7)):
        game = call("play", "--edition", edition, "--players", players, "--seed", 3, "--format", "json").json
        money = dict.fromkeys(game["money"], 3)
        for turn in game["turns"]:
            for event in turn["events"]:
                if event["kind"] == "pay":
                    money[event["player"]] += event["amount"]
                    assert money[event["player"]] >= 0
        assert money == game["money"]
        finish = [t for t in game["turns"] if any(e["kind"] == "finish" for e in t["events"])]
        assert finish == game["turns"][-1:], "the race ends the game"


@pytest.mark.parametrize(
    ("edition", "words", "others"),
    [("2014", ("oasis", "mirage"), ("cheer", "boo")), ("2018", ("cheer", "boo"), ("oasis", "mirage"))],
)
def test_sides_have_the_names_of_the_edition(edition: str, words: tuple[str, ...], others: tuple[str, ...]) -> None:
    """In what people read; what programs read has the names of the rules."""
    said = call("play", "--edition", edition, "--seed", 3).out
    assert all(f" {w}\n" in said for w in words) and not any(w in said for w in others)
    data = call("play", "--edition", edition, "--seed", 3, "--format", "json").out
    assert '"cheer"' in data and "oasis" not in data


@pytest.mark.parametrize("jobs", [1, 2])
def test_simulate(jobs: int) -> None:
    """How the work is shared out does not change what comes of it."""
    answer = call(
        "simulate", "--edition", "2014", "--players", 3, "--games", 120, "--seed", 5, "--jobs", jobs, "--format", "json"
    ).json
    shaped(answer, SIMULATED)
    once = call(
        "simulate", "--edition", "2014", "--players", 3, "--games", 120, "--seed", 5, "--jobs", 1, "--format", "json"
    ).json
    timing = ("seconds", "games_per_second")
    assert {k: v for k, v in answer.items() if k not in timing} == {k: v for k, v in once.items() if k not in timing}
    assert sum(answer["first"].values()) == 120 == sum(answer["last"].values()) and answer["games"] == 120


def test_show() -> None:
    """The resolved rules, each with where it came from."""
    data = call("show", "2018", "--format", "json").json
    assert data["lineage"] == ["camel-up", "2018"] and data["sections"]["parameters"]["track.spaces"]["value"] == 16
    racing = data["sections"]["sorts"]["racing"]
    assert racing["edition"] == "2018" and racing["file"].endswith("2018.yaml") and racing["line"] > 1
    only = call("show", "2014", "tickets.order", "--format", "json").json
    assert list(only["sections"]) == ["parameters"] and list(only["sections"]["parameters"]) == ["tickets.order"]
    carried = call("show", "2018", "rank.stack")
    assert carried.status == 0 and "ahead_in_stack" in carried.out


def test_explain() -> None:
    """A clause with its meaning, its rules and where each rulebook states it."""
    data = call("explain", "crazy.select.exc_carrying", "--format", "json").json
    assert data["clause"] == "crazy.select.exc_carrying" and data["editions"] == ["2018"]
    assert "mover.sole_carrier" in [r["rule"] for r in data["rules"]]
    text = call("explain", "rank.stack")
    assert text.status == 0 and "Rules that carry it" in text.out
    assert "did you mean `rank.stack`?" in refused(call("explain", "rank.stak"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    """A script for the shell that names our program."""
    answer = call("completion", shell)
    assert answer.status == 0 and "_CAMELRULES_COMPLETE" in answer.out


def test_output(tmp_path: Path) -> None:
    """`--output` writes the same bytes to a file, without colours, and prints nothing."""
    path, file = write(tmp_path, POSITION), tmp_path / "answer.txt"
    printed = call("odds", path, "--format", "json").out
    assert call("odds", path, "--format", "json", "--output", file).out == "" and file.read_text() == printed
    assert call("show", "2018", "--output", file).out == "" and "\x1b" not in file.read_text()


@pytest.mark.parametrize(
    "command",
    [
        (),
        ("show",),
        ("move",),
        ("odds",),
        ("score",),
        ("score", "leg"),
        ("score", "final"),
        ("play",),
        ("simulate",),
        ("explain",),
        ("completion",),
    ],
)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(command: tuple[str, ...], option: str) -> None:
    """Every command says what it is for."""
    answer = call(*command, option)
    assert answer.status == 0 and answer.out.startswith("Usage: camelrules") and answer.err == ""


def test_disagreement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the evaluators differ, the status is 4, the parts are named, and no answer is printed."""
    made = Wasm.events
    monkeypatch.setattr(Wasm, "events", lambda self: [*made(self), {"kind": "finish"}])
    answer = call("move", write(tmp_path, POSITION), "--die", "red", "--value", 3)
    assert (answer.status, answer.out) == (4, "")
    assert answer.err.startswith("internal disagreement: the back ends disagree about a move:\n  events: ")
