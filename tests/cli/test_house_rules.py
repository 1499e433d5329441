"""Editions of YAML alone and single settings, in every command."""

from __future__ import annotations

from pathlib import Path

from .calling import DESERT, POSITION, call, write


def test_house_edition(tmp_path: Path) -> None:
    """An edition of YAML alone, in every command: 20 spaces, six camels, tickets 7-4-2, other payouts."""
    track = {"19": ["red", "yellow"], "18": ["white"], "20": ["black"], "3": ["blue", "purple", "green", "orange"]}
    path = write(tmp_path, {"track": track, "pyramid": ["red", "grey", "dust"]})
    moved = call("move", path, "--edition", DESERT, "--die", "red", "--value", 1, "--format", "json").json
    assert moved["events"] == [] and moved["position"]["track"]["20"] == ["black", "red", "yellow"]
    dust = call(
        "move", path, "--edition", DESERT, "--die", "dust", "--face", "white", "--value", 3, "--format", "json"
    ).json
    assert dust["mover"] == "white" and dust["position"]["track"]["15"] == ["white"]
    assert set(call("odds", path, "--edition", DESERT, "--format", "json").json["camels"]) == {
        "blue",
        "green",
        "orange",
        "purple",
        "red",
        "yellow",
    }
    leg = {
        "ranking": ["red", "blue", "green", "orange", "purple", "yellow"],
        "players": {"a": {"money": 5, "tickets": [["red", 7], ["blue", 4], ["green", 2]], "pyramid_tickets": 1}},
    }
    assert (
        call("score", "leg", write(tmp_path, leg), "--edition", DESERT, "--format", "json").json["players"]["a"][
            "change"
        ]
        == 7 + 2 - 2 + 2
    )
    deck = [["a", "red"], ["b", "red"], ["a", "blue"]]
    final = {"ranking": leg["ranking"], "winner_deck": deck, "loser_deck": [], "money": {"a": 0, "b": 0}}
    assert call("score", "final", write(tmp_path, final), "--edition", DESERT, "--format", "json").json["players"] == {
        "a": {"money": 8, "change": 8},
        "b": {"money": 6, "change": 6},
    }
    game = call("play", "--edition", DESERT, "--players", 6, "--seed", 1, "--format", "json").json
    assert len(game["ranking"]) == 6 and not any(t["action"] == "enter_partnership" for t in game["turns"])


def test_settings(tmp_path: Path) -> None:
    """`--set` changes a parameter or ruling for this call alone."""
    path = write(
        tmp_path,
        {
            **POSITION,
            "track": {"15": ["red", "yellow"], "14": ["white"], "16": ["black", "green"], "3": ["blue", "purple"]},
            "tiles": {"2": {"owner": "p1", "side": "boo"}},
        },
    )
    ask = ("move", path, "--die", "red", "--value", 3, "--format", "json")
    assert call(*ask).json["events"] == [{"kind": "finish"}]
    pushed = call(*ask, "--set", "beyond.tile=pay_and_push").json
    assert (
        pushed["events"] == [{"kind": "pay", "player": "p1", "amount": 1}, {"kind": "finish"}]
        and "17" in pushed["position"]["track"]
    )
    assert call(*ask, "--set", "track.spaces=20").json["events"] == []
