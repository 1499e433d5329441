"""Camels look the way they run, and recorded verdicts are shown only for the rules they were found for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from camelrules.prove.verify import book
from camelrules.site import kept
from camelrules.site.draw import Board

BOARD = Board(["red", "white"], ["white"], 16)
CAMEL = re.compile(r'<use href="#(racing|crazy)-camel"( transform="[^"]*")?/><text x="(\d+)"')


@pytest.mark.parametrize(
    ("space", "leftwards"),
    # Clockwise from the upper left: along the top to the right, along the bottom and up the left side to the left.
    [(1, False), (5, False), (7, False), (9, True), (12, True), (14, True), (16, True), (17, False), (0, True)],
)
def test_camels_look_the_way_they_run(space: int, leftwards: bool) -> None:
    drawn = BOARD.draw({"track": {str(space): ["red", "white"]}})
    found = {kind: (bool(turned), int(x)) for kind, turned, x in CAMEL.findall(drawn)}
    assert {kind: turned for kind, (turned, _) in found.items()} == {"racing": leftwards, "crazy": leftwards}
    # The letters stay inside the body, which is turned with the camel.
    assert (found["racing"][1] > 34) == leftwards
    assert (found["crazy"][1] < 34) == leftwards


def test_recorded_verdicts_belong_to_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"id": "tiles.spaced", "edition": e, "verdict": "proved"} for e in ("2014", "2018")]
    record = {"rules": {"2014": "of other rules", "2018": book("2018", None).digest}, "properties": rows}
    (tmp_path / kept.RECORD).write_text(json.dumps(record), "utf-8")
    monkeypatch.setattr(kept, "data_folder", lambda name: tmp_path)
    assert kept.recorded(["2014", "2018"]) == [rows[1]]
