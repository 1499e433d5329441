"""Exhaustive search: every arrangement of the pieces, every mover and step, through the rules as WebAssembly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb
from threading import local
from typing import Any

from camelrules.lang.source import fail
from camelrules.lang.types import IntType
from camelrules.prove.induction.emptiness import says_nothing
from camelrules.prove.properties.family import Book, Exhaustive
from camelrules.prove.properties.meaning import obligations
from camelrules.prove.properties.players import independent
from camelrules.prove.properties.symmetry import symmetries
from camelrules.prove.results import Result
from camelrules.prove.search.elsewhere import unvaried
from camelrules.prove.search.kernel import Kernel, Places
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.witness.files import property_witness
from camelrules.prove.witness.judge import Judge
from camelrules.run.engine import Disagreement
from camelrules.run.fast import available
from camelrules.run.faults import RuleFault
from camelrules.run.reference import Reference, State
from camelrules.run.table import Table, seat
from camelrules.run.wasm.faults import TooLarge
from camelrules.run.wasm.host import Instance, compiled

# More positions than this are not gone through: a run would take more than a minute of two cores.
MOST = 15_000_000
SAMPLE = 400  # positions for a quick run
LARGE_SAMPLE = 20_000  # and for a whole one where there are too many
SLOW_SAMPLE = 20  # and for one without the fast back end
CHUNKS = 64
CONFIRMED = 200  # moves that hold, asked again of the reference evaluator
CROWDED = 400  # moves with the varied variable set in other cells too, asked of it
PLACES = 200  # more do not fit into the byte that a place has
FAULT = -2  # in place of what failed: a rule had no answer at that position
NOTHING = -1  # nothing failed


@dataclass(frozen=True, slots=True)
class Space:
    """The arrangements to go through."""

    pieces: tuple[str, ...]
    group: int
    low: int
    places: int
    pair: bool = False  # whether the two pieces beside the group cannot be told apart either

    @property
    def combos(self) -> int:
        return comb(self.places + self.group - 1, self.group)

    def any_combo(self, rng: random.Random) -> tuple[int, ...]:
        """Places for the group, each choice of them as likely as any other."""
        chosen = sorted(rng.sample(range(self.places + self.group - 1), self.group))
        return tuple(place - at for at, place in enumerate(chosen))

    @property
    def rest(self) -> int:
        total = 1
        for j in range(self.group, len(self.pieces)):
            total *= self.places + j
        return total

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The numbers of `rest` that stand for all: of two like pieces, the second goes behind the first."""
        if not self.pair:
            return [(0, self.rest)]
        gaps = self.places + self.group
        return [(after * gaps, after * gaps + min(after, gaps)) for after in range(1, gaps + 1)]

    @property
    def positions(self) -> int:
        return self.combos * sum(last - first for first, last in self.ranges)


def space_of(book: Book, property: Exhaustive, table: Table) -> Space:
    """The arrangements, with the largest group that the rules cannot tell apart first."""
    a = property.arrangements
    (sort,) = table.game.state[a.place].index
    pieces = [str(m) for m in table.index(sort)]
    groups = [g for g in symmetries(book, property, table) if set(g) <= set(pieces)]
    group = max(groups, key=len, default=(pieces[0],))
    reference = Reference(table)
    low, high = (int(reference.eval(e, {}, {})) for e in (a.low, a.high))
    if not 0 <= high - low < PLACES:
        message = f"`exhaustive` of `{property.id}` goes from {low} to {high}"
        raise fail("exhaustive", message, property.note.span, f"give 1 to {PLACES} places")
    numbers = [t for _, t in property.given[1:]]
    if len(property.given) != 2 or property.given[0][1] != sort or not isinstance(numbers[0], IntType):
        message = (
            f"`exhaustive` of `{property.id}` moves a piece by a number, and `{property.after}` takes other things"
        )
        raise fail("exhaustive", message, property.note.span, f"name a step of a {sort} and a number")
    others = tuple(p for p in pieces if p not in group)
    pair = len(others) == 2 and any(set(others) == set(g) for g in groups)
    return Space((*group, *others), len(group), low, high - low + 1, pair)


class Search:
    """The search of one property."""

    def __init__(self, book: Book, property: Exhaustive, table: Table) -> None:
        self.book, self.property, self.table = book, property, table
        self.space = space_of(book, property, table)
        self.a = property.arrangements
        (self.obligation,) = obligations(book, property)

    @cached_property
    def kernel(self) -> Kernel:
        """The module that goes through arrangements."""
        space = self.space
        places = Places(space.pieces, space.group, space.low, space.places, space.rest)
        values = sorted({int(v[0]) for v in self.values()})
        return Kernel(self.property, self.obligation, self.table, places, values)

    @cached_property
    def module(self) -> Any:
        """The kernel, compiled once for all threads."""
        return compiled(self.kernel.built)

    def values(self) -> Any:
        a = self.a
        return self.table.values[a.steps]

    def worker(self) -> Worker:
        return Worker(self)

    def arrangement(self, combo: Any, rest: int) -> dict[int, list[str]]:
        """The stacks of one arrangement, bottom to top."""
        stacks: dict[int, list[str]] = {s: [] for s in range(self.space.places)}
        for i in range(self.space.group):
            stacks[int(combo[i])].append(self.space.pieces[i])
        for j in range(self.space.group, len(self.space.pieces)):
            rest, gap = divmod(rest, self.space.places + j)
            s = 0
            while gap > len(stacks[s]):
                gap -= len(stacks[s]) + 1
                s += 1
            stacks[s].insert(gap, self.space.pieces[j])
        return {self.space.low + s: c for s, c in stacks.items() if c}

    def moves(self, start: State) -> Iterator[tuple[tuple[Any, ...], State]]:
        """Every mover and step from a position, with the varied cell as it is and as each of its values."""
        (_, kind), _ = self.property.given
        a, reference = self.a, Reference(self.table)
        values = sorted({int(v[0]) for v in self.values()})
        for mover, number in product(self.table.index(kind), values):
            yield (mover, number), start
            names = (n for n, _ in self.property.given)
            at = (reference.eval(a.at, dict(zip(names, (mover, number), strict=True)), start),)
            for value in self.table.index(self.table.game.state[a.vary].type) if at in start[a.vary] else ():
                state = reference.copy(start)
                state[a.vary][at] = value
                state[a.beside][at] = self.table.players[0]
                yield (mover, number), state

    def state(self, stacks: dict[int, list[str]]) -> State:
        state = Reference(self.table).initial()
        for number, pieces in stacks.items():
            for at, piece in enumerate(pieces):
                state[self.a.place][(piece,)] = number
                for below in pieces[:at]:
                    state[self.a.order][(piece, below)] = True
        return state


class Worker:
    """An instance of the kernel; each thread has its own."""

    def __init__(self, search: Search) -> None:
        self.kernel = search.kernel
        self.instance = Instance(search.kernel.built, search.module)
        memory = self.kernel.memory
        start = self.kernel.start()
        self.instance.grow(memory.combos)
        self.instance.view[memory.start : memory.start + len(start)] = start

    def run(self, combos: list[tuple[int, ...]], first: int, last: int) -> tuple[int, tuple[int, int, int] | None]:
        """How many moves were checked, and the first arrangement and move that fail."""
        memory, instance = self.kernel.memory, self.instance
        packed = b"".join(map(bytes, combos))
        instance.grow(memory.combos + len(packed))
        instance.view[memory.combos : memory.combos + len(packed)] = packed
        instance.view[memory.checked : memory.checked + 8] = bytes(8)
        try:
            bad = instance.invoke("search", len(combos), first, last)
        except TooLarge as error:
            raise Unsupported(f"a number that the search has no room for: {error}") from None
        except RuleFault:
            bad = FAULT
        checked = int.from_bytes(instance.view[memory.checked : memory.checked + 8], "little")
        if bad == NOTHING:
            return checked, None
        at, rest = (instance.words[(memory.progress >> 2) + i] for i in range(2))
        return checked, (at, rest, bad)


def exhaust(book: Book, property: Exhaustive, quick: bool, fast: bool | None = None) -> Result:
    """Every arrangement where the fast back end is at hand, a sample without; never the one for the other."""
    table = seat(book.game, None, dict(property.parameters))
    search = Search(book, property, table)
    fast = available() if fast is None else fast
    large = search.space.positions > MOST
    whole = fast and not quick and not large
    sample = SLOW_SAMPLE if not available() else SAMPLE if quick or not fast else LARGE_SAMPLE
    checked, bad = _all(search) if whole else _some(search, sample)
    positions = search.space.positions if whole else sample
    verdict = "exhaustive" if whole else "sampled"
    low, high = search.space.low, search.space.low + search.space.places - 1
    detail = f"{positions:,} positions on {low} to {high}, in which like pieces are not told apart, {checked:,} moves"
    if large and not quick:
        detail += f"; a sample, for all {search.space.positions:,} positions are more than {MOST:,}"
    if whole and not independent(book, property):
        verdict, detail = "bounded", f"{detail}; only with {len(table.players)} players"
    if whole and (others := unvaried(property, search.obligation, table)):
        verdict, detail = "bounded", f"{detail}; {', '.join(others)} matters and was not gone through"
    result = Result(
        property.id,
        book.edition,
        verdict,
        "every arrangement" if whole else "random arrangements",
        property.note.says,
        property.note.clauses,
        property.expect,
        detail=detail,
        states=positions,
        players=(len(table.players),),
        vacuous=bad is None and (checked == 0 or says_nothing(book, property, table)),
    )
    if bad is not None:
        return _refuted(book, property, table, search.moves(search.state(search.arrangement(*bad[:2]))), bad[2], result)
    confirm(search)
    result = replace(result, detail=f"{result.detail}; one `{search.a.vary}` at a time, several in {CROWDED} moves")
    crowded = _crowded(search)
    return _refuted(book, property, table, iter([crowded]), FAULT, result) if crowded else result


def _all(search: Search) -> tuple[int, Any]:
    combos = list(combinations_with_replacement(range(search.space.places), search.space.group))
    edges = [len(combos) * i // CHUNKS for i in range(CHUNKS + 1)]
    own = local()
    # One thread compiles, the others would only do the same.
    assert search.module is not None

    def part(i: int) -> tuple[int, Any]:
        if not hasattr(own, "worker"):
            own.worker = search.worker()
        some = combos[edges[i] : edges[i + 1]]
        total = 0
        for first, last in search.space.ranges:
            checked, bad = own.worker.run(some, first, last)
            total += checked
            if bad is not None:
                return total, (some[bad[0]], bad[1], bad[2])
        return total, None

    total, found = 0, None
    with ThreadPoolExecutor() as pool:
        for checked, bad in pool.map(part, range(CHUNKS)):
            total += checked
            found = found or bad
    return total, found


def _some(search: Search, sample: int) -> tuple[int, Any]:
    """A fixed sample, so that two runs say the same."""
    rng = random.Random(1)
    total = 0
    worker = search.worker() if available() else None
    judge = Judge(search.table)
    for _ in range(sample):
        combo, rest = search.space.any_combo(rng), rng.randrange(search.space.rest)
        if worker is not None:
            checked, bad = worker.run([combo], rest, rest + 1)
            total += checked
            if bad is not None:
                return total, (combo, rest, bad[2])
            continue
        for args, state in search.moves(search.state(search.arrangement(combo, rest))):
            total += 1
            if judge.replay(search.obligation, args, [], state).broken:
                return total, (combo, rest, FAULT)
    return total, None


def confirm(search: Search) -> None:
    """A sample of what holds is asked of the reference evaluator: a search that overlooks faults is noticed too."""
    rng = random.Random(2)
    judge = Judge(search.table)
    for _ in range(CONFIRMED):
        combo, rest = search.space.any_combo(rng), rng.randrange(search.space.rest)
        moves = list(search.moves(search.state(search.arrangement(combo, rest))))
        args, state = moves[rng.randrange(len(moves))]
        shown = judge.replay(search.obligation, args, [], state)
        if shown.broken:
            raise Disagreement(
                f"`{search.property.id}` of {search.book.edition}: the search says that it holds for {args}, "
                f"the reference evaluator says that it does not: {', '.join(shown.failed)}"
            )


def _crowded(search: Search) -> tuple[tuple[Any, ...], State] | None:
    """A move that fails with the varied variable set in other cells than the one that was varied."""
    rng = random.Random(3)
    judge, reference, vary, beside = Judge(search.table), Reference(search.table), search.a.vary, search.a.beside
    values = search.table.index(search.table.game.state[vary].type)
    for _ in range(CROWDED):
        combo, rest = search.space.any_combo(rng), rng.randrange(search.space.rest)
        moves = list(search.moves(search.state(search.arrangement(combo, rest))))
        args, start = moves[rng.randrange(len(moves))]
        state = reference.copy(start)
        empty = reference.initial()[vary]
        for cell in state[vary]:
            if state[vary][cell] == empty[cell] and rng.random() < 0.5:
                state[vary][cell] = values[rng.randrange(len(values))]
                state[beside][cell] = search.table.players[0]
        if judge.replay(search.obligation, args, [], state).broken:
            return args, state
    return None


def _refuted(
    book: Book,
    property: Exhaustive,
    table: Table,
    moves: Iterator[tuple[tuple[Any, ...], State]],
    code: int,
    result: Result,
) -> Result:
    """The first of some moves that fails, replayed."""
    judge, (obligation,) = Judge(table), obligations(book, property)
    tried = (judge.replay(obligation, args, [], state) for args, state in moves)
    shown = next((s for s in tried if s.broken), None)
    if shown is None:
        what = "a rule has no answer" if code == FAULT else property.holds[code % 100 - 1][0] + " fails"
        raise Disagreement(
            f"`{property.id}` of {book.edition}: the search says that {what}, "
            "the reference evaluator says that it holds for every move from there"
        )
    witness = property_witness(book, property, table, obligation.transition, shown)
    detail = f"fails: {', '.join(shown.failed)}"
    return replace(
        result, verdict="refuted", method="counterexample replayed", witness=witness, detail=detail, vacuous=False
    )
