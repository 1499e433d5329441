"""The `move` request: one die is revealed in a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from camelrules.lang.model import Datum
from camelrules.lang.source import listing, near
from camelrules.run.chance import Chooser, every, no_chance
from camelrules.run.document import Document
from camelrules.run.engine import Engine
from camelrules.run.position import load_position, save_position
from camelrules.run.reference import Event, Fired, Run, State

REQUEST = ("die", "value", "face")
# The events that the contract promises, with their fields; a whole game reports more.
PROMISED = {"pay": ("kind", "player", "amount"), "finish": ("kind",)}


@dataclass(frozen=True, slots=True)
class Moved:
    """A die revealed: who moved, what happened, and which rules said so."""

    engine: Engine
    before: State
    after: State
    mover: str
    events: list[Event]
    fired: list[Fired]
    answer: dict[str, Any]
    before_position: dict[str, Any]


def move(
    document: Document, edition: str | None = None, changes: Mapping[str, Datum] | None = None, checked: bool = True
) -> Moved:
    """Answers a move request; checked, both evaluators must say the same."""
    made, state = load_position(document, edition, changes, extra=REQUEST)
    die, value, face = _request(document, made, state)
    args = (die, value, face)
    fired: list[Fired] = []
    mover = made.reference.call("mover", (die, face), state)
    after, events = made.after("a move", "reveal", args, state, checked)
    if checked:
        made.reference.run("reveal", args, Run(made.reference.copy(state), no_chance, [], fired))
    shown = [{k: e[k] for k in PROMISED[e["kind"]]} for e in events if e["kind"] in PROMISED]
    answer = {"position": save_position(made, after, document.data), "mover": mover, "events": shown}
    return Moved(made, state, after, mover, events, fired, answer, save_position(made, state, document.data))


def _request(document: Document, made: Engine, state: State) -> tuple[str, int, str | None]:
    data = document.data
    dice = [str(d) for d in made.table.members["die"]]
    die = data.get("die")
    if die is None:
        raise document.error("which die? the request has no `die`", help=f"give one of {listing(dice)}")
    if die not in dice:
        raise document.error(
            f"`{str(die)[:40]}` is not a die of edition {made.game.name}",
            "die",
            help=near(str(die), dice, f"the dice are {listing(dice)}"),
        )
    if made.reference.call("race_over", (), state):
        raise document.error(
            "the race is over: a camel has crossed the finish line", "track", help="no die is revealed after that"
        )
    if not state["inside"][(die,)]:
        raise document.error(
            f"the {die} die has already been revealed in this leg",
            "pyramid",
            help=f"put `{die}` into `pyramid`, or reveal another die",
        )
    if made.reference.call("leg_over", (), state):
        raise document.error(
            "the leg is over: enough dice have been revealed",
            "pyramid",
            help="start the next leg with all dice in `pyramid`",
        )
    value, face = data.get("value"), data.get("face")
    if not isinstance(value, int) or isinstance(value, bool):
        raise document.error("what does the die show? `value` must be a whole number", "value")
    sides = faces(made, die)
    if face is not None and face not in made.table.members["crazy"]:
        shown = [str(c) for c in made.table.members["crazy"]]
        raise document.error(
            f"`{str(face)[:40]}` is not a colour of a number",
            "face",
            help=near(
                str(face),
                shown,
                f"the colours are {listing(shown)}" if shown else "this edition has no coloured numbers",
            ),
        )
    coloured = any(f is not None for f, _ in sides)
    if coloured and face is None:
        raise document.error(
            f"the {die} die shows a colour too: the request has no `face`",
            help=f"give `face`, one of {listing(sorted({str(f) for f, _ in sides}))}",
        )
    if not coloured and face is not None:
        raise document.error(f"the {die} die shows no colour", "face", help="leave `face` out")
    if (face, value) not in sides:
        shown = sorted({str(v) for f, v in sides if f == face})
        raise document.error(f"the {die} die has no face {value}", "value", help=f"it shows {', '.join(shown)}")
    return die, value, face


def faces(made: Engine, die: str) -> set[tuple[str | None, int]]:
    """The colours and numbers a die can show, found by rolling it in every way."""
    cache = made.__dict__.setdefault("faces", {})
    if die not in cache:
        cache[die] = set()
        reference = made.reference
        state = reference.initial()
        for other in made.table.members["die"]:
            state["inside"][(other,)] = other == die
        for arguments in _rolls(made, state):
            cache[die].add((arguments[2], arguments[1]))
    found: set[tuple[str | None, int]] = cache[die]
    return found


def _rolls(made: Engine, state: State) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []

    def one(choose: Chooser) -> tuple[Any, ...]:
        fired: list[Fired] = []
        made.reference.run("roll", (), Run(made.reference.copy(state), choose, [], fired))
        return next(f.args for f in fired if f.kind == "effect" and f.name == "reveal")

    for _, args in every(one):
        found.append(args)
    return found
