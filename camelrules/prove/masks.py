"""A truth value for all members of a sort at once, as one bit mask: what makes a search of millions quick."""

from __future__ import annotations

from typing import Protocol

from camelrules.lang.syntax import (
    Binary,
    Call,
    Cast,
    Domain,
    Expr,
    If,
    In,
    Item,
    Not,
    Read,
    SortDomain,
    ValueDomain,
    Var,
)
from camelrules.lang.types import BoolType, IntType, SetType, SortType
from camelrules.lang.walk import within


class Writer(Protocol):
    """What the masks need of the source generator."""

    def expr(self, e: Expr) -> str: ...
    def masked(self, name: str) -> bool: ...
    def row(self, e: Read) -> str: ...
    def column(self, e: Read) -> str | None: ...
    def sort_mask(self, sort: str) -> int | None: ...


def mentions(e: Expr, name: str) -> bool:
    """Whether a local name occurs."""
    return any(isinstance(v, Var) and v.name == name for v in within(e))


def harmless(e: Expr) -> bool:
    """Whether evaluating it can never fail, so that it may be asked even where the rules would not."""
    for part in within(e):
        if isinstance(part, Call | Cast | Item):
            return False
        if isinstance(part, Read) and any(isinstance(i.type, IntType) for i in part.index):
            return False
    return True


def domain_mask(w: Writer, domain: Domain) -> str | None:
    """A domain of members as a mask."""
    if isinstance(domain, SortDomain):
        known = w.sort_mask(domain.sort)
        return None if known is None else str(known)
    if isinstance(domain, ValueDomain) and isinstance(domain.value.type, SetType):
        return w.expr(domain.value)
    return None


def mask(w: Writer, e: Expr, name: str) -> str | None:
    """For which members `name` the truth value holds; nothing where that cannot be had at once."""
    if not mentions(e, name):
        return f"(-1 if {w.expr(e)} else 0)" if harmless(e) else None
    match e:
        case Not():
            inner = mask(w, e.arg, name)
            return None if inner is None else f"(~{inner})"
        case If():
            parts = [mask(w, p, name) for p in (e.test, e.then, e.other)]
            if None in parts:
                return None
            test, then, other = parts
            return f"(({test} & {then}) | (~{test} & {other}))"
        case In(arg=Var() as var) if var.name == name:
            return domain_mask(w, e.domain)
        case Read() if w.masked(e.name):
            first, *rest = e.index
            if isinstance(first, Var) and first.name == name and not any(mentions(i, name) for i in rest):
                return w.row(e)
            return None
        case Binary():
            return _binary(w, e, name)
        case _:
            return None


def _binary(w: Writer, e: Binary, name: str) -> str | None:
    if e.op in ("and", "or") or (e.op in ("==", "!=") and isinstance(e.left.type, BoolType)):
        left, right = mask(w, e.left, name), mask(w, e.right, name)
        if left is None or right is None:
            return None
        sign = {"and": "&", "or": "|", "==": "^", "!=": "^"}[e.op]
        return f"(~({left} {sign} {right}))" if e.op == "==" else f"({left} {sign} {right})"
    if e.op not in ("==", "!="):
        return None
    for one, other in ((e.left, e.right), (e.right, e.left)):
        if mentions(other, name) or not harmless(other):
            continue
        found = None
        if isinstance(one, Var) and isinstance(one.type, SortType):
            found = f"_bit({w.expr(other)})"
        elif isinstance(one, Read) and len(one.index) == 1 and isinstance(one.index[0], Var):
            cells = w.column(one)
            found = None if cells is None else f"_equal({cells}, {w.expr(other)})"
        if found is not None:
            return found if e.op == "==" else f"(~{found})"
    return None
