"""Which definitions a property can depend on: what it says, what its step runs, and whatever those use."""

from __future__ import annotations

from camelrules.lang.model import Game
from camelrules.lang.syntax import Append, Assign, Block, Call, Do, Expr, Param, Read
from camelrules.lang.walk import all_expressions, statements, within
from camelrules.prove.assumed import spoken
from camelrules.prove.properties import Book, Property


def reached(book: Book, property: Property) -> set[str]:
    """Names of functions, decisions, effects, actions, parameters and variables."""
    game = book.game
    found: set[str] = set()
    exprs: list[Expr] = list(spoken(book, property))
    if property.exactly is not None:
        exprs.append(property.exactly)
    effects: list[str] = []
    if property.kind in ("invariant", "total", "ranges"):
        effects = [book.system.start, book.system.after_action, *game.actions]
    elif property.after:
        effects = [property.after]
    _follow(game, exprs, effects, found)
    return found


def _follow(game: Game, exprs: list[Expr], effects: list[str], found: set[str]) -> None:
    while exprs or effects:
        if effects:
            name = effects.pop()
            if name in found:
                continue
            found.add(name)
            action = game.actions.get(name)
            definition = action or game.effects[name]
            body: Block = definition.body
            exprs += all_expressions(definition)
            effects += [s.name for s in statements(body) if isinstance(s, Do)]
            found |= {s.name for s in statements(body) if isinstance(s, Assign | Append)}
            continue
        for e in within(exprs.pop()):
            if isinstance(e, Param):
                found.add(e.name)
            elif isinstance(e, Read):
                found.add(e.name.removeprefix("was_") if e.name not in game.state else e.name)
            elif isinstance(e, Call) and e.name not in found:
                found.add(e.name)
                exprs += all_expressions(game.callable(e.name))
    for sort in game.sorts.values():
        # A sort's size may come from a parameter, and every table has every sort.
        for bound in (sort.low, sort.high):
            if bound is not None:
                found |= {e.name for e in within(bound) if isinstance(e, Param)}
        found |= {sort.values} - {""}
    for variable in game.state.values():
        if variable.initial is not None and variable.name in found:
            found |= {e.name for e in within(variable.initial) if isinstance(e, Param)}
