"""States of a table, well formed where the rules need it and arbitrary elsewhere."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from camelrules.lang.model import Datum
from camelrules.lang.types import BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.run.engine import Engine, engine

DESERT = str(Path(__file__).parent.parent / "editions" / "desert.yaml")
EDITIONS = ("2014", "2018", DESERT)
State = dict[str, Any]


def table(rng: Random, changed: bool = False) -> Engine:
    """A table of any edition; `changed`, with a few rulings and other choices than the printed ones."""
    edition = rng.choice(EDITIONS)
    game = engine(edition).game
    low, high = (int(game.parameters[f"players.{end}"].value) for end in ("min", "max"))  # type: ignore[arg-type]
    changes: dict[str, Datum] = {}
    if changed:
        choices = [p for p in game.parameters.values() if isinstance(p.type, SortType | BoolType)]
        for parameter in rng.sample(choices, 4):
            changes[parameter.name] = value(rng, engine(edition), parameter.type)
    return engine(edition, rng.randint(low, high), changes)


def value(rng: Random, made: Engine, type: Type) -> Any:
    """Any value of a type, numbers being small."""
    match type:
        case BoolType():
            return rng.random() < 0.5
        case IntType():
            members = made.table.members.get(type.sort)
            return rng.choice(members) if members else rng.randint(type.low if type.low is not None else -3, 6)
        case SortType():
            members = made.table.members[type.name]
            return None if not members or (type.optional and rng.random() < 0.4) else rng.choice(members)
        case SetType():
            return frozenset(m for m in made.table.members[type.of.name] if rng.random() < 0.5)
        case ListType():
            return tuple(tuple(value(rng, made, t) for t in type.of) for _ in range(rng.randint(0, 5)))


def state(rng: Random, made: Engine) -> State:
    """A state in which camels form stacks and everything else is as it may be, or may not."""
    found: State = {}
    for variable in made.game.state.values():
        if variable.index:
            keys = product(*(made.table.index(t) for t in variable.index))
            found[variable.name] = {key: value(rng, made, variable.type) for key in keys}
        else:
            found[variable.name] = value(rng, made, variable.type)
    camels = [str(c) for c in made.table.members["camel"]]
    low, high = (made.reference.call(f, (), found) for f in ("space_low", "space_high"))
    width = rng.choice((1, 3, high - low))
    first = rng.randint(low, high - width)
    rng.shuffle(camels)
    for camel in camels:
        found["at"][(camel,)] = rng.randint(first, first + width)
    for (a, b), _ in list(found["above"].items()):
        found["above"][(a, b)] = found["at"][(a,)] == found["at"][(b,)] and camels.index(a) > camels.index(b)
    for key, owner in found["tile_owner"].items():
        if rng.random() < 0.9:  # a tile without an owner is a hole that both must see
            found["tile"][key] = found["tile"][key] if owner is not None else None
    return found


def arguments(rng: Random, made: Engine, params: tuple[tuple[str, Type], ...]) -> tuple[Any, ...]:
    """Arguments of the right types; a sort without members has none."""
    return tuple(value(rng, made, t) for _, t in params)


def possible(made: Engine, params: tuple[tuple[str, Type], ...]) -> bool:
    """Whether there are arguments at all."""
    return all(not isinstance(t, SortType) or t.optional or made.table.members[t.name] for _, t in params)
