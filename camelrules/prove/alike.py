"""Which sorts have members that the rules cannot tell apart: derived from the tree, never assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from camelrules.lang.model import Game
from camelrules.lang.syntax import Expr, For, Lit, Next, SortDomain
from camelrules.lang.types import SortType
from camelrules.lang.walk import all_expressions, statements, within


def interchangeable(game: Game, also: Iterable[Expr] = ()) -> list[tuple[str, ...]]:
    """The enumerations whose members no rule, parameter or given expression names or puts in order.

    A permutation of such members maps every run of the rules to another run, so one of them can stand
    for all. A loop in the order of the sort, or the member after another, would break that.
    """
    named = set(_named(game, also))
    found = []
    for sort in game.sorts.values():
        if sort.kind != "members" or len(sort.members) < 2 or named & set(sort.members):
            continue
        if sort.name not in ordered(game, also):
            found.append(sort.members)
    return found


def _expressions(game: Game, also: Iterable[Expr]) -> Iterator[Expr]:
    for table in (game.functions, game.decisions, game.effects, game.actions):
        for definition in table.values():
            yield from all_expressions(definition)
    for variable in game.state.values():
        if variable.initial is not None:
            yield from within(variable.initial)
    yield from within(*also)


def _named(game: Game, also: Iterable[Expr]) -> Iterator[str]:
    for expr in _expressions(game, also):
        if isinstance(expr, Lit) and isinstance(expr.value, str):
            yield expr.value
    for parameter in game.parameters.values():
        rows = parameter.value if isinstance(parameter.value, tuple) else ((parameter.value,),)
        yield from (part for row in rows for part in row if isinstance(part, str))
    for variable in game.state.values():
        # A variable that starts as the first member of its sort names that member.
        if isinstance(variable.type, SortType) and not variable.type.optional and variable.initial is None:
            yield from (game.sorts[p].members[0] for p in variable.type.parts if game.sorts[p].members)


def ordered(game: Game, also: Iterable[Expr] = ()) -> set[str]:
    """The enumerations that are gone through in order, or whose members follow one another."""
    found: set[str] = set()
    for expr in _expressions(game, also):
        if isinstance(expr, Next) and isinstance(expr.type, SortType):
            found |= expr.type.parts
    bodies = [e.body for e in game.effects.values()] + [a.body for a in game.actions.values()]
    for body in bodies:
        for stmt in statements(body):
            if isinstance(stmt, For) and not stmt.shuffled and isinstance(stmt.binder.domain, SortDomain):
                found |= set(game.sorts[stmt.binder.domain.sort].parts)
    return found
