"""What an expression over parameters and sorts comes to in an edition: no state, no chance."""

from __future__ import annotations

from collections.abc import Callable

from camelrules.lang.model import Constants, Datum
from camelrules.lang.source import fail
from camelrules.lang.symbols import members_of
from camelrules.lang.syntax import Binary, Expr, If, Item, Lit, Not, Param, Quant, Size, SortDomain

_OPERATORS: dict[str, Callable[[object, object], object]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "and": lambda a, b: bool(a and b),
    "or": lambda a, b: bool(a or b),
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "max": max,
    "min": min,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def fixed(expr: Expr, game: Constants) -> Datum:
    """The constant that the expression stands for."""
    match expr:
        case Lit():
            assert not isinstance(expr.value, tuple) or not expr.value
            return expr.value
        case Param():
            return game.parameters[expr.name].value
        case Size():
            rows = fixed(expr.list, game)
            assert isinstance(rows, tuple)
            return len(rows)
        case Item():
            rows, at = fixed(expr.list, game), fixed(expr.at, game)
            assert isinstance(rows, tuple) and isinstance(at, int)
            if not 1 <= at <= len(rows):
                raise fail("out-of-sort", f"item {at} of a list of {len(rows)}", expr.span)
            return rows[at - 1][0]
        case Not():
            return not fixed(expr.arg, game)
        case If():
            return fixed(expr.then if fixed(expr.test, game) else expr.other, game)
        case Binary():
            left, right = fixed(expr.left, game), fixed(expr.right, game)
            if expr.op in _OPERATORS:
                return bool(_OPERATORS[expr.op](left, right))
            assert isinstance(left, int) and isinstance(right, int)
            return _ARITHMETIC[expr.op](left, right)
        case Quant(kind="count", where=None, binders=(binder,)) if isinstance(binder.domain, SortDomain):
            return len(members_of(game, binder.domain.sort))
        case _:
            raise fail("type", "a clause's value is made of parameters, facts and sorts alone", expr.span)
