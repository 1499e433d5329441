"""Expressions made smaller at one table: parameters become constants, small functions are put in place.

The result is the same kind of tree, so every back end can use it. Nothing here may change a value:
`and`, `or` and `if` keep their order, and only what is certain is folded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from camelrules.lang.model import Function
from camelrules.lang.syntax import (
    Binary,
    Binder,
    Call,
    Cast,
    Domain,
    Expr,
    If,
    In,
    Item,
    Lit,
    Next,
    Not,
    Param,
    Quant,
    RangeDomain,
    Read,
    Size,
    SortDomain,
    ValueDomain,
    Var,
)
from camelrules.lang.types import BOOL, INT, SortType, Type
from camelrules.lang.walk import within
from camelrules.run.table import Table

# A function body of more nodes than this stays a call; ours that matter for speed are smaller.
INLINE_NODES = 100

Env = dict[str, Expr]


class Simplifier:
    """Folds expressions of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fresh = 0
        self.bodies: dict[str, Expr] = {}

    def body(self, name: str) -> Expr:
        """A function's own body, simplified once."""
        if name not in self.bodies:
            definition = self.table.game.functions[name]
            self.bodies[name] = self.fold(definition.body, {})
        return self.bodies[name]

    def fold(self, expr: Expr, env: Env) -> Expr:
        """`expr` with local names replaced by `env` and everything certain worked out."""
        match expr:
            case Lit():
                return expr
            case Var():
                return env.get(expr.name, expr)
            case Param():
                value = self.table.values[expr.name]
                return expr if isinstance(value, tuple) else Lit(value, expr.type, expr.span)
            case Read():
                return replace(expr, index=self.all(expr.index, env))
            case Call():
                return self.call(expr, self.all(expr.args, env))
            case Not():
                return negate(self.fold(expr.arg, env), expr)
            case Binary():
                return self.binary(expr, env)
            case If():
                test = self.fold(expr.test, env)
                if isinstance(test, Lit):
                    return self.fold(expr.then if test.value else expr.other, env)
                then, other = self.fold(expr.then, env), self.fold(expr.other, env)
                return replace(expr, test=test, then=then, other=other)
            case In():
                arg = self.fold(expr.arg, env)
                if isinstance(expr.domain, SortDomain) and isinstance(arg, Lit):
                    return Lit(arg.value in self.table.members[expr.domain.sort], BOOL, expr.span)
                return replace(expr, arg=arg, domain=self.domain(expr.domain, env))
            case Quant():
                return self.quantifier(expr, env)
            case Item():
                rows, at = self.fold(expr.list, env), self.fold(expr.at, env)
                if isinstance(rows, Param) and isinstance(at, Lit):
                    values = self.table.values[rows.name]
                    assert isinstance(values, tuple) and isinstance(at.value, int)
                    if 1 <= at.value <= len(values):
                        return Lit(values[at.value - 1][0], expr.type, expr.span)
                return replace(expr, list=rows, at=at)
            case Size():
                rows = self.fold(expr.list, env)
                if isinstance(rows, Param):
                    values = self.table.values[rows.name]
                    assert isinstance(values, tuple)
                    return Lit(len(values), INT, expr.span)
                return replace(expr, list=rows)
            case Cast():
                arg = self.fold(expr.arg, env)
                assert isinstance(expr.type, SortType)
                if isinstance(arg, Lit) and arg.value in self.table.members[expr.type.name]:
                    return arg
                return replace(expr, arg=arg)
            case Next():
                return replace(expr, arg=self.fold(expr.arg, env))
            case _:
                assert_never(expr)

    def all(self, exprs: tuple[Expr, ...], env: Env) -> tuple[Expr, ...]:
        return tuple(self.fold(e, env) for e in exprs)

    def domain(self, domain: Domain, env: Env) -> Domain:
        match domain:
            case SortDomain():
                return domain
            case RangeDomain():
                return replace(domain, low=self.fold(domain.low, env), high=self.fold(domain.high, env))
            case ValueDomain():
                return replace(domain, value=self.fold(domain.value, env))
            case _:
                assert_never(domain)

    def call(self, expr: Call, args: tuple[Expr, ...]) -> Expr:
        definition = self.table.game.callable(expr.name)
        simple = all(_cheap(a) for a in args)
        if isinstance(definition, Function) and simple:
            body = self.body(expr.name)
            if isinstance(body, Lit | Param):
                return body
            if sum(1 for _ in within(body)) <= INLINE_NODES:
                return self.fold(body, dict(zip((n for n, _ in definition.params), args, strict=True)))
        return replace(expr, args=args)

    def binary(self, expr: Binary, env: Env) -> Expr:
        left, right = self.fold(expr.left, env), self.fold(expr.right, env)
        op = expr.op
        if op in ("and", "or"):
            absorbing = op == "or"
            if isinstance(left, Lit):
                return Lit(absorbing, BOOL, expr.span) if bool(left.value) is absorbing else right
            if isinstance(right, Lit) and bool(right.value) is not absorbing:
                return left
        elif isinstance(left, Lit) and isinstance(right, Lit):
            return Lit(_compute(op, left.value, right.value), expr.type, expr.span)
        elif isinstance(left, Var) and left == right and op in ("==", "!="):
            return Lit(op == "==", BOOL, expr.span)
        elif op in ("+", "-") and isinstance(right, Lit) and right.value == 0:
            return left
        elif op == "*" and isinstance(left, Lit) and left.value == 1:
            return right
        elif op in ("==", "!=") and isinstance(left.type, type(BOOL)):
            for constant, other in ((left, right), (right, left)):
                if isinstance(constant, Lit):
                    return other if bool(constant.value) == (op == "==") else negate(other, expr)
        return replace(expr, left=left, right=right)

    def quantifier(self, expr: Quant, env: Env) -> Expr:
        # Bound names get fresh ones, so that an argument put in place is never captured.
        inner = dict(env)
        binders = []
        for binder in expr.binders:
            domain = self.domain(binder.domain, inner)
            names = []
            for name, type in zip(binder.names, binder.types, strict=True):
                self.fresh += 1
                # A name of the rules never has two dots in a row, so that none can be the same.
                fresh = f"{name.partition('..')[0]}..{self.fresh}"
                inner[name] = Var(fresh, type, binder.span)
                names.append(fresh)
            binders.append(Binder(tuple(names), binder.types, domain, binder.span))
        where = self.fold(expr.where, inner) if expr.where else None
        if isinstance(where, Lit) and where.value is True:
            where = None
        body = self.fold(expr.body, inner) if expr.body else None
        default = self.fold(expr.default, env) if expr.default else None
        empty = any(isinstance(b.domain, SortDomain) and not self.table.members[b.domain.sort] for b in binders)
        if empty or (isinstance(where, Lit) and where.value is False):
            if expr.kind in ("exists", "all"):
                return Lit(expr.kind == "all", BOOL, expr.span)
            if expr.kind in ("count", "sum"):
                return Lit(0, INT, expr.span)
        if expr.kind == "count" and where is None and len(binders) == 1 and isinstance(binders[0].domain, SortDomain):
            return Lit(len(self.table.members[binders[0].domain.sort]), INT, expr.span)
        return replace(expr, binders=tuple(binders), where=where, body=body, default=default)


def _cheap(arg: Expr) -> bool:
    """Whether an argument may stand in several places: a name, a constant, or one look at the state."""
    if isinstance(arg, Read):
        return all(isinstance(i, Lit | Var) for i in arg.index)
    return isinstance(arg, Lit | Var | Param)


def negate(arg: Expr, origin: Not | Binary) -> Expr:
    """The opposite of a truth value."""
    if isinstance(arg, Lit):
        return Lit(not arg.value, BOOL, origin.span)
    if isinstance(arg, Not):
        return arg.arg
    return Not(arg, BOOL, origin.span)


def _compute(op: str, a: object, b: object) -> int | bool:
    if op == "==":
        return a == b
    if op == "!=":
        return a != b
    assert isinstance(a, int) and isinstance(b, int)
    numbers: dict[str, int | bool] = {
        "<": a < b,
        "<=": a <= b,
        ">": a > b,
        ">=": a >= b,
        "+": a + b,
        "-": a - b,
        "*": a * b,
        "max": max(a, b),
        "min": min(a, b),
    }
    return numbers[op]


def literal(value: str | int, type: Type, like: Binder) -> Lit:
    """A bound name's value as a constant."""
    return Lit(value, type, like.span)
