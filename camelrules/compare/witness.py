"""The shortest game found in which two readings of the rules come to different money, camels or winners.

A search by chance, so it may miss a difference: finding none is never reported as there being none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any

from camelrules.compare.scripts import (
    SETUP,
    Glimpse,
    NoSuchDraw,
    Outcome,
    Script,
    Step,
    glimpse,
    record,
    run_script,
    start,
)
from camelrules.compare.variants import Rules, from_json, to_json, variant_engine
from camelrules.lang.library import load
from camelrules.lang.source import RulesError
from camelrules.run.engine import Engine
from camelrules.run.fast import available
from camelrules.run.paired import HASH, RECORD, PlainSide, Side, Taken, side
from camelrules.run.shape import Many, Named, Number, Record, Single, Value, Word
from camelrules.run.table import bounds

SEED = 1
# The turns and games of each batch, the short ones first, and how many positions are tried for each. In half of the
# games most players do what was done before them.
LENGTHS = ((2, 512), (4, 1024), (7, 1536), (12, 1024), (22, 1024), (40, 2048))
# What only many players can bring about, and seldom: at the large table, after everything else.
LAST = (40, 8192)
POSITIONS = 10
# The larger table comes in where games of this length at the small one show nothing.
SMALL = 4
# Where games of this length show another difference, longer ones are not waited for.
LONG = 12
# Without the fast back end a hundredth of that is what one waits for.
FEW = 2
SHORTENED = 2  # how many of the games found are made shorter
ENOUGH = 2  # games that differ in money, of which the shortest is kept
TRIED = 3  # games of one batch that are looked at closely
LOOKED, GLIMPSED = 32, 4  # such games of one length, where money differs and where it does not
ORDER = ("money", "winner", "camels", "legality", "tiles")
_REFUSED = ORDER.index("legality")

Pair = tuple[Engine, Engine]
Found = tuple[Script, Outcome, Outcome, str]


def seats(edition: str) -> tuple[int, int]:
    """The fewest and most players of an edition."""
    game = load(edition)
    return bounds(game, next(s for s in game.sorts.values() if s.kind == "seats"))


# What was found, by edition and the two readings.
Asked = tuple[str, Rules, Rules]
known: dict[Asked, dict[str, Any] | None] = {}


def find_witness(edition: str, first: Rules, second: Rules) -> dict[str, Any] | None:
    """A witness file for two readings of one edition, or None where no difference was found."""
    asked = (edition, first, second)
    if asked not in known:
        found = _found(*asked)
        known[asked] = None if found is None else as_file(*asked, found)
    return deepcopy(known[asked])  # whoever is given one may change it


def _found(edition: str, first: Rules, second: Rules) -> Found | None:
    """The difference that the shortest games show, at a small table or, where it shows none, at a larger one."""
    searches: list[Search] = []
    short = sum(1 for turns, _ in LENGTHS if turns <= SMALL)
    for engines in _tables(edition, first, second, _sizes(edition)):
        search = Search(engines, random.Random(SEED))
        at_setup = _at_setup(engines, search.rng)
        if at_setup is not None:
            return at_setup
        searches.append(search)
        if any(search.look(*length) for length in LENGTHS[:short]):
            return search.best()
    for length in LENGTHS[short:]:
        enough = [search.look(*length) for search in searches]
        if any(enough):
            break
    else:
        searches += _last_resort(edition, first, second, searches) if available() else ()
    best = [found for search in searches if (found := search.best()) is not None]
    return min(best, key=_weight, default=None)


def _last_resort(edition: str, first: Rules, second: Rules, earlier: list[Search]) -> Iterator[Search]:
    """What only a table of another size can show, and then what only very many games can."""
    low, high = seats(edition)
    others = sorted({*range(low, high + 1)} - {search.players for search in earlier})
    for engines in _tables(edition, first, second, others):
        search = Search(engines, random.Random(SEED))
        if any(search.look(*length) for length in LENGTHS if length[0] <= SMALL):
            yield search
            return
    for search in earlier[-1:]:
        search.look(*LAST)


def _sizes(edition: str) -> list[int]:
    """A small table, then one large enough for rules that need many players."""
    low, high = seats(edition)
    return sorted({low, (low + high + 1) // 2})


def _tables(edition: str, first: Rules, second: Rules, sizes: list[int]) -> Iterator[Pair]:
    for players in sizes:
        try:
            yield variant_engine(edition, first, players), variant_engine(edition, second, players)
        except RulesError:
            continue


def _weight(found: Found) -> tuple[int, int, int]:
    script, _, _, what = found
    return ORDER.index(what), len(script.steps), _highest(script)


def _highest(script: Script) -> int:
    return max((len(stack) for _, stack in script.track), default=0)


def _at_setup(engines: Pair, rng: random.Random) -> Found | None:
    """A setup that ends differently for the same dice."""
    script = Script(len(engines[0].table.players), (), (), (Step(SETUP),))
    for _ in range(6):
        choices = [rng.randrange(60) for _ in range(40)]
        if _set_up(engines[0], choices) != _set_up(engines[1], choices):
            found = _judge(engines, record(engines, script, choices))
            if found is not None and found[3] in ("money", "camels"):
                return found
    return None


def _set_up(engine: Engine, choices: list[int]) -> tuple[Any, ...]:
    """What everybody sees after a setup, quickly; nothing where the rules have a hole there."""
    rules: Any = engine.rules
    try:
        state = rules.run("effect", SETUP, (), rules.encode(engine.reference.initial()), choices)
    except RulesError:
        return ()
    return tuple(rules.part(state, name) for name in ("money", "at", "above"))


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


class Search:
    """A search at one table: the games found so far, each with how telling its difference is."""

    def __init__(self, engines: Pair, rng: random.Random) -> None:
        self.engines = engines
        self.glances = Glances(engines)
        self.rng = rng
        self.players = len(engines[0].table.players)
        self.sides = side(engines[0]), side(engines[1])
        self.found: list[tuple[int, Script]] = []

    def look(self, turns: int, games: int) -> bool:
        """Plays games of one length from a few positions; says whether longer ones are worth waiting for no more."""
        seen = [0, 0]  # games looked at closely: of those in which money differs, and of the others
        for number in range(POSITIONS):
            # Money is short as often as not, since debts are where rules about debts show.
            money = tuple(self.rng.choice((0, 1, 3, 3)) for _ in range(self.players))
            script = Script(self.players, _positions(self.engines[0], self.rng), money, ())
            self.found += _batch(
                self.engines, self.glances, self.sides, script, number, games if available() else FEW, turns, seen
            )
            if sum(1 for rank, _ in self.found if rank == 0) >= ENOUGH:
                break
        return any(rank == 0 for rank, _ in self.found) or bool(self.found and turns >= LONG)

    def best(self) -> Found | None:
        """The most telling of the games found, made short; both back ends must show its difference."""
        self.found.sort(key=lambda f: (f[0], len(f[1].steps)))
        made = {_shorten(self.glances, rank, script): rank for rank, script in self.found[:SHORTENED]}
        for script in sorted(made, key=lambda s: (made[s], len(s.steps), _highest(s))):
            judged = _judge(self.engines, script)
            if judged is not None:
                return judged
        return None


def _batch(
    engines: Pair,
    glances: Glances,
    sides: tuple[Side | PlainSide, Side | PlainSide],
    script: Script,
    seed: int,
    games: int,
    turns: int,
    seen: list[int],
) -> Iterator[tuple[int, Script]]:
    """The games of one position that come out differently, the same actions and dice played under both readings."""
    try:
        for one, engine in zip(sides, engines, strict=True):
            one.start(start(engine, script))
        ends = [one.ends(seed, games, turns) for one in sides]
    except RulesError:
        return  # a reading under which the rules have a hole here
    if ends[0] == ends[1]:
        return
    parted: tuple[list[int], list[int]] = ([], [])  # in money, and in other things alone
    for n, at in enumerate(range(0, len(ends[0]), RECORD)):
        if ends[0][at : at + RECORD] != ends[1][at : at + RECORD]:
            parted[ends[0][at : at + HASH] == ends[1][at : at + HASH]].append(n)
    for kind, (mine, most) in enumerate(zip(parted, (LOOKED, GLIMPSED), strict=True)):
        for game in mine[:TRIED]:
            if seen[kind] >= most:
                break
            seen[kind] += 1
            made = _both(glances, sides, script, seed, game, turns)
            if made is not None:
                yield made


def _both(
    glances: Glances, sides: tuple[Side | PlainSide, Side | PlainSide], script: Script, seed: int, game: int, turns: int
) -> tuple[int, Script] | None:
    """A game as either reading went, played under both: the more telling of the two."""
    best: tuple[int, Script] | None = None
    for one in sides:
        try:
            made = replace(script, steps=tuple(_step(taken) for taken in one.steps(seed, game, turns)))
            rank = glances.rank(made)
        except RulesError:
            continue
        if rank < len(ORDER) and (best is None or rank < best[0]):
            best = rank, made
    return best


def _step(taken: Taken) -> Step:
    action, args, drawn = taken
    return Step(action, args, tuple(tuple(d.items()) for d in drawn))


def _shorten(glances: Glances, rank: int, script: Script) -> Script:
    """Drops steps, evens out money and takes stacks apart, as long as the difference stays as telling."""
    last = max(int(s) for s in glances.engines[0].table.members["space"])
    improved = True
    while improved:
        improved = False
        for candidate in _smaller(script, last):
            if glances.rank(candidate) <= rank:
                script, improved = candidate, True
                break
    return script


class Glances:
    """How telling the difference is that a script makes, quickly; what was played once is not played again."""

    def __init__(self, engines: Pair) -> None:
        self.engines = engines
        self.played: dict[tuple[Any, ...], tuple[Glimpse, Glimpse] | None] = {}

    def rank(self, script: Script) -> int:
        """Its place in `ORDER`; behind all of them where a step cannot be done, or nothing differs."""
        both = self._after(script, len(script.steps))
        if both is None:
            return len(ORDER)
        a, b = (one.seen(engine) for one, engine in zip(both, self.engines, strict=True))
        # INVARIANT: `seen` lists what it sees in the order of ORDER.
        for rank, (left, right) in enumerate(zip(a, b, strict=True)):
            if left != right and not (rank == ORDER.index("winner") and (left is None or right is None)):
                return rank
        return len(ORDER)

    def _after(self, script: Script, count: int) -> tuple[Glimpse, Glimpse] | None:
        """After so many steps; None where both readings refuse one, or the dice cannot fall so."""
        key = (script.track, script.money, script.steps[:count])
        if key in self.played:
            return self.played[key]
        both: tuple[Glimpse, Glimpse] | None
        if count == 0:
            first, second = (glimpse(engine, script) for engine in self.engines)
            both = first, second
        else:
            both = self._after(script, count - 1)
            if both is not None:
                at, step = count - 1, script.steps[count - 1]
                try:
                    first, second = (g.after(e, at, step) for g, e in zip(both, self.engines, strict=True))
                    both = None if set(first.refused) & set(second.refused) else (first, second)
                except NoSuchDraw:
                    both = None
        self.played[key] = both
        return both


def _judge(engines: Pair, script: Script) -> Found | None:
    a, b = (run_script(e, script) for e in engines)
    what = a.differs(b)
    return (script, a, b, what) if what and _possible(a, b) else None


def _possible(a: Outcome, b: Outcome) -> bool:
    """Whether every step can be done on both sides, but for one that the difference itself forbids on one of them."""
    refused = [dict(outcome.refused) for outcome in (a, b)]
    if any(why == str(NoSuchDraw()) for one in refused for why in one.values()):
        return False
    for at in {*refused[0], *refused[1]}:
        both = all(at in one for one in refused)
        if both or a.positions[: at + 1] != b.positions[: at + 1]:
            return False
    return True


def _smaller(script: Script, last: int) -> Sequence[Script]:
    made = []
    size = max(1, len(script.steps) // 2)  # many steps at once first
    while size:
        made += [script.without(at, size) for at in range(len(script.steps) - size, -1, -size)]
        size //= 2
    for at, amount in enumerate(script.money):
        if amount not in (0, 3):
            made.append(replace(script, money=(*script.money[:at], 3, *script.money[at + 1 :])))
    taken = {s for s, _ in script.track}
    # A camel beyond the last space would have ended the race already.
    for (low, stack), (high, _) in pairwise((*script.track, (last + 1, ()))):
        free = next((s for s in range(low + 1, high) if s not in taken), None)
        if len(stack) > 2 and free is not None:
            parts = [(s, t) for s, t in script.track if s != low] + [(low, stack[:-1]), (free, stack[-1:])]
            made.append(replace(script, track=tuple(sorted(parts))))
    return made


def as_file(edition: str, first: Rules, second: Rules, found: Found) -> dict[str, Any]:
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
        **({"called": called} if (called := load(edition).called()) else {}),
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


def _reading(edition: str, rules: Rules) -> dict[str, Any]:
    return {"edition": edition, "rules": to_json(rules)}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    data: dict[str, Any] = {"track": outcome.track, "tiles": outcome.tiles, "money": outcome.money}
    if outcome.winners:
        data["winners"] = list(outcome.winners)
    if outcome.refused:
        data["refused"] = [{"step": at + 1, "because": why} for at, why in outcome.refused]
    return data


_STEP = Record({"action": Word(), "args": Many(Single()), "draws": Many(Named(Single()))}, {"player": Word()})
_READING = Record({"edition": Word(), "rules": Named(Value())})
_STACKS = Named(Many(Word()), numbers=True)
_OUTCOME = Record(
    {
        "track": _STACKS,
        "tiles": Named(Record({"owner": Word(), "side": Word()}), numbers=True),
        "money": Named(Number()),
    },
    {"winners": Many(Word()), "refused": Many(Record({"step": Number(1), "because": Word()}))},
)
# What a witness file must have before it is played.
SHAPE = Record(
    {
        "edition": Word(),
        "players": Many(Word(), 1, 60),
        "position": Record({"track": _STACKS}, {"money": Named(Number())}),
        "steps": Many(_STEP, 0, 1000),
        "readings": Many(_READING, 2, 2),
        "outcomes": Many(_OUTCOME, 2, 2),
    },
    {"differs": Word(ORDER)},
)


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
        rules = from_json(reading["edition"], reading["rules"])
        made = variant_engine(reading["edition"], rules, script.players)
        outcomes.append(run_script(made, script, closely))
    return all(_outcome(o) == w for o, w in zip(outcomes, witness["outcomes"], strict=True)), outcomes
