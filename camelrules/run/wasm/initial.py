"""The state before setup, made by the module itself, so that other parameters give another one."""

from __future__ import annotations

from camelrules.lang.model import Variable
from camelrules.lang.types import SetType, SortType
from camelrules.run.wasm import form
from camelrules.run.wasm.base import bind, row_store
from camelrules.run.wasm.form import I64, Const, Fill, Put, Store, op
from camelrules.run.wasm.memory import Slot, Unsupported
from camelrules.run.wasm.statements import Statements
from camelrules.run.wasm.values import Num, Rows, Set, Value, number


def write_initial(lower: Statements) -> None:
    """Exports `initial()`."""
    lower.write("initial", (), None, lambda _: _body(lower), exported=True)


def _body(lower: Statements) -> form.Body:
    layout = lower.layout
    body: list[form.Stmt] = [Fill(Const(layout.state), form.ZERO, Const(layout.size))]
    for slot in layout.slots.values():
        first, value = bind(lower.frame, _value(lower, slot.variable))
        body += [*first, *_stores(lower, slot, value)]
    return tuple(body)


def _value(lower: Statements, variable: Variable) -> Value:
    if variable.initial is not None:
        return lower.expr(variable.initial, {})
    if isinstance(variable.type, SetType):
        return Set(Const(0, I64))
    if isinstance(variable.type, SortType):
        return number(lower.codes.code(lower.table.zero(variable.type), variable.type))
    return number(0)


def _stores(lower: Statements, slot: Slot, value: Value) -> list[form.Stmt]:
    if isinstance(value, Rows):
        raise Unsupported("a list that is not empty at first")
    if value == number(0):
        return []
    body: list[form.Stmt] = []
    if slot.masked:
        assert isinstance(value, Num)
        rows: dict[int, int] = {}
        for _, cell, bit in lower.layout.cells(slot):
            rows[cell] = rows.get(cell, 0) | 1 << bit
        yes = lower.frame.new(I64)
        body.append(Put(yes, op("i64.sub", Const(0, I64), op("i64.extend_i32_u", value.node))))
        for cell, mask in rows.items():
            row = op("i64.and", form.Get(yes), Const(mask, I64))
            body.append(Store(row_store(slot.width), form.ZERO, row, slot.address + cell * slot.width))
        return body
    code = {1: "i32.store8", 2: "i32.store16", 4: "i32.store", 8: "i64.store"}[slot.width]
    cells = [cell for _, cell, _ in lower.layout.cells(slot)] if slot.variable.index else [0]
    return [Store(code, form.ZERO, value.node, slot.address + cell * slot.width) for cell in cells]
