"""The rules that a page runs: WebAssembly of the same lowering, one module for each number of players, packed as text.

What is packed is compressed and written in letters and digits alone, so that a page can load it as a script, also from
a folder, and nothing that an edition says becomes part of a program.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from camelrules.door.kept import kept
from camelrules.door.workers import as_done, default_jobs
from camelrules.lang.library import library
from camelrules.lang.model import Datum, Game, Note, Parameter
from camelrules.lang.syntax import Call, Do, Quant, Read, Var
from camelrules.lang.types import IntType, SortType
from camelrules.lang.walk import all_expressions, statements
from camelrules.run.engine import engine
from camelrules.run.instrument import APPLIED, Point, guard_of, instrument
from camelrules.run.odds import FIRST_BITS, LAST_BITS, leg_search
from camelrules.run.plain import EFFECT, LONGEST, WIDTH_99, ranked
from camelrules.run.races import race_search
from camelrules.run.table import Table, bounds
from camelrules.run.wasm.describe import describe, shown
from camelrules.run.wasm.games import Games
from camelrules.run.wasm.initial import write_initial
from camelrules.run.wasm.levels import DONE, FULL, LEVELS
from camelrules.run.wasm.module import Builder
from camelrules.run.wasm.races import CYCLE, FINISHED, MORE
from camelrules.run.wasm.races import FULL as RACE_FULL
from camelrules.site.words import place

Changes = tuple[tuple[str, Datum], ...]
# Somebody waits at a page, perhaps with a phone: room for the 207,000 positions of a whole race in 2014, and where
# there are more, an interval of a third of a percent to either side.
BUDGET, SAMPLE = 250_000, 150_000
# What the page asks of the rules, all of it part of `run/interface.py`.
FUNCTIONS = ("actor", "game_over", "leg_change", "leg_over", "place", "race_over", "well_placed", "winners")
EFFECTS = ("end_of_turn", "reveal", "roll", "setup")
# What a ticket earns at the end of a leg; an edition need not have it.
REWARD = "reward"


@dataclass(frozen=True, slots=True)
class Shape:
    """Rules with one choice of everything that decides what members a sort has: what a set of modules is for."""

    name: str
    edition: str  # or the file that it is in
    changes: Changes = ()

    def table(self, players: int | None = None) -> Table:
        return engine(self.edition, players, dict(self.changes)).table

    @property
    def players(self) -> range:
        """The numbers of players that these rules are for."""
        table = self.table()
        seats = next(s for s in table.game.sorts.values() if s.kind == "seats")
        low, high = bounds(table.game, seats, table.values)
        return range(low, high + 1)

    def same_members(self, other: Shape) -> bool:
        """Whether one module plays both."""
        mine, theirs = self.table(self.players[-1]), other.table(other.players[-1])
        return self.players == other.players and mine.members == theirs.members


@dataclass(frozen=True, slots=True)
class Task:
    """A script to be made: facts and chances of a shape, or its rules for so many players."""

    shape: Shape
    players: int | None

    @property
    def name(self) -> str:
        return self.shape.name if self.players is None else f"{self.shape.name}-{self.players}"


def scripts(shapes: list[Shape]) -> dict[str, str]:
    """A script for each shape and for each number of its players, by the name that a page asks for."""
    made: dict[str, str] = {}
    for shape in shapes:
        shipped = library().ships(shape.edition)
        made |= kept(f"modules-{shape.name}", partial(_of_shape, shape)) if shipped else _of_shape(shape)
    return made


def _of_shape(shape: Shape) -> dict[str, str]:
    tasks = [Task(shape, n) for n in (None, *shape.players)]
    made = {task.name: text for task, text in as_done(script, tasks, default_jobs())}
    return {task.name: made[task.name] for task in tasks}


def script(task: Task) -> str:
    """A script that hands one pack to the page."""
    text = pack(*chances(task.shape)) if task.players is None else pack(*rules(task.shape.table(task.players)))
    return f"(globalThis.camelPacks ??= {{}})[{json.dumps(task.name)}] = {json.dumps(text)};\n"


def pack(facts: dict[str, Any], codes: list[bytes]) -> str:
    """Facts and modules as one text: the length of the facts, the facts as JSON, then one module after the other."""
    written = json.dumps({**facts, "sizes": list(map(len, codes))}, ensure_ascii=False, separators=(",", ":")).encode()
    whole = len(written).to_bytes(4, "little") + written + b"".join(codes)
    return b64encode(zlib.compress(whole, 9)).decode()


# -- the rules ----------------------------------------------------------------------------------
def rules(table: Table) -> tuple[dict[str, Any], list[bytes]]:
    """The module in which a page plays: whole turns and games, with reports of what was applied."""
    made = instrument(table.game)
    builder = Builder(replace(table, game=made.game), folded=False)
    write_initial(builder.lower)
    functions = [*FUNCTIONS, *([REWARD] if _has(table.game, REWARD) else []), *map(guard_of, table.game.actions)]
    for name in functions:
        builder.function(name)
    for name in EFFECTS:
        builder.effect(name)
    for action in made.game.actions.values():
        builder.action(action)
    built = builder.build(Games(builder).functions())
    facts = describe(built)
    facts["functions"] = {n: f for n, f in facts["functions"].items() if n in functions}
    facts["effects"] = {n: e for n, e in facts["effects"].items() if n in EFFECTS}
    facts["applied"] = APPLIED
    facts["points"] = [_point(p) for p in made.points]
    return facts, [built.code]


def _point(point: Point) -> dict[str, Any]:
    return {"kind": point.kind, "name": point.name, "rule": point.rule, "params": [n for n, _ in point.params]} | {
        k: v for k, v in _note(point.note).items() if k != "where"
    }


# -- facts and chances ----------------------------------------------------------------------------
def chances(shape: Shape) -> tuple[dict[str, Any], list[bytes]]:
    """What a page says about rules, and the modules for the chances of a leg and of a race."""
    table = shape.table(shape.players[-1])
    game = table.game
    leg, levels = leg_search(table, folded=False)
    race, races = race_search(table, folded=False)
    seated = {v.name for v in game.state.values() for t in v.index if isinstance(t, SortType) and _seats(game, t)}
    if seated & {*leg.layout.slots, *race.layout.slots}:
        # Where chances hang on what each player has, they are not the same for every number of players.
        return {**about(shape), "chances": None}, []
    facts = about(shape) | {
        "chances": {
            "camels": [str(c) for c in ranked(table)],
            "leg": describe(leg)
            | {
                "search": {
                    "results": levels.plan.results, "words": levels.plan.words, "levels": LEVELS, "heap": levels.heap,
                    "entry": levels.plan.entry, "firstBits": FIRST_BITS, "lastBits": LAST_BITS, "done": DONE,
                    "full": FULL,
                }
            },
            "race": describe(race)
            | {
                "search": {
                    "camels": [str(c) for c in table.members["racing"]], "start": races.start, "entry": races.entry,
                    "values": races.values, "renamed": races.renamed, "sums": races.sums, "budget": BUDGET,
                    "sample": SAMPLE, "longest": LONGEST, "width": WIDTH_99, "finished": FINISHED, "more": MORE,
                    "full": RACE_FULL, "cycle": CYCLE,
                }
            },
        }
    }  # fmt: skip
    return facts, [leg.code, race.code]


def about(shape: Shape) -> dict[str, Any]:
    """An edition in words: its parameters with what they mean, what guards say, who may play."""
    table = shape.table()
    game = table.game
    return {
        "name": game.name,
        "title": game.title,
        "players": list(shape.players),
        "parameters": {p.name: _parameter(game, p) for p in game.parameters.values()},
        "guards": {a.name: [g.note.says or g.name for g in a.guards] for a in game.actions.values()},
        "rolls": [a.name for a in game.actions.values() if _reaches(game, a.name, EFFECT)],
        "worth": REWARD if _by_own_place(game) else None,
    }


def _parameter(game: Game, parameter: Parameter) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": parameter.kind, "value": shown(parameter.value)}
    if isinstance(parameter.type, IntType):
        data |= {"low": parameter.type.low, "high": parameter.type.high}
    listed = [s.name for s in game.sorts.values() if s.values == parameter.name]
    return data | {
        "says": parameter.question or parameter.note.says,
        "clauses": list(parameter.note.clauses),
        "alternatives": dict(parameter.alternatives),
        # The sort whose members are the values of this list: other values with the same members are no other sort.
        "lists": listed[0] if listed else None,
    }


def _note(note: Note) -> dict[str, Any]:
    return {"says": note.says, "clauses": list(note.clauses), "where": place(note.span)}


def _has(game: Game, name: str) -> bool:
    return name in game.functions or name in game.decisions


def _seats(game: Game, type: SortType) -> bool:
    return any(p in game.sorts and game.sorts[p].kind == "seats" for p in type.parts)


def _reaches(game: Game, action: str, effect: str) -> bool:
    """Whether an action comes to an effect."""
    todo, seen = [game.actions[action].body], set[str]()
    while todo:
        for stmt in statements(todo.pop()):
            if isinstance(stmt, Do) and stmt.name not in seen:
                seen.add(stmt.name)
                todo.append(game.effects[stmt.name].body)
    return effect in seen


def _by_own_place(game: Game) -> bool:
    """Whether what a ticket earns follows from its camel's place alone, so that chances of places are enough."""
    if not _has(game, REWARD):
        return False
    definition = game.callable(REWARD)
    camel = definition.params[0][0]
    exprs = list(all_expressions(definition))
    asked = [e for e in exprs if isinstance(e, Call)]
    own = all(e.name == "place" and isinstance(e.args[0], Var) and e.args[0].name == camel for e in asked)
    used = sum(isinstance(e, Var) and e.name == camel for e in exprs)
    return own and used == len(asked) and not any(isinstance(e, Read | Quant) for e in exprs)


def shape_for(shapes: list[Shape], edition: str, name: str, changes: Mapping[str, Datum]) -> Shape:
    """The shape that plays a reading of an edition: the edition's own, or one that is added for the reading."""
    base = next(s for s in shapes if s.name == edition)
    own = Shape(name, base.edition, tuple(sorted(changes.items())))
    if own.same_members(base):
        return base
    shapes.append(own)
    return own


__all__ = ["Shape", "chances", "pack", "rules", "scripts", "shape_for"]
