"""`check` and `replay` as a person uses them: the sample, the order, waivers of words, steps at the press of a key."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from camelrules.cli import cli

from .test_terminal import ENV

ROOT = Path(__file__).parents[2]


def call(*args: str) -> Any:
    return CliRunner().invoke(cli, list(args))


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    result = call("check", "--sample", "--format", "json", "--sort", "impact")
    assert result.exit_code == 1
    return dict(json.loads(result.output))


def test_the_sample_has_the_faults_that_were_put_into_it(checked: dict[str, Any]) -> None:
    found = {(f["clause"], f["severity"], f["stated"]) for f in checked["findings"] if f["code"] != "CR102"}
    assert found == {
        ("comp.tickets.total", "warning", "25"),
        ("setup.start_player", "warning", "oldest"),
        ("tile.boo.stack", "error", "top"),
        ("tile.space_left", "error", "top"),
        ("leg.score.others", "error", "-2"),
        ("money.floor", "error", ""),
    }


def test_by_impact_the_dearest_comes_first(checked: dict[str, Any]) -> None:
    costs = [f["impact"]["money_changed"] if "impact" in f else -1 for f in checked["findings"]]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > 0 > costs[-1]


def test_no_witness_starts_beyond_the_line(checked: dict[str, Any]) -> None:
    spaces = {int(s) for f in checked["findings"] if f["witness"] for s in f["witness"]["position"]["track"]}
    assert spaces and max(spaces) <= 16


def test_replay_takes_the_findings_and_draws_each_step(checked: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "findings.json"
    file.write_text(json.dumps(checked), "utf-8")
    result = call("replay", str(file))
    assert result.exit_code == 0
    first = next(f["witness"] for f in checked["findings"] if f["witness"])
    parts = result.output.split("\n\n")
    assert "\n\nAt the start\n" in result.output
    assert all(f"\n{n}. " in result.output for n in range(1, len(first["steps"]) + 1))
    assert "both outcomes recur" in parts[-1]


def test_on_a_terminal_a_key_shows_the_next_step(checked: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "findings.json"
    file.write_text(json.dumps(checked), "utf-8")
    main, other = pty.openpty()
    command = [sys.executable, "-m", "camelrules", "replay", str(file)]
    with subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=ENV | {"TERM": "xterm"}) as process:
        os.close(other)
        seen = ""
        for asked, key in (("-- 1 of ", b" "), ("-- 2 of ", b"q")):
            while asked not in seen:
                seen += os.read(main, 65536).decode()
            assert "recur" not in seen
            # What is typed before the program listens for single keys is thrown away.
            while termios.tcgetattr(main)[3] & termios.ICANON:
                time.sleep(0.01)
            os.write(main, key)
        try:
            while part := os.read(main, 65536):
                seen += part.decode()
        except OSError:
            pass  # Linux ends a terminal with an error
        os.close(main)
        assert process.wait(60) == 0
    assert "-- 3 of" not in seen
    assert "both outcomes recur" in seen


def test_a_note_on_words_can_be_waived(tmp_path: Path) -> None:
    """Names of one thing have no clause; the stamp that `init` writes narrows the waiver to their lines."""
    text = tmp_path / "mine.txt"
    plain = (ROOT / "tests" / "texts" / "en-2018.txt").read_text("utf-8")
    text.write_text(
        plain.replace("Audience tiles\n", "Spectator tiles\n", 1) + "\n\ufffdHere a sign was lost.\n", "utf-8"
    )
    found = json.loads(call("check", str(text), "--no-witness", "--format", "json").output)["findings"]
    assert [(f["code"], f["clause"]) for f in found] == [("CR501", "")]
    assert call("init", str(text)).exit_code == 0
    beside = Path(f"{text}.camelrules.yaml")
    (line,) = [row for row in beside.read_text("utf-8").splitlines() if row.startswith("#   - {code: CR501")]
    waiver = line.removeprefix("#   ").split("  #")[0].replace("reason: ", "reason: as printed")
    beside.write_text(f"waivers:\n{waiver}\n", "utf-8")
    assert call("check", str(text), "--no-witness").exit_code == 0


def test_without_a_text_the_sample_is_offered() -> None:
    result = call("check")
    assert result.exit_code == 2
    assert "--sample" in result.output


@pytest.mark.parametrize("form", ["text", "json", "markdown", "sarif", "junit", "github", "html"])
def test_every_format_has_the_sentence_to_write(form: str, tmp_path: Path) -> None:
    """In the language of the text; no message ends in the catalogue's English."""
    text = tmp_path / "regeln.txt"
    assert call("write", "--edition", "2018", "--lang", "de", "--output", str(text)).exit_code == 0
    options = ["--edition", "2014", "--lang", "de", "--no-witness", "--format", form]
    output = call("check", str(text), *options).output
    assert "Lege den Würfel nach dem Zug auf das Zelt seiner Farbe." in output.replace("\\u00fc", "ü")
    assert "Let it say" not in output
