"""Every outcome of a random effect that is run until a condition holds: exact weights, equal states merged.

The states that can be reached with so many runs are a level. A level lies in memory as entries, a state and its weight
each; the next level is found through a table of hashes. Weights are whole numbers over a common denominator, which
grows where an outcome needs it.
"""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.lang.syntax import Expr as Rule
from camelrules.run.wasm import form
from camelrules.run.wasm.faults import Overflow
from camelrules.run.wasm.form import (
    I32,
    I64,
    ONE,
    ZERO,
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
    PutGlobal,
    Return,
    Stmt,
    Store,
    While,
    op,
)
from camelrules.run.wasm.module import Builder
from camelrules.run.wasm.runtime import add, copied, started, wide
from camelrules.run.wasm.values import Env, Frame

LEVELS = 64  # the most runs of the effect that are followed
HASH = -0x61C8864680B583EB
# How a search ended.
DONE, FULL, TOO_DEEP, TOO_FINE = 0, 1, 2, 3
LARGEST = 1 << 61  # a denominator above this has no room for sums


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the tables of a search lie, for so many entries."""

    answers: int  # how many things are asked of a last state
    values: int  # how many values each of them may have, from 1
    results: int
    words: int  # the size of one level's results, in words of eight bytes: denominator, then counts
    entry: int


class Levels:
    """Writes the search into a module: `search(capacity, bits, table, first, second)`."""

    def __init__(self, builder: Builder, effect: str, done: Rule, answers: tuple[Rule, ...], values: int) -> None:
        self.builder = builder
        self.layout = builder.layout
        lower = builder.lower
        self.effect = lower.effect(builder.game.effects[effect])
        self.done, self.answers = done, answers
        words = 1 + len(answers) * values
        self.plan = Plan(len(answers), values, self.layout.heap, words, self.layout.front + 8)
        self.frame = Frame(())

    @property
    def heap(self) -> int:
        """Where entries may begin."""
        return self.layout.heap + -(-LEVELS * self.plan.words * 8 // 65536) * 65536

    def functions(self) -> tuple[Function, ...]:
        return self.insert(), self.rescale(), self.settle(), self.search()

    # -- the table of states -------------------------------------------------------------------
    def insert(self) -> Function:
        """`insert(weight, next, count, bits, table, generation)`: the number of entries afterwards."""
        frame = Frame((I64, I32, I32, I32, I32, I64))
        weight, start, count, bits, table, generation = (frame.param(i) for i in range(6))
        hashed, slot, held, at, same = (frame.new(t) for t in (I64, I32, I64, I32, I32))
        layout, size = self.layout, self.plan.entry
        words = range(0, layout.front, 8)
        mix: list[Stmt] = [Put(hashed, wide(0))]
        for word in words:
            value = op("i64.xor", Get(hashed), Load("i64.load", ZERO, layout.state + word))
            mixed = op("i64.mul", value, wide(HASH))
            mix.append(Put(hashed, op("i64.xor", mixed, op("i64.shr_u", mixed, wide(29)))))
        mask = op("i32.sub", op("i32.shl", ONE, bits), ONE)
        place = op("i32.add", table, op("i32.shl", Get(slot), Const(3)))
        equal: form.Expr = ONE
        for word in words:
            left = Load("i64.load", Get(at), word)
            equal = op("i32.and", equal, op("i64.eq", left, Load("i64.load", ZERO, layout.state + word)))
        entry = op("i32.add", start, op("i32.mul", op("i32.wrap_i64", Get(held)), Const(size)))
        live = op("i64.eq", op("i64.shr_u", Get(held), wide(32)), generation)
        step = (
            Put(at, entry),
            Put(same, equal),
            Branch(
                Get(same),
                (
                    Store(
                        "i64.store",
                        Get(at),
                        op("i64.add", Load("i64.load", Get(at), layout.front), weight),
                        layout.front,
                    ),
                    Return(count),
                ),
            ),
            Put(slot, op("i32.and", add(Get(slot), 1), mask)),
            Put(held, Load("i64.load", place, 0)),
        )
        new = op("i32.add", start, op("i32.mul", count, Const(size)))
        body: form.Body = (
            *mix,
            Put(slot, op("i32.and", op("i32.wrap_i64", op("i64.shr_u", Get(hashed), wide(20))), mask)),
            Put(held, Load("i64.load", place, 0)),
            While(live, step),
            Store(
                "i64.store",
                place,
                op("i64.or", op("i64.shl", generation, wide(32)), op("i64.extend_i32_u", count)),
                0,
            ),
            Put(at, new),
            *copied(Get(at), Const(layout.state), layout.front),
            Store("i64.store", Get(at), weight, layout.front),
            Return(add(count, 1)),
        )
        return Function("insert", frame.params, I32, tuple(frame.locals), body)

    def rescale(self) -> Function:
        """`rescale(factor, start, count, results)`: what was weighed so far over a finer denominator."""
        frame = Frame((I64, I32, I32, I32))
        factor, start, count, results = (frame.param(i) for i in range(4))
        at = frame.new()

        def times(address: form.Expr, offset: int) -> Stmt:
            return Store("i64.store", address, op("i64.mul", Load("i64.load", address, offset), factor), offset)

        entry = op("i32.add", start, op("i32.mul", Get(at), Const(self.plan.entry)))
        word = op("i32.add", results, op("i32.shl", Get(at), Const(3)))
        body = (
            Put(at, ZERO),
            While(op("i32.lt_u", Get(at), count), (times(entry, self.layout.front), Put(at, add(Get(at), 1)))),
            Put(at, ZERO),
            While(op("i32.lt_u", Get(at), Const(self.plan.words)), (times(word, 0), Put(at, add(Get(at), 1)))),
        )
        return Function("rescale", frame.params, None, tuple(frame.locals), body)

    def settle(self) -> Function:
        """`settle(weight, results)`: counts what is asked of a last state."""
        lower = self.builder.lower
        outer, lower.frame = lower.frame, Frame((I64, I32))
        weight, results = lower.frame.param(0), lower.frame.param(1)
        body: list[Stmt] = []
        empty: Env = {}
        for number, answer in enumerate(self.answers):
            value = lower.num(answer, empty)
            held, place = lower.frame.new(), lower.frame.new()
            body.append(Put(held, op("i32.sub", value.node, ONE)))
            wrong = op("i32.ge_u", Get(held), Const(self.plan.values))
            body.append(Branch(wrong, (lower.trap(Overflow(None)),)))
            cell = op("i32.add", results, op("i32.shl", Get(held), Const(3)))
            body.append(Put(place, cell))
            offset = 8 + 8 * number * self.plan.values
            body.append(
                Store("i64.store", Get(place), op("i64.add", Load("i64.load", Get(place), offset), weight), offset)
            )
        made = Function("settle", lower.frame.params, None, tuple(lower.frame.locals), tuple(body))
        lower.frame = outer
        return made

    # -- the search --------------------------------------------------------------------------------
    def search(self) -> Function:
        """`search(capacity, bits, table, first, second)`: from the state in memory; answers how it ended."""
        lower = self.builder.lower
        layout, plan = self.layout, self.plan
        outer, lower.frame = lower.frame, Frame((I32, I32, I32, I32, I32))
        frame = lower.frame
        capacity, bits, table, first, second = (frame.param(i) for i in range(5))
        here, there, count, following, at = (frame.new() for _ in range(5))
        level, results, more, back, swap = (frame.new() for _ in range(5))
        generation, scale, unit, weight, factor = (frame.new(I64) for _ in range(5))
        a, b, rest, last, ratio = (frame.new(I64) for _ in range(5))
        source = frame.new()
        done = lower.test(self.done, {})
        entry = op("i32.add", Get(here), op("i32.mul", Get(at), Const(plan.entry)))
        script = layout.script

        # The denominator of this level becomes a multiple of the outcome's own.
        refine = (
            Put(a, Get(unit)),
            Put(b, Global("total", I64)),
            While(
                op("i64.ne", Get(b), wide(0)),
                (Put(rest, op("i64.rem_u", Get(a), Get(b))), Put(a, Get(b)), Put(b, Get(rest))),
            ),
            Put(factor, op("i64.div_u", Global("total", I64), Get(a))),
            Put(unit, op("i64.mul", Get(unit), Get(factor))),
            Branch(op("i64.gt_u", Get(unit), op("i64.div_u", wide(LARGEST), Get(scale))), (Return(Const(TOO_FINE)),)),
            Perform("rescale", (Get(factor), Get(there), Get(following), Get(results))),
        )
        weighed = op(
            "i64.mul",
            op("i64.mul", Get(weight), Global("weight", I64)),
            Get(ratio),
        )
        insertion = Put(
            following,
            form.Apply("insert", (weighed, Get(there), Get(following), bits, table, Get(generation)), I32),
        )
        choice = op("i32.shl", Get(back), Const(2))
        raised = add(Load("i32.load", choice, script + 4), 1)
        # The next way: the last choice that has another option takes it, and those after it begin anew.
        advance = (
            Put(back, Global("cursor", I32)),
            Put(more, ZERO),
            While(
                op("i32.and", op("i32.eqz", Get(more)), op("i32.gt_s", Get(back), ZERO)),
                (
                    Put(back, op("i32.sub", Get(back), ONE)),
                    Branch(
                        op("i32.lt_u", raised, Load("i32.load", choice, layout.counts)),
                        (
                            Store("i32.store", choice, raised, script + 4),
                            Store("i32.store", ZERO, add(Get(back), 1), script),
                            Put(more, ONE),
                        ),
                    ),
                ),
            ),
        )
        outcome: form.Body = (
            *copied(Const(layout.state), Get(source), layout.front),
            PutGlobal("cursor", ZERO),
            PutGlobal("weight", wide(1)),
            PutGlobal("total", wide(1)),
            Perform(self.effect, ()),
            # Dividing is slow, and one outcome after the other has the same total.
            Branch(
                op("i64.ne", Global("total", I64), Get(last)),
                (
                    Branch(op("i64.ne", op("i64.rem_u", Get(unit), Global("total", I64)), wide(0)), refine),
                    Put(last, Global("total", I64)),
                    Put(ratio, op("i64.div_u", Get(unit), Get(last))),
                ),
            ),
            Branch(done, (Perform("settle", (weighed, Get(results))),), (insertion,)),
            Branch(op("i32.ge_u", Get(following), capacity), (Return(Const(FULL)),)),
            *advance,
        )
        each = (
            Put(source, entry),
            Put(weight, Load("i64.load", Get(source), layout.front)),
            Store("i32.store", ZERO, ZERO, script),
            Put(more, ONE),
            While(Get(more), outcome),
            Put(at, add(Get(at), 1)),
        )
        one_level = (
            Branch(op("i32.ge_u", Get(level), Const(LEVELS)), (Return(Const(TOO_DEEP)),)),
            Put(generation, op("i64.add", Get(generation), wide(1))),
            Put(results, op("i32.add", Const(plan.results), op("i32.mul", Get(level), Const(8 * plan.words)))),
            Put(unit, wide(1)),
            Put(last, wide(0)),
            Put(following, ZERO),
            Put(at, ZERO),
            While(op("i32.lt_u", Get(at), Get(count)), each),
            Put(scale, op("i64.mul", Get(scale), Get(unit))),
            Store("i64.store", Get(results), Get(scale), 0),
            Put(swap, Get(here)),
            Put(here, Get(there)),
            Put(there, Get(swap)),
            Put(count, Get(following)),
            Put(level, add(Get(level), 1)),
        )
        body: form.Body = (
            *started(layout),
            PutGlobal("scripted", ONE),
            Fill(Const(plan.results), ZERO, Const(8 * plan.words * LEVELS)),
            Put(generation, Global("generation", I64)),
            Put(scale, wide(1)),
            Put(here, first),
            Put(there, second),
            Put(level, ZERO),
            Branch(
                done,
                (
                    Store("i64.store", ZERO, wide(1), plan.results),
                    Perform("settle", (wide(1), Const(plan.results))),
                    Return(Const(DONE)),
                ),
            ),
            Copy(Get(here), Const(layout.state), Const(layout.front)),
            Store("i64.store", Get(here), wide(1), layout.front),
            Put(count, ONE),
            While(op("i32.gt_u", Get(count), ZERO), one_level),
            PutGlobal("generation", Get(generation)),
            Return(Const(DONE)),
        )
        made = Function("search", frame.params, I32, tuple(frame.locals), body, True)
        lower.frame = outer
        return made
