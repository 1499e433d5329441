"""Which expressions may be without an answer: asked of the tree; `True` may be too careful, `False` never is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camelrules.lang.model import Decision, Function, Game
from camelrules.lang.source import Span
from camelrules.lang.syntax import Call, Cast, Expr, Item, Quant, Read
from camelrules.lang.types import IntType
from camelrules.lang.walk import within


@dataclass(frozen=True, slots=True)
class Fault:
    """A condition under which a rule gives no answer, and what is wrong then."""

    when: Any
    message: str
    span: Span


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
        for part in within(expr):
            if isinstance(part, Item | Cast) or (isinstance(part, Quant) and part.kind == "the"):
                return True
            if isinstance(part, Read) and any(isinstance(i.type, IntType) for i in part.index):
                return True
            if isinstance(part, Call) and self.of(part.name):
                return True
        return False

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
