"""Every change that a misread clause stands for is legal, and its game replays to the outcome it tells."""

from __future__ import annotations

import pytest

from camelrules.compare.meanings import _change as change
from camelrules.compare.meanings import apply, change_for, meanings, unknown_clauses
from camelrules.compare.variants import Claim, change_of
from camelrules.compare.witness import find_witness, replay
from camelrules.lang.build import build
from camelrules.lang.library import library, load
from camelrules.lang.tree import Fields
from camelrules.read.catalogue import catalogue
from camelrules.run.engine import parse_changes


def test_every_clause_is_in_the_catalogue() -> None:
    assert unknown_clauses(set(catalogue())) == []


@pytest.mark.parametrize("clause", list(meanings()))
def test_every_change_builds_in_2018(clause: str) -> None:
    entry = meanings()[clause]
    words = entry.get("words")
    nodes = [entry.get("silent"), entry.get("otherwise"), *([v for _, v in words] if isinstance(words, Fields) else [])]
    for node in nodes:
        made = change(node)
        if made is not None:
            game = build(apply(library().resolve("2018"), "variant", [made]), strict=False)
            parse_changes(game, [f"{k}={v}" for k, v in made.settings.items()])


# What each claim must come to, worked out from the clause: parameter and value.
BOUND = [
    ("setup.money.start", "5", {"money.start": "5"}),
    ("setup.tickets.per_colour", "3", {"tickets.order": "[2, 3, 5]"}),
    ("setup.tickets.per_colour", "5", {"tickets.order": "[2, 2, 2, 3, 5]"}),
    ("setup.partnership.many", "n>6", {"partnership.from": "7"}),
    ("setup.partnership.few", "n<5", {"partnership.from": "5"}),
    ("leg.score.first", "5,1,-1", {"tickets.order": "[-1, -1, 1, 5]"}),
    ("final.pay.first", "10", {"finish.payouts": "[10, 5, 3, 2]"}),
    ("final.pay.second_third_fourth", "5,2,1", {"finish.payouts": "[8, 5, 2, 1]"}),
    ("setup.crazy.map", "1->16,2->14,3->15", {"crazy.start": "[16, 14, 15]"}),
]


@pytest.mark.parametrize(("clause", "stated", "settings"), BOUND)
def test_a_stated_value_becomes_a_parameter(clause: str, stated: str, settings: dict[str, str]) -> None:
    values = {n: p.value for n, p in load("2018").parameters.items()}
    made = change_for(clause, "contradicts", stated, values)
    assert made is not None
    assert made.settings == settings


def test_a_clause_without_effect_changes_nothing() -> None:
    assert change_of("2018", Claim("setup.board", "contradicts", "under the table")) is None
    assert change_of("2018", Claim("a1.take_top", "contradicts", "highest-value")) is None


GAMES = [
    ("2018", "setup.money.start", "contradicts", "5"),
    ("2018", "tile.boo.stack", "contradicts", "up"),
    ("2018", "money.floor", "ambiguous", ""),
    ("2018", "final.wrong", "contradicts", "-1 per player"),
    ("2018", "setup.partnership.many", "contradicts", "n>6"),
    ("2018", "part.self_available", "silent", ""),
    ("2014", "leg.score.second", "contradicts", "2"),
]


@pytest.mark.parametrize(("edition", "clause", "status", "stated"), GAMES)
def test_a_difference_is_shown_by_a_short_game(edition: str, clause: str, status: str, stated: str) -> None:
    witness = find_witness(edition, (), (Claim(clause, status, stated),))
    assert witness is not None
    assert witness["differs"] == "money"
    assert 1 <= len(witness["steps"]) <= 12
    assert witness["outcomes"][0]["money"] != witness["outcomes"][1]["money"]
    recurs, _ = replay(witness)
    assert recurs
    witness["outcomes"][1]["money"]["p1"] += 1
    assert not replay(witness)[0]


@pytest.mark.parametrize(
    ("clause", "stated"),
    [
        ("a1.same_colour", "forbidden"),
        ("a4.repeat", "a single card"),
        ("a4.on_top", "down"),
        ("final.flip", "last placed on top"),
        ("final.only_correct", "counted"),
        ("turn.mandatory", "may"),
    ],
)
def test_a_game_is_found_where_cards_and_tickets_are_read_otherwise(clause: str, stated: str) -> None:
    witness = find_witness("2018", (), (Claim(clause, "contradicts", stated),))
    assert witness is not None
    assert replay(witness)[0]
    # A player who may pass does nothing else than that: no money is moved by it.
    assert witness["differs"] == ("legality" if clause == "turn.mandatory" else "money")
