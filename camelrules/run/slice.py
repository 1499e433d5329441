"""Which state variables matter for a question: what the question reads, and whatever decides that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from camelrules.lang.model import Game
from camelrules.lang.syntax import Append, Assign, Block, Call, Do, Draw, Emit, Expr, For, Let, Lit, Read, Stmt, When
from camelrules.lang.walk import all_expressions, expressions, statements, within
from camelrules.run.simplify import Simplifier
from camelrules.run.table import Table


def reads(game: Game, exprs: Iterable[Expr]) -> set[str]:
    """The state variables that expressions read, through the functions they call."""
    found: set[str] = set()
    seen: set[str] = set()
    todo = list(exprs)
    while todo:
        for expr in within(todo.pop()):
            if isinstance(expr, Read):
                found.add(expr.name)
            elif isinstance(expr, Call) and expr.name not in seen:
                seen.add(expr.name)
                todo += all_expressions(game.callable(expr.name))
    return found


def relevant(game: Game, functions: Iterable[str], *effects: str) -> frozenset[str]:
    """What must be kept so that the functions answer the same after any number of runs of the effects."""
    wanted: set[str] = set()
    for name in functions:
        wanted |= reads(game, all_expressions(game.callable(name)))
    while True:
        more = set(wanted)
        for block in (b for effect in effects for b in _blocks(game, effect)):
            for stmt in block:
                if (
                    touches(game, stmt, wanted)
                    or isinstance(stmt, Draw)
                    or (isinstance(stmt, Let) and _alive(game, block, wanted))
                ):
                    more |= reads(game, expressions(stmt))
        if more == wanted:
            return frozenset(wanted)
        wanted = more


def _alive(game: Game, block: Block, wanted: set[str]) -> bool:
    return any(touches(game, s, wanted) for s in block)


def touches(game: Game, stmt: Stmt, wanted: set[str] | frozenset[str]) -> bool:
    """Whether a statement can change one of the variables."""
    match stmt:
        case Assign() | Append():
            return stmt.name in wanted
        case Do():
            return any(touches(game, s, wanted) for s in game.effects[stmt.name].body)
        case When():
            return any(touches(game, s, wanted) for s in (*stmt.then, *stmt.other))
        case For():
            return any(touches(game, s, wanted) for s in stmt.body)
        case Let() | Emit() | Draw():
            return False


def _blocks(game: Game, effect: str) -> Iterator[Block]:
    """Every block that running an effect may reach."""
    seen: set[str] = set()
    todo: list[Block] = [game.effects[effect].body]
    while todo:
        block = todo.pop()
        yield block
        for stmt in block:
            if isinstance(stmt, Do) and stmt.name not in seen:
                seen.add(stmt.name)
                todo.append(game.effects[stmt.name].body)
            elif isinstance(stmt, When):
                todo += [stmt.then, stmt.other]
            elif isinstance(stmt, For):
                todo.append(stmt.body)


def changed(table: Table, effect: str) -> frozenset[str]:
    """The state variables that running an effect may change at a table, whose parameters settle some conditions."""
    simplifier = Simplifier(table)
    found: set[str] = set()
    todo: list[Block] = [table.game.effects[effect].body]
    seen: set[str] = set()
    while todo:
        for stmt in todo.pop():
            if isinstance(stmt, Assign | Append):
                found.add(stmt.name)
            elif isinstance(stmt, Do) and stmt.name not in seen:
                seen.add(stmt.name)
                todo.append(table.game.effects[stmt.name].body)
            elif isinstance(stmt, When):
                test = simplifier.fold(stmt.test, {})
                if not isinstance(test, Lit):
                    todo += [stmt.then, stmt.other]
                else:
                    todo.append(stmt.then if test.value else stmt.other)
            elif isinstance(stmt, For):
                todo.append(stmt.body)
    return frozenset(found)


def assigned(game: Game, effect: str) -> frozenset[str]:
    """The state variables that running an effect may change at any table, whatever the values of its parameters."""
    body = game.effects[effect].body
    return frozenset(n for n in game.state if any(touches(game, s, {n}) for s in body))


def changed_by(game: Game, block: Block) -> set[str]:
    """The variables that a block can change, through the effects it runs."""
    found: set[str] = set()
    seen: set[str] = set()
    todo = [block]
    while todo:
        for stmt in statements(todo.pop()):
            if isinstance(stmt, Assign | Append):
                found.add(stmt.name)
            elif isinstance(stmt, Do) and stmt.name not in seen:
                seen.add(stmt.name)
                todo.append(game.effects[stmt.name].body)
    return found
