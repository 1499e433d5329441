"""How a stated value goes into the rules: a closed family of puts, each the inverse of its clause's expression."""

from __future__ import annotations

from collections.abc import Mapping as Table
from dataclasses import dataclass
from typing import assert_never

from camelrules.lang.model import Datum
from camelrules.lang.source import fail, listing, near
from camelrules.lang.tree import Fields, Node, Text, expect_text, words
from camelrules.lang.values import (
    Anything,
    As,
    Begun,
    Comparison,
    Lists,
    Mapping,
    Member,
    Members,
    Number,
    Numbers,
    Otherwise,
    Range,
    Rate,
    Rows,
    Share,
    Value,
)

Settings = dict[str, Datum]
Parameters = Table[str, Datum]


@dataclass(frozen=True, slots=True)
class Set:
    """The value becomes the parameter; a pair becomes two."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resize:
    """The list gets so many items: those that are too many, or missing, are of the kind that comes first."""

    name: str


@dataclass(frozen=True, slots=True)
class Refill:
    """The numbers become the items of the list, which rises or falls as it did: what lies there, not in which order."""

    name: str


@dataclass(frozen=True, slots=True)
class Swap:
    """The different numbers of the list become the stated ones, the largest the first of them."""

    name: str


@dataclass(frozen=True, slots=True)
class First:
    """The number becomes the first item of the list."""

    name: str


@dataclass(frozen=True, slots=True)
class Rest:
    """The numbers become the items after the first one."""

    name: str


@dataclass(frozen=True, slots=True)
class Above:
    """The parameter is one more than the number."""

    name: str


@dataclass(frozen=True, slots=True)
class BothWays:
    """The number becomes one parameter, and its negative the other."""

    forward: str
    backward: str


@dataclass(frozen=True, slots=True)
class Cases:
    """What each value changes; an expression is worked out in the edition."""

    table: Table[str, Table[str, Text]]


Put = Set | Resize | Refill | Swap | First | Rest | Above | BothWays | Cases
PUTS = ("set", "resize", "refill", "swap", "first", "rest", "above", "both ways", "cases")


def put_of(node: Node, clause: str) -> Put:
    """A put as the catalogue writes it."""
    if not isinstance(node, Fields) or len(node.pairs) != 1:
        raise fail("shape", f"`puts` of `{clause}` needs one of {listing(PUTS)}", node.span)
    key, value = node.pairs[0]
    match key.value:
        case "set":
            return Set(tuple(w.value for w in words(value, "`set`")))
        case "resize":
            return Resize(expect_text(value, "`resize`").value)
        case "refill":
            return Refill(expect_text(value, "`refill`").value)
        case "swap":
            return Swap(expect_text(value, "`swap`").value)
        case "first":
            return First(expect_text(value, "`first`").value)
        case "rest":
            return Rest(expect_text(value, "`rest`").value)
        case "above":
            return Above(expect_text(value, "`above`").value)
        case "both ways":
            names = words(value, "`both ways`")
            if len(names) != 2:
                raise fail("shape", "`both ways` names two parameters", value.span)
            return BothWays(names[0].value, names[1].value)
        case "cases":
            if not isinstance(value, Fields):
                raise fail("shape", "`cases` must be a mapping from values to parameters", value.span)
            return Cases({k.value: _case(v) for k, v in value})
        case _:
            hint = near(key.value, PUTS, f"there are {listing(PUTS)}")
            raise fail("unknown-key", f"no way `{key.value}` to put a value into the rules", key.span, hint)


def _case(node: Node) -> dict[str, Text]:
    if not isinstance(node, Fields):
        raise fail("shape", "a case must be a mapping from parameters to values", node.span)
    return {k.value: expect_text(v, "a setting") for k, v in node}


def datum_of(value: Value) -> Datum:
    """A value as a parameter holds it, or None where no parameter can."""
    match value:
        case Number():
            return value.number
        case Numbers():
            return tuple((n,) for n in value.items)
        case Comparison():
            return value.number
        case Mapping():
            return tuple((b,) for _, b in sorted(value.pairs))
        case Member():
            return {"true": True, "false": False}.get(value.name, value.name)
        case Members():
            return tuple((n,) for n in value.names)
        case Share():
            return value.count
        case Range() | Rows() | Rate() | Lists() | Begun() | As() | Anything() | Otherwise():
            return None
        case _:
            assert_never(value)


def settings(put: Put, value: Value, parameters: Parameters) -> Settings | None:
    """The parameters that a stated value changes; None where it cannot be put into the rules."""
    match put:
        case Set():
            return _set(put, value, parameters)
        case Resize():
            items = _items(parameters[put.name])
            if not isinstance(value, Number) or not items or not 1 <= value.number <= _LONGEST:
                return None
            wanted = value.number
            kept = items[len(items) - wanted :] if wanted <= len(items) else items
            return {put.name: _rows([items[0]] * (wanted - len(kept)) + kept)}
        case Refill():
            items = _items(parameters[put.name])
            falls = items == sorted(items, reverse=True)
            if not isinstance(value, Numbers) or not (falls or items == sorted(items)):
                return None
            return {put.name: _rows(sorted(value.items, reverse=falls))}
        case Swap():
            items = _items(parameters[put.name])
            kinds = sorted(set(items), reverse=True)
            if not isinstance(value, Numbers) or len(value.items) != len(kinds):
                return None
            renamed = dict(zip(kinds, sorted(value.items, reverse=True), strict=True))
            return {put.name: _rows([renamed[i] for i in items])}
        case First():
            items = _items(parameters[put.name])
            return {put.name: _rows([value.number, *items[1:]])} if isinstance(value, Number) else None
        case Rest():
            items = _items(parameters[put.name])
            return {put.name: _rows([items[0], *value.items])} if isinstance(value, Numbers) else None
        case Above():
            return {put.name: value.number + 1} if isinstance(value, Number) and 0 <= value.number <= 1 else None
        case BothWays():
            if not isinstance(value, Number):
                return None
            return {put.forward: value.number, put.backward: -value.number}
        case Cases():
            return None  # worked out by the binding, which can read expressions
        case _:
            assert_never(put)


def _set(put: Set, value: Value, parameters: Parameters) -> Settings | None:
    if isinstance(value, Rate):
        amount, per = put.names
        return {amount: value.amount, per: value.per}
    datum = datum_of(value)
    if datum is None:
        return None
    name = put.names[0]
    old = parameters[name]
    if isinstance(value, Mapping) and isinstance(old, tuple):
        # What a text does not say of some numbers stays as it is.
        told = dict(value.pairs)
        datum = tuple((told.get(k, row[0]),) for k, row in enumerate(old, 1))
    return {name: datum}


# A stack of more tickets than this is a slip of the pen.
_LONGEST = 20


def _items(datum: Datum) -> list[int]:
    return [int(row[0]) for row in datum if isinstance(row[0], int)] if isinstance(datum, tuple) else []


def _rows(items: list[int]) -> Datum:
    return tuple((i,) for i in items)
