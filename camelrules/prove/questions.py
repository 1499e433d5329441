"""A property as questions to the solver: one for each phase, step and way through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from camelrules.lang.syntax import Block, Expr
from camelrules.lang.types import IntType, SortType, Type
from camelrules.prove.alike import interchangeable
from camelrules.prove.assumed import closure, spoken
from camelrules.prove.encode import Encoder, Env, Fault, Scratch, State
from camelrules.prove.execute import Executor, Path, assigned
from camelrules.prove.properties import BEFORE, Book, Property
from camelrules.prove.unknown import any_state, known_state
from camelrules.prove.values import conj, disj, neg
from camelrules.run.reference import Reference
from camelrules.run.slice import reads
from camelrules.run.table import Table

# Phases of an induction, in words that a report uses.
SETUP, STEP, IMPLIES = "setup establishes it", "each step keeps it", "it implies the claim"


@dataclass(frozen=True, slots=True)
class Run:
    """What is run, to be replayed: a `start`, an `action`, an `effect` or nothing; from where, with what."""

    kind: str
    name: str
    state: State
    args: tuple[Any, ...]
    draws: tuple[tuple[Any, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Whether the goal holds under the hypotheses; `exact` is false after a loop that was only described."""

    phase: str
    step: str
    hypotheses: tuple[Any, ...]
    goal: Any
    faults: tuple[Fault, ...]
    run: Run
    exact: bool = True
    cases: tuple[tuple[str, Any], ...] = ()


class Questions:
    """The questions of one property at one table."""

    def __init__(self, book: Book, property: Property, table: Table, length: int | None = None) -> None:
        self.book = book
        self.game = table.game
        self.property = property
        self.encoder = Encoder(table, property.opaque)
        self.alike = interchangeable(self.game, spoken(book, property))
        self.table = table
        self.length = length
        self.skipped = 0  # steps that need no solver, because they change nothing that is read

    # -- evaluating what a property says -------------------------------------------
    def truth(self, expr: Expr | None, env: Env, state: State) -> Any:
        """A truth value that also demands that the expression has an answer."""
        if expr is None:
            return True
        outer, self.encoder.scratch = self.encoder.scratch, Scratch()
        value = self.encoder.eval(expr, env, state)
        faults, self.encoder.scratch = self.encoder.scratch.faults, outer
        return conj(value, neg(disj(*(f.when for f in faults))))

    def moment(self, property: Property, at: str, state: State) -> Any:
        """What an invariant says at a moment: between turns, within one, or either."""
        parts = [self.truth(property.always, {}, state)]
        if at == "between":
            parts.append(self.truth(property.between, {}, state))
        if at == "within":
            parts.append(self.truth(property.within, {}, state))
        return conj(*parts)

    def assumed(self, at: str, state: State) -> Any:
        known = [self.book.properties[i] for i in closure(self.book, self.property)]
        return conj(*(self.moment(p, at, state) for p in known))

    # -- the questions ----------------------------------------------------------------
    def all(self) -> Iterator[Question]:
        match self.property.kind:
            case "invariant" | "total" | "ranges":
                yield from self.setup()
                yield from self.actions()
                yield from self.after_action()
                if self.property.implies is not None:
                    yield from self.implied()
            case "claim" | "guard":
                yield from self.claim()
            case "step" | "most":
                yield from self.step() if self.property.after else self.claim()

    def executor(self) -> Executor:
        self.encoder.scratch = Scratch()

        def known(state: State) -> Any:
            return conj(self.assumed("anywhere", state), self.goals("anywhere", state))

        return Executor(self.encoder, self.alike, known)

    def goals(self, at: str, state: State) -> Any:
        if self.property.kind == "ranges":
            return ranged(self.encoder, state)
        return self.moment(self.property, at, state) if self.property.kind == "invariant" else True

    def setup(self) -> Iterator[Question]:
        start = Reference(self.table).initial()
        state = known_state(self.encoder, start)
        executor = self.executor()
        paths = executor.effect(self.book.system.start, (), Path(state))
        run = Run("start", self.book.system.start, state, ())
        yield from self.outcomes(SETUP, run.name, executor, paths, (), "between", run)

    def actions(self) -> Iterator[Question]:
        for action in self.game.actions.values():
            if self.untouched(action.body):
                continue
            for args, named in self.arguments(action.params, fork=False):
                state = any_state(self.encoder, self.length)
                env = dict(zip((n for n, _ in action.params), args, strict=True))
                guards = [self.truth(g.test, env, state) for g in action.guards]
                over = neg(self.truth(self.book.system.over, {}, state))
                before = (self.assumed("between", state), self.goals("between", state), over, *guards)
                executor = self.executor()
                paths = executor.run(action.body, env, Path(state, named=named))
                if self.property.kind == "total":
                    self.guard_faults(executor, action.name, env, state)
                run = Run("action", action.name, state, args)
                yield from self.outcomes(STEP, action.name, executor, paths, before, "within", run)

    def guard_faults(self, executor: Executor, action: str, env: Env, state: State) -> None:
        """Guards are asked of every argument, so they too must always have an answer."""
        for guard in self.game.actions[action].guards:
            self.encoder.eval(guard.test, env, state)

    def untouched(self, body: Block) -> bool:
        """Whether a step changes nothing that the property reads, and what held before is what must hold after."""
        p = self.property
        if p.kind != "invariant" or (p.between, p.within) != (None, None):
            return False
        changed = assigned(self.game, body)
        read = reads(self.game, [p.always] if p.always is not None else [])
        self.skipped += not changed & read
        return not changed & read

    def after_action(self) -> Iterator[Question]:
        if self.untouched(self.game.effects[self.book.system.after_action].body):
            return
        state = any_state(self.encoder, self.length)
        over = neg(self.truth(self.book.system.over, {}, state))
        before = (self.assumed("within", state), self.goals("within", state), over)
        executor = self.executor()
        name = self.book.system.after_action
        paths = executor.effect(name, (), Path(state))
        yield from self.outcomes(STEP, name, executor, paths, before, "between", Run("effect", name, state, ()))

    def implied(self) -> Iterator[Question]:
        state = any_state(self.encoder, self.length)
        for at in ("between", "within"):
            before = (self.assumed(at, state), self.goals(at, state))
            goal = self.truth(self.property.implies, {}, state)
            yield Question(IMPLIES, at, before, goal, (), Run("none", "", state, ()))

    def outcomes(
        self, phase: str, step: str, executor: Executor, paths: list[Path], before: tuple[Any, ...], at: str, run: Run
    ) -> Iterator[Question]:
        faults = tuple(self.encoder.scratch.faults)
        if self.property.kind == "total":
            goal = neg(disj(*(f.when for f in faults)))
            yield Question(phase, step, (*self.encoder.axioms, *before), goal, (), run, not executor.havocked)
            return
        for obligation in executor.obligations:
            goal = self.goals("anywhere", obligation.path.state)
            inside = (*self.encoder.axioms, *before, *obligation.path.conditions)
            here = replace(run, draws=obligation.path.draws)
            yield Question(phase, f"{step}, {obligation.phase}", inside, goal, faults, here, False)
        for path in paths:
            goal = self.goals(at, path.state)
            hypotheses = (*self.encoder.axioms, *before, *path.conditions)
            exact = not executor.havocked
            yield Question(phase, step, hypotheses, goal, faults, replace(run, draws=path.draws), exact)

    def step(self) -> Iterator[Question]:
        p = self.property
        action = self.game.actions.get(p.after)
        params = action.params if action else self.game.effects[p.after].params
        body: Block = action.body if action else self.game.effects[p.after].body
        for args, named in self.arguments(params, fork=True):
            state = self.from_where()
            env: dict[str, Any] = dict(zip((n for n, _ in params), args, strict=True))
            before = [self.truth(p.where, env, state), self.assumed(p.at, state)]
            if before[0] is False:
                continue
            if action:
                before += [self.truth(g.test, env, state) for g in action.guards]
                before.append(neg(self.truth(self.book.system.over, {}, state)))
            lets = self.lets(env, state)
            cases = tuple((n, self.truth(c, lets, state)) for n, c in p.cases)
            executor = self.executor()
            run = Run("action" if action else "effect", p.after, state, args)
            paths = executor.run(body, env, Path(state, named=named))
            faults = tuple(self.encoder.scratch.faults)
            label = f"{p.after}({', '.join(map(_shown, args))})" if args else p.after
            # What a loop changes is unknown after it, but for the invariants, which were proved round it.
            for path in paths:
                goal = self.held(lets, state, path.state)
                hypotheses = (*self.encoder.axioms, *before, *path.conditions)
                here = replace(run, draws=path.draws)
                yield Question(STEP, label, hypotheses, goal, faults, here, not executor.havocked, cases)

    def from_where(self) -> State:
        if self.property.at == "start":
            return known_state(self.encoder, Reference(self.table).initial())
        return any_state(self.encoder, self.length)

    def lets(self, env: Env, state: State) -> dict[str, Any]:
        inner = dict(env)
        for name, expr in self.property.lets:
            inner[name] = self.encoder.eval(expr, inner, state)
        return inner

    def held(self, env: Env, before: State, after: State) -> Any:
        past = {BEFORE + n: v for n, v in before.variables.items()}
        both = self.encoder.state({**after.variables, **past})
        return conj(*(self.truth(h, env, both) for _, h in self.property.holds))

    def claimed(self, env: Env, state: State) -> Any:
        return conj(*(self.truth(h, env, state) for _, h in self.property.holds))

    def claim(self) -> Iterator[Question]:
        p = self.property
        for args, _ in self.arguments(p.given, fork=True):
            state = any_state(self.encoder, self.length)
            env = dict(zip((n for n, _ in p.given), args, strict=True))
            before = (self.truth(p.where, env, state), self.assumed(p.at, state))
            if before[0] is False:
                continue
            lets = self.lets(env, state)
            goal = self.claimed(lets, state)
            if p.kind == "guard":
                guards = conj(*(self.truth(g.test, env, state) for g in self.game.actions[p.after].guards))
                goal = self.encoder.same(guards, self.truth(p.exactly, env, state))
            cases = tuple((n, self.truth(c, lets, state)) for n, c in p.cases)
            label = f"claim({', '.join(map(_shown, args))})" if args else "claim"
            run = Run("none", "", state, args)
            label = f"{p.after} is allowed" if p.kind == "guard" else label
            yield Question(IMPLIES, label, (*self.encoder.axioms, *before), goal, (), run, True, cases)

    def arguments(
        self, params: tuple[tuple[str, Type], ...], fork: bool
    ) -> Iterator[tuple[tuple[Any, ...], frozenset[str]]]:
        """Arguments for a step: members one by one where `fork`, interchangeable ones standing for each other."""
        choices = []
        for name, type in params:
            if fork and isinstance(type, SortType) and not set(type.parts) & self.seats():
                members: list[Any] = list(self.table.members[type.name])
                choices.append([*members, None] if type.optional else members)
            else:
                choices.append([self.encoder.fresh(name, type)])
        seen = Executor(self.encoder, self.alike)
        for args in product(*choices):
            path = Path(State({}, 0))
            for arg in args:
                if isinstance(arg, str) and seen.like(arg, path):
                    break
                path = seen.name(arg, path) if isinstance(arg, str) else path
            else:
                yield args, path.named

    def seats(self) -> set[str]:
        return {s.name for s in self.game.sorts.values() if s.kind == "seats"}


def ranged(encoder: Encoder, state: State) -> Any:
    """That every number keeps the range its variable declares."""
    parts = []
    for variable in encoder.game.state.values():
        type = variable.type
        if not isinstance(type, IntType) or type.sort:
            continue
        value = state.variables[variable.name]
        for cell in value.values() if variable.index else (value,):
            parts += [cell >= type.low] if type.low is not None else []
            parts += [cell <= type.high] if type.high is not None else []
    return conj(*parts)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "none" if value is None else "any"
