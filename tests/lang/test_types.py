"""Which types fit where, and what names mean."""

from __future__ import annotations

import pytest
from small import Fault, both, fails, game

from camelrules.lang.library import load
from camelrules.lang.symbols import symbols_of
from camelrules.lang.syntax import Cast, If, Lit, Param, Read, Var
from camelrules.lang.types import BOOL, INT, NONE, IntType, ListType, SetType, SortType, Type, comparable, fits, join
from camelrules.lang.typing import parse_type

from .test_parse import text

CAMEL = SortType("camel", frozenset(("racing", "crazy")))
RACING = SortType("racing", frozenset(("racing",)))
CRAZY = SortType("crazy", frozenset(("crazy",)))
MAYBE = SortType("racing", frozenset(("racing",)), optional=True)
SORTS: dict[str, SortType | IntType] = {"camel": CAMEL, "racing": RACING, "space": IntType(1, 16, "space")}


def test_fits() -> None:
    """A part fits the whole, a certain thing a possible one, and never the other way."""
    assert fits(RACING, CAMEL) and not fits(CAMEL, RACING)
    assert fits(RACING, MAYBE) and not fits(MAYBE, RACING)
    assert fits(NONE, MAYBE) and not fits(NONE, RACING)
    assert fits(SetType(RACING), SetType(CAMEL)) and not fits(SetType(CAMEL), SetType(RACING))
    assert fits(ListType((RACING, INT)), ListType((CAMEL, INT))) and not fits(ListType((INT,)), ListType((INT, INT)))
    assert not fits(BOOL, INT) and not fits(INT, BOOL) and not fits(RACING, INT)


def test_comparable() -> None:
    """`==` is allowed where it can be true, in either order."""
    pairs: list[tuple[Type, Type, bool]] = [
        (RACING, CAMEL, True),
        (RACING, CRAZY, False),
        (NONE, MAYBE, True),
        (NONE, RACING, False),
        (BOOL, INT, False),
    ]
    for a, b, answer in pairs:
        assert comparable(a, b) is answer and comparable(b, a) is answer


def test_join() -> None:
    """The two answers of an `if` have the wider of their types, or none."""
    assert join(RACING, CAMEL) == CAMEL == join(CAMEL, RACING)
    assert join(RACING, NONE) == MAYBE == join(NONE, RACING)
    assert join(IntType(1, 2), IntType(5, 6)) == INT
    assert join(RACING, CRAZY) is None and join(BOOL, INT) is None


@pytest.mark.parametrize(
    "written",
    [
        "int",
        "bool",
        "camel",
        "racing?",
        "space",
        "0..",
        "..3",
        "-2..3",
        "set of camel",
        "list of int",
        "list of (camel, int)",
    ],
)
def test_written_types(written: str) -> None:
    """A type is shown as it is written."""
    assert str(parse_type(text(written), SORTS)) == written


SMALL = """
game: small
sorts:
  racing: [red, blue]
  crazy: [black, white]
  camel: {{members: racing + crazy}}
  spot: [white, gold]
  player: {{seats: 2..4}}
parameters:
  lucky: {{type: spot, is: gold}}
state:
  best: {{type: camel?}}
functions:
  f: {{given: {{{given}}}, type: {type}, is: "{body}"}}
"""


def body(text: str, type: str = "bool", given: str = "c: camel") -> object:
    """The node that an expression becomes in a small game."""
    return game(SMALL.format(given=given, type=type, body=text)).functions["f"].body


def test_members_take_the_sort_that_is_wanted() -> None:
    """`white` is a camel beside camels and a spot beside spots, on either side of `==`."""
    for written, owner in (
        ("c == white", "crazy"),
        ("white == c", "crazy"),
        ("lucky == white", "spot"),
        ("white != lucky", "spot"),
    ):
        node = body(written)
        literal = next(side for side in (node.left, node.right) if isinstance(side, Lit))  # type: ignore[attr-defined]
        assert literal.type == SortType(owner, frozenset((owner,)))
    chosen = body("if c == red then white else c", "camel")
    assert isinstance(chosen, If) and isinstance(chosen.then, Lit) and str(chosen.then.type) == "crazy"
    cast = body("(white as spot) == lucky")
    assert isinstance(cast.left, Cast)  # type: ignore[attr-defined]


def test_local_names_go_before_members() -> None:
    """An edition may call a camel `c`; the rules that use `c` for something else keep their meaning."""
    node = body("red", "int", "red: int")
    assert isinstance(node, Var) and node.type == INT


def test_names_by_kind() -> None:
    """Parameters and state variables are told apart."""
    assert isinstance(body("lucky", "spot"), Param)
    assert isinstance(body("best", "camel?"), Read)


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("exists(c in racing)", "bool"),  # c is the argument
        ("c == gold", "bool"),
        ("c < 3", "bool"),
        ("best", "camel"),
        ("1", "bool"),
        ("c in lucky", "bool"),
        ("lucky == none", "bool"),
        ("sum(c for d in camel)", "int"),
        ("if c == red then 1 else 2", "bool"),
        ("the(d in 1..3)", "camel"),
    ],
)
def test_refused(text: str, type: str) -> None:
    """Each has a type error that no evaluator ever meets."""
    assert set(fails(SMALL.format(given="c: camel", type=type, body=text))) & {"type", "shadow"}


def test_let_and_draw_are_seen_only_after_them() -> None:
    """A name holds from its statement to the end of its block, not before and not outside."""
    frame = """
    game: small
    entries: [go]
    state:
      n: {{type: int}}
    effects:
      go: {{do: [{}]}}
    """
    assert fails(frame.format("let a = 1, set n = a")) == []
    assert fails(frame.format("set n = a, let a = 1")) == ["unknown-name"]
    assert fails(frame.format("{if: n == 0, then: [let a = 1]}, set n = a")) == ["unknown-name"]
    assert fails(frame.format("{for: a in 1..3, do: [set n = a]}, set n = a")) == ["unknown-name"]
    assert fails(frame.format("{if: n == 0, then: [let a = 1]}, let a = 2, set n = a")) == []


def test_optional_values_are_unwrapped() -> None:
    """`as` takes the answer out of a possible one, and faults where there is none."""
    made = both(SMALL.format(given="", type="camel", body="best as camel"))
    made.state["best"] = "black"
    assert made.call("f") == "black"
    made.state["best"] = None
    with pytest.raises(Fault):
        made.call("f")


def test_a_sort_of_numbers_has_its_first_and_last() -> None:
    """The bounds of a type are members, both of them."""
    sorts = symbols_of(load("2018")).sorts
    assert sorts["space"] == IntType(1, 16, "space")
    assert sorts["camel"] == SortType("camel", frozenset(("racing", "crazy")))
