"""Amounts and shares in sentences that explain a row, name only what is left over, or hand something to the bank."""

from __future__ import annotations

import pytest

from camelrules.lang.binding import bindings
from camelrules.lang.source import Source, Span
from camelrules.read.patterns.model import Example
from camelrules.read.patterns.sample import sentences
from camelrules.read.sections.segments import Segment
from camelrules.read.values.amounts import in_row, money, rate
from camelrules.read.values.counts import of

ROWS = ("second_w", "leader", "third_w", "other", "pyramid_ticket", "first")


def sentence(language: str, text: str) -> Segment:
    return sentences(Example(language, "", text, "end_leg", Span(Source("", ""), 1, 1)))[0]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The leg is over as soon as a single die is left in the pyramid."),
        ("de", "Die Etappe ist zu Ende, sobald nur noch ein Würfel in der Pyramide ist."),
        ("fr", "La manche est finie dès qu'il ne reste plus qu'un dé dans la pyramide."),
    ],
)
def test_dice_that_are_left_over_are_all_but_so_many(language: str, text: str) -> None:
    found = of(sentence(language, text))
    assert found is not None
    assert found.value == "all but 1"


def test_what_is_left_over_is_counted_from_the_dice_of_an_edition() -> None:
    told = {edition: bindings(edition)["leg.end.dice"].parse("all but 1") for edition in ("2014", "2018")}
    assert {edition: str(value) for edition, value in told.items()} == {"2014": "4 of 5", "2018": "5 of 6"}
    assert not bindings("2014")["leg.end.dice"].agrees(told["2014"])
    assert bindings("2018")["leg.end.dice"].agrees(told["2018"])


def test_the_number_behind_what_has_come_out_is_what_is_out() -> None:
    found = of(sentence("it", "Dei sei dadi ne sono usciti cinque e uno è ancora chiuso dentro: la tappa è finita."))
    assert found is not None
    assert found.value == "5 of 6"


@pytest.mark.parametrize(
    "text",
    [
        "ticket du deuxième (le suivant au classement, même si c'est dans la même pile) : 1 LE",
        "ticket du deuxième, le suivant au classement derrière le meneur : 1 LE",
    ],
)
def test_what_explains_a_row_is_no_row(text: str) -> None:
    found = in_row(sentence("fr", text), *ROWS)
    assert found is not None
    assert found.value == "1"


def test_what_is_handed_to_the_bank_is_lost() -> None:
    found = money(sentence("de", "Für jedes Ticket des Zweiten muss der Spieler 1 Pfund an die Bank abgeben."))
    assert found is not None
    assert found.value == "-1"


@pytest.mark.parametrize(
    ("language", "text", "amount"),
    [
        ("de", "Wettplättchen aller übrigen Kamele: je 1 EP zahlen", "-1"),
        ("en", "Ticket of any other camel: pay 2 EP.", "-2"),
        ("en", "Tickets of other camels pay 1 EP.", "1"),
        ("fr", "Ticket d'un autre chameau : payez 1 livre.", "-1"),
        ("pt", "Bilhete de outro corredor: pague 1 LE.", "-1"),
        ("en", "For tickets of other camels the bank pays 1 EP.", "1"),
    ],
)
def test_who_is_told_to_pay_loses(language: str, text: str, amount: str) -> None:
    found = money(sentence(language, text))
    assert found is not None
    assert found.value == amount


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("Lose 2 EP for every wrong card, and gain 8 for the first right one.", "-2 per card"),
        ("The first correct card earns 8 EP, wrong ones cost 1 EP each.", "-1 per card"),
        ("Wrong cards do not count here, but every one of them takes 1 EP from its owner.", "-1 per card"),
        ("After two wrong cards the first right one gets 3 EP.", None),
    ],
)
def test_what_right_cards_bring_is_not_what_wrong_ones_cost(text: str, cost: str | None) -> None:
    found = rate(sentence("en", text), "card", "bettor")
    assert (found.value if found else None) == cost
