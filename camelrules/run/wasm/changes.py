"""Changes of the state: assignments, of one cell or of many at once, and rows put at the end of lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from camelrules.lang.syntax import (
    Append,
    Assign,
    Binder,
    Do,
    Draw,
    Emit,
    Expr,
    For,
    Let,
    SortDomain,
    Stmt,
    Var,
    When,
)
from camelrules.lang.types import ListType, SetType, SortType, Type
from camelrules.run.wasm import form
from camelrules.run.wasm.base import bind, row_load, row_store
from camelrules.run.wasm.faults import Overflow
from camelrules.run.wasm.form import (
    I32,
    I64,
    Branch,
    Const,
    Copy,
    Get,
    Global,
    Load,
    Put,
    PutGlobal,
    Store,
    op,
)
from camelrules.run.wasm.masks import ALL
from camelrules.run.wasm.memory import ROWS, Layout, Slot, Unsupported
from camelrules.run.wasm.quantifiers import Quantifiers
from camelrules.run.wasm.values import Env, Num, Rows, Set, Value, number


@dataclass(frozen=True, slots=True)
class Kind:
    """An event that the rules report: its name and the types of its fields; without a name, something drawn."""

    name: str
    fields: tuple[tuple[str, Type], ...]


class Changes(Quantifiers):
    """Lowers assignments; with `keep`, only what changes those variables."""

    def __init__(
        self, layout: Layout, folded: bool, keep: frozenset[str] | None = None, every: bool = False,
        traced: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(layout, folded)
        self.traced = traced  # whether what is drawn is written down among the events
        self.keep = keep
        self.every = every  # whether draws are gone through with their weights, and not drawn
        self.kinds: list[Kind] = []
        self.allocations = 0

    def kept(self, name: str) -> bool:
        return self.keep is None or name in self.keep

    def idle(self, effect: str) -> bool:
        """Whether an effect changes nothing that is kept."""
        if self.keep is None:
            return False
        return not any(self.changes(s) for s in self.game.effects[effect].body)

    def changes(self, stmt: Stmt) -> bool:
        match stmt:
            case Assign() | Append():
                return self.kept(stmt.name)
            case Do():
                return not self.idle(stmt.name)
            case When():
                return any(map(self.changes, (*stmt.then, *stmt.other)))
            case For():
                return stmt.shuffled or any(map(self.changes, stmt.body))
            case Draw():
                return True
            case Let() | Emit():
                return False
            case _:
                assert_never(stmt)

    # -- lists and scratch memory -----------------------------------------------------------
    def copied(self, rows: Rows) -> tuple[form.Body, Value]:
        """A list in scratch memory, so that it stays when the state changes."""
        self.allocations += 1
        before, address = bind(self.frame, rows)
        top, size = self.frame.new(), self.frame.new()
        length = op("i32.mul", self.length(address), Const(self.layout.row(rows.type)))
        body = (
            *before,
            Put(top, Global("scratch_top", I32)),
            Put(size, op("i32.add", length, Const(4))),
            *self.room(op("i32.add", Get(top), Get(size))),
            Copy(Get(top), address.node, Get(size)),
            PutGlobal(
                "scratch_top", op("i32.and", op("i32.add", op("i32.add", Get(top), Get(size)), Const(7)), Const(-8))
            ),
        )
        return body, Rows(Get(top), rows.type)

    def room(self, end: form.Expr) -> form.Body:
        """A fault where the scratch memory does not reach so far."""
        return (Branch(op("i32.gt_u", end, Const(self.layout.scratch_end)), (self.trap(Overflow(None)),)),)

    def options(self, binder: Binder, where: Expr | None, env: Env) -> tuple[form.Body, form.Local, form.Local]:
        """Writes what a binder can be bound to into scratch memory: what does so, where, and how many there are."""
        self.allocations += 1
        start, count = self.frame.new(), self.frame.new()
        width = 4 * len(binder.names)

        def take(inner: Env) -> form.Body:
            at = op("i32.add", Get(start), op("i32.mul", Get(count), Const(width)))
            stores: list[form.Stmt] = []
            for column, name in enumerate(binder.names):
                value = inner[name]
                if not isinstance(value, Num):
                    raise Unsupported("a draw of sets")
                stores.append(Store("i32.store", at, value.node, 4 * column))
            full = self.room(op("i32.add", at, Const(width)))
            body = (*full, *stores, Put(count, op("i32.add", Get(count), form.ONE)))
            if where is None:
                return body
            test = self.test(where, inner)
            if isinstance(test, Const):
                return body if test.value else ()
            return (Branch(test, body),)

        body = self.each((binder,), env, self.weight_of(where) + 8, take, None)
        end = op("i32.add", Get(start), op("i32.mul", Get(count), Const(width)))
        return (
            (Put(start, Global("scratch_top", I32)), Put(count, form.ZERO), *body, PutGlobal("scratch_top", end)),
            start,
            count,
        )

    def option(self, binder: Binder, start: form.Local, at: form.Expr) -> tuple[form.Body, Env]:
        """The names of a binder bound to one of its options."""
        width = 4 * len(binder.names)
        place = op("i32.add", Get(start), op("i32.mul", at, Const(width)))
        body: list[form.Stmt] = []
        bound: Env = {}
        for column, (name, type) in enumerate(zip(binder.names, binder.types, strict=True)):
            value = Num(Load("i32.load", place, 4 * column), *self.bounds(type))
            first, bound[name] = bind(self.frame, value)
            body += first
        return tuple(body), bound

    # -- changes -----------------------------------------------------------------------------------
    def assign(self, stmt: Assign, env: Env) -> form.Body:
        slot = self.slot(stmt.name)
        if not stmt.binders:
            values = tuple(self.num(i, env) for i in stmt.index)
            held_first: list[form.Stmt] = []
            held: list[Num] = []
            for index in values:
                first, kept = bind(self.frame, index)
                held_first += first
                assert isinstance(kept, Num)
                held.append(kept)
            value_first, value = bind(self.frame, self.expr(stmt.value, env))
            return (*held_first, *value_first, *self.store(slot, tuple(held), value, stmt))
        rows = self.assign_rows(stmt, slot, env)
        if rows is not None:
            return rows
        return self.assign_each(stmt, slot, env)

    def store(self, slot: Slot, index: tuple[Num, ...], value: Value, stmt: Assign | Append) -> form.Body:
        before, bit, address, offset = self.locate(slot, index, stmt.span)
        if bit is not None:
            row = Load(row_load(slot.width), address, offset)
            one = op("i64.shl", Const(1, I64), op("i64.extend_i32_u", bit))
            new = op("i64.shl", op("i64.extend_i32_u", value.node), op("i64.extend_i32_u", bit))
            cleared = op("i64.and", row, op("i64.xor", one, ALL))
            return (*before, Store(row_store(slot.width), address, op("i64.or", cleared, new), offset))
        if isinstance(value, Rows):
            target = op("i32.add", address, Const(offset))
            length = op("i32.mul", self.length(value), Const(self.layout.row(value.type)))
            full = Branch(op("i32.gt_s", self.length(value), Const(ROWS)), (self.trap(Overflow(stmt.span)),))
            return (*before, full, Copy(target, value.node, op("i32.add", length, Const(4))))
        code = (
            "i64.store" if isinstance(value, Set) else {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[slot.width]
        )
        return (*before, Store(code, address, value.node, offset))

    def assign_rows(self, stmt: Assign, slot: Slot, env: Env) -> form.Body | None:
        """A truth map set for a whole row at a time, where its first index is a name bound to a sort."""
        if not slot.masked or not isinstance(stmt.index[0], Var):
            return None
        name = stmt.index[0].name
        own = [b for b in stmt.binders if b.names == (name,)]
        others = tuple(b for b in stmt.binders if b.names != (name,))
        if not own or not all(isinstance(b.domain, SortDomain) for b in stmt.binders):
            return None
        # Every other index is a name of its own, so that no row is set twice.
        if [getattr(i, "name", None) for i in stmt.index[1:]] != [b.names[0] for b in others]:
            return None
        found = self.domain(own[0], env)
        if found is None:
            return None
        bound, members = found
        row_sort = slot.variable.index[0]
        whole = self.bound(self.codes.of(row_sort), False) if isinstance(row_sort, SortType) else None
        before = self.traps
        changes: list[form.Stmt] = []
        stores: list[form.Stmt] = []
        failed = False

        def one(inner: Env) -> form.Body:
            nonlocal failed
            scope: Env = {**inner, name: bound}
            where = ALL if stmt.where is None else self.mask(stmt.where, scope, bound)
            new = self.mask(stmt.value, scope, bound)
            if where is None or new is None:
                failed = True
                return ()
            index = (number(0), *(self.num(i, inner) for i in stmt.index[1:]))
            prior, _, address, offset = self.locate(slot, index, stmt.span)
            changed = op("i64.and", members, where)
            value = self.frame.new(I64)
            changes.extend(prior)
            if whole is not None and changed == Const(whole.all, I64):
                changes.append(Put(value, op("i64.and", new, changed)))  # nothing of the old row is kept
            else:
                row, mask = Load(row_load(slot.width), address, offset), self.frame.new(I64)
                kept = op("i64.and", row, op("i64.xor", Get(mask), ALL))
                changes.append(Put(mask, changed))
                changes.append(Put(value, op("i64.or", op("i64.and", new, Get(mask)), kept)))
            stores.append(Store(row_store(slot.width), address, Get(value), offset))
            return ()

        weight = 2 * self.weight_of(stmt.value, stmt.where)
        if weight * self.weights.times(others) > 20_000:
            return None
        self.every_binding(others, env, one)
        if failed or self.traps > before:
            self.traps = before
            return None
        return (*changes, *stores)

    def every_binding(self, binders: tuple[Binder, ...], env: Env, visit: object) -> None:
        """Calls `visit` for every way to bind names to members of sorts, written out."""
        assert callable(visit)
        if not binders:
            visit(env)
            return
        first, rest = binders[0], binders[1:]
        assert isinstance(first.domain, SortDomain)
        for member in self.members(first.domain.sort):
            self.every_binding(rest, {**env, first.names[0]: number(member)}, visit)

    def assign_each(self, stmt: Assign, slot: Slot, env: Env) -> form.Body:
        """Every element at once from the old state: all is worked out first, then written."""
        weight = self.weight_of(stmt.value, stmt.where, *stmt.index)
        plain = all(isinstance(b.domain, SortDomain) for b in stmt.binders)
        if isinstance(slot.variable.type, ListType | SetType):
            raise Unsupported("setting many lists or sets at once")
        if plain and weight * self.weights.times(stmt.binders) <= 20_000:
            stores: list[form.Stmt] = []

            def one(inner: Env) -> form.Body:
                test = form.ONE if stmt.where is None else self.test(stmt.where, inner)
                if test == form.ZERO:
                    return ()
                guarded = self.frame.new()
                body: list[form.Stmt] = []
                held: list[Num] = []
                for i in stmt.index:
                    first, kept = bind(self.frame, self.num(i, inner))
                    body += first
                    assert isinstance(kept, Num)
                    held.append(kept)
                first, value = bind(self.frame, self.expr(stmt.value, inner))
                body += first
                written = self.store(slot, tuple(held), value, stmt)
                if isinstance(test, Const):
                    stores.extend(written)
                    return tuple(body)
                stores.append(Branch(Get(guarded), written))
                return (Put(guarded, test), Branch(Get(guarded), tuple(body))) if body else (Put(guarded, test),)

            body: list[form.Stmt] = []
            self.every_binding(stmt.binders, env, lambda inner: body.extend(one(inner)))
            return (*body, *stores)
        return self.assign_listed(stmt, slot, env)

    def assign_listed(self, stmt: Assign, slot: Slot, env: Env) -> form.Body:
        """The same by way of scratch memory."""
        self.allocations += 1
        start, count, at = self.frame.new(), self.frame.new(), self.frame.new()
        width = 4 * (len(stmt.index) + 1)

        def take(inner: Env) -> form.Body:
            place = op("i32.add", Get(start), op("i32.mul", Get(count), Const(width)))
            body: list[form.Stmt] = [*self.room(op("i32.add", place, Const(width)))]
            for column, i in enumerate(stmt.index):
                body.append(Store("i32.store", place, self.num(i, inner).node, 4 * column))
            body.append(Store("i32.store", place, self.num(stmt.value, inner).node, 4 * len(stmt.index)))
            body.append(Put(count, op("i32.add", Get(count), form.ONE)))
            if stmt.where is None:
                return tuple(body)
            test = self.test(stmt.where, inner)
            return tuple(body) if test == form.ONE else (Branch(test, tuple(body)),)

        gathered = self.each(stmt.binders, env, self.weight_of(stmt.value, stmt.where, *stmt.index) + 8, take, None)
        end = op("i32.add", Get(start), op("i32.mul", Get(count), Const(width)))
        place = op("i32.add", Get(start), op("i32.mul", Get(at), Const(width)))
        types = (*slot.variable.index, slot.variable.type)
        cells: list[Num] = []
        loaded: list[form.Stmt] = []
        for column, type in enumerate(types):
            first, held = bind(self.frame, Num(Load("i32.load", place, 4 * column), *self.bounds(type)))
            loaded += first
            assert isinstance(held, Num)
            cells.append(held)
        written = self.store(slot, tuple(cells[:-1]), cells[-1], stmt)
        step = Put(at, op("i32.add", Get(at), form.ONE))
        return (
            Put(start, Global("scratch_top", I32)), Put(count, form.ZERO), *gathered, PutGlobal("scratch_top", end),
            Put(at, form.ZERO),
            form.While(op("i32.lt_s", Get(at), Get(count)), (*loaded, *written, step)),
        )  # fmt: skip

    def append(self, stmt: Append, env: Env) -> form.Body:
        slot = self.slot(stmt.name)
        type = slot.variable.type
        assert isinstance(type, ListType)
        body: list[form.Stmt] = []
        held: list[Value] = []
        for part in (*stmt.index, *stmt.items):
            first, value = bind(self.frame, self.expr(part, env))
            body += first
            held.append(value)
        index = tuple(v for v in held[: len(stmt.index)] if isinstance(v, Num))
        before, _, address, offset = self.locate(slot, index, stmt.span)
        start, length = self.frame.new(), self.frame.new()
        body += [*before, Put(start, op("i32.add", address, Const(offset)))]
        body.append(Put(length, Load("i32.load", Get(start), 0)))
        body.append(Branch(op("i32.ge_s", Get(length), Const(ROWS)), (self.trap(Overflow(stmt.span)),)))
        row = op("i32.add", Get(start), op("i32.mul", Get(length), Const(self.layout.row(type))))
        at = 4
        for value, cell in zip(held[len(stmt.index) :], type.of, strict=True):
            width = self.layout.width(cell)
            code = (
                "i64.store" if isinstance(cell, SetType) else {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[width]
            )
            body.append(Store(code, row, value.node, at))
            at += width
        body.append(Store("i32.store", Get(start), op("i32.add", Get(length), form.ONE), 0))
        return tuple(body)
