"""Which expressions may be without an answer: asked of the tree; `True` may be too careful, `False` never is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from camelrules.lang.model import Decision, Function, Game
from camelrules.lang.source import Span
from camelrules.lang.syntax import (
    Call,
    Cast,
    Domain,
    Expr,
    Item,
    Lit,
    Param,
    Quant,
    RangeDomain,
    Read,
    Size,
    SortDomain,
    Var,
)
from camelrules.lang.types import IntType
from camelrules.lang.walk import within


@dataclass(frozen=True, slots=True)
class Fault:
    """A condition under which a rule gives no answer, and what is wrong then."""

    when: Any
    message: str
    span: Span


# As in the properties: the state before a step.
BEFORE = "was_"


class Unsupported(Exception):
    """The encoder has no sound answer for this use of the language; the verdict is `unknown`."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(f"{span}: {message}" if span is not None else message)


def some_of(members: Sequence[Any], span: Span | None = None) -> Any:
    """A member to go on with; an empty sort has none, and to say that it had would prove everything."""
    if not members:
        raise Unsupported("a member of an empty sort", span)
    return members[0]


class Faults:
    """Remembers what is known of each function and decision of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, bool] = {}

    def possible(self, expr: Expr) -> bool:
        """Whether an expression has a part that may have no answer, or none in its sort, or two."""
        bound = _bound(expr)
        for part in within(expr):
            if isinstance(part, Cast) or (isinstance(part, Quant) and part.kind == "the"):
                return True
            if isinstance(part, Item) and not _there(part, expr):
                return True
            if isinstance(part, Read) and any(self.outside(part, at, bound) for at in range(len(part.index))):
                return True
            if isinstance(part, Call) and self.of(part.name):
                return True
        return False

    def outside(self, read: Read, at: int, bound: dict[str, set[str]]) -> bool:
        """Whether an index may be a number that its sort has not."""
        index = read.index[at]
        if not isinstance(index.type, IntType):
            return False
        variable = self.game.state.get(read.name) or self.game.state[read.name.removeprefix(BEFORE)]
        wanted = variable.index[at]
        sort = wanted.sort if isinstance(wanted, IntType) else ""
        return not (isinstance(index, Var) and bound.get(index.name) == {sort})

    def of(self, name: str) -> bool:
        """The same of a function or decision; two exceptions to one rule may disagree."""
        if name not in self.known:
            definition = self.game.callable(name)
            match definition:
                case Function():
                    self.known[name] = self.possible(definition.body)
                case Decision():
                    exceptions = definition.rules[1:]
                    rivals = len({r.to for r in exceptions}) < len(exceptions)
                    parts = [e for r in definition.rules for e in (r.when, r.then) if e is not None]
                    self.known[name] = rivals or any(self.possible(e) for e in parts)
        return self.known[name]


def _there(item: Item, expr: Expr) -> bool:
    """Whether an item is one of `1 .. size(list)`, said by what binds its number, of a list that never changes."""
    name = item.at.name if isinstance(item.at, Var) else ""
    if not name or not isinstance(item.list, Param):
        return False
    binders = [b for part in within(expr) if isinstance(part, Quant) for b in part.binders if name in b.names]
    return bool(binders) and all(_numbers(b.domain, item.list.name) for b in binders)


def _numbers(domain: Domain, name: str) -> bool:
    """Whether a domain is the numbers of the items of a parameter, or some of them."""
    if not isinstance(domain, RangeDomain) or not isinstance(domain.low, Lit) or not isinstance(domain.high, Size):
        return False
    low, of = domain.low.value, domain.high.list
    return isinstance(low, int) and low >= 1 and isinstance(of, Param) and of.name == name


def _bound(expr: Expr) -> dict[str, set[str]]:
    """The sorts that each name in an expression goes through, or nothing for another domain: it is in all of them."""
    found: dict[str, set[str]] = {}
    for part in within(expr):
        for binder in part.binders if isinstance(part, Quant) else ():
            sort = binder.domain.sort if isinstance(binder.domain, SortDomain) else ""
            for name in binder.names:
                found.setdefault(name, set()).add(sort)
    return found
