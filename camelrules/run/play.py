"""Whole games with random legal actions, and many of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from camelrules.door.cluster import Cluster
from camelrules.door.workers import FAR, Crew, as_done, default_jobs
from camelrules.lang.model import Datum
from camelrules.lang.source import RulesError, fail
from camelrules.run.chance import Chooser, seeded
from camelrules.run.engine import Engine, engine
from camelrules.run.plain import endless
from camelrules.run.position import save_position
from camelrules.run.reference import Run, State

if TYPE_CHECKING:
    from camelrules.run.games import Games

# A random game of either edition has some hundred turns, and the longest of 60,000 had 239; one that long never ends.
MAX_TURNS = 10_000
# Games that are counted at once.
BATCH = 500

Turn = dict[str, Any]
Tally = dict[str, Counter[Any]]


def pick(made: Engine, state: State, choose: Chooser) -> tuple[str, tuple[Any, ...]] | None:
    """A legal action: first its kind, then one of its ways, each equally likely; None where there is none."""
    kinds = list(made.game.actions.values())
    while kinds:
        action = kinds.pop(choose(len(kinds)))
        legal = made.reference.ways(action, state)
        if legal:
            return action.name, legal[choose(len(legal))]
    return None


def reference_game(made: Engine, seed: int, game: int = 0) -> Iterator[tuple[Turn | None, State]]:
    """A game by the reference evaluator: the state after setup and after each turn."""
    choose, reference = seeded(seed, game), made.reference
    state = reference.initial()
    reference.run("setup", (), Run(state, choose, []))
    yield None, state
    while not reference.call("game_over", (), state):
        chosen = pick(made, state, choose)
        if chosen is None:
            raise _no_action(made)
        name, args = chosen
        run = Run(state, choose, [])
        player = reference.call("actor", (), state)
        reference.act(name, args, run)
        reference.run("end_of_turn", (), run)
        named = dict(zip((n for n, _ in made.game.actions[name].params), args, strict=True))
        yield {"player": player, "action": name, "args": named, "events": run.events}, state


def fast_game(made: Engine, games: Games, seed: int) -> Iterator[tuple[Turn | None, State]]:
    """The same game by the fast back end; the state is that at the end alone."""
    games.begin(seed)
    yield None, {}
    while not games.ask("game_over"):
        player = games.ask("actor")
        taken = games.turn()
        if taken is None:
            raise _no_action(made)
        action, args, events = taken
        yield {"player": player, "action": action, "args": args, "events": events}, {}
    yield None, games.state()


def play(made: Engine, seed: int) -> dict[str, Any]:
    """A whole game, turn by turn."""
    turns: list[Turn] = []
    last: State = {}
    games = made.games
    for turn, state in fast_game(made, games, seed) if games else reference_game(made, seed):
        last = state
        if turn is not None:
            turns.append(turn)
        if len(turns) > MAX_TURNS:
            raise _endless()
    places = {str(c): made.reference.call("standing", (c, "final"), last) for c in made.table.members["racing"]}
    return {
        "edition": made.game.name,
        "seed": seed,
        "players": list(made.table.players),
        "turns": turns,
        "ranking": sorted(places, key=lambda c: int(places[c])),
        "money": {p: last["money"][(p,)] for p in made.table.players},
        "winners": [p for p in made.table.players if p in made.reference.call("winners", (), last)],
        "position": save_position(made, last),
    }


def _no_action(made: Engine) -> RulesError:
    message = f"a player has no legal action in edition {made.game.name}"
    return fail("no-action", message, None, "the rules must always leave one")


def _endless() -> RulesError:
    return endless("game", MAX_TURNS, "turns")


def _empty() -> Tally:
    return {k: Counter() for k in ("legs", "first", "last", "winners", "money", "turns")}


def _series(
    edition: str, players: int | None, changes: tuple[tuple[str, Datum], ...], seed: int, games: range
) -> Tally:
    made = engine(edition, players, dict(changes))
    return _fast_series(made, made.games, seed, games) if made.games else _plain_series(made, seed, games)


def _fast_series(made: Engine, fast: Games, seed: int, games: range) -> Tally:
    """Counts what came of games, a batch at a time."""
    tally = _empty()
    racing, seats = [str(c) for c in made.table.members["racing"]], made.table.players
    kinds = [k.name for k in fast.instance.built.kinds]
    for start in range(games.start, games.stop, BATCH):
        ended, turns, *rest = fast.columns(seed, range(start, min(start + BATCH, games.stop)), MAX_TURNS)
        if any(ended):
            raise _no_action(made) if 1 in ended else _endless()
        tally["turns"].update(turns)
        ends = [column for kind, column in zip(kinds, rest, strict=False) if kind == "leg"]
        tally["legs"].update(1 + sum(row) for row in zip(*ends, strict=True))
        answers = rest[len(kinds) :]
        for camel, places in zip(racing, answers, strict=False):
            tally["first"][camel] += places.count(1)
            tally["last"][camel] += places.count(len(racing))
        for player, money in zip(seats, answers[len(racing) :], strict=False):
            tally["money"][player] += sum(money)
        for mask, count in Counter(answers[-1]).items():
            for player in fast.winners(mask):
                tally["winners"][player] += count
    return tally


def _plain_series(made: Engine, seed: int, games: range) -> Tally:
    tally = _empty()
    racing = [str(c) for c in made.table.members["racing"]]
    for game in games:
        legs, turns, last = 1, 0, State()
        for turn, state in reference_game(made, seed, game):
            last = state
            if turn is not None:
                turns += 1
                legs += sum(1 for e in turn["events"] if e["kind"] == "leg")
            if turns > MAX_TURNS:
                raise _endless()
        tally["legs"][legs] += 1
        tally["turns"][turns] += 1
        for camel in racing:
            place = made.reference.call("standing", (camel, "final"), last)
            tally["first"][camel] += place == 1
            tally["last"][camel] += place == len(racing)
        for player in made.table.players:
            tally["money"][player] += last["money"][(player,)]
        for player in made.reference.call("winners", (), last):
            tally["winners"][player] += 1
    return tally


def simulate(
    edition: str,
    players: int | None,
    games: int,
    seed: int,
    jobs: Crew | None = None,
    changes: Mapping[str, Datum] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Many games, shared out over processes; the result does not depend on how many."""
    fixed = tuple(sorted((changes or {}).items(), key=lambda i: i[0]))
    made = engine(edition, players, changes)
    # A process takes as long to start as some thousands of games in the fast back end.
    worth = 20_000 if made.games else 50
    crew: Crew = jobs if isinstance(jobs, Cluster) else min(jobs or default_jobs(), max(1, games // worth))
    started = time.perf_counter()
    most = 10 * BATCH if made.games else 250
    # A task for another machine is worth its way there.
    size = max(1, min(most, games // (crew * 4) if isinstance(crew, int) else max(worth // 2, games // (FAR * 4))))
    parts = [range(a, min(a + size, games)) for a in range(0, games, size)]
    tally: Tally = {}

    def collect(part: Tally, done: int) -> None:
        for key, counter in part.items():
            tally.setdefault(key, Counter()).update(counter)
        progress(done)

    for part, counted in as_done(partial(_series, edition, players, fixed, seed), parts, crew):
        collect(counted, len(part))
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
