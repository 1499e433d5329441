"""A property as questions to the solver: one for each obligation, argument and way through the step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.syntax import Block, Expr
from camelrules.lang.types import SortType, Type
from camelrules.prove.properties.family import BEFORE, Book, Inductive, Invariant, Named, Property, Ranges
from camelrules.prove.properties.footprint import Footprint, reach
from camelrules.prove.properties.meaning import Obligation, declared, obligations
from camelrules.prove.properties.players import players_interchangeable, through_players
from camelrules.prove.properties.slicing import Slicer
from camelrules.prove.properties.symmetry import symmetries
from camelrules.prove.symbolic.encode import Encoder, Env, Scratch, State
from camelrules.prove.symbolic.execute import Executor, Path
from camelrules.prove.symbolic.execute import Obligation as Place
from camelrules.prove.symbolic.faults import Fault
from camelrules.prove.symbolic.solve import Asked, find
from camelrules.prove.symbolic.unknown import Lengths, any_state, known_state
from camelrules.prove.symbolic.values import conj, disj, neg
from camelrules.run.reference import Reference
from camelrules.run.slice import reads
from camelrules.run.table import Table

# After the name of a step: whether it has an answer at all, whatever is drawn in it.
ANSWER = ", an answer"
# What the solver may spend on whether a branch can be taken; where it does not know, both are.
BRANCH = 300_000


@dataclass(frozen=True, slots=True)
class Question:
    """Whether the goal holds under the hypotheses; `exact` is false after a loop that was only described."""

    obligation: Obligation
    step: str
    hypotheses: tuple[Any, ...]
    goal: Any
    state: State
    args: tuple[Any, ...]
    draws: tuple[tuple[Any, ...], ...] = ()
    faults: tuple[Fault, ...] = ()
    exact: bool = True
    cases: tuple[tuple[str, Any], ...] = ()
    ranges: tuple[Any, ...] = ()  # further hypotheses, used where it does not hold without them
    sliced: bool = False  # whether the step was run without what cannot matter; then only `holds` counts

    @property
    def phase(self) -> str:
        return self.obligation.phase


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known before the transition: the hypotheses, `where` and `lets` with the faults of each."""

    hypotheses: tuple[Any, ...]
    where: Any
    where_fault: Any
    lets: dict[str, Any]
    let_fault: Any
    cases: tuple[tuple[str, Any], ...]


class Questions:
    """The questions of one property at one table; the reductions can be switched off one by one."""

    def __init__(
        self,
        book: Book,
        property: Property,
        table: Table,
        length: Lengths = None,
        symmetric: bool = True,
        sliced: bool = True,
        opaque: bool = True,
        fuller: bool = False,
        reaching: frozenset[str] = frozenset(),
    ) -> None:
        self.book = book
        self.game = table.game
        self.property = property
        self.encoder = Encoder(table, property.opaque if opaque else frozenset())
        self.symmetric = symmetric
        self.symmetries = symmetries(book, property, table) if symmetric else []
        self.obligations = obligations(book, property)
        self.sliced = sliced
        self.fuller = fuller  # whether a fuller table is asked too, which answers what no number of players matters to
        self.reaching = reaching  # the definitions that an obligation must reach to be asked; none: all are asked
        self.table = table
        self.length = length
        self.unknown: State | None = None
        self.known: dict[tuple[int, int], Any] = {}  # what hypotheses come to, by expression and state
        self.slices: dict[int, tuple[Game, set[str]]] = {}  # by the identity of one of our obligations
        self.read: dict[int, set[str]] = {}  # the variables that an expression of ours reads, by its identity
        self.leant = False  # whether declared ranges were taken for known at the head of a loop
        self.apart = False  # whether every draw makes a path of its own
        self.skipped = 0  # steps that need no solver, because they change nothing that is read

    # -- evaluating what a property says -------------------------------------------
    def value(self, expr: Expr, env: Env, state: State) -> tuple[Any, Any]:
        """A value, and when there is none."""
        outer, self.encoder.scratch = self.encoder.scratch, Scratch()
        value = self.encoder.eval(expr, env, state)
        faults, self.encoder.scratch = self.encoder.scratch.faults, outer
        return value, disj(*(f.when for f in faults))

    def truth(self, expr: Expr, env: Env, state: State) -> Any:
        """A truth value that also demands that the expression has an answer."""
        value, fault = self.value(expr, env, state)
        return conj(value, neg(fault))

    def holds(self, named: Named, env: Env, state: State) -> Any:
        """All of the expressions hold."""
        return conj(*(self.truth(e, env, state) for _, e in named))

    def concluded(self, named: Named, env: Env, before: State, after: State | None) -> Any:
        """All of the conclusions hold after a transition, or without one."""
        return self.holds(named, env, self.both(before, after))

    def both(self, before: State, after: State | None) -> State:
        if after is None:
            return before
        past = {BEFORE + n: v for n, v in before.variables.items()}
        return self.encoder.state({**after.variables, **past})

    # -- the questions ----------------------------------------------------------------
    def all(self) -> Iterator[Question]:
        for obligation in self.obligations:
            if self.untouched(obligation) or (self.fuller and self.independent(obligation)):
                continue
            if self.reaching and self.reaching.isdisjoint(self.reached(obligation).names):
                continue
            yield from self.of(obligation)

    def same(self, question: Question) -> Iterator[Question]:
        """The questions of the obligation that a question of another list stands for."""
        for obligation in self.obligations:
            if (obligation.phase, obligation.transition) == (question.phase, question.obligation.transition):
                yield from self.of(obligation)

    @cached_property
    def slicer(self) -> Slicer:
        return Slicer(self.table)

    def is_sliced(self, o: Obligation) -> bool:
        """Whether the step may be run without what cannot matter: not where runs without an answer are told apart."""
        inductive = isinstance(self.property, Inductive) and not o.strict
        return self.sliced and inductive and o.transition.kind != "nothing"

    def slice(self, o: Obligation) -> tuple[Game, set[str]]:
        """The game in which the step is run, and the variables that are followed in it."""
        if not self.is_sliced(o):
            return self.game, set(self.game.state)
        if id(o) not in self.slices:
            self.slices[id(o)] = self.slicer.game_for(o)
        return self.slices[id(o)]

    def body(self, o: Obligation) -> Block:
        game, _ = self.slice(o)
        return (game.actions if o.transition.kind == "action" else game.effects)[o.transition.name].body

    def independent(self, o: Obligation) -> bool:
        """Whether a table with fewer players is a special case of the fullest for this obligation.

        Declared ranges speak of each cell by itself, and leave the seats that never appear free.
        """
        if o.from_start and not self.is_sliced(o):
            return False
        return not through_players(self.slice(o)[0], self.reached(o))

    def reached(self, o: Obligation) -> Footprint:
        """What an obligation says and what its step can come to; declared ranges, which all share, are left out."""
        game, followed = self.slice(o)
        own = {name for name, _ in declared(self.book)} if not isinstance(self.property, Ranges) else set()
        named = [(n, e) for n, e in (*o.hypotheses, *o.loop) if n not in own]
        exprs = [e for _, e in (*named, *o.lets, *o.cases, *o.conclusions)]
        exprs += [o.where] if o.where is not None else []
        if o.from_start:
            exprs += [i for n in followed if n in game.state and (i := game.state[n].initial) is not None]
        return reach(game, exprs, [o.transition.name] if o.transition.kind != "nothing" else [])

    def untouched(self, obligation: Obligation) -> bool:
        """Whether a step changes nothing that the property reads, and what held before is what must hold after."""
        p, transition = self.property, obligation.transition
        if not self.is_sliced(obligation) or not isinstance(p, Invariant) or transition.kind == "start":
            return False
        if (p.between, p.within) != (None, None):
            return False
        touched = bool(self.body(obligation))
        self.skipped += not touched
        return not touched

    def of(self, obligation: Obligation) -> Iterator[Question]:
        """The questions of one obligation."""
        self.encoder.strict = obligation.strict
        for args, named in self.arguments(obligation):
            state = self.before(obligation)
            env = dict(zip((n for n, _ in obligation.transition.arguments), args, strict=True))
            setting = self.setting(obligation, env, state)
            if conj(setting.where, neg(setting.where_fault)) is False and setting.where_fault is False:
                continue
            yield from self.outcomes(obligation, args, named, env, state, setting)

    def before(self, obligation: Obligation) -> State:
        if obligation.from_start:
            return known_state(self.encoder, Reference(self.table).initial())
        if self.unknown is None:
            self.unknown = any_state(self.encoder, self.length)
        return self.unknown

    def fact(self, expr: Expr, state: State) -> Any:
        """A hypothesis, which is the same for every argument and step."""
        key = (id(expr), state.version)
        if key not in self.known:
            self.known[key] = self.truth(expr, {}, state)
        return self.known[key]

    def setting(self, obligation: Obligation, env: Env, state: State) -> Setting:
        where, where_fault = (True, False)
        if obligation.where is not None:
            where, where_fault = self.value(obligation.where, env, state)
        lets, faults = dict(env), []
        for name, expr in obligation.lets:
            lets[name], fault = self.value(expr, lets, state)
            faults.append(fault)
        return Setting(
            tuple(self.fact(e, state) for _, e in obligation.hypotheses),
            where,
            where_fault,
            lets,
            disj(*faults),
            tuple((n, self.truth(c, lets, state)) for n, c in obligation.cases),
        )

    def outcomes(
        self, o: Obligation, args: tuple[Any, ...], named: frozenset[str], env: Env, state: State, s: Setting
    ) -> Iterator[Question]:
        transition = o.transition
        label = f"{o.label}({', '.join(map(_shown, args))})" if args and o.each_argument else o.label
        executor = self.executor(o, (*s.hypotheses, s.where, neg(s.where_fault)))
        if transition.kind == "nothing":
            paths = [Path(state, named=named)]
        else:
            paths = executor.run(self.body(o), env, Path(state, named=named))
        faults = tuple(self.encoder.scratch.faults)
        exact = not executor.havocked
        known = (*s.hypotheses, s.where, neg(s.where_fault))
        ranges = tuple(self.fact(e, state) for _, e in o.ranges)
        without = disj(s.where_fault, conj(s.where, disj(s.let_fault, *(f.when for f in faults))))
        if o.strict and without is not False:
            hypotheses = (*self.encoder.axioms, *s.hypotheses)
            yield Question(o, f"{label}{ANSWER}", hypotheses, neg(without), state, args, (), (), exact, (), ranges)
        elif s.let_fault is not False:
            known = (*known, neg(s.let_fault))
        heads = [(f"{label}, {i.phase}", i.path, self.to_show(o, i, state), False) for i in executor.obligations]
        shown = [head for head in heads if head[2]]
        shown += [(label, path, o.conclusions, exact) for path in paths]
        for step, path, conclusions, precise in shown:
            goal = self.concluded(conclusions, s.lets, state, path.state if transition.kind != "nothing" else None)
            hypotheses = (*self.encoder.axioms, *known, *path.conditions)
            sliced = self.is_sliced(o)
            yield Question(o, step, hypotheses, goal, state, args, path.draws, faults, precise, s.cases, ranges, sliced)

    def executor(self, obligation: Obligation, before: tuple[Any, ...]) -> Executor:
        self.encoder.scratch = Scratch()

        def possible(conditions: tuple[Any, ...]) -> bool:
            why = Asked("branch", obligation.phase, obligation.label, len(self.table.players))
            return find((*self.encoder.axioms, *before, *conditions), BRANCH, why).verdict != "holds"

        def known(state: State, changed: frozenset[str]) -> Any:
            return self.holds(self.about(obligation.loop, changed), {}, state)

        # Of runs of which one must come to something, none may stand for another: the state can tell them apart.
        alike = self.symmetries if not self.apart else []
        return Executor(self.encoder, alike, known, possible, self.slice(obligation)[0], self.apart)

    def reads(self, expr: Expr) -> set[str]:
        if id(expr) not in self.read:
            self.read[id(expr)] = reads(self.game, [expr])
        return self.read[id(expr)]

    def about(self, named: Named, changed: frozenset[str]) -> Named:
        """What reads a variable that a loop changes. The rest is at its head as it was before the loop."""
        return tuple((n, e) for n, e in named if not changed.isdisjoint(self.reads(e)))

    def to_show(self, o: Obligation, at: Place, before: State) -> Named:
        """What is assumed at the head of a loop, but for what was known in a state that is the same to it."""
        hypotheses, bounds = ({id(e) for _, e in named} for named in (o.hypotheses, o.ranges))
        now = at.path.state.variables
        found = []
        for name, expr in self.about(o.loop, at.touched):
            then = [state for state, changed in at.path.known if not changed.isdisjoint(self.reads(expr))]
            if id(expr) in hypotheses | bounds:
                then.append(before)
            same = [s for s in then if all(now[v] is s.variables[v] for v in self.reads(expr))]
            if not same:
                found.append((name, expr))
            self.leant = self.leant or (id(expr) in bounds and same == [before])
        return tuple(found)

    def arguments(self, obligation: Obligation) -> Iterator[tuple[tuple[Any, ...], frozenset[str]]]:
        """Arguments for a step: members one by one, interchangeable ones standing for each other."""
        choices = []
        alike = self.symmetric and not obligation.from_start
        alike = alike and players_interchangeable(self.slice(obligation)[0], self.reached(obligation))
        known = set() if alike else self.seats()
        for name, type in obligation.transition.arguments:
            if self.one_by_one(obligation, type, known):
                choices.append(list(self.members(type)))
            else:
                if isinstance(type, SortType) and not type.optional and not self.table.members[type.name]:
                    return
                choices.append([self.encoder.fresh(name, type)])
        seen = Executor(self.encoder, [*self.symmetries, *([self.table.players] if alike else [])])
        for args in product(*choices):
            path = Path(State({}, 0))
            for arg in args:
                if isinstance(arg, str) and seen.like(arg, path):
                    break
                path = seen.name(arg, path) if isinstance(arg, str) else path
            else:
                yield args, path.named

    def one_by_one(self, o: Obligation, type: Type, unknown: set[str]) -> bool:
        """Whether each member is tried as an argument; otherwise the solver chooses."""
        return o.each_argument and isinstance(type, SortType) and not set(type.parts) & unknown

    def members(self, type: Type) -> tuple[Any, ...]:
        members = self.table.index(type)
        return (*members, None) if isinstance(type, SortType) and type.optional else members

    def seats(self) -> set[str]:
        return {s.name for s in self.game.sorts.values() if s.kind == "seats"}


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "none" if value is None else "any"
