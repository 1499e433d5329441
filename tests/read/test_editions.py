"""What the catalogue expects follows from the parameters of an edition, also of one that no code knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelrules.lang.library import load
from camelrules.lang.source import RulesError
from camelrules.read.catalogue import catalogue
from camelrules.read.expected import base_of, expected, filled, title_of
from camelrules.read.reader import read_text

HOUSE = str(Path(__file__).parents[1] / "site" / "house.yaml")
TEXT = """Contents

- 6 racing camels: blue, green, purple, red, yellow and pink
- 18 betting tickets, 3 of each colour

The track has 20 numbered spaces. The finish line lies between space 20 and space 1.

Setup

Stack the 3 betting tickets of each colour with the 2 at the bottom, the 4 above it and the 7 on top.
Roll the grey die and place either crazy camel: a 1 puts it on space 20, a 2 on space 19 and a 3 on space 18.

End of a leg

The leg is over once 5 of the 7 dice came out of the pyramid.
Betting tickets of the leading camel gain 7, 4 or 2 pounds.
"""


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_the_catalogue_says_what_the_parameters_make(edition: str) -> None:
    made = {c.id: filled(c.formula, load(edition)) for c in catalogue().values() if c.formula and edition in c.editions}
    assert len(made) > 35
    assert made == {c: catalogue()[c].values[edition] for c in made}


def test_a_house_edition_has_values_of_its_own() -> None:
    entries = catalogue()
    assert (base_of(HOUSE), title_of(HOUSE)) == ("2018", "house")
    assert expected(entries["comp.tickets.total"], HOUSE) == "18"
    assert expected(entries["setup.crazy.map"], HOUSE) == "1->20,2->19,3->18"
    assert expected(entries["final.pay.first"], HOUSE) == entries["final.pay.first"].values["2018"]


@pytest.mark.parametrize(
    ("old", "new", "clause"),
    [
        ("", "", ""),
        ("between space 20", "between space 16", "track.finish_line"),
        ("yellow and pink", "yellow and orange", "comp.camel_colours"),
        ("the 7 on top", "the 5 on top", "setup.tickets.stack_order"),
        ("a 1 puts it on space 20", "a 1 puts it on space 16", "setup.crazy.map"),
        ("5 of the 7 dice", "5 of the 6 dice", "leg.end.dice"),
    ],
)
def test_a_text_is_read_against_a_house_edition(old: str, new: str, clause: str) -> None:
    clauses = read_text(TEXT.replace(old, new, 1) if old else TEXT, "house", edition=HOUSE).clauses
    wrong = {c for c, reading in clauses.items() if reading.status in ("contradicts", "ambiguous")}
    assert clause in wrong if clause else wrong == set()


def test_an_edition_that_is_not_there_is_named() -> None:
    with pytest.raises(RulesError, match=r"no edition `2021`"):
        base_of("2021")
