"""The search through every arrangement as WebAssembly: the rules, specialised to each mover and step, and a driver.

The state before a step lies beside the one that the step changes. An arrangement is a choice of places for the pieces
that are alike, in order, and a number that says into which gap of a stack each other piece goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from camelrules.lang.syntax import Expr
from camelrules.lang.types import SortType
from camelrules.prove.properties.family import BEFORE, Exhaustive
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.run.reference import Reference
from camelrules.run.slice import changed
from camelrules.run.table import Table
from camelrules.run.wasm import form, memory
from camelrules.run.wasm.base import bind, row_store
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
    Load,
    Perform,
    Put,
    Return,
    Stmt,
    Store,
    While,
    op,
)  # fmt: skip
from camelrules.run.wasm.module import Builder, Built
from camelrules.run.wasm.runtime import add, copied, started
from camelrules.run.wasm.values import Env, Frame, Num, number

SKIPPED = -2  # the property says nothing of this move


@dataclass(frozen=True, slots=True)
class Places:
    """The arrangements to go through, as the kernel needs them."""

    pieces: tuple[str, ...]
    group: int
    low: int
    places: int
    rest: int


@dataclass(frozen=True, slots=True)
class Memory:
    """Where the driver keeps what it needs."""

    start: int  # the state before anything is placed
    count: int  # how many pieces each place has
    stack: int  # which pieces, bottom to top
    progress: int  # which arrangement it is at
    checked: int  # how many moves were checked
    combos: int


class Arranger:
    """Writes `arrange(combo, rest)` into a module: puts one arrangement where the state before a step lies."""

    def __init__(self, builder: Builder, table: Table, places: Places, place: str, order: str) -> None:
        self.builder, self.table, self.places = builder, table, places
        self.layout = layout = builder.layout
        self.place, self.order = layout.slots[place], layout.slots[order]
        if not self.order.masked or self.place.masked:
            raise Unsupported("an order that is no relation", None)
        (sort,) = table.game.state[place].index
        assert isinstance(sort, SortType)
        self.codes = [layout.codes.code(p, sort) for p in places.pieces]
        self.before = layout.initial - layout.state
        self.width = len(places.pieces) + 1
        at = layout.heap
        sizes = (layout.size + 64, 4 * places.places, places.places * self.width + 64, 16, 16)
        starts = []
        for size in sizes:
            starts.append(at)
            at = memory.aligned(at + size)
        start, count, stack, progress, checked = starts
        self.memory = Memory(start, count, stack, progress, checked, at)

    def stack_at(self, place: form.Expr, height: form.Expr) -> form.Expr:
        return op("i32.add", op("i32.mul", place, Const(self.width)), height)

    def arrange(self) -> Function:
        frame = Frame((I32, I32))
        combo, rest = frame.param(0), form.Local(1, I32)
        s, gap, height, piece = (frame.new() for _ in range(4))
        above = frame.new(I64)
        m, layout, places = self.memory, self.layout, self.places
        body: list[Stmt] = [
            *copied(Const(layout.initial), Const(m.start), layout.size),
            Fill(Const(m.count), ZERO, Const(4 * places.places)),
        ]

        def counted(at: form.Expr) -> form.Expr:
            return Load("i32.load", op("i32.shl", at, Const(2)), m.count)

        def grow(at: form.Expr) -> Stmt:
            return Store("i32.store", op("i32.shl", at, Const(2)), add(counted(at), 1), m.count)

        for i in range(places.group):
            body.append(Put(s, Load("i32.load8_u", combo, i)))
            body.append(Store("i32.store8", self.stack_at(Get(s), counted(Get(s))), Const(i), m.stack))
            body.append(grow(Get(s)))
        for j in range(places.group, len(places.pieces)):
            gaps = Const(places.places + j)
            target = op("i32.add", self.stack_at(Get(s), Get(gap)), Const(m.stack))
            body += [
                Put(gap, op("i32.rem_u", Get(rest), gaps)),
                Put(rest, op("i32.div_u", Get(rest), gaps)),
                Put(s, ZERO),
                While(
                    op("i32.gt_s", Get(gap), counted(Get(s))),
                    (Put(gap, op("i32.sub", Get(gap), add(counted(Get(s)), 1))), Put(s, add(Get(s), 1))),
                ),
                Copy(add(target, 1), target, op("i32.sub", counted(Get(s)), Get(gap))),
                Store("i32.store8", target, Const(j), 0),
                grow(Get(s)),
            ]
        table = self.builder.lower.constant_table(self.codes)
        code = Load("i32.load", op("i32.shl", Get(piece), Const(2)), table)
        held = frame.new()
        down = (
            Put(height, op("i32.sub", Get(height), ONE)),
            Put(piece, Load("i32.load8_u", self.stack_at(Get(s), Get(height)), m.stack)),
            Put(held, code),
            Store(
                "i32.store",
                op("i32.shl", Get(held), Const(2)),
                add(Get(s), places.low),
                self.place.address + self.before,
            ),
            Store(
                row_store(self.order.width),
                op("i32.mul", Get(held), Const(self.order.width)),
                Get(above),
                self.order.address + self.before,
            ),
            Put(above, op("i64.or", Get(above), op("i64.shl", Const(1, I64), op("i64.extend_i32_u", Get(held))))),
        )
        each = (
            Put(height, counted(Get(s))),
            Put(above, Const(0, I64)),
            While(op("i32.gt_s", Get(height), ZERO), down),
            Put(s, add(Get(s), 1)),
        )
        body += [Put(s, ZERO), While(op("i32.lt_s", Get(s), Const(places.places)), each)]
        return Function("arrange", frame.params, None, tuple(frame.locals), tuple(body))


class Kernel:
    """The module of one exhaustive property."""

    def __init__(self, property: Exhaustive, obligation: Any, table: Table, places: Places, values: list[int]) -> None:
        self.property, self.obligation, self.table = property, obligation, table
        self.places, self.values = places, values
        a = self.a = property.arrangements
        self.keep = frozenset((a.place, a.order, a.vary, a.beside))
        try:
            self.built = self.build()
        except memory.Unsupported as error:
            raise Unsupported(str(error), property.note.span) from None

    def build(self) -> Built:
        builder = Builder(self.table, keep=self.keep, first=changed(self.table, self.property.after) & self.keep)
        builder.lower.before = BEFORE
        self.layout = builder.layout
        self.arranger = Arranger(builder, self.table, self.places, self.a.place, self.a.order)
        self.memory = self.arranger.memory
        (_, kind), _ = self.property.given
        movers = [builder.layout.code(m, kind) for m in self.table.index(kind)]
        self.moved = list(product(movers, self.values))
        more = [self.arranger.arrange()]
        for mover, value in self.moved:
            more.append(self.check(builder, mover, value))
            more.append(self.varied(builder, mover, value))
        more += [self.moves(), self.search()]
        return builder.build(tuple(more))

    def start(self) -> bytes:
        """The state before anything is placed."""
        return bytes(self.layout.encode(Reference(self.table).initial()))

    def env(self, mover: int, value: int) -> Env:
        (first, _), (second, _) = self.property.given
        return {first: number(mover), second: number(value)}

    def check(self, builder: Builder, mover: int, value: int) -> Function:
        """`check(): i32`: the step from the state in memory; 0 where all that is promised holds, else what does not."""
        lower = builder.lower
        outer, lower.frame = lower.frame, Frame(())
        env = self.env(mover, value)
        body: list[Stmt] = []
        where: Expr | None = self.obligation.where
        if where is not None:
            body.append(Branch(op("i32.eqz", lower.test(where, env)), (Return(Const(SKIPPED)),)))
        inner = dict(env)
        for name, expr in self.obligation.lets:
            first, inner[name] = bind(lower.frame, lower.expr(expr, inner))
            body += first
        effect = self.table.game.effects[self.property.after]
        given = dict(zip((n for n, _ in effect.params), env.values(), strict=True))
        body += lower.block(effect.body, given)
        for at, (_, held) in enumerate(self.obligation.conclusions):
            body.append(Branch(op("i32.eqz", lower.test(held, inner)), (Return(Const(at + 1)),)))
        body.append(Return(ZERO))
        made = Function(f"check:{mover}:{value}", (), I32, tuple(lower.frame.locals), tuple(body))
        lower.frame = outer
        return made

    def varied(self, builder: Builder, mover: int, value: int) -> Function:
        """`varied(): i32`: the move with the varied cell as it is and as each of its values; -1 where all hold."""
        lower, layout, a = builder.lower, builder.layout, self.a
        outer, lower.frame = lower.frame, Frame(())
        frame = lower.frame
        result, at = frame.new(), frame.new()
        vary, beside = layout.slots[a.vary], layout.slots[a.beside]
        kind = vary.variable.type
        assert isinstance(kind, SortType)
        spaces = [int(m) for m in self.table.index(vary.variable.index[0])]
        delta = layout.initial - layout.state
        # What a step changes comes first; the rest stays, but for the varied cell, which is put into both states.
        fresh = copied(Const(layout.state), Const(layout.initial), layout.front)

        checked = self.memory.checked
        once_more = op("i64.add", Load("i64.load", ZERO, checked), Const(1, I64))

        def tried(face: int) -> form.Body:
            code = ((mover * 100 + value) * 100 + face + 1) * 100
            return (
                *fresh,
                Put(result, Apply(f"check:{mover}:{value}", (), I32)),
                Branch(
                    op("i32.ne", Get(result), Const(SKIPPED)),
                    (
                        Store("i64.store", ZERO, once_more, checked),
                        Branch(Get(result), (Return(add(Get(result), code)),)),
                    ),
                ),
            )

        def put(face: int, owner: int) -> form.Body:
            stores = {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}
            return tuple(
                Store(stores[slot.width], op("i32.mul", Get(at), Const(slot.width)), Const(code), address)
                for slot, code in ((vary, face), (beside, owner))
                for address in (slot.address, slot.address + delta)
            )

        index = lower.num(a.at, self.env(mover, value))
        assert isinstance(index, Num)
        owner_type = beside.variable.type
        owner = layout.code(self.table.players[0], owner_type)
        faces = layout.codes.of(kind)
        inside: list[Stmt] = []
        for face in faces:
            inside += [*put(face, owner), *tried(face)]
        inside += put(-1, -1)
        body: form.Body = (
            *copied(Const(layout.state), Const(layout.initial), layout.size),
            Put(at, op("i32.sub", index.node, Const(spaces[0]))),
            *tried(-1)[len(fresh) :],  # the state is fresh already
            Branch(op("i32.lt_u", Get(at), Const(len(spaces))), tuple(inside)),
            Return(Const(-1)),
        )
        made = Function(f"varied:{mover}:{value}", (), I32, tuple(frame.locals), body)
        lower.frame = outer
        return made

    def moves(self) -> Function:
        """`moves(): i32`: every mover and step from the arrangement; -1, or what failed."""
        frame = Frame(())
        bad = frame.new()
        body: list[Stmt] = []
        for mover, value in self.moved:
            body.append(Put(bad, Apply(f"varied:{mover}:{value}", (), I32)))
            body.append(Branch(op("i32.ge_s", Get(bad), ZERO), (Return(Get(bad)),)))
        return Function("moves", (), I32, tuple(frame.locals), (*body, Return(Const(-1))))

    def search(self) -> Function:
        """`search(count, first, last)`: so many choices of places, and of each the arrangements from first to last."""
        frame = Frame((I32, I32, I32))
        count, first, last = (frame.param(i) for i in range(3))
        at, rest, bad = (frame.new() for _ in range(3))
        m = self.memory
        combo = op("i32.add", Const(m.combos), op("i32.mul", Get(at), Const(self.places.group)))
        inner: form.Body = (
            # Kept before the rules are asked, so that a rule without an answer is found where it happened.
            Store("i32.store", ZERO, Get(at), m.progress),
            Store("i32.store", ZERO, Get(rest), m.progress + 4),
            Perform("arrange", (combo, Get(rest))),
            Put(bad, Apply("moves", (), I32)),
            Branch(op("i32.ge_s", Get(bad), ZERO), (Return(Get(bad)),)),
            Put(rest, add(Get(rest), 1)),
        )
        outer: form.Body = (
            Put(rest, first),
            While(op("i32.lt_s", Get(rest), last), inner),
            Put(at, add(Get(at), 1)),
        )
        body: form.Body = (
            *started(self.layout),
            Put(at, ZERO),
            While(op("i32.lt_s", Get(at), count), outer),
            Return(Const(-1)),
        )
        return Function("search", frame.params, I32, tuple(frame.locals), body, True)
