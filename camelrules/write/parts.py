"""What a phrase can say of a value: its parts by name, and the case that the value is."""

from __future__ import annotations

from collections.abc import Mapping as Table
from typing import assert_never

from camelrules.lang.kinds import (
    ComparisonKind,
    Kind,
    ListsKind,
    MappingKind,
    MemberKind,
    MembersKind,
    NumberKind,
    NumbersKind,
    RangeKind,
    RateKind,
    RowsKind,
    ShareKind,
)
from camelrules.lang.values import (
    Comparison,
    Lists,
    Mapping,
    Member,
    Members,
    Number,
    Numbers,
    Range,
    Rate,
    Rows,
    Share,
    Value,
)

Item = int | str
Part = Item | tuple[Item, ...] | tuple[tuple[Item, ...], ...]
SIGNS = ("negative", "zero", "positive")


def part_names(kind: Kind) -> tuple[str, ...]:
    """The names that a phrase of this kind of clause may put in slots."""
    match kind:
        case NumberKind():
            return ("n", "size")
        case NumbersKind():
            return ("list", "falling", "rising", "places", "count", "first", "last")
        case RangeKind():
            return ("low", "high")
        case ComparisonKind():
            return ("n", "below")
        case MappingKind():
            return ("each", "count")
        case RowsKind():
            return ("each", "count", "repeated")
        case MemberKind():
            return ()
        case MembersKind():
            return ("list", "count")
        case ShareKind():
            return ("count", "total")
        case RateKind():
            return ("n", "size")
        case ListsKind():
            return ("list", "second", "total", "second_total")
        case _:
            assert_never(kind)


def parts_of(value: Value) -> Table[str, Part]:
    """The parts of a value by name; none where no phrase could be written for it."""
    match value:
        case Number():
            return {"n": value.number, "size": abs(value.number)}
        case Numbers():
            items = value.items
            ends: dict[str, Part] = {"first": items[0], "last": items[-1]} if items else {}
            # The list of a clause of the kind `rest` begins with the second.
            places = tuple(range(2, len(items) + 2))
            falling = tuple(sorted(items, reverse=True))
            sizes: dict[str, Part] = {"falling": falling, "rising": falling[::-1], "count": len(items)}
            return {"list": items, "places": places, **sizes, **ends}
        case Range():
            return {"low": value.low, "high": value.high}
        case Comparison():
            return {"n": value.number, "below": value.number - 1}
        case Mapping():
            return {"each": value.pairs, "count": len(value.pairs)}
        case Rows():
            rows = tuple(tuple(map(_item, row)) for row in value.rows)
            repeated = tuple(row[1] for row in rows if isinstance(row[0], int) and len(row) == 2 for _ in range(row[0]))
            return {"each": rows, "count": len(rows), "repeated": repeated}
        case Members():
            return {"list": value.names, "count": len(value.names)}
        case Share():
            return {"count": value.count, "total": value.total if value.total is not None else value.count}
        case Rate():
            return {"n": value.amount, "size": abs(value.amount)}
        case Lists():
            totals = {"total": sum(value.first), "second_total": sum(value.second)}
            return {"list": value.first, "second": value.second, **totals}
        case _:
            return {}


def _item(text: str) -> Item:
    return int(text) if text.lstrip("-").isdigit() else text


def cases_of(value: Value, plural: str) -> tuple[str, ...]:
    """The keys under which the sentence for a value may stand, the most telling first."""
    match value:
        case Number():
            return (str(value.number), _sign(value.number), plural, "other")
        case Member():
            return (value.name,)
        case Share():
            return ("all" if value.total in (None, value.count) else "some", "other")
        case Rate():
            return (f"{value.per} {_sign(value.amount)}", value.per)
        case _:
            return ("other",)


def _sign(number: int) -> str:
    return SIGNS[(number > 0) - (number < 0) + 1]


def case_names(kind: Kind) -> tuple[str, ...]:
    """The keys that a phrase of this kind may have, besides whole numbers; none where it has one sentence only."""
    match kind:
        case NumberKind():
            return (*SIGNS, "one", "two", "few", "many", "other")
        case MemberKind():
            return kind.members
        case RateKind():
            return (*kind.members, *(f"{m} {sign}" for m in kind.members for sign in SIGNS))
        case ShareKind():
            return ("all", "some", "other")
        case _:
            return ("other",)
