"""Texts whose writers had not seen the program: how much of them is read, and that right texts are not called wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from camelrules.compare.verdicts import Review
from camelrules.read.reader import read_text
from tests.read.reviewing import complaints, reviewed, sure_errors

MORE = Path(__file__).resolve().parents[1] / "texts" / "more"
# Texts that the weights of the reader were not learnt from.
UNSEEN = MORE.with_name("unseen")
RATES: dict[str, dict[str, float]] = {
    name: rate
    for folder in (MORE, UNSEEN)
    for name, rate in yaml.safe_load((folder / "rates.yaml").read_text("utf-8")).items()
}
EDITS: list[dict[str, str]] = yaml.safe_load((MORE / "edits.yaml").read_text("utf-8"))
SHORT = sorted(p.stem for p in MORE.glob("short-*.txt"))
# Each edit is a reading of a whole text; a fifteenth of them is enough to see a change for the worse.
SOME = 15


def file(name: str) -> Path:
    return next(p for folder in (MORE, UNSEEN) if (p := folder / f"{name}.txt").exists())


@cache
def written(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(file(name).with_suffix(".yaml").read_text("utf-8"))
    return data


@cache
def reading_of(name: str) -> Review:
    said = written(name)
    return read(name, file(name).read_text("utf-8"), said["language"], str(said["edition"]))


def read(name: str, text: str, language: str, edition: str) -> Review:
    return reviewed(text, name, language, edition)


def test_every_text_has_a_rate() -> None:
    texts = {p.stem for folder in (MORE, UNSEEN) for p in folder.glob("*.txt")} - set(SHORT)
    assert texts == set(RATES)


@pytest.mark.parametrize("name", sorted(RATES))
def test_a_text_is_read_as_its_writer_says(name: str) -> None:
    clauses = reading_of(name).clauses
    said = {c: e["status"] for c, e in written(name)["clauses"].items()}
    wrong = {c: (s, clauses[c].status) for c, s in said.items() if clauses[c].status != s}
    assert len(wrong) <= (1 - RATES[name]["right"]) * len(said), wrong
    accused = sure_errors(reading_of(name)) & {c for c, s in said.items() if s in ("agrees", "silent")}
    assert len(accused) <= RATES[name]["accused"], accused


@pytest.mark.parametrize("name", sorted(RATES))
def test_language_and_edition_are_found(name: str) -> None:
    reading = read_text(file(name).read_text("utf-8"), name)
    assert (reading.language, reading.edition) == (name[:2], name[3:7])


@pytest.mark.parametrize("kind", ["harmful", "harmless"])
def test_single_edits(kind: str) -> None:
    rows = [e for e in EDITS if e["kind"] == kind][::SOME]
    missed = []
    for e in rows:
        base = reading_of(e["text"])
        text = (MORE / f"{e['text']}.txt").read_text("utf-8")
        assert text.count(e["old"]) == 1, e
        after = read(e["text"], text.replace(e["old"], e["new"]), base.language, base.edition)
        new = {clause for clause, *_ in complaints(after) - complaints(base)}
        if (e["clause"] not in new) if kind == "harmful" else new:
            missed.append((e["text"], e["new"], sorted(new)))
    # What was measured, not what is wished for: in a manner of its own a sentence that was changed may pass.
    assert len(missed) <= (len(rows) * 0.15 if kind == "harmful" else 1), missed


@pytest.mark.parametrize("name", SHORT)
def test_a_short_right_text_is_never_called_wrong(name: str) -> None:
    _, language, edition, _ = name.split("-")
    assert sure_errors(read(name, (MORE / f"{name}.txt").read_text("utf-8"), language, edition)) == set()
