"""Questions to the modules of the site with the reference evaluator's answers, drawn from games with random actions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from agreement.positions import arguments, possible
from agreement.positions import state as any_state

from camelrules.lang.library import load
from camelrules.lang.model import Datum
from camelrules.run.engine import Engine, engine
from camelrules.run.faults import RuleFault
from camelrules.run.instrument import shown as reported
from camelrules.run.reference import Fired, Run, State
from camelrules.run.wasm.describe import shown
from camelrules.site.build import HERE
from camelrules.site.modules import FUNCTIONS, Shape, chances, pack, rules
from camelrules.site.without import another


@dataclass(frozen=True)
class Question:
    """A table, a state, and an action or effect with the choices of chance; and what must come of it."""

    ask: dict[str, Any]
    want: dict[str, Any]


def source() -> str:
    """The host as the site has it, and the function that answers."""
    files = [HERE / "theme" / "assets" / name for name in ("host.js", "chances.js")]
    return "".join(f.read_text("utf-8") for f in (*files, Path(__file__).parent / "answer.js"))


def packs(questions: Sequence[Question]) -> dict[str, str]:
    """The packs that questions are about: one for all parameters, by edition and players."""
    made: dict[str, str] = {}
    for name in {q.ask["pack"] for q in questions}:
        edition, _, players = name.partition("#")
        shape = Shape(edition, edition)
        made[name] = pack(*(rules(shape.table(int(players))) if players else chances(shape)))
    return made


def simple(value: Any) -> Any:
    """A value of the reference evaluator as JSON has it."""
    if isinstance(value, frozenset):
        return sorted(map(str, value))
    if isinstance(value, tuple):
        return [list(row) for row in value]
    return value


def flat(state: State) -> dict[str, Any]:
    """A state with its maps keyed by text, as the host has it."""
    return {
        name: {" ".join(map(str, k)): simple(v) for k, v in value.items()} if isinstance(value, dict) else simple(value)
        for name, value in state.items()
    }


class _Chance:
    """Random choices that are written down."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.picks, self.counts = rng, [], []

    def __call__(self, count: int) -> int:
        self.picks.append(self.rng.randrange(count))
        self.counts.append(count)
        return int(self.picks[-1])


def ask(made: Engine, edition: str, state: State, changes: Mapping[str, Datum]) -> dict[str, Any]:
    """A table and a state; without parameters that decide what members a sort has, which are part of a module."""
    return {
        "pack": f"{edition}#{len(made.table.players)}",
        "set": {n: shown(v) for n, v in changes.items()},
        "state": flat(state),
    }


def _run(
    made: Engine, kind: str, name: str, args: tuple[Any, ...], state: State, chance: _Chance
) -> tuple[State, dict[str, Any]]:
    fired: list[Fired] = []
    run = Run(made.reference.copy(state), chance, [], fired)
    if kind == "action":
        made.reference.act(name, args, run)
    else:
        made.reference.run(name, args, run)
    want = {
        "state": flat(run.state),
        "events": run.events,
        "counts": chance.counts,
        "applied": [[f.kind, f.name, f.rule, _reported(made, f)] for f in fired],
    }
    return run.state, want


def _reported(made: Engine, fired: Fired) -> list[Any]:
    """The arguments that a report holds: numbers and members, no sets or lists."""
    game = made.game
    named: dict[str, Any] = {"decision": game.decisions, "effect": game.effects, "action": game.actions}
    params = named[fired.kind][fired.name].params
    return [a for a, p in zip(fired.args, params, strict=True) if reported((p,))]


def games(edition: str, seed: int, turns: int, changes: Mapping[str, Datum] | None = None) -> Iterator[Question]:
    """Questions from one game with random legal actions: every action, every end of turn, and who stands where."""
    rng = random.Random(f"{edition}:{seed}")
    low = engine(edition, None, changes).table
    made = engine(edition, rng.randint(len(low.players), 8), changes)
    state = made.reference.initial()
    changed = changes or {}
    steps: list[tuple[str, str, tuple[Any, ...]]] = [("effect", "setup", ())]
    legal: list[tuple[str, tuple[Any, ...]]] = []
    for _ in range(turns):
        for kind, name, args in steps:
            chance = _Chance(rng)
            asked = ask(made, edition, state, changed)
            calls = list(_calls(made)) if kind == "action" else []
            want_calls = [simple(made.reference.call(n, tuple(a), state)) for n, a in calls]
            state, want = _run(made, kind, name, args, state, chance)
            asked |= {"kind": kind, "run": name, "args": list(args), "picks": chance.picks}
            asked |= {"call": calls, "choices": kind == "action"}
            want |= {"calls": want_calls}
            want |= {"choices": [[n, list(a)] for n, a in legal]} if kind == "action" else {}
            yield Question(asked, want)
        if made.reference.call("game_over", (), state):
            return
        kinds: dict[str, list[tuple[Any, ...]]] = {}
        legal = made.reference.choices(state)
        for name, args in legal:
            kinds.setdefault(name, []).append(args)
        action = rng.choice(list(kinds))
        # Dice are what moves a game on, so they come up more often than the other actions.
        action = "use_pyramid" if rng.random() < 0.5 and "use_pyramid" in kinds else action
        steps = [("action", action, rng.choice(kinds[action])), ("effect", "end_of_turn", ())]


def holes(edition: str, seed: int, states: int) -> Iterator[Question]:
    """Questions about states that no game comes to, in which some rules have no answer, and guards of any action."""
    rng = random.Random(f"{edition}:{seed}")
    made = engine(edition)
    for number in range(states):
        state = any_state(rng, made)
        if number % 2:
            # Nobody's tiles everywhere, and nothing in the pyramid.
            state["tile"] = dict.fromkeys(state["tile"], made.table.members["face"][0])
            state["tile_owner"] = dict.fromkeys(state["tile_owner"])
            state["inside"] = dict.fromkeys(state["inside"], False)
        for name in FUNCTIONS:
            params = made.game.callable(name).params
            args = arguments(rng, made, params)
            asked = ask(made, edition, state, {}) | {"call": [[name, list(args)]]}
            try:
                yield Question(asked, {"calls": [simple(made.reference.call(name, args, state))]})
            except RuleFault as fault:
                yield Question(asked, {"fault": fault.diagnostics[0].message})
        for effect in (made.game.effects[n] for n in ("reveal", "roll", "end_of_turn")):
            if possible(made, effect.params):
                args = arguments(rng, made, effect.params)
                chance = _Chance(rng)
                asked = ask(made, edition, state, {}) | {"kind": "effect", "run": effect.name, "args": list(args)}
                try:
                    _, want = _run(made, "effect", effect.name, args, state, chance)
                except RuleFault as fault:
                    want = {"fault": fault.diagnostics[0].message}
                yield Question(asked | {"picks": chance.picks}, want)
        for action in made.game.actions.values():
            if possible(made, action.params):
                args = arguments(rng, made, action.params)
                asked = ask(made, edition, state, {}) | {"broken": [[action.name, list(args)]]}
                env = dict(zip((n for n, _ in action.params), args, strict=True))
                try:
                    held = [made.reference.eval(g.test, env, state) for g in action.guards]
                    yield Question(asked, {"broken": [held.index(False) if False in held else -1]})
                except RuleFault:
                    # A guard after the one that refuses may have no answer.
                    continue


def _calls(made: Engine) -> Iterator[tuple[str, list[Any]]]:
    for name in FUNCTIONS:
        params = made.game.callable(name).params
        for args in product(*(made.table.index(t) for _, t in params)):
            yield name, list(args)


def variations(edition: str) -> Iterator[dict[str, Datum]]:
    """No change, then each parameter and ruling changed by itself."""
    yield {}
    game = load(edition)
    built_in = {n for n, p in rules(Shape(edition, edition).table())[0]["parameters"].items() if not p["changeable"]}
    for parameter in game.parameters.values():
        if parameter.kind == "fact" or parameter.name in built_in:
            continue
        value = another(game, parameter.value, parameter.type)
        if value is not None:
            yield {parameter.name: value}
        for alternative, _ in parameter.alternatives[2:]:
            yield {parameter.name: alternative}


def differences(question: Question, said: Mapping[str, Any]) -> list[str]:
    """What the host says otherwise."""
    if "fault" in said and "fault" in question.want:
        # The host says where, too.
        return [] if said["fault"].startswith(question.want["fault"]) else [f"fault: {said['fault']}"]
    if "fault" in said:
        return [f"fault: {said['fault']}"]
    return [f"{key}: {_first(want, said.get(key))}" for key, want in question.want.items() if said.get(key) != want]


def _first(want: Any, said: Any) -> str:
    if isinstance(want, dict) and isinstance(said, dict):
        for key, value in want.items():
            if said.get(key) != value:
                return f"{key}: {_first(value, said.get(key))}"
    return f"wanted {want}, found {said}"
