"""Batches: one request a line, one answer a line, in order, whatever stands between."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from oracle import generate, rules

from camelrules.lang.tree import MAX_BYTES

from .calling import FINAL, LEG, POSITION, call, lines, refused


def test_moves(tmp_path: Path) -> None:
    """Answers as the oracle gives them, in the order of the requests."""
    rng = Random(11)
    requests = [generate.random_move_request(rng, rules.EDITION_2018) for _ in range(200)]
    expected = []
    for request in requests:
        roll = {key: request[key] for key in ("die", "value", "face") if key in request}
        position = {key: value for key, value in request.items() if key not in roll}
        expected.append(rules.move(position, **roll))
    answer = call("move", "--batch", lines(tmp_path, *requests), "--jobs", 1)
    assert [json.loads(line) for line in answer.out.splitlines()] == expected


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_order_under_many_processes(tmp_path: Path, jobs: int) -> None:
    """However the work is shared out, answer number n is that to request number n, the bad ones too."""
    rng = Random(12)
    positions = [generate.random_position(rng, rules.EDITION_2014, 1) for _ in range(24)]
    answer = call("odds", "--batch", lines(tmp_path, *positions[:13], "{bad", *positions[13:]), "--jobs", jobs)
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.status == 2 and found.pop(13)["line"] == 14
    assert found == [rules.odds(position) for position in positions]


def test_a_bad_line_in_the_middle(tmp_path: Path) -> None:
    """It gets an answer that says so, with its number; the others are answered; the status is 2."""
    good = {**POSITION, "die": "red", "value": 3}
    bad = [
        "{bad",
        "[1, 2]",
        "null",
        '"text"',
        "NaN",
        '{"edition": "2018", "edition": "2014"}',
        '{"edition": "\\ud800"}',
        "[" * 100_000,
        '{"a": ' * 50_000,
        "1" * 5000,
        {**good, "value": 9},
        {**good, "die": "orange"},
        {**good, "track": {}},
        {**good, "edition": "a\u0000.yaml"},
        {**good, "edition": "x" * 9000},
        {**good, "edition": 7},
        {**good, "value": 3.5},
        {**good, "value": True},
        {**good, "face": "white"},
        {**good, "colour": "white"},
        "{}",
    ]
    requests = [good, *(part for request in bad for part in (request, good))]
    answer = call("move", "--batch", lines(tmp_path, *requests), "--jobs", 1)
    assert answer.status == 2 and "Traceback" not in answer.err
    assert answer.err.startswith("error: some lines of") and answer.err.count("\n") == 1
    answers = [json.loads(line) for line in answer.out.splitlines()]
    assert len(answers) == len(requests)
    for number, found in enumerate(answers, 1):
        if number % 2:
            assert found["mover"] == "red"
        else:
            assert set(found) - {"help"} == {"error", "line"} and found["line"] == number
            assert len(found["error"]) < 300


def test_empty_lines_are_no_requests(tmp_path: Path) -> None:
    """They get no answer, but they count as lines."""
    answer = call("odds", "--batch", lines(tmp_path, "", {**POSITION, "pyramid": ["red"]}, "   ", "{"))
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert len(found) == 2 and "camels" in found[0] and found[1]["line"] == 4


def test_scores(tmp_path: Path) -> None:
    """Scoring files one a line."""
    leg = call("score", "leg", "--batch", lines(tmp_path, LEG, LEG))
    assert [json.loads(line)["players"]["p1"]["change"] for line in leg.out.splitlines()] == [9, 9]
    final = call("score", "final", "--batch", lines(tmp_path, FINAL))
    assert json.loads(final.out)["players"]["p3"] == {"money": 22, "change": 12}


def test_options_hold_for_every_line(tmp_path: Path) -> None:
    """`--edition`, `--set` and `--output` work as for one file."""
    request = {k: v for k, v in POSITION.items() if k != "edition"} | {"die": "green", "value": 3}
    path, file = lines(tmp_path, request, request), tmp_path / "answers.jsonl"
    answer = call("move", "--batch", path, "--edition", "2018", "--set", "track.spaces=20", "--output", file)
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    assert [json.loads(line)["events"] for line in file.read_text().splitlines()] == [[], []]


def test_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    """Files from Windows are read."""
    path = tmp_path / "windows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({**POSITION, "die": "red", "value": 3}).encode() + b"\r\n")
    assert call("move", "--batch", path).status == 0


def test_a_line_too_large(tmp_path: Path) -> None:
    """A line over the limit is answered, not parsed."""
    answer = call(
        "move",
        "--batch",
        lines(tmp_path, '{"edition": "' + "x" * MAX_BYTES + '"}', {**POSITION, "die": "red", "value": 3}),
    )
    first, second = map(json.loads, answer.out.splitlines())
    assert "larger than 4,000,000" in first["error"] and second["mover"] == "red"


@pytest.mark.parametrize("command", [("move",), ("odds",), ("score", "leg"), ("score", "final")])
def test_unreadable(tmp_path: Path, command: tuple[str, ...]) -> None:
    """A batch that is no text file is refused as a whole."""
    (tmp_path / "binary").write_bytes(bytes(range(128, 256)))
    for path in (tmp_path, tmp_path / "none.jsonl", tmp_path / "binary"):
        refused(call(*command, "--batch", path))


def test_an_empty_batch(tmp_path: Path) -> None:
    """No requests, no answers, no complaint."""
    answer = call("odds", "--batch", lines(tmp_path))
    assert (answer.status, answer.out, answer.err) == (0, "", "")
