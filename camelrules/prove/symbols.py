"""The names of a checked game, for expressions that stand outside its files."""

from __future__ import annotations

from camelrules.lang.model import Game, Sort
from camelrules.lang.scope import Signature, Symbols
from camelrules.lang.types import IntType, SortType
from camelrules.run.table import bounds


def symbols_of(game: Game) -> Symbols:
    """Everything that a property may speak of."""
    atoms: dict[str, tuple[str, ...]] = {}
    for sort in game.sorts.values():
        for member in sort.members if sort.kind == "members" else ():
            atoms[member] = (*atoms.get(member, ()), sort.name)
    sorts = {s.name: _type(game, s) for s in game.sorts.values()}
    for parameter in game.parameters.values():
        if parameter.kind == "ruling":
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


def _type(game: Game, sort: Sort) -> SortType | IntType:
    if sort.kind == "range":
        return IntType(*bounds(game, sort), sort.name)
    if sort.kind == "values":
        return IntType(None, None, sort.name)
    return SortType(sort.name, frozenset(sort.parts))
