"""Which sorts have members that the rules cannot tell apart: derived from the tree, never assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from camelrules.lang.model import Game
from camelrules.lang.syntax import (
    Assign,
    Binder,
    Domain,
    Expr,
    For,
    Lit,
    Next,
    Param,
    Quant,
    SortDomain,
    ValueDomain,
    Var,
)
from camelrules.lang.types import SetType, SortType
from camelrules.lang.walk import all_expressions, statements, within
from camelrules.prove.properties.family import Book, Property
from camelrules.prove.properties.footprint import footprint, spoken
from camelrules.prove.symbolic.faults import Faults
from camelrules.run.table import Table


def symmetries(book: Book, property: Property, table: Table) -> list[tuple[str, ...]]:
    """The members that neither the property, nor what it rests on, nor any rule that it reaches can tell apart."""
    game, names = table.game, footprint(book, property).names
    reached = replace(
        game,
        functions={n: d for n, d in game.functions.items() if n in names},
        decisions={n: d for n, d in game.decisions.items() if n in names},
        effects={n: d for n, d in game.effects.items() if n in names},
        actions={n: d for n, d in game.actions.items() if n in names},
    )
    return interchangeable(replace(table, game=reached), spoken(book, property))


def interchangeable(table: Table, also: Iterable[Expr] = ()) -> list[tuple[str, ...]]:
    """The enumerations whose members no rule, parameter or given expression names or puts in order.

    A permutation of such members maps every run of the rules to another run, so one of them can stand
    for all. A loop in the order of the sort, or the member after another, would break that.
    """
    game = table.game
    also = list(also)
    named = set(_named(table, also))
    in_order = ordered(game, also)
    return [
        sort.members
        for sort in game.sorts.values()
        if sort.kind == "members"
        and len(sort.members) > 1
        and not named & set(sort.members)
        and sort.name not in in_order
    ]


def _expressions(game: Game, also: Iterable[Expr]) -> Iterator[Expr]:
    for table in (game.functions, game.decisions, game.effects, game.actions):
        for definition in table.values():
            yield from all_expressions(definition)
    for variable in game.state.values():
        if variable.initial is not None:
            yield from within(variable.initial)
    yield from within(*also)


def _named(table: Table, also: Iterable[Expr]) -> Iterator[str]:
    game = table.game
    asked = {sort.values for sort in game.sorts.values()}
    for expr in _expressions(game, also):
        if isinstance(expr, Lit) and isinstance(expr.value, str):
            yield expr.value
        elif isinstance(expr, Param):
            asked.add(expr.name)
    # What no rule asks for, such as the colours of a printed example, tells nothing apart.
    for value in (table.values[name] for name in asked if name):
        rows = value if isinstance(value, tuple) else ((value,),)
        yield from (part for row in rows for part in row if isinstance(part, str))
    for variable in game.state.values():
        # A variable that starts as the first member of its sort names that member.
        if isinstance(variable.type, SortType) and not variable.type.optional and variable.initial is None:
            yield from (game.sorts[p].members[0] for p in variable.type.parts if game.sorts[p].members)
    # A member of two enumerations ties them together; none of them can be permuted by itself.
    homes: dict[str, int] = {}
    for sort in game.sorts.values():
        for member in sort.members if sort.kind == "members" else ():
            homes[member] = homes.get(member, 0) + 1
    yield from (member for member, count in homes.items() if count > 1)


def ordered(game: Game, also: Iterable[Expr] = ()) -> set[str]:
    """The enumerations that are gone through in order, or whose members follow one another."""
    found: set[str] = set()
    faults = Faults(game)
    for expr in _expressions(game, also):
        if isinstance(expr, Next) and isinstance(expr.type, SortType):
            found |= expr.type.parts
        elif isinstance(expr, Quant) and stops_early(expr, faults):
            found |= {p for b in expr.binders for p in _parts(game, b.domain)}
    bodies = [e.body for e in game.effects.values()] + [a.body for a in game.actions.values()]
    for body in bodies:
        for stmt in statements(body):
            if isinstance(stmt, For) and not stmt.shuffled:
                found |= _parts(game, stmt.binder.domain)
            elif isinstance(stmt, Assign):
                # Where two elements write one cell, the last of them wins.
                written = {i.name for i in stmt.index if isinstance(i, Var)}
                found |= {p for b in stmt.binders if not _distinct(b, written) for p in _parts(game, b.domain)}
    return found


def stops_early(expr: Quant, faults: Faults) -> bool:
    """Whether the order decides if there is an answer: what comes after the first hit is not asked, and may fail."""
    return expr.kind in ("exists", "all") and faults.possible(expr)


def _distinct(binder: Binder, written: set[str]) -> bool:
    return set(binder.names) <= written


def _parts(game: Game, domain: Domain) -> set[str]:
    if isinstance(domain, SortDomain):
        return set(game.sorts[domain.sort].parts)
    if isinstance(domain, ValueDomain) and isinstance(domain.value.type, SetType):
        return set(domain.value.type.of.parts)
    return set()
