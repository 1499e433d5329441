"""Words are known by the company they keep: what is added to a rule makes it doubtful, what belongs to it does not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from camelrules.read import judge
from camelrules.read.catalogue import catalogue
from camelrules.read.company import company
from camelrules.read.ontology import ontology
from camelrules.read.reader import Reading, read_text

TEXTS = Path(__file__).resolve().parents[1] / "texts"


@cache
def text_of(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text("utf-8")


def read(name: str, text: str) -> Reading:
    return read_text(text, name, language=name[:2], edition=name[3:])


def test_company_is_of_clauses_and_of_added_words() -> None:
    assert set(company()) <= set(catalogue())
    assert {w for words in company().values() for w in words} <= set(ontology().added)


# What stands in the text, what it becomes, and the clause that is no longer plainly said. No pattern speaks of these.
ADDED = [
    ("en-2018", "all partnership cards return", "all partnership cards but the last return", "part.reset"),
    ("es-2018", "1 libra de la banca", "1 libra de un rival y de la banca", "tile.payout"),
    ("es-2018", "paga 1 LE a la banca", "paga 1 LE a la banca antes de seguir", "final.wrong"),
    ("fr-2018", "demeure à sa place", "demeure une seule fois à sa place", "tile.persist"),
    ("fr-2018", "rendues à leurs propriétaires", "rendues à leurs propriétaires avant la dernière", "leg.clean.tiles"),
    ("pt-2018", "Nenhum camelo muda", "Antes do fim do jogo nenhum camelo muda", "orientation.kept"),
]


@pytest.mark.parametrize(("name", "old", "new", "clause"), ADDED)
def test_what_is_added_makes_a_rule_doubtful(
    name: str, old: str, new: str, clause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert text_of(name).count(old) == 1
    text = text_of(name).replace(old, new)
    assert read(name, text).clauses[clause].status == "ambiguous"
    # Nothing else sees it.
    monkeypatch.setattr(judge, "with_company", lambda reading, *_: reading)
    assert read(name, text).clauses[clause].status == "agrees"


@pytest.mark.parametrize("name", ["en-2014", "en-2018", "es-2018", "fr-2014", "fr-2018", "pt-2018"])
def test_nothing_is_strange_in_a_text_of_our_own(name: str) -> None:
    reading = read(name, text_of(name))
    assert not [p.why for r in reading.clauses.values() for p in r.places if "without" in p.why]
