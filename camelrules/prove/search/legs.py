"""How many legs a race can have: a search over every arrangement and every set of dice still to come.

Only the pieces, their order and the dice matter for that; that nothing else does is derived from the
rules by `relevant`, not assumed. A position is alive for k legs when some dice lead through k whole legs;
positions that are alive for k + 1 are found among those alive for k. When none is left, every race ends.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement, permutations
from math import comb
from threading import local
from typing import Any

from camelrules.lang.syntax import Expr
from camelrules.prove.search.leg_kernel import LegKernel
from camelrules.run.reference import Reference
from camelrules.run.table import Table
from camelrules.run.wasm.host import Instance, compiled

CHUNK = 64  # choices of places that one call goes through
SWEPT = 1 << 20  # positions of one call of a sweep


class Legs:
    """The search for one table without anything on the track but the pieces."""

    def __init__(
        self, table: Table, space: Any, names: dict[str, str], faces: list[tuple[int, int, int]],
        where: Expr | None, keep: frozenset[str],
    ) -> None:  # fmt: skip
        self.table, self.space = table, space
        self.faces = faces  # (die, colour, value) by code; the group's dice first, in the order of the group
        self.dice = list(dict.fromkeys(f[0] for f in faces))
        self.kernel = LegKernel(table, space, names, faces, self.dice, where, keep)
        self.module = compiled(self.kernel.built)

    @property
    def positions(self) -> int:
        return int(self.space.combos * self.space.rest)

    def instance(self) -> Instance:
        """An instance that can place pieces."""
        made = Instance(self.kernel.built, self.module)
        start = bytes(made.layout.encode(Reference(self.table).initial()))
        at = self.kernel.arranger.memory.start
        made.grow(self.kernel.tables)
        made.view[at : at + len(start)] = start
        self.fill(made, self.kernel.ranks, self.rank_table())
        self.fill(made, self.kernel.perms, self.perm_table())
        return made

    @staticmethod
    def fill(made: Instance, at: int, data: bytes) -> None:
        made.grow(at + len(data))
        made.view[at : at + len(data)] = data

    # -- tables --------------------------------------------------------------------------
    def rank_table(self) -> bytes:
        """How many choices of places come before one with this place for this piece of the group."""
        places, group = self.space.places, self.space.group
        wide = places + group - 1
        words: list[int] = []
        for i in range(group):
            row = [0]
            for x in range(wide):
                row.append(row[-1] + comb(wide - 1 - x, group - 1 - i))
            words += [*row, row[-1]]
        return b"".join(w.to_bytes(4, "little") for w in words)

    def perm_table(self) -> bytes:
        """The number of each permutation of the group, by its digits."""
        group = self.space.group
        table = bytearray(group**group)
        for at, perm in enumerate(permutations(range(group))):
            code = 0
            for label in perm:
                code = code * group + label
            table[code] = at
        return bytes(table)

    def renamed_table(self) -> bytes:
        """A set of sets of dice of the position after, told in the labels of the one before, byte by byte."""
        group, dice = self.space.group, len(self.dice)
        words: list[int] = []
        for perm in permutations(range(group)):
            # A set of dice of the position before, told in the labels of the one after.
            moved = [
                sum(1 << (perm[d] if d < group else d) for d in range(dice) if i >> d & 1) for i in range(1 << dice)
            ]
            bits = [[0] * 8 for _ in range(8)]
            for before, after in enumerate(moved):
                byte, bit = divmod(after, 8)
                bits[byte][bit] |= 1 << before
            for byte in range(8):
                row = [0] * 256
                for value in range(1, 256):
                    low = value & -value
                    row[value] = row[value ^ low] | bits[byte][low.bit_length() - 1]
                words += row
        return b"".join(w.to_bytes(8, "little") for w in words)

    # -- the search --------------------------------------------------------------------------
    def longest(self, over: list[bool], limit: int) -> tuple[int, bool, int, bool]:
        """The most whole legs from the starts, whether every race ends, the most from any position, and whether any
        position is a start.

        `over[I]` says whether a leg is over when exactly the dice of the set `I` are still inside.
        """
        size, slots = self.positions, len(self.faces)
        combos = list(combinations_with_replacement(range(self.space.places), self.space.group))
        ends = sum(1 << i for i, o in enumerate(over) if o)
        main = self.instance()
        at = self.kernel.place(size, slots)
        main.grow(at.end)
        self.fill(main, at.renamed, self.renamed_table())
        begun = False
        for first, follow, starts in self.successors(combos):
            begun = begun or any(starts)
            start = first * self.space.rest
            main.view[at.following + 4 * slots * start : at.following + 4 * slots * start + len(follow)] = follow
            main.view[at.starts + start : at.starts + start + len(starts)] = starts
        self.fill(main, at.live, self.ordered(combos))
        main.invoke("leg_begin", size, at.old, at.bits)
        live, best = size, 0
        signed = ends - (1 << 64) if ends >> 63 else ends
        for legs in range(1, limit + 1):
            changed = 1
            while changed:
                changed = 0
                for first in range(0, live, SWEPT):
                    part = (at.live, first, min(first + SWEPT, live))
                    changed |= main.invoke("sweep", *part, at.old, at.bits, at.following, at.renamed, signed)
            found = main.invoke("leg_end", size, at.old, at.bits, at.starts)
            live = main.invoke("compact", at.live, live, at.old)
            if found & 1:
                best = legs
            if not found:
                return best, True, legs - 1, begun
        return best, False, limit, begun

    def successors(self, combos: list[tuple[int, ...]]) -> Iterator[tuple[int, bytes, bytes]]:
        """For parts of all arrangements: what each die leads to, and whether a race can begin there."""
        own = local()
        slots, rest = len(self.faces), self.space.rest
        chunk = max(1, CHUNK // max(1, rest // 64))

        def part(first: int) -> tuple[int, bytes, bytes]:
            if not hasattr(own, "made"):
                own.made = self.instance()
            made, some = own.made, combos[first : first + chunk]
            packed = b"".join(map(bytes, some))
            self.fill(made, self.kernel.arranger.memory.combos, packed)
            follow = self.kernel.tables
            starts = follow + 4 * slots * rest * len(some)
            made.grow(starts + rest * len(some))
            made.invoke("successors", len(some), follow, starts)
            return (
                first,
                bytes(made.view[follow:starts]),
                bytes(made.view[starts : starts + rest * len(some)]),
            )

        with ThreadPoolExecutor() as pool:
            yield from pool.map(part, range(0, len(combos), chunk))

    def ordered(self, combos: list[tuple[int, ...]]) -> bytes:
        """Positions from the most advanced to the least: one sweep carries news a long way."""
        order = sorted(range(len(combos)), key=lambda i: -sum(combos[i]))
        rest = self.space.rest
        return array("I", (at * rest + r for at in order for r in range(rest))).tobytes()
