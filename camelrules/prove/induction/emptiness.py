"""Whether a property says anything at all: a promise that every two states keep, whatever they are, says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.syntax import Binary as Operation
from camelrules.lang.syntax import Call, Expr, Lit, Not, Param, Read
from camelrules.lang.walk import all_expressions, within
from camelrules.prove.properties.family import BEFORE, Book, Property, promises
from camelrules.prove.properties.reader import ORIGIN
from camelrules.prove.symbolic.encode import Encoder
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.unknown import any_state
from camelrules.run.table import Table


def says_nothing(book: Book, property: Property, table: Table) -> bool:
    """Whether each promise is made of constants alone, or speaks of the state only where nobody looks.

    That is seen without a solver: nothing is left of the promise once the parameters, the members of sorts and the
    items of lists are put in their places, as of `all(... for k in 1 .. 0)` or of a branch that is never taken.
    """
    said = promises(property)
    if not said:
        return False
    if all(_constant(e) for e in said):
        return True
    if any(_of_the_rules(book.game, e) for e in said):
        return False  # what it says of the rules' own functions and parameters, it says of those
    try:
        return all(_kept_anyhow(e, property, table) for e in said)
    except Unsupported:
        return False


def _constant(expr: Expr) -> bool:
    return all(isinstance(part, Lit | Not | Operation) for part in within(expr))


def _of_the_rules(game: Game, expr: Expr) -> bool:
    """Whether an expression speaks of the rules and not of the state; names that it binds itself are neither."""
    parts = list(_own(game, expr))
    return any(isinstance(p, Call | Param) for p in parts) and not any(isinstance(p, Read) for p in parts)


def _own(game: Game, expr: Expr) -> Iterator[Expr]:
    """Every part of an expression, and of the functions of the property files that it calls."""
    todo, seen = list(within(expr)), set[str]()
    while todo:
        part = todo.pop()
        yield part
        if isinstance(part, Call) and part.name not in seen and game.callable(part.name).note.origin == ORIGIN:
            seen.add(part.name)
            todo += all_expressions(game.callable(part.name))


def _kept_anyhow(expr: Expr, property: Property, table: Table) -> bool:
    encoder = Encoder(table)
    lists = getattr(property, "lists", None)
    now = any_state(encoder, lists)
    then = any_state(encoder, lists, BEFORE) if getattr(property, "after", "") else now
    given = (*getattr(property, "given", ()), *getattr(property, "also", ()))
    env: dict[str, Any] = {name: encoder.fresh(name, type) for name, type in given}
    for name, value in getattr(property, "lets", ()):
        env[name] = encoder.eval(value, env, then)
    both = encoder.state({**now.variables, **{BEFORE + n: v for n, v in then.variables.items()}})
    encoder.scratch.faults.clear()
    return encoder.eval(expr, env, both) is True and not encoder.scratch.faults
