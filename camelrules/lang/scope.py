"""What names mean where an expression stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from camelrules.lang.source import RulesError, Span, fail, near
from camelrules.lang.types import IntType, SortType, Type

# Functions that the language itself provides.
BUILTINS = ("next", "size")


@dataclass(frozen=True, slots=True)
class Signature:
    """Names and types of arguments, and the type of the answer."""

    params: tuple[tuple[str, Type], ...]
    type: Type | None


@dataclass(frozen=True, slots=True)
class Symbols:
    """Everything an edition defines, by name and type only."""

    sorts: dict[str, SortType | IntType]
    atoms: dict[str, tuple[str, ...]]
    parameters: dict[str, Type]
    state: dict[str, tuple[tuple[Type, ...], Type]]
    functions: dict[str, Signature]
    effects: dict[str, Signature]
    removed: dict[str, Span]

    def kind(self, name: str) -> str:
        """What a name stands for, in words, or nothing."""
        kinds: dict[str, Mapping[str, object]] = {
            "a sort": self.sorts,
            "a member of a sort": self.atoms,
            "a parameter": self.parameters,
            "part of the state": self.state,
            "a function": self.functions,
            "an effect": self.effects,
        }
        # A ruling is a sort and a parameter: the later word says more.
        return next((word for word, table in reversed(kinds.items()) if name in table), "")

    def everything(self) -> set[str]:
        return {*self.sorts, *self.atoms, *self.parameters, *self.state, *self.functions, *self.effects, *BUILTINS}


@dataclass(frozen=True, slots=True)
class Scope:
    """The symbols, the local names in force, and a record of what was used."""

    symbols: Symbols
    locals: dict[str, Type] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    # False while a constant is read: the state does not exist yet.
    stateful: bool = True

    def bind(self, name: str, type: Type, span: Span) -> Scope:
        taken = self.symbols
        if name in taken.sorts or name in taken.parameters or name in taken.state:
            raise fail(
                "shadow", f"`{name}` already names something else in the game", span, "choose another local name"
            )
        if name in self.locals:
            raise fail("shadow", f"`{name}` is already a local name here", span, "choose another local name")
        return replace(self, locals={**self.locals, name: type})

    def unknown(self, name: str, span: Span, kind: str = "name") -> RulesError:
        if name in self.symbols.removed:
            removed = self.symbols.removed[name]
            return fail(
                "unknown-name",
                f"`{name}` is used here but removed at {removed}",
                span,
                "remove or replace this definition too",
            )
        if (known_as := self.symbols.kind(name)) and kind != "name":
            article = "an" if kind[0] in "aeiou" else "a"
            return fail("unknown-name", f"`{name}` is {known_as}, not {article} {kind}", span)
        known = {*self.locals, *self.symbols.everything()}
        return fail(
            "unknown-name", f"unknown {kind} `{name}`", span, near(name, known, "define it, or check its spelling")
        )
