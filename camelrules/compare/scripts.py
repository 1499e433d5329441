"""A short game as data: a position, the actions and dice that follow, and what comes of it under a variant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from camelrules.lang.source import RulesError, Source, Span
from camelrules.run.chance import no_chance
from camelrules.run.codegen import mangle, slot
from camelrules.run.compiled import Context
from camelrules.run.document import Document
from camelrules.run.engine import Engine
from camelrules.run.position import place_camels, save_position
from camelrules.run.reference import Event, Run, State
from camelrules.run.watch import Scoring, Watched

_NOWHERE = Span(Source("witness", ""), 1, 1)
SETUP = "setup"


@dataclass(frozen=True, slots=True)
class Step:
    """An action with its arguments and what it draws; `setup` is the step before the first turn."""

    action: str
    args: tuple[Any, ...] = ()
    draws: tuple[tuple[tuple[str, Any], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """Where a short game starts and what is done in it; without a track it starts with setup."""

    players: int
    track: tuple[tuple[int, tuple[str, ...]], ...]
    money: tuple[int, ...]
    steps: tuple[Step, ...]

    def without(self, at: int) -> Script:
        return replace(self, steps=self.steps[:at] + self.steps[at + 1 :])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a script: where everything is, who has what, and which steps the rules refused."""

    track: dict[str, list[str]]
    tiles: dict[str, Any]
    money: dict[str, int]
    winners: tuple[str, ...]
    refused: tuple[tuple[int, str], ...]
    positions: tuple[dict[str, Any], ...]
    players: tuple[str, ...]
    # What lay on the table at each position and the scorings of each step, where somebody wants to look closely.
    states: tuple[State, ...] = ()
    scorings: tuple[tuple[Scoring, ...], ...] = ()

    def differs(self, other: Outcome) -> str:
        """In what two outcomes differ, the most telling thing first; empty where they do not."""
        if self.money != other.money:
            return "money"
        if self.winners and other.winners and self.winners != other.winners:
            return "winner"
        if self.track != other.track:
            return "camels"
        if {at for at, _ in self.refused} != {at for at, _ in other.refused}:
            return "legality"
        return "tiles" if self.tiles != other.tiles else ""


class NoSuchDraw(Exception):
    """The dice of the script cannot fall so under these rules."""


def start(engine: Engine, script: Script) -> State:
    """The state that a script starts from."""
    state = engine.reference.initial()
    if script.track:
        track = {str(s): list(stack) for s, stack in script.track}
        place_camels(Document({"track": track}, _NOWHERE), engine, state)
        for player, amount in zip(engine.table.players, script.money, strict=True):
            state["money"][(player,)] = amount
    return state


def take(engine: Engine, state: State, step: Step, run: Run) -> str:
    """Does one step and ends the turn; a refused one passes the turn, and why is returned."""
    reference = engine.reference
    if step.action == SETUP:
        reference.run(SETUP, (), run)
        return ""
    action = engine.game.actions.get(step.action)
    broken = "no such action" if action is None else reference.broken(action, step.args, state)
    if broken is None:
        reference.act(step.action, step.args, run)
    reference.run("end_of_turn", (), run)
    return "" if broken is None else broken.replace("_", " ")


def run_script(engine: Engine, script: Script, closely: bool = False) -> Outcome:
    """Plays a script with the reference evaluator."""
    state = start(engine, script)
    states = [engine.reference.copy(state)] if closely else []
    scorings: list[tuple[Scoring, ...]] = []
    like = {"money": dict.fromkeys(engine.table.players, 0)}
    positions = [save_position(engine, state, like)]
    movers: list[str] = []
    refused: list[tuple[int, str]] = []
    for at, step in enumerate(script.steps):
        if engine.reference.call("game_over", (), state):
            break
        movers.append(SETUP if step.action == SETUP else str(engine.reference.call("actor", (), state)))
        pool = [dict(d) for d in step.draws]
        events: list[Event] = []
        watched = Watched(engine, state, events) if closely else None
        run = Run(state, no_chance, events, watched, _matching(pool))
        try:
            why = take(engine, state, step, run)
        except (RulesError, NoSuchDraw) as error:
            why = str(error)[:80]
        if why:
            refused.append((at, why))
        positions.append(save_position(engine, state, like))
        if watched is not None:
            states.append(engine.reference.copy(state))
            scorings.append(tuple(watched.scorings()))
    last = positions[-1]
    over = engine.reference.call("game_over", (), state)
    winners = tuple(sorted(engine.reference.call("winners", (), state))) if over else ()
    return Outcome(
        last["track"], last["tiles"], last["money"], winners, tuple(refused), tuple(positions), tuple(movers),
        tuple(states), tuple(scorings),
    )  # fmt: skip


def _matching(pool: list[dict[str, Any]]) -> Any:
    """Draws what the script drew, by name, wherever it can be drawn."""

    def pick(options: list[dict[str, Any]]) -> int:
        for entry in pool:
            for at, option in enumerate(options):
                if all(name in option and option[name] == value for name, value in entry.items()):
                    pool.remove(entry)
                    return at
        raise NoSuchDraw("the dice cannot fall so")

    return pick


def record(engines: tuple[Engine, Engine], script: Script, choices: list[int]) -> Script:
    """The script with what a sequence of choices draws, by name instead of by number.

    A step that the first reading refuses draws under the second.
    """
    states = [start(e, script) for e in engines]
    rest = list(choices)
    steps = []
    for step in script.steps:
        drawn: list[dict[str, Any]] | None = None
        for engine, state in zip(engines, states, strict=True):
            pool = [dict(d) for d in drawn] if drawn is not None else None
            pick = _matching(pool) if pool is not None else None
            run = Run(state, lambda count: (rest.pop(0) if rest else 0) % count, [], None, pick)
            try:
                why = take(engine, state, step, run)
            except (RulesError, NoSuchDraw):
                why = "cannot"
            if not why and drawn is None:
                drawn = run.drawn
        steps.append(replace(step, draws=tuple(tuple(d.items()) for d in drawn or ())))
    return replace(script, steps=tuple(steps))


class Scripted(Context):
    """Draws what a script drew, in compiled code."""

    def __init__(self, engine: Engine, step: Step) -> None:
        super().__init__(no_chance)
        self.compiled = engine.compiled
        self.pool = [dict(d) for d in step.draws]

    def draw(self, options: list[Any], number: int) -> Any:
        binder = self.compiled.writer.binders[number]
        for entry in self.pool:
            if set(entry) != set(binder.names):
                continue
            for option in options:
                codes = option if isinstance(option, tuple) else (option,)
                values = [self.compiled.layout.value(c, t) for c, t in zip(codes, binder.types, strict=True)]
                if dict(zip(binder.names, values, strict=True)) == entry:
                    self.pool.remove(entry)
                    return option
        raise NoSuchDraw("the dice cannot fall so")


def glance(engine: Engine, script: Script) -> tuple[Any, ...]:
    """What everybody sees after a script, quickly: compiled, as codes, for comparing variants of one game."""
    compiled = engine.compiled
    state = compiled.encode(start(engine, script))
    refused = []
    for at, step in enumerate(script.steps):
        if compiled.call("game_over", (), state):
            break
        context = Scripted(engine, step)
        try:
            if step.action == SETUP:
                compiled.run(SETUP, (), state, context)
                continue
            action = engine.game.actions.get(step.action)
            codes = (
                ()
                if action is None
                else tuple(compiled.layout.code(a, t) for a, (_, t) in zip(step.args, action.params, strict=True))
            )
            if action is not None and compiled.namespace[mangle("g", step.action)](state, *codes):
                compiled.act(step.action, codes, state, context)
            else:
                refused.append(at)
            compiled.run("end_of_turn", (), state, context)
        except (RulesError, NoSuchDraw):
            refused.append(at)
    over = compiled.call("game_over", (), state)
    winners = compiled.call("winners", (), state) if over else None
    seen = {n: getattr(state, slot(n)) for n in ("money", "at", "above", "tile")}
    return seen["money"], winners, (seen["at"], seen["above"]), refused, seen["tile"]
