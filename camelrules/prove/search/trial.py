"""A first look: what a property promises, tried in states of random play; a sample, and called one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice, product
from typing import Any

from camelrules.lang.types import BoolType, IntType, SortType, Type
from camelrules.prove.properties.family import (
    Agreement,
    Book,
    Inductive,
    Possibility,
    Property,
    Termination,
    Totality,
    UpperBound,
)
from camelrules.prove.properties.meaning import Obligation, obligations
from camelrules.prove.properties.players import span_of_seats
from camelrules.prove.results import Result
from camelrules.prove.search.agreement import visited
from camelrules.prove.witness.files import property_witness
from camelrules.prove.witness.judge import Judge
from camelrules.run.faults import RuleFault
from camelrules.run.reference import State
from camelrules.run.table import Table, bounds, seat

KEPT = 3  # states of a game that are looked at, from its first to its last
TURNS = 70  # of a game: most have ended by then, and what comes after starts another
FEW_TURNS = 1  # at the fullest table, only for what needs many players
ARGUMENTS = 40  # that are tried until the property speaks of one
NUMBERS = range(-1, 7)
REPLAYS = 8  # of each step from the last state that was met, to see whether play stopped there without an answer

States = tuple[tuple[str, State], ...]  # each with the moment it was met at


def hopeless(property: Property) -> bool:
    """Whether random play has nothing to say: what is expected to fail, what is about endless or two-fold play, and
    what can happen, which is about every run from a state."""
    return property.expect != "holds" or isinstance(property, Termination | Agreement | Possibility)


def trial(book: Book, property: Property, states: Callable[[int], States]) -> Result | None:
    """A refutation, or a sample in which the property held; nothing where no state of the sample is about it."""
    tried = 0
    if hopeless(property) or isinstance(property, UpperBound):
        return None
    choose = random.Random(1)
    for number in dict.fromkeys(span_of_seats(book, property)):
        if tried and property.players != "many":
            break  # the fullest table is for what needs many players
        table = seat(book.game, number, dict(property.parameters))
        judge = Judge(table, choose.randrange)
        met = states(number)
        for at, (moment, state) in enumerate(met):
            last = at == len(met) - 1 and isinstance(property, Totality)
            for obligation, args in _steps(book, property, moment, state, judge, choose, REPLAYS if last else 0):
                start = judge.reference.initial() if obligation.from_start else state
                shown = judge.replay(obligation, args, [], start)
                tried += shown.hypotheses
                if shown.broken:
                    witness = property_witness(book, property, table, obligation.transition, shown)
                    detail = f"fails: {obligation.phase} ({obligation.label}): {', '.join(shown.failed)}"
                    return _result(book, property, "refuted", detail, tried, (number,), witness)
    if not tried:
        return None
    detail = f"tried {tried} times in random play, for a first look; not proved"
    return _result(book, property, "sampled", detail, tried, span_of_seats(book, property), None)


def _result(
    book: Book, property: Property, verdict: str, detail: str, tried: int, players: tuple[int, ...], witness: Any
) -> Result:
    method = "counterexample replayed" if verdict == "refuted" else "states of random play"
    says, clauses = property.note.says, property.note.clauses
    return Result(
        property.id, book.edition, verdict, method, says, clauses, property.expect, detail,
        states=tried, players=tuple(dict.fromkeys(players)), witness=witness,
    )  # fmt: skip


def played(book: Book, number: int) -> States:
    """States of random play: a game with the fewest players, or the first turns of one with more."""
    table = seat(book.game, number)
    low, _ = bounds(book.game, next(s for s in book.game.sorts.values() if s.kind == "seats"))
    states = []
    with suppress(RuleFault):  # the last state is then one from which a rule has no answer
        for one in visited(book, table, 1, TURNS if number == low else FEW_TURNS):
            states.append(one)
    # An odd distance, so that both moments of a turn are met; the last state is one in which the race is over.
    return (*states[:: len(states) // KEPT | 1], *states[-1:])


def _steps(
    book: Book, property: Property, moment: str, state: State, judge: Judge, choose: random.Random, replays: int
) -> Iterator[tuple[Obligation, tuple[Any, ...]]]:
    """The obligations that are about a state, each with arguments for which the property speaks of it."""
    for obligation in obligations(book, property):
        at = _moment(book, property, obligation)
        if at not in (moment, "anywhere", "start"):
            continue
        every = _arguments(judge.table, obligation, choose)
        meant = (args for args in every if _meant(judge, obligation, args, state))
        if replays:
            # Play may have stopped here: whatever can be done is done, and what is left to chance again and again.
            yield from ((obligation, args) for args in meant for _ in range(replays))
        else:
            yield from ((obligation, args) for args in islice(meant, 1))


def _moment(book: Book, property: Property, obligation: Obligation) -> str:
    if isinstance(property, Inductive):
        if obligation.transition.kind == "nothing":
            return obligation.transition.name
        return "within" if obligation.transition.name == book.system.after_action else "between"
    return str(getattr(property, "moment", "anywhere"))


def _meant(judge: Judge, obligation: Obligation, args: tuple[Any, ...], state: State) -> bool:
    if obligation.where is None or obligation.from_start:
        return True
    try:
        return bool(judge.reference.eval(obligation.where, judge.env(obligation, args), state))
    except RuleFault:
        return True  # replaying will say so


def _arguments(table: Table, obligation: Obligation, choose: random.Random) -> list[tuple[Any, ...]]:
    every = list(product(*(_values(table, t) for _, t in obligation.transition.arguments)))
    return choose.sample(every, min(len(every), ARGUMENTS))


def _values(table: Table, type: Type) -> list[Any]:
    match type:
        case SortType():
            return [*table.members[type.name], *([None] if type.optional else [])]
        case IntType():
            return list(table.members[type.sort]) if type.sort else list(NUMBERS)
        case BoolType():
            return [False, True]
        case _:
            return []
