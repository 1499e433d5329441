"""What is told becomes countable: for every kind of event, a variable that adds up what was told.

`emit pay(player=p, amount=n, reason=why)` also adds `n` to `told_pay[p, why]`, so that a property can say
that every pound was told with its reason. Events without a number are counted.
"""

from __future__ import annotations

from dataclasses import replace

from camelrules.lang.model import Game, Note, Variable
from camelrules.lang.syntax import Assign, Binary, Block, Emit, Expr, For, Lit, Read, Stmt, When
from camelrules.lang.types import INT, IntType, SortType, Type
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
    effects = {n: replace(e, body=_block(e.body)) for n, e in game.effects.items()}
    actions = {n: replace(a, body=_block(a.body)) for n, a in game.actions.items()}
    return replace(game, effects=effects, actions=actions, state={**game.state, **variables})


def _index(stmt: Emit) -> list[tuple[str, Expr]]:
    return [(n, e) for n, e in stmt.fields if isinstance(e.type, SortType) and not e.type.optional]


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
            made.append(_counted(stmt))
    return tuple(made)


def _counted(stmt: Emit) -> Assign:
    name, index = PREFIX + stmt.kind, tuple(e for _, e in _index(stmt))
    numbers = [e for _, e in stmt.fields if isinstance(e.type, IntType)]
    amount: Expr = numbers[0] if numbers else Lit(1, INT, stmt.span)
    old = Read(name, index, INT, stmt.span)
    return Assign(name, index, Binary("+", old, amount, INT, stmt.span), (), None, stmt.span)
