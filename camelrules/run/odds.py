"""Exact chances of every place at the end of the leg, as fractions."""

from __future__ import annotations

from fractions import Fraction

from camelrules.lang.model import Game
from camelrules.lang.syntax import Call, Lit
from camelrules.run.plain import EFFECT, QUESTIONS, ranked
from camelrules.run.reference import State
from camelrules.run.slice import assigned, changed, relevant
from camelrules.run.table import Element, Table
from camelrules.run.wasm.faults import TooLarge
from camelrules.run.wasm.host import Instance
from camelrules.run.wasm.levels import DONE, FULL, LEVELS, Levels
from camelrules.run.wasm.module import Builder, Built

# Entries that a search begins with room for, and the most it may have: 2**22 of them are some 400 MB.
FIRST_BITS, LAST_BITS = 16, 22


def leg_search(table: Table, folded: bool = True) -> tuple[Built, Levels]:
    """The module that follows every way in which a leg can go on; with parameters in memory, for any values of them."""
    game = table.game
    keep = relevant(game, QUESTIONS, EFFECT)
    first = changed(table, EFFECT) if folded else assigned(game, EFFECT)
    builder = Builder(table, folded, keep=keep, first=first & keep, every=True)
    camels = ranked(table)
    done = game.functions["leg_over"]
    over = Call("leg_over", (), done.type, done.note.span)
    levels = Levels(builder, EFFECT, over, tuple(place_of(game, c) for c in camels), len(camels))
    return builder.build(levels.functions()), levels


class Odds:
    """The odds of positions at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.camels = ranked(table)
        built, self.levels = leg_search(table)
        self.instance = Instance(built)
        self.bits = FIRST_BITS

    def camels_by_place(self, state: State) -> dict[str, list[Fraction]]:
        """For each racing camel, the chance of each place, first to last."""
        packed = self.instance.layout.encode(state)
        while True:
            heap, entry = self.levels.heap, self.levels.plan.entry
            capacity = 1 << self.bits
            table = heap + 2 * (capacity + 64) * entry
            self.instance.grow(table + 16 * capacity)
            self.instance.load(packed)
            ended = self.instance.invoke("search", capacity, self.bits + 1, table, heap, heap + (capacity + 64) * entry)
            if ended == DONE:
                return self.result()
            if ended != FULL or self.bits >= LAST_BITS:
                raise TooLarge("the leg has more outcomes than there is room for")
            self.bits += 2
            # What the table of hashes holds is at another place now.
            self.instance.view[heap : len(self.instance.view)] = bytes(len(self.instance.view) - heap)

    def result(self) -> dict[str, list[Fraction]]:
        plan, size = self.levels.plan, len(self.camels)
        words = self.instance.view[plan.results : plan.results + 8 * plan.words * LEVELS].cast("q")
        rows = [words[at : at + plan.words].tolist() for at in range(0, len(words), plan.words) if words[at]]
        # Each level's denominator is a multiple of the one before.
        common = rows[-1][0]
        totals = [sum(row[at] * (common // row[0]) for row in rows) for at in range(1, plan.words)]
        return {
            str(camel): [Fraction(totals[at * size + place], common) for place in range(size)]
            for at, camel in enumerate(self.camels)
        }


def place_of(game: Game, camel: Element) -> Call:
    """The place of a camel as an expression."""
    function = game.functions["place"]
    (param,) = function.params
    span = function.note.span
    return Call("place", (Lit(camel, param[1], span),), function.type, span)
