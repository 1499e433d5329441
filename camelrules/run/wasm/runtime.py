"""What every module has beside the rules: the generator of chance, scripted choices, comparison of lists."""

from __future__ import annotations

from camelrules.run.wasm.form import (
    I32,
    I64,
    ONE,
    ZERO,
    Apply,
    Body,
    Branch,
    Const,
    Copy,
    Expr,
    Function,
    Get,
    Global,
    Load,
    Local,
    Perform,
    Put,
    PutGlobal,
    Return,
    Stmt,
    Store,
    While,
    op,
)
from camelrules.run.wasm.memory import CHOICES, FAULT, MADE, TOLD, Layout

# SplitMix64 (Steele, Lea and Flood 2014); `docs/guides/chance.md` is the specification.
GAMMA = -0x61C8864680B583EB  # 0x9E3779B97F4A7C15 as a signed number
MIX_1 = -0x40A7B892E31B1A47  # 0xBF58476D1CE4E5B9
MIX_2 = -0x6B2FB644ECCEEE15  # 0x94D049BB133111EB

GLOBALS = (
    ("scratch_top", I32, 0),
    ("events", I32, 0),
    ("chance", I64, 0),
    ("scripted", I32, 0),
    ("cursor", I32, 0),
    ("weight", I64, 1),
    ("total", I64, 1),
    ("generation", I64, 0),
    ("entries", I32, 0),
    ("most", I32, 0),
    ("height", I32, 0),
)


# A copy longer than this is left to the engine, whose own way costs a call.
SHORT = 256


def copied(target: Expr, source: Expr, size: int) -> tuple[Stmt, ...]:
    """Copies a short stretch of memory, a multiple of eight bytes, by vectors; the addresses must be cheap."""
    if size > SHORT:
        return (Copy(target, source, Const(size)),)
    body: list[Stmt] = []
    at = 0
    for code, width in (("v128", 16), ("i64", 8)):
        while size - at >= width:
            body.append(Store(f"{code}.store", target, Load(f"{code}.load", source, at), at))
            at += width
    return tuple(body)


def wide(value: int) -> Const:
    return Const(value, I64)


def add(a: Expr, b: Expr | int) -> Expr:
    return op("i32.add", a, b if not isinstance(b, int) else Const(b))


def _mixed(z: Local) -> tuple[Put, ...]:
    """The output function of SplitMix64, in place."""

    def step(shift: int, factor: int | None) -> Put:
        value = op("i64.xor", Get(z), op("i64.shr_u", Get(z), wide(shift)))
        return Put(z, value if factor is None else op("i64.mul", value, wide(factor)))

    return step(30, MIX_1), step(27, MIX_2), step(31, None)


def mix() -> Function:
    """`mix(z)`."""
    z = Local(0, I64)
    return Function("mix", (I64,), I64, (), (*_mixed(z), Return(Get(z))))


def seed() -> Function:
    """`seed(seed, game)`: the generator at the start of a game of a series."""
    state = Apply("mix", (op("i64.add", Apply("mix", (Get(Local(0, I64)),), I64), Get(Local(1, I64))),), I64)
    return Function("seed", (I64, I64), None, (), (PutGlobal("chance", state), PutGlobal("scripted", ZERO)), True)


def below() -> Function:
    """`below(n)`: a number from 0 to n - 1, each equally likely: 32 bits times n, with rejection."""
    n, z, low, least = Local(0, I32), Local(1, I64), Local(2, I64), Local(3, I64)
    big_n = op("i64.extend_i32_u", Get(n))
    draw: Body = (
        PutGlobal("chance", op("i64.add", Global("chance", I64), wide(GAMMA))),
        Put(z, Global("chance", I64)),
        *_mixed(z),
        Put(z, op("i64.mul", op("i64.shr_u", Get(z), wide(32)), big_n)),
        Put(low, op("i64.and", Get(z), wide(0xFFFFFFFF))),
    )
    # 2**32 modulo n, worked out only where it can matter.
    again = (
        Put(least, op("i64.rem_u", op("i64.sub", wide(1 << 32), big_n), big_n)),
        While(op("i64.lt_u", Get(low), Get(least)), draw),
    )
    return Function(
        "below",
        (I32,),
        I32,
        (I64, I64, I64),
        (
            *draw,
            Branch(op("i64.lt_u", Get(low), big_n), again),
            Return(op("i32.wrap_i64", op("i64.shr_u", Get(z), wide(32)))),
        ),
    )


def pick(layout: Layout) -> Function:
    """`pick(n)`: from the script as far as it goes, then from the generator, or the first where every way is tried.

    `scripted` is 0 for the generator alone, 1 for a script and then the first option, 2 for a script and then the
    generator. A choice that is too large for its options is taken modulo their number.
    """
    n, choice = Local(0, I32), Local(1, I32)
    at = op("i32.shl", Global("cursor", I32), Const(2))
    given = op("i32.lt_u", Global("cursor", I32), Load("i32.load", ZERO, layout.script))
    told = (
        Put(choice, Load("i32.load", at, layout.script + 4)),
        Branch(op("i32.ge_u", Get(choice), Get(n)), (Put(choice, op("i32.rem_u", Get(choice), Get(n))),)),
    )
    free = Branch(
        op("i32.eq", Global("scripted", I32), Const(2)),
        (Put(choice, Apply("below", (Get(n),), I32)),),
        (Put(choice, ZERO),),
    )
    written = (
        Store("i32.store", at, Get(choice), layout.script + 4),
        Store("i32.store", at, Get(n), layout.counts),
    )
    return Function(
        "pick",
        (I32,),
        I32,
        (I32,),
        (
            Branch(op("i32.eqz", Global("scripted", I32)), (Return(Apply("below", (Get(n),), I32)),)),
            Branch(given, told, (free,)),
            Branch(op("i32.lt_u", Global("cursor", I32), Const(CHOICES)), written),
            PutGlobal("cursor", add(Global("cursor", I32), 1)),
            Return(Get(choice)),
        ),
    )


def script() -> Function:
    """`script(mode)`: begins a script, whose choices lie in memory."""
    return Function(
        "script", (I32,), None, (), (PutGlobal("scripted", Get(Local(0, I32))), PutGlobal("cursor", ZERO)), True
    )


def cursor() -> Function:
    """`cursor()`: how many choices have been made."""
    return Function("cursor", (), I32, (), (Return(Global("cursor", I32)),), True)


def begin(layout: Layout) -> Function:
    """`begin()`: forgets events, scratch memory and the last fault."""
    forget = (Store("i32.store", ZERO, ZERO, FAULT), Store("i32.store", ZERO, Const(-1), MADE))
    return Function("begin", (), None, (), (*started(layout), *forget), True)


def ready() -> Function:
    """`ready(mode)`: `begin` and `script` in one call, since calls from outside are dear."""
    body = (Perform("begin", ()), Perform("script", (Get(Local(0, I32)),)))
    return Function("ready", (I32,), None, (), body, True)


def finished() -> tuple[Stmt, ...]:
    """Writes down what the host wants to know after an effect, so that it need not ask."""
    return (
        Store("i32.store", ZERO, Global("cursor", I32), MADE),
        Store("i32.store", ZERO, Global("events", I32), TOLD),
    )


def started(layout: Layout) -> tuple[PutGlobal, ...]:
    return PutGlobal("scratch_top", Const(layout.scratch)), PutGlobal("events", Const(layout.events))


def told() -> Function:
    """`told()`: where the events written down so far end."""
    return Function("told", (), I32, (), (Return(Global("events", I32)),), True)


def rows_equal() -> Function:
    """`rows_equal(a, b, row)`: whether two lists with rows of so many bytes are the same."""
    a, b, row, at, end = (Local(i, I32) for i in range(5))
    lengths = [Load("i32.load", Get(x), 0) for x in (a, b)]
    cells = [Load("i32.load8_u", add(Get(x), Get(at)), 4) for x in (a, b)]
    return Function(
        "rows_equal",
        (I32, I32, I32),
        I32,
        (I32, I32),
        (
            Branch(op("i32.ne", *lengths), (Return(ZERO),)),
            Put(at, ZERO),
            Put(end, op("i32.mul", lengths[0], Get(row))),
            While(
                op("i32.lt_u", Get(at), Get(end)),
                (Branch(op("i32.ne", *cells), (Return(ZERO),)), Put(at, add(Get(at), 1))),
            ),
            Return(ONE),
        ),
    )


def runtime(layout: Layout) -> tuple[Function, ...]:
    """All of it."""
    return (
        mix(), seed(), below(), pick(layout), script(), cursor(), begin(layout), ready(), told(), rows_equal(),
    )  # fmt: skip
