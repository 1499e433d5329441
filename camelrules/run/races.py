"""The whole race in the fast back end: how likely each camel is to win it and to come last, by dice alone."""

from __future__ import annotations

from math import sqrt
from typing import assert_never

from camelrules.lang.model import Game
from camelrules.lang.syntax import Binary, Call, Expr, Lit
from camelrules.lang.types import BOOL, INT, BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.run.games import standing
from camelrules.run.plain import LONGEST, WAITING, WIDTH_99, RaceOdds, endless
from camelrules.run.plain import RACE as EFFECTS
from camelrules.run.reference import State
from camelrules.run.slice import assigned, changed, relevant
from camelrules.run.table import Table
from camelrules.run.wasm.host import Instance
from camelrules.run.wasm.memory import aligned
from camelrules.run.wasm.module import Builder, Built
from camelrules.run.wasm.races import CYCLE, FINISHED, FULL, MORE, Races
from camelrules.run.wasm.symmetry import Renaming, interchangeable

QUESTIONS = ("standing", "race_over", WAITING)
# As many positions as an exact answer may need: a search through so many takes some seconds and 100 MB.
BUDGET = 500_000
# Races that are played where there are more: the interval is then narrower than a fifth of a percent.
SAMPLE = 600_000


def race_search(table: Table, folded: bool = True) -> tuple[Built, Races]:
    """The module that follows or plays races to their end; with parameters in memory, for any values of them."""
    game = table.game
    keep = relevant(game, QUESTIONS, *EFFECTS)
    first = frozenset(n for e in EFFECTS for n in (changed(table, e) if folded else assigned(game, e)))
    builder = Builder(table, folded, keep=keep, first=first & keep, every=True)
    camels = [str(c) for c in table.members["racing"]]
    answers = (*(_placed(game, c, 1) for c in camels), *(_placed(game, c, len(camels)) for c in camels))
    renaming = Renaming(builder.layout, "racing")
    same = interchangeable(table, "racing", EFFECTS, QUESTIONS, keep) and renaming.possible
    # A parameter in memory may come to name a camel; facts stay as they are.
    open_to_change = [] if folded else [p for p in game.parameters.values() if p.kind != "fact"]
    same = same and not any(_names(p.type, "racing") for p in open_to_change)
    races = Races(
        builder, EFFECTS, _asked(game, WAITING), _asked(game, "race_over"), answers,
        renaming if same else None, len(camels),
    )  # fmt: skip
    return builder.build(races.functions()), races


def _names(type: Type, sort: str) -> bool:
    """Whether a value of this type can name a member of a sort."""
    match type:
        case SortType():
            return sort in type.parts
        case SetType():
            return sort in type.of.parts
        case ListType():
            return any(_names(t, sort) for t in type.of)
        case BoolType() | IntType():
            return False
        case _:
            assert_never(type)


class RaceSearch:
    """The odds of races at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.camels = [str(c) for c in table.members["racing"]]
        built, self.races = race_search(table)
        self.instance = Instance(built)

    def odds(self, state: State, seed: int = 1, budget: int = BUDGET) -> RaceOdds:
        """From a position on; exact where the positions that can follow are few enough."""
        packed = self.instance.layout.encode(state)
        exact = self.exactly(packed, budget)
        return exact if exact is not None else self.by_chance(packed, seed)

    def exactly(self, packed: bytearray, budget: int) -> RaceOdds | None:
        races, instance = self.races, self.instance
        bits = (2 * budget).bit_length()
        table = aligned(races.start + (budget + 1) * races.entry)
        stack = table + (4 << bits)
        instance.grow(stack + (4 << 20))
        instance.load(packed)
        root = instance.invoke("race_begin", budget, bits, table, stack)
        renamed = [instance.words[(races.renamed >> 2) + i] for i in range(len(self.camels))]
        ended = MORE
        while ended == MORE:
            ended = instance.invoke("race_search", bits, table, stack, 5000)
        if ended in (FULL, CYCLE):
            return None
        assert ended == FINISHED
        size = len(self.camels)
        values = instance.view[root + races.values : root + races.values + 16 * size].cast("d")
        first = {c: values[at] for c, at in zip(self.camels, renamed, strict=True)}
        last = {c: values[size + at] for c, at in zip(self.camels, renamed, strict=True)}
        return RaceOdds(first, last, "exact", 0, instance.invoke("race_entries"))

    def by_chance(self, packed: bytearray, seed: int) -> RaceOdds:
        races, instance = self.races, self.instance
        size = len(self.camels)
        instance.load(packed)
        address = races.start
        instance.view[address : address + len(packed)] = packed
        sums = instance.view[races.sums : races.sums + 16 * size].cast("d")
        for at in range(2 * size):
            sums[at] = 0.0
        instance.invoke("seed", seed, 0)
        part = SAMPLE // 40
        for _ in range(40):
            if instance.invoke("race_sample", address, part, LONGEST):
                raise endless("race", LONGEST, "dice")
        played = part * 40
        first = {c: sums[at] / played for at, c in enumerate(self.camels)}
        last = {c: sums[size + at] / played for at, c in enumerate(self.camels)}
        return RaceOdds(first, last, "simulated", round(WIDTH_99 / sqrt(played), 6), 0)


def _asked(game: Game, name: str) -> Call:
    """A function without arguments, as an expression."""
    function = game.callable(name)
    return Call(name, (), function.type, function.note.span)


def _placed(game: Game, camel: str, place: int) -> Expr:
    """Whether a camel has a place at the end of the race, as an expression."""
    span = game.functions["standing"].note.span
    return Binary("==", standing(game, camel), Lit(place, INT, span), BOOL, span)
