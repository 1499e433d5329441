"""What is told becomes countable: for every kind of event, a variable that adds up what was told.

`emit pay(player=p, amount=n, reason=why)` also adds `n` to `told_pay[p, why]`, so that a property can say
that every pound was told with its reason. Events without a number are counted. A field that may be none has a
variable of its own: `emit reveal(die=d, value=n, face=colour)` adds 1 to `told_reveal_face[d, colour]` where it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from camelrules.lang.model import Game, Note, Variable
from camelrules.lang.source import fail
from camelrules.lang.syntax import (
    Assign,
    Binary,
    Binder,
    Block,
    Emit,
    Expr,
    For,
    Lit,
    Read,
    SortDomain,
    Stmt,
    Var,
    When,
)
from camelrules.lang.types import BOOL, INT, IntType, SortType, Type
from camelrules.lang.walk import statements

PREFIX = "told_"


def instrument(game: Game) -> Game:
    """The game with a variable for each kind of event."""
    bodies = [*(e.body for e in game.effects.values()), *(a.body for a in game.actions.values())]
    variables: dict[str, Variable] = {}
    for body in bodies:
        for stmt in statements(body):
            if isinstance(stmt, Emit) and PREFIX + stmt.kind not in variables:
                note = Note((), f"What was told by `{stmt.kind}` so far.", stmt.span, "verify")
                index: tuple[Type, ...] = tuple(e.type for _, e in _index(stmt))
                variables[PREFIX + stmt.kind] = Variable(PREFIX + stmt.kind, index, INT, None, note)
                for name, type in _perhaps(stmt):
                    told = f"{PREFIX}{stmt.kind}_{name}"
                    variables[told] = Variable(told, (*index, type), INT, None, note)
    for name, variable in variables.items():
        if name in game.state:
            message = f"`{name}` is what adds up the events of that name, and cannot be another variable"
            raise fail("already-defined", message, game.state[name].note.span, f"told at {variable.note.span}")
    effects = {n: replace(e, body=_block(e.body)) for n, e in game.effects.items()}
    actions = {n: replace(a, body=_block(a.body)) for n, a in game.actions.items()}
    return replace(game, effects=effects, actions=actions, state={**game.state, **variables})


def _index(stmt: Emit) -> list[tuple[str, Expr]]:
    return [(n, e) for n, e in stmt.fields if isinstance(e.type, SortType) and not e.type.optional]


def _perhaps(stmt: Emit) -> list[tuple[str, SortType]]:
    """The fields that may be none, with the sort of what they are where they are not."""
    return [
        (n, replace(e.type, optional=False)) for n, e in stmt.fields if isinstance(e.type, SortType) and e.type.optional
    ]


def _block(block: Block) -> Block:
    made: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, When):
            made.append(replace(stmt, then=_block(stmt.then), other=_block(stmt.other)))
        elif isinstance(stmt, For):
            made.append(replace(stmt, body=_block(stmt.body)))
        else:
            made.append(stmt)
        if isinstance(stmt, Emit):
            made += [_counted(stmt), *_there(stmt)]
    return tuple(made)


def _counted(stmt: Emit) -> Assign:
    name, index = PREFIX + stmt.kind, tuple(e for _, e in _index(stmt))
    numbers = [e for _, e in stmt.fields if isinstance(e.type, IntType)]
    amount: Expr = numbers[0] if numbers else Lit(1, INT, stmt.span)
    old = Read(name, index, INT, stmt.span)
    return Assign(name, index, Binary("+", old, amount, INT, stmt.span), (), None, stmt.span)


def _there(stmt: Emit) -> Iterator[Assign]:
    """For each field that may be none, the member that it is, counted."""
    values, span = dict(stmt.fields), stmt.span
    for field, type in _perhaps(stmt):
        name, told = f"{field}!", f"{PREFIX}{stmt.kind}_{field}"
        member = Var(name, type, span)
        index = (*(e for _, e in _index(stmt)), member)
        more = Binary("+", Read(told, index, INT, span), Lit(1, INT, span), INT, span)
        binder = Binder((name,), (type,), SortDomain(type.name, span), span)
        yield Assign(told, index, more, (binder,), Binary("==", values[field], member, BOOL, span), span)
