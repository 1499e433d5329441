"""One closed set of nodes: every fold over the tree knows each of them."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from small import game

import camelrules
from camelrules.lang import syntax
from camelrules.lang.library import load
from camelrules.lang.syntax import Block, Domain, Expr, Stmt
from camelrules.lang.walk import all_expressions, children, expressions, statements, within
from camelrules.run.chance import Script
from camelrules.run.reference import Reference, Run
from camelrules.run.simplify import Simplifier
from camelrules.run.slice import reads, touches
from camelrules.run.table import seat
from camelrules.run.wasm.memory import Layout
from camelrules.run.wasm.statements import Statements

UNIONS = {
    name: {c.__name__ for c in get_args(union)} for name, union in (("Expr", Expr), ("Stmt", Stmt), ("Domain", Domain))
}
PACKAGE = Path(camelrules.__file__).parent

# One of everything: each node class stands in it at least once.
EVERYTHING = """
game: everything
sorts:
  racing: [red, blue]
  crazy: [black]
  camel: {members: racing + crazy}
  player: {seats: 2..4}
  space: {range: 1..6}
parameters:
  prizes: {type: list of int, is: [8, 5]}
  pairs: {type: "list of (camel, int)", is: [[red, 1], [black, 2]]}
state:
  at: {of: [camel], type: int}
  up: {of: [camel], type: bool}
  turn: {type: player}
  deck: {type: "list of (player, camel)"}
functions:
  far: {given: {c: camel}, type: bool, is: "at[c] > size(prizes) and not (c == red) and c in racing"}
  sums: {type: int, is: "sum(n for (c, n) in pairs) + max(k for k in 1..3 else 0) + prizes[1]"}
  kind: {given: {c: camel}, type: racing, is: "if c in set(d in racing where up[d]) then c as racing else red"}
  one: {type: bool, is: "all(at[c] >= 0 for c in camel) and count(s in 1..3) == 3 and exists(c in camel) and sums < 99"}
effects:
  all_of_it:
    given: {c: camel}
    do:
      - let k = kind(c)
      - set up[d] = not far(d) for d in camel where d != k
      - set turn = next(turn)
      - append (turn, c) to deck
      - draw n in prizes
      - if: one
        then: [emit seen(number=n)]
        else: ["do nothing"]
      - for: (p, d) in shuffled deck
        do: ["set at[d] = n"]
  nothing: {do: []}
"""


def node_classes() -> set[str]:
    """Every class of the syntax tree."""
    classes = [c for c in vars(syntax).values() if isinstance(c, type) and c.__module__ == syntax.__name__]
    found = {c.__name__ for c in classes if dataclasses.is_dataclass(c)}
    return found - {"Binder"}


def test_the_unions_are_the_whole_of_the_syntax() -> None:
    """A node class outside `Expr`, `Stmt` and `Domain` would be nobody's business."""
    assert node_classes() == set().union(*UNIONS.values())


def parts(value: Any, wanted: tuple[type, ...]) -> Iterator[Any]:
    """The nearest nodes of some classes inside a node's fields, found without knowing the node."""
    if isinstance(value, wanted):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item, wanted)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from parts(getattr(value, field.name), wanted)


def fields(node: Any) -> tuple[Any, ...]:
    """A node's fields."""
    return tuple(getattr(node, f.name) for f in dataclasses.fields(node))


@pytest.fixture(scope="module", params=["everything", "2014", "2018"])
def made(request: pytest.FixtureRequest) -> Any:
    """A game to walk over."""
    return game(EVERYTHING) if request.param == "everything" else load(request.param)


def definitions(made: Any) -> list[Any]:
    """Everything that has expressions."""
    return [d for t in (made.functions, made.decisions, made.effects, made.actions) for d in t.values()]


def test_walk_finds_every_child(made: Any) -> None:
    """`children` and `expressions` give just the expressions that the fields hold."""
    for definition in definitions(made):
        for expr in all_expressions(definition):
            assert sorted(map(id, children(expr))) == sorted(map(id, parts(fields(expr), get_args(Expr))))
        for stmt in statements(
            getattr(definition, "body", ()) if not dataclasses.is_dataclass(getattr(definition, "body", ())) else ()
        ):
            own = [
                f for f in fields(stmt) if not isinstance(f, tuple) or not any(isinstance(s, get_args(Stmt)) for s in f)
            ]
            assert sorted(map(id, expressions(stmt))) == sorted(map(id, parts(tuple(own), get_args(Expr))))


def test_the_small_game_has_every_node() -> None:
    """Else the folds below would not be tried on all of them."""
    met: set[str] = set()

    def visit(value: Any) -> None:
        if isinstance(value, tuple):
            for item in value:
                visit(item)
        elif dataclasses.is_dataclass(value):
            met.add(type(value).__name__)
            visit(fields(value))

    for definition in definitions(game(EVERYTHING)):
        visit(definition)
    assert node_classes() <= met


def test_every_fold_takes_every_node() -> None:
    """The evaluators, the simplifier, the writers and the slicer meet each node and know it."""
    table = seat(game(EVERYTHING), 3)
    reference, simplifier = Reference(table), Simplifier(table)
    lower = Statements(Layout(table), folded=True)
    run = Run(reference.initial(), Script(()), [])
    body: Block = table.game.effects["all_of_it"].body
    reference.block(body, {"c": "black"}, run)
    for definition in definitions(table.game):
        for expr in all_expressions(definition):
            simplifier.fold(expr, {})
            reads(table.game, [expr])
            list(within(expr))
    for name in table.game.functions:
        lower.demand(table.game.callable(name))
    lower.effect(table.game.effects["all_of_it"])
    for stmt in statements(body):
        lower.changes(stmt)
        touches(table.game, stmt, {"at"})


def folds() -> Iterator[tuple[str, set[str]]]:
    """Every `match` that ends in `assert_never`, with the classes that its cases name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Match):
                continue
            last = ast.unparse(node.cases[-1])
            if "assert_never" not in last:
                continue
            named = {
                p.cls.id
                for c in node.cases
                for p in ast.walk(c.pattern)
                if isinstance(p, ast.MatchClass) and isinstance(p.cls, ast.Name)
            }
            yield f"{path.relative_to(PACKAGE)}:{node.lineno}", named


@pytest.mark.parametrize(("where", "named"), [pytest.param(w, n, id=w) for w, n in folds()])
def test_folds_are_exhaustive(where: str, named: set[str]) -> None:
    """A fold over the tree names every node of its union; a new node is missed nowhere."""
    for name, union in UNIONS.items():
        # A line of a document may be an `Item` too: a room that knows no rules folds no rules.
        if named & union and not where.startswith(("read/", "desk/")):
            assert union <= named, f"{where} leaves out {union - named} of {name}"
