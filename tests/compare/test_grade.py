"""How one stated value relates to another: what it allows, and what not."""

from __future__ import annotations

import pytest

from camelrules.compare.differences import differences
from camelrules.compare.sides import side
from camelrules.lang.binding import bindings


@pytest.mark.parametrize(
    ("clause", "a", "b", "grade"),
    [
        ("setup.partnership.many", "n>=6", "n>5", "equivalent"),
        ("setup.partnership.many", "n>=7", "n>=6", "narrower"),
        ("setup.partnership.few", "n<7", "n<6", "wider"),
        ("players.count", "3-8", "2-8", "narrower"),
        ("players.count", "2-6", "3-8", "incomparable"),
        ("comp.tickets.values", "5,3,2", "5,3,2,2", "narrower"),
        ("comp.tickets.values", "5,4,2", "5,3,2,2", "incomparable"),
        ("a2.example.modality", "must", "may", "narrower"),
        ("final.loser.definition", "all camels", "racing camels", "wider"),
        ("crazy.select.exc_stacked", "upper", "upper anywhere", "narrower"),
        ("a2.not_adjacent", "0", "1", "wider"),
        ("a2.empty", "anywhere", "empty space", "wider"),
        ("tile.boo.stack", "top", "bottom", "incomparable"),
        ("a3.reveal", "2", "1", "wider"),
    ],
)
def test_grades(clause: str, a: str, b: str, grade: str) -> None:
    binding = bindings("2018")[clause]
    assert binding.grade(binding.parse(a), binding.parse(b)) == grade


def test_what_one_edition_alone_has_is_no_mere_difference() -> None:
    found = {d["clause"]: d["verdict"] for d in differences(side("2014"), side("2018"), witness=False)}
    assert found["crazy.direction"] == "wider"  # 2014 has no such rule
    assert found["players.count"] == "wider"
    assert found["comp.tickets.values"] == "narrower"
    assert "tile.boo.stack" not in found
    assert sum(v == "incomparable" for v in found.values()) < len(found) / 3
