"""How many legs a race can have: a search over every arrangement and every set of dice still to come.

Only the pieces, their order and the dice matter for that; that nothing else does is derived from the
rules by `relevant`, not assumed. A position is alive for k legs when some dice lead through k whole legs;
positions that are alive for k + 1 are found among those alive for k. When none is left, every race ends.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, permutations
from math import comb
from typing import Any

from camelrules.prove.exhaust import CHUNKS, UNRANK, Space, make_native
from camelrules.prove.native import HELPER_NAMES, Native
from camelrules.run.table import Table

SOURCE = (
    UNRANK
    + """
def rank(A, count, stack, order, out):
    # Pieces by place and height; the group takes its labels in that order.
    for s in range(PLACES):
        count[s] = 0
    for i in range(PIECES):
        c = CODES[i]
        s = A[PLACE + c] - LOW
        if s < 0 or s >= PLACES:
            return -1
        count[s] += 1
    for s in range(PLACES):
        count[s] = 0
    for i in range(PIECES):
        c = CODES[i]
        s = A[PLACE + c] - LOW
        h = 0
        for j in range(PIECES):
            if (A[ORDER + CODES[j]] >> c) & 1 != 0:
                h += 1
        stack[s, h] = i
        count[s] += 1
    label = 0
    at = 0
    previous = -1
    for s in range(PLACES):
        for h in range(count[s]):
            i = stack[s, h]
            if i < GROUP:
                order[i] = label
                d = s + label
                at += TABLE[label, d] - TABLE[label, previous + 1]
                previous = d
                label += 1
    rest = 0
    scale = 1
    for j in range(GROUP, PIECES):
        gap = 0
        found = False
        for s in range(PLACES):
            if found:
                break
            under = 0
            for h in range(count[s]):
                i = stack[s, h]
                if i == j:
                    gap += under
                    found = True
                    break
                if i < j:
                    under += 1
            if not found:
                gap += under + 1
        rest += gap * scale
        scale *= PLACES + j
    code = 0
    for i in range(GROUP):
        code = code * GROUP + order[i]
    out[0] = PERMS[code]
    return at * REST + rest

def successors(combos, first, last, NEXT, PERM):
    S = np.zeros(SIZE, np.int64)
    A = np.zeros(SIZE, np.int64)
    count = np.zeros(PLACES, np.int64)
    stack = np.zeros((PLACES, PIECES + 1), np.int64)
    order = np.zeros(GROUP, np.int64)
    out = np.zeros(1, np.int64)
    for at in range(first, last):
        for rest in range(REST):
            unrank(S, combos, at, rest, count, stack)
            for k in range(SLOTS):
                for i in range(SIZE):
                    A[i] = S[i]
                m = f_mover(S, S, DICE[k, 0], DICE[k, 1])
                e_move(A, A, m, DICE[k, 2])
                NEXT[at * REST + rest, k] = rank(A, count, stack, order, out)
                PERM[at * REST + rest, k] = out[0]

def beginnings(combos, first, last, START_AT):
    S = np.zeros(SIZE, np.int64)
    count = np.zeros(PLACES, np.int64)
    stack = np.zeros((PLACES, PIECES + 1), np.int64)
    for at in range(first, last):
        for rest in range(REST):
            unrank(S, combos, at, rest, count, stack)
            START_AT[at * REST + rest] = start(S, S)

def sweep(LIVE, ALIVE, OLD, B, NEXT, PERM, BYTES, SHIFTS, KEEPS, REACHES, OVER, changed):
    for p in LIVE:
        old = OLD[p]
        bits = B[p]
        if ALIVE[p]:
            bits |= OVER & old
        missing = old & ~bits
        for k in range(SLOTS):
            # A die can only add sets that it is in, and only those that were there one leg ago.
            if missing & REACHES[k] == 0:
                continue
            q = NEXT[p, k]
            if q < 0:
                continue
            word = B[q]
            if word == 0:
                continue
            g = PERM[p, k]
            made = np.uint64(0)
            if g == 0:
                made = word
            else:
                for b in range(8):
                    made |= BYTES[g, b, (word >> np.uint64(8 * b)) & np.uint64(255)]
            bits |= ((made & KEEPS[k]) << SHIFTS[k]) & missing
            missing = old & ~bits
        if bits != B[p]:
            B[p] = bits
            changed[0] = 1
"""
)


class Legs:
    """The search for one table without anything on the track but the pieces."""

    def __init__(self, table: Table, space: Space, native: Native, names: dict[str, str], faces: list[Any]) -> None:
        self.table, self.space, self.native = table, space, native
        self.names = names
        self.faces = faces  # (die, colour, value) by code; the group's dice first, in the order of the group
        self.dice = list(dict.fromkeys(f[0] for f in faces))

    @property
    def positions(self) -> int:
        return self.space.combos * self.space.rest

    def longest(self, over: list[bool], limit: int) -> tuple[int, bool, int]:
        """The most whole legs from the starts, whether every race ends, and the most from any position.

        `over[I]` says whether a leg is over when exactly the dice of the set `I` are still inside.
        """
        import numpy as np

        np_table = self.arrays(np)
        namespace = self.compiled(np, np_table)
        combos, order = self.ordered(np)
        size, slots = self.positions, len(self.faces)
        following = np.empty((size, slots), np.int32)
        perm = np.empty((size, slots), np.uint8)
        self.threads(lambda a, b: namespace["successors"](combos, a, b, following, perm), self.chunks(len(combos)))
        starts = np.zeros(size, np.bool_)
        self.threads(lambda a, b: namespace["beginnings"](combos, a, b, starts), self.chunks(len(combos)))
        full = (1 << len(self.dice)) - 1
        ends = np.uint64(sum(1 << i for i, o in enumerate(over) if o))
        reaches = (np_table["KEEPS"] << np_table["SHIFTS"]) & ~ends
        alive = np.ones(size, np.bool_)
        old = np.full(size, np.uint64(0xFFFFFFFFFFFFFFFF), np.uint64)
        best = 0
        for legs in range(1, limit + 1):
            bits = np.zeros(size, np.uint64)
            changed = np.ones(1, np.int64)
            live = order[old[order] != 0]
            tables = (np_table[n] for n in ("BYTES", "SHIFTS", "KEEPS"))
            arguments = (live, alive, old, bits, following, perm, *tables, reaches, ends, changed)
            while changed[0]:
                changed[0] = 0
                namespace["sweep"](*arguments)
            alive = (bits >> np.uint64(full)) & np.uint64(1) == 1
            old = bits
            if alive[starts].any():
                best = legs
            if not alive.any():
                return best, True, legs - 1
        return best, False, limit

    def chunks(self, size: int, parts: int = CHUNKS) -> list[tuple[int, int]]:
        edges = [size * i // parts for i in range(parts + 1)]
        return [(a, b) for a, b in pairwise(edges) if b > a]

    def threads(self, work: Any, parts: list[tuple[int, int]]) -> None:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda p: work(*p), parts))

    def ordered(self, np: Any) -> tuple[Any, Any]:
        """Arrangements, and positions from the most advanced to the least: one sweep carries news a long way."""
        space = self.space
        combos = np.array(list(combinations_with_replacement(range(space.places), space.group)), np.int64)
        order = np.argsort(-combos.sum(axis=1), kind="stable").astype(np.int32)
        return combos, (order[:, None] * space.rest + np.arange(space.rest, dtype=np.int32)).ravel()

    def arrays(self, np: Any) -> dict[str, Any]:
        group, dice = self.space.group, len(self.dice)
        perms = list(permutations(range(group)))
        codes = np.zeros(group**group, np.int64)
        table = np.zeros((len(perms), 8, 256), np.uint64)
        for at, perm in enumerate(perms):
            code = 0
            for label in perm:
                code = code * group + label
            codes[code] = at
            # A set of dice of the position before, told in the labels of the one after.
            moved = [
                sum(1 << (perm[d] if d < group else d) for d in range(dice) if i >> d & 1) for i in range(1 << dice)
            ]
            for before in range(1 << dice):
                after = moved[before]
                byte, bit = divmod(after, 8)
                for value in range(256):
                    if value >> bit & 1:
                        table[at, byte, value] |= np.uint64(1 << before)
        keeps, shifts = [], []
        for die, _, _ in self.faces:
            d = self.dice.index(die)
            keeps.append(sum(1 << i for i in range(1 << dice) if not i >> d & 1))
            shifts.append(1 << d)
        return {
            "PERMS": codes,
            "BYTES": table,
            "KEEPS": np.array(keeps, np.uint64),
            "SHIFTS": np.array(shifts, np.uint64),
        }

    def compiled(self, np: Any, arrays: dict[str, Any]) -> dict[str, Any]:
        space, native = self.space, self.native
        native.function(self.names["mover"])
        native.effect(self.names["move"])
        places, group = space.places, space.group
        wide = places + group - 1
        table = np.zeros((group, wide + 2), np.int64)
        for i in range(group):
            for x in range(wide + 1):
                table[i, x + 1] = table[i, x] + (comb(wide - 1 - x, group - 1 - i) if x < wide else 0)
        from camelrules.run.reference import Reference

        (sort,) = self.table.game.state[self.names["place"]].index
        namespace: dict[str, Any] = {
            "np": np,
            "SIZE": native.size,
            "START": np.array(native.encode(Reference(self.table).initial()), np.int64),
            "PLACES": places,
            "LOW": space.low,
            "GROUP": group,
            "PIECES": len(space.pieces),
            "REST": space.rest,
            "CODES": np.array([native.layout.code(c, sort) for c in space.pieces], np.int64),
            "PLACE": native.offsets[self.names["place"]],
            "ORDER": native.offsets[self.names["order"]],
            "TABLE": table,
            "PERMS": arrays["PERMS"],
            "SLOTS": len(self.faces),
            "DICE": np.array(self.faces, np.int64),
        }
        names = {"mover": f"f_{self.names['mover'].replace('.', '_')}", "move": f"e_{self.names['move']}"}
        source = native.source() + SOURCE.replace("f_mover", names["mover"]).replace("e_move", names["move"])
        exec(compile(source, "<legs>", "exec"), namespace)
        make_native(namespace, (*HELPER_NAMES, *native.order), ("unrank", "rank", "successors", "beginnings", "sweep"))
        return namespace
