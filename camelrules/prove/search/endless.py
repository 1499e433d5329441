"""Whether every race ends, how many legs it can have, and a loop of whole legs where it need not end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import factorial
from typing import Any

from camelrules.lang.source import fail
from camelrules.lang.syntax import Binary, Expr, Lit, Read
from camelrules.lang.types import BOOL
from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.properties.family import Book, Step, Termination, expressions
from camelrules.prove.properties.footprint import reach
from camelrules.prove.properties.meaning import both
from camelrules.prove.properties.players import through_players
from camelrules.prove.properties.symmetry import symmetries
from camelrules.prove.results import Result
from camelrules.prove.search.exhaust import Space
from camelrules.prove.witness.files import changed, position
from camelrules.run.chance import every, seeded
from camelrules.run.engine import Disagreement, Engine
from camelrules.run.fast import available
from camelrules.run.reference import Fired, Reference, Run, State
from camelrules.run.slice import relevant
from camelrules.run.table import Table, seat
from camelrules.run.wasm.memory import Layout

# More positions than this are not gone through: they would not fit into an ordinary memory.
MOST = 12_000_000
LEGS = 250  # a race of ours has under half of this
SAMPLE = 40
CONFIRMED = 8  # races of the reference evaluator that may not be longer than the search says
REPEATS = 200
WORD = 6  # the sets of this many dice have a bit each in a machine's word
NUMBERED = 256  # orders of the pieces that are alike, which are numbered in a byte


def endless(book: Book, property: Termination, budget: int, quick: bool) -> Result:
    """A loop where the property allows everything, else the longest race without tiles."""
    settings = dict(property.settings)
    for key in ("place", "order", "dice", "roll", "reveal", "mover", "move", "leg_over", "race_over"):
        if key not in settings:
            raise fail("missing-key", f"`endless` of `{property.id}` has no `{key}`", property.note.span)
    table = seat(book.game, None, dict(property.parameters))
    result = Result(
        property.id, book.edition, "unknown", "", property.note.says, property.note.clauses, property.expect
    )
    result = replace(result, players=(len(table.players),))
    if settings.get("with"):
        return _loop(book, property, table, settings, result)
    return _longest(book, property, table, settings, budget, quick, result)


def arrangement(settings: dict[str, str], state: State) -> tuple[Any, ...]:
    """What must come back for a loop: where the pieces are, and their order."""
    return tuple(tuple(sorted(state[settings[name]].items())) for name in ("place", "order"))


def _faces(book: Book, table: Table, settings: dict[str, str], die: str) -> list[tuple[Any, ...]]:
    """Everything that one die alone can be revealed with, found by rolling it in every way."""
    reference = Reference(table)
    state = reference.initial()
    for other in state[settings["dice"]]:
        state[settings["dice"]][other] = other == (die,)
    found: dict[tuple[Any, ...], None] = {}

    def one(choose: Any) -> tuple[Any, ...]:
        fired: list[Fired] = []
        reference.run(settings["roll"], (), Run(reference.copy(state), choose, [], fired))
        return next(f.args for f in fired if f.kind == "effect" and f.name == settings["reveal"])

    for _, args in every(one):
        found[args] = None
    return list(found)


def _longest(
    book: Book, property: Termination, table: Table, settings: dict[str, str], budget: int, quick: bool, result: Result
) -> Result:
    game = table.game
    follow = relevant(game, (settings["leg_over"], settings["race_over"]), settings["roll"])
    known = {settings["place"], settings["order"], settings["dice"]}
    nothing = {v for v in follow if v not in known}
    # The search leaves these as they are before setup, which must be so after every roll as well.
    steps = {settings["roll"], book.system.after_action}
    steps |= {a for a in game.actions if settings["roll"] in reach(game, [], [a]).names}
    moving = {s: nothing & reach(game, [], [s]).changed for s in steps}
    unfollowed = [
        n for s, names in moving.items() if names and not _stays(book, property, table, s, names, budget) for n in names
    ]
    if unfollowed:
        why = f"the end of a leg or race depends on {', '.join(sorted(set(unfollowed)))}, which nobody follows here"
        return replace(result, verdict="unknown", method="every arrangement and set of dice", detail=why)
    space = _space(book, property, table, settings)
    positions = space.combos * space.rest
    roomy = len(state_of(table)[settings["dice"]]) <= WORD and factorial(space.group) <= NUMBERED
    if quick or not available() or positions > MOST or not roomy:
        legs = max(_played(book, table, settings, seed) for seed in range(SAMPLE))
        why = f"the longest of {SAMPLE} random races without tiles; {positions:,} positions were not gone through"
        return replace(result, verdict="sampled", method="random play", detail=why, states=SAMPLE, value=legs)
    from camelrules.prove.search.legs import Legs

    layout = Layout(table)
    dice = [d for d in space.pieces if (d,) in state_of(table)[settings["dice"]]]
    dice += [str(d) for (d,) in state_of(table)[settings["dice"]] if d not in dice]
    params = game.decisions[settings["mover"]].params
    faces = []
    for die in dice:
        for args in _faces(book, table, settings, die):
            named = dict(zip((n for n, _ in game.effects[settings["reveal"]].params), args, strict=True))
            asked = [named[n] for n, _ in params]
            codes = [layout.code(a, t) for a, (_, t) in zip(asked, params, strict=True)]
            number = next(a for a in args if isinstance(a, int))
            faces.append((codes[0], codes[1], number))
    over = _over(table, settings, dice)
    keep = frozenset((settings["place"], settings["order"], *nothing))
    search = Legs(table, space, settings, faces, property.where, keep)
    best, ends, anywhere, begun = search.longest(over, LEGS)
    bound = Reference(table).eval(property.bound, {}, {}) if property.bound is not None else None
    detail = (
        f"at most {best + 1} legs from setup ({anywhere + 1} from any position), in {positions:,} positions "
        f"with {2 ** len(dice)} sets of dice each; followed: {', '.join(sorted(known))}"
    )
    made = replace(result, method="every arrangement and set of dice", states=positions, value=best + 1)
    made = replace(made, vacuous=not begun)
    played = max(_played(book, table, settings, seed) for seed in range(CONFIRMED))
    if property.where is None and played > best + 1:
        raise Disagreement(f"`{property.id}`: at most {best + 1} legs, but the reference evaluator played {played}")
    made_by = reach(
        game,
        list(expressions(property)),
        [settings[k] for k in ("roll", "reveal", "move")],
        [settings[k] for k in ("mover", "leg_over", "race_over")],
    )
    if through_players(game, made_by):
        made = replace(made, verdict="bounded")
        detail += f"; only with {len(table.players)} players"
    if not ends or (bound is not None and best + 1 > bound):
        return replace(made, verdict="unknown", detail=f"not shown: {detail}; the bound is {bound}")
    return replace(made, verdict="exhaustive" if made.verdict == "unknown" else made.verdict, detail=detail)


def _stays(book: Book, property: Termination, table: Table, roll: str, names: set[str], budget: int) -> bool:
    """Whether variables that are as before setup are still so after a roll, from any position: asked of the solver."""
    span = property.note.span
    parts: list[Expr] = []
    for name in sorted(names):
        variable, cells = table.game.state[name], state_of(table)[name]
        for index, value in cells.items() if variable.index else (((), cells),):
            spots = tuple(Lit(i, t, span) for i, t in zip(index, variable.index, strict=True))
            parts.append(
                Binary("==", Read(name, spots, variable.type, span), Lit(value, variable.type, span), BOOL, span)
            )
    same = both(parts, span)
    step = Step(
        id=property.id, note=property.note, parameters=property.parameters, after=roll, where=same,
        holds=(("as before setup", same),), faults="allowed",
    )  # fmt: skip
    prover = Prover(book, step, Settings(budget, vacuity=False))
    return prover.at(table) is None and not prover.tally.unknown


def state_of(table: Table) -> State:
    """The state before setup."""
    return Reference(table).initial()


def _over(table: Table, settings: dict[str, str], dice: list[str]) -> list[bool]:
    """For each set of dice inside, whether the leg is over while no camel has crossed the line."""
    reference = Reference(table)
    state = reference.initial()
    for piece in state[settings["place"]]:
        state[settings["place"]][piece] = 1
    found = []
    for inside in range(1 << len(dice)):
        for at, die in enumerate(dice):
            state[settings["dice"]][(die,)] = bool(inside >> at & 1)
        found.append(bool(reference.call(settings["leg_over"], (), state)))
    return found


def _space(book: Book, property: Termination, table: Table, settings: dict[str, str]) -> Space:
    (sort,) = table.game.state[settings["place"]].index
    pieces = [str(m) for m in table.index(sort)]
    groups = [g for g in symmetries(book, property, table) if set(g) <= set(pieces)]
    group = max(groups, key=len, default=(pieces[0],))
    spaces = [int(s) for s in table.members[settings.get("spaces", "space")]]
    return Space((*group, *(p for p in pieces if p not in group)), len(group), spaces[0], len(spaces))


def _played(book: Book, table: Table, settings: dict[str, str], seed: int) -> int:
    """The number of legs of one random race in which only dice are revealed."""
    reference = Reference(table)
    run = Run(reference.initial(), seeded(seed), [])
    reference.run(book.system.start, (), run)
    legs = 1
    while not reference.call(settings["race_over"], (), run.state):
        if reference.call(settings["leg_over"], (), run.state):
            legs += 1
            for die in run.state[settings["dice"]]:
                run.state[settings["dice"]][die] = True
        reference.run(settings["roll"], (), run)
    return legs


def _loop(book: Book, property: Termination, table: Table, settings: dict[str, str], result: Result) -> Result:
    """A leg that ends where it began: one action to prepare it, then only dice; repeated until the promise breaks."""
    from camelrules.prove.witness.replay import run_step

    for start in _starts(book, property, table, settings):
        for leg in _legs(book, table, settings, start):
            steps, state = list(leg), start
            for step in leg:
                state, _ = run_step(table, state, step)
            if arrangement(settings, state) != arrangement(settings, start):
                raise Disagreement(f"`{property.id}`: the reference evaluator does not come back to the same position")
            detail = f"{len(leg)} turns of one leg lead back to the same position of all camels"
            times = 1
            while property.holds and times < REPEATS and _holds(table, property, state):
                for step in leg:
                    state, _ = run_step(table, state, step)
                steps += leg
                times += 1
            if property.holds:
                detail += f"; after {times} such legs it fails"
            if property.holds and _holds(table, property, state):
                return replace(result, verdict="unknown", method="loop repeated", detail=f"holds for {times} legs")
            witness = _witness(book, property, table, start, steps, state)
            return replace(result, verdict="refuted", method="loop replayed", detail=detail, witness=witness)
    detail = "no single leg with one tile leads back to where it began; longer loops were not looked for"
    return replace(result, verdict="unknown", method="search for a loop", detail=detail)


def _holds(table: Table, property: Termination, state: State) -> bool:
    return all(Reference(table).eval(e, {}, state) for _, e in property.holds)


def _starts(book: Book, property: Termination, table: Table, settings: dict[str, str]) -> Iterator[State]:
    """Positions after setup, with the pieces that are alike moved into one stack in the middle of the track."""
    reference = Reference(table)
    group = _space(book, property, table, settings).pieces[: _space(book, property, table, settings).group]
    spaces = [int(s) for s in table.members[settings.get("spaces", "space")]]
    middle = spaces[len(spaces) // 2]
    place, order = settings["place"], settings["order"]
    for seed in range(3):
        run = Run(reference.initial(), seeded(seed), [])
        reference.run(book.system.start, (), run)
        state = run.state
        for at, piece in enumerate(group):
            state[place][(piece,)] = middle
            for other in (k[0] for k in state[place]):
                state[order][(piece, other)] = other in group[:at]
                state[order][(other, piece)] = other in group[at + 1 :]
        yield state


def _legs(book: Book, table: Table, settings: dict[str, str], start: State) -> Iterator[list[dict[str, Any]]]:
    """Whole legs from a position, each die showing its first number, after one action named in the settings."""
    search = _Dice(book, table, settings, start)
    action = table.game.actions[settings["with"]]
    for name, args in search.rules.choices(search.start):
        if name != action.name:
            continue
        state: Any = search.rules.run("action", name, args, search.start, ())
        state = search.rules.run("effect", book.system.after_action, (), state, ())
        given = {n: v for (n, _), v in zip(action.params, args, strict=True)}
        first = {"action": name, "args": given, "choices": [], "ends_turn": book.system.after_action}
        for steps in search.legs(state, len(search.dice)):
            yield [first, *steps]


class _Dice:
    """Orders of dice that lead through one leg and back; the fast back end looks, the reference evaluator confirms."""

    def __init__(self, book: Book, table: Table, settings: dict[str, str], start: State) -> None:
        self.book, self.table, self.settings = book, table, settings
        self.rules = Engine(table).rules
        self.start: Any = self.rules.encode(start)
        self.wanted = self.pieces(self.start)
        self.dice = list(start[settings["dice"]])

    def legs(self, state: Any, left: int) -> Iterator[list[dict[str, Any]]]:
        after_action, name = self.book.system.after_action, self.settings["pyramid"]
        for at in range(left):
            # One die, and then its first face.
            there: Any = self.rules.run("action", name, (), state, (at,))
            taken = [at, *(0 for _ in self.rules.counts()[1:])]
            if self.rules.call(self.settings["race_over"], (), there):
                continue
            leg = self.rules.call(self.settings["leg_over"], (), there)
            if leg and self.pieces(there) != self.wanted:
                continue
            there = self.rules.run("effect", after_action, (), there, ())
            step = {"action": name, "args": {}, "choices": taken, "ends_turn": after_action}
            if not leg:
                for rest in self.legs(there, left - 1):
                    yield [step, *rest]
            elif self.pieces(there) == self.wanted:
                yield [step]

    def pieces(self, state: Any) -> tuple[Any, ...]:
        """The arrangement, for comparing."""
        return tuple(self.rules.part(state, self.settings[name]) for name in ("place", "order"))


def _witness(
    book: Book, property: Termination, table: Table, start: State, steps: list[dict[str, Any]], after: State
) -> dict[str, Any]:
    return {
        "version": 1,
        "kind": "property",
        "property": property.id,
        "says": property.note.says,
        "edition": book.edition,
        "changes": {},
        "players": list(table.players),
        "position": position(table.game, start),
        "state": changed(table, start),
        "steps": steps,
        "args": {},
        "outcomes": [
            {"failed": ["ends"], "fault": "", "position": position(table.game, after), "state": changed(table, after)}
        ],
    }
