"""Members that the rules never tell apart: a state and the same state with them renamed are one.

A sort may be renamed where no expression names a member of it, none asks for the next one, and no effect goes through
them in a fixed order. Any renaming then keeps every chance, so that choosing one by sorting is right, even where two
members come out equal.
"""

from __future__ import annotations

from collections.abc import Iterable

from camelrules.lang.model import Action, Decision, Effect, Function, Game
from camelrules.lang.syntax import Assign, Block, Call, Do, Expr, For, Lit, Next, Param, SortDomain, ValueDomain, Var
from camelrules.lang.types import SetType, SortType, Type
from camelrules.lang.walk import all_expressions, statements
from camelrules.run.slice import touches
from camelrules.run.table import Table
from camelrules.run.wasm import form
from camelrules.run.wasm.base import row_load, row_store
from camelrules.run.wasm.form import I32, I64, Const, Get, Load, Local, Put, Stmt, Store, op
from camelrules.run.wasm.form import Function as Written
from camelrules.run.wasm.memory import Layout, Slot
from camelrules.run.wasm.values import Frame

MIX = 1000003


def interchangeable(
    table: Table, sort: str, effects: Iterable[str], questions: Iterable[str], keep: frozenset[str]
) -> bool:
    """Whether members of an enumeration can be renamed and no effect on the kept variables or question notices."""
    game = table.game
    members = set(map(str, table.members[sort]))
    for definition in _reached(game, effects, questions):
        for expr in all_expressions(definition):
            if isinstance(expr, Lit) and _of(expr.type, sort) and expr.value in members:
                return False
            if isinstance(expr, Next) and _of(expr.type, sort):
                return False
            if isinstance(expr, Param) and any(_of(t, sort) for t in _types(expr.type)):
                value = table.values[expr.name]
                cells = {c for row in value for c in row} if isinstance(value, tuple) else {value}
                if cells & members:
                    return False
        if isinstance(definition, Effect) and _in_order(definition.body, game, sort, keep):
            return False
    return True


def _types(type: Type) -> tuple[Type, ...]:
    return getattr(type, "of", ()) if isinstance(getattr(type, "of", None), tuple) else (type,)


def _of(type: Type, sort: str) -> bool:
    if isinstance(type, SetType):
        return sort in type.of.parts
    return isinstance(type, SortType) and sort in type.parts


def _in_order(body: Block, game: Game, sort: str, keep: frozenset[str]) -> bool:
    for stmt in statements(body):
        if isinstance(stmt, For) and not stmt.shuffled and touches(game, stmt, keep):
            domain = stmt.binder.domain
            if isinstance(domain, SortDomain) and _contains(game, domain.sort, sort):
                return True
            if isinstance(domain, ValueDomain) and any(_of(t, sort) for t in stmt.binder.types):
                return True
        elif isinstance(stmt, Assign) and stmt.name in keep:
            # Where two elements write one cell, the last of them wins.
            written = {i.name for i in stmt.index if isinstance(i, Var)}
            loose = [b for b in stmt.binders if not set(b.names) <= written]
            if any(_of(t, sort) for b in loose for t in b.types):
                return True
    return False


def _contains(game: Game, whole: str, part: str) -> bool:
    return part == whole or part in game.sorts[whole].parts


def _reached(
    game: Game, effects: Iterable[str], questions: Iterable[str]
) -> list[Function | Decision | Effect | Action]:
    """Every definition that effects or questions come to."""
    found: dict[str, Function | Decision | Effect | Action] = {}
    todo: list[Function | Decision | Effect] = [game.effects[e] for e in effects]
    todo += [game.callable(q) for q in questions]
    while todo:
        definition = todo.pop()
        if definition.name in found:
            continue
        found[definition.name] = definition
        exprs: list[Expr] = list(all_expressions(definition))
        todo += [game.callable(e.name) for e in exprs if isinstance(e, Call)]
        if isinstance(definition, Effect):
            todo += [game.effects[s.name] for s in statements(definition.body) if isinstance(s, Do)]
    return list(found.values())


class Renaming:
    """Writes `canonical(address)`: renames members in the state; their new numbers go to `address`."""

    def __init__(self, layout: Layout, sort: str) -> None:
        self.layout = layout
        self.sort = sort
        type = SortType(sort, frozenset((sort,)))
        self.codes = layout.codes.of(type)
        self.mask = sum(1 << c for c in self.codes)
        self.frame = Frame((I32,))
        # Only what the search keeps of a state is renamed.
        self.slots = [s for s in layout.slots.values() if s.address < layout.state + layout.front]

    @property
    def possible(self) -> bool:
        """Whether the members are numbered without gaps, and stand where renaming knows to look."""
        first, count = min(self.codes), len(self.codes)
        if sorted(self.codes) != list(range(first, first + count)):
            return False
        return all(self._kind(slot) is not None for slot in self.slots)

    def _kind(self, slot: Slot) -> str | None:
        types = slot.variable.index
        own = [isinstance(t, SortType) and self.sort in t.parts for t in types]
        valued = _of(slot.variable.type, self.sort) or any(_of(t, self.sort) for t in _types(slot.variable.type))
        if valued:
            return None
        if not any(own):
            return "apart"
        if slot.masked and own[0]:
            return "bits" if not any(own[1:]) else "square" if own == [True, True] else None
        return "cells" if own == [True] else None

    def function(self) -> Written:
        frame = self.frame
        keys = [frame.new(I64) for _ in self.codes]
        ranks = [frame.new() for _ in self.codes]
        body: list[Stmt] = [Put(k, Const(0, I64)) for k in keys]
        for slot in self.slots:
            body += self.keyed(slot, keys)
        for i, rank in enumerate(ranks):
            total: form.Expr = form.ZERO
            for j, key in enumerate(keys):
                if j != i:
                    sign = "i64.le_s" if j < i else "i64.lt_s"
                    total = op("i32.add", total, op(sign, Get(key), Get(keys[i])))
            body.append(Put(rank, total))
            body.append(Store("i32.store", frame.param(0), Get(rank), 4 * i))
        for slot in self.slots:
            body += self.renamed(slot, ranks)
        return Written("canonical", frame.params, None, tuple(frame.locals), tuple(body))

    # -- what tells members apart ----------------------------------------------------------
    def keyed(self, slot: Slot, keys: list[Local]) -> list[Stmt]:
        """Adds what a variable knows of each member to its key."""
        kind = self._kind(slot)
        body: list[Stmt] = []
        for key, code in zip(keys, self.codes, strict=True):
            values: list[form.Expr] = []
            if kind == "cells":
                values = [op("i64.extend_i32_s", self.cell(slot, Const(code)))]
            elif kind == "bits":
                rows = range(slot.size // slot.width)
                values = [self.bit(self.row(slot, Const(row)), Const(code, I64)) for row in rows]
            elif kind == "square":
                row = self.row(slot, Const(code))
                values = [
                    op("i64.popcnt", op("i64.and", row, Const(self.mask, I64))),
                    op("i64.and", row, Const(~self.mask, I64)),
                ]
            for value in values:
                body.append(Put(key, op("i64.add", op("i64.mul", Get(key), Const(MIX, I64)), value)))
        return body

    def cell(self, slot: Slot, at: form.Expr) -> form.Expr:
        code = {1: "i32.load8_s", 2: "i32.load16_s", 4: "i32.load"}[slot.width]
        return Load(code, op("i32.mul", at, Const(slot.width)), slot.address)

    def row(self, slot: Slot, at: form.Expr) -> form.Expr:
        return Load(row_load(slot.width), op("i32.mul", at, Const(slot.width)), slot.address)

    @staticmethod
    def bit(row: form.Expr, at: form.Expr) -> form.Expr:
        return op("i64.and", op("i64.shr_u", row, at), Const(1, I64))

    # -- renaming --------------------------------------------------------------------------------
    def renamed(self, slot: Slot, ranks: list[Local]) -> list[Stmt]:
        kind = self._kind(slot)
        first = min(self.codes)

        def target(rank: Local) -> form.Expr:
            return op("i32.mul", op("i32.add", Get(rank), Const(first)), Const(slot.width))

        if kind == "cells":
            held = [self.frame.new() for _ in self.codes]
            store = {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[slot.width]
            return [
                *(Put(h, self.cell(slot, Const(c))) for h, c in zip(held, self.codes, strict=True)),
                *(Store(store, target(r), Get(h), slot.address) for h, r in zip(held, ranks, strict=True)),
            ]
        if kind not in ("bits", "square"):
            return []
        rows = [self.frame.new(I64) for _ in range(slot.size // slot.width)]
        body: list[Stmt] = []
        for at, row in enumerate(rows):
            body.append(Put(row, self.row(slot, Const(at))))
            new = op("i64.and", Get(row), Const(~self.mask, I64))
            for code, rank in zip(self.codes, ranks, strict=True):
                place = op("i64.extend_i32_u", op("i32.add", Get(rank), Const(first)))
                new = op("i64.or", new, op("i64.shl", self.bit(Get(row), Const(code, I64)), place))
            body.append(Put(row, new))
        ours = dict(zip(self.codes, ranks, strict=True)) if kind == "square" else {}
        for at, row in enumerate(rows):
            where = target(ours[at]) if at in ours else Const(at * slot.width)
            body.append(Store(row_store(slot.width), where, Get(row), slot.address))
        return body
