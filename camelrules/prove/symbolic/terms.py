"""Terms of the solver, made through its C functions.

The solver's own Python classes check and convert every argument again at every operator, which takes longer than
answering most questions. What the encoder builds is well typed by construction, so these go straight to the library;
the terms are still ordinary `z3` terms. Each remembers what the encoder asks about it most: its number, its branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_int
from typing import Any

import z3
from z3 import z3core

# A choice between more constants than this is not taken apart.
LEAVES = 12

_context = z3.main_ctx()
_c = _context.ref()
# Terms may outlive it when the interpreter ends, and would then be given back to nobody.
_context.owner = False


def _raw(name: str) -> Any:
    """The library's function itself, where the wrapper around it can be opened; else the wrapper, which is slower."""
    wrapper = getattr(z3core, f"Z3_{name}")
    opened = [d.f for d in wrapper.__defaults__ or () if hasattr(d, "f")]
    return opened[0] if opened else wrapper


_dec_ref = _raw("dec_ref")
_inc_ref = _raw("inc_ref")
_mk_add = _raw("mk_add")
_mk_and = _raw("mk_and")
_mk_const = _raw("mk_const")
_mk_eq = _raw("mk_eq")
_mk_false = _raw("mk_false")
_mk_ge = _raw("mk_ge")
_mk_gt = _raw("mk_gt")
_mk_int = _raw("mk_int")
_mk_ite = _raw("mk_ite")
_mk_le = _raw("mk_le")
_mk_lt = _raw("mk_lt")
_mk_mul = _raw("mk_mul")
_mk_not = _raw("mk_not")
_mk_numeral = _raw("mk_numeral")
_mk_or = _raw("mk_or")
_mk_string_symbol = _raw("mk_string_symbol")
_mk_sub = _raw("mk_sub")
_mk_true = _raw("mk_true")


class Bool(z3.BoolRef):  # type: ignore[misc]
    """A truth value; `inner` is what it denies, where it is a negation."""

    def __init__(self, ast: Any, inner: Bool | None = None) -> None:
        if not ast:
            raise z3.Z3Exception("the solver did not accept a term")
        self.ast, self.ctx, self.inner = ast, _context, inner
        _inc_ref(_c, ast)

    def __del__(self, free: Any = _dec_ref, context: Any = _c) -> None:
        free(context, self.ast)

    def __eq__(self, other: Any) -> Bool:
        return Bool(_mk_eq(_c, self.ast, other.ast))

    def __ne__(self, other: Any) -> Bool:
        return deny(self == other)

    def __hash__(self) -> int:
        return hash(self.ast.value)


class Int(z3.ArithRef):  # type: ignore[misc]
    """A number; `number` where it is a constant, `parts` where it is a choice, `leaves` of constants in that choice."""

    def __init__(self, ast: Any, number: int | None = None, parts: tuple[Bool, Int, Int] | None = None) -> None:
        if not ast:
            raise z3.Z3Exception("the solver did not accept a term")
        self.ast, self.ctx, self.number, self.parts = ast, _context, number, parts
        self.leaves = 1 if number is not None else 0
        if parts is not None and parts[1].leaves and parts[2].leaves:
            leaves = parts[1].leaves + parts[2].leaves
            self.leaves = leaves if leaves <= LEAVES else 0
        _inc_ref(_c, ast)

    def __del__(self, free: Any = _dec_ref, context: Any = _c) -> None:
        free(context, self.ast)

    def __eq__(self, other: Any) -> Bool:
        return Bool(_mk_eq(_c, self.ast, number(other).ast))

    def __ne__(self, other: Any) -> Bool:
        return deny(self == other)

    def __lt__(self, other: Any) -> Bool:
        return Bool(_mk_lt(_c, self.ast, number(other).ast))

    def __le__(self, other: Any) -> Bool:
        return Bool(_mk_le(_c, self.ast, number(other).ast))

    def __gt__(self, other: Any) -> Bool:
        return Bool(_mk_gt(_c, self.ast, number(other).ast))

    def __ge__(self, other: Any) -> Bool:
        return Bool(_mk_ge(_c, self.ast, number(other).ast))

    def __add__(self, other: Any) -> Int:
        return total((self, number(other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Int:
        return Int(_mk_sub(_c, 2, _asts((self, number(other)))))

    def __rsub__(self, other: Any) -> Int:
        return Int(_mk_sub(_c, 2, _asts((number(other), self))))

    def __mul__(self, other: Any) -> Int:
        return Int(_mk_mul(_c, 2, _asts((self, number(other)))))

    __rmul__ = __mul__

    def __hash__(self) -> int:
        return hash(self.ast.value)


def same_term(a: Any, b: Any) -> bool:
    """Whether two terms are one and the same: the solver keeps each only once."""
    return bool(a.ast.value == b.ast.value)


_int_sort = z3.IntSort()
_bool_sort = z3.BoolSort()
_numbers: dict[int, Int] = {}


def number(value: Any) -> Int:
    """A constant as a term; a term as it is."""
    if isinstance(value, Int):
        return value
    made = _numbers.get(value)
    if made is None:
        # The quick way takes 32 bits and cuts off the rest.
        if -(2**31) <= value < 2**31:
            made = Int(_mk_int(_c, c_int(value), _int_sort.ast), value)
        else:
            made = Int(_mk_numeral(_c, str(value).encode(), _int_sort.ast), value)
        _numbers[value] = made
    return made


def truth(value: bool) -> Bool:
    """A constant truth value."""
    return Bool(_mk_true(_c) if value else _mk_false(_c))


def unknown_number(name: str) -> Int:
    """A number for the solver to choose."""
    return Int(_mk_const(_c, _mk_string_symbol(_c, name.encode()), _int_sort.ast))


def unknown_truth(name: str) -> Bool:
    """A truth value for the solver to choose."""
    return Bool(_mk_const(_c, _mk_string_symbol(_c, name.encode()), _bool_sort.ast))


def every(parts: Sequence[Bool]) -> Bool:
    """All hold; two or more."""
    return Bool(_mk_and(_c, len(parts), _asts(parts)))


def some(parts: Sequence[Bool]) -> Bool:
    """One holds; two or more."""
    return Bool(_mk_or(_c, len(parts), _asts(parts)))


def deny(part: Bool) -> Bool:
    """It does not hold."""
    return part.inner if part.inner is not None else Bool(_mk_not(_c, part.ast), part)


def choice(test: Bool, yes: Int, no: Int) -> Int:
    """One number or another."""
    return Int(_mk_ite(_c, test.ast, yes.ast, no.ast), None, (test, yes, no))


def truth_choice(test: Bool, yes: Bool, no: Bool) -> Bool:
    """One truth value or another."""
    return Bool(_mk_ite(_c, test.ast, yes.ast, no.ast))


def total(parts: Sequence[Int]) -> Int:
    """A sum of two or more."""
    return Int(_mk_add(_c, len(parts), _asts(parts)))


def _asts(parts: Sequence[Any]) -> Any:
    return (z3.Ast * len(parts))(*(p.ast for p in parts))
