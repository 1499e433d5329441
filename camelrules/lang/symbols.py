"""The names of a checked game, for expressions that stand outside its files."""

from __future__ import annotations

from camelrules.lang.constants import numbers
from camelrules.lang.model import Constants, Game, Sort
from camelrules.lang.scope import Signature, Symbols
from camelrules.lang.types import IntType, SortType


def symbols_of(game: Game) -> Symbols:
    """Everything that a property or a clause may speak of."""
    atoms: dict[str, tuple[str, ...]] = {}
    for sort in game.sorts.values():
        for member in sort.members if sort.kind == "members" else ():
            atoms[member] = (*atoms.get(member, ()), sort.name)
    sorts = {s.name: _type(game, s) for s in game.sorts.values()}
    for parameter in game.parameters.values():
        if parameter.alternatives:
            sorts[parameter.name] = SortType(parameter.name, frozenset((parameter.name,)))
            for name, _ in parameter.alternatives:
                atoms[name] = (*atoms.get(name, ()), parameter.name)
    functions = {f.name: Signature(f.params, f.type) for f in game.functions.values()}
    functions |= {d.name: Signature(d.params, d.type) for d in game.decisions.values()}
    return Symbols(
        sorts,
        atoms,
        {p.name: p.type for p in game.parameters.values()},
        {v.name: (v.index, v.type) for v in game.state.values()},
        functions,
        {e.name: Signature(e.params, None) for e in game.effects.values()},
        {},
    )


def members_of(game: Constants, name: str) -> tuple[str, ...]:
    """The members of a sort, or of a parameter that lists its alternatives."""
    if name in game.parameters:
        return tuple(member for member, _ in game.parameters[name].alternatives)
    sort = game.sorts[name]
    if sort.kind == "union":
        return tuple(member for part in sort.parts for member in game.sorts[part].members)
    return sort.members


def _type(game: Game, sort: Sort) -> SortType | IntType:
    if sort.kind == "range":
        found = numbers(sort, {n: p.value for n, p in game.parameters.items()})
        return IntType(found.start, found.stop - 1, sort.name)
    if sort.kind == "values":
        return IntType(None, None, sort.name)
    return SortType(sort.name, frozenset(sort.parts))
