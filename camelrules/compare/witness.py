"""The shortest game found in which two readings of the rules come to different money, camels or winners.

A search by chance, so it may miss a difference: finding none is never reported as there being none.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

from camelrules.compare.scripts import SETUP, Outcome, Script, Step, glance, record, run_script, start
from camelrules.compare.variants import Claim, variant_engine
from camelrules.lang.library import load
from camelrules.lang.model import Action
from camelrules.lang.source import RulesError
from camelrules.lang.types import Type
from camelrules.run.codegen import mangle, slot
from camelrules.run.compiled import Context
from camelrules.run.engine import Engine
from camelrules.run.table import bounds

# How many short games are tried; a difference that matters shows up within a few hundred.
TRIALS = 1500
ENOUGH = 3  # games that differ in money, of which the shortest is kept
SHORTENED = 4  # how many of the games found are made shorter
TURNS = 12
# What everybody at the table sees: a difference in one of these is one to tell of.
SEEN = ("at", "above", "money", "tile")
ORDER = ("money", "winner", "camels", "legality", "tiles")

Pair = tuple[Engine, Engine]
Found = tuple[Script, Outcome, Outcome, str]


def seats(edition: str) -> tuple[int, int]:
    """The fewest and most players of an edition."""
    game = load(edition)
    return bounds(game, next(s for s in game.sorts.values() if s.kind == "seats"))


@cache
def find_witness(
    edition: str, first: tuple[Claim, ...], second: tuple[Claim, ...], trials: int = TRIALS, seed: int = 1
) -> dict[str, Any] | None:
    """A witness file for two readings of one edition, or None where no difference was found."""
    rng = random.Random(seed)
    tables = _tables(edition, first, second)
    if not tables:
        return None
    found = _at_setup(tables[min(tables)], rng)
    candidates: list[tuple[int, Script, list[int]]] = []
    for trial in range(0 if found else trials):
        players = max(tables) if trial % 3 == 0 else min(tables)
        tried = _try(tables[players], players, rng)
        if tried is not None:
            candidates.append(tried)
        if sum(1 for rank, *_ in candidates if rank == 0) >= ENOUGH:
            break
    candidates.sort(key=lambda c: (c[0], len(c[1].steps)))
    for _, script, choices in candidates[:SHORTENED]:
        # What was drawn is put down only now: most games that are tried are never told.
        made = _shorten(tables[script.players], record(tables[script.players], script, choices))
        if made is not None and (found is None or _weight(made) < _weight(found)):
            found = made
    return None if found is None else as_file(edition, first, second, found)


def _tables(edition: str, first: tuple[Claim, ...], second: tuple[Claim, ...]) -> dict[int, Pair]:
    """A small table, and one large enough for rules that need many players."""
    low, high = seats(edition)
    tables: dict[int, Pair] = {}
    for players in sorted({low, (low + high + 1) // 2}):
        try:
            tables[players] = (variant_engine(edition, first, players), variant_engine(edition, second, players))
        except RulesError:
            continue
    return tables


def _weight(found: Found) -> tuple[int, int, int]:
    script, _, _, what = found
    return ORDER.index(what), len(script.steps), max((len(s) for _, s in script.track), default=0)


def _at_setup(engines: Pair, rng: random.Random) -> Found | None:
    """A setup that ends differently for the same dice."""
    script = Script(len(engines[0].table.players), (), (), (Step(SETUP),))
    for _ in range(6):
        drawn = record(engines, script, [rng.randrange(60) for _ in range(40)])
        found = _judge(engines, drawn)
        if found is not None and found[3] in ("money", "camels"):
            return found
    return None


def _positions(engine: Engine, rng: random.Random) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Camels in the middle of a race, often close to the line, where most goes wrong."""
    spaces = [int(s) for s in engine.table.members["space"]]
    camels = [str(c) for c in engine.table.members["camel"]]
    rng.shuffle(camels)
    near_end = rng.random() < 0.5
    pool = spaces[-5:] if near_end else spaces
    if rng.random() < 0.3:
        pool = [*spaces[:3], *spaces[-3:]]
    stacks: dict[int, list[str]] = {}
    favourite = rng.choice(pool)
    for camel in camels:
        space = favourite if rng.random() < 0.4 else rng.choice(pool)
        stacks.setdefault(space, []).append(camel)
    return tuple((s, tuple(stack)) for s, stack in sorted(stacks.items()))


def _try(engines: Pair, players: int, rng: random.Random) -> tuple[int, Script, list[int]] | None:
    """Plays at random under both readings until money differs: how telling the difference is, the game, its chances."""
    # Money is short as often as not, since debts are where rules about debts show.
    money = tuple(rng.choice((0, 1, 3, 3)) for _ in range(players))
    script = Script(players, _positions(engines[0], rng), money, ())
    states = [e.compiled.encode(start(e, script)) for e in engines]
    choices: list[int] = []
    steps: list[Step] = []
    rank = len(ORDER)
    kinds = _bias({**engines[0].game.actions, **engines[1].game.actions}, rng)
    favourites = _favourites(engines[0], rng)
    for _ in range(TURNS):
        side = rng.randrange(2)
        picked = _pick(engines[side], states[side], kinds, favourites, rng)
        if picked is None:
            break
        steps.append(_step(engines[side], picked))
        made: list[int] = []
        try:
            for engine, state in zip(engines, states, strict=True):
                allowed = _legal(engine, state, picked)
                _turn(engine, state, picked if allowed else None, made, rng)
                if not allowed:
                    rank = min(rank, ORDER.index("legality"))
        except (RulesError, AssertionError):
            break
        choices += made
        rank = min(rank, _difference(states))
        over = [e.compiled.call("game_over", (), s) for e, s in zip(engines, states, strict=True)]
        if rank == 0 or any(over):
            if all(over) and len({e.compiled.call("winners", (), s) for e, s in zip(engines, states, strict=True)}) > 1:
                rank = min(rank, ORDER.index("winner"))
            break
    if rank == len(ORDER):
        return None
    return rank, replace(script, steps=tuple(steps)), choices


def _turn(
    engine: Engine, state: Any, picked: tuple[str, tuple[Any, ...]] | None, made: list[int], rng: random.Random
) -> None:
    """One turn of a compiled game; the second reading draws what the first drew."""
    again = iter(list(made))

    def choose(count: int) -> int:
        old = next(again, None)
        if old is not None:
            return old % count
        made.append(rng.randrange(count))
        return made[-1]

    context = Context(choose)
    if picked is not None:
        engine.compiled.act(*picked, state, context)
    engine.compiled.run("end_of_turn", (), state, context)


def _difference(states: list[Any]) -> int:
    """How telling the difference between two states is; the number of kinds where there is none."""
    left, right = states
    if getattr(left, slot("money")) != getattr(right, slot("money")):
        return ORDER.index("money")
    if any(getattr(left, slot(n)) != getattr(right, slot(n)) for n in SEEN[:2]):
        return ORDER.index("camels")
    return ORDER.index("tiles") if any(getattr(left, slot(n)) != getattr(right, slot(n)) for n in SEEN) else len(ORDER)


def _bias(actions: Mapping[str, Action], rng: random.Random) -> list[str]:
    """Some of the kinds of action, so that a short game is about few things; either reading may have one of its own."""
    kinds = list(actions)
    if rng.random() < 0.5:
        # One kind of action several times over, then dice.
        return [rng.choice(kinds)] * rng.choice((1, 4)) + [k for k in kinds if not actions[k].params]
    return [k for k in kinds if rng.random() < 0.6 or not actions[k].params]


def _favourites(engine: Engine, rng: random.Random) -> dict[Type, Any]:
    """A member of each sort that actions prefer in this game, so that players meet over the same thing."""
    layout = engine.compiled.layout
    types = {t for a in engine.game.actions.values() for _, t in a.params}
    return (
        {t: layout.code(rng.choice(engine.table.index(t)), t) for t in sorted(types, key=str)}
        if rng.random() < 0.7
        else {}
    )


def _pick(
    engine: Engine, state: Any, kinds: list[str], favourites: dict[Type, Any], rng: random.Random
) -> tuple[str, tuple[Any, ...]] | None:
    order = list(kinds)
    rng.shuffle(order)
    table = {a.name: options for a, options in engine.compiled.options()}
    for kind in order:
        guard = engine.compiled.namespace.get(mangle("g", kind))
        legal = [args for args in table.get(kind, []) if guard(state, *args)] if guard else []
        if legal:
            types = [t for _, t in engine.game.actions[kind].params]
            liked = [a for a in legal if all(favourites.get(t) == c for t, c in zip(types, a, strict=True))]
            return kind, rng.choice(liked or legal)
    return None


def _legal(engine: Engine, state: Any, picked: tuple[str, tuple[Any, ...]]) -> bool:
    guard = engine.compiled.namespace.get(mangle("g", picked[0]))
    return bool(guard and guard(state, *picked[1]))


def _step(engine: Engine, picked: tuple[str, tuple[Any, ...]]) -> Step:
    params = engine.game.actions[picked[0]].params
    layout = engine.compiled.layout
    return Step(picked[0], tuple(layout.value(c, t) for c, (_, t) in zip(picked[1], params, strict=True)))


def _judge(engines: Pair, script: Script) -> Found | None:
    a, b = (run_script(e, script) for e in engines)
    what = a.differs(b)
    return (script, a, b, what) if what else None


def _glance(engines: Pair, script: Script) -> int:
    """How telling the difference is that a script makes, without telling it."""
    a, b = (glance(e, script) for e in engines)
    # INVARIANT: `glance` lists what it sees in the order of ORDER.
    for rank, (left, right) in enumerate(zip(a, b, strict=True)):
        if left != right and not (rank == ORDER.index("winner") and (left is None or right is None)):
            return rank
    return len(ORDER)


def _shorten(engines: Pair, script: Script) -> Found | None:
    """Drops steps, evens out money and takes stacks apart, as long as the difference stays as telling."""
    rank = _glance(engines, script)
    improved = rank < len(ORDER)
    while improved:
        improved = False
        for candidate in _smaller(script):
            if _glance(engines, candidate) <= rank:
                script, improved = candidate, True
                break
    return _judge(engines, script)


def _smaller(script: Script) -> Sequence[Script]:
    made = [script.without(at) for at in range(len(script.steps) - 1, -1, -1)]
    for at, amount in enumerate(script.money):
        if amount not in (0, 3):
            made.append(replace(script, money=(*script.money[:at], 3, *script.money[at + 1 :])))
    taken = {s for s, _ in script.track}
    for (low, stack), (high, _) in pairwise((*script.track, (99, ()))):
        free = next((s for s in range(low + 1, high) if s not in taken and s < 99), None)
        if len(stack) > 2 and free is not None:
            parts = [(s, t) for s, t in script.track if s != low] + [(low, stack[:-1]), (free, stack[-1:])]
            made.append(replace(script, track=tuple(sorted(parts))))
    return made


def as_file(edition: str, first: tuple[Claim, ...], second: tuple[Claim, ...], found: Found) -> dict[str, Any]:
    """A witness as the contract has it: a position, what follows, and the outcome under each reading."""
    script, a, b, what = found
    names = [f"p{i + 1}" for i in range(script.players)]
    movers = a.players if len(a.players) >= len(b.players) else b.players
    return {
        "version": 1,
        "kind": "difference",
        "edition": edition,
        "differs": what,
        "players": names,
        "position": {
            "edition": edition,
            "track": {str(s): list(stack) for s, stack in script.track},
            "players": names,
            "money": dict(zip(names, script.money, strict=False)),
        },
        "steps": [
            {
                "player": movers[at] if at < len(movers) else "",
                "action": s.action,
                "args": list(s.args),
                "draws": [dict(d) for d in s.draws],
            }
            for at, s in enumerate(script.steps)
        ],
        "readings": [_reading(edition, first), _reading(edition, second)],
        "outcomes": [_outcome(a), _outcome(b)],
    }


def _reading(edition: str, claims: tuple[Claim, ...]) -> dict[str, Any]:
    return {
        "edition": edition,
        "claims": [{"clause": c.clause, "status": c.status, "stated": c.stated} for c in claims],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    data: dict[str, Any] = {"track": outcome.track, "tiles": outcome.tiles, "money": outcome.money}
    if outcome.winners:
        data["winners"] = list(outcome.winners)
    if outcome.refused:
        data["refused"] = [{"step": at + 1, "because": why} for at, why in outcome.refused]
    return data


def script_of(witness: dict[str, Any]) -> Script:
    """The script of a witness file."""
    money = witness["position"].get("money", {})
    steps = tuple(
        Step(s["action"], tuple(s["args"]), tuple(tuple(d.items()) for d in s["draws"])) for s in witness["steps"]
    )
    track = tuple((int(n), tuple(stack)) for n, stack in witness["position"]["track"].items())
    return Script(
        len(witness["players"]), track, tuple(money.get(p, 0) for p in witness["players"]) if track else (), steps
    )


def replay(witness: dict[str, Any], closely: bool = False) -> tuple[bool, list[Outcome]]:
    """Plays a witness again under both readings; says whether both outcomes recur."""
    script = script_of(witness)
    outcomes = []
    for reading in witness["readings"]:
        claims = tuple(Claim(c["clause"], c["status"], c["stated"]) for c in reading["claims"])
        made = variant_engine(reading["edition"], claims, script.players)
        outcomes.append(run_script(made, script, closely))
    return all(_outcome(o) == w for o, w in zip(outcomes, witness["outcomes"], strict=True)), outcomes
