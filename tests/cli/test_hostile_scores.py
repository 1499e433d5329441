"""Mistakes in scoring files: status 2 and a message that helps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .calling import FINAL, LEG, call, refused, write

P1 = LEG["players"]["p1"]
LEGS: dict[str, tuple[dict[str, Any], str]] = {
    "no ranking": ({"edition": "2018", "players": {"p1": P1}}, "has no `ranking`"),
    "ranking short": ({**LEG, "ranking": ["green", "red"]}, "rank every racing camel"),
    "ranking doubled": (
        {**LEG, "ranking": ["green", "green", "blue", "red", "purple"]},
        "green is in the ranking twice",
    ),
    "crazy camel ranked": (
        {**LEG, "ranking": ["green", "black", "blue", "red", "purple"]},
        "`black` is not a racing camel",
    ),
    "ranking a text": ({**LEG, "ranking": "green"}, "`ranking` must be a list"),
    "no players": ({**LEG, "players": {}}, "`players` must be a mapping"),
    "players a list": ({**LEG, "players": ["p1"]}, "`players` must be a mapping"),
    "too many players": ({**LEG, "players": {f"p{i}": P1 for i in range(9)}}, "at most 8 players"),
    "holding a list": ({**LEG, "players": {"p1": []}}, "what p1 has must be a mapping"),
    "no money": ({**LEG, "players": {"p1": {}}}, "p1 has no `money`"),
    "money a text": ({**LEG, "players": {"p1": {**P1, "money": "3"}}}, "must be a whole number"),
    "money half": ({**LEG, "players": {"p1": {**P1, "money": 3.5}}}, "must be a whole number"),
    "money true": ({**LEG, "players": {"p1": {**P1, "money": True}}}, "must be a whole number"),
    "money enormous": ({**LEG, "players": {"p1": {**P1, "money": 10**30}}}, "must be a whole number"),
    "unknown key": ({**LEG, "players": {"p1": {**P1, "ticket": []}}}, "did you mean `tickets`?"),
    "ticket of no camel": ({**LEG, "players": {"p1": {**P1, "tickets": [["grean", 5]]}}}, "did you mean `green`?"),
    "ticket of no value": ({**LEG, "players": {"p1": {**P1, "tickets": [["green", 4]]}}}, "the values are 2, 3, 5"),
    "ticket of one part": ({**LEG, "players": {"p1": {**P1, "tickets": [["green"]]}}}, "must be [camel, value]"),
    "pyramid tickets below 0": ({**LEG, "players": {"p1": {**P1, "pyramid_tickets": -1}}}, "cannot have -1"),
    "partner nobody": ({**LEG, "players": {"p1": {**P1, "partner": "p7"}}}, "the partner `p7` of p1 is not a player"),
    "partner himself": ({**LEG, "players": {"p1": {**P1, "partner": "p1"}}}, "his own partner"),
    "partner in 2014": (
        {
            "edition": "2014",
            "ranking": ["green", "yellow", "blue", "orange", "white"],
            "players": {"p1": {"money": 1, "partner": "p2"}, "p2": {"money": 1}},
        },
        "has no partnerships",
    ),
}
FINALS: dict[str, tuple[dict[str, Any], str]] = {
    "no decks": ({k: v for k, v in FINAL.items() if k != "loser_deck"}, "has no `loser_deck`"),
    "deck a text": ({**FINAL, "winner_deck": "p1"}, "`winner_deck` must be a list"),
    "card of one part": ({**FINAL, "winner_deck": [["p1"]]}, "must be [player, camel]"),
    "card of nobody": ({**FINAL, "winner_deck": [["p9", "red"]]}, "`p9` has a card but no money"),
    "card of no camel": ({**FINAL, "winner_deck": [["p1", "black"]]}, "`black` is not a racing camel"),
    "no money": ({**FINAL, "money": {}}, "`money` must be a mapping"),
    "money a list": ({**FINAL, "money": [1]}, "`money` must be a mapping"),
    "money a text": ({**FINAL, "money": {"p1": "x", "p2": 0, "p3": 0}}, "must be a whole number"),
}


@pytest.mark.parametrize("case", LEGS)
def test_leg_files(tmp_path: Path, case: str) -> None:
    """Mistakes in a leg-scoring file."""
    data, expected = LEGS[case]
    assert expected in refused(call("score", "leg", write(tmp_path, data)))


@pytest.mark.parametrize("case", FINALS)
def test_final_files(tmp_path: Path, case: str) -> None:
    """Mistakes in a final-scoring file."""
    data, expected = FINALS[case]
    assert expected in refused(call("score", "final", write(tmp_path, data)))
