"""The chance of each answer at the end of a chain of random steps, from every state that can be reached.

Each state is worked out once, after all that follow it: a search in depth, with the states in a table of hashes. It
stops where a state follows itself, or where there are more states than there is room for.
"""

from __future__ import annotations

from camelrules.lang.syntax import Expr as Rule
from camelrules.run.wasm import form
from camelrules.run.wasm.form import (
    F64,
    I32,
    I64,
    ONE,
    ZERO,
    Apply,
    Branch,
    Const,
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
from camelrules.run.wasm.symmetry import Renaming
from camelrules.run.wasm.values import Frame

HASH = -0x61C8864680B583EB
NEW, OPEN, DONE = 0, 1, 2
# How a search, or a part of it, ended.
FINISHED, MORE, FULL, CYCLE = 0, 1, 2, 3


class Races:
    """Writes `race_begin`, `race_search` and `race_sample` into a module that goes through every draw.

    A step is all `effects` in turn. `answers` are asked about each member of an enumeration in turn: for `k` members
    the first `k` answers are one question, the next `k` another.
    """

    def __init__(
        self, builder: Builder, effects: tuple[str, ...], waiting: Rule, done: Rule, answers: tuple[Rule, ...],
        renaming: Renaming | None, members: int,
    ) -> None:  # fmt: skip
        self.builder = builder
        self.layout = builder.layout
        self.effects = [builder.lower.effect(builder.game.effects[e]) for e in effects]
        self.waiting, self.done, self.answers, self.members = waiting, done, answers, members
        self.renaming = renaming
        front = self.layout.front
        self.values = front + 8  # after the state: how far it is, then the chances
        self.entry = self.values + 8 * len(answers)
        heap = self.layout.heap
        self.renamed = heap  # the new number of each member
        self.sums = heap + 8 * 64
        self.start = heap + 8 * 64 + 8 * len(answers) + 64

    def functions(self) -> tuple[Function, ...]:
        canonical = (
            self.renaming.function()
            if self.renaming
            else Function(
                "canonical",
                (I32,),
                None,
                (),
                tuple(Store("i32.store", ZERO, Const(i), self.renamed + 4 * i) for i in range(self.members)),
            )
        )
        entries = Function("race_entries", (), I32, (), (Return(Global("entries", I32)),), True)
        return (
            canonical, self.find(), self.step(), self.ends(), self.begin(), self.search(), self.sample(), entries,
        )  # fmt: skip

    # -- states -----------------------------------------------------------------------------
    def find(self) -> Function:
        """`find(bits, table)`: the address of the entry of the state in memory, made if need be; 0 for no room."""
        frame = Frame((I32, I32))
        bits, table = frame.param(0), frame.param(1)
        hashed, slot, at, held = frame.new(I64), frame.new(), frame.new(), frame.new()
        layout = self.layout
        words = range(0, layout.front, 8)
        body: list[Stmt] = [Put(hashed, wide(0))]
        for word in words:
            value = op("i64.xor", Get(hashed), Load("i64.load", ZERO, layout.state + word))
            mixed = op("i64.mul", value, wide(HASH))
            body.append(Put(hashed, op("i64.xor", mixed, op("i64.shr_u", mixed, wide(29)))))
        mask = op("i32.sub", op("i32.shl", ONE, bits), ONE)
        place = op("i32.add", table, op("i32.shl", Get(slot), Const(2)))
        equal: form.Expr = ONE
        for word in words:
            pair = Load("i64.load", Get(held), word), Load("i64.load", ZERO, layout.state + word)
            equal = op("i32.and", equal, op("i64.eq", *pair))
        body += [
            Put(slot, op("i32.and", op("i32.wrap_i64", op("i64.shr_u", Get(hashed), wide(20))), mask)),
            Put(held, Load("i32.load", place, 0)),
            While(
                op("i32.ne", Get(held), ZERO),
                (
                    Branch(equal, (Return(Get(held)),)),
                    Put(slot, op("i32.and", add(Get(slot), 1), mask)),
                    Put(held, Load("i32.load", place, 0)),
                ),
            ),
            Branch(op("i32.ge_u", Global("entries", I32), Global("most", I32)), (Return(ZERO),)),
            Put(at, op("i32.add", Const(self.start), op("i32.mul", Global("entries", I32), Const(self.entry)))),
            PutGlobal("entries", add(Global("entries", I32), 1)),
            Store("i32.store", place, Get(at), 0),
            *copied(Get(at), Const(layout.state), layout.front),
            Store("i64.store", Get(at), wide(NEW), layout.front),
            Return(Get(at)),
        ]
        return Function("find", frame.params, I32, tuple(frame.locals), tuple(body))

    def step(self) -> Function:
        """`step() -> i32`: one step from the state in memory; whether the chain is at its end.

        Where the state waits for the last effect, that is all of the step: so a chain may begin between two of them.
        """
        lower = self.builder.lower
        outer, lower.frame = lower.frame, Frame(())
        *most, last = (Perform(e, ()) for e in self.effects)
        body: form.Body = (
            Branch(op("i32.eqz", lower.test(self.waiting, {})), tuple(most)),
            last,
            Return(lower.test(self.done, {})),
        )
        made = Function("step", (), I32, tuple(lower.frame.locals), body)
        lower.frame = outer
        return made

    def ends(self) -> Function:
        """`ends(chance)`: adds a chance to the sum of every answer that holds."""
        lower = self.builder.lower
        outer, lower.frame = lower.frame, Frame((F64,))
        chance = lower.frame.param(0)
        body: list[Stmt] = []
        for number, answer in enumerate(self.answers):
            at = self.sums + 8 * number
            more = Store("f64.store", ZERO, op("f64.add", Load("f64.load", ZERO, at), chance), at)
            body.append(Branch(lower.test(answer, {}), (more,)))
        made = Function("ends", lower.frame.params, None, tuple(lower.frame.locals), tuple(body))
        lower.frame = outer
        return made

    # -- the search ----------------------------------------------------------------------------
    def begin(self) -> Function:
        """`race_begin(most, bits, table, stack)`: begins at the state in memory; answers where its entry is."""
        frame = Frame((I32, I32, I32, I32))
        most, bits, table, stack = (frame.param(i) for i in range(4))
        body: form.Body = (
            *started(self.layout),
            PutGlobal("scripted", ONE),
            PutGlobal("entries", ZERO),
            PutGlobal("most", most),
            Fill(table, ZERO, op("i32.shl", Const(4), bits)),
            Perform("canonical", (Const(self.renamed),)),
            Store("i32.store", stack, Apply("find", (bits, table), I32), 0),
            PutGlobal("height", ONE),
            Return(Const(self.start)),
        )
        return Function("race_begin", frame.params, I32, (), body, True)

    def search(self) -> Function:
        """`race_search(bits, table, stack, steps)`: goes on for so many steps."""
        frame = Frame((I32, I32, I32, I32))
        bits, table, stack, steps = (frame.param(i) for i in range(4))
        taken, node, closing, more, back, child = (frame.new() for _ in range(6))
        chance = frame.new(F64)
        layout, members = self.layout, self.members
        script = layout.script
        choice = op("i32.shl", Get(back), Const(2))
        raised = add(Load("i32.load", choice, script + 4), 1)
        advance: form.Body = (
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
        top = op("i32.add", stack, op("i32.shl", Global("height", I32), Const(2)))

        def push(value: form.Expr) -> form.Body:
            return Store("i32.store", top, value, 0), PutGlobal("height", add(Global("height", I32), 1))

        status = Load("i32.load", Get(child), layout.front)
        opened = (
            Branch(op("i32.eq", status, Const(OPEN)), (Return(Const(CYCLE)),)),
            Branch(op("i32.eq", status, Const(NEW)), push(Get(child))),
        )
        gathered: list[Stmt] = []
        for number in range(len(self.answers)):
            question, member = divmod(number, members)
            rank = op("i32.shl", Load("i32.load", ZERO, self.renamed + 4 * member), Const(3))
            known = Load("f64.load", op("i32.add", Get(child), rank), self.values + 8 * question * members)
            at = self.sums + 8 * number
            total = op("f64.add", Load("f64.load", ZERO, at), op("f64.mul", Get(chance), known))
            gathered.append(Store("f64.store", ZERO, total, at))
        weight, whole = (op("f64.convert_i64_u", Global(n, I64)) for n in ("weight", "total"))
        outcome: form.Body = (
            *copied(Const(layout.state), Get(node), layout.front),
            PutGlobal("cursor", ZERO),
            PutGlobal("weight", wide(1)),
            PutGlobal("total", wide(1)),
            Branch(
                Apply("step", (), I32),
                (Branch(Get(closing), (Perform("ends", (op("f64.div", weight, whole),)),)),),
                (
                    Perform("canonical", (Const(self.renamed),)),
                    Put(child, Apply("find", (bits, table), I32)),
                    Branch(op("i32.eqz", Get(child)), (Return(Const(FULL)),)),
                    Branch(Get(closing), (Put(chance, op("f64.div", weight, whole)), *gathered), opened),
                ),
            ),
            *advance,
        )
        everything = (Store("i32.store", ZERO, ZERO, script), Put(more, ONE), While(Get(more), outcome))
        state_of = Load("i32.load", Get(node), layout.front)
        kept = copied(op("i32.add", Get(node), Const(self.values)), Const(self.sums), 8 * len(self.answers))
        close = (
            Fill(Const(self.sums), ZERO, Const(8 * len(self.answers))),
            *everything,
            *kept,
            Store("i32.store", Get(node), Const(DONE), layout.front),
        )
        first = (
            Store("i32.store", Get(node), Const(OPEN), layout.front),
            *push(op("i32.or", Get(node), ONE)),
            *everything,
        )
        one: form.Body = (
            PutGlobal("height", op("i32.sub", Global("height", I32), ONE)),
            Put(node, Load("i32.load", top, 0)),
            # Entries begin at even addresses; an odd one says that all that follows is known.
            Put(closing, op("i32.and", Get(node), ONE)),
            Put(node, op("i32.and", Get(node), Const(-2))),
            Branch(Get(closing), close, (Branch(op("i32.eqz", state_of), first),)),
            Put(taken, add(Get(taken), 1)),
        )
        body = (
            Put(taken, ZERO),
            While(op("i32.and", op("i32.gt_s", Global("height", I32), ZERO), op("i32.lt_s", Get(taken), steps)), one),
            Return(form.choose(op("i32.gt_s", Global("height", I32), ZERO), Const(MORE), Const(FINISHED))),
        )
        return Function("race_search", frame.params, I32, tuple(frame.locals), body, True)

    # -- by chance --------------------------------------------------------------------------------
    def sample(self) -> Function:
        """`race_sample(address, count, steps)`: so many races from the state there; whether one did not end."""
        frame = Frame((I32, I32, I32))
        address, count, steps = (frame.param(i) for i in range(3))
        number, taken, over = (frame.new() for _ in range(3))
        layout = self.layout
        one: form.Body = (
            *copied(Const(layout.state), address, layout.front),
            Put(taken, ZERO),
            Put(over, ZERO),
            While(
                op("i32.and", op("i32.eqz", Get(over)), op("i32.lt_s", Get(taken), steps)),
                (Put(over, Apply("step", (), I32)), Put(taken, add(Get(taken), 1))),
            ),
            Branch(op("i32.eqz", Get(over)), (Return(ONE),)),
            Perform("ends", (op("f64.convert_i64_u", wide(1)),)),
            Put(number, add(Get(number), 1)),
        )
        body: form.Body = (
            *started(layout),
            PutGlobal("scripted", ZERO),
            Put(number, ZERO),
            While(op("i32.lt_u", Get(number), count), one),
            Return(ZERO),
        )
        return Function("race_sample", frame.params, I32, tuple(frame.locals), body, True)
