"""Whole games with random legal actions, and many of them."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from camelrules.lang.model import Datum
from camelrules.lang.source import fail
from camelrules.run.chance import Chooser
from camelrules.run.codegen import mangle
from camelrules.run.compiled import Compiled, Context
from camelrules.run.engine import Engine, engine
from camelrules.run.position import save_position

# A random game of either edition has a few hundred turns; one that long goes round in circles.
MAX_TURNS = 100_000


def chooser(seed: int, game: int = 0) -> Chooser:
    """Choices for one game of a series: the same for the same seed, however the work is shared out."""
    rng = random.Random(f"{seed}:{game}")
    return lambda count: rng.randrange(count)


def pick(compiled: Compiled, state: Any, choose: Chooser) -> tuple[str, tuple[Any, ...]] | None:
    """A legal action: first its kind, then one of its ways, each equally likely; None where there is none."""
    kinds = list(compiled.options())
    while kinds:
        action, options = kinds.pop(choose(len(kinds)))
        guard = compiled.namespace[mangle("g", action.name)]
        legal = [args for args in options if guard(state, *args)]
        if legal:
            return action.name, legal[choose(len(legal))]
    return None


def _game(
    made: Engine, choose: Chooser, watch: Callable[[str, str, tuple[Any, ...], Context], None] | None = None
) -> Any:
    """Plays until the game is over and returns the last state; `watch` is told of every turn."""
    compiled = made.compiled
    state = compiled.encode(made.reference.initial())
    context = Context(choose)
    compiled.run("setup", (), state, context)
    for _ in range(MAX_TURNS):
        if compiled.call("game_over", (), state):
            return state
        chosen = pick(compiled, state, choose)
        if chosen is None:
            raise fail(
                "no-action",
                f"a player has no legal action in edition {made.game.name}",
                None,
                "the rules must always leave one",
            )
        player = compiled.call("actor", (), state)
        context.events.clear()
        compiled.act(*chosen, state, context)
        compiled.run("end_of_turn", (), state, context)
        if watch is not None:
            watch(player, *chosen, context)
    raise fail(
        "endless",
        f"the game did not end within {MAX_TURNS:,} turns",
        None,
        "do the rules of this edition let a race end?",
    )


def _ranking(made: Engine, state: Any) -> list[str]:
    racing = made.table.members["racing"]
    return sorted(map(str, racing), key=lambda c: int(made.compiled.call("standing", (c, "final"), state)))


def play(made: Engine, seed: int) -> dict[str, Any]:
    """A whole game, turn by turn."""
    turns: list[dict[str, Any]] = []

    def watch(player: str, action: str, codes: tuple[Any, ...], context: Context) -> None:
        params = made.game.actions[action].params
        args = {n: made.compiled.layout.value(c, t) for (n, t), c in zip(params, codes, strict=True)}
        turns.append({"player": player, "action": action, "args": args, "events": list(context.events)})

    state = _game(made, chooser(seed), watch)
    last = made.compiled.decode(state)
    return {
        "edition": made.game.name,
        "seed": seed,
        "players": list(made.table.players),
        "turns": turns,
        "ranking": _ranking(made, state),
        "money": {p: last["money"][(p,)] for p in made.table.players},
        "winners": [p for p in made.table.players if p in made.compiled.call("winners", (), state)],
        "position": save_position(made, last),
    }


def _series(
    edition: str, players: int | None, changes: tuple[tuple[str, Datum], ...], seed: int, games: range
) -> dict[str, Counter[Any]]:
    made = engine(edition, players, dict(changes))
    tally: dict[str, Counter[Any]] = {k: Counter() for k in ("legs", "first", "last", "winners", "money", "turns")}
    for game in games:
        legs, turns = 1, 0

        def watch(_player: str, _action: str, _codes: tuple[Any, ...], context: Context) -> None:
            nonlocal legs, turns
            turns += 1
            legs += sum(1 for e in context.events if e["kind"] == "leg")

        state = _game(made, chooser(seed, game), watch)
        ranking = _ranking(made, state)
        tally["legs"][legs] += 1
        tally["turns"][turns] += 1
        tally["first"][ranking[0]] += 1
        tally["last"][ranking[-1]] += 1
        money = made.compiled.decode(state)["money"]
        for player in made.table.players:
            tally["money"][player] += money[(player,)]
        for player in made.compiled.call("winners", (), state):
            tally["winners"][player] += 1
    return tally


def simulate(
    edition: str,
    players: int | None,
    games: int,
    seed: int,
    jobs: int | None = None,
    changes: Mapping[str, Datum] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Many games, shared out over processes; the result does not depend on how many."""
    fixed = tuple(sorted((changes or {}).items(), key=lambda i: i[0]))
    made = engine(edition, players, changes)
    jobs = min(jobs or os.cpu_count() or 1, max(1, games // 50))
    started = time.perf_counter()
    size = max(1, min(250, games // (jobs * 4) or 1))
    parts = [range(a, min(a + size, games)) for a in range(0, games, size)]
    tally: dict[str, Counter[Any]] = {}

    def collect(part: dict[str, Counter[Any]], done: int) -> None:
        for key, counter in part.items():
            tally.setdefault(key, Counter()).update(counter)
        progress(done)

    if jobs == 1:
        for part in parts:
            collect(_series(edition, players, fixed, seed, part), len(part))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            waiting = {pool.submit(_series, edition, players, fixed, seed, part): len(part) for part in parts}
            for future in as_completed(waiting):
                collect(future.result(), waiting[future])
    seconds = time.perf_counter() - started
    racing = [str(c) for c in made.table.members["racing"]]
    seats = made.table.players
    return {
        "edition": made.game.name,
        "games": games,
        "seed": seed,
        "players": len(seats),
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1),
        "legs": _spread(tally["legs"]),
        "turns": _spread(tally["turns"]),
        "first": {c: tally["first"][c] for c in racing},
        "last": {c: tally["last"][c] for c in racing},
        "winners": {p: tally["winners"][p] for p in seats},
        "money": {p: round(tally["money"][p] / games, 3) for p in seats},
    }


def _spread(counter: Counter[int]) -> dict[str, float]:
    total = sum(counter.values())
    return {
        "least": min(counter),
        "most": max(counter),
        "mean": round(sum(k * n for k, n in counter.items()) / total, 3),
    }
