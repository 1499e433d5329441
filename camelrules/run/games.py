"""Games in the fast back end: one turn at a time, or many games at once."""

from __future__ import annotations

from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.syntax import Call, Expr, Lit, Read
from camelrules.run.reference import Event, Reference, State
from camelrules.run.table import Table
from camelrules.run.wasm.games import Games as Kernel
from camelrules.run.wasm.host import Instance
from camelrules.run.wasm.memory import ARGS
from camelrules.run.wasm.module import Builder

WORD = (1 << 64) - 1
# Games in one call: enough that the call costs nothing, few enough that Ctrl-C is heard, even where none of them ends.
SLICE = 100


class Games:
    """Plays the games of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        answers: tuple[Expr, ...] = (
            *(standing(table.game, c) for c in table.members["racing"]),
            *(money_of(table.game, p) for p in table.players),
            winners(table.game),
        )
        builder = Builder(table)
        for name in ("actor", "game_over", "winners"):
            builder.function(name)
        builder.function("standing")
        builder.effect("setup")
        self.kernel = Kernel(builder, answers)
        self.instance = Instance(builder.build(self.kernel.functions()))
        self.layout = self.instance.layout
        initial = bytes(self.layout.encode(Reference(table).initial()))
        self.instance.view[self.layout.initial : self.layout.initial + len(initial)] = initial
        self.actions = list(table.game.actions.values())

    # -- turn by turn ---------------------------------------------------------------------
    def begin(self, seed: int, game: int = 0) -> None:
        """Sets up a game."""
        instance = self.instance
        instance.invoke("begin")
        instance.invoke("seed", _signed(seed & WORD), game)
        start = self.layout.initial
        instance.load(bytes(instance.view[start : start + self.layout.size]))
        instance.invoke("effect setup")

    def ask(self, name: str, *args: Any) -> Any:
        definition = self.table.game.callable(name)
        self.instance.arguments(args, definition.params)
        self.instance.invoke(f"function {name}")
        return self.instance.result(definition.type)

    def turn(self) -> tuple[str, dict[str, Any], list[Event]] | None:
        """Takes a turn: the action, its arguments and what happened; None where nothing may be done."""
        self.instance.invoke("begin")
        number = self.instance.invoke("turn")
        if number < 0:
            return None
        action = self.actions[number]
        words = self.instance.words
        args = {n: self.layout.value(words[(ARGS >> 2) + 2 * i], t) for i, (n, t) in enumerate(action.params)}
        return action.name, args, self.instance.events()

    def state(self) -> State:
        return self.layout.decode(self.instance.save())

    def winners(self, mask: int) -> frozenset[str]:
        """The players of a mask."""
        found: frozenset[str] = self.layout.value(mask, self.table.game.callable("winners").type)
        return found

    # -- many at once -----------------------------------------------------------------------
    def columns(self, seed: int, games: range, turns: int) -> list[list[int]]:
        """A column for each thing that is known of games: how each ended, its turns, events by kind, answers."""
        record = self.kernel.record
        address = self.layout.heap
        self.instance.grow(address + 4 * record.size * len(games))
        for start in range(0, len(games), SLICE):
            count, place = min(SLICE, len(games) - start), address + 4 * record.size * start
            self.instance.invoke("games", _signed(seed & WORD), games.start + start, count, turns, place)
        words = self.instance.words[address >> 2 : (address >> 2) + record.size * len(games)]
        kinds = len(self.instance.built.kinds)
        wanted = [0, 1, *range(2, 2 + kinds)]
        columns = [words[i :: record.size].tolist() for i in wanted]
        for i in range(len(self.kernel.answers)):
            at = record.answers + 2 * i
            low, high = words[at :: record.size], words[at + 1 :: record.size]
            columns.append([(h << 32) | (x & 0xFFFFFFFF) for x, h in zip(low, high, strict=True)])
        return columns


def standing(game: Game, camel: Any) -> Call:
    """A racing camel's place at the end of the race, as an expression."""
    function = game.functions["standing"]
    (_, camels), (_, occasions) = function.params
    span = function.note.span
    return Call("standing", (Lit(camel, camels, span), Lit("final", occasions, span)), function.type, span)


def money_of(game: Game, player: Any) -> Read:
    """A player's money, as an expression."""
    variable = game.state["money"]
    span = variable.note.span
    return Read("money", (Lit(player, variable.index[0], span),), variable.type, span)


def winners(game: Game) -> Call:
    """Who wins, as an expression."""
    function = game.functions["winners"]
    return Call("winners", (), function.type, function.note.span)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
