"""What is wrong with a witness file is told with its place, and never in the words of Python."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from .calling import call, refused, write

WITNESS: dict[str, Any] = {
    "version": 1, "kind": "difference", "edition": "2018", "differs": "money", "players": ["p1", "p2", "p3"],
    "position": {"edition": "2018", "track": {"5": ["red"]}, "money": {"p1": 3}},
    "steps": [{"player": "p1", "action": "use_pyramid", "args": [], "draws": [{"d": "red"}, {"value": 3}]}],
    "readings": [{"edition": "2018", "rules": {"tickets.order": [5, 3]}}, {"edition": "2018", "rules": {}}],
    "outcomes": [{"track": {}, "tiles": {}, "money": {"p1": 4}}, {"track": {}, "tiles": {}, "money": {"p1": 4}}],
}  # fmt: skip
REFUTED: dict[str, Any] = {
    "version": 1, "kind": "property", "property": "money.floor", "edition": "2014", "players": ["p1", "p2"],
    "changes": {}, "state": {"money": {"p1": 3}}, "steps": [{"effect": "setup", "args": {}, "choices": [1]}],
    "args": {}, "outcomes": [{"failed": ["holds"], "fault": "", "state": {}}],
}  # fmt: skip
MISFIT = "does not fit edition 2014: "
SPOILT: dict[str, tuple[dict[str, Any], tuple[Any, ...], Any, str]] = {
    "no args": (WITNESS, ("steps", 0, "args"), None, "`steps[0]` has no `args`"),
    "a step": (WITNESS, ("steps", 0), 3, "`steps[0]` must be a mapping"),
    "a space": (WITNESS, ("position", "track"), {"x": ["red"]}, "`x` in `position.track` must be a whole number"),
    "a stack": (WITNESS, ("position", "track"), {"5": "red"}, "`position.track.5` must be a list"),
    "a space of ten digits": (WITNESS, ("position", "track"), {"1234567890": []}, "must be a whole number"),
    "a list for a text": (WITNESS, ("steps", 0, "player"), ["p1"], "`steps[0].player` must be a text, found a list"),
    "a large argument": (WITNESS, ("steps", 0, "args"), [10**9], "`steps[0].args[0]` must be a single value"),
    "money": (WITNESS, ("position", "money", "p1"), "much", "`position.money.p1` must be a whole number"),
    "a truth for a number": (WITNESS, ("position", "money", "p1"), True, "`position.money.p1` must be a whole number"),
    "much money": (WITNESS, ("position", "money", "p1"), 10**12, "must be a whole number of at most nine digits"),
    "one reading": (WITNESS, ("readings",), [{"edition": "2018", "rules": {}}], "must be a list of 2, found one of 1"),
    "a rule": (WITNESS, ("readings", 0, "rules"), {"nope": 1}, "sets `nope`, which edition 2018 has not"),
    "a value": (WITNESS, ("readings", 0, "rules"), {"money.start": "x"}, "`money.start` needs"),
    "rows of rows": (WITNESS, ("readings", 0, "rules"), {"tickets.order": [[[1]]]}, "must be a value, a list"),
    "an action": (WITNESS, ("steps", 0, "action"), 7, "`steps[0].action` must be a text"),
    "no players": (WITNESS, ("players",), [], "`players` must be a list of 1 to 60"),
    "an outcome": (WITNESS, ("outcomes", 1), "p1", "`outcomes[1]` must be a mapping"),
    "a difference": (WITNESS, ("differs",), "love", "`differs` must be one of"),
    "a kind": (WITNESS, ("kind",), "love", "`kind` is `love`"),
    "no state": (REFUTED, ("state",), None, " has no `state`"),
    "what is not there": (REFUTED, ("state",), {"nope": 1}, MISFIT + "there is no `nope` in it"),
    "no mapping": (REFUTED, ("state",), {"money": 3}, MISFIT + "a value is not what the rules have"),
    "a choice": (REFUTED, ("steps", 0, "choices"), [-1], "`steps[0].choices[0]` must be a whole number"),
    "an effect": (REFUTED, ("steps", 0, "effect"), "nope", MISFIT + "there is no `nope` in it"),
    "a change": (REFUTED, ("changes",), {"money.start": True}, "`money.start` needs"),
}


@pytest.mark.parametrize("listed", [False, True], ids=["alone", "among findings"])
@pytest.mark.parametrize("case", SPOILT)
def test_spoilt(tmp_path: Path, case: str, listed: bool) -> None:
    witness, path, value, expected = SPOILT[case]
    data = json.loads(json.dumps(witness))
    part = data
    for step in path[:-1]:
        part = part[step]
    if value is None:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    message = refused(call("replay", write(tmp_path, {"findings": [{"witness": data}]} if listed else data)))
    assert expected in message.replace("`findings[0].witness.", "`")
    assert not re.search("[A-Z][a-z]+Error|NoneType|not iterable|indices", message)
