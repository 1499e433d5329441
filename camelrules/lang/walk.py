"""Every expression and statement inside another: the one place that knows the children of each node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from camelrules.lang.model import Action, Decision, Effect, Function
from camelrules.lang.syntax import (
    Append,
    Assign,
    Binary,
    Binder,
    Block,
    Call,
    Cast,
    Do,
    Domain,
    Draw,
    Emit,
    Expr,
    For,
    If,
    In,
    Item,
    Let,
    Lit,
    Next,
    Not,
    Param,
    Quant,
    RangeDomain,
    Read,
    Size,
    SortDomain,
    Stmt,
    ValueDomain,
    Var,
    When,
)


def _domain(domain: Domain) -> tuple[Expr, ...]:
    match domain:
        case SortDomain():
            return ()
        case RangeDomain():
            return (domain.low, domain.high)
        case ValueDomain():
            return (domain.value,)
        case _:
            assert_never(domain)


def _some(*parts: Expr | None) -> tuple[Expr, ...]:
    return tuple(p for p in parts if p is not None)


def _binders(binders: tuple[Binder, ...]) -> tuple[Expr, ...]:
    return tuple(e for b in binders for e in _domain(b.domain))


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside."""
    match expr:
        case Lit() | Var() | Param():
            return ()
        case Read():
            return expr.index
        case Call():
            return expr.args
        case Not() | Cast() | Next():
            return (expr.arg,)
        case Binary():
            return (expr.left, expr.right)
        case If():
            return (expr.test, expr.then, expr.other)
        case In():
            return (expr.arg, *_domain(expr.domain))
        case Quant():
            return (*_binders(expr.binders), *_some(expr.where, expr.body, expr.default))
        case Item():
            return (expr.list, expr.at)
        case Size():
            return (expr.list,)
        case _:
            assert_never(expr)


def expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions directly in a statement, not those of blocks inside it."""
    match stmt:
        case Let():
            return (stmt.value,)
        case Assign():
            return (*_binders(stmt.binders), *_some(stmt.where), *stmt.index, stmt.value)
        case Append():
            return (*stmt.index, *stmt.items)
        case Do():
            return stmt.args
        case Emit():
            return tuple(e for _, e in stmt.fields)
        case Draw() | For():
            return (*_domain(stmt.binder.domain), *_some(stmt.where))
        case When():
            return (stmt.test,)
        case _:
            assert_never(stmt)


def statements(block: Block) -> Iterator[Stmt]:
    """Every statement of a block, inner ones too."""
    for stmt in block:
        yield stmt
        if isinstance(stmt, When):
            yield from statements(stmt.then)
            yield from statements(stmt.other)
        elif isinstance(stmt, For):
            yield from statements(stmt.body)


def within(*roots: Expr) -> Iterator[Expr]:
    """Every expression at or below the roots."""
    for root in roots:
        yield root
        yield from within(*children(root))


def all_expressions(definition: Function | Decision | Effect | Action) -> Iterator[Expr]:
    """Every expression of a definition."""
    match definition:
        case Function():
            yield from within(definition.body)
        case Decision():
            for rule in definition.rules:
                yield from within(*_some(rule.when, rule.then))
        case Effect() | Action():
            if isinstance(definition, Action):
                yield from within(*(g.test for g in definition.guards))
            for stmt in statements(definition.body):
                yield from within(*expressions(stmt))
        case _:
            assert_never(definition)
