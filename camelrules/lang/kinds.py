"""The type of a clause: how a value of it is written, and what a datum of the rules is as such a value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from typing import assert_never

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

_INTEGER = re.compile(r"[-+−]?\d{1,18}")  # a longer one is no number of a game
_COMPARED = re.compile(r"n\s*(>=|>|<=|<)\s*(\d+)")


@dataclass(frozen=True, slots=True)
class NumberKind:
    """A whole number; some may have words of their own."""

    signed: bool = False
    words: Table[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NumbersKind:
    """A list of numbers: `list` as it stands, `multiset` largest first, `distinct` each once, `rising` smallest first,
    `rest` without the first item."""

    order: str


@dataclass(frozen=True, slots=True)
class RangeKind:
    """A lowest and a highest number."""


@dataclass(frozen=True, slots=True)
class ComparisonKind:
    """At least, or fewer than, a number."""

    at_least: bool


@dataclass(frozen=True, slots=True)
class MappingKind:
    """The k-th item of a list is what k leads to."""


@dataclass(frozen=True, slots=True)
class RowsKind:
    """Rows of a list."""


@dataclass(frozen=True, slots=True)
class MemberKind:
    """One of the members of a sort; some may have words of their own."""

    members: tuple[str, ...]
    words: Table[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MembersKind:
    """Several members, in order where the order counts."""

    members: tuple[str, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class ShareKind:
    """So many of so many."""


@dataclass(frozen=True, slots=True)
class RateKind:
    """An amount per member of a sort."""

    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListsKind:
    """Two lists of numbers."""


Kind = (
    NumberKind
    | NumbersKind
    | RangeKind
    | ComparisonKind
    | MappingKind
    | RowsKind
    | MemberKind
    | MembersKind
    | ShareKind
    | RateKind
    | ListsKind
)


def ordered(kind: NumbersKind, items: Iterable[int]) -> tuple[int, ...]:
    """The numbers in the order in which values of this kind are compared."""
    found = tuple(items)
    match kind.order:
        case "multiset":
            return tuple(sorted(found, reverse=True))
        case "rising":
            return tuple(sorted(found))
        case "distinct rising":
            return tuple(sorted(set(found)))
        case "distinct":
            return tuple(sorted(set(found), reverse=True))
        case _:
            return found


def _numbers(text: str) -> list[int]:
    return [int(n) for n in _INTEGER.findall(text.replace("−", "-"))]


def parse(kind: Kind, text: str) -> Value:
    """A value as it is written; what cannot be read as one is something the rules have no parameter for.

    `*` is any value, `~words` something in words, and `as CLAUSE` what the text says of another clause.
    """
    text = text.strip()
    if text == "*":
        return Anything()
    if text.startswith("~"):
        words, _, taken = text[1:].partition(" as ")
        return Otherwise(words.strip(), parse(kind, taken) if taken else None)
    if text.startswith("as ") and "." in text:
        return As(text[3:].strip())
    numbers = _numbers(text)
    bare = re.fullmatch(r"[-+−\d,\s]+", text) is not None
    match kind:
        case NumberKind():
            named = next((n for n, word in kind.words.items() if word == text), None)
            if named is not None:
                return Number(named, kind.signed)
            if bare and len(numbers) == 1:
                return Number(numbers[0], kind.signed)
        case NumbersKind():
            if text.endswith("…") and numbers:
                return Begun(tuple(numbers))
            if bare and numbers:
                return Numbers(ordered(kind, numbers))
        case RangeKind():
            found = re.fullmatch(r"(\d+)\s*-\s*(\d+)", text)
            if found:
                return Range(int(found[1]), int(found[2]))
        case ComparisonKind():
            compared = _COMPARED.fullmatch(text)
            if compared:
                number = int(compared[2]) + (compared[1] in (">", "<="))
                return Comparison(compared[1] in (">=", ">"), number)
            ranged = re.fullmatch(r"n in (\d+)-(\d+)", text)
            if ranged:
                # A range of players speaks of the end that the clause is about.
                return Comparison(True, int(ranged[1])) if kind.at_least else Comparison(False, int(ranged[2]) + 1)
        case MappingKind():
            pairs = re.findall(r"(\d+)\s*->\s*(-?\d+)", text)
            if pairs and re.fullmatch(r"(\s*\d+\s*->\s*-?\d+\s*,?)+", text):
                return Mapping(tuple((int(a), int(b)) for a, b in pairs))
        case RowsKind():
            if (text and "," in text) or "x" in text or " " in text:
                return Rows(tuple(tuple(re.split(r"[ x]+", row.strip())) for row in text.split(",")))
        case MemberKind():
            name = next((m for m, word in kind.words.items() if word == text), text.replace(" ", "_"))
            if name in kind.members:
                return Member(name)
        case MembersKind():
            names = tuple(part.strip().replace(" ", "_") for part in text.split(","))
            if not kind.ordered and text:
                return Members(tuple(sorted(set(names))))  # another edition may have members that nobody knows here
            if all(n in kind.members for n in names):
                return Members(names)
        case ShareKind():
            shared = re.fullmatch(r"(\d+)(?: of (\d+|…))?", text)
            if left := re.fullmatch(r"all but (\d+)", text):
                return Share(-int(left[1]), None)
            if shared:
                return Share(int(shared[1]), int(shared[2]) if (shared[2] or "…") != "…" else None)
        case RateKind():
            rated = re.fullmatch(r"([-+]?\d+) per (\w+)", text)
            if rated and rated[2] in kind.members:
                return Rate(int(rated[1]), rated[2])
        case ListsKind():
            parts = [tuple(_numbers(part)) for part in text.split(";")]
            if numbers and len(parts) <= 2:
                return Lists(parts[0], parts[1] if len(parts) == 2 else ())
        case _:
            assert_never(kind)
    return Otherwise(text)


def shown(kind: Kind, value: Value) -> str:
    """A value as one would write it to an editor."""
    match kind, value:
        case NumberKind(), Number():
            return kind.words.get(value.number, str(value))
        case MemberKind(), Member():
            return kind.words.get(value.name, str(value))
        case _, Comparison():
            return f"{value.number} or more players" if value.at_least else f"fewer than {value.number} players"
        case _, Mapping():
            return ", ".join(f"{a} to space {b}" for a, b in value.pairs)
        case _, Numbers() | Members() | Rows() | Lists():
            return str(value).replace(",", ", ").replace("_", " ")
        case _:
            return str(value)
