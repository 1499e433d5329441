"""A short game as data: a position, the actions and dice that follow, and what comes of it under a variant."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from camelrules.lang.source import RulesError, Source, Span
from camelrules.run.chance import no_chance
from camelrules.run.document import Document
from camelrules.run.engine import Engine
from camelrules.run.position import place_camels, save_position
from camelrules.run.reference import Event, Run, State
from camelrules.run.story import says
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

    def without(self, at: int, count: int = 1) -> Script:
        return replace(self, steps=self.steps[:at] + self.steps[at + count :])


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

    def __str__(self) -> str:
        return "the dice cannot fall so"


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
    return "" if broken is None else _refusal(engine, step.action, broken)


def _refusal(engine: Engine, action: str, guard: str) -> str:
    """Why a step is refused, in a sentence: the condition that is not met."""
    known = engine.game.actions.get(action)
    note = next((g.note for g in known.guards if g.name == guard), None) if known is not None else None
    said = says(engine, note).rstrip(".") if note is not None and note.says else guard.replace("_", " ")
    return f"the condition “{said[:1].lower()}{said[1:]}” is not met"


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
        raise NoSuchDraw

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


def matched(engine: Engine, kind: str, name: str, args: tuple[Any, ...], state: Any, pool: list[dict[str, Any]]) -> Any:
    """The state after an effect or action that draws what the pool has, by name; what was drawn is taken from it."""
    rules = engine.rules
    choices: list[int] = []
    while True:
        after = rules.run(kind, name, args, state, choices)
        counts = rules.counts()
        at = len(choices)
        if len(counts) == at:
            return after
        drawn = {0: rules.drawn()[at]}

        def draw(option: int, at: int = at, drawn: dict[int, dict[str, Any]] = drawn) -> dict[str, Any]:
            if option not in drawn:
                # Where what comes after the draw has a hole, what was drawn is known all the same.
                with suppress(RulesError):
                    rules.run(kind, name, args, state, [*choices, option])
                drawn[option] = rules.drawn()[at]
            return drawn[option]

        choices.append(_drawn(pool, counts[at], draw))


# At which of how many options a draw was found last: it is likely to be found there again.
_found_at: dict[tuple[Any, ...], int] = {}
MOST_FOUND = 10_000


def _drawn(pool: list[dict[str, Any]], count: int, draw: Callable[[int], dict[str, Any]]) -> int:
    """The option that draws what the pool has, the first of it that can be drawn; options are tried until one does."""
    for entry in pool:
        key = (count, *entry.items())
        likely = _found_at.get(key, 0)
        for option in (likely, *(o for o in range(count) if o != likely)):
            if all(draw(option).get(name, NoSuchDraw) == value for name, value in entry.items()):
                if len(_found_at) < MOST_FOUND:
                    _found_at[key] = option
                pool.remove(entry)
                return option
    raise NoSuchDraw


@dataclass(frozen=True, slots=True)
class Glimpse:
    """How far a script has come under one reading, quickly: the state as its evaluator has it, and refused steps."""

    state: Any
    refused: tuple[int, ...] = ()
    over: bool = False

    def after(self, engine: Engine, at: int, step: Step) -> Glimpse:
        """One step further; `NoSuchDraw` where the dice cannot fall as the step has them."""
        rules, state = engine.rules, self.state
        if self.over:
            return self
        pool = [dict(d) for d in step.draws]
        refused = self.refused
        try:
            if step.action == SETUP:
                state = matched(engine, "effect", SETUP, (), state, pool)
            else:
                if step.action in engine.game.actions and rules.legal(step.action, step.args, state):
                    state = matched(engine, "action", step.action, step.args, state, pool)
                else:
                    refused = (*refused, at)
                state = matched(engine, "effect", "end_of_turn", (), state, pool)
        except RulesError:
            refused = (*refused, at)
        return Glimpse(state, refused, rules.call("game_over", (), state))

    def seen(self, engine: Engine) -> tuple[Any, ...]:
        """What everybody sees now, for comparing variants of one game."""
        rules = engine.rules
        winners = rules.call("winners", (), self.state) if self.over else None
        seen = {n: rules.part(self.state, n) for n in ("money", "at", "above", "tile")}
        return seen["money"], winners, (seen["at"], seen["above"]), self.refused, seen["tile"]


def glimpse(engine: Engine, script: Script) -> Glimpse:
    """Before the first step."""
    state: Any = engine.rules.encode(start(engine, script))
    return Glimpse(state, (), engine.rules.call("game_over", (), state))
