"""Commands called in this process as the console script calls them, and files for them to read."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from camelrules.cli import main

ROOT = Path(__file__).parent.parent.parent
DESERT = str(ROOT / "tests" / "editions" / "desert.yaml")

# The position of the contract.
POSITION: dict[str, Any] = {
    "edition": "2018",
    "track": {"5": ["red", "yellow"], "14": ["white"], "16": ["black", "green"], "3": ["blue", "purple"]},
    "tiles": {"7": {"owner": "p1", "side": "cheer"}},
    "pyramid": ["blue", "green", "purple", "red", "yellow", "grey"],
}
# The leg scoring of the rulebooks: 5 + 2 + 1 - 1 + 1 + 1 = 9.
LEG: dict[str, Any] = {
    "edition": "2018",
    "ranking": ["green", "yellow", "blue", "red", "purple"],
    "players": {
        "p1": {
            "money": 3,
            "tickets": [["green", 5], ["green", 2], ["yellow", 5], ["blue", 3]],
            "pyramid_tickets": 2,
            "partner": None,
        }
    },
}
# Winner deck: wrong, wrong, 8, 5; loser deck: 8, wrong, wrong, 5, 3.
FINAL: dict[str, Any] = {
    "edition": "2018",
    "ranking": ["green", "yellow", "blue", "red", "purple"],
    "winner_deck": [["p1", "blue"], ["p2", "red"], ["p3", "green"], ["p1", "green"]],
    "loser_deck": [["p2", "purple"], ["p3", "blue"], ["p1", "red"], ["p3", "purple"], ["p1", "purple"]],
    "money": {"p1": 4, "p2": 0, "p3": 10},
}


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out)


def call(*args: object) -> Answer:
    """Runs a command; a traceback fails the test."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main([str(a) for a in args])
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return Answer(status, out.getvalue(), err.getvalue())


def refused(answer: Answer) -> str:
    """The one message of a refused request: status 2, nothing printed, an error that says something."""
    assert answer.status == 2, answer
    assert answer.out == ""
    assert "Traceback" not in answer.err
    heads = [line for line in answer.err.splitlines() if "error" in line.lower()]
    assert heads, answer.err
    assert len(answer.err) < 3000, "a message, not a listing"
    return answer.err


def write(folder: Path, data: Any, name: str = "request.json") -> Path:
    """A file with JSON or with a text as it is."""
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def lines(folder: Path, *requests: Any, name: str = "requests.jsonl") -> Path:
    """A batch file."""
    return write(folder, "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in requests), name)


def python() -> str:
    """This interpreter."""
    return sys.executable
