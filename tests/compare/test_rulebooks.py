"""The stored readings of the five rulebooks: complete, in step with their known faults, and with the texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from camelrules.compare.errata import errata, out_of_step
from camelrules.compare.sides import rulebook, rulebooks, side
from camelrules.compare.variants import from_json
from camelrules.compare.waivers import stamp
from camelrules.compare.witness import replay
from camelrules.lang.catalogue import catalogue
from tests.read.reviewing import reviewed

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("CAMELRULES_RULEBOOKS", ROOT.parent / "shared" / "rulebooks"))
# Where a text begins with this number, it is this rulebook.
FILES = {"es-2018": "000", "en-2018": "001", "fr-2014": "002", "pt-2018": "003", "fr-2018": "004"}
# Cells that the reader reads otherwise than a person; the reviewed reading stands.
OVERRIDES = 6


def _text(name: str) -> str:
    found = sorted(FOLDER.glob(f"{FILES[name]}*.txt"))
    if not found:
        pytest.skip(f"the rulebooks are not in {FOLDER}")
    return found[0].read_text("utf-8")


def test_every_rulebook_answers_every_clause() -> None:
    assert set(rulebooks()) == set(FILES)
    for name in rulebooks():
        assert list(side(name).cells) == list(catalogue())


def test_readings_and_known_faults_are_in_step() -> None:
    assert out_of_step() == []


def test_a_known_fault_that_changes_play_has_a_game_that_replays() -> None:
    chosen = [e for e in errata() if e.severity == "error"]
    assert len(chosen) >= 20
    for erratum in chosen:
        witness = erratum.data()["witness"]
        assert witness is not None, erratum
        assert replay(witness)[0], erratum
        # The game plays what the reading states, and nothing else.
        changed = dict(side(erratum.rulebook).rules(erratum.clause) or ())
        assert from_json(witness["edition"], witness["readings"][1]["rules"]) == tuple(sorted(changed.items()))
        assert witness["readings"][0]["rules"] == {}


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_reviewed_lines_are_those_of_the_text(name: str) -> None:
    lines = _text(name).splitlines()
    for clause, cell in rulebook(name).cells.items():
        if cell.lines:
            assert cell.stamp == stamp(tuple(lines[n - 1] for n in cell.lines)), clause


def test_the_reader_reads_as_the_reviewer_did() -> None:
    different = []
    for name in sorted(FILES):
        reading = reviewed(_text(name), name, name[:2], name[3:])
        stored = side(name)
        different += [f"{name} {c}" for c, cell in stored.cells.items() if cell.status != reading.clauses[c].status]
    assert len(different) <= OVERRIDES, different
