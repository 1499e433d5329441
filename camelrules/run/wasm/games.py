"""Whole games with random legal actions, inside the module: a turn, a game, a series of games."""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.lang.syntax import Expr as Rule
from camelrules.run.wasm import form
from camelrules.run.wasm.form import (
    I32,
    I64,
    ONE,
    ZERO,
    Apply,
    Branch,
    Const,
    Copy,
    Fill,
    Function,
    Get,
    Global,
    Load,
    Perform,
    Put,
    Return,
    Stmt,
    Store,
    While,
    op,
)
from camelrules.run.wasm.memory import ARGS, KINDS, Unsupported
from camelrules.run.wasm.module import Builder
from camelrules.run.wasm.runtime import add, started
from camelrules.run.wasm.values import Frame, Set

MOST_ACTIONS = 32
KINDS_LEFT = ARGS + 8 * 24  # the kinds of action that have not been tried on a turn
# How a game ended.
OVER, NO_ACTION, ENDLESS = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Record:
    """What is written down of a game, in words: how it ended, its turns, events of each kind, then the answers."""

    size: int
    kinds: int
    answers: int


# Of a hash over 64 bits: an odd number without pattern to multiply by, and how far the high bits are brought down.
HASH_FACTOR, HASH_SHIFT = -0x61C8864680B583EB, 29


class Games:
    """Writes `turn` and `games` into a module that has every action; `answers` are asked of each last state.

    With `hashed`, groups of answers, the record of a game is one hash for each group and nothing else.
    """

    def __init__(
        self,
        builder: Builder,
        answers: tuple[Rule, ...] = (),
        setup: bool = True,
        hashed: tuple[tuple[Rule, ...], ...] = (),
    ) -> None:
        self.builder = builder
        self.layout = builder.layout
        self.game = builder.game
        if len(self.game.actions) > MOST_ACTIONS:
            raise Unsupported(f"more than {MOST_ACTIONS} kinds of action")
        lower = builder.lower
        # Without setup every game starts from the position that lies in memory.
        self.setup = lower.effect(self.game.effects["setup"]) if setup else ""
        self.end_of_turn = lower.effect(self.game.effects["end_of_turn"])
        for action in self.game.actions.values():
            builder.options(action)
            lower.action(action)
        self.answers = answers
        self.hashed = hashed
        self.record = Record(2 * len(hashed), 0, 0) if hashed else Record(2 + KINDS + 2 * len(answers), 2, 2 + KINDS)

    def functions(self) -> tuple[Function, ...]:
        return self.ways(), self.act(), self.turn(), self.games()

    def ways(self) -> Function:
        """`ways(action, address)`: lists how an action may be done."""
        frame = Frame((I32, I32))
        body: list[Stmt] = []
        for number, action in enumerate(self.game.actions.values()):
            call = Apply(f"o:{action.name}", (frame.param(1),), I32)
            body.append(Branch(op("i32.eq", frame.param(0), Const(number)), (Return(call),)))
        return Function("ways", frame.params, I32, (), (*body, Return(ZERO)))

    def act(self) -> Function:
        """`act(action)`: does it, with the arguments that lie in memory."""
        frame = Frame((I32,))
        body: list[Stmt] = []
        for number, action in enumerate(self.game.actions.values()):
            args = tuple(Load("i32.load", ZERO, ARGS + 8 * i) for i in range(len(action.params)))
            body.append(
                Branch(op("i32.eq", frame.param(0), Const(number)), (Perform(f"a:{action.name}", args), Return()))
            )
        return Function("act", frame.params, None, (), tuple(body))

    def turn(self) -> Function:
        """`turn()`: a legal action, first its kind and then a way to do it; answers which, or -1 for none."""
        frame = Frame(())
        left, chosen, action, count, row = (frame.new() for _ in range(5))
        actions = list(self.game.actions.values())
        width = max((len(a.params) for a in actions), default=0)
        place = op("i32.add", op("i32.shl", Get(chosen), Const(2)), Const(KINDS_LEFT))
        behind = op("i32.shl", op("i32.sub", op("i32.sub", Get(left), Get(chosen)), ONE), Const(2))
        sizes: form.Expr = Const(4)
        for number, definition in enumerate(actions):
            size = Const(4 * max(1, len(definition.params)))
            sizes = form.choose(op("i32.eq", Get(action), Const(number)), size, sizes)
        taken: list[Stmt] = [
            Put(
                row, op("i32.add", Global("scratch_top", I32), op("i32.mul", Apply("pick", (Get(count),), I32), sizes))
            ),
            *(Store("i32.store", ZERO, Load("i32.load", Get(row), 4 * i), ARGS + 8 * i) for i in range(width)),
            Perform("act", (Get(action),)),
            Perform(self.end_of_turn, ()),
            Return(Get(action)),
        ]
        body: form.Body = (
            *(Store("i32.store", ZERO, Const(i), KINDS_LEFT + 4 * i) for i in range(len(actions))),
            Put(left, Const(len(actions))),
            While(
                op("i32.gt_s", Get(left), ZERO),
                (
                    Put(chosen, Apply("pick", (Get(left),), I32)),
                    Put(action, Load("i32.load", place, 0)),
                    Copy(place, add(place, 4), behind),
                    Put(left, op("i32.sub", Get(left), ONE)),
                    Put(count, Apply("ways", (Get(action), Global("scratch_top", I32)), I32)),
                    Branch(op("i32.gt_s", Get(count), ZERO), tuple(taken)),
                ),
            ),
            Return(Const(-1)),
        )
        return Function("turn", (), I32, tuple(frame.locals), body, True)

    def wide(self, answer: Rule) -> form.Expr:
        value = self.builder.lower.expr(answer, {})
        return value.node if isinstance(value, Set) else op("i64.extend_i32_s", value.node)

    def games(self) -> Function:
        """`games(seed, first, count, turns, address)`: plays them and writes a record of each."""
        lower = self.builder.lower
        layout, game = self.layout, self.game
        outer, lower.frame = lower.frame, Frame((I64, I64, I32, I32, I32))
        frame = lower.frame
        seed, first, count, most = (frame.param(i) for i in range(4))
        at = form.Local(4, I32)
        number, turns, ended = frame.new(), frame.new(), frame.new()
        over = lower.apply(game.callable("game_over"), ()).node
        playing = op("i32.eqz", Get(ended))
        words: list[Stmt] = []
        if not self.hashed:
            words = [
                Store("i32.store", Get(at), op("i32.sub", Get(ended), ONE), 0),
                Store("i32.store", Get(at), Get(turns), 4),
                Copy(add(Get(at), 4 * self.record.kinds), Const(layout.counters), Const(4 * KINDS)),
            ]
        for i, answer in enumerate(self.answers):
            words.append(Store("i64.store", Get(at), self.wide(answer), 4 * self.record.answers + 8 * i))
        for i, group in enumerate(self.hashed):
            total = frame.new(I64)
            words.append(Put(total, Const(1, I64)))
            for answer in group:
                mixed = op("i64.mul", op("i64.xor", Get(total), self.wide(answer)), Const(HASH_FACTOR, I64))
                words.append(Put(total, mixed))
                low = op("i64.shr_u", Get(total), Const(HASH_SHIFT, I64))
                words.append(Put(total, op("i64.xor", Get(total), low)))
            words.append(Store("i64.store", Get(at), Get(total), 8 * i))
        step: form.Body = (
            *started(layout),
            Branch(
                op("i32.lt_s", Apply("turn", (), I32), ZERO),
                (Put(ended, Const(1 + NO_ACTION)),),
                (
                    Put(turns, add(Get(turns), 1)),
                    Branch(over, (Put(ended, Const(1 + OVER)),)),
                    Branch(
                        op("i32.and", op("i32.eqz", Get(ended)), op("i32.ge_u", Get(turns), most)),
                        (Put(ended, Const(1 + ENDLESS)),),
                    ),
                ),
            ),
        )
        one: form.Body = (
            Perform("seed", (seed, op("i64.add", first, op("i64.extend_i32_u", Get(number))))),
            *started(layout),
            Copy(Const(layout.state), Const(layout.initial), Const(layout.size)),
            Fill(Const(layout.counters), ZERO, Const(4 * KINDS)),
            *((Perform(self.setup, ()),) if self.setup else ()),
            Put(turns, ZERO),
            Put(ended, ZERO),
            Branch(over, (Put(ended, Const(1 + OVER)),)),
            While(playing, step),
            *words,
            Put(at, add(Get(at), 4 * self.record.size)),
            Put(number, add(Get(number), 1)),
        )
        body = (Put(number, ZERO), While(op("i32.lt_u", Get(number), count), one))
        made = Function("games", frame.params, None, tuple(frame.locals), body, True)
        lower.frame = outer
        return made
