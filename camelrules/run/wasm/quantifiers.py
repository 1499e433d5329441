"""Quantifiers and whatever goes through the elements of domains: written out, or as loops where that is too long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import assert_never

from camelrules.lang.syntax import Binder, Expr, Quant, RangeDomain, SortDomain, ValueDomain
from camelrules.lang.types import IntType, ListType, SetType
from camelrules.run.wasm import form
from camelrules.run.wasm.base import bind
from camelrules.run.wasm.faults import NotOne, Overflow
from camelrules.run.wasm.form import I64, Branch, Const, Get, Load, Put, While, op
from camelrules.run.wasm.masks import ALL, LONGEST_RANGE, Masks
from camelrules.run.wasm.values import HIGH, LOW, Env, Num, Rows, Set, Value, number, truth

# More code than this for one quantifier, and it becomes a loop.
UNROLL = 4000
Visit = Callable[[Env], form.Body]


class Quantifiers(Masks):
    """Lowers quantifiers."""

    # -- going through domains -----------------------------------------------------------
    def each(self, binders: tuple[Binder, ...], env: Env, weight: int, visit: Visit, go: form.Expr | None) -> form.Body:
        """Runs what `visit` writes for every way to bind the names, in order, as long as `go` holds."""
        if not binders:
            body = visit(env)
            return (Branch(go, body),) if go is not None and body else body
        first, rest = binders[0], binders[1:]
        inside = weight * self.weights.times(rest)

        def inner(bound: Env) -> form.Body:
            return self.each(rest, {**env, **bound}, weight, visit, go)

        # What comes after the answer is known is not even looked at, the bounds of a range included.
        if go is not None and not isinstance(first.domain, SortDomain):
            return (Branch(go, self.elements(first, env, inside, inner, go)),)
        return self.elements(first, env, inside, inner, go)

    def elements(self, first: Binder, env: Env, inside: int, inner: Visit, go: form.Expr | None) -> form.Body:
        domain = first.domain
        match domain:
            case SortDomain():
                return self.each_value(first, self.members(domain.sort), None, inside, inner, go)
            case RangeDomain():
                low, high = self.num(domain.low, env), self.num(domain.high, env)
                if (
                    low.constant is not None
                    and high.constant is not None
                    and high.constant - low.constant < LONGEST_RANGE
                ):
                    return self.each_value(first, list(range(low.constant, high.constant + 1)), None, inside, inner, go)
                return self.each_number(first, low, high, inner, go)
            case ValueDomain():
                value = self.expr(domain.value, env)
                if isinstance(value, Set):
                    assert isinstance(domain.value.type, SetType)
                    members = self.codes.of(domain.value.type.of)
                    before, mask = bind(self.frame, value)
                    return (*before, *self.each_value(first, members, mask.node, inside, inner, go))
                assert isinstance(value, Rows)
                return self.each_row(first, value, inside, inner, go)
            case _:
                assert_never(domain)

    def each_value(
        self, binder: Binder, members: list[int], mask: form.Expr | None, weight: int,
        inner: Visit, go: form.Expr | None,
    ) -> form.Body:  # fmt: skip
        name = binder.names[0]

        def present(node: form.Expr, body: form.Body) -> form.Body:
            if mask is None or not body:
                return body
            shifted = op("i64.shr_u", mask, op("i64.extend_i32_u", node))
            test = op("i32.wrap_i64", op("i64.and", shifted, Const(1, I64)))
            if isinstance(test, Const):
                return body if test.value else ()
            return (Branch(test, body),)

        if len(members) * weight <= UNROLL:
            return tuple(s for m in members for s in present(Const(m), inner({name: number(m)})))
        at, value = self.frame.new(), self.frame.new()
        address = self.constant_table(members)
        load = Load("i32.load", op("i32.shl", Get(at), Const(2)), address)
        body = present(Get(value), inner({name: Num(Get(value), min(members), max(members))}))
        going = op("i32.lt_s", Get(at), Const(len(members)))
        return (
            Put(at, form.ZERO),
            While(_and(going, go), (Put(value, load), *body, Put(at, op("i32.add", Get(at), form.ONE)))),
        )

    def each_number(self, binder: Binder, low: Num, high: Num, inner: Visit, go: form.Expr | None) -> form.Body:
        at, last = self.frame.new(), self.frame.new()
        step = Put(at, op("i32.add", Get(at), form.ONE))
        body = inner({binder.names[0]: Num(Get(at), low.low, high.high)})
        overflow = Branch(op("i32.eq", Get(last), Const(HIGH)), (self.trap(Overflow(binder.span)),))
        return (
            Put(at, low.node), Put(last, high.node), overflow,
            While(_and(op("i32.le_s", Get(at), Get(last)), go), (*body, step)),
        )  # fmt: skip

    def each_row(self, binder: Binder, rows: Rows, weight: int, inner: Visit, go: form.Expr | None) -> form.Body:
        if rows.rows is not None and len(rows.rows) * weight <= UNROLL:
            return tuple(
                s
                for row in rows.rows
                for s in inner({n: self.coded(c, t) for n, c, t in zip(binder.names, row, rows.type.of, strict=True)})
            )
        before, address = bind(self.frame, rows)
        at = self.frame.new()
        first, bound = self.row_at(binder, Get(at), address.node, rows.type)
        going = op("i32.lt_s", Get(at), self.length(address))
        step = Put(at, op("i32.add", Get(at), form.ONE))
        return (*before, Put(at, form.ZERO), While(_and(going, go), (*first, *inner(bound), step)))

    def row_at(self, binder: Binder, at: form.Expr, address: form.Expr, type: ListType) -> tuple[form.Body, Env]:
        """The names of a binder bound to the cells of a row."""
        body: list[form.Stmt] = []
        bound: Env = {}
        for column, name in enumerate(binder.names):
            first, bound[name] = bind(self.frame, self.cell_of(at, address, type, column))
            body += first
        return tuple(body), bound

    # -- quantifiers -----------------------------------------------------------------------
    def quantifier(self, expr: Quant, env: Env) -> Value:
        if len(expr.binders) == 1 and len(expr.binders[0].names) == 1 and expr.kind not in ("sum", "max", "min"):
            found = self.by_mask(expr, env)
            if found is not None:
                return found
        elif expr.kind in ("exists", "all", "count") and all(len(b.names) == 1 for b in expr.binders):
            found = self.by_masks(expr, env)
            if found is not None:
                return found
        match expr.kind:
            case "exists" | "all":
                return self.stopping(expr, env)
            case "count":
                return self.counting(expr, env)
            case "sum":
                return self.summing(expr, env)
            case "max" | "min":
                return self.extremum(expr, env)
            case "the":
                return self.single(expr, env)
            case "set":
                return self.gathering(expr, env)
            case _:
                raise AssertionError(expr.kind)

    def by_mask(self, expr: Quant, env: Env) -> Value | None:
        binder = expr.binders[0]
        before = self.traps
        own = self.domain(binder, env)
        if own is None:
            return None
        bound, members = own
        inner: Env = {**env, binder.names[0]: bound}
        where = ALL if expr.where is None else self.mask(expr.where, inner, bound)
        body = ALL if expr.body is None else self.mask(expr.body, inner, bound)
        if where is None or body is None:
            self.traps = before
            return None
        chosen = op("i64.and", members, where)
        match expr.kind:
            case "exists":
                return truth(op("i64.ne", chosen, Const(0, I64)))
            case "all":
                return truth(op("i64.eqz", op("i64.and", chosen, op("i64.xor", body, ALL))))
            case "count":
                node = op("i32.wrap_i64", op("i64.popcnt", chosen))
                if isinstance(node, Const):
                    return number(node.value)
                return Num(node, 0, len(bound.values))
            case "set":
                return Set(chosen)
            case _:
                assert expr.kind == "the"
                return self.only(expr, chosen, bound.values, bound.bits)

    def by_masks(self, expr: Quant, env: Env) -> Value | None:
        """Several names: a mask over the first for every way to bind the others, all written out."""
        first, *rest = expr.binders
        if not all(isinstance(b.domain, SortDomain) for b in expr.binders):
            return None
        times = self.weights.times(tuple(rest))
        if times * 2 * self.weight_of(expr.where, expr.body) > 2 * UNROLL:
            return None
        before = self.traps
        total = self.frame.new()
        sign = {"exists": "i32.or", "all": "i32.and", "count": "i32.add"}[expr.kind]
        body: list[form.Stmt] = [Put(total, Const(int(expr.kind == "all")))]
        inner = replace(expr, binders=(first,))
        for values in product(*(self.members(b.domain.sort) for b in rest if isinstance(b.domain, SortDomain))):
            bound: Env = {b.names[0]: number(v) for b, v in zip(rest, values, strict=True)}
            part = self.by_mask(inner, {**env, **bound})
            if part is None or self.traps > before:
                self.traps = before
                return None
            body.append(Put(total, op(sign, Get(total), part.node)))
        high = HIGH if expr.kind == "count" else 1
        return Num(form.After(tuple(body), Get(total)), 0, high)

    def only(self, expr: Quant, chosen: form.Expr, values: tuple[int, ...], bits: tuple[int, ...]) -> Value:
        local, count = self.frame.new(I64), self.frame.new()
        check = Branch(op("i32.ne", Get(count), form.ONE), (self.trap(NotOne(expr.span), Get(count)),))
        body = (Put(local, chosen), Put(count, op("i32.wrap_i64", op("i64.popcnt", Get(local)))), check)
        node = op("i32.wrap_i64", op("i64.ctz", Get(local)))
        if values != bits and isinstance(expr.binders[0].types[0], IntType):
            node = Load("i32.load", op("i32.shl", node, Const(2)), self.constant_table(list(values)))
        return Num(form.After(body, node), min(values, default=0), max(values, default=0))

    def weight_of(self, *parts: Expr | None) -> int:
        return 1 + sum(self.weights.expr(p) for p in parts if p is not None)

    def through(
        self, expr: Quant, env: Env, visit: Visit, go: form.Expr | None = None, weight: int | None = None
    ) -> form.Body:
        """Runs what `visit` writes wherever the condition holds."""

        def guarded(inner: Env) -> form.Body:
            if expr.where is None:
                return visit(inner)
            test = self.test(expr.where, inner)
            if isinstance(test, Const):
                return visit(inner) if test.value else ()
            return (Branch(test, visit(inner)),)

        return self.each(expr.binders, env, weight or self.weight_of(expr.where, expr.body), guarded, go)

    def checked_first(self, expr: Quant, env: Env) -> form.Body:
        """Every condition by itself, where it and the body can fail: the reference asks all of them first."""
        if expr.where is None:
            return ()
        where = expr.where
        before = self.traps
        body = self.each(expr.binders, env, self.weight_of(where), lambda e: (form.Discard(self.test(where, e)),), None)
        return body if self.traps > before else ()

    def stopping(self, expr: Quant, env: Env) -> Value:
        found = self.frame.new()
        if expr.kind == "exists":
            body = self.through(expr, env, lambda _: (Put(found, form.ONE),), op("i32.eqz", Get(found)))
            return truth(form.After((Put(found, form.ZERO), *body), Get(found)))
        wanted = expr.body
        assert wanted is not None
        body = self.through(expr, env, lambda e: (Put(found, self.test(wanted, e)),), Get(found))
        return truth(form.After((Put(found, form.ONE), *body), Get(found)))

    def counting(self, expr: Quant, env: Env) -> Value:
        count = self.frame.new()
        body = self.through(expr, env, lambda _: (Put(count, op("i32.add", Get(count), form.ONE)),))
        return Num(form.After((Put(count, form.ZERO), *body), Get(count)), 0, HIGH)

    def summing(self, expr: Quant, env: Env) -> Value:
        wanted = expr.body
        assert wanted is not None
        total = self.frame.new(I64)
        checked = self.checked_first(expr, env)
        terms: list[Num] = []

        def add(inner: Env) -> form.Body:
            value = self.num(wanted, inner)
            terms.append(value)
            return (Put(total, op("i64.add", Get(total), op("i64.extend_i32_s", value.node))),)

        body = self.through(expr, env, add)
        if all(t.constant is not None for t in terms) and all(isinstance(s, Put) for s in body) and not checked:
            return number(sum(t.constant or 0 for t in terms))
        low = sum(min(0, t.low) for t in terms)
        high = sum(max(0, t.high) for t in terms)
        looped = any(isinstance(s, While) for s in body)
        check: form.Body = ()
        if looped or low < LOW or high > HIGH:
            wrong = op("i64.ne", Get(total), op("i64.extend32_s", Get(total)))
            check = (Branch(wrong, (self.trap(Overflow(expr.span)),)),)
            low, high = LOW, HIGH
        node = op("i32.wrap_i64", Get(total))
        return Num(form.After((*checked, Put(total, Const(0, I64)), *body, *check), node), low, high)

    def extremum(self, expr: Quant, env: Env) -> Value:
        wanted = expr.body
        assert wanted is not None and expr.default is not None
        best, some = self.frame.new(), self.frame.new()
        checked = self.checked_first(expr, env)
        terms: list[Num] = []
        sign = "i32.gt_s" if expr.kind == "max" else "i32.lt_s"

        def take(inner: Env) -> form.Body:
            before, value = bind(self.frame, self.num(wanted, inner))
            assert isinstance(value, Num)
            terms.append(value)
            better = op("i32.or", op("i32.eqz", Get(some)), op(sign, value.node, Get(best)))
            return (*before, Put(best, form.Op("select", (value.node, Get(best), better))), Put(some, form.ONE))

        body = self.through(expr, env, take)
        constants = [t.constant for t in terms]
        if all(isinstance(s, Put) for s in body) and None not in constants and not checked and constants:
            return number((max if expr.kind == "max" else min)(c for c in constants if c is not None))
        default = self.num(expr.default, env)
        if not body and not checked:
            return default
        pick = form.choose(Get(some), Get(best), default.node)
        low = min(t.low for t in (*terms, default))
        high = max(t.high for t in (*terms, default))
        start = (Put(some, form.ZERO), Put(best, form.ZERO))
        return Num(form.After((*checked, *start, *body), pick), low, high)

    def single(self, expr: Quant, env: Env) -> Value:
        name = expr.binders[0].names[0]
        count, found = self.frame.new(), self.frame.new()

        def take(inner: Env) -> form.Body:
            value = inner[name]
            assert isinstance(value, Num)
            return (Put(found, value.node), Put(count, op("i32.add", Get(count), form.ONE)))

        body = self.through(expr, env, take)
        check = Branch(op("i32.ne", Get(count), form.ONE), (self.trap(NotOne(expr.span), Get(count)),))
        return self.typed(form.After((Put(count, form.ZERO), *body, check), Get(found)), expr.type)

    def gathering(self, expr: Quant, env: Env) -> Value:
        name = expr.binders[0].names[0]
        mask = self.frame.new(I64)

        def take(inner: Env) -> form.Body:
            value = inner[name]
            assert isinstance(value, Num)
            bit = op("i64.shl", Const(1, I64), op("i64.extend_i32_u", value.node))
            return (Put(mask, op("i64.or", Get(mask), bit)),)

        body = self.through(expr, env, take)
        return Set(form.After((Put(mask, Const(0, I64)), *body), Get(mask)))


def _and(test: form.Expr, go: form.Expr | None) -> form.Expr:
    return test if go is None else op("i32.and", test, go)
