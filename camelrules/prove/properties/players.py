"""How many players to seat so that a verdict is about any number of them."""

from __future__ import annotations

from camelrules.lang.model import Game
from camelrules.lang.syntax import Assign, Domain, Draw, For, In, Lit, Next, Quant, SortDomain, ValueDomain, Var
from camelrules.lang.types import SetType, SortType
from camelrules.prove.properties.family import Book, Inductive, Property
from camelrules.prove.properties.footprint import Footprint, footprint
from camelrules.prove.properties.symmetry import stops_early
from camelrules.prove.symbolic.faults import Faults
from camelrules.run.table import bounds


def span_of_seats(book: Book, property: Property) -> tuple[int, int]:
    """The fewest and the most players, under the parameters of the property."""
    seats = next(s for s in book.game.sorts.values() if s.kind == "seats")
    values = {name: p.value for name, p in book.game.parameters.items()} | dict(property.parameters)
    return bounds(book.game, seats, values)


def every_count(book: Book, property: Property) -> tuple[int, ...]:
    """The numbers of players that together cover all: every one, or the most where fewer are a special case of that."""
    low, high = span_of_seats(book, property)
    if independent(book, property):
        return (high,)
    return tuple(range(low, high + 1))


def counts(book: Book, property: Property, quick: bool = False) -> tuple[int, ...]:
    """The numbers of players to try; fewer than `every_count` makes the verdict a bounded one."""
    low, high = span_of_seats(book, property)
    every = every_count(book, property)
    if property.players == "fewest":
        return (low,)
    if quick and len(every) > 1:
        return (high,) if property.players == "many" else (low,)
    return every


def independent(book: Book, property: Property) -> bool:
    """Whether nothing that a property depends on goes through the players or asks who is next.

    Then a state with fewer players is a state with all of them in which some never appear. The declared ranges of
    variables, which every property rests on, speak of each cell by itself and leave those that never appear free.
    """
    return not isinstance(property, Inductive) and not through_players(book.game, footprint(book, property))


def through_players(game: Game, made: Footprint) -> bool:
    """Whether anything goes through the players, or asks who is next."""
    seats = seated_sorts(game)
    for expr in made.all_expressions():
        match expr:
            case Quant() if any(_seated(b.domain, seats) for b in expr.binders):
                return True
            case In() if _seated(expr.domain, seats):
                return True
            case _:
                pass
    for stmt in made.statements:
        binders = stmt.binders if isinstance(stmt, Assign) else (stmt.binder,) if isinstance(stmt, For | Draw) else ()
        if any(_seated(b.domain, seats) for b in binders):
            return True
    return asks_who_is_next(game, made)


def asks_who_is_next(game: Game, made: Footprint) -> bool:
    """Whether anything asks for the player after another."""
    seats = seated_sorts(game)
    asked = (e for e in made.all_expressions() if isinstance(e, Next))
    return any(isinstance(e.type, SortType) and e.type.parts & seats for e in asked)


def players_interchangeable(game: Game, made: Footprint) -> bool:
    """Whether it makes no difference who sits where: nobody is next, and no loop goes round the table in order."""
    seats = seated_sorts(game)
    for stmt in made.statements:
        if isinstance(stmt, For) and not stmt.shuffled and _seated(stmt.binder.domain, seats):
            return False
        if isinstance(stmt, Assign):
            # Where two elements write one cell, the last of them wins.
            written = {i.name for i in stmt.index if isinstance(i, Var)}
            if any(_seated(b.domain, seats) and not set(b.names) <= written for b in stmt.binders):
                return False
    faults = Faults(game)
    asked = (e for e in made.all_expressions() if isinstance(e, Quant) and stops_early(e, faults))
    if any(_seated(b.domain, seats) for e in asked for b in e.binders):
        return False
    named = (e for e in made.all_expressions() if isinstance(e, Lit) and isinstance(e.value, str))
    if any(isinstance(e.type, SortType) and e.type.parts & seats for e in named):
        return False
    return not asks_who_is_next(game, made)


def seated_sorts(game: Game) -> set[str]:
    """The sorts whose members are players, or hold players among others."""
    seats = {s.name for s in game.sorts.values() if s.kind == "seats"}
    return seats | {s.name for s in game.sorts.values() if set(s.parts) & seats}


def _seated(domain: Domain, seats: set[str]) -> bool:
    if isinstance(domain, SortDomain):
        return domain.sort in seats
    return (
        isinstance(domain, ValueDomain)
        and isinstance(domain.value.type, SetType)
        and bool(domain.value.type.of.parts & seats)
    )
