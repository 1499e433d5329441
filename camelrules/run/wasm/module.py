"""A table's rules as a module: its definitions behind exports that take arguments from memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from camelrules.lang.model import Action
from camelrules.lang.types import ListType, SetType, Type
from camelrules.run.table import Table
from camelrules.run.wasm import form
from camelrules.run.wasm.base import bind
from camelrules.run.wasm.binary import encode
from camelrules.run.wasm.changes import Kind
from camelrules.run.wasm.faults import Fault
from camelrules.run.wasm.form import I32, I64, Branch, Const, Get, Load, Put, Store, op
from camelrules.run.wasm.initial import write_initial
from camelrules.run.wasm.memory import ARG_COUNT, ARGS, FAULT, Layout, Unsupported
from camelrules.run.wasm.runtime import GLOBALS, add, finished, runtime
from camelrules.run.wasm.statements import Statements
from camelrules.run.wasm.values import Env, Num, Rows, Set, Value, number

PAGE = 65536
# An action with more ways than this to be done beside its first argument is asked one way after the other.
WRITTEN_OUT = 64


@dataclass(frozen=True, slots=True)
class Built:
    """A module's bytes, and what is needed to speak with it."""

    code: bytes
    layout: Layout
    faults: tuple[Fault, ...]
    kinds: tuple[Kind, ...]
    folded: bool


class Builder:
    """Puts a module together: first say what it must have, then `build`."""

    def __init__(
        self, table: Table, folded: bool = True, keep: frozenset[str] | None = None,
        first: Iterable[str] = (), every: bool = False, traced: bool = False,
    ) -> None:  # fmt: skip
        self.table = table
        self.game = table.game
        self.folded = folded
        self.layout = Layout(table, first, keep)
        self.lower = Statements(self.layout, folded, keep, every, traced)

    # -- exports -----------------------------------------------------------------------------
    def argument(self, at: int, type: Type) -> Value:
        """An argument of a call from outside."""
        if at >= ARG_COUNT:
            raise Unsupported("too many arguments")
        if isinstance(type, SetType):
            return Set(Load("i64.load", form.ZERO, ARGS + 8 * at))
        node = Load("i32.load", form.ZERO, ARGS + 8 * at)
        return Rows(node, type) if isinstance(type, ListType) else Num(node, *self.lower.bounds(type))

    def export(self, name: str, params: tuple[tuple[str, Type], ...], body: Callable[[Env], form.Body]) -> None:
        """A function that takes its arguments from memory."""

        def make(_: Env) -> form.Body:
            env: Env = {}
            first: list[form.Stmt] = []
            for at, (param, type) in enumerate(params):
                before, env[param] = bind(self.lower.frame, self.argument(at, type))
                first += before
            return (*first, *body(env))

        self.lower.write(name, (), None, make, exported=True)

    def answer(self, value: Value) -> form.Body:
        code = "i64.store" if isinstance(value, Set) else "i32.store"
        return (Store(code, form.ZERO, value.node, ARGS),)

    def function(self, name: str) -> None:
        """`function NAME`: the value of a function or decision."""
        definition = self.game.callable(name)
        self.export(
            f"function {name}",
            definition.params,
            lambda env: self.answer(self.lower.apply(definition, _values(env, definition.params))),
        )

    def effect(self, name: str) -> None:
        """`effect NAME`: runs an effect."""
        effect = self.game.effects[name]
        self.export(
            f"effect {name}", effect.params, lambda env: (self.perform(self.lower.effect(effect), env), *finished())
        )

    def action(self, action: Action) -> None:
        """`action NAME` does it; `legal NAME` asks every guard; `options NAME` lists the ways to do it."""
        self.export(
            f"action {action.name}",
            action.params,
            lambda env: (self.perform(self.lower.action(action), env), *finished()),
        )
        self.export(f"legal {action.name}", action.params, lambda env: self.answer(Num(self.guards(action, env))))
        self.options(action)

        def listed(_: Env) -> form.Body:
            call = form.Apply(f"o:{action.name}", (Const(self.layout.scratch),), I32)
            return self.answer(Num(call))

        self.export(f"options {action.name}", (), listed)

    def perform(self, name: str, env: Env) -> form.Perform:
        return form.Perform(name, tuple(v.node for v in env.values() if isinstance(v, Num | Set | Rows)))

    def guards(self, action: Action, env: Env) -> form.Expr:
        """Every guard in turn, up to the first that does not hold."""
        held = self.lower.frame.new()
        body: list[form.Stmt] = [Put(held, form.ONE)]
        for guard in action.guards:
            body.append(Branch(Get(held), (Put(held, self.lower.test(guard.test, env)),)))
        return form.After(tuple(body), Get(held))

    # -- the ways to do an action ---------------------------------------------------------------
    def options(self, action: Action) -> str:
        """`o:NAME(address)`: writes the arguments of every legal way, in order, and answers how many there are."""
        name = f"o:{action.name}"
        if name in self.lower.functions:
            return name
        lower = self.lower
        params = action.params
        width = 4 * max(1, len(params))

        def make(env: Env) -> form.Body:
            start, count = lower.frame.param(0), lower.frame.new()

            def take(values: list[form.Expr]) -> form.Body:
                at = op("i32.add", start, op("i32.mul", Get(count), Const(width)))
                stores = tuple(Store("i32.store", at, v, 4 * i) for i, v in enumerate(values))
                return (*stores, Put(count, add(Get(count), 1)))

            body = self.masked(action, take)
            if body is None:
                body = self.one_by_one(action, {}, list(params), take)
            return (Put(count, form.ZERO), *body, form.Return(Get(count)))

        from camelrules.lang.types import INT

        lower.write(name, (("address", INT),), INT, make)
        return name

    def masked(self, action: Action, take: Callable[[list[form.Expr]], form.Body]) -> form.Body | None:
        """The guards asked of every first argument at once; None where they can fail or are too many."""
        lower = self.lower
        if not action.params:
            return None
        (name, type), *others = action.params
        members = [lower.layout.code(m, type) for m in self.table.index(type)]
        from camelrules.lang.types import IntType

        bound = lower.bound(members, isinstance(type, IntType))
        ways: list[list[int]] = [[]]
        for _, other in others:
            ways = [[*w, lower.layout.code(m, other)] for w in ways for m in self.table.index(other)]
        if bound is None or len(ways) > WRITTEN_OUT or list(bound.bits) != sorted(bound.bits):
            return None
        body: list[form.Stmt] = []
        masks: list[form.Local] = []
        for way in ways:
            env: Env = {name: bound, **{n: number(c) for (n, _), c in zip(others, way, strict=True)}}
            total: form.Expr = Const(bound.all, I64)
            for guard in action.guards:
                mask = lower.mask(guard.test, env, bound)
                if mask is None:
                    return None
                total = op("i64.and", total, mask)
            masks.append(lower.frame.new(I64))
            body.append(Put(masks[-1], total))
        left, bit, value = lower.frame.new(I64), lower.frame.new(I64), lower.frame.new()
        some: form.Expr = Get(masks[0])
        for local in masks[1:]:
            some = op("i64.or", some, Get(local))
        of = op("i32.wrap_i64", Get(bit))
        if bound.values != bound.bits:
            of = Load("i32.load", op("i32.shl", of, Const(2)), lower.constant_table(list(bound.values)))
        inner: list[form.Stmt] = [Put(bit, op("i64.ctz", Get(left))), Put(value, of)]
        for local, way in zip(masks, ways, strict=True):
            test = op("i32.wrap_i64", op("i64.and", op("i64.shr_u", Get(local), Get(bit)), Const(1, I64)))
            inner.append(Branch(test, take([Get(value), *map(Const, way)])))
        inner.append(Put(left, op("i64.and", Get(left), op("i64.sub", Get(left), Const(1, I64)))))
        body += [Put(left, some), form.While(op("i64.ne", Get(left), Const(0, I64)), tuple(inner))]
        return tuple(body)

    def one_by_one(
        self, action: Action, env: Env, left: list[tuple[str, Type]], take: Callable[[list[form.Expr]], form.Body]
    ) -> form.Body:
        """Every way in turn, by a loop for each argument."""
        lower = self.lower
        if not left:
            values = [v.node for v in env.values() if isinstance(v, Num)]
            return (Branch(self.guards(action, env), take(values)),)
        (name, type), *rest = left
        members = [lower.layout.code(m, type) for m in self.table.index(type)]
        if not members:
            return ()
        at, value = lower.frame.new(), lower.frame.new()
        load = Load("i32.load", op("i32.shl", Get(at), Const(2)), lower.constant_table(members))
        inner: Env = {**env, name: Num(Get(value), min(members), max(members))}
        return (
            Put(at, form.ZERO),
            form.While(
                op("i32.lt_s", Get(at), Const(len(members))),
                (Put(value, load), *self.one_by_one(action, inner, rest, take), Put(at, add(Get(at), 1))),
            ),
        )

    # -- the module ---------------------------------------------------------------------------------
    def build(self, more: tuple[form.Function, ...] = (), pages: int = 0) -> Built:
        """The module with what was asked for, and functions of the caller's."""
        functions = (*runtime(self.layout), *self.lower.functions.values(), *more)
        data = [(at, d) for d, at in self.lower.tables.items()]
        for slot in self.layout.params.values():
            data.append((slot.address, self.layout.pack_parameter(slot, self.table.values[slot.name])))
        size = max(pages, -(-self.layout.heap // PAGE))
        module = form.Module(functions, GLOBALS, tuple(data), size)
        return Built(encode(module, FAULT), self.layout, tuple(self.lower.faults), tuple(self.lower.kinds), self.folded)

    def everything(self) -> None:
        """Every definition of the game, and the state before setup."""
        write_initial(self.lower)
        for name in (*self.game.functions, *self.game.decisions):
            self.function(name)
        for name in self.game.effects:
            self.effect(name)
        for action in self.game.actions.values():
            self.action(action)


def _values(env: Env, params: tuple[tuple[str, Any], ...]) -> tuple[Value, ...]:
    values = []
    for name, _ in params:
        value = env[name]
        assert isinstance(value, Num | Set | Rows)
        values.append(value)
    return tuple(values)
