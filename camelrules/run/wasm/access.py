"""Looking into memory: cells of state variables and of lists, and whether a value is a member of a sort."""

from __future__ import annotations

from dataclasses import replace

from camelrules.lang.source import Span
from camelrules.lang.syntax import Read
from camelrules.lang.types import IntType, ListType, SetType, SortType, Type
from camelrules.run.wasm import form
from camelrules.run.wasm.base import Base, after, bind, bit_of, row_load
from camelrules.run.wasm.faults import Outside
from camelrules.run.wasm.form import After, Branch, Const, Get, Load, Put, op
from camelrules.run.wasm.memory import Slot, Unsupported
from camelrules.run.wasm.values import Env, Num, Rows, Set, Value, truth


class Access(Base):
    """Reads of the state and of lists."""

    def of_sort(self, value: Num, sort: str) -> form.Expr:
        """Whether a value is one of a sort."""
        members = self.members(sort)
        if not members:
            return form.ZERO
        if value.constant is not None:
            return Const(int(value.constant in members))
        low, high = min(members), max(members)
        if high - low + 1 == len(members):
            if low <= value.low and value.high <= high:
                return form.ONE
            return op("i32.lt_u", op("i32.sub", value.node, Const(low)), Const(len(members)))
        tests = [op("i32.eq", value.node, Const(m)) for m in members]
        node = tests[0]
        for test in tests[1:]:
            node = op("i32.or", node, test)
        return node

    def members(self, sort: str) -> list[int]:
        """The members of a sort as numbers, in its order."""
        definition = self.game.sorts.get(sort)
        if definition is not None and definition.kind in ("range", "values"):
            return [int(m) for m in self.table.members[sort]]
        parts = frozenset(definition.parts or (sort,)) if definition is not None else frozenset((sort,))
        return self.codes.of(SortType(sort, parts))

    @staticmethod
    def length(rows: Value) -> form.Expr:
        return Load("i32.load", rows.node, 0)

    def cell_of(self, at: form.Expr, address: form.Expr, type: ListType, column: int) -> Value:
        """A cell of a list, rows counted from 0."""
        offset = 4 + sum(self.layout.width(t) for t in type.of[:column])
        place = op("i32.add", address, op("i32.mul", at, Const(self.layout.row(type))))
        return self.load(place, offset, type.of[column])

    def load(self, address: form.Expr, offset: int, type: Type) -> Value:
        width = self.layout.width(type)
        if isinstance(type, SetType):
            return Set(Load("i64.load", address, offset))
        code = {1: "i32.load8_s", 2: "i32.load16_s", 4: "i32.load"}[width]
        return Num(Load(code, address, offset), *self.bounds(type))

    # -- the state ---------------------------------------------------------------------
    def read(self, expr: Read, env: Env) -> Value:
        slot = self.slot(expr.name)
        values = tuple(self.num(i, env) for i in expr.index)
        before, bit, address, offset = self.locate(slot, values, expr.span)
        if bit is not None:
            row = Load(row_load(slot.width), address, offset)
            return truth(after(before, bit_of(row, bit)))
        if isinstance(slot.variable.type, ListType):
            node = op("i32.add", address, Const(offset))
            return Rows(after(before, node), slot.variable.type)
        value = self.load(address, offset, slot.variable.type)
        return self.typed(after(before, value.node), slot.variable.type)

    def slot(self, name: str) -> Slot:
        """Where a variable is; one of the state before a step has the prefix that was agreed for it."""
        if self.before and name not in self.layout.slots and name.startswith(self.before):
            now = self.slot(name.removeprefix(self.before))
            return replace(now, address=now.address + self.layout.initial - self.layout.state)
        if name not in self.layout.slots:
            raise Unsupported(f"`{name}` is not kept")
        return self.layout.slots[name]

    def locate(
        self, slot: Slot, values: tuple[Num, ...], span: Span
    ) -> tuple[form.Body, form.Expr | None, form.Expr, int]:
        """Checks an index: what must run before, the bit in a mask, the address and a constant to add to it."""
        types = slot.variable.index
        before: list[form.Stmt] = []
        held: list[Num] = []
        for value, type in zip(values, types, strict=True):
            if isinstance(type, IntType) and len(values) and value.constant is None:
                first, value_held = bind(self.frame, value)
                before += first
                assert isinstance(value_held, Num)
                held.append(value_held)
            else:
                held.append(value)
        # Everything is evaluated before anything is checked, as in the reference evaluator.
        if any(isinstance(t, IntType) for t in types):
            again = []
            for value in held:
                first, value_held = bind(self.frame, value)
                before += first
                assert isinstance(value_held, Num)
                again.append(value_held)
            held = again
        positions: list[form.Expr] = []
        for value, type in zip(held, types, strict=True):
            if isinstance(type, SortType):
                positions.append(value.node)
                continue
            assert isinstance(type, IntType)
            members = [int(m) for m in self.table.members[type.sort]]
            position, test = self.place(value, members)
            if test is not None:
                details = tuple(v.node for v in held)
                trap = self.trap(Outside(slot.variable, span), *details)
                before.append(trap if test == form.ONE else Branch(test, (trap,)))
            positions.append(position)
        bit = positions.pop(0) if slot.masked else None
        cell: form.Expr = form.ZERO
        for position, size in zip(positions, slot.sizes, strict=True):
            cell = op("i32.add", op("i32.mul", cell, Const(size)), position)
        address = op("i32.mul", cell, Const(slot.width))
        if isinstance(address, Const):
            return tuple(before), bit, form.ZERO, slot.address + address.value
        return tuple(before), bit, address, slot.address

    def place(self, value: Num, members: list[int]) -> tuple[form.Expr, form.Expr | None]:
        """The position of a number among the members of a sort, and a test that it is none of them."""
        if value.constant is not None:
            inside = value.constant in members
            return Const(members.index(value.constant) if inside else 0), None if inside else form.ONE
        if not members:
            return form.ZERO, form.ONE
        low, high = members[0], members[-1]
        if high - low + 1 == len(members):
            position = op("i32.sub", value.node, Const(low))
            safe = low <= value.low and value.high <= high
            return position, None if safe else op("i32.ge_u", position, Const(len(members)))
        position = Const(-1)
        for at, member in enumerate(members):
            position = form.Op("select", (Const(at), position, op("i32.eq", value.node, Const(member))))
        local = self.frame.new()
        return Get(local), op("i32.lt_s", After((Put(local, position),), Get(local)), form.ZERO)
