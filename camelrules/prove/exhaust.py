"""Exhaustive search: every arrangement of the pieces, every mover and step, through code made from the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from camelrules.lang.types import SortType
from camelrules.prove.alike import interchangeable
from camelrules.prove.assumed import spoken
from camelrules.prove.confirm import Judge
from camelrules.prove.native import HELPER_NAMES, Native
from camelrules.prove.properties import Book, Property
from camelrules.prove.results import Result
from camelrules.prove.witness import property_witness
from camelrules.run.engine import Disagreement
from camelrules.run.reference import Reference, State
from camelrules.run.table import Table, seat

SAMPLE = 400  # positions for a run without native code
CHUNKS = 64

# One arrangement by its number: the first group by sorted places, every other piece into a gap of a stack.
UNRANK = """
def unrank(S, combos, at, rest, count, stack):
    for i in range(SIZE):
        S[i] = START[i]
    for s in range(PLACES):
        count[s] = 0
    for i in range(GROUP):
        s = combos[at, i]
        stack[s, count[s]] = i
        count[s] += 1
    left = rest
    for j in range(GROUP, PIECES):
        gaps = PLACES + j
        gap = left % gaps
        left //= gaps
        s = 0
        while gap > count[s]:
            gap -= count[s] + 1
            s += 1
        for h in range(count[s], gap, -1):
            stack[s, h] = stack[s, h - 1]
        stack[s, gap] = j
        count[s] += 1
    for s in range(PLACES):
        for h in range(count[s]):
            c = CODES[stack[s, h]]
            S[PLACE + c] = LOW + s
            for g in range(h):
                S[ORDER + CODES[stack[s, g]]] |= 1 << c
"""

# Goes through arrangements; S is the state before, A the one after, O what was found.
DRIVER = """
def search(combos, first, last, O, S, A, count, stack):
    for at in range(first, last):
        for rest in range(REST):
            unrank(S, combos, at, rest, count, stack)
            bad = moves(S, A, O)
            if bad >= 0:
                O[1], O[2], O[3] = at, rest, bad
                return 1
    return 0
"""


@dataclass(frozen=True, slots=True)
class Space:
    """The arrangements to go through."""

    pieces: tuple[str, ...]
    group: int
    low: int
    places: int

    @property
    def combos(self) -> int:
        return comb(self.places + self.group - 1, self.group)

    @property
    def rest(self) -> int:
        total = 1
        for j in range(self.group, len(self.pieces)):
            total *= self.places + j
        return total


def space_of(book: Book, property: Property, table: Table) -> Space:
    """The arrangements, with the largest group that the rules cannot tell apart first."""
    a = property.exhaustive
    assert a is not None
    (sort,) = table.game.state[a.place].index
    pieces = [str(m) for m in table.index(sort)]
    groups = [g for g in interchangeable(table.game, spoken(book, property)) if set(g) <= set(pieces)]
    group = max(groups, key=len, default=(pieces[0],))
    reference = Reference(table)
    low, high = (int(reference.eval(e, {}, {})) for e in (a.low, a.high))
    return Space((*group, *(p for p in pieces if p not in group)), len(group), low, high - low + 1)


class Search:
    """The generated search of one property."""

    def __init__(self, book: Book, property: Property, table: Table) -> None:
        self.book, self.property, self.table = book, property, table
        self.space = space_of(book, property, table)
        a = property.exhaustive
        assert a is not None and a.vary is not None
        self.a = a
        self.native = Native(table, frozenset((a.place, a.order, a.vary, a.beside)))
        self.source, self.constants = self.write()

    def write(self) -> tuple[str, dict[str, Any]]:
        n, p, table, a = self.native, self.property, self.table, self.a
        step = n.effect(p.after)
        given = [f"v_{name}" for name, _ in p.given]
        lines = []
        where = n.fold(p.where) if p.where is not None else "True"
        for name, expr in p.lets:
            lines.append(f"v_{name} = {n.fold(expr)}")
        inner = [name for name, _ in p.lets]
        n.define("where", given, [f"return {where}"])
        n.define("index", given, [f"return {n.fold(a.at)}"])
        body = [*lines, f"{step}(A, W, {', '.join(given)})"]
        for at, (_, held) in enumerate(p.holds):
            args = [*given, *(f"v_{i}" for i in inner)]
            name = n.define(f"held_{at}", args, [f"return {n.fold(held)}"])
            body += [f"if not {name}(A, S, {', '.join(args)}):", f"    return {at + 1}"]
        n.functions["check"] = [f"def check(S, W, A, {', '.join(given)}):", *(f"    {x}" for x in body), "    return 0"]
        n.order.append("check")
        (_, kind), (_, number) = p.given
        assert isinstance(kind, SortType) and not isinstance(number, SortType)
        movers = [n.layout.code(m, kind) for m in table.index(kind)]
        values = sorted({int(v[0]) for v in self.values()})
        vary = table.game.state[a.vary]
        assert isinstance(vary.type, SortType)
        faces = [n.layout.code(f, vary.type) for f in (None, *table.index(vary.type))]
        spaces = [int(m) for m in table.index(vary.index[0])]
        variant = [
            "def moves(S, A, O):",
            f"    for v_m in {tuple(movers)!r}:",
            f"        for v_s in {tuple(values)!r}:",
            "            where_ = index(S, S, v_m, v_s)",
            f"            for f in {tuple(faces)!r}:",
            f"                if f >= 0 and (where_ < {spaces[0]} or where_ > {spaces[-1]}):",
            "                    continue",
            "                if f >= 0:",
            f"                    S[{n.offsets[a.vary]} + where_ - {spaces[0]}] = f",
            f"                    S[{n.offsets[a.beside]} + where_ - {spaces[0]}] = OWNER",
            "                if where(S, S, v_m, v_s):",
            "                    for i in range(SIZE):",
            "                        A[i] = S[i]",
            "                    bad = check(S, S, A, v_m, v_s)",
            "                    O[0] += 1",
            "                    if bad > 0:",
            "                        return ((v_m * 100 + v_s) * 100 + f + 1) * 100 + bad",
            "                if f >= 0:",
            f"                    S[{n.offsets[a.vary]} + where_ - {spaces[0]}] = -1",
            f"                    S[{n.offsets[a.beside]} + where_ - {spaces[0]}] = -1",
            "    return -1",
        ]
        (sort,) = table.game.state[a.place].index
        start = n.encode(Reference(table).initial())
        owner_type = table.game.state[a.beside].type
        constants = {
            "SIZE": n.size,
            "START": tuple(start),
            "PLACES": self.space.places,
            "LOW": self.space.low,
            "GROUP": self.space.group,
            "PIECES": len(self.space.pieces),
            "REST": self.space.rest,
            "CODES": tuple(n.layout.code(c, sort) for c in self.space.pieces),
            "PLACE": n.offsets[a.place],
            "ORDER": n.offsets[a.order],
            "OWNER": n.layout.code(table.players[0], owner_type),
        }
        return n.source() + "\n".join(variant) + UNRANK + DRIVER, constants

    def values(self) -> Any:
        a = self.a
        return self.table.values[a.steps]

    def run(self, first: int, last: int, namespace: dict[str, Any], combos: Any) -> Any:
        import numpy as np

        size, places = self.native.size, self.space.places
        found = np.zeros(4, np.int64)
        before, after = np.zeros(size, np.int64), np.zeros(size, np.int64)
        count, stack = np.zeros(places, np.int64), np.zeros((places, len(self.space.pieces) + 1), np.int64)
        namespace["search"](combos, first, last, found, before, after, count, stack)
        return found

    def compiled(self, native: bool) -> dict[str, Any]:
        namespace: dict[str, Any] = dict(self.constants)
        exec(compile(self.source, f"<search {self.property.id}>", "exec"), namespace)
        if native:
            rules = [n for n in (*self.native.order, *HELPER_NAMES) if n != "check"]
            make_native(namespace, rules, ("check", "moves", "unrank", "search"))
        return namespace

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

    def state(self, stacks: dict[int, list[str]]) -> State:
        state = Reference(self.table).initial()
        for number, pieces in stacks.items():
            for at, piece in enumerate(pieces):
                state[self.a.place][(piece,)] = number
                for below in pieces[:at]:
                    state[self.a.order][(piece, below)] = True
        return state


def make_native(namespace: dict[str, Any], rules: Iterable[str], drivers: Iterable[str]) -> None:
    """Compiles functions where they stand; those of the rules, many and small, are put in place of their calls."""
    import numba

    for name in rules:
        namespace[name] = numba.njit(nogil=True, error_model="numpy", inline="always")(namespace[name])
    for name in drivers:
        namespace[name] = numba.njit(nogil=True, error_model="numpy")(namespace[name])


def exhaust(book: Book, property: Property, quick: bool, native: bool | None = None) -> Result:
    """Every arrangement where native code is at hand, a sample of them without; never the one for the other."""
    table = seat(book.game, None, dict(property.change))
    search = Search(book, property, table)
    fast = _numba() if native is None else native
    whole = fast and not quick
    combos = list(combinations_with_replacement(range(search.space.places), search.space.group))
    if whole:
        checked, bad = _all(search, combos)
    else:
        checked, bad = _some(search, combos)
    positions = search.space.combos * search.space.rest if whole else SAMPLE
    result = Result(
        property.id,
        book.edition,
        "exhaustive" if whole else "sampled",
        "every arrangement, native code" if whole else "random arrangements, interpreted code",
        property.note.says,
        property.note.clauses,
        property.expect,
        detail=f"{positions:,} positions, {checked:,} moves",
        states=positions,
        players=(len(table.players),),
        assumptions=(),
    )
    return _refuted(book, property, table, search, bad, result) if bad else result


def _numba() -> bool:
    from importlib.util import find_spec

    return find_spec("numba") is not None


def _all(search: Search, combos: list[tuple[int, ...]]) -> tuple[int, Any]:
    import numpy as np

    namespace = search.compiled(native=True)
    table = np.array(combos, np.int64)
    edges = [len(combos) * i // CHUNKS for i in range(CHUNKS + 1)]
    total, bad = 0, None
    with ThreadPoolExecutor() as pool:
        # One call first: compiling twice at once would be twice the work.
        search.run(0, 0, namespace, table)
        for found in pool.map(lambda i: search.run(edges[i], edges[i + 1], namespace, table), range(CHUNKS)):
            total += int(found[0])
            if found[3] > 0 and bad is None:
                bad = (table[found[1]], int(found[2]), int(found[3]))
    return total, bad


def _some(search: Search, combos: list[tuple[int, ...]]) -> tuple[int, Any]:
    """A fixed sample, so that two runs say the same."""
    namespace = search.compiled(native=False)
    rng = random.Random(1)
    total = 0
    for _ in range(SAMPLE):
        combo, rest = combos[rng.randrange(len(combos))], rng.randrange(search.space.rest)
        state = search.native.encode(search.state(search.arrangement(combo, rest)))
        found = [0, 0, 0, 0]
        bad = namespace["moves"](state, [0] * search.native.size, found)
        total += found[0]
        if bad >= 0:
            return total, (combo, rest, bad)
    return total, None


def _refuted(book: Book, property: Property, table: Table, search: Search, bad: Any, result: Result) -> Result:
    from dataclasses import replace

    combo, rest, code = bad
    code, label = divmod(code, 100)
    code, face = divmod(code, 100)
    mover, number = divmod(code, 100)
    (_, kind), _ = property.given
    args = (search.native.layout.value(mover, kind), number)
    state = search.state(search.arrangement(combo, rest))
    a = search.a
    if face:
        assert a.vary is not None
        judge = Judge(book, property, table)
        env = dict(zip((n for n, _ in property.given), args, strict=True))
        at = (judge.reference.eval(a.at, env, state),)
        state[a.vary][at] = search.native.layout.value(face - 1, table.game.state[a.vary].type)
        state[a.beside][at] = table.players[0]
    shown = Judge(book, property, table).replay("effect", property.after, args, [], state)
    if not shown.broken:
        raise Disagreement(
            f"`{property.id}` of {book.edition}: native code says {property.holds[label - 1][0]} fails for {args}, "
            "the reference evaluator says it holds"
        )
    witness = property_witness(book, property, table, "effect", property.after, shown, property.given)
    return replace(
        result,
        verdict="refuted",
        method="counterexample replayed",
        witness=witness,
        detail=f"fails: {', '.join(shown.failed)}",
    )
