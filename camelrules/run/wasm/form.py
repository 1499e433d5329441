"""The imperative form between the rules and WebAssembly: typed expressions and statements, one closed set of nodes.

A truth value, a number and a member of a sort are an `i32`, a set is an `i64` mask. Expressions nest; whatever is used
twice is put in a local by whoever builds the form, so that nothing is evaluated twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

I32, I64, F64, V128 = "i32", "i64", "f64", "v128"


@dataclass(frozen=True, slots=True)
class Local:
    """A local variable or argument of a function, by its number."""

    number: int
    type: str


@dataclass(frozen=True, slots=True)
class Const:
    """A constant."""

    value: int
    type: str = I32


@dataclass(frozen=True, slots=True)
class Get:
    """The value of a local."""

    local: Local


@dataclass(frozen=True, slots=True)
class Global:
    """The value of a global variable."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Op:
    """An instruction that computes from its operands alone, by its WebAssembly name."""

    code: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """A look into memory."""

    code: str
    address: Expr
    offset: int


@dataclass(frozen=True, slots=True)
class Choose:
    """One of two expressions; the other is not evaluated."""

    test: Expr
    then: Expr
    other: Expr
    type: str


@dataclass(frozen=True, slots=True)
class Apply:
    """A call of a function that answers."""

    name: str
    args: tuple[Expr, ...]
    type: str


@dataclass(frozen=True, slots=True)
class After:
    """A value once some statements have run."""

    body: Body
    value: Expr


Expr = Const | Get | Global | Op | Load | Choose | Apply | After


@dataclass(frozen=True, slots=True)
class Put:
    """Sets a local."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class PutGlobal:
    """Sets a global variable."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """Writes to memory."""

    code: str
    address: Expr
    value: Expr
    offset: int


@dataclass(frozen=True, slots=True)
class Copy:
    """Copies a stretch of memory."""

    target: Expr
    source: Expr
    size: Expr


@dataclass(frozen=True, slots=True)
class Fill:
    """Fills a stretch of memory with one byte."""

    target: Expr
    byte: Expr
    size: Expr


@dataclass(frozen=True, slots=True)
class Branch:
    """Runs one of two bodies."""

    test: Expr
    then: Body
    other: Body = ()


@dataclass(frozen=True, slots=True)
class While:
    """Runs a body as long as a test holds."""

    test: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class Perform:
    """A call of a function that answers nothing."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Evaluates for its faults alone."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Return:
    """Leaves the function, with its answer if it has one."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Trap:
    """Stops with a numbered fault; what it tells of is written down first."""

    fault: int
    details: tuple[Expr, ...] = ()


Stmt = Put | PutGlobal | Store | Copy | Fill | Branch | While | Perform | Discard | Return | Trap
Body = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the module; its arguments are its first locals."""

    name: str
    params: tuple[str, ...]
    result: str | None
    locals: tuple[str, ...]
    body: Body
    exported: bool = False


@dataclass(frozen=True, slots=True)
class Module:
    """Functions, mutable globals, constant data at fixed addresses, and the size of memory in pages."""

    functions: tuple[Function, ...]
    globals: tuple[tuple[str, str, int], ...]
    data: tuple[tuple[int, bytes], ...]
    pages: int


ZERO, ONE = Const(0), Const(1)


def op(code: str, *args: Expr) -> Expr:
    """An instruction, worked out at once where its operands are constants."""
    if all(isinstance(a, Const) for a in args):
        fold = _FOLDS.get(code)
        if fold is not None:
            folded: Const = fold(*(a.value for a in args if isinstance(a, Const)))
            return folded
    if len(args) == 2:
        return _binary(code, *args)
    if code == "i32.eqz" and isinstance(args[0], Op) and args[0].code in _OPPOSITE:
        return Op(_OPPOSITE[args[0].code], args[0].args)
    return Op(code, args)


def _binary(code: str, left: Expr, right: Expr) -> Expr:
    name = code[4:]
    value = right.value if isinstance(right, Const) else left.value if isinstance(left, Const) else None
    if value is None:
        return Op(code, (left, right))
    other = left if isinstance(right, Const) else right
    if value == 0:
        if name in ("add", "or", "xor") or (isinstance(right, Const) and name in ("sub", "shl", "shr_u", "shr_s")):
            return other
        if name in ("and", "mul"):
            return Const(0, code[:3])
    if value == 1 and name == "mul":
        return other
    if value == -1 and name == "and":
        return other
    return Op(code, (left, right))


def _wrap(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def _fold_table() -> dict[str, Callable[..., Const]]:
    table: dict[str, Callable[..., Const]] = {}
    for type, bits in ((I32, 32), (I64, 64)):
        arithmetic = {
            "add": lambda a, b: a + b,
            "sub": lambda a, b: a - b,
            "mul": lambda a, b: a * b,
            "and": lambda a, b: a & b,
            "or": lambda a, b: a | b,
            "xor": lambda a, b: a ^ b,
        }
        for name, compute in arithmetic.items():
            table[f"{type}.{name}"] = lambda a, b, c=compute, t=type, n=bits: Const(_wrap(c(a, b), n), t)
        table[f"{type}.shl"] = lambda a, b, t=type, n=bits: Const(_wrap(a << (b % n), n), t)
        table[f"{type}.shr_u"] = lambda a, b, t=type, n=bits: Const(_wrap((a & ((1 << n) - 1)) >> (b % n), n), t)
        compare = {
            "eq": lambda a, b: a == b,
            "ne": lambda a, b: a != b,
            "lt_s": lambda a, b: a < b,
            "le_s": lambda a, b: a <= b,
            "gt_s": lambda a, b: a > b,
            "ge_s": lambda a, b: a >= b,
        }
        for name, test in compare.items():
            table[f"{type}.{name}"] = lambda a, b, c=test: Const(int(c(a, b)))
        table[f"{type}.eqz"] = lambda a: Const(int(a == 0))
        table[f"{type}.popcnt"] = lambda a, t=type, n=bits: Const((a & ((1 << n) - 1)).bit_count(), t)
    table["i32.wrap_i64"] = lambda a: Const(_wrap(a, 32))
    table["i64.extend_i32_u"] = lambda a: Const(a & 0xFFFFFFFF, I64)
    table["i64.extend_i32_s"] = lambda a: Const(a, I64)
    return table


_FOLDS = _fold_table()
_OPPOSITE = {
    f"{t}.{a}": f"{t}.{b}"
    for t in (I32, I64)
    for a, b in (("eq", "ne"), ("ne", "eq"), ("lt_s", "ge_s"), ("ge_s", "lt_s"), ("gt_s", "le_s"), ("le_s", "gt_s"))
}


def choose(test: Expr, then: Expr, other: Expr, type: str = I32) -> Expr:
    """One of two expressions, decided at once where the test is a constant; a select where both are simple."""
    if isinstance(test, Const):
        return then if test.value else other
    if then == other and simple(then):
        return then
    if type == I32 and then == ONE and other == ZERO:
        return test
    if simple(then) and simple(other):
        return Op("select", (then, other, test))
    return Choose(test, then, other, type)


def simple(expr: Expr, depth: int = 3) -> bool:
    """Whether evaluating it needlessly does no harm and costs little."""
    match expr:
        case Const() | Get() | Global():
            return True
        case Op():
            return depth > 0 and all(simple(a, depth - 1) for a in expr.args)
        case Load():
            return depth > 0 and isinstance(expr.address, Const)
        case _:
            return False


def type_of(expr: Expr) -> str:
    """The type of an expression's value."""
    match expr:
        case Const() | Global() | Choose() | Apply():
            return expr.type
        case Get():
            return expr.local.type
        case After():
            return type_of(expr.value)
        case Load():
            return expr.code[:4].rstrip(".")
        case Op():
            if expr.code == "select":
                return type_of(expr.args[0])
            if expr.code.endswith("bitmask"):
                return I32
            kind, _, name = expr.code.partition(".")
            if kind not in (I32, I64):
                return V128
            return I32 if name.split("_")[0] in _TESTS else kind


_TESTS = ("eq", "ne", "lt", "le", "gt", "ge", "eqz")
