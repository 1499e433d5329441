"""Many short games from one position under two readings of the rules, with the same chances, in the fast back end."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from camelrules.lang.syntax import Binary, Call, Expr, In, Lit, Read, ValueDomain
from camelrules.lang.types import BOOL, SetType
from camelrules.run.chance import seeded
from camelrules.run.engine import Engine
from camelrules.run.fast import available
from camelrules.run.games import WORD, money_of
from camelrules.run.play import pick
from camelrules.run.reference import Run, State
from camelrules.run.table import Table
from camelrules.run.wasm import form
from camelrules.run.wasm.games import COPYING, LAST_ACTION, UNLIKE
from camelrules.run.wasm.games import Games as Kernel
from camelrules.run.wasm.host import shared
from camelrules.run.wasm.memory import ARGS, Unsupported
from camelrules.run.wasm.module import Builder

Taken = tuple[str, tuple[Any, ...], tuple[dict[str, Any], ...]]  # an action, its arguments, what was drawn
Chosen = tuple[str, tuple[Any, ...]]
HASH = 8  # bytes
RECORD = 2 * HASH  # of everybody's money, and of the camels and the winners


class Side:
    """One reading at work."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.instance = shared.instance(table, _kernel)
        self.layout = self.instance.layout
        self.actions = list(table.game.actions.values())
        self.position = b""
        # The edition itself is one side of every search, with the same positions each time.
        self.known: dict[tuple[bytes, int, int, int], bytes] = {}

    def start(self, state: State) -> None:
        """Lays out the position from which every game starts."""
        self.position = bytes(self.layout.encode(state))
        self.instance.view[self.layout.initial : self.layout.initial + len(self.position)] = self.position

    def ends(self, seed: int, games: int, turns: int) -> bytes:
        """A record of what everybody sees at the end of each game."""
        key = (self.position, seed, games, turns)
        if key not in self.known:
            address = self.layout.heap
            self.instance.grow(address + RECORD * games)
            self.instance.invoke("games", _signed(seed & WORD), 0, games, turns, address)
            self.known[key] = bytes(self.instance.view[address : address + RECORD * games])
        return self.known[key]

    def steps(self, seed: int, game: int, turns: int) -> list[Taken]:
        """One of these games, turn by turn."""
        instance = self.instance
        instance.invoke("begin")
        instance.invoke("seed", _signed(seed & WORD), game)
        start = self.layout.initial
        instance.load(bytes(instance.view[start : start + self.layout.size]))
        instance.words[LAST_ACTION >> 2], instance.words[COPYING >> 2] = -1, game & 1
        found: list[Taken] = []
        for _ in range(turns):
            instance.invoke("begin")
            number = instance.invoke("turn")
            if number < 0:
                break
            action = self.actions[number]
            words = instance.words
            args = tuple(self.layout.value(words[(ARGS >> 2) + 2 * i], t) for i, (_, t) in enumerate(action.params))
            drawn = tuple({k: v for k, v in e.items() if k != "kind"} for e in instance.written() if not e["kind"])
            found.append((action.name, args, drawn))
            instance.invoke("function game_over")
            if instance.words[ARGS >> 2]:
                break
        return found


def seen(table: Table) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
    """What everybody sees: money, and apart from it where the camels are, how they are stacked, and who has won."""
    game = table.game
    over, winners = (Call(n, (), (f := game.callable(n)).type, f.note.span) for n in ("game_over", "winners"))
    assert isinstance(winners.type, SetType)
    seat = winners.type.of
    at, above = game.state["at"], game.state["above"]
    span = at.note.span
    camels = table.members["camel"]

    def won(player: Any) -> Expr:
        among = In(Lit(player, seat, span), ValueDomain(winners, span), BOOL, span)
        return Binary("and", over, among, BOOL, span)

    def camel(name: Any) -> Lit:
        return Lit(name, at.index[0], span)

    return (
        tuple(money_of(game, p) for p in table.players),
        (
            *(Read("at", (camel(c),), at.type, span) for c in camels),
            *(Read("above", (camel(a), camel(b)), above.type, span) for a in camels for b in camels if a != b),
            *(won(p) for p in table.players),
        ),
    )


def _kernel(builder: Builder) -> tuple[form.Function, ...]:
    return Kernel(builder, setup=False, hashed=seen(builder.table)).functions()


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


class PlainSide:
    """The same by the reference evaluator, for where there is no fast back end."""

    def __init__(self, made: Engine) -> None:
        self.made = made
        self.position: State = {}

    def start(self, state: State) -> None:
        self.position = state

    def ends(self, seed: int, games: int, turns: int) -> bytes:
        return b"".join(self._played(seed, game, turns)[1] for game in range(games))

    def steps(self, seed: int, game: int, turns: int) -> list[Taken]:
        return self._played(seed, game, turns)[0]

    def _played(self, seed: int, game: int, turns: int) -> tuple[list[Taken], bytes]:
        reference, choose = self.made.reference, seeded(seed, game)
        state = reference.copy(self.position)
        found: list[Taken] = []
        copying = game & 1
        chosen: Chosen | None = None
        for _ in range(turns):
            if reference.call("game_over", (), state):
                break
            if not (copying and chosen and choose(UNLIKE) and self._legal(chosen, state)):
                chosen = pick(self.made, state, choose)
            if chosen is None:
                break
            run = Run(state, choose, [])
            reference.act(*chosen, run)
            reference.run("end_of_turn", (), run)
            found.append((*chosen, tuple(run.drawn)))
        money = b"".join(state["money"][(p,)].to_bytes(8, "little", signed=True) for p in self.made.table.players)
        won = sorted(reference.call("winners", (), state)) if reference.call("game_over", (), state) else None
        rest = repr((sorted(state["at"].items()), sorted(state["above"].items()), won)).encode()
        return found, b"".join(hashlib.sha256(part).digest()[:HASH] for part in (money, rest))

    def _legal(self, chosen: Chosen, state: State) -> bool:
        name, args = chosen
        return args in self.made.reference.ways(self.made.game.actions[name], state)


@lru_cache(maxsize=32)
def side(made: Engine) -> Side | PlainSide:
    """A reading at work in the fastest way that there is."""
    if available():
        try:
            return Side(made.table)
        except (Unsupported, OverflowError):
            pass
    return PlainSide(made)
