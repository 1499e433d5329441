"""The reference evaluator: a plain walk over the tree, written to be obviously right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeVar, assert_never

from camelrules.lang.model import Action, Decision, Function, Rule
from camelrules.lang.syntax import (
    Append,
    Assign,
    Binary,
    Binder,
    Block,
    Call,
    Cast,
    Do,
    Domain,
    Draw,
    Emit,
    Expr,
    For,
    If,
    In,
    Item,
    Let,
    Lit,
    Next,
    Not,
    Param,
    Quant,
    RangeDomain,
    Read,
    Size,
    SortDomain,
    Stmt,
    ValueDomain,
    Var,
    When,
)
from camelrules.lang.types import SortType
from camelrules.run.chance import Chooser
from camelrules.run.faults import fault
from camelrules.run.table import Table

# A state: each variable's value, or its map from index tuples to values.
State = dict[str, Any]
Env = Mapping[str, Any]
Event = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule that was applied: an effect, or the answer that a decision gave."""

    kind: str
    name: str
    rule: str
    args: tuple[Any, ...]
    answer: Any = None


@dataclass(slots=True)
class Run:
    """One execution: the state it changes, where choices come from, and what it reports."""

    state: State
    chooser: Chooser
    events: list[Event]
    fired: list[Fired] | None = None
    # Chooses by looking at what can be drawn; where it is given, the chooser is not asked.
    pick: Callable[[list[dict[str, Any]]], int] | None = None
    # What was drawn, by name, in order: enough to draw the same again elsewhere.
    drawn: list[dict[str, Any]] = field(default_factory=list)

    def choose(self, options: list[dict[str, Any]], names: tuple[str, ...]) -> int:
        at = self.pick(options) if self.pick is not None else self.chooser(len(options))
        self.drawn.append({name: options[at][name] for name in names})
        return at


class Reference:
    """Evaluates expressions and runs effects of a table's game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        # Answers of functions while one quantifier or decision is worked out: nothing can change the state meanwhile.
        self._answers: dict[tuple[str, tuple[Any, ...]], Any] | None = None

    # -- state --------------------------------------------------------------
    def initial(self) -> State:
        """The state before setup."""
        state: State = {}
        for variable in self.game.state.values():
            value = self.table.zero(variable.type) if variable.initial is None else self.eval(variable.initial, {}, {})
            if variable.index:
                keys = product(*(self.table.index(t) for t in variable.index))
                state[variable.name] = dict.fromkeys(keys, value)
            else:
                state[variable.name] = value
        return state

    def copy(self, state: State) -> State:
        """A state that can be changed without changing the first."""
        return {name: dict(value) if isinstance(value, dict) else value for name, value in state.items()}

    # -- the ways in ----------------------------------------------------------
    def call(self, name: str, args: tuple[Any, ...], state: State, fired: list[Fired] | None = None) -> Any:
        """The value of a named function or decision."""
        return self._call(name, args, state, fired)

    def run(self, effect: str, args: tuple[Any, ...], run: Run) -> None:
        """Runs a named effect."""
        definition = self.game.effects[effect]
        if run.fired is not None:
            run.fired.append(Fired("effect", effect, "", args))
        self.block(definition.body, dict(zip((n for n, _ in definition.params), args, strict=True)), run)

    def legal(self, action: Action, args: tuple[Any, ...], state: State) -> bool:
        """Whether every guard of the action holds."""
        return self.broken(action, args, state) is None

    def broken(self, action: Action, args: tuple[Any, ...], state: State) -> str | None:
        """The first guard that forbids the action, if any."""
        env = dict(zip((n for n, _ in action.params), args, strict=True))
        return next((g.name for g in action.guards if not self.eval(g.test, env, state)), None)

    def choices(self, state: State) -> list[tuple[str, tuple[Any, ...]]]:
        """Every legal action with its arguments, in the order of the specification."""
        return [(action.name, args) for action in self.game.actions.values() for args in self.ways(action, state)]

    def ways(self, action: Action, state: State) -> list[tuple[Any, ...]]:
        """The arguments with which an action is legal, in order."""
        options = product(*(self.table.index(t) for _, t in action.params))
        return [args for args in options if self.legal(action, args, state)]

    def act(self, action: str, args: tuple[Any, ...], run: Run) -> None:
        """Performs an action that is legal."""
        definition = self.game.actions[action]
        if run.fired is not None:
            run.fired.append(Fired("action", action, "", args))
        self.block(definition.body, dict(zip((n for n, _ in definition.params), args, strict=True)), run)

    # -- statements -----------------------------------------------------------
    def block(self, block: Block, env: Env, run: Run) -> None:
        """Runs statements one after the other; a `let` or draw is seen by those after it."""
        local = dict(env)
        for stmt in block:
            self.statement(stmt, local, run)

    def statement(self, stmt: Stmt, env: dict[str, Any], run: Run) -> None:
        state = run.state
        match stmt:
            case Let():
                env[stmt.name] = self.eval(stmt.value, env, state, run.fired)
            case Assign():
                updates = []
                for inner in self.bindings(stmt.binders, stmt.where, env, state):
                    index = tuple(self.eval(i, inner, state) for i in stmt.index)
                    updates.append((index, self.eval(stmt.value, inner, state)))
                for index, value in updates:
                    self.store(stmt, index, value, state)
            case Append():
                index = tuple(self.eval(i, env, state) for i in stmt.index)
                items = tuple(self.eval(i, env, state) for i in stmt.items)
                if index and index not in state[stmt.name]:
                    raise self.outside(stmt.name, index, stmt)
                old = state[stmt.name][index] if index else state[stmt.name]
                self.store(stmt, index, (*old, items), state)
            case Do():
                self.run(stmt.name, tuple(self.eval(a, env, state, run.fired) for a in stmt.args), run)
            case Emit():
                fields = {name: self.eval(value, env, state) for name, value in stmt.fields}
                run.events.append({"kind": stmt.kind, **fields})
            case Draw():
                options = list(self.bindings((stmt.binder,), stmt.where, env, state))
                if not options:
                    raise fault("there is nothing to draw from", stmt.span)
                env.update(options[run.choose(options, stmt.binder.names)])
            case When():
                self.block(stmt.then if self.eval(stmt.test, env, state) else stmt.other, env, run)
            case For():
                options = list(self.bindings((stmt.binder,), stmt.where, env, state))
                while options:
                    at = run.choose(options, stmt.binder.names) if stmt.shuffled and len(options) > 1 else 0
                    self.block(stmt.body, options.pop(at), run)
            case _:
                assert_never(stmt)

    def store(self, stmt: Assign | Append, index: tuple[Any, ...], value: Any, state: State) -> None:
        if not index:
            state[stmt.name] = value
        elif index in state[stmt.name]:
            state[stmt.name][index] = value
        else:
            raise self.outside(stmt.name, index, stmt)

    def outside(self, name: str, index: tuple[Any, ...], node: Assign | Append | Read) -> Exception:
        shown = ", ".join(map(str, index))
        sorts = ", ".join(map(str, self.game.state[name].index))
        return fault(
            f"`{name}[{shown}]` is outside {sorts}",
            node.span,
            "guard the index, for example with a function that tests it",
        )

    def bindings(
        self, binders: tuple[Binder, ...], where: Expr | None, env: Env, state: State
    ) -> Iterator[dict[str, Any]]:
        """Every way to bind the names that satisfies the condition, in order."""
        if binders:
            first, *rest = binders
            for element in self.elements(first.domain, env, state):
                parts = element if len(first.names) > 1 or isinstance(element, tuple) else (element,)
                inner = {**env, **dict(zip(first.names, parts, strict=True))}
                yield from self.bindings(tuple(rest), where, inner, state)
        elif where is None or self.eval(where, env, state):
            yield dict(env)

    def elements(self, domain: Domain, env: Env, state: State) -> list[Any]:
        match domain:
            case SortDomain():
                return list(self.table.members[domain.sort])
            case RangeDomain():
                return list(range(self.eval(domain.low, env, state), self.eval(domain.high, env, state) + 1))
            case ValueDomain():
                value = self.eval(domain.value, env, state)
                if isinstance(value, frozenset):
                    return self.ordered(value, domain.value)
                return list(value)
            case _:
                assert_never(domain)

    def ordered(self, members: frozenset[Any], expr: Expr) -> list[Any]:
        """A set's members in the order of their sort, so that no result depends on hashing."""
        sort = getattr(expr.type, "of", None)
        assert isinstance(sort, SortType)
        return [m for m in self.table.members[sort.name] if m in members]

    # -- expressions ------------------------------------------------------------
    def eval(self, expr: Expr, env: Env, state: State, fired: list[Fired] | None = None) -> Any:
        """The value of an expression."""
        match expr:
            case Lit():
                return expr.value
            case Var():
                return env[expr.name]
            case Param():
                return self.table.values[expr.name]
            case Read():
                if not expr.index:
                    return state[expr.name]
                index = tuple(self.eval(i, env, state, fired) for i in expr.index)
                if index not in state[expr.name]:
                    raise self.outside(expr.name, index, expr)
                return state[expr.name][index]
            case Call():
                return self._call(expr.name, tuple(self.eval(a, env, state, fired) for a in expr.args), state, fired)
            case Not():
                return not self.eval(expr.arg, env, state, fired)
            case Binary():
                return self.binary(expr, env, state, fired)
            case If():
                chosen = expr.then if self.eval(expr.test, env, state, fired) else expr.other
                return self.eval(chosen, env, state, fired)
            case In():
                value = self.eval(expr.arg, env, state, fired)
                elements = self.elements(expr.domain, env, state)
                return value in elements or (value,) in elements
            case Quant():
                return self.remembering(self.quantifier, expr, env, state)
            case Item():
                rows = self.eval(expr.list, env, state, fired)
                at = self.eval(expr.at, env, state, fired)
                if not 1 <= at <= len(rows):
                    raise fault(f"item {at} of a list of {len(rows)}", expr.span)
                return rows[at - 1][0]
            case Size():
                return len(self.eval(expr.list, env, state, fired))
            case Cast():
                value = self.eval(expr.arg, env, state, fired)
                assert isinstance(expr.type, SortType)
                if value not in self.table.members[expr.type.name]:
                    raise fault(f"`{value if value is not None else 'none'}` is not a `{expr.type}`", expr.span)
                return value
            case Next():
                assert isinstance(expr.type, SortType)
                members = self.table.members[expr.type.name]
                at = members.index(self.eval(expr.arg, env, state, fired))
                return members[(at + 1) % len(members)]
            case _:
                assert_never(expr)

    def binary(self, expr: Binary, env: Env, state: State, fired: list[Fired] | None) -> Any:
        left = self.eval(expr.left, env, state, fired)
        if expr.op == "and":
            return left and self.eval(expr.right, env, state, fired)
        if expr.op == "or":
            return left or self.eval(expr.right, env, state, fired)
        return _OPERATORS[expr.op](left, self.eval(expr.right, env, state, fired))

    def remembering(self, work: Callable[..., T], *args: Any) -> T:
        """Does a piece of work that changes no state, and asks no function the same thing twice meanwhile."""
        if self._answers is not None:
            return work(*args)
        self._answers = {}
        try:
            return work(*args)
        finally:
            self._answers = None

    def quantifier(self, expr: Quant, env: Env, state: State) -> Any:
        body = expr.body
        # Like `and` and `or`, these two stop where the answer is known.
        if expr.kind == "exists":
            return any(True for _ in self.bindings(expr.binders, expr.where, env, state))
        if expr.kind == "all":
            assert body is not None
            return all(self.eval(body, inner, state) for inner in self.bindings(expr.binders, expr.where, env, state))
        found = list(self.bindings(expr.binders, expr.where, env, state))
        match expr.kind:
            case "count":
                return len(found)
            case "sum":
                assert body is not None
                return sum(self.eval(body, inner, state) for inner in found)
            case "max" | "min":
                assert body is not None and expr.default is not None
                values = [self.eval(body, inner, state) for inner in found]
                best = max if expr.kind == "max" else min
                return best(values) if values else self.eval(expr.default, env, state)
            case "the":
                if len(found) != 1:
                    raise fault(f"`the` needs exactly one answer, found {len(found)}", expr.span)
                return found[0][expr.binders[0].names[0]]
            case "set":
                return frozenset(inner[expr.binders[0].names[0]] for inner in found)
            case _:
                raise AssertionError(expr.kind)

    def _call(self, name: str, args: tuple[Any, ...], state: State, fired: list[Fired] | None) -> Any:
        # What is traced is worked out anew, so that the trace is whole.
        if self._answers is None or fired is not None:
            return self._answer(name, args, state, fired)
        if (name, args) not in self._answers:
            answer = self._answer(name, args, state, fired)
            self._answers[name, args] = answer
        return self._answers[name, args]

    def _answer(self, name: str, args: tuple[Any, ...], state: State, fired: list[Fired] | None) -> Any:
        definition = self.game.callable(name)
        env = dict(zip((n for n, _ in definition.params), args, strict=True))
        if isinstance(definition, Function):
            return self.eval(definition.body, env, state, fired)
        rule, answer = self.remembering(self.decide, definition, definition.default, env, state)
        if fired is not None:
            fired.append(Fired("decision", name, rule.name, args, answer))
        return answer

    def decide(self, decision: Decision, rule: Rule, env: Env, state: State) -> tuple[Rule, Any]:
        """The answer of a rule, or of the exceptions to it that apply; they must agree."""
        answers = [
            self.decide(decision, exception, env, state)
            for exception in decision.exceptions_to(rule.name)
            if exception.when is None or self.eval(exception.when, env, state)
        ]
        if not answers:
            return rule, self.eval(rule.then, env, state)
        first = answers[0]
        for other in answers[1:]:
            if other[1] != first[1]:
                message = f"exceptions `{first[0].name}` and `{other[0].name}` of `{decision.name}` disagree"
                raise fault(message, other[0].note.span, "make one an exception to the other with `to:`")
        return first


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "max": max,
    "min": min,
}
