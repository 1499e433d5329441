"""Whether a file describes a position that the game can have: asked of the specification, function by function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from camelrules.lang.finish import POSSIBLE
from camelrules.lang.model import Function, Game
from camelrules.lang.source import RulesError, fail
from camelrules.lang.syntax import Call, Read
from camelrules.lang.types import BoolType
from camelrules.lang.walk import all_expressions
from camelrules.run.document import Document
from camelrules.run.engine import Engine
from camelrules.run.reference import State
from camelrules.run.story import shown

# Which part of a file states a variable.
Stated = Mapping[str, str]


def check_possible(document: Document, made: Engine, state: State, stated: Stated) -> None:
    """Refuses a state that no game of the edition can come to, as far as the file speaks of it."""
    for function, part in _asked(made, tuple(stated.items())):
        for args in product(*(made.table.index(type) for _, type in function.params)):
            if not made.reference.call(function.name, args, state):
                raise _impossible(document, made, function, args, part)


@lru_cache(maxsize=256)
def _asked(made: Engine, stated: tuple[tuple[str, str], ...]) -> tuple[tuple[Function, str], ...]:
    """The functions of an edition that speak of some variables, each with the part of the file that states one."""
    found = []
    for function in possible(made.game):
        mentioned = _mentioned(made.game, function.name)
        parts = [part for name, part in stated if name in mentioned]
        if parts:
            found.append((function, parts[0]))
    return tuple(found)


def possible(game: Game) -> Iterator[Function]:
    """Every function that a position must satisfy."""
    for function in game.functions.values():
        if function.name.startswith(POSSIBLE):
            if not isinstance(function.type, BoolType):
                raise fail("interface", f"`{function.name}` must answer with `bool`", function.note.span)
            yield function


def _mentioned(game: Game, name: str) -> frozenset[str]:
    """The state variables that a function, or any that it calls, speaks of."""
    definition = game.functions.get(name) or game.decisions.get(name)
    found: set[str] = set()
    for expression in all_expressions(definition) if definition else ():
        if isinstance(expression, Read):
            found.add(expression.name)
        elif isinstance(expression, Call):
            found |= _mentioned(game, expression.name)
    return frozenset(found)


def _impossible(
    document: Document, made: Engine, function: Function, args: tuple[object, ...], part: str
) -> RulesError:
    says = function.note.says
    for name, value in made.table.values.items():
        says = says.replace("{" + name + "}", shown(value))
    about = f" ({', '.join(map(str, args))})" if args else ""
    what = function.name.removeprefix(POSSIBLE).replace("_", " ")
    given = document.data.get(part)
    inner = next((str(a) for a in args if isinstance(given, dict) and a in given), None)
    span = document.span(part) if inner is None else document.span(part, inner)
    return fail("impossible", f"no game comes to this: {what}{about}", span, says or "see `" + function.name + "`")
