"""The binary format of WebAssembly: a module of the imperative form as bytes."""

from __future__ import annotations

from typing import assert_never

from camelrules.run.wasm.form import (
    F64,
    I32,
    I64,
    V128,
    After,
    Apply,
    Body,
    Branch,
    Choose,
    Const,
    Copy,
    Discard,
    Expr,
    Fill,
    Function,
    Get,
    Global,
    Load,
    Module,
    Op,
    Perform,
    Put,
    PutGlobal,
    Return,
    Stmt,
    Store,
    Trap,
    While,
)

_TYPES = {I32: 0x7F, I64: 0x7E, F64: 0x7C, V128: 0x7B}
_VOID = 0x40
# The instructions in use, by name, with their codes of the specification.
_PLAIN = {
    "select": 0x1B,
    "i32.load": 0x28, "i64.load": 0x29, "f64.load": 0x2B,
    "i32.load8_s": 0x2C, "i32.load8_u": 0x2D, "i32.load16_s": 0x2E,
    "i32.load16_u": 0x2F, "i64.load8_u": 0x31, "i64.load16_u": 0x33, "i64.load32_s": 0x34, "i64.load32_u": 0x35,
    "i32.store": 0x36, "i64.store": 0x37, "f64.store": 0x39,
    "i32.store8": 0x3A, "i32.store16": 0x3B, "i64.store8": 0x3C,
    "i64.store16": 0x3D, "i64.store32": 0x3E,
    "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47, "i32.lt_s": 0x48, "i32.lt_u": 0x49, "i32.gt_s": 0x4A,
    "i32.gt_u": 0x4B, "i32.le_s": 0x4C, "i32.le_u": 0x4D, "i32.ge_s": 0x4E, "i32.ge_u": 0x4F,
    "i64.eqz": 0x50, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.lt_u": 0x54, "i64.gt_s": 0x55,
    "i64.gt_u": 0x56, "i64.le_s": 0x57, "i64.le_u": 0x58, "i64.ge_s": 0x59, "i64.ge_u": 0x5A,
    "i32.clz": 0x67, "i32.ctz": 0x68, "i32.popcnt": 0x69, "i32.add": 0x6A, "i32.sub": 0x6B, "i32.mul": 0x6C,
    "i32.div_u": 0x6E, "i32.rem_u": 0x70, "i32.and": 0x71, "i32.or": 0x72, "i32.xor": 0x73, "i32.shl": 0x74,
    "i32.shr_s": 0x75, "i32.shr_u": 0x76, "i32.rotl": 0x77,
    "i64.clz": 0x79, "i64.ctz": 0x7A, "i64.popcnt": 0x7B, "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E,
    "i64.div_u": 0x80, "i64.rem_u": 0x82, "i64.and": 0x83, "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86,
    "i64.shr_s": 0x87, "i64.shr_u": 0x88, "i64.rotl": 0x89,
    "i32.wrap_i64": 0xA7, "i64.extend_i32_s": 0xAC, "i64.extend_i32_u": 0xAD, "i32.extend8_s": 0xC0,
    "i32.extend16_s": 0xC1, "i64.extend32_s": 0xC4,
    "f64.add": 0xA0, "f64.mul": 0xA2, "f64.div": 0xA3, "f64.convert_i64_u": 0xBA,
}  # fmt: skip
# Those on vectors of 16 bytes, behind the prefix 0xFD.
_VECTOR = {
    "v128.load": 0, "v128.store": 11, "i8x16.splat": 15, "i16x8.splat": 16, "i32x4.splat": 17,
    "i8x16.eq": 35, "i8x16.ne": 36, "i8x16.lt_s": 37, "i8x16.gt_s": 39, "i8x16.le_s": 41, "i8x16.ge_s": 43,
    "i16x8.eq": 45, "i16x8.ne": 46, "i16x8.lt_s": 47, "i16x8.gt_s": 49, "i16x8.le_s": 51, "i16x8.ge_s": 53,
    "i32x4.eq": 55, "i32x4.ne": 56, "i32x4.lt_s": 57, "i32x4.gt_s": 59, "i32x4.le_s": 61, "i32x4.ge_s": 63,
    "i8x16.bitmask": 100, "i8x16.narrow_i16x8_s": 101, "i16x8.bitmask": 132, "i16x8.narrow_i32x4_s": 133,
    "i32x4.bitmask": 164, "i64x2.bitmask": 196,
    "i8x16.shl": 107, "i16x8.shl": 139, "i32x4.shl": 171, "i64x2.shl": 203,
}  # fmt: skip


def unsigned(value: int) -> bytes:
    """LEB128."""
    if value < 128:
        return bytes((value,))
    out = bytearray()
    while value >= 128:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """Signed LEB128."""
    out = bytearray()
    while True:
        byte = value & 0x7F
        value >>= 7
        if (value == 0 and not byte & 0x40) or (value == -1 and byte & 0x40):
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


_CODES = {name: bytes((code,)) for name, code in _PLAIN.items()} | {
    name: b"\xfd" + unsigned(code) for name, code in _VECTOR.items()
}


def _section(number: int, content: bytes) -> bytes:
    return bytes((number,)) + unsigned(len(content)) + content


def _vector(items: list[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    data = text.encode()
    return unsigned(len(data)) + data


class _Code:
    """Emits the bodies of functions; knows the numbers of functions and globals, and where faults are written."""

    def __init__(self, module: Module, fault_record: int) -> None:
        self.functions = {f.name: i for i, f in enumerate(module.functions)}
        self.globals = {name: i for i, (name, _, _) in enumerate(module.globals)}
        self.record = fault_record
        self.out = bytearray()

    def function(self, function: Function) -> bytes:
        self.out = bytearray()
        runs: list[list[object]] = []
        for type in function.locals:
            if runs and runs[-1][1] == type:
                runs[-1][0] = int(str(runs[-1][0])) + 1
            else:
                runs.append([1, type])
        self.out += _vector([unsigned(int(str(n))) + bytes((_TYPES[str(t)],)) for n, t in runs])
        self.body(function.body)
        if function.result is not None:
            self.out.append(0x00)  # every way out returns
        self.out.append(0x0B)
        return unsigned(len(self.out)) + bytes(self.out)

    def expr(self, expr: Expr) -> None:
        out = self.out
        match expr:
            case Op():
                for arg in expr.args:
                    self.expr(arg)
                out += _CODES[expr.code]
            case Get():
                out.append(0x20)
                out += unsigned(expr.local.number)
            case Const():
                out.append(0x41 if expr.type == I32 else 0x42)
                out += signed(expr.value)
            case Load():
                self.expr(expr.address)
                out += _CODES[expr.code] + b"\x00" + unsigned(expr.offset)
            case Choose():
                self.expr(expr.test)
                out += bytes((0x04, _TYPES[expr.type]))
                self.expr(expr.then)
                out.append(0x05)
                self.expr(expr.other)
                out.append(0x0B)
            case Apply():
                for arg in expr.args:
                    self.expr(arg)
                out.append(0x10)
                out += unsigned(self.functions[expr.name])
            case After():
                self.body(expr.body)
                self.expr(expr.value)
            case Global():
                out.append(0x23)
                out += unsigned(self.globals[expr.name])
            case _:
                assert_never(expr)

    def body(self, body: Body) -> None:
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: Stmt) -> None:
        out = self.out
        match stmt:
            case Put():
                self.expr(stmt.value)
                out.append(0x21)
                out += unsigned(stmt.local.number)
            case Store():
                self.expr(stmt.address)
                self.expr(stmt.value)
                out += _CODES[stmt.code] + b"\x00" + unsigned(stmt.offset)
            case Branch():
                self.expr(stmt.test)
                out += bytes((0x04, _VOID))
                self.body(stmt.then)
                if stmt.other:
                    out.append(0x05)
                    self.body(stmt.other)
                out.append(0x0B)
            case While():
                out += b"\x02\x40\x03\x40"  # a block with a loop in it
                self.expr(stmt.test)
                out += b"\x45\x0d\x01"  # leave when it does not hold
                self.body(stmt.body)
                out += b"\x0c\x00\x0b\x0b"
            case Perform():
                for arg in stmt.args:
                    self.expr(arg)
                out.append(0x10)
                out += unsigned(self.functions[stmt.name])
            case Discard():
                self.expr(stmt.value)
                out.append(0x1A)
            case Return():
                if stmt.value is not None:
                    self.expr(stmt.value)
                out.append(0x0F)
            case PutGlobal():
                self.expr(stmt.value)
                out.append(0x24)
                out += unsigned(self.globals[stmt.name])
            case Copy():
                for arg in (stmt.target, stmt.source, stmt.size):
                    self.expr(arg)
                out += b"\xfc\x0a\x00\x00"
            case Fill():
                for arg in (stmt.target, stmt.byte, stmt.size):
                    self.expr(arg)
                out += b"\xfc\x0b\x00"
            case Trap():
                for at, detail in enumerate(stmt.details):
                    out += b"\x41\x00"
                    self.expr(detail)
                    out += _CODES["i32.store"] + b"\x00" + unsigned(self.record + 4 + 4 * at)
                out += b"\x41\x00\x41" + signed(stmt.fault)
                out += _CODES["i32.store"] + b"\x00" + unsigned(self.record) + b"\x00"
            case _:
                assert_never(stmt)


def encode(module: Module, fault_record: int) -> bytes:
    """The module as the bytes that `wasmtime` and every browser load."""
    signatures: dict[tuple[tuple[str, ...], str | None], int] = {}
    for function in module.functions:
        signatures.setdefault((function.params, function.result), len(signatures))
    types = [
        b"\x60"
        + _vector([bytes((_TYPES[p],)) for p in params])
        + _vector([] if result is None else [bytes((_TYPES[result],))])
        for params, result in signatures
    ]
    numbers = [unsigned(signatures[(f.params, f.result)]) for f in module.functions]
    exports = [_name("memory") + b"\x02\x00"]
    exports += [_name(f.name) + b"\x00" + unsigned(i) for i, f in enumerate(module.functions) if f.exported]
    code = _Code(module, fault_record)
    variables = [
        bytes((_TYPES[type], 0x01)) + (b"\x41" if type == I32 else b"\x42") + signed(value) + b"\x0b"
        for _, type, value in module.globals
    ]
    segments = [b"\x00\x41" + signed(at) + b"\x0b" + unsigned(len(d)) + d for at, d in module.data]
    return b"".join(
        (
            b"\x00asm\x01\x00\x00\x00",
            _section(1, _vector(types)),
            _section(3, _vector(numbers)),
            _section(5, _vector([b"\x00" + unsigned(module.pages)])),
            _section(6, _vector(variables)),
            _section(7, _vector(exports)),
            _section(10, _vector([code.function(f) for f in module.functions])),
            _section(11, _vector(segments)),
        )
    )
