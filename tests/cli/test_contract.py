"""Fields that other programs rely on: every command's answer has the shape that the contract says, and its status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from camelrules.lang.catalogue import catalogue

from .calling import POSITION, ROOT, call, write
from .shapes import (
    CHECKED,
    COSTS,
    DIFFERING,
    FINDING,
    MUTATED,
    RACE,
    READ,
    VERIFIED,
    WRITTEN,
    shaped,
)

SAMPLE = str(ROOT / "docs" / "sample.txt")
EARLY: dict[str, Any] = {
    "edition": "2014",
    "track": {"14": ["blue"], "15": ["green", "white"], "16": ["orange", "yellow"]},
}
ONE = ("--quick", "--only", "move.every_position", "--edition", "2014")


def answer(status: int, *args: object) -> Any:
    """What a command answers as JSON, where it ends as the contract says."""
    done = call(*args, "--format", "json")
    assert done.status == status, done.err
    return json.loads(done.out)


def test_race(tmp_path: Path) -> None:
    """An exact answer has no error; the chances of all camels make one."""
    data = answer(0, "odds", write(tmp_path, EARLY), "--race")
    shaped(data, RACE)
    assert (data["method"], data["error"]) == ("exact", 0)
    for place in ("first", "last"):
        assert sum(camel[place] for camel in data["camels"].values()) == pytest.approx(1)


def test_race_by_chance(tmp_path: Path) -> None:
    """Where too many positions can follow, half the width of an interval says how far it may be off."""
    data = answer(0, "odds", write(tmp_path, {**POSITION, "tiles": {}}), "--race")
    shaped(data, RACE)
    assert data["method"] == "simulated" and 0 < data["error"] < 0.01


def test_one_position_takes_no_scheduler(tmp_path: Path) -> None:
    """It was taken and never asked, so that a scheduler which does not answer went unnoticed."""
    done = call("odds", write(tmp_path, EARLY), "--race", "--scheduler", "127.0.0.1:1")
    assert done.status == 2
    assert "--batch" in done.err


def test_check() -> None:
    """Findings, and games of which the second side differs in what its rules say."""
    data = answer(1, "check", SAMPLE)
    shaped(data, CHECKED)
    witnesses = [f["witness"] for f in data["findings"] if f["witness"]]
    assert witnesses and all(w["readings"][1]["rules"] and not w["readings"][0]["rules"] for w in witnesses)
    assert all(f["certainty"] == "sure" for f in data["findings"] if f["severity"] == "error")


def test_read() -> None:
    """Every clause of the catalogue has an entry."""
    data = answer(0, "read", SAMPLE, "--edition", "2018")
    shaped(data, READ)
    assert set(data["clauses"]) == set(catalogue())


def test_impact() -> None:
    """What changes most games comes first."""
    data = answer(0, "impact", SAMPLE, "--games", 40)
    shaped(data, COSTS)
    shares = [f["money_changed"] for f in data["findings"]]
    assert shares == sorted(shares, reverse=True)


def test_diff() -> None:
    """Two editions may differ; a text and its edition may not."""
    shaped(answer(0, "diff", "2014", "2018"), DIFFERING)
    data = answer(1, "diff", SAMPLE, "2018")
    shaped(data, DIFFERING)
    assert any(d["witness"] for d in data["differences"])


def test_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Properties, examples, rulebooks and where these contradict each other; texts are checked beside them."""
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path))  # a kept verdict may be stronger than a first look
    data = answer(1, "verify", SAMPLE, *ONE)
    shaped(data, VERIFIED)
    (row,) = data["properties"]
    assert (row["id"], row["verdict"], row["ok"]) == ("move.every_position", "sampled", True)
    assert data["findings"] and data["rulebooks"]
    for finding in data["findings"]:
        shaped(finding, FINDING)


def test_mutate() -> None:
    """What was changed, and what nobody noticed."""
    data = answer(0, "mutate", "--edition", "2014", "--only", "on_track:logic", "--limit", 1)
    shaped(data, MUTATED)
    assert data["mutants"] == data["killed"] == 1 and data["survivors"] == []


def test_write() -> None:
    """Each sentence with the clauses that it states."""
    shaped(answer(0, "write", "--edition", "2018", "--lang", "pt"), WRITTEN)


def test_a_region_of_a_language() -> None:
    """`pt-BR` is `pt`."""
    text = ROOT / "tests" / "texts" / "pt-2018.txt"
    one, other = (call("check", text, "--lang", lang, "--no-witness").out for lang in ("pt", "pt-BR"))
    assert one == other
