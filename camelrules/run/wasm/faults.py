"""What a numbered fault means: the message and the place that the reference evaluator would name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from camelrules.lang.model import Decision, Rule, Variable
from camelrules.lang.source import Span
from camelrules.lang.types import INT, SortType, Type
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


@dataclass(frozen=True, slots=True)
class Words:
    """A fault in words, with `{0}`, `{1}` … for its details: each is a value of a type, or one of some rules."""

    says: str
    details: tuple[Type | tuple[Rule, ...], ...]
    span: Span | None
    help: str = ""


def words(found: Fault) -> Words:
    """What the reference evaluator says of the same fault."""
    match found:
        case Outside():
            types = found.variable.index
            holes = ", ".join(f"{{{i}}}" for i in range(len(types)))
            says = f"`{found.variable.name}[{holes}]` is outside {', '.join(map(str, types))}"
            return Words(says, types, found.span, "guard the index, for example with a function that tests it")
        case NoItem():
            return Words("item {0} of a list of {1}", (INT, INT), found.span)
        case NotOne():
            return Words("`the` needs exactly one answer, found {0}", (INT,), found.span)
        case NotMember():
            return Words(f"`{{0}}` is not a `{found.type}`", (found.given,), found.span)
        case NothingToDraw():
            return Words("there is nothing to draw from", (), found.span)
        case Conflict():
            decision = found.decision
            says = f"exceptions `{{0}}` and `{{1}}` of `{decision.name}` disagree"
            help = "make one an exception to the other with `to:`"
            return Words(says, (decision.rules, decision.rules), decision.note.span, help)
        case Overflow():
            return Words("a number or list is larger than there is room for", (), found.span)
        case _:
            assert_never(found)


def as_exception(found: Fault, details: list[int], layout: Layout) -> RuleFault | TooLarge:
    """The exception that the reference evaluator raises for the same fault."""
    about = words(found)
    span, shown = about.span, []
    if isinstance(found, Overflow) or span is None:
        return TooLarge(about.says)
    for code, of in zip(details, about.details, strict=False):
        if isinstance(of, tuple):
            span = of[code].note.span  # the later of two rules that disagree
            shown.append(of[code].name)
        else:
            value = layout.value(code, of)
            shown.append("none" if value is None else str(value))
    return fault(about.says.format(*shown), span, about.help)
