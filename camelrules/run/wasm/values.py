"""What the lowering knows of a name or value: a number with its bounds, a set, a list, or an alias."""

from __future__ import annotations

from dataclasses import dataclass, field

from camelrules.lang import syntax
from camelrules.lang.types import ListType
from camelrules.run.wasm.form import I32, I64, Const, Expr, Get, Local

LOW, HIGH = -(2**31), 2**31 - 1


@dataclass(frozen=True, slots=True)
class Num:
    """A truth value, number or member, between two bounds."""

    node: Expr
    low: int = LOW
    high: int = HIGH

    @property
    def constant(self) -> int | None:
        return self.node.value if isinstance(self.node, Const) else None


@dataclass(frozen=True, slots=True)
class Set:
    """A set as a mask."""

    node: Expr


@dataclass(frozen=True, slots=True)
class Rows:
    """A list by its address; its rows, where they are known."""

    node: Expr
    type: ListType
    rows: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A name that stands for every member of a domain at once, one bit for each."""

    values: tuple[int, ...]
    bits: tuple[int, ...]

    @property
    def all(self) -> int:
        return sum(1 << b for b in self.bits)


@dataclass(frozen=True, slots=True, eq=False)
class Alias:
    """A name that stands for an expression of another place."""

    expr: syntax.Expr
    env: Env = field(repr=False)


Value = Num | Set | Rows
Env = dict[str, "Num | Set | Rows | Bound | Alias"]


def number(value: int) -> Num:
    """A constant."""
    return Num(Const(value), value, value)


def truth(node: Expr) -> Num:
    """A truth value."""
    return number(node.value) if isinstance(node, Const) else Num(node, 0, 1)


def node_type(value: Value) -> str:
    return I64 if isinstance(value, Set) else I32


class Frame:
    """The locals of a function that is being written."""

    def __init__(self, params: tuple[str, ...]) -> None:
        self.params = params
        self.locals: list[str] = []

    def new(self, type: str = I32) -> Local:
        self.locals.append(type)
        return Local(len(self.params) + len(self.locals) - 1, type)

    def param(self, at: int) -> Get:
        return Get(Local(at, self.params[at]))
