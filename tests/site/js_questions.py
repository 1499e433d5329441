"""Questions to the JavaScript back end with the reference evaluator's answers, drawn from games with random actions."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from camelrules.lang.library import load
from camelrules.lang.model import Datum
from camelrules.run.engine import Engine, engine
from camelrules.run.reference import Fired, Run, State
from camelrules.site.build import HERE
from camelrules.site.javascript.module import javascript, plain
from camelrules.site.without import another

LIBRARY = ("runtime.js", "odds.js")
# Asked of every state; all take no argument or one member of a sort.
FUNCTIONS = ("race_over", "leg_over", "game_over", "actor", "place", "leg_change", "winners", "well_placed")


@dataclass(frozen=True)
class Question:
    """A table, a state, and an action or effect with the choices of chance; and what must come of it."""

    ask: dict[str, Any]
    want: dict[str, Any]


def source(editions: Sequence[str]) -> str:
    """The library and the rules of editions as one script; each is registered under the name it was asked for by."""
    text = "".join((HERE / "theme" / "assets" / name).read_text("utf-8") for name in LIBRARY)
    for name in editions:
        text += (
            f"(() => {{\n{javascript(load(name))}camelrules.editions[{json.dumps(name)}] = {{meta, rules}};\n}})();\n"
        )
    return text


# Answers a list of questions; runs in Node and in a page.
ANSWER = """
function answer(asks) {
  const tables = new Map();
  return asks.map(ask => {
    const key = JSON.stringify([ask.edition, ask.seats, ask.set]);
    if (!tables.has(key)) tables.set(key, camelrules.table(ask.edition, ask.seats, ask.set));
    const t = tables.get(key);
    const state = t.change(t.initial(), ask.state);
    const said = {};
    try {
      if (ask.odds) {
        said.odds = Object.fromEntries(Object.entries(t.odds(state)).map(([c, o]) => [c, o.places.map(String)]));
        return said;
      }
      if (ask.call) { said.calls = ask.call.map(([name, args]) => t.call(name, args, state)); }
      if (ask.choices) said.choices = t.choices(state);
      let at = 0;
      const done = t.run(ask.run, ask.args, state, {kind: ask.kind, choose: options => {
        if (options.length !== ask.counts[at]) throw new Error(`${options.length} options, not ${ask.counts[at]}`);
        return ask.picks[at++];
      }});
      said.state = t.plain(done.state);
      said.events = done.events;
      said.fired = done.fired.map(f => [f.kind, f.name, f.rule]);
    } catch (error) { said.error = String(error.message); }
    return said;
  });
}
"""


def simple(value: Any) -> Any:
    """A value of the reference evaluator as JSON has it."""
    if isinstance(value, frozenset):
        return sorted(map(str, value))
    if isinstance(value, tuple):
        return [list(row) for row in value]
    return value


def flat(state: State) -> dict[str, Any]:
    """A state with its maps keyed by text, as the JavaScript side has it."""
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


def _ask(made: Engine, edition: str, state: State, changes: Mapping[str, Datum]) -> dict[str, Any]:
    return {
        "edition": edition,
        "seats": list(made.table.players),
        "set": {n: plain(v) for n, v in changes.items()},
        "state": flat(state),
    }


def _run(
    made: Engine, kind: str, name: str, args: tuple[Any, ...], state: State, chance: _Chance
) -> tuple[State, dict[str, Any]]:
    fired: list[Fired] = []
    run = Run(made.reference.copy(state), chance, [], fired)
    if kind == "actions":
        made.reference.act(name, args, run)
    else:
        made.reference.run(name, args, run)
    want = {
        "state": flat(run.state),
        "events": run.events,
        "fired": [[f.kind, f.name, f.rule] for f in fired],
    }
    return run.state, want


def games(edition: str, seed: int, turns: int, changes: Mapping[str, Datum] | None = None) -> Iterator[Question]:
    """Questions from one game with random legal actions: every action, every end of turn, and who stands where."""
    rng = random.Random(f"{edition}:{seed}")
    low = engine(edition, None, changes).table
    made = engine(edition, rng.randint(len(low.players), 8), changes)
    state = made.reference.initial()
    changed = changes or {}
    steps: list[tuple[str, str, tuple[Any, ...]]] = [("effects", "setup", ())]
    legal: list[tuple[str, tuple[Any, ...]]] = []
    for _ in range(turns):
        for kind, name, args in steps:
            chance = _Chance(rng)
            ask = _ask(made, edition, state, changed)
            calls = list(_calls(made)) if kind == "actions" else []
            want_calls = [simple(made.reference.call(n, tuple(a), state)) for n, a in calls]
            state, want = _run(made, kind, name, args, state, chance)
            ask |= {"kind": kind, "run": name, "args": list(args), "picks": chance.picks, "counts": chance.counts}
            ask |= {"call": calls, "choices": kind == "actions"}
            want |= {"calls": want_calls}
            want |= {"choices": [[n, list(a)] for n, a in legal]} if kind == "actions" else {}
            yield Question(ask, want)
        if made.reference.call("game_over", (), state):
            return
        kinds: dict[str, list[tuple[Any, ...]]] = {}
        legal = made.reference.choices(state)
        for name, args in legal:
            kinds.setdefault(name, []).append(args)
        action = rng.choice(list(kinds))
        # Dice are what moves a game on, so they come up more often than the other actions.
        action = "use_pyramid" if rng.random() < 0.5 and "use_pyramid" in kinds else action
        steps = [("actions", action, rng.choice(kinds[action])), ("effects", "end_of_turn", ())]


def _calls(made: Engine) -> Iterator[tuple[str, list[Any]]]:
    for name in FUNCTIONS:
        params = made.game.callable(name).params
        for args in product(*(made.table.index(t) for _, t in params)):
            yield name, list(args)


def variations(edition: str) -> Iterator[dict[str, Datum]]:
    """No change, then each parameter and ruling changed by itself."""
    yield {}
    game = load(edition)
    for parameter in game.parameters.values():
        if parameter.kind == "fact" or parameter.name.startswith("players."):
            continue
        value = another(game, parameter.value, parameter.type)
        if value is not None:
            yield {parameter.name: value}
        for alternative, _ in parameter.alternatives[2:]:
            yield {parameter.name: alternative}


def differences(question: Question, said: Mapping[str, Any]) -> list[str]:
    """What the JavaScript side says otherwise."""
    if "error" in said:
        return [f"fault: {said['error']}"]
    return [f"{key}: {_first(want, said.get(key))}" for key, want in question.want.items() if said.get(key) != want]


def _first(want: Any, said: Any) -> str:
    if isinstance(want, dict) and isinstance(said, dict):
        for key, value in want.items():
            if said.get(key) != value:
                return f"{key}: {_first(value, said.get(key))}"
    return f"wanted {want}, found {said}"
