"""Tables: who sits where, what the sorts hold, and how the fast back end keeps a state."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from agreement.positions import EDITIONS, state
from small import game

from camelrules.lang.library import load
from camelrules.lang.source import RulesError
from camelrules.run.engine import agree, engine
from camelrules.run.plain_rules import Plain
from camelrules.run.table import reseat, seat


def test_seats() -> None:
    """As many as the edition allows, named in their order."""
    assert seat(load("2018"), 4).players == ("p1", "p2", "p3", "p4")
    assert seat(load("2018")).players == ("p1", "p2", "p3") and seat(load("2014")).players == ("p1", "p2")
    assert seat(load("2014"), ("anna", "ben")).members["player"] == ("anna", "ben")


@pytest.mark.parametrize("players", [0, 1, 2, 9, ("a", "a"), (), tuple("abcdefghi")])
def test_no_seats(players: object) -> None:
    """Too few, too many, nobody, or two of one name."""
    with pytest.raises(RulesError):
        seat(load("2018"), players)  # type: ignore[arg-type]


def test_members() -> None:
    """Unions in the order of their parts, ranges by their parameters, values once each."""
    members = seat(load("2018"), 3, {"track.spaces": 20}).members
    assert members["camel"] == (*members["racing"], *members["crazy"]) and members["die"][-1] == "grey"
    assert members["space"] == tuple(range(1, 21)) and members["ticket_value"] == (2, 3, 5)


def test_changes() -> None:
    """A change is kept when the table is set again, and an unknown one is refused."""
    table = reseat(seat(load("2018"), 4, {"track.spaces": 20}), {"leg.dice": 6})
    assert (table.values["track.spaces"], table.values["leg.dice"], table.values["money.start"]) == (20, 6, 3)
    with pytest.raises(RulesError, match="no parameter or ruling"):
        seat(load("2018"), 4, {"leg.dices": 6})


@pytest.mark.parametrize("edition", EDITIONS, ids=["2014", "2018", "desert"])
def test_states_survive_as_bytes(edition: str) -> None:
    """Encoding and decoding give back what was there."""
    made = engine(edition)
    for seed in range(20):
        here = state(Random(seed), made)
        assert made.wasm is not None
        assert made.wasm.decode(made.wasm.encode(here)) == here


def test_copies_are_apart() -> None:
    """A copy can change and the first state cannot."""
    made = engine("2018")
    for rules in (made.rules, Plain(made.reference)):
        encoded: Any = rules.encode(made.reference.initial())
        before = rules.decode(encoded)
        after: Any = rules.run("effect", "setup", (), encoded, (1, 2, 3))
        assert rules.decode(encoded) == before != rules.decode(after)


def test_disagreement_is_named() -> None:
    """Status 4 comes with the parts that differ."""
    agree("nothing", {"a": 1}, {"a": 1})
    with pytest.raises(Exception, match="the back ends disagree about a move:\n  at: 1 by the reference"):
        agree("a move", {"at": 1, "b": 2}, {"at": 3, "b": 2})


def test_sorts_that_share_members_through_two_unions() -> None:
    """Two unions of one part give its members one number each, in both."""
    made = game("""
    game: unions
    sorts:
      a: [x, y]
      b: [z]
      c: [w]
      ab: {members: a + b}
      ac: {members: c + a}
    state: {in_ab: {of: [ab], type: int}, in_ac: {of: [ac], type: bool}}
    functions:
      f: {given: {k: a}, type: int, is: "if in_ac[k] then in_ab[k] else 0"}
    """)
    from small import Both

    both = Both(made)
    both.state["in_ab"] = {("x",): 1, ("y",): 2, ("z",): 3}
    both.state["in_ac"] = {("x",): False, ("y",): True, ("w",): True}
    assert (both.call("f", "x"), both.call("f", "y")) == (0, 2)
