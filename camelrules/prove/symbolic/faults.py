"""Which expressions may be without an answer: asked of the tree; `True` may be too careful, `False` never is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camelrules.lang.model import Decision, Function, Game
from camelrules.lang.source import Span
from camelrules.lang.syntax import Call, Cast, Expr, Item, Quant, Read, SortDomain, Var
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


class Faults:
    """Remembers what is known of each function and decision of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, bool] = {}

    def possible(self, expr: Expr) -> bool:
        """Whether an expression has a part that may have no answer, or none in its sort, or two."""
        bound = _bound(expr)
        for part in within(expr):
            if isinstance(part, Item | Cast) or (isinstance(part, Quant) and part.kind == "the"):
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


def _bound(expr: Expr) -> dict[str, set[str]]:
    """The sorts that each name in an expression goes through, or nothing for another domain: it is in all of them."""
    found: dict[str, set[str]] = {}
    for part in within(expr):
        for binder in part.binders if isinstance(part, Quant) else ():
            sort = binder.domain.sort if isinstance(binder.domain, SortDomain) else ""
            for name in binder.names:
                found.setdefault(name, set()).add(sort)
    return found
