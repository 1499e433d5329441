"""Which parts of the rules no worked example runs, and which definitions no property reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from camelrules.lang.model import Action, Decision, Effect, Function, Game
from camelrules.lang.source import Span
from camelrules.lang.syntax import Binary, Block, Expr, For, If, Lit, Stmt, When
from camelrules.lang.walk import children, expressions
from camelrules.prove.properties.family import Agreement, Book
from camelrules.prove.properties.footprint import footprint
from camelrules.run.engine import Engine, Maker, engine
from camelrules.run.examples import examples, run_example
from camelrules.run.reference import Reference, Run, State
from camelrules.run.simplify import Simplifier
from camelrules.run.table import Table, seat

Place = tuple[str, int, int, str]
Definition = Function | Decision | Effect | Action


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules: the definition it is in, where, and its text."""

    definition: str
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was found for one edition; parts that the parameters in force never ask for are only counted."""

    edition: str
    parts: int
    dormant: int
    not_run: tuple[Part, ...]
    not_reached: tuple[str, ...]


def place_of(node: Any) -> Place:
    """What tells a node apart: where it stands and what it is; one file may be named from the root or not."""
    span: Span = node.span
    return "/".join(Path(span.source.name).parts[-2:]), span.line, span.column, type(node).__name__


class Watching(Reference):
    """The reference evaluator, noting every node that it comes to."""

    def __init__(self, table: Table, seen: set[Place]) -> None:
        super().__init__(table)
        self.seen = seen

    def eval(self, expr: Expr, env: Mapping[str, Any], state: State, fired: Any = None) -> Any:
        self.seen.add(place_of(expr))
        return super().eval(expr, env, state, fired)

    def statement(self, stmt: Stmt, env: dict[str, Any], run: Run) -> None:
        self.seen.add(place_of(stmt))
        super().statement(stmt, env, run)


def watched(seen: set[Place]) -> Maker:
    """Engines whose reference evaluator is watched."""

    def make(edition: str, players: Any = None, changes: Any = None) -> Engine:
        made = Engine(engine(edition, players, changes).table)
        made.__dict__["reference"] = Watching(made.table, seen)
        return made

    return make


def seen_by_examples(edition: str) -> set[Place]:
    """Every node that the worked examples of an edition come to."""
    seen: set[Place] = set()
    for example in examples():
        if example.edition == edition:
            run_example(example, checked=False, make=watched(seen))
    return seen


def coverage(book: Book, edition: str) -> Coverage:
    """The outermost parts that nothing comes to; what lies inside them is not named again."""
    rules = book.rules or book.game
    walker = _Walker(rules, seen_by_examples(edition))
    for definition in definitions(rules):
        walker.definition(definition)
    reached: set[str] = set()
    for property in book.properties.values():
        if not isinstance(property, Agreement):
            reached |= footprint(book, property).names
    missing = tuple(d.name for d in definitions(rules) if d.name not in reached)
    return Coverage(edition, walker.parts, walker.dormant, tuple(walker.missed), missing)


def definitions(game: Game) -> Iterator[Definition]:
    """Everything that the edition's files define and that is run or evaluated."""
    for table in (game.functions, game.decisions, game.effects, game.actions):
        for definition in table.values():
            if definition.note.origin != "verify":
                yield definition


class _Walker:
    """Goes through definitions from the outside in, and no further than the first part that was not run."""

    def __init__(self, game: Game, seen: set[Place]) -> None:
        self.seen = seen
        self.simplifier = Simplifier(seat(game))
        self.parts = self.dormant = 0
        self.missed: list[Part] = []

    def definition(self, definition: Definition) -> None:
        name = definition.name
        match definition:
            case Function():
                self.expr(name, definition.body)
            case Decision():
                for rule in definition.rules:
                    if rule.when is not None:
                        self.expr(name, rule.when)
                    if rule.when is None or self.folded(rule.when) is not False:
                        self.expr(name, rule.then)
            case Effect() | Action():
                for guard in definition.guards if isinstance(definition, Action) else ():
                    self.expr(name, guard.test)
                allowed = not isinstance(definition, Action) or all(
                    self.folded(g.test) is not False for g in definition.guards
                )
                self.block(name, definition.body, allowed)

    def folded(self, expr: Expr) -> object:
        """What an expression always is under the parameters in force, or nothing."""
        made = self.simplifier.fold(expr, {})
        return made.value if isinstance(made, Lit) else None

    def block(self, name: str, block: Block, alive: bool = True) -> None:
        for stmt in block:
            self.stmt(name, stmt, alive)

    def stmt(self, name: str, stmt: Stmt, alive: bool) -> None:
        self.parts += 1
        if not alive:
            self.dormant += 1
            return
        if place_of(stmt) not in self.seen:
            self.missed.append(_part(name, stmt))
            return
        for expr in expressions(stmt):
            self.expr(name, expr)
        if isinstance(stmt, When):
            test = self.folded(stmt.test)
            self.block(name, stmt.then, test is not False)
            self.block(name, stmt.other, test is not True)
        elif isinstance(stmt, For):
            self.block(name, stmt.body)

    def expr(self, name: str, expr: Expr) -> None:
        self.parts += 1
        if isinstance(expr, Lit):
            return
        if place_of(expr) not in self.seen:
            self.missed.append(_part(name, expr))
            return
        for child in self.asked(expr):
            self.expr(name, child)

    def asked(self, expr: Expr) -> tuple[Expr, ...]:
        """The parts of an expression that can be asked under the parameters in force."""
        kept: tuple[Expr, ...] = children(expr)
        if isinstance(expr, If) and isinstance(test := self.folded(expr.test), bool):
            kept = (expr.test, expr.then if test else expr.other)
        elif isinstance(expr, Binary) and expr.op in ("and", "or") and self.folded(expr.left) is (expr.op == "or"):
            kept = (expr.left,)
        self.dormant += len(children(expr)) - len(kept)
        return kept


def _part(name: str, node: Any) -> Part:
    span: Span = node.span
    text = span.source.line(span.line)[span.column - 1 :]
    return Part(name, str(span), text[: max(span.width, 1)] if span.width > 1 else text[:60].strip())
