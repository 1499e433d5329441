"""Every value that a text can state becomes exactly that value in the rules, and its game replays."""

from __future__ import annotations

from typing import Any

import pytest

from camelrules.compare.played import play_again
from camelrules.compare.variants import Equation, Rules, rules_of, to_json
from camelrules.compare.witness import find_witness, replay
from camelrules.lang.binding import Binding, bind, bindings, changed
from camelrules.lang.catalogue import catalogue
from camelrules.lang.kinds import MemberKind
from camelrules.lang.library import library, load
from camelrules.lang.values import Member, Numbers, Value
from camelrules.run.engine import engine

EDITIONS = library().editions()


def members(binding: Binding) -> list[Value]:
    return [Member(m) for m in binding.kind.members] if isinstance(binding.kind, MemberKind) else []


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_put_into_the_rules_is_what_they_then_have(edition: str) -> None:
    """The law that makes a game play what the line states: put a value in, read the clause again, and it is there."""
    tried = 0
    for clause, binding in bindings(edition).items():
        for value in members(binding):
            settings = changed(edition, clause, value)
            if not settings:
                continue
            made = engine(edition, None, settings)
            variant = made.game.__class__(**{**_fields(made.game), "parameters": _set(made.game, settings)})
            again = bind(catalogue()[clause], variant)
            assert again is not None
            if clause not in CASES:
                assert again.agrees(value), (clause, value, settings)
            tried += 1
    assert tried > 30


# Clauses whose variant is a change of another parameter than the one they are bound to.
CASES = {"leg.end.trigger", "crazy.select.exc_stacked"}


def _fields(game: Any) -> dict[str, Any]:
    return {name: getattr(game, name) for name in game.__dataclass_fields__}


def _set(game: Any, settings: dict[str, Any]) -> dict[str, Any]:
    from dataclasses import replace

    return {n: replace(p, value=settings.get(n, p.value)) for n, p in game.parameters.items()}


# What each stated value must come to, worked out from the clause by hand: parameter and value.
BOUND = [
    ("setup.money.start", "5", {"money.start": 5}),
    ("setup.tickets.per_colour", "3", {"tickets.order": [2, 3, 5]}),
    ("setup.tickets.per_colour", "5", {"tickets.order": [2, 2, 2, 3, 5]}),
    ("setup.partnership.many", "n>6", {"partnership.from": 7}),
    ("setup.partnership.few", "n<5", {"partnership.from": 5}),
    ("leg.score.first", "5,1,-1", {"tickets.order": [-1, -1, 1, 5]}),
    ("final.pay.first", "10", {"finish.payouts": [10, 5, 3, 2]}),
    ("final.pay.second_third_fourth", "5,2,1", {"finish.payouts": [8, 5, 2, 1]}),
    ("setup.crazy.map", "1->16,2->14,3->15", {"crazy.start": [16, 14, 15]}),
    ("tile.boo.stack", "top", {"boo.end": "top"}),
    ("tile.payout", "-1", {"tile.payout": -1}),
    ("stack.carry", "nobody", {"carries": "nobody"}),
    ("stack.leave", "go along", {"carries": "whole_stack"}),
    ("final.wrong", "-1 per bettor", {"finish.wrong_per": "bettor"}),
    ("final.order", "loser,winner", {"final.order": ["loser", "winner"]}),
]


@pytest.mark.parametrize(("clause", "stated", "settings"), BOUND)
def test_a_stated_value_becomes_a_parameter(clause: str, stated: str, settings: dict[str, Any]) -> None:
    rules = rules_of("2018", Equation(clause, bindings("2018")[clause].parse(stated)))
    assert rules is not None
    assert to_json(rules) == settings


@pytest.mark.parametrize(
    ("clause", "stated"),
    [
        ("setup.board", "under the table"),  # no rule of play
        ("a1.take_top", "~from a player"),  # a rule, and no parameter for it
        ("a1.take_top", "top"),  # the edition's own value
        ("end.trigger", "end of leg"),  # a fact of the table as far as the rules go
        ("money.start", "3"),  # no clause
    ],
)
def test_what_the_rules_have_no_parameter_for_is_never_played_as_something_else(clause: str, stated: str) -> None:
    binding = bindings("2018").get(clause)
    assert binding is None or rules_of("2018", Equation(clause, binding.parse(stated))) is None


GAMES = [
    ("2018", "setup.money.start", "5"),
    ("2018", "tile.boo.stack", "top"),
    ("2018", "money.floor", "still owed"),
    ("2018", "final.wrong", "-1 per bettor"),
    ("2018", "setup.partnership.many", "n>6"),
    ("2018", "part.self_available", "any side"),
    ("2014", "leg.score.second", "2"),
    ("2018", "a1.same_colour", "forbidden"),
    ("2018", "a4.repeat", "forbidden"),
    ("2018", "a4.on_top", "bottom"),
    ("2018", "final.flip", "left as it lies"),
    ("2018", "final.only_correct", "all cards"),
]


@pytest.mark.parametrize(("edition", "clause", "stated"), GAMES)
def test_a_difference_is_shown_by_a_short_game(edition: str, clause: str, stated: str) -> None:
    rules = rules_of(edition, Equation(clause, bindings(edition)[clause].parse(stated)))
    assert rules is not None
    witness = find_witness(edition, (), rules)
    assert witness is not None
    assert witness["differs"] in ("money", "legality")
    assert 1 <= len(witness["steps"]) <= 12
    assert witness["outcomes"][0] != witness["outcomes"][1]
    assert witness["readings"][1]["rules"] == to_json(rules)
    recurs, _ = replay(witness)
    assert recurs
    witness["outcomes"][1]["money"]["p1"] += 1
    assert not replay(witness)[0]


def test_what_many_alike_turns_bring_about_is_shown_by_them_alone() -> None:
    """The fifth right card of a deck: five bets and the end of the race, and nothing beside."""
    game = find_witness("2018", (), (("finish.rest", 0),))
    assert game is not None and game["differs"] == "money"
    assert [s["action"] for s in game["steps"]].count("bet") >= 5
    assert {s["action"] for s in game["steps"]} == {"bet", "use_pyramid"} and len(game["steps"]) <= 8


@pytest.mark.parametrize(("rules", "players"), [((("win.by", "least_money"),), 3), ((("partnership.from", 5),), 5)])
def test_a_winner_and_a_table_of_another_size_are_seen(rules: Rules, players: int) -> None:
    """A rule about the winner alone, and one that matters at one number of players alone."""
    game = find_witness("2018", (), rules)
    assert game is not None and len(game["players"]) == players
    assert replay(game)[0]


def test_passing_is_a_difference_of_what_is_allowed() -> None:
    rules = rules_of("2018", Equation("turn.mandatory", bindings("2018")["turn.mandatory"].parse("may pass")))
    assert rules is not None
    witness = find_witness("2018", (), rules)
    # A player who may pass does nothing else than that: no money is moved by it.
    assert witness is not None and witness["differs"] == "legality"


def test_every_edition_has_a_value_for_each_of_its_clauses() -> None:
    for edition in EDITIONS:
        assert load(edition).name == edition
        assert len(bindings(edition)) >= 140


def test_a_reading_with_a_shorter_list_leaves_room_for_the_edition() -> None:
    """Readings share a module; one that was built for three tickets a colour has no room for four."""
    short: Rules = (("tickets.order", ((2,), (3,), (5,))),)
    assert find_witness("2018", short, ()) is not None


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_an_order_that_is_left_open_is_played_the_other_way_round(edition: str) -> None:
    for clause in ("setup.tickets.stack_order", "leg.clean.tickets.order"):
        binding = bindings(edition)[clause]
        assert isinstance(binding.expected, Numbers)
        assert binding.blurred == Numbers(binding.expected.items[::-1])
    # what has no order cannot be turned
    assert bindings(edition)["comp.tickets.values"].blurred is None


def test_a_game_has_the_names_of_its_edition() -> None:
    """The witness says what its edition calls things, and every step and drawing has it."""
    game = find_witness("2014", (), (("boo.end", "top"),))
    assert game is not None and game["called"] == {"cheer": "oasis", "boo": "mirage"}
    (said,) = [s for f in play_again(game).drawn().frames if " tile " in (s := f.step)]
    assert said.endswith(" mirage")
    assert find_witness("2018", (), (("boo.end", "top"),)).get("called") is None  # type: ignore[union-attr]
