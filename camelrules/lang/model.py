"""What a specification defines once it is resolved and checked: sorts, parameters, rules, actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from camelrules.lang.source import Span
from camelrules.lang.syntax import Block, Expr
from camelrules.lang.types import Type

# A list is a tuple of tuples, so that a list of numbers and a list of pairs are one thing.
Datum = int | bool | str | None | tuple[tuple[int | bool | str | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What every definition carries for people: its clauses, a sentence, and where it stands."""

    clauses: tuple[str, ...]
    says: str
    span: Span = field(repr=False)
    origin: str


@dataclass(frozen=True, slots=True)
class Sort:
    """A finite sort: an enumeration, a union of others, a range, the values of a list, or the seats."""

    name: str
    kind: str  # members, union, range, values, seats
    members: tuple[str, ...]
    parts: tuple[str, ...]
    low: Expr | None
    high: Expr | None
    values: str
    note: Note
    called: tuple[tuple[str, str], ...] = ()  # what people at the table call a member, where that is not its name


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named constant of the edition; a ruling is one with a question and alternatives."""

    name: str
    type: Type
    value: Datum
    note: Note
    kind: str = "parameter"  # parameter, ruling, fact
    question: str = ""
    alternatives: tuple[tuple[str, str], ...] = ()


class Constants(Protocol):
    """What never changes in a game: its parameters and its sorts."""

    @property
    def parameters(self) -> Mapping[str, Parameter]: ...
    @property
    def sorts(self) -> Mapping[str, Sort]: ...


@dataclass(frozen=True, slots=True)
class Data:
    """The constants of a game that is being built."""

    parameters: Mapping[str, Parameter]
    sorts: Mapping[str, Sort]


@dataclass(frozen=True, slots=True)
class Variable:
    """A part of the state: one value, or a map from members of sorts."""

    name: str
    index: tuple[Type, ...]
    type: Type
    initial: Expr | None  # nothing: false, 0, none, empty, or the first member
    note: Note


@dataclass(frozen=True, slots=True)
class Function:
    """A named expression."""

    name: str
    params: tuple[tuple[str, Type], ...]
    type: Type
    body: Expr
    note: Note


@dataclass(frozen=True, slots=True)
class Rule:
    """One answer of a decision: the default has no condition and is an exception to nothing."""

    name: str
    to: str
    when: Expr | None
    then: Expr
    note: Note


@dataclass(frozen=True, slots=True)
class Decision:
    """A default and the exceptions to it; exceptions may have exceptions of their own."""

    name: str
    params: tuple[tuple[str, Type], ...]
    type: Type
    rules: tuple[Rule, ...]
    note: Note

    @property
    def default(self) -> Rule:
        return self.rules[0]

    def exceptions_to(self, name: str) -> tuple[Rule, ...]:
        return tuple(r for r in self.rules if r.to == name)


@dataclass(frozen=True, slots=True)
class Effect:
    """A named block of statements."""

    name: str
    params: tuple[tuple[str, Type], ...]
    body: Block
    note: Note


@dataclass(frozen=True, slots=True)
class Guard:
    """A named condition of an action."""

    name: str
    test: Expr
    note: Note


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may do on a turn, when every guard holds."""

    name: str
    params: tuple[tuple[str, Type], ...]
    guards: tuple[Guard, ...]
    body: Block
    note: Note


@dataclass(frozen=True, slots=True)
class Game:
    """An edition, resolved and type checked."""

    name: str
    title: str
    lineage: tuple[str, ...]
    sorts: dict[str, Sort]
    parameters: dict[str, Parameter]
    state: dict[str, Variable]
    functions: dict[str, Function]
    decisions: dict[str, Decision]
    effects: dict[str, Effect]
    actions: dict[str, Action]
    entries: tuple[str, ...]

    def callable(self, name: str) -> Function | Decision:
        return self.functions[name] if name in self.functions else self.decisions[name]

    def called(self) -> dict[str, str]:
        """What people at the table call things, where the edition says that it is not their name in the rules."""
        return {member: name for sort in self.sorts.values() for member, name in sort.called}
