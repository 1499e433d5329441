"""Expressions to JavaScript: members are small numbers, sets are bit masks, parameters are looked up at run time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import assert_never

from camelrules.lang.model import Decision, Game
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
from camelrules.lang.walk import children
from camelrules.site.javascript.numbering import Numbering
from camelrules.site.words import place as shown_place

_OPERATORS = {"and": "&&", "or": "||", "==": "===", "!=": "!=="}


def mangle(prefix: str, name: str) -> str:
    """A JavaScript name for a name of the rules."""
    return f"{prefix}_{name.replace('.', '$')}"


class Expressions:
    """Source text of expressions; quantifiers become functions of their own, kept in `hoisted`."""

    def __init__(self, game: Game, numbering: Numbering) -> None:
        self.game = game
        self.numbering = numbering
        self.hoisted: list[str] = []
        self.places: list[str] = []

    def place(self, span: Span) -> int:
        """A number that stands for a place, for messages of faults."""
        self.places.append(shown_place(span))
        return len(self.places) - 1

    def code(self, expr: Expr) -> str:
        """Source text of an expression, safe inside any other."""
        match expr:
            case Lit():
                return self.literal(expr)
            case Var():
                return mangle("v", expr.name)
            case Param():
                return mangle("P", expr.name)
            case Read():
                return self.read(expr)
            case Call():
                return f"{mangle('f', expr.name)}(S{''.join(f', {self.code(a)}' for a in expr.args)})"
            case Not():
                return f"!{self.code(expr.arg)}"
            case Binary():
                return self.binary(expr)
            case If():
                return f"({self.code(expr.test)} ? {self.code(expr.then)} : {self.code(expr.other)})"
            case In():
                return self.membership(expr)
            case Quant():
                return self.quantifier(expr)
            case Item():
                return f"item({self.code(expr.list)}, {self.code(expr.at)}, {self.place(expr.span)})"
            case Size():
                return f"{self.code(expr.list)}.length"
            case Cast():
                assert isinstance(expr.type, SortType)
                return f"cast({self.code(expr.arg)}, {mangle('B', expr.type.name)}, {self.place(expr.span)})"
            case Next():
                assert isinstance(expr.type, SortType)
                return f"next({self.code(expr.arg)}, {mangle('M', expr.type.name)})"
            case _:
                assert_never(expr)

    def literal(self, expr: Lit) -> str:
        if expr.value == () and isinstance(expr.type, ListType):
            return "[]"
        if isinstance(expr.value, str) or expr.value is None:
            assert isinstance(expr.type, SortType)
            return f"({self.numbering.code(expr.value, expr.type)})" if expr.value is None else self.member(expr)
        return f"({expr.value})" if not isinstance(expr.value, bool) and expr.value < 0 else json.dumps(expr.value)  # type: ignore[operator]

    def member(self, expr: Lit) -> str:
        assert isinstance(expr.type, SortType)
        # The name beside the number keeps the generated text readable.
        return f"{self.numbering.code(expr.value, expr.type)} /* {expr.value} */"

    def binary(self, expr: Binary) -> str:
        left, right = self.code(expr.left), self.code(expr.right)
        if expr.op in ("max", "min"):
            return f"Math.{expr.op}({left}, {right})"
        if expr.op in ("==", "!=") and isinstance(expr.left.type, ListType):
            return f"{'' if expr.op == '==' else '!'}same({left}, {right})"
        return f"({left} {_OPERATORS.get(expr.op, expr.op)} {right})"

    # -- state ------------------------------------------------------------------------
    def read(self, expr: Read) -> str:
        cell = f"S.{expr.name}"
        if expr.index:
            cell = f"{cell}[{self.cells(self.game.state[expr.name].index, expr.index)}]"
        return f"({cell} === 1)" if isinstance(expr.type, BoolType) else cell

    def cells(self, types: tuple[Type, ...], index: tuple[Expr, ...]) -> str:
        """The position in the flat list that holds a map."""
        text = ""
        for type, expr in zip(types, index, strict=True):
            cell = self.code(expr)
            size = self.numbering.size(type)
            if isinstance(type, IntType):
                cell = f"at({cell}, {mangle('X', type.sort)}, {self.place(expr.span)})"
            text = f"({text}) * {size} + {cell}" if text else cell
        return text

    # -- domains ------------------------------------------------------------------------
    def membership(self, expr: In) -> str:
        domain, arg = expr.domain, self.code(expr.arg)
        match domain:
            case SortDomain():
                if self.numbering.numeric(domain.sort):
                    return f"{mangle('X', domain.sort)}.has({arg})"
                return f"has({mangle('B', domain.sort)}, {arg})"
            case RangeDomain():
                return f"between({self.code(domain.low)}, {arg}, {self.code(domain.high)})"
            case ValueDomain():
                if isinstance(domain.value.type, SetType):
                    return f"has({self.code(domain.value)}, {arg})"
                return f"{self.code(domain.value)}.some(row => row[0] === {arg})"
            case _:
                assert_never(domain)

    def elements(self, domain: Domain) -> str:
        """An iterable of a domain, in the order of the reference evaluator."""
        match domain:
            case SortDomain():
                return mangle("M", domain.sort)
            case RangeDomain():
                return f"range({self.code(domain.low)}, {self.code(domain.high)})"
            case ValueDomain():
                value = domain.value
                if isinstance(value.type, SetType):
                    return f"members({self.code(value)}, {mangle('M', value.type.of.name)})"
                return self.code(value)
            case _:
                assert_never(domain)

    @staticmethod
    def names(binder: Binder) -> str:
        """The names that a loop binds; items of a list are rows and are taken apart."""
        names = ", ".join(mangle("v", n) for n in binder.names)
        listed = isinstance(binder.domain, ValueDomain) and isinstance(binder.domain.value.type, ListType)
        return f"[{names}]" if listed or len(binder.names) > 1 else names

    def loops(self, binders: tuple[Binder, ...], where: Expr | None) -> str:
        text = "".join(f"for (const {self.names(b)} of {self.elements(b.domain)}) " for b in binders)
        return f"{text}if ({self.code(where)}) " if where is not None else text

    # -- quantifiers ------------------------------------------------------------------------
    def quantifier(self, expr: Quant) -> str:
        """A call of a function made for this quantifier, with the local names that it needs."""
        free = sorted(set(free_names(expr)))
        args = "".join(f", {mangle('v', n)}" for n in free)
        body = self.quantified(expr)
        name = f"q{len(self.hoisted)}"
        self.hoisted.append(f"function {name}(S{args}) {{ {body} }}")
        return f"{name}(S{args})"

    def quantified(self, expr: Quant) -> str:
        loops = self.loops(expr.binders, expr.where)
        body = self.code(expr.body) if expr.body is not None else ""
        first = mangle("v", expr.binders[0].names[0])
        match expr.kind:
            case "count":
                return f"let n = 0; {loops}n += 1; return n;"
            case "exists":
                return f"{loops}return true; return false;"
            case "all":
                return f"{loops}{{ if (!{body}) return false; }} return true;"
            case "sum":
                return f"let n = 0; {loops}n += {body}; return n;"
            case "max" | "min":
                assert expr.default is not None
                better = f"Math.{expr.kind}(best, value)"
                step = f"{{ const value = {body}; best = best === null ? value : {better}; }}"
                return f"let best = null; {loops}{step} return best === null ? {self.code(expr.default)} : best;"
            case "the":
                return f"const found = []; {loops}found.push({first}); return only(found, {self.place(expr.span)});"
            case "set":
                return f"let mask = 0; {loops}mask |= 1 << {first}; return mask;"
            case _:
                raise AssertionError(expr.kind)

    def traced(self, expr: Expr) -> str:
        """An expression whose own decision, if it is one, is reported to whoever follows the run."""
        if isinstance(expr, Call) and isinstance(self.game.callable(expr.name), Decision):
            args = ", ".join(self.code(a) for a in expr.args)
            call = f"{mangle('d', expr.name)}({', '.join(['S', args] if args else ['S'])})"
            return f"decided(R, {json.dumps(expr.name)}, [{args}], {call})"
        return self.code(expr)


def free_names(expr: Expr) -> Iterator[str]:
    """The local names that an expression uses and does not bind itself."""
    if isinstance(expr, Var):
        yield expr.name
    elif isinstance(expr, Quant):
        bound: set[str] = set()
        for binder in expr.binders:
            for part in _domain_parts(binder.domain):
                yield from (n for n in free_names(part) if n not in bound)
            bound.update(binder.names)
        for inner in (expr.where, expr.body):
            if inner is not None:
                yield from (n for n in free_names(inner) if n not in bound)
        if expr.default is not None:
            yield from free_names(expr.default)
    else:
        for child in children(expr):
            yield from free_names(child)


def _domain_parts(domain: Domain) -> tuple[Expr, ...]:
    match domain:
        case SortDomain():
            return ()
        case RangeDomain():
            return (domain.low, domain.high)
        case ValueDomain():
            return (domain.value,)
        case _:
            assert_never(domain)
