"""A step without the statements that cannot change what is asked about: a smaller step with the same answer.

Statements are looked at from the last to the first. One is kept if it can change a variable that is read later, by
another kept statement or by a conclusion. What is left out may have no answer, so a slice can show that a promise
holds where nothing is said of runs without one; a counterexample is looked for in the whole step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from camelrules.lang.model import Effect, Game
from camelrules.lang.syntax import (
    Append,
    Assign,
    Block,
    Do,
    Draw,
    Emit,
    Expr,
    For,
    Let,
    Lit,
    Stmt,
    ValueDomain,
    Var,
    When,
)
from camelrules.lang.types import ListType
from camelrules.lang.walk import expressions, within
from camelrules.prove.properties.meaning import Obligation
from camelrules.run.simplify import Simplifier
from camelrules.run.slice import changed_by, reads
from camelrules.run.table import Table


@dataclass(slots=True)
class Needed:
    """What is read later: variables of the state, and names of the block."""

    state: set[str]
    names: set[str]

    def copy(self) -> Needed:
        return Needed(set(self.state), set(self.names))

    def add(self, other: Needed) -> None:
        self.state |= other.state
        self.names |= other.names


class Slicer:
    """Makes slices of the steps of one table, whose parameters settle some of the tests."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        simplifier = Simplifier(table)
        self.bodies: dict[str, Block] = {}
        for definitions in (table.game.effects, table.game.actions):
            self.bodies |= {n: _settled(simplifier, d.body) for n, d in definitions.items()}

    def game_for(self, o: Obligation) -> tuple[Game, set[str]]:
        """The game with the step as small as the conclusions allow, and the variables that are read in it."""
        head = [reads(self.game, [e]) for _, e in o.loop]
        made = _Slice(self.game, self.bodies, head)
        needed = Needed(reads(self.game, (e for _, e in o.conclusions)), set())
        name = o.transition.name
        body = made.block(self.bodies[name], needed)
        effects = {**self.game.effects, **made.effects}
        actions = self.game.actions
        if o.transition.kind == "action":
            actions = {**actions, name: replace(actions[name], body=body)}
        else:
            effects[name] = replace(effects[name], body=body)
        return replace(self.game, effects=effects, actions=actions), needed.state


class _Slice:
    """One slice: the effects that it runs, each for what is needed after it."""

    def __init__(self, game: Game, bodies: dict[str, Block], head: list[set[str]]) -> None:
        self.game, self.bodies = game, bodies
        self.head = head  # what each fact reads by which a loop over a list is described
        self.effects: dict[str, Effect] = {}
        self.known: dict[tuple[str, frozenset[str]], tuple[str, set[str]]] = {}

    def block(self, block: Block, needed: Needed) -> Block:
        """The statements that are kept; `needed` becomes what is read from before the block on."""
        kept: list[Stmt] = []
        for stmt in reversed(block):
            small = self.statement(stmt, needed)
            if small is not None:
                kept.append(small)
                self.read(expressions(small), needed)
        return tuple(reversed(kept))

    def read(self, exprs: Iterable[Expr], needed: Needed) -> None:
        exprs = list(exprs)
        needed.state |= reads(self.game, exprs)
        needed.names |= {e.name for e in within(*exprs) if isinstance(e, Var)}

    def statement(self, stmt: Stmt, needed: Needed) -> Stmt | None:
        match stmt:
            case Let():
                return stmt if stmt.name in needed.names else None
            case Draw():
                return stmt if needed.names & set(stmt.binder.names) else None
            case Assign() | Append():
                return stmt if stmt.name in needed.state else None
            case Emit():
                return None
            case Do():
                return self.call(stmt, needed)
            case When():
                other = needed.copy()
                then, otherwise = self.block(stmt.then, needed), self.block(stmt.other, other)
                needed.add(other)
                return replace(stmt, then=then, other=otherwise) if then or otherwise else None
            case For():
                return self.loop(stmt, needed)
            case _:
                assert_never(stmt)

    def call(self, stmt: Do, needed: Needed) -> Stmt | None:
        key = (stmt.name, frozenset(needed.state))
        if key not in self.known:
            inner = Needed(set(needed.state), set())
            body = self.block(self.bodies[stmt.name], inner)
            name = f"{stmt.name}#{len(self.known)}" if body else ""
            if body:
                self.effects[name] = replace(self.game.effects[stmt.name], body=body)
            self.known[key] = (name, inner.state)
        name, state = self.known[key]
        needed.state |= state
        return replace(stmt, name=name) if name else None

    def loop(self, stmt: For, needed: Needed) -> Stmt | None:
        """What one round reads may have been written by the round before."""
        body: Block = ()
        size = -1
        while size != len(needed.state) + len(needed.names):
            size = len(needed.state) + len(needed.names)
            inner = needed.copy()
            body = self.block(stmt.body, inner)
            if not body:
                return None
            needed.add(inner)
            if isinstance(stmt.binder.domain, ValueDomain) and isinstance(stmt.binder.domain.value.type, ListType):
                changed = changed_by(replace(self.game, effects={**self.game.effects, **self.effects}), body)
                needed.state |= {v for read in self.head if not changed.isdisjoint(read) for v in read}
        return replace(stmt, body=body)


def _settled(simplifier: Simplifier, block: Block) -> Block:
    """A block without the branches that the parameters rule out."""
    kept: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, When):
            test = simplifier.fold(stmt.test, {})
            then, other = (_settled(simplifier, b) for b in (stmt.then, stmt.other))
            if isinstance(test, Lit):
                stmt = replace(stmt, test=test)
                then, other = (then, ()) if test.value else ((), other)
            kept.append(replace(stmt, then=then, other=other))
        elif isinstance(stmt, For):
            kept.append(replace(stmt, body=_settled(simplifier, stmt.body)))
        else:
            kept.append(stmt)
    return tuple(kept)
