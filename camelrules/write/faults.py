"""Labelled faults: for each clause of an edition the values that it does not have there, as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from camelrules.lang.binding import Binding, bindings
from camelrules.lang.kinds import MemberKind, MembersKind, RateKind
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
from camelrules.write.sentence import sentence


@dataclass(frozen=True, slots=True)
class Fault:
    """A sentence that states a clause wrongly, and the one that it stands in place of."""

    clause: str
    value: Value
    right: str
    wrong: str


def faults(edition: str, lang: str, style: str = "familiar") -> Iterator[Fault]:
    """Every clause with each value next to its own; what would read the same is no fault."""
    for clause, binding in bindings(edition).items():
        right = sentence(clause, None, edition, lang, style)
        for value in others(binding):
            wrong = sentence(clause, value, edition, lang, style)
            if wrong != right and not binding.agrees(value):
                yield Fault(clause, value, right, wrong)


def others(binding: Binding) -> list[Value]:
    """Values that a clause might be misprinted with: every other member, and the numbers one off."""
    value, kind = binding.expected, binding.kind
    match value:
        case Member():
            return [Member(m) for m in kind.members if m != value.name] if isinstance(kind, MemberKind) else []
        case Number():
            near: list[Value] = [Number(value.number + 1, value.signed)]
            return near + ([Number(-value.number, value.signed)] if value.number < 0 or value.signed else [])
        case Numbers():
            return [Numbers(tuple(n + 1 for n in value.items))]
        case Range():
            return [Range(value.low + 1, value.high), Range(value.low, value.high + 1)]
        case Comparison():
            return [Comparison(value.at_least, value.number - 1)]
        case Mapping():
            return [Mapping(tuple((a, b + 1) for a, b in value.pairs))]
        case Rows():
            first, *rest = value.rows
            count = first[0]
            return [Rows(((str(int(count) + 1), *first[1:]), *rest))] if count.isdigit() else []
        case Members():
            ordered = isinstance(kind, MembersKind) and kind.ordered
            return [Members(value.names[::-1] if ordered else value.names[:-1])]
        case Share():
            return [Share(value.count - 1, value.total)]
        case Rate():
            members = kind.members if isinstance(kind, RateKind) else ()
            return [Rate(value.amount - 1, value.per), *(Rate(value.amount, m) for m in members if m != value.per)]
        case Lists():
            return [Lists(tuple(n + 1 for n in value.first), value.second)]
        case Begun() | As() | Anything() | Otherwise():
            return []
        case _:
            assert_never(value)
