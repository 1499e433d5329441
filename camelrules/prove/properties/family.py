"""What can be asserted of a specification: a closed family of frozen types, one for each shape of promise.

Whatever must be known of every expression of a property (which members it names, whether it goes through the
players, what it reads) is asked of `expressions`, which looks at the fields of the type itself: a new field cannot be
forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_args

from camelrules.lang.model import Datum, Game, Note
from camelrules.lang.syntax import Expr
from camelrules.lang.types import Type

Named = tuple[tuple[str, Expr], ...]
Arguments = tuple[tuple[str, Type], ...]
BEFORE = "was_"  # `was_at[c]` is `at[c]` before the step


@dataclass(frozen=True, slots=True)
class Requirement:
    """A change of the rules without which a property is expected to fail: why the rule is there."""

    label: str
    drop: str = ""  # `action.guard`, or `decision.exception`
    parameters: tuple[tuple[str, Datum], ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangements:
    """A finite space of positions to go through: where things are, in which order, on which numbers."""

    place: str
    order: str
    low: Expr
    high: Expr
    steps: str  # the list parameter that the step's number is taken from
    vary: str  # the variable that is also given each of its values
    beside: str  # a variable that is given its first member with it
    at: Expr  # where


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What every property has: a name, a sentence, what it may assume, and under which parameters it is meant."""

    id: str
    note: Note
    assumes: tuple[str, ...] = ()
    opaque: frozenset[str] = frozenset()
    requirements: tuple[Requirement, ...] = ()
    expect: str = "holds"
    players: str = "all"
    parameters: tuple[tuple[str, Datum], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant(Promise):
    """Holds for ever: in every state, between turns, within one; and what follows from that."""

    always: Expr | None = None
    between: Expr | None = None
    within: Expr | None = None
    implies: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranges(Promise):
    """Every variable keeps the range that its type declares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totality(Promise):
    """No rule is ever without an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Promise):
    """Something about any state of a moment, and any arguments; also what a function or decision answers."""

    given: Arguments = ()
    moment: str = "between"
    where: Expr | None = None
    lets: Named = ()
    holds: Named = ()
    cases: Named = ()
    lists: int | None = None  # lists of at most this length, written out: a bounded answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Promise):
    """What one effect or action does, from any state of a moment."""

    after: str
    given: Arguments = ()
    moment: str = "between"
    where: Expr | None = None
    lets: Named = ()
    holds: Named = ()
    cases: Named = ()
    lists: int | None = None  # as in a claim
    faults: str = "none"  # `none`: a run without an answer breaks the promise; `allowed`: nothing is said of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard(Promise):
    """Exactly when an action is allowed."""

    action: str
    given: Arguments = ()
    moment: str = "between"
    where: Expr | None = None
    exactly: Expr
    cases: Named = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Possibility(Promise):
    """What a step can come to: from any state of a moment, with some of the things that may be drawn in it."""

    after: str
    given: Arguments = ()
    also: Arguments = ()  # arguments of the property, beside those of the step
    moment: str = "between"
    where: Expr | None = None
    lets: Named = ()
    holds: Named = ()
    cases: Named = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UpperBound(Promise):
    """The most that a number can come to, in any state or after one step."""

    number: Expr
    bound: Expr | None = None
    after: str = ""
    given: Arguments = ()
    moment: str = "between"
    where: Expr | None = None
    lets: Named = ()
    cases: Named = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhaustive(Promise):
    """What one effect does, tried on every arrangement of the pieces."""

    after: str
    given: Arguments = ()
    moment: str = "between"
    where: Expr | None = None
    lets: Named = ()
    holds: Named = ()
    arrangements: Arrangements


@dataclass(frozen=True, slots=True, kw_only=True)
class Termination(Promise):
    """Whether play always ends, within a bound; or a loop in which it does not."""

    settings: tuple[tuple[str, str], ...]
    where: Expr | None = None
    holds: Named = ()
    bound: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement(Promise):
    """The evaluators say the same."""


Inductive = Invariant | Ranges | Totality
Stated = Claim | Step | Possibility | Guard | UpperBound
Searched = Exhaustive | Termination | Agreement
Property = Inductive | Stated | Searched


@dataclass(frozen=True, slots=True)
class System:
    """How a game runs: what starts it, what follows every action, and when it is over."""

    start: str
    after_action: str
    over: Expr


@dataclass(frozen=True, slots=True)
class Book:
    """An edition with the properties that apply to it, and those that do not, each with the reason."""

    edition: str
    game: Game
    system: System
    properties: dict[str, Property]
    digest: str = ""
    rules: Game | None = None  # the edition without the variables that count events
    left_out: tuple[tuple[str, str], ...] = ()

    def invariant(self, id: str) -> Invariant:
        """An invariant that others may assume; that it is one was checked when it was read."""
        found = self.properties[id]
        assert isinstance(found, Invariant)
        return found

    def only(self, kind: type[Ranges] | type[Totality]) -> str | None:
        """The property of a kind of which there is at most one."""
        found = (p for p in self.properties.values() if isinstance(p, kind))
        return next((p.id for p in found if p.expect == "holds" and not p.parameters), None)


_EXPRESSIONS: tuple[type, ...] = get_args(Expr)


def expressions(value: Any) -> Iterator[Expr]:
    """Every outermost expression inside a property, whatever field it stands in."""
    if isinstance(value, _EXPRESSIONS):
        found: Any = value
        yield found
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from expressions(item)
    elif isinstance(value, dict):
        yield from expressions(tuple(value.values()))
    elif is_dataclass(value) and not isinstance(value, type | Note):
        for part in fields(value):
            yield from expressions(getattr(value, part.name))


def promises(property: Property) -> list[Expr]:
    """What a property says that holds, without where and when; nothing for one that says it in another way."""
    if isinstance(property, Invariant):
        return [e for e in (property.always, property.between, property.within) if e is not None]
    return [e for _, e in getattr(property, "holds", ())]
