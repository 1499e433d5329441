"""Statements of the rules to the imperative form: effects and actions that change the state in place."""

from __future__ import annotations

from typing import assert_never

from camelrules.lang.model import Action, Effect
from camelrules.lang.source import Span
from camelrules.lang.syntax import (
    Append,
    Assign,
    Binder,
    Block,
    Do,
    Draw,
    Emit,
    For,
    Let,
    Param,
    SortDomain,
    Stmt,
    ValueDomain,
    When,
)
from camelrules.lang.types import IntType, ListType
from camelrules.lang.walk import expressions, statements
from camelrules.run.slice import reads, touches
from camelrules.run.wasm import form
from camelrules.run.wasm.base import bind
from camelrules.run.wasm.changes import Changes, Kind
from camelrules.run.wasm.faults import NothingToDraw, Overflow
from camelrules.run.wasm.form import (
    I32,
    I64,
    Branch,
    Const,
    Copy,
    Get,
    Global,
    Load,
    Perform,
    Put,
    PutGlobal,
    Store,
    op,
)
from camelrules.run.wasm.masks import ALL
from camelrules.run.wasm.memory import KINDS, Unsupported
from camelrules.run.wasm.values import Bound, Env, Num, Rows, Set, Value

# An effect of more nodes than this is called and not put in place.
INLINE_EFFECT = 600


class Statements(Changes):
    """Lowers effects and actions; with `keep`, only what changes those variables."""

    # -- definitions -----------------------------------------------------------------------
    def effect(self, effect: Effect) -> str:
        """Makes sure that an effect is a function of the module."""
        name = f"e:{effect.name}"
        if name not in self.functions:
            self.write(name, effect.params, None, lambda env: self.block(effect.body, env))
        return name

    def action(self, action: Action) -> str:
        """Makes sure that an action is a function of the module."""
        name = f"a:{action.name}"
        if name not in self.functions:
            self.write(name, action.params, None, lambda env: self.block(action.body, env))
        return name

    # -- blocks ------------------------------------------------------------------------------
    def block(self, block: Block, env: Env) -> form.Body:
        local = dict(env)
        before = self.allocations
        body: list[form.Stmt] = []
        for stmt in block:
            body += self.statement(stmt, local)
        if self.allocations == before:
            return tuple(body)
        # What a block borrowed of the scratch memory it gives back.
        self.allocations = before
        top = self.frame.new()
        return (Put(top, Global("scratch_top", I32)), *body, PutGlobal("scratch_top", Get(top)))

    def statement(self, stmt: Stmt, env: Env) -> form.Body:
        match stmt:
            case Let():
                value = self.expr(stmt.value, env)
                if isinstance(value, Rows) and value.rows is None:
                    body, env[stmt.name] = self.copied(value)
                    return body
                body, env[stmt.name] = bind(self.frame, value)
                return body
            case Assign():
                return self.assign(stmt, env) if self.kept(stmt.name) else ()
            case Append():
                return self.append(stmt, env) if self.kept(stmt.name) else ()
            case Do():
                return self.do(stmt, env)
            case Emit():
                return self.emit(stmt, env) if self.keep is None else ()
            case Draw():
                return self.draw(stmt, env)
            case When():
                test = self.test(stmt.test, env)
                if isinstance(test, Const):
                    return self.block(stmt.then if test.value else stmt.other, env)
                then, other = self.block(stmt.then, env), self.block(stmt.other, env)
                return (Branch(test, then, other),)
            case For():
                return self.loop(stmt, env)
            case _:
                assert_never(stmt)

    def do(self, stmt: Do, env: Env) -> form.Body:
        if self.idle(stmt.name):
            return ()
        effect = self.game.effects[stmt.name]
        args = tuple(self.expr(a, env) for a in stmt.args)
        before: list[form.Stmt] = []
        inner: Env = {}
        for (name, _), arg in zip(effect.params, args, strict=True):
            if isinstance(arg, Rows) and arg.rows is None:
                first, inner[name] = self.copied(arg)
            else:
                first, inner[name] = bind(self.frame, arg)
            before += first
        if self.weights.effect(effect) <= INLINE_EFFECT:
            return (*before, *self.block(effect.body, inner))
        name = self.effect(effect)
        self.traps += self.fallible[name]
        nodes = []
        for parameter, _ in effect.params:
            value = inner[parameter]
            assert isinstance(value, Num | Set | Rows)
            nodes.append(value.node)
        return (*before, Perform(name, tuple(nodes)))

    # -- chance ----------------------------------------------------------------------------------
    def pick(self, count: form.Expr, weighed: bool = False) -> tuple[form.Body, form.Local]:
        """One of so many; where every outcome is gone through, its weight is kept."""
        chosen = self.frame.new()
        body: tuple[form.Stmt, ...] = (Put(chosen, form.Apply("pick", (count,), I32)),)
        if self.every and not weighed:
            body += (PutGlobal("total", op("i64.mul", Global("total", I64), op("i64.extend_i32_u", count))),)
        return body, chosen

    def draw(self, stmt: Draw, env: Env) -> form.Body:
        binder = stmt.binder
        domain = binder.domain
        if stmt.where is None and isinstance(domain, ValueDomain) and isinstance(domain.value.type, ListType):
            return self.draw_row(stmt, env)
        if len(binder.names) == 1:
            body = self.draw_member(stmt, env)
            if body is not None:
                return body
        first, start, count = self.options(binder, stmt.where, env)
        nothing = Branch(op("i32.eqz", Get(count)), (self.trap(NothingToDraw(stmt.span)),))
        drawn, chosen = self.pick(Get(count))
        bound_first, bound = self.option(binder, start, Get(chosen))
        env.update(bound)
        return (*first, nothing, *drawn, *bound_first, *self.trace(binder, env))

    def draw_row(self, stmt: Draw, env: Env) -> form.Body:
        binder, domain = stmt.binder, stmt.binder.domain
        assert isinstance(domain, ValueDomain)
        rows = self.expr(domain.value, env)
        assert isinstance(rows, Rows)
        if self.every and isinstance(domain.value, Param):
            return self.weighed_row(stmt, domain.value.name, rows.type, env)
        before, address = bind(self.frame, rows)
        count = self.frame.new()
        length = Const(len(rows.rows)) if rows.rows is not None else self.length(address)
        nothing = Branch(op("i32.eqz", Get(count)), (self.trap(NothingToDraw(stmt.span)),))
        drawn, chosen = self.pick(Get(count))
        first, bound = self.row_at(binder, Get(chosen), address.node, rows.type)
        env.update(bound)
        return (*before, Put(count, length), nothing, *drawn, *first, *self.trace(binder, env))

    def weighed_row(self, stmt: Draw, name: str, type: ListType, env: Env) -> form.Body:
        """One of the different rows of a parameter, with how often it occurs."""
        table = self.layout.params[name].distinct
        count = self.frame.new()
        nothing = Branch(op("i32.eqz", Get(count)), (self.trap(NothingToDraw(stmt.span)),))
        tried, chosen = self.pick(Get(count), weighed=True)
        # Where one outcome is drawn after all, a row that occurs more often is drawn more often.
        left = self.frame.new()
        own = Load("i32.load", op("i32.shl", Get(chosen), Const(2)), table + 8)
        by_chance = (
            Put(left, form.Apply("below", (Load("i32.load", form.ZERO, table + 4),), I32)),
            Put(chosen, form.ZERO),
            form.While(
                op("i32.ge_s", Get(left), own),
                (Put(left, op("i32.sub", Get(left), own)), Put(chosen, op("i32.add", Get(chosen), form.ONE))),
            ),
        )
        drawn = (Branch(Global("scripted", I32), tried, by_chance),)
        times = Load("i32.load", op("i32.shl", Get(chosen), Const(2)), table + 8)
        weigh = (
            PutGlobal("weight", op("i64.mul", Global("weight", I64), op("i64.extend_i32_u", times))),
            PutGlobal("total", op("i64.mul", Global("total", I64), Load("i64.load32_u", form.ZERO, table + 4))),
        )
        # The rows stand behind the counts; a list begins four bytes before its first row.
        address = op("i32.add", op("i32.shl", Get(count), Const(2)), Const(table + 4))
        first, bound = self.row_at(stmt.binder, Get(chosen), address, type)
        env.update(bound)
        return (Put(count, Load("i32.load", form.ZERO, table)), nothing, *drawn, *weigh, *first)

    def draw_member(self, stmt: Draw, env: Env) -> form.Body | None:
        """A draw of one name as a bit of a mask, where the order of the bits is that of the domain."""
        binder = stmt.binder
        own = self.domain(binder, env)
        if own is None:
            return None
        bound, members = own
        if list(bound.bits) != sorted(bound.bits):
            return None
        where = ALL if stmt.where is None else self.mask(stmt.where, {**env, binder.names[0]: bound}, bound)
        if where is None:
            return None
        rest, count, left = self.frame.new(I64), self.frame.new(), self.frame.new()
        drawn, chosen = self.pick(Get(count))
        lowest = op("i64.and", Get(rest), op("i64.sub", Get(rest), Const(1, I64)))
        skip = form.While(
            op("i32.gt_s", Get(left), form.ZERO),
            (Put(rest, lowest), Put(left, op("i32.sub", Get(left), form.ONE))),
        )
        body = (
            Put(rest, op("i64.and", members, where)),
            Put(count, op("i32.wrap_i64", op("i64.popcnt", Get(rest)))),
            Branch(op("i32.eqz", Get(count)), (self.trap(NothingToDraw(stmt.span)),)),
            *drawn,
            Put(left, Get(chosen)),
            skip,
        )
        named = self.named(binder, bound, op("i32.wrap_i64", op("i64.ctz", Get(rest))), env)
        return (*body, *named, *self.trace(binder, env))

    def named(self, binder: Binder, bound: Bound, bit: form.Expr, env: Env) -> form.Body:
        """Binds a name to the member of a bit."""
        low, high = min(bound.values, default=0), max(bound.values, default=0)
        if isinstance(binder.types[0], IntType):
            bit = Load("i32.load", op("i32.shl", bit, Const(2)), self.constant_table(list(bound.values)))
        local = self.frame.new()
        env[binder.names[0]] = Num(Get(local), low, high)
        return (Put(local, bit),)

    def loop(self, stmt: For, env: Env) -> form.Body:
        if stmt.shuffled:
            return self.shuffled(stmt, env)
        domain = stmt.binder.domain
        if stmt.where is None and (isinstance(domain, SortDomain) or not self.disturbs(stmt)):
            weight = 2 + self.weights.block(stmt.body)
            return self.each((stmt.binder,), env, weight, lambda e: self.block(stmt.body, e), None)
        first, start, count = self.options(stmt.binder, stmt.where, env)
        at = self.frame.new()
        bound_first, bound = self.option(stmt.binder, start, Get(at))
        body = self.block(stmt.body, {**env, **bound})
        step = Put(at, op("i32.add", Get(at), form.ONE))
        return (
            *first,
            Put(at, form.ZERO),
            form.While(op("i32.lt_s", Get(at), Get(count)), (*bound_first, *body, step)),
        )

    def disturbs(self, stmt: For) -> bool:
        """Whether the body of a loop changes what the loop goes through."""
        needed = reads(self.game, expressions(stmt))
        return any(touches(self.game, s, needed) for s in statements(stmt.body))

    def shuffled(self, stmt: For, env: Env) -> form.Body:
        """Takes the options in random order: each time one of those left, the later ones moving up."""
        first, start, count = self.options(stmt.binder, stmt.where, env)
        width = 4 * len(stmt.binder.names)
        one = self.frame.new()
        drawn, chosen = self.pick(Get(count))
        bound_first, bound = self.option(stmt.binder, start, Get(one))
        body = self.block(stmt.body, {**env, **bound})
        place = op("i32.add", Get(start), op("i32.mul", Get(one), Const(width)))
        behind = op("i32.sub", op("i32.sub", Get(count), Get(one)), form.ONE)
        more = op("i32.gt_s", Get(count), form.ONE)
        return (
            *first,
            form.While(
                op("i32.gt_s", Get(count), form.ZERO),
                (
                    Put(one, form.ZERO),
                    Branch(more, (*drawn, Put(one, Get(chosen)), *bound_first, *self.trace(stmt.binder, bound))),
                    *bound_first,
                    Copy(place, op("i32.add", place, Const(width)), op("i32.mul", behind, Const(width))),
                    Put(count, op("i32.sub", Get(count), form.ONE)),
                    *body,
                ),
            ),
        )

    def emit(self, stmt: Emit, env: Env) -> form.Body:
        """Writes an event down for the host, and counts it."""
        kind = Kind(stmt.kind, tuple((n, e.type) for n, e in stmt.fields))
        return self.written(kind, [self.expr(e, env) for _, e in stmt.fields], stmt.span)

    def trace(self, binder: Binder, env: Env) -> form.Body:
        """Writes down what was drawn, by name, where somebody wants to draw the same again."""
        if not self.traced:
            return ()
        kind = Kind("", tuple(zip(binder.names, binder.types, strict=True)))
        values: list[Value] = []
        for name in binder.names:
            value = env[name]
            assert isinstance(value, Num)
            values.append(value)
        return self.written(kind, values, binder.span)

    def written(self, kind: Kind, values: list[Value], span: Span) -> form.Body:
        if kind not in self.kinds:
            self.kinds.append(kind)
        if any(not isinstance(v, Num) for v in values):
            raise Unsupported("an event that tells of a set or list")
        if len(self.kinds) > KINDS:
            raise Unsupported("too many kinds of events")
        counter = self.layout.counters + 4 * self.kinds.index(kind)
        at = self.frame.new()
        size = 4 + 4 * len(values)
        end = op("i32.add", Get(at), Const(size))
        stores = [Store("i32.store", Get(at), v.node, 4 + 4 * i) for i, v in enumerate(values)]
        return (
            Put(at, Global("events", I32)),
            Branch(op("i32.gt_u", end, Const(self.layout.events_end)), (self.trap(Overflow(span)),)),
            *stores,
            Store("i32.store", Get(at), Const(self.kinds.index(kind)), 0),
            PutGlobal("events", end),
            Store("i32.store", form.ZERO, op("i32.add", Load("i32.load", form.ZERO, counter), form.ONE), counter),
        )
