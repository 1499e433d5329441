"""Expressions to Python source over the numbers of a `Layout`; bit masks where a whole sort is asked at once."""

from __future__ import annotations

from typing import assert_never

from camelrules.lang.source import Span
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
from camelrules.lang.types import BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.lang.walk import within
from camelrules.run.layout import Layout
from camelrules.run.simplify import Simplifier, literal

# Above this many nodes, going through a sort stays a loop instead of being written out.
UNROLL_NODES = 400


def mangle(prefix: str, name: str) -> str:
    """A Python name for a name of the rules, another one for every name."""
    return f"{prefix}_{name.replace('_', '__').replace('.', '_o')}"


def may_fail(expr: Expr) -> bool:
    """Whether a node itself can be a fault, so that it must not be evaluated before it is needed."""
    match expr:
        case Item() | Cast() | Call():
            return True
        case Quant():
            return expr.kind == "the"
        case Read():
            return any(isinstance(i.type, IntType) for i in expr.index)
        case _:
            return False


def slot(name: str) -> str:
    """The attribute of a compiled state that holds a variable; any name will do, `copy` and `class` too."""
    return mangle("s", name)


class Expressions:
    """Source text of expressions; needs what it emits to be run with the names of `constants`."""

    def __init__(self, layout: Layout, simplifier: Simplifier) -> None:
        self.layout = layout
        self.table = layout.table
        self.simplifier = simplifier
        self.constants: dict[str, object] = {}
        self.spans: list[Span] = []

    def place(self, span: Span) -> int:
        """A number that stands for a place, for messages of faults."""
        self.spans.append(span)
        return len(self.spans) - 1

    def simplify(self, expr: Expr) -> Expr:
        return self.simplifier.fold(expr, {})

    # -- values -----------------------------------------------------------------
    def code(self, expr: Expr) -> str:
        """Source text of a simplified expression, safe inside any other."""
        match expr:
            case Lit():
                return self.literal(expr)
            case Var():
                return mangle("v", expr.name)
            case Param():
                return self.constant(expr)
            case Read():
                return self.read(expr)
            case Call():
                args = "".join(f", {self.code(a)}" for a in expr.args)
                return f"{mangle('f', expr.name)}(S{args})"
            case Not():
                return f"(not {self.code(expr.arg)})"
            case Binary():
                left, right = self.code(expr.left), self.code(expr.right)
                if expr.op in ("max", "min"):
                    return f"{expr.op}({left}, {right})"
                return f"({left} {expr.op} {right})"
            case If():
                return f"({self.code(expr.then)} if {self.code(expr.test)} else {self.code(expr.other)})"
            case In():
                return self.membership(expr)
            case Quant():
                return self.quantifier(expr)
            case Item():
                return f"_item({self.code(expr.list)}, {self.code(expr.at)}, {self.place(expr.span)})"
            case Size():
                return f"len({self.code(expr.list)})"
            case Cast():
                assert isinstance(expr.type, SortType)
                return f"_cast({self.code(expr.arg)}, {self.layout.mask(expr.type)}, {self.place(expr.span)})"
            case Next():
                assert isinstance(expr.type, SortType)
                members = [self.layout.code(m, expr.type) for m in self.table.members[expr.type.name]]
                name = mangle("next", expr.type.name)
                self.constants[name] = {m: members[(i + 1) % len(members)] for i, m in enumerate(members)}
                return f"{name}[{self.code(expr.arg)}]"
            case _:
                assert_never(expr)

    def literal(self, expr: Lit) -> str:
        if expr.value == () and isinstance(expr.type, ListType):
            return "()"
        if isinstance(expr.value, str) or expr.value is None:
            assert isinstance(expr.type, SortType)
            return str(self.layout.code(expr.value, expr.type))
        return f"({expr.value})" if isinstance(expr.value, int) and expr.value < 0 else repr(expr.value)

    def constant(self, expr: Param) -> str:
        name = mangle("p", expr.name)
        self.constants[name] = self.layout.code(self.table.values[expr.name], expr.type)
        return name

    def cell(self, type: Type, index: Expr) -> str:
        """The position in a list of one index."""
        if isinstance(type, SortType):
            return self.code(index)
        assert isinstance(type, IntType)
        members = self.table.members[type.sort]
        if isinstance(index, Lit) and index.value in members:
            return str(members.index(int(index.value)))
        name = mangle("ix", type.sort)
        self.constants[name] = {m: i for i, m in enumerate(members)}
        return f"{name}[{self.code(index)}]"

    def cells(self, types: tuple[Type, ...], index: tuple[Expr, ...], sizes: tuple[int, ...]) -> str:
        """The position in a flattened list."""
        text = ""
        for type, expr, size in zip(types, index, sizes, strict=True):
            cell = self.cell(type, expr)
            text = f"({text}) * {size} + {cell}" if text else cell
        return text

    def read(self, expr: Read) -> str:
        shape = self.layout.shapes[expr.name]
        name = f"S.{slot(expr.name)}"
        types = shape.variable.index
        if not types:
            return name
        if not shape.masked:
            return f"{name}[{self.cells(types, expr.index, shape.sizes)}]"
        row = self.row(expr)
        first = expr.index[0]
        if isinstance(first, Lit):
            return f"(({row} & {1 << int(self.literal(first))}) != 0)"
        return f"(({row} >> {self.code(first)} & 1) != 0)"

    def row(self, expr: Read) -> str:
        """The mask over the first index of a truth map."""
        shape = self.layout.shapes[expr.name]
        rest = shape.variable.index[1:]
        if not rest:
            return f"S.{slot(expr.name)}"
        return f"S.{slot(expr.name)}[{self.cells(rest, expr.index[1:], shape.sizes)}]"

    def membership(self, expr: In) -> str:
        domain = expr.domain
        arg = self.code(expr.arg)
        match domain:
            case SortDomain():
                sort = self.sort_type(domain.sort)
                if isinstance(sort, SortType):
                    if isinstance(expr.arg.type, SortType) and not expr.arg.type.optional:
                        return f"({self.layout.mask(sort)} >> {arg} & 1 != 0)"
                    return f"({self.layout.mask(sort)} >> {arg} & 1 != 0 if {arg} >= 0 else False)"
                name = mangle("ix", domain.sort)
                self.constants[name] = {m: i for i, m in enumerate(self.table.members[domain.sort])}
                return f"({arg} in {name})"
            case RangeDomain():
                return f"({self.code(domain.low)} <= {arg} <= {self.code(domain.high)})"
            case ValueDomain():
                if isinstance(domain.value.type, SetType):
                    return f"({self.code(domain.value)} >> {arg} & 1 != 0)"
                return f"(({arg},) in {self.code(domain.value)})"
            case _:
                assert_never(domain)

    def sort_type(self, name: str) -> SortType | IntType:
        sort = self.table.game.sorts[name]
        return IntType(sort=name) if sort.kind in ("range", "values") else SortType(name, frozenset(sort.parts))

    # -- quantifiers --------------------------------------------------------------
    def domain_mask(self, domain: Domain) -> str | None:
        """A domain as a mask, where it is a sort of members or a set."""
        if isinstance(domain, SortDomain):
            sort = self.sort_type(domain.sort)
            return str(self.layout.mask(sort)) if isinstance(sort, SortType) else None
        if isinstance(domain, ValueDomain) and isinstance(domain.value.type, SetType):
            return self.code(domain.value)
        return None

    def quantifier(self, expr: Quant) -> str:
        masked = self.masked_quantifier(expr)
        if masked is not None:
            return masked
        binder = expr.binders[0]
        unrolled = self.unrolled(expr) if len(expr.binders) == 1 and isinstance(binder.domain, SortDomain) else None
        if unrolled is not None:
            return unrolled
        loops = self.loops(expr.binders, expr.where)
        body = self.code(expr.body) if expr.body else ""
        match expr.kind:
            case "count":
                return f"sum(1 {loops})"
            case "exists":
                return f"any(True {loops})"
            case "all" | "sum":
                return f"{expr.kind}({body} {loops})"
            case "max" | "min":
                assert expr.default is not None
                return f"{expr.kind}([{body} {loops}] or [{self.code(expr.default)}])"
            case "the":
                return f"_only([{mangle('v', binder.names[0])} {loops}], {self.place(expr.span)})"
            case "set":
                return f"sum(1 << {mangle('v', binder.names[0])} {loops})"
            case _:
                raise AssertionError(expr.kind)

    def loops(self, binders: tuple[Binder, ...], where: Expr | None) -> str:
        text = " ".join(f"for {self.names(b)} in {self.elements(b.domain)}" for b in binders)
        return f"{text} if {self.code(where)}" if where else text

    def names(self, binder: Binder) -> str:
        names = [mangle("v", n) for n in binder.names]
        listed = isinstance(binder.domain, ValueDomain) and isinstance(binder.domain.value.type, ListType)
        return f"({', '.join(names)},)" if listed else names[0]

    def elements(self, domain: Domain) -> str:
        """An iterable of the codes of a domain, in the order of the reference evaluator."""
        match domain:
            case SortDomain():
                sort = self.sort_type(domain.sort)
                return repr(tuple(self.layout.code(m, sort) for m in self.table.members[domain.sort]))
            case RangeDomain():
                return f"range({self.code(domain.low)}, {self.code(domain.high)} + 1)"
            case ValueDomain():
                if isinstance(domain.value.type, SetType):
                    sort = domain.value.type.of
                    order = tuple(self.layout.code(m, sort) for m in self.table.members[sort.name])
                    return f"_bits({self.code(domain.value)}, {order!r})"
                return self.code(domain.value)
            case _:
                assert_never(domain)

    def unrolled(self, expr: Quant) -> str | None:
        """The quantifier written out member by member, where that is small."""
        binder = expr.binders[0]
        assert isinstance(binder.domain, SortDomain)
        members = self.table.members[binder.domain.sort]
        inside = [e for e in (expr.where, expr.body) if e is not None]
        if len(members) * sum(1 for _ in within(*inside)) > UNROLL_NODES or not members:
            return None
        if expr.kind not in ("count", "exists", "all", "sum"):
            return None
        parts = []
        for member in members:
            env: dict[str, Expr] = {binder.names[0]: literal(member, binder.types[0], binder)}
            where = self.simplifier.fold(expr.where, env) if expr.where else None
            body = self.simplifier.fold(expr.body, env) if expr.body else None
            if isinstance(where, Lit) and where.value is False:
                continue
            kept = None if where is None or isinstance(where, Lit) else self.code(where)
            if expr.kind in ("count", "exists"):
                parts.append(kept or "True")
            elif expr.kind == "sum":
                assert body is not None
                parts.append(f"({self.code(body)} if {kept} else 0)" if kept else self.code(body))
            else:
                assert body is not None
                parts.append(f"(not {kept} or {self.code(body)})" if kept else self.code(body))
        joiner = {"count": " + ", "sum": " + ", "exists": " or ", "all": " and "}[expr.kind]
        empty = {"count": "0", "sum": "0", "exists": "False", "all": "True"}[expr.kind]
        return f"({joiner.join(parts)})" if parts else empty

    def masked_quantifier(self, expr: Quant) -> str | None:
        """A quantifier over one name of a sort as operations on whole masks, where its condition allows."""
        if len(expr.binders) != 1 or len(expr.binders[0].names) != 1:
            return None
        if expr.kind not in ("count", "exists", "set", "the", "all"):
            return None
        binder = expr.binders[0]
        domain = self.domain_mask(binder.domain)
        if domain is None:
            return None
        condition = "-1" if expr.where is None else self.mask(expr.where, binder.names[0])
        if condition is None:
            return None
        chosen = domain if condition == "-1" else f"({domain} & {condition})"
        match expr.kind:
            case "count":
                return f"{chosen}.bit_count()" if chosen.startswith("(") else f"({chosen}).bit_count()"
            case "exists":
                return f"({chosen} != 0)"
            case "set":
                return chosen
            case "the":
                return f"_single({chosen}, {self.place(expr.span)})"
            case _:
                assert expr.body is not None
                body = self.mask(expr.body, binder.names[0])
                return None if body is None else f"(({chosen} & ~{body}) == 0)"

    def mask(self, expr: Expr, name: str) -> str | None:
        """For which values of `name` a truth value holds, as a mask; bits outside its sort mean nothing.

        Only what can never fail is asked for all members at once; anything else answers None.
        """
        if any(map(may_fail, within(expr))):
            return None
        if not any(isinstance(e, Var) and e.name == name for e in within(expr)):
            return f"(-1 if {self.code(expr)} else 0)"
        if isinstance(expr, Not):
            inner = self.mask(expr.arg, name)
            return f"(~{inner})" if inner else None
        if isinstance(expr, Binary):
            return self.binary_mask(expr, name)
        if isinstance(expr, If):
            parts = [self.mask(e, name) for e in (expr.test, expr.then, expr.other)]
            if None in parts:
                return None
            test, then, other = parts
            return f"({test} & {then} | ~{test} & {other})"
        if isinstance(expr, In) and isinstance(expr.arg, Var) and expr.arg.name == name:
            return self.domain_mask(expr.domain)
        if isinstance(expr, Read) and self.layout.shapes[expr.name].masked:
            first, *rest = expr.index
            if isinstance(first, Var) and first.name == name and not any(self.mentions(e, name) for e in rest):
                return self.row(expr)
        return None

    def binary_mask(self, expr: Binary, name: str) -> str | None:
        if expr.op in ("and", "or"):
            left, right = self.mask(expr.left, name), self.mask(expr.right, name)
            if left is None or right is None:
                return None
            return f"({left} {'&' if expr.op == 'and' else '|'} {right})"
        if expr.op not in ("==", "!="):
            return None
        if isinstance(expr.left.type, BoolType):
            left, right = self.mask(expr.left, name), self.mask(expr.right, name)
            if left is None or right is None:
                return None
            return f"(~({left} ^ {right}))" if expr.op == "==" else f"({left} ^ {right})"
        for variable, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if isinstance(variable, Var) and variable.name == name and not self.mentions(other, name):
                bit = f"_bit[{self.code(other)}]"
                return bit if expr.op == "==" else f"(~{bit})"
        return self.column_mask(expr, name)

    def column_mask(self, expr: Binary, name: str) -> str | None:
        """A map of numbers compared with one number: the mask is gathered cell by cell."""
        for column, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if not isinstance(column, Read) or len(column.index) != 1 or self.mentions(other, name):
                continue
            index = column.index[0]
            shape = self.layout.shapes[column.name]
            if isinstance(index, Var) and index.name == name and not shape.masked and isinstance(index.type, SortType):
                gathered = f"_equal(S.{slot(column.name)}, {self.code(other)})"
                return gathered if expr.op == "==" else f"(~{gathered})"
        return None

    @staticmethod
    def mentions(expr: Expr, name: str) -> bool:
        return any(isinstance(e, Var) and e.name == name for e in within(expr))
