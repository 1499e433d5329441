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
MOST_ARGUMENTS = 12
LAST_ACTION = KINDS_LEFT + 4 * MOST_ACTIONS  # what was done on the turn before, or -1, and its arguments
COPYING = LAST_ACTION + 4 * (1 + MOST_ARGUMENTS)  # whether this game has players who copy
# One turn of so many is not copied where players copy: what shows only after many alike turns then does.
UNLIKE = 4
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

    With `hashed`, groups of answers, the record of a game is one hash for each group and nothing else, and in every
    second game most players do what was done just before, where that is legal.
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
        if any(len(action.params) > MOST_ARGUMENTS for action in self.game.actions.values()):
            raise Unsupported(f"more than {MOST_ARGUMENTS} arguments")
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
        sizes, given = self.row_size(action), self.arguments_of(action)
        kept: list[Stmt] = []
        if self.hashed:
            kept.append(Store("i32.store", ZERO, Get(action), LAST_ACTION))
            for i in range(width):
                word = form.choose(op("i32.gt_u", given, Const(i)), Load("i32.load", Get(row), 4 * i), ZERO)
                kept.append(Store("i32.store", ZERO, word, LAST_ACTION + 4 + 4 * i))
        done: form.Body = (
            *(Store("i32.store", ZERO, Load("i32.load", Get(row), 4 * i), ARGS + 8 * i) for i in range(width)),
            *kept,
            Perform("act", (Get(action),)),
            Perform(self.end_of_turn, ()),
            Return(Get(action)),
        )
        drawn = Apply("pick", (Get(count),), I32)
        taken: form.Body = (Put(row, self.row_at(drawn, sizes)), *done)
        body: form.Body = (
            *(self.copied(action, count, chosen, row, width, done) if self.hashed else ()),
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
                    Branch(op("i32.gt_s", Get(count), ZERO), taken),
                ),
            ),
            Return(Const(-1)),
        )
        return Function("turn", (), I32, tuple(frame.locals), body, True)

    def arguments_of(self, action: form.Local) -> form.Expr:
        """How many arguments an action has."""
        count: form.Expr = ZERO
        for number, definition in enumerate(self.game.actions.values()):
            count = form.choose(op("i32.eq", Get(action), Const(number)), Const(len(definition.params)), count)
        return count

    def row_size(self, action: form.Local) -> form.Expr:
        """How many bytes a way to do an action takes in the list of its ways."""
        size: form.Expr = Const(4)
        for number, definition in enumerate(self.game.actions.values()):
            width = Const(4 * max(1, len(definition.params)))
            size = form.choose(op("i32.eq", Get(action), Const(number)), width, size)
        return size

    def row_at(self, number: form.Expr, size: form.Expr) -> form.Expr:
        return op("i32.add", Global("scratch_top", I32), op("i32.mul", number, size))

    def copied(
        self, action: form.Local, count: form.Local, at: form.Local, row: form.Local, width: int, done: form.Body
    ) -> form.Body:
        """Does what was done on the turn before, in a game with players who copy, if chance and the rules allow it."""
        given = self.arguments_of(action)
        same: form.Expr = ONE
        for i in range(width):
            equal = op("i32.eq", Load("i32.load", Get(row), 4 * i), Load("i32.load", ZERO, LAST_ACTION + 4 + 4 * i))
            same = op("i32.and", same, op("i32.or", op("i32.le_u", given, Const(i)), equal))
        search: form.Body = (
            Put(action, Load("i32.load", ZERO, LAST_ACTION)),
            Put(count, Apply("ways", (Get(action), Global("scratch_top", I32)), I32)),
            Put(at, ZERO),
            While(
                op("i32.lt_s", Get(at), Get(count)),
                (Put(row, self.row_at(Get(at), self.row_size(action))), Branch(same, done), Put(at, add(Get(at), 1))),
            ),
        )
        there = op("i32.ge_s", Load("i32.load", ZERO, LAST_ACTION), ZERO)
        asked = op("i32.and", Load("i32.load", ZERO, COPYING), there)
        return (Branch(asked, (Branch(Apply("pick", (Const(UNLIKE),), I32), search),)),)

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
        game_number = op("i64.add", first, op("i64.extend_i32_u", Get(number)))
        copying: form.Body = (
            Store("i32.store", ZERO, Const(-1), LAST_ACTION),
            Store("i32.store", ZERO, op("i32.and", op("i32.wrap_i64", game_number), ONE), COPYING),
        )
        one: form.Body = (
            Perform("seed", (seed, game_number)),
            *started(layout),
            Copy(Const(layout.state), Const(layout.initial), Const(layout.size)),
            Fill(Const(layout.counters), ZERO, Const(4 * KINDS)),
            *((Perform(self.setup, ()),) if self.setup else ()),
            *(copying if self.hashed else ()),
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
