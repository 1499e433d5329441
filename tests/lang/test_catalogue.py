"""The catalogue binds: what a clause expects follows from the rules of an edition, also of one that no code knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from camelrules.lang.binding import bindings, changed
from camelrules.lang.catalogue import catalogue, load_catalogue
from camelrules.lang.library import base_of, load, title_of
from camelrules.lang.source import RulesError
from camelrules.lang.values import Mapping, Number, Numbers, Otherwise
from tests.read.reviewing import reviewed

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

# What the rulebooks say, from the catalogue that the contract names: (clause, 2014, 2018).
PRINTED = [
    ("comp.tickets.total", "15", "20"),
    ("comp.tickets.values", "5, 3, 2", "5, 3, 2, 2"),
    ("comp.money", "35x1, 15x5, 10x10, 10x20", "50x1, 30x5"),
    ("comp.finish_cards.total", "40", "40"),
    ("comp.racing_dice.faces", "1, 1, 2, 2, 3, 3", "1, 1, 2, 2, 3, 3"),
    ("players.count", "2-8", "3-8"),
    ("setup.tickets.stack_order", "2, 3, 5", "2, 2, 3, 5"),
    ("leg.end.dice", "5 of 5", "5 of 6"),
    ("leg.score.first", "5, 3, 2", "5, 3, 2"),
    ("final.pay.second_third_fourth", "5, 3, 2", "5, 3, 2"),
    ("final.wrong", "-1 per card", "-1 per card"),
    ("a2.not_space_1", "not on space 1", "not on space 1"),
    ("setup.crazy.map", None, "1 to space 16, 2 to space 15, 3 to space 14"),
    ("setup.partnership.many", None, "6 or more players"),
    ("a3.no_die", "repeated", None),
]


@pytest.mark.parametrize(("clause", "first", "second"), PRINTED)
def test_an_edition_has_the_printed_value(clause: str, first: str | None, second: str | None) -> None:
    for edition, value in (("2014", first), ("2018", second)):
        bound = bindings(edition).get(clause)
        assert (bound.shown(bound.expected) if bound else None) == value


def test_the_relation_between_the_editions_is_as_the_catalogue_says() -> None:
    first, second = bindings("2014"), bindings("2018")
    for name, clause in catalogue().items():
        if clause.relation == "only":
            assert (name in first) != (name in second), name
        elif clause.relation == "same":
            assert first[name].expected == second[name].expected, name


def test_every_value_is_read_as_it_is_written() -> None:
    for edition in ("2014", "2018"):
        for name, bound in bindings(edition).items():
            for text in (str(bound.expected), bound.shown(bound.expected)):
                again = bound.parse(text)
                assert again == bound.expected or (isinstance(again, Otherwise) and text != str(bound.expected)), name


@pytest.mark.parametrize(
    ("edition", "stated", "lies"),
    [("2014", (5, 3, 1), (1, 3, 5)), ("2018", (5, 3, 2), (2, 3, 5)), ("2018", (5, 3, 3, 2), (2, 3, 3, 5))],
)
def test_which_tickets_there_are_says_nothing_of_their_order(edition: str, stated: Any, lies: Any) -> None:
    """The dearest ticket of a stack is taken first, whatever the tickets are worth."""
    made = changed(edition, "comp.tickets.values", Numbers(stated))
    assert made == {"tickets.order": tuple((n,) for n in lies)}


def test_a_house_edition_has_values_of_its_own() -> None:
    house = bindings(HOUSE)
    assert (base_of(HOUSE), title_of(HOUSE)) == ("2018", "house")
    assert str(house["comp.tickets.total"].expected) == "18"
    assert str(house["setup.crazy.map"].expected) == "1->20,2->19,3->18"
    assert house["final.pay.first"].expected == bindings("2018")["final.pay.first"].expected


def test_a_changed_parameter_changes_what_is_expected_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text('edition: mine\nextends: "2018"\nreplaces:\n  parameters: {boo.end: top}\n', "utf-8")
    mine, base = bindings(str(file)), bindings("2018")
    assert {c for c in mine if mine[c].expected != base[c].expected} == {"tile.boo.stack", "tile.space_left"}


@pytest.mark.parametrize(
    ("old", "new", "clause"),
    [
        ("yellow and pink", "yellow and orange", "comp.camel_colours"),
        ("the 7 on top", "the 5 on top", "setup.tickets.stack_order"),
        ("a 1 puts it on space 20", "a 1 puts it on space 16", "setup.crazy.map"),
        ("5 of the 7 dice", "5 of the 6 dice", "leg.end.dice"),
    ],
)
def test_a_text_is_judged_by_its_own_edition(old: str, new: str, clause: str) -> None:
    assert reviewed(TEXT, "mine", "en", HOUSE).clauses[clause].status == "agrees"
    assert reviewed(TEXT.replace(old, new), "mine", "en", HOUSE).clauses[clause].status == "contradicts"


BAD = [
    ("value: no_such_thing", "unknown name `no_such_thing`"),
    ("value: boo.end\n  relation: equal", "duplicate key `relation`"),
    ("value: boo.end\n  more: bigger", "`more` says what a larger number allows"),
    ("value: boo.end\n  puts: {sett: boo.end}", "no way `sett` to put a value into the rules"),
    ("value: boo.end\n  colour: red", "unknown key `colour`"),
    ("value: boo.end\n  puts: boo.end", "`puts` of `mine.clause` needs one of"),
    ("value: boo.end\n  puts: {both ways: [boo.end]}", "`both ways` names two parameters"),
    ("value: boo.end\n  puts: {cases: top}", "`cases` must be a mapping"),
    ("value: boo.end\n  puts: {cases: {top: 1}}", "a case must be a mapping"),
    ("value: boo.end\n  words: 3", "`words` must be a mapping"),
    ("value: finish.payouts[9]", "item 9 of a list of 4"),
    ("value: box.money", "cannot be a `list of"),
    ("value: count(c in camel where at[c] == 1)", "at"),
]


@pytest.mark.parametrize(("body", "message"), BAD)
def test_a_mistake_in_the_catalogue_is_one_message(tmp_path: Path, body: str, message: str) -> None:
    file = tmp_path / "clauses.yaml"
    file.write_text(f"mine.clause:\n  section: tiles\n  meaning: mine\n  relation: same\n  {body}\n", "utf-8")
    from camelrules.lang.binding import bind

    with pytest.raises(RulesError) as caught:
        for clause in load_catalogue(file).values():
            bind(clause, load("2018"))
    assert message in caught.value.render()


def test_a_catalogue_of_another_shape_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "clauses.yaml"
    file.write_text("- a\n", "utf-8")
    with pytest.raises(RulesError, match="must be a mapping"):
        load_catalogue(file)
    file.write_text("a.b:\n  section: s\n  meaning: m\n  relation: equal\n  value: boo.end\n", "utf-8")
    with pytest.raises(RulesError, match="`equal` is no relation between editions"):
        load_catalogue(file)


def test_an_edition_of_the_game_alone_has_no_printed_one_to_be_judged_by(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("edition: mine\nextends: game\nreplaces: {sorts: {racing: [blue, green, red]}}\n", "utf-8")
    with pytest.raises(RulesError, match="extends no edition that travels with the program"):
        base_of(str(file))


def test_an_order_that_is_left_open_is_taken_the_other_way_round(tmp_path: Path) -> None:
    """Where the order counts; one that reads the same from both ends has no other way."""
    known = bindings("2018")
    assert str(known["setup.tickets.stack_order"].blurred) == "5,3,2,2"
    assert str(known["final.pay.second_third_fourth"].blurred) == "2,3,5"
    assert known["comp.racing_dice.faces"].blurred is None
    own = tmp_path / "own.yaml"
    own.write_text('edition: own\nextends: "2018"\nreplaces:\n  parameters: {"tickets.order": [2, 3, 2]}\n', "utf-8")
    assert bindings(str(own))["setup.tickets.stack_order"].blurred is None


@pytest.mark.parametrize(
    "edition, clause, stated, expected",
    [
        ("2018", "leg.score.first", (7, 4, 2), {"tickets.order": (2, 2, 4, 7)}),
        ("2018", "leg.score.first", (7, 4), None),
        ("2014", "leg.score.first", (7, 4, 2), {"tickets.order": (2, 4, 7)}),
        ("2018", "move.racing.distance", (1, 2, 4), {"racing.faces": (1, 1, 2, 2, 4, 4)}),
    ],
)
def test_values_of_another_printing(edition: str, clause: str, stated: tuple[int, ...], expected: Any) -> None:
    """Each value takes the place of one of ours; where they are more or fewer, no place is made up."""
    made = changed(edition, clause, Numbers(stated))
    assert (None if made is None else {k: tuple(r[0] for r in v) for k, v in made.items()}) == expected


def test_what_silence_and_half_a_sentence_come_to() -> None:
    """A rule that a text leaves out is played as if it were not there; one that it begins may be taken otherwise."""
    known = bindings("2018")
    assert (str(known["tile.boo.stack"].unsaid), str(known["tile.boo.stack"].blurred)) == ("top", "top")
    assert (known["stack.carry"].unsaid, str(known["stack.carry"].blurred)) == (None, "nobody")
    assert (known["final.pay.rest"].unsaid, str(known["final.pay.rest"].blurred)) == (None, "0")
    assert (known["track.spaces"].unsaid, known["track.spaces"].blurred) == (None, None)


@pytest.mark.parametrize("pairs, start", [(((1, 16), (2, 15), (3, 13)), (16, 15, 13)), (((2, 12),), (16, 12, 14))])
def test_a_table_that_is_stated_in_part(pairs: Any, start: tuple[int, ...]) -> None:
    """What a text does not say of some numbers stays as it is."""
    assert changed("2018", "setup.crazy.map", Mapping(pairs)) == {"crazy.start": tuple((n,) for n in start)}


def test_a_number_is_no_list() -> None:
    """A text may say a single number where the rules have several values; that changes nothing that they have."""
    assert changed("2018", "comp.tickets.values", Number(3)) is None
    assert changed("2018", "leg.score.first", Number(3)) is None
