"""A counterexample counts only when the reference evaluator, run from it, shows the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from camelrules.lang.syntax import Draw, For, Stmt
from camelrules.lang.types import IntType
from camelrules.prove.assumed import closure
from camelrules.prove.properties import BEFORE, Book, Property
from camelrules.run.chance import no_chance
from camelrules.run.faults import RuleFault
from camelrules.run.reference import Reference, Run, State
from camelrules.run.table import Table


class Scripted(Reference):
    """Draws what it is told to draw, by value, and notes which option that was."""

    def __init__(self, table: Table, rows: list[tuple[Any, ...]]) -> None:
        super().__init__(table)
        self.rows = list(rows)
        self.taken: list[int] = []

    def statement(self, stmt: Stmt, env: dict[str, Any], run: Run) -> None:
        if isinstance(stmt, Draw) or (isinstance(stmt, For) and stmt.shuffled):
            names = stmt.binder.names
            options = list(self.bindings((stmt.binder,), stmt.where, env, run.state))
            rows = [tuple(o[n] for n in names) for o in options]
            if isinstance(stmt, Draw):
                if rows:
                    at = self.pick(rows)
                    env.update(options[at])
                    return
            else:
                while options:
                    at = self.pick(rows) if len(options) > 1 else 0
                    rows.pop(at)
                    self.block(stmt.body, options.pop(at), run)
                return
        super().statement(stmt, env, run)

    def pick(self, rows: list[tuple[Any, ...]]) -> int:
        wanted = self.rows.pop(0) if self.rows else None
        at = rows.index(wanted) if wanted in rows else 0
        self.taken.append(at)
        return at


@dataclass(frozen=True, slots=True)
class Shown:
    """What replaying showed: whether the property is broken, which part of it, and the states on the way."""

    broken: bool
    failed: tuple[str, ...]
    before: State
    after: State
    events: list[dict[str, Any]] = field(default_factory=list)
    choices: tuple[int, ...] = ()
    args: tuple[Any, ...] = ()
    fault: str = ""
    hypotheses: bool = True


class Judge:
    """Evaluates what a property says in states of the reference evaluator."""

    def __init__(self, book: Book, property: Property, table: Table) -> None:
        self.book = book
        self.property = property
        self.table = table
        self.reference = Reference(table)

    def truth(self, expr: Any, env: Mapping[str, Any], state: State) -> bool:
        """A truth value; where the expression has no answer, the property does not hold."""
        if expr is None:
            return True
        try:
            return bool(self.reference.eval(expr, env, state))
        except RuleFault:
            return False

    def moment(self, property: Property, at: str, state: State) -> bool:
        parts = [property.always]
        parts += [property.between] if at == "between" else []
        parts += [property.within] if at == "within" else []
        return all(self.truth(p, {}, state) for p in parts)

    def lets(self, env: Mapping[str, Any], state: State) -> dict[str, Any]:
        inner = dict(env)
        for name, expr in self.property.lets:
            inner[name] = self.reference.eval(expr, inner, state)
        return inner

    def failed(self, env: Mapping[str, Any], before: State, after: State) -> tuple[str, ...]:
        """The parts of a step property that do not hold."""
        both = {**after, **{BEFORE + n: v for n, v in before.items()}}
        return tuple(label for label, expr in self.property.holds if not self.truth(expr, env, both))

    def out_of_range(self, state: State) -> tuple[str, ...]:
        """Variables whose number is outside the range that they declare."""
        found = []
        for v in self.table.game.state.values():
            if isinstance(v.type, IntType) and not v.type.sort:
                low, high = v.type.low, v.type.high
                cells = state[v.name].values() if v.index else (state[v.name],)
                if any((low is not None and n < low) or (high is not None and n > high) for n in cells):
                    found.append(v.name)
        return tuple(found)

    def starts(self, kind: str, name: str, args: tuple[Any, ...], at: str, state: State) -> bool:
        """Whether a state satisfies what the property assumes before the step."""
        p, book = self.property, self.book
        env = dict(zip((n for n, _ in self.params(kind, name)), args, strict=True))
        if not all(self.moment(book.properties[i], at, state) for i in closure(book, p)):
            return False
        if p.kind == "invariant" and kind != "start" and not self.moment(p, at, state):
            return False
        if p.kind in ("step", "claim", "most", "guard") and not self.truth(p.where, env, state):
            return False
        if kind == "action":
            legal = all(self.truth(g.test, env, state) for g in self.table.game.actions[name].guards)
            return legal and not self.truth(book.system.over, {}, state)
        return True

    def params(self, kind: str, name: str) -> tuple[tuple[str, Any], ...]:
        game = self.table.game
        if kind == "action":
            return game.actions[name].params
        if kind == "none" and self.property.kind == "guard":
            return game.actions[self.property.after].params
        return game.effects[name].params if kind in ("effect", "start") else self.property.given

    def replay(self, kind: str, name: str, args: tuple[Any, ...], draws: list[tuple[Any, ...]], state: State) -> Shown:
        """Runs the step from the state and says whether the property is broken."""
        p = self.property
        at = {"start": "before", "action": "between", "effect": p.at, "none": p.at}[kind]
        if kind == "effect" and p.kind in ("invariant", "total", "ranges"):
            at = "within"
        good = kind == "start" or at == "start" or self.starts(kind, name, args, at, state)
        scripted = Scripted(self.table, draws)
        run = Run(scripted.copy(state), no_chance, [])
        env = dict(zip((n for n, _ in self.params(kind, name)), args, strict=True))
        try:
            lets = self.lets(env, state)
            if kind == "action":
                if p.kind == "total":
                    for guard in self.table.game.actions[name].guards:
                        self.reference.eval(guard.test, env, state)
                scripted.act(name, args, run)
            elif kind in ("effect", "start"):
                scripted.run(name, args, run)
        except RuleFault as error:
            message = error.diagnostics[0].message
            broken = good and p.kind == "total"
            return Shown(broken, (message,), state, run.state, run.events, tuple(scripted.taken), args, message, good)
        failed: tuple[str, ...]
        if p.kind == "invariant":
            moment = "within" if kind == "action" else "between"
            if kind == "none":
                failed = () if self.truth(p.implies, {}, state) else ("implies",)
            else:
                failed = () if self.moment(p, moment, run.state) else (moment,)
        elif p.kind == "total":
            failed = ()
        elif p.kind == "ranges":
            failed = self.out_of_range(run.state)
        elif p.kind == "guard":
            legal = all(self.truth(g.test, env, state) for g in self.table.game.actions[p.after].guards)
            wrong = "allowed" if legal else "forbidden"
            failed = () if legal == self.truth(p.exactly, env, state) else (wrong,)
        else:
            failed = self.failed(lets, state, run.state)
        choices = tuple(scripted.taken)
        return Shown(good and bool(failed), failed, state, run.state, run.events, choices, args, "", good)
