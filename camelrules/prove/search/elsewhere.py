"""What a search leaves alone and its property may look at: other cells than the one that is varied, other variables.

A search sets one cell to each of its values, and everything beside it stays as before setup. Where nothing else is
read, that is every case; where something is, it is not, and the verdict must say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from camelrules.lang.syntax import Read
from camelrules.prove.properties.family import BEFORE, Exhaustive
from camelrules.prove.properties.meaning import Obligation
from camelrules.prove.properties.slicing import Slicer
from camelrules.prove.symbolic.encode import Encoder, Env, State
from camelrules.prove.symbolic.execute import Executor, Path
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.solve import Asked, find
from camelrules.prove.symbolic.unknown import any_state
from camelrules.prove.symbolic.values import conj, disj, neg
from camelrules.run.slice import reads
from camelrules.run.table import Table

BUDGET = 2_000_000


@dataclass(frozen=True, slots=True)
class Look:
    """A cell that was looked at: of which variable, under which conditions."""

    name: str
    index: tuple[Any, ...]
    when: Any


class Watched(Encoder):
    """An encoder that notes which cells of some variables are read."""

    def __init__(self, table: Table, names: set[str]) -> None:
        super().__init__(table)
        self.names = names
        self.looks: list[Look] = []

    def read(self, expr: Read, index: tuple[Any, ...], state: State) -> Any:
        name = expr.name.removeprefix(BEFORE)
        if name in self.names:
            self.looks.append(Look(name, index, conj(*self.scratch.guards)))
        return super().read(expr, index, state)


def unvaried(property: Exhaustive, obligation: Obligation, table: Table) -> tuple[str, ...]:
    """The variables that matter to the property and are not gone through, or not in every cell that is read."""
    a = property.arrangements
    _, needed = Slicer(table).game_for(obligation)
    said = [e for e in (property.where, *(e for _, e in (*property.lets, *property.holds))) if e is not None]
    matters = {n.removeprefix(BEFORE) for n in (needed | reads(table.game, said))}
    found = matters - {a.place, a.order, a.vary, a.beside}
    try:
        found |= set(_elsewhere(property, obligation, table))
    except Unsupported:
        found.add(a.vary)
    return tuple(sorted(found))


def _elsewhere(property: Exhaustive, obligation: Obligation, table: Table) -> Iterator[str]:
    """The varied variables of which another cell than the varied one is read."""
    a = property.arrangements
    (piece, sort), (number, kind) = property.given
    for mover in table.index(sort):
        encoder = Watched(table, {a.vary, a.beside})
        state = any_state(encoder, 0)
        env: Env = {piece: mover, number: encoder.fresh(number, kind)}
        numbers: Any = table.values[a.steps]
        steps = disj(*(encoder.same(env[number], row[0]) for row in numbers))
        spot = encoder.eval(a.at, env, state)
        encoder.looks.clear()
        for look in _looks(encoder, property, obligation, env, state):
            known = (*encoder.axioms, steps, look.when, neg(encoder.same(look.index[0], spot)))
            if find(known, BUDGET, Asked("elsewhere", obligation.phase, obligation.label)).verdict != "holds":
                yield look.name
                break


def _looks(encoder: Watched, property: Exhaustive, o: Obligation, env: Env, state: State) -> list[Look]:
    """Every cell that the property or its step reads, with what must be so for it."""
    where = True if property.where is None else encoder.eval(property.where, env, state)
    lets = dict(env)
    for name, expr in property.lets:
        lets[name] = encoder.eval(expr, lets, state)
    past = {BEFORE + n: v for n, v in state.variables.items()}
    seen = list(encoder.looks)
    for path in Executor(encoder).run(encoder.game.effects[o.transition.name].body, env, Path(state)):
        after = encoder.state({**path.state.variables, **past})
        with encoder.under(conj(where, *path.conditions)):
            for _, expr in property.holds:
                encoder.eval(expr, lets, after)
    return [*seen, *encoder.looks[len(seen) :]]
