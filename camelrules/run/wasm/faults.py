"""What a numbered fault means: the message and the place that the reference evaluator would name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from camelrules.lang.model import Decision, Variable
from camelrules.lang.source import Span
from camelrules.lang.types import SortType
from camelrules.run.faults import RuleFault, fault
from camelrules.run.wasm.memory import Layout


@dataclass(frozen=True, slots=True)
class Outside:
    """An index that is not in its sort."""

    variable: Variable
    span: Span


@dataclass(frozen=True, slots=True)
class NoItem:
    """An item of a list that has not so many."""

    span: Span


@dataclass(frozen=True, slots=True)
class NotOne:
    """`the` with no answer or several."""

    span: Span


@dataclass(frozen=True, slots=True)
class NotMember:
    """A member taken for one of a sort that it is not of."""

    given: SortType
    type: SortType
    span: Span


@dataclass(frozen=True, slots=True)
class NothingToDraw:
    """A draw from nothing."""

    span: Span


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two exceptions that apply and disagree."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class Overflow:
    """A number or list with no room in its cell; the reference evaluator has no such limit."""

    span: Span | None


Fault = Outside | NoItem | NotOne | NotMember | NothingToDraw | Conflict | Overflow


class TooLarge(Exception):
    """The fast back end has no room for a number or a list; the reference evaluator must answer."""


def as_exception(found: Fault, details: list[int], layout: Layout) -> RuleFault | TooLarge:
    """The exception that the reference evaluator raises for the same fault."""
    match found:
        case Outside():
            types = found.variable.index
            shown = ", ".join(str(layout.value(d, t)) for d, t in zip(details, types, strict=False))
            sorts = ", ".join(map(str, types))
            return fault(
                f"`{found.variable.name}[{shown}]` is outside {sorts}",
                found.span,
                "guard the index, for example with a function that tests it",
            )
        case NoItem():
            return fault(f"item {details[0]} of a list of {details[1]}", found.span)
        case NotOne():
            return fault(f"`the` needs exactly one answer, found {details[0]}", found.span)
        case NotMember():
            value = layout.value(details[0], found.given)
            return fault(f"`{value if value is not None else 'none'}` is not a `{found.type}`", found.span)
        case NothingToDraw():
            return fault("there is nothing to draw from", found.span)
        case Conflict():
            first, other = (found.decision.rules[d] for d in details[:2])
            message = f"exceptions `{first.name}` and `{other.name}` of `{found.decision.name}` disagree"
            return fault(message, other.note.span, "make one an exception to the other with `to:`")
        case Overflow():
            return TooLarge("a number or list is larger than the fast back end has room for")
        case _:
            assert_never(found)
