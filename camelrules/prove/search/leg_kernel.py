"""The search for the longest race as WebAssembly: arrangements numbered, what each die leads to, and sweeps of sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camelrules.lang.syntax import Expr
from camelrules.prove.search.kernel import Arranger, Places
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.run.table import Table
from camelrules.run.wasm import form, memory
from camelrules.run.wasm.base import bind, row_load
from camelrules.run.wasm.form import (
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

# A position and a permutation of the group share a word.
POSITION_BITS = 24
OUT = -1


@dataclass(frozen=True, slots=True)
class Tables:
    """Where the arrays of a search over so many positions lie."""

    renamed: int
    following: int
    starts: int
    live: int
    old: int
    bits: int
    end: int


class LegKernel:
    """The module of one search."""

    def __init__(
        self, table: Table, space: Any, names: dict[str, str], faces: list[tuple[int, int, int]], dice: list[int],
        where: Expr | None, keep: frozenset[str],
    ) -> None:  # fmt: skip
        self.table, self.space, self.names, self.faces, self.dice = table, space, names, faces, dice
        self.where = where
        try:
            self.built = self.build(keep)
        except memory.Unsupported as error:
            raise Unsupported(str(error)) from None

    def build(self, keep: frozenset[str]) -> Built:
        builder = Builder(self.table, keep=keep)
        self.layout = builder.layout
        space = self.space
        places = Places(space.pieces, space.group, space.low, space.places, space.rest)
        self.arranger = Arranger(builder, self.table, places, self.names["place"], self.names["order"])
        at = self.arranger.memory.combos + 65536
        self.ranks = at
        at += 4 * space.group * (space.places + space.group + 1)
        self.perms = at
        at += space.group**space.group + 64
        self.labels = memory.aligned(at)
        self.tables = (self.labels + 4 * 64 + 65535) // 65536 * 65536
        more = [self.arranger.arrange(), self.rank()]
        more += [self.slot(builder, k, face) for k, face in enumerate(self.faces)]
        more += [self.begins(builder), self.successors(), self.begin(), self.sweep(), self.end(), self.compact()]
        return builder.build(tuple(more))

    def place(self, size: int, slots: int) -> Tables:
        """The arrays for so many positions."""
        starts, at = [], self.tables
        group = 1
        for i in range(2, self.space.group + 1):
            group *= i
        for part in (group * 8 * 256 * 8, 4 * slots * size, size, 4 * size, 8 * size, 8 * size):
            starts.append(at)
            at = memory.aligned(at + part)
        return Tables(starts[0], starts[1], starts[2], starts[3], starts[4], starts[5], at)

    # -- numbering -----------------------------------------------------------------------------
    def rank(self) -> Function:
        """`rank(): i32`: the number of the arrangement with the permutation of the group, or -1 off the track."""
        frame = Frame(())
        space, a = self.space, self.arranger
        pieces, group = len(space.pieces), space.group
        spots = [frame.new() for _ in range(pieces)]
        keys = [frame.new() for _ in range(pieces)]
        rows = [frame.new(I64) for _ in range(pieces)]
        total, code, previous, at = (frame.new() for _ in range(4))
        body: list[Stmt] = []
        outside: form.Expr = ZERO
        for spot, row, c in zip(spots, rows, a.codes, strict=True):
            body.append(Put(spot, op("i32.sub", Load("i32.load", ZERO, a.place.address + 4 * c), Const(space.low))))
            body.append(Put(row, Load(row_load(a.order.width), ZERO, a.order.address + a.order.width * c)))
            outside = op("i32.or", outside, op("i32.ge_u", Get(spot), Const(space.places)))
        body.append(Branch(outside, (Return(Const(OUT)),)))
        for key, spot, c in zip(keys, spots, a.codes, strict=True):
            height: form.Expr = ZERO
            for row in rows:
                bit = op("i64.and", op("i64.shr_u", Get(row), Const(c, I64)), Const(1, I64))
                height = op("i32.add", height, op("i32.wrap_i64", bit))
            body.append(Put(key, op("i32.add", op("i32.mul", Get(spot), Const(64)), height)))
        body.append(Put(code, ZERO))
        for i in range(group):
            label: form.Expr = ZERO
            for j in range(group):
                if i != j:
                    label = op("i32.add", label, op("i32.lt_s", Get(keys[j]), Get(keys[i])))
            body.append(Put(at, label))
            body.append(Put(code, op("i32.add", op("i32.mul", Get(code), Const(group)), Get(at))))
            body.append(Store("i32.store", op("i32.shl", Get(at), Const(2)), Get(spots[i]), self.labels))
        wide = space.places + group + 1
        body += [Put(total, ZERO), Put(previous, Const(-1))]
        for label_number in range(group):
            d = op("i32.add", Load("i32.load", ZERO, self.labels + 4 * label_number), Const(label_number))
            row_at = self.ranks + 4 * wide * label_number

            def before(x: form.Expr, row_at: int = row_at) -> form.Expr:
                return Load("i32.load", op("i32.shl", x, Const(2)), row_at)

            body.append(Put(at, d))
            more = op("i32.sub", before(Get(at)), before(add(Get(previous), 1)))
            body.append(Put(total, op("i32.add", Get(total), more)))
            body.append(Put(previous, Get(at)))
        rest: form.Expr = ZERO
        scale = 1
        for j in range(group, pieces):
            gap: form.Expr = Get(spots[j])
            for i in range(j):
                gap = op("i32.add", gap, op("i32.lt_s", Get(keys[i]), Get(keys[j])))
            rest = op("i32.add", rest, op("i32.mul", gap, Const(scale)))
            scale *= space.places + j
        number_of = op("i32.add", op("i32.mul", Get(total), Const(space.rest)), rest)
        permutation = op("i32.shl", Load("i32.load8_u", Get(code), self.perms), Const(POSITION_BITS))
        body.append(Return(op("i32.or", number_of, permutation)))
        return Function("rank", (), I32, tuple(frame.locals), tuple(body))

    def slot(self, builder: Builder, k: int, face: tuple[int, int, int]) -> Function:
        """`slot:K(): i32`: where one face of one die leads."""
        lower, layout = builder.lower, builder.layout
        outer, lower.frame = lower.frame, Frame(())
        die, colour, value = face
        decision = self.table.game.callable(self.names["mover"])
        first, mover = bind(lower.frame, lower.apply(decision, (number(die), number(colour))))
        assert isinstance(mover, Num)
        effect = self.table.game.effects[self.names["move"]]
        (m, _), (steps, _) = effect.params
        env: Env = {m: mover, steps: number(value)}
        body = (
            *copied(Const(layout.state), Const(layout.initial), layout.size),
            *first,
            *lower.block(effect.body, env),
            Return(Apply("rank", (), I32)),
        )
        made = Function(f"slot:{k}", (), I32, tuple(lower.frame.locals), body)
        lower.frame = outer
        return made

    def begins(self, builder: Builder) -> Function:
        """`begins(): i32`: whether a race can begin at the arrangement."""
        lower, layout = builder.lower, builder.layout
        outer, lower.frame = lower.frame, Frame(())
        test = form.ONE if self.where is None else lower.test(self.where, {})
        body = (*copied(Const(layout.state), Const(layout.initial), layout.size), Return(test))
        made = Function("begins", (), I32, tuple(lower.frame.locals), body)
        lower.frame = outer
        return made

    def successors(self) -> Function:
        """`successors(count, following, starts)`: for so many choices of places, all arrangements of each."""
        frame = Frame((I32, I32, I32))
        count = frame.param(0)
        following, starts = form.Local(1, I32), form.Local(2, I32)
        at, rest = frame.new(), frame.new()
        m, group = self.arranger.memory, self.space.group
        combo = op("i32.add", Const(m.combos), op("i32.mul", Get(at), Const(group)))
        inner: form.Body = (
            Perform("arrange", (combo, Get(rest))),
            Store("i32.store8", Get(starts), Apply("begins", (), I32), 0),
            *(Store("i32.store", Get(following), Apply(f"slot:{k}", (), I32), 4 * k) for k in range(len(self.faces))),
            Put(following, add(Get(following), 4 * len(self.faces))),
            Put(starts, add(Get(starts), 1)),
            Put(rest, add(Get(rest), 1)),
        )
        body: form.Body = (
            *started(self.layout),
            Put(at, ZERO),
            While(
                op("i32.lt_s", Get(at), count),
                (
                    Put(rest, ZERO),
                    While(op("i32.lt_s", Get(rest), Const(self.space.rest)), inner),
                    Put(at, add(Get(at), 1)),
                ),
            ),
        )
        return Function("successors", frame.params, None, tuple(frame.locals), body, True)

    # -- sets of dice ------------------------------------------------------------------------------
    def begin(self) -> Function:
        """`leg_begin(size, old, bits)`: every position is alive for no leg, with every set of dice."""
        frame = Frame((I32, I32, I32))
        size = op("i32.shl", frame.param(0), Const(3))
        body = (Fill(frame.param(1), Const(255), size), Fill(frame.param(2), ZERO, size))
        return Function("leg_begin", frame.params, None, (), body, True)

    def sweep(self) -> Function:
        """`sweep(live, first, last, old, bits, following, renamed, over)`: whether any set of dice was added."""
        frame = Frame((I32, I32, I32, I32, I32, I32, I32, I64))
        live, first, last, olds, sets, following, renamed, over = (frame.param(i) for i in range(8))
        at, p, changed, q, g = (frame.new() for _ in range(5))
        old, bits, missing, word, made, was = (frame.new(I64) for _ in range(6))
        dice = len(self.dice)
        full = (1 << dice) - 1

        def cell(base: form.Expr, index: form.Expr) -> form.Expr:
            return op("i32.add", base, op("i32.shl", index, Const(3)))

        row = op("i32.add", following, op("i32.mul", Get(p), Const(4 * len(self.faces))))
        renaming: list[Stmt] = [Put(made, Const(0, I64))]
        base = op("i32.add", renamed, op("i32.mul", Get(g), Const(8 * 256 * 8)))
        for byte in range(8):
            part = op("i64.and", op("i64.shr_u", Get(word), Const(8 * byte, I64)), Const(255, I64))
            place = op("i32.add", base, op("i32.shl", op("i32.wrap_i64", part), Const(3)))
            renaming.append(Put(made, op("i64.or", Get(made), Load("i64.load", place, byte * 256 * 8))))
        body: list[Stmt] = []
        for k, (die, _, _) in enumerate(self.faces):
            d = self.dice.index(die)
            keep = _signed(sum(1 << i for i in range(1 << dice) if not i >> d & 1))
            shift = Const(1 << d, I64)
            # A die can only add sets that it is in, and only those that were there one leg ago.
            reach = op("i64.shl", Const(keep, I64), shift)
            missed = op("i64.and", op("i64.and", Get(missing), reach), op("i64.xor", over, Const(-1, I64)))
            found = op("i64.shl", op("i64.and", Get(made), Const(keep, I64)), shift)
            body.append(
                Branch(
                    op("i64.ne", missed, Const(0, I64)),
                    (
                        Put(q, Load("i32.load", row, 4 * k)),
                        Branch(
                            op("i32.ne", Get(q), Const(OUT)),
                            (
                                Put(g, op("i32.shr_u", Get(q), Const(POSITION_BITS))),
                                Put(q, op("i32.and", Get(q), Const((1 << POSITION_BITS) - 1))),
                                Put(word, Load("i64.load", cell(sets, Get(q)), 0)),
                                Branch(
                                    op("i64.ne", Get(word), Const(0, I64)),
                                    (
                                        Branch(Get(g), tuple(renaming), (Put(made, Get(word)),)),
                                        Put(bits, op("i64.or", Get(bits), op("i64.and", found, Get(missing)))),
                                        Put(missing, op("i64.and", Get(old), op("i64.xor", Get(bits), Const(-1, I64)))),
                                    ),
                                ),
                            ),
                        ),
                    ),
                )
            )
        alive = op("i64.and", op("i64.shr_u", Get(old), Const(full, I64)), Const(1, I64))
        one: form.Body = (
            Put(p, Load("i32.load", op("i32.add", live, op("i32.shl", Get(at), Const(2))), 0)),
            Put(old, Load("i64.load", cell(olds, Get(p)), 0)),
            Put(was, Load("i64.load", cell(sets, Get(p)), 0)),
            Put(bits, Get(was)),
            Branch(op("i32.wrap_i64", alive), (Put(bits, op("i64.or", Get(bits), op("i64.and", over, Get(old)))),)),
            Put(missing, op("i64.and", Get(old), op("i64.xor", Get(bits), Const(-1, I64)))),
            *body,
            Branch(
                op("i64.ne", Get(bits), Get(was)),
                (Store("i64.store", cell(sets, Get(p)), Get(bits), 0), Put(changed, ONE)),
            ),
            Put(at, add(Get(at), 1)),
        )
        whole: form.Body = (
            Put(at, first),
            Put(changed, ZERO),
            While(op("i32.lt_s", Get(at), last), one),
            Return(Get(changed)),
        )
        return Function("sweep", frame.params, I32, tuple(frame.locals), whole, True)

    def end(self) -> Function:
        """`leg_end(size, old, bits, starts)`: 2 where a position is alive for one leg more, 3 where a start is."""
        frame = Frame((I32, I32, I32, I32))
        size, olds, sets, starts = (frame.param(i) for i in range(4))
        at, found = frame.new(), frame.new()
        bits = frame.new(I64)
        full = (1 << len(self.dice)) - 1
        old = op("i32.add", olds, op("i32.shl", Get(at), Const(3)))
        now = op("i32.add", sets, op("i32.shl", Get(at), Const(3)))
        alive = op("i32.wrap_i64", op("i64.and", op("i64.shr_u", Get(bits), Const(full, I64)), Const(1, I64)))
        start = Load("i32.load8_u", op("i32.add", starts, Get(at)), 0)
        one: form.Body = (
            Put(bits, Load("i64.load", now, 0)),
            Branch(alive, (Put(found, op("i32.or", Get(found), op("i32.or", Const(2), start))),)),
            Store("i64.store", old, Get(bits), 0),
            Store("i64.store", now, Const(0, I64), 0),
            Put(at, add(Get(at), 1)),
        )
        body: form.Body = (
            Put(at, ZERO),
            Put(found, ZERO),
            While(op("i32.lt_s", Get(at), size), one),
            Return(Get(found)),
        )
        return Function("leg_end", frame.params, I32, tuple(frame.locals), body, True)

    def compact(self) -> Function:
        """`compact(live, count, old)`: keeps the positions that some set of dice leads on from; answers how many."""
        frame = Frame((I32, I32, I32))
        live, count, olds = (frame.param(i) for i in range(3))
        at, kept, p = (frame.new() for _ in range(3))
        source = op("i32.add", live, op("i32.shl", Get(at), Const(2)))
        target = op("i32.add", live, op("i32.shl", Get(kept), Const(2)))
        old = Load("i64.load", op("i32.add", olds, op("i32.shl", Get(p), Const(3))), 0)
        one: form.Body = (
            Put(p, Load("i32.load", source, 0)),
            Branch(
                op("i64.ne", old, Const(0, I64)),
                (Store("i32.store", target, Get(p), 0), Put(kept, add(Get(kept), 1))),
            ),
            Put(at, add(Get(at), 1)),
        )
        body: form.Body = (
            Put(at, ZERO), Put(kept, ZERO), While(op("i32.lt_s", Get(at), count), one), Return(Get(kept)),
        )  # fmt: skip
        return Function("compact", frame.params, I32, tuple(frame.locals), body, True)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
