"""Instrumentation: the same rules, which report as events what they apply, and say which guard refuses an action.

A tree becomes a tree, so that a back end lowers it like any other and needs to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from camelrules.lang.model import Action, Decision, Effect, Function, Game, Note
from camelrules.lang.source import Span
from camelrules.lang.syntax import Block, Call, Do, Emit, Expr, For, If, Let, Lit, Stmt, Var, When
from camelrules.lang.types import INT, ListType, SetType, Type

# A name that no specification can give to an event.
APPLIED = "applied:"
Params = tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Something that is reported when it is applied: an action, an effect, or one rule of a decision."""

    kind: str
    name: str
    rule: str
    params: Params
    note: Note


@dataclass(frozen=True, slots=True)
class Instrumented:
    """A game that reports, and what the numbers in its reports stand for."""

    game: Game
    points: tuple[Point, ...]


def guard_of(action: str) -> str:
    """The function that answers which guard of an action refuses it, counted from 1, or 0."""
    return f"guard {action}"


def instrument(game: Game) -> Instrumented:
    """The game with reports of every effect, action and decision, and a function for the guards of each action."""
    writer = _Writer(game)
    effects = {e.name: replace(e, body=writer.body("effect", e)) for e in game.effects.values()}
    actions = {a.name: replace(a, body=writer.body("action", a)) for a in game.actions.values()}
    guards = {guard_of(a.name): _guards(a) for a in game.actions.values()}
    functions = {**game.functions, **writer.rules, **guards}
    return Instrumented(replace(game, functions=functions, effects=effects, actions=actions), tuple(writer.points))


def _guards(action: Action) -> Function:
    span = action.note.span
    body: Expr = Lit(0, INT, span)
    for number in range(len(action.guards), 0, -1):
        guard = action.guards[number - 1]
        body = If(guard.test, body, Lit(number, INT, span), INT, span)
    return Function(guard_of(action.name), action.params, INT, body, action.note)


class _Writer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.points: list[Point] = []
        self.rules: dict[str, Function] = {}

    def body(self, kind: str, definition: Effect | Action) -> Block:
        self.points.append(Point(kind, definition.name, "", shown(definition.params), definition.note))
        span = definition.note.span
        number = Lit(len(self.points) - 1, INT, span)
        args = [Var(n, t, span) for n, t in shown(definition.params)]
        return (_report(number, args, span), *self.block(definition.body))

    def block(self, block: Block) -> Block:
        return tuple(s for stmt in block for s in self.statement(stmt))

    def statement(self, stmt: Stmt) -> Iterator[Stmt]:
        match stmt:
            case Let():
                yield from self.decisions(stmt.value)
                yield stmt
            case Do():
                for arg in stmt.args:
                    yield from self.decisions(arg)
                yield stmt
            case When():
                yield replace(stmt, then=self.block(stmt.then), other=self.block(stmt.other))
            case For():
                yield replace(stmt, body=self.block(stmt.body))
            case _:
                yield stmt

    def decisions(self, expr: Expr) -> Iterator[Stmt]:
        """A report of the decision that an expression asks for, if it is one."""
        if isinstance(expr, Call) and expr.name in self.game.decisions:
            decision = self.game.decisions[expr.name]
            number = Call(self.rule_of(decision), expr.args, INT, expr.span)
            pairs = zip(decision.params, expr.args, strict=True)
            yield _report(number, [a for (_, t), a in pairs if _is_shown(t)], expr.span)

    def rule_of(self, decision: Decision) -> str:
        """The function that answers which rule of a decision applies, as the number of its point."""
        name = f"rule {decision.name}"
        if name not in self.rules:
            first, span = len(self.points), decision.note.span
            params = shown(decision.params)
            self.points += [Point("decision", decision.name, r.name, params, r.note) for r in decision.rules]
            numbers = {r.name: first + at for at, r in enumerate(decision.rules)}
            body = _applies(decision, decision.default.name, numbers, span)
            self.rules[name] = Function(name, decision.params, INT, body, decision.note)
        return name


def _applies(decision: Decision, rule: str, numbers: dict[str, int], span: Span) -> Expr:
    """The first exception that applies, or an exception to it; where none does, the rule itself."""
    answer: Expr = Lit(numbers[rule], INT, span)
    for exception in reversed(decision.exceptions_to(rule)):
        inner = _applies(decision, exception.name, numbers, span)
        answer = inner if exception.when is None else If(exception.when, inner, answer, INT, span)
    return answer


def _is_shown(type: Type) -> bool:
    """Whether a value is one number, which an event can hold."""
    return not isinstance(type, SetType | ListType)


def shown(params: Params) -> Params:
    """The arguments that a report holds."""
    return tuple((n, t) for n, t in params if _is_shown(t))


def _report(number: Expr, args: list[Expr] | list[Var], span: Span) -> Emit:
    # Numbered fields, so that reports with arguments of the same types are one kind of event.
    return Emit(APPLIED, (("point", number), *((f"argument{i}", a) for i, a in enumerate(args))), span)
