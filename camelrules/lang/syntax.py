"""The syntax tree: one closed set of frozen nodes, every one with its type and its place.

A back end is one fold over `Expr` and `Stmt`; each `match` ends in `assert_never`, so that a new
node is an error that the type checker finds.
"""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.lang.source import Span
from camelrules.lang.types import Type

Value = int | bool | str | tuple[()] | None


@dataclass(frozen=True, slots=True)
class Lit:
    """A number, truth value, member of a sort, `none`, or the empty list."""

    value: Value
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Var:
    """A local name: an argument, a bound variable or a `let`."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter or ruling of the edition."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Read:
    """The value of a state variable, at an index where it is a map."""

    name: str
    index: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """A named function or decision applied to its arguments."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    """Negation of a truth value."""

    arg: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands; `op` is one of `and or == != < <= > >= + - * max min`."""

    op: str
    left: Expr
    right: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """If-then-else; the branch not taken is not evaluated."""

    test: Expr
    then: Expr
    other: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class In:
    """Membership of a domain."""

    arg: Expr
    domain: Domain
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Quant:
    """`kind` is one of `count sum max min exists all the set`, over binders with a condition."""

    kind: str
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Expr | None
    default: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Item:
    """The k-th item of a list, from 1."""

    list: Expr
    at: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Size:
    """How many items a list has."""

    list: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Cast:
    """The same member seen as one of a narrower or overlapping sort; an error where it is not one."""

    arg: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Next:
    """The member after this one in its sort, round the table."""

    arg: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class SortDomain:
    """Every member of a sort."""

    sort: str
    span: Span


@dataclass(frozen=True, slots=True)
class RangeDomain:
    """The whole numbers from low to high, both included."""

    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ValueDomain:
    """The members of a set or the items of a list."""

    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Binder:
    """Names bound to each element of a domain in turn; several names take a tuple apart."""

    names: tuple[str, ...]
    types: tuple[Type, ...]
    domain: Domain
    span: Span


Domain = SortDomain | RangeDomain | ValueDomain
Expr = Lit | Var | Param | Read | Call | Not | Binary | If | In | Quant | Item | Size | Cast | Next


@dataclass(frozen=True, slots=True)
class Let:
    """Names a value for the rest of the block."""

    name: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """Sets a state variable; with binders, every element at once from the old state."""

    name: str
    index: tuple[Expr, ...]
    value: Expr
    binders: tuple[Binder, ...]
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Append:
    """Puts a tuple at the end of a list in the state."""

    name: str
    index: tuple[Expr, ...]
    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """Runs a named effect."""

    name: str
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Emit:
    """Reports an event to whoever is watching."""

    kind: str
    fields: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Draw:
    """Binds names to an element drawn uniformly at random."""

    binder: Binder
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class When:
    """Runs one of two blocks."""

    test: Expr
    then: Block
    other: Block
    span: Span


@dataclass(frozen=True, slots=True)
class For:
    """Runs a block for each element, one after the other; shuffled takes them in random order."""

    binder: Binder
    where: Expr | None
    body: Block
    shuffled: bool
    span: Span


Stmt = Let | Assign | Append | Do | Emit | Draw | When | For
Block = tuple[Stmt, ...]
