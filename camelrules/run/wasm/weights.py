"""How much code an expression becomes once calls and quantifiers are written out."""

from __future__ import annotations

from camelrules.lang.model import Effect
from camelrules.lang.syntax import Append, Assign, Binder, Block, Call, Do, Expr, For, Quant, SortDomain, When
from camelrules.lang.walk import children, expressions
from camelrules.run.table import Table

# A domain whose size is not known before the rules run counts as so many.
DYNAMIC = 4


class Weights:
    """Weights of the definitions of one table, each worked out once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known: dict[str, int] = {}
        self.effects: dict[str, int] = {}

    def definition(self, name: str) -> int:
        """The weight of a function or decision."""
        if name not in self.known:
            definition = self.table.game.callable(name)
            if hasattr(definition, "body"):
                self.known[name] = self.expr(definition.body)
            else:
                rules = definition.rules
                self.known[name] = sum(self.expr(e) for r in rules for e in (r.when, r.then) if e is not None)
        return self.known[name]

    def times(self, binders: tuple[Binder, ...]) -> int:
        """How often what binders bind is evaluated."""
        total = 1
        for binder in binders:
            domain = binder.domain
            total *= max(1, len(self.table.members[domain.sort])) if isinstance(domain, SortDomain) else DYNAMIC
        return total

    def expr(self, expr: Expr) -> int:
        inside = sum(map(self.expr, children(expr)))
        if isinstance(expr, Call):
            return 1 + inside + self.definition(expr.name)
        if isinstance(expr, Quant):
            return 1 + inside * self.times(expr.binders)
        return 1 + inside

    def effect(self, effect: Effect) -> int:
        """The weight of an effect."""
        if effect.name not in self.effects:
            self.effects[effect.name] = self.block(effect.body)
        return self.effects[effect.name]

    def block(self, block: Block) -> int:
        total = 0
        for stmt in block:
            own = 2 + sum(map(self.expr, expressions(stmt)))
            if isinstance(stmt, Do):
                own += self.effect(self.table.game.effects[stmt.name])
            elif isinstance(stmt, When):
                own += self.block(stmt.then) + self.block(stmt.other)
            elif isinstance(stmt, For):
                own += self.block(stmt.body) * (1 if stmt.shuffled else self.times((stmt.binder,)))
            elif isinstance(stmt, Assign):
                own *= self.times(stmt.binders)
            total += own
        return total


__all__ = ["Append", "Weights"]
