"""What every part of the lowering shares: the frame, faults, parameters, constant tables, and writing functions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from camelrules.lang.syntax import Expr
from camelrules.lang.types import BoolType, ListType, SetType, SortType, Type
from camelrules.run.wasm import form
from camelrules.run.wasm.faults import Fault, Overflow
from camelrules.run.wasm.form import I32, I64, After, Const, Get, Put, Trap, op
from camelrules.run.wasm.memory import Layout, Unsupported
from camelrules.run.wasm.values import HIGH, LOW, Env, Frame, Num, Rows, Set, Value, node_type, number
from camelrules.run.wasm.weights import Weights


def bind(frame: Frame, value: Value) -> tuple[form.Body, Value]:
    """A value that may be used several times, and what must run before."""
    if isinstance(value.node, Const | Get):
        return (), value
    local = frame.new(node_type(value))
    put = Put(local, value.node)
    match value:
        case Num():
            return (put,), Num(Get(local), value.low, value.high)
        case Set():
            return (put,), Set(Get(local))
        case Rows():
            return (put,), Rows(Get(local), value.type, value.rows)


def after(body: form.Body, node: form.Expr) -> form.Expr:
    return After(body, node) if body else node


class Base:
    """Lowers the rules of one table; the frame is that of the function being written."""

    def __init__(self, layout: Layout, folded: bool) -> None:
        self.layout = layout
        self.table = layout.table
        self.game = layout.table.game
        self.codes = layout.codes
        self.fixed = None if folded else layout.structural()  # the parameters whose values are known
        self.weights = Weights(self.table)
        self.before = ""  # what the names of the state before a step begin with, where there is one
        self.frame = Frame(())
        self.faults: list[Fault] = []
        self.traps = 0  # how many ways to fail have been written so far
        self.functions: dict[str, form.Function] = {}
        self.fallible: dict[str, bool] = {}
        self.tables: dict[bytes, int] = {}
        self.table_end = layout.data

    # -- help ------------------------------------------------------------------------
    def trap(self, fault: Fault, *details: form.Expr) -> Trap:
        if not isinstance(fault, Overflow):
            self.traps += 1
        if fault not in self.faults:
            self.faults.append(fault)
        return Trap(self.faults.index(fault) + 1, details)

    def known(self, name: str) -> bool:
        """Whether a parameter's value is a constant of the module."""
        return self.fixed is None or name in self.fixed

    def constant_table(self, values: list[int]) -> int:
        """The address of a table of numbers."""
        data = b"".join(v.to_bytes(4, "little", signed=True) for v in values)
        if data not in self.tables:
            if self.table_end + len(data) > self.layout.state:
                raise Unsupported("too many constant tables")
            self.tables[data] = self.table_end
            self.table_end += len(data)
        return self.tables[data]

    def test(self, expr: Expr, env: Env) -> form.Expr:
        value = self.expr(expr, env)
        assert isinstance(value, Num)
        return value.node

    def num(self, expr: Expr, env: Env) -> Num:
        value = self.expr(expr, env)
        assert isinstance(value, Num)
        return value

    def bounds(self, type: Type) -> tuple[int, int]:
        if isinstance(type, BoolType):
            return 0, 1
        if isinstance(type, SortType):
            return -1 if type.optional else 0, len(self.codes.family(type)) - 1
        return LOW, HIGH

    def typed(self, node: form.Expr, type: Type) -> Value:
        """A value of unknown origin."""
        if isinstance(type, SetType):
            return Set(node)
        if isinstance(type, ListType):
            return Rows(node, type)
        return Num(node, *self.bounds(type))

    @abstractmethod
    def expr(self, expr: Expr, env: Env) -> Value: ...

    def coded(self, code: int, type: Type) -> Value:
        return Set(Const(code, I64)) if isinstance(type, SetType) else number(code)

    def write(
        self,
        name: str,
        params: tuple[tuple[str, Type], ...],
        result: Type | None,
        make: Callable[[Env], Value | form.Body],
        exported: bool = False,
    ) -> None:
        """Writes a function of the module."""
        outer, self.frame = self.frame, Frame(tuple(I64 if isinstance(t, SetType) else I32 for _, t in params))
        env: Env = {n: self.typed(self.frame.param(i), t) for i, (n, t) in enumerate(params)}
        before = self.traps
        made = make(env)
        body = made if isinstance(made, tuple) else (form.Return(made.node),)
        type = None if result is None else I64 if isinstance(result, SetType) else I32
        self.functions[name] = form.Function(name, self.frame.params, type, tuple(self.frame.locals), body, exported)
        self.fallible[name] = self.traps > before
        self.frame = outer


def bit_of(mask: form.Expr, at: form.Expr) -> form.Expr:
    """One bit of a mask as a truth value; `none` has the last bit, which no member has."""
    shifted = op("i64.shr_u", mask, op("i64.extend_i32_u", at))
    return op("i32.wrap_i64", op("i64.and", shifted, Const(1, I64)))


def row_load(width: int) -> str:
    """The instruction that reads a mask."""
    return {1: "i64.load8_u", 2: "i64.load16_u", 4: "i64.load32_u", 8: "i64.load"}[width]


def row_store(width: int) -> str:
    """The instruction that writes a mask."""
    return {1: "i64.store8", 2: "i64.store16", 4: "i64.store32", 8: "i64.store"}[width]
