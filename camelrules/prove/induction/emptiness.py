"""Whether a property says anything at all: a promise that every two states keep, whatever they are, says nothing.

Nothing is known of these states, and the rules' own functions may answer anything: what holds all the same holds
under any rules, as `x or not x` does, or a promise that repeats its own `where`. Where a property is expected to
fail, it is the other way round: what no two states keep fails under any rules.
"""

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
from camelrules.prove.symbolic.solve import Asked, find
from camelrules.prove.symbolic.unknown import any_state
from camelrules.prove.symbolic.values import conj, disj, neg
from camelrules.run.table import Table

# To see that a promise is an empty one takes hundreds of units; what takes more is none.
BUDGET = 400_000


def says_nothing(book: Book, property: Property, table: Table) -> bool:
    """Whether each promise is made of constants alone, or comes out the same beside any two states."""
    said = promises(property)
    if not said:
        return False
    if all(_constant(e) for e in said):
        return True
    if any(_of_the_rules(book.game, e) for e in said):
        return False  # what it says of the rules' own parameters, it says of those
    try:
        return _settled(property, table)
    except Unsupported:
        return False


def _constant(expr: Expr) -> bool:
    return all(isinstance(part, Lit | Not | Operation) for part in within(expr))


def _of_the_rules(game: Game, expr: Expr) -> bool:
    """Whether an expression speaks of the rules' parameters and not of the state."""
    parts = list(_own(game, expr))
    return any(isinstance(p, Param) for p in parts) and not any(isinstance(p, Read) for p in parts)


def _own(game: Game, expr: Expr) -> Iterator[Expr]:
    """Every part of an expression, and of the functions of the property files that it calls."""
    todo, seen = list(within(expr)), set[str]()
    while todo:
        part = todo.pop()
        yield part
        if isinstance(part, Call) and part.name not in seen and game.callable(part.name).note.origin == ORIGIN:
            seen.add(part.name)
            todo += all_expressions(game.callable(part.name))


def _settled(property: Property, table: Table) -> bool:
    """Whether nothing that the rules do could make a promise fail, or one that is expected to fail hold."""
    game = table.game
    own = {n for n in (*game.functions, *game.decisions) if game.callable(n).note.origin != ORIGIN}
    encoder = Encoder(table, frozenset(own))
    encoder.strict = False
    lists = getattr(property, "lists", None)
    now = any_state(encoder, lists)
    then = any_state(encoder, lists, BEFORE) if getattr(property, "after", "") else now
    given = (*getattr(property, "given", ()), *getattr(property, "also", ()))
    env: dict[str, Any] = {name: encoder.fresh(name, type) for name, type in given}
    where = getattr(property, "where", None)
    meant = True if where is None else encoder.eval(where, env, then)
    for name, value in getattr(property, "lets", ()):
        env[name] = encoder.eval(value, env, then)
    both = encoder.state({**now.variables, **{BEFORE + n: v for n, v in then.variables.items()}})
    encoder.scratch.faults.clear()
    kept = conj(*(encoder.eval(e, env, both) for e in promises(property)))
    answered = neg(disj(*(f.when for f in encoder.scratch.faults)))
    wrong = conj(answered, kept) if property.expect == "refuted" else neg(conj(answered, kept))
    asked = Asked("empty", conclusions=("whatever the rules do",))
    return find((*encoder.axioms, meant, wrong), BUDGET, asked).verdict == "holds"
