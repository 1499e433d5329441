"""Witness files: a state, the steps that follow, and the outcome; everything needed to see it happen again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.types import IntType, ListType, Type
from camelrules.prove.properties.family import Book, Property
from camelrules.prove.properties.meaning import Transition
from camelrules.prove.witness.judge import Shown
from camelrules.run.position import stacks
from camelrules.run.reference import Reference, State
from camelrules.run.shape import Anything, Many, Named, Number, Record, Single, Value, Word
from camelrules.run.table import Table

VERSION = 1
_STATE = Named(Anything())
_OUTCOME = Record({"failed": Many(Word()), "state": _STATE}, {"fault": Word()})
_STEP = Record(
    {},
    {
        "reveal": Record({"die": Word(), "value": Number()}, {"face": Single()}),
        "action": Word(),
        "effect": Word(),
        "args": Named(Single()),
        "choices": Many(Number(0)),
        "ends_turn": Word(),
    },
)
# What a witness file must have before it is played.
SHAPE = Record(
    {
        "property": Word(),
        "edition": Word(),
        "players": Many(Word(), 1, 60),
        "state": _STATE,
        "steps": Many(_STEP, 0, 1000),
        "outcomes": Many(_OUTCOME, 1, 1),
    },
    {"changes": Named(Value()), "args": Named(Single()), "without": Single()},
)


def plain_state(state: State) -> dict[str, Any]:
    """A state as JSON: an index of several parts is written with commas."""
    made: dict[str, Any] = {}
    for name, value in state.items():
        if isinstance(value, dict):
            made[name] = {",".join(map(str, k)): _plain(v) for k, v in value.items()}
        else:
            made[name] = _plain(value)
    return made


def _plain(value: Any) -> Any:
    return [list(row) for row in value] if isinstance(value, tuple) else value


def full_state(table: Table, data: Mapping[str, Any]) -> State:
    """The state that JSON describes; what it leaves out is as before setup."""
    state = Reference(table).initial()
    for name, value in data.items():
        variable = table.game.state[name]
        if not variable.index:
            state[name] = _value(value, variable.type)
            continue
        for text, item in value.items():
            index = tuple(_part(p, t) for p, t in zip(text.split(","), variable.index, strict=True))
            if index not in state[name]:
                raise KeyError(f"{name}[{text}]")
            state[name][index] = _value(item, variable.type)
    return state


def _part(text: str, type: Type) -> str | int:
    return int(text) if isinstance(type, IntType) else text


def _value(value: Any, type: Type) -> Any:
    return tuple(tuple(row) for row in value) if isinstance(type, ListType) else value


def changed(table: Table, state: State) -> dict[str, Any]:
    """Only what differs from the state before setup, so that a witness is short to read."""
    start = plain_state(Reference(table).initial())
    made: dict[str, Any] = {}
    for name, value in plain_state(state).items():
        if isinstance(value, dict):
            rest = {k: v for k, v in value.items() if v != start[name][k]}
            if rest:
                made[name] = rest
        elif value != start[name]:
            made[name] = value
    return made


def position(game: Game, state: State) -> dict[str, Any]:
    """The state as a position of the contract, for people and for drawing."""
    made: dict[str, Any] = {"edition": game.name}
    if "at" in state and "above" in state:
        made["track"] = {str(n): s for n, s in stacks(state).items()}
    if "tile" in state and "tile_owner" in state:
        made["tiles"] = {
            str(s): {"owner": state["tile_owner"][(s,)], "side": side}
            for (s,), side in state["tile"].items()
            if side is not None
        }
    if "inside" in state:
        made["pyramid"] = [d for (d,), inside in state["inside"].items() if inside]
    if "money" in state:
        made["money"] = {p: n for (p,), n in state["money"].items()}
    return made


def property_witness(
    book: Book, property: Property, table: Table, transition: Transition, shown: Shown
) -> dict[str, Any]:
    """A refutation as a file."""
    changes = {n: v for n, v in table.values.items() if v != table.game.parameters[n].value}
    args = {n: a for (n, _), a in zip(transition.arguments, shown.args, strict=True)}
    still = transition.kind == "nothing"
    key = "action" if transition.kind == "action" else "effect"
    steps = [] if still else [{key: transition.name, "args": args, "choices": list(shown.choices)}]
    made: dict[str, Any] = {
        "version": VERSION,
        "kind": "property",
        "property": property.id,
        "says": property.note.says,
        "edition": book.edition,
        "changes": {n: _plain(v) for n, v in changes.items()},
        "players": list(table.players),
        "position": position(table.game, shown.before),
        "state": changed(table, shown.before),
        "steps": steps,
        "args": args if still else {},
        "outcomes": [
            {
                "failed": list(shown.failed),
                "fault": shown.fault,
                "position": position(table.game, shown.after),
                "state": changed(table, shown.after),
                "events": shown.events,
            }
        ],
    }
    return made
