"""A counterexample counts only when the reference evaluator, run from it, shows the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from camelrules.lang.syntax import Draw, Expr, For, Stmt
from camelrules.prove.properties.family import BEFORE, Named
from camelrules.prove.properties.meaning import Obligation
from camelrules.run.chance import no_chance, seeded
from camelrules.run.faults import RuleFault
from camelrules.run.reference import Reference, Run, State
from camelrules.run.table import Table

# Runs from one state, each with other draws, that are tried where a question does not say what is drawn.
RUNS = 5_000
SOME = 500  # of either kind, where the solver says that none of them comes to what is promised


class Scripted(Reference):
    """Draws what it is told to draw, by value, and notes which option that was."""

    def __init__(self, table: Table, rows: list[tuple[Any, ...]], choose: Callable[[int], int]) -> None:
        super().__init__(table)
        self.rows, self.choose = list(rows), choose
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
        at = rows.index(wanted) if wanted in rows else self.choose(len(rows))
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
    """Evaluates obligations in states of the reference evaluator."""

    def __init__(self, table: Table, choose: Callable[[int], int] = lambda options: 0) -> None:
        self.table = table
        self.reference = Reference(table)
        self.choose = choose  # where nothing says what is drawn

    def truth(self, expr: Expr, env: Mapping[str, Any], state: State) -> bool:
        """A truth value; where the expression has no answer, it does not hold."""
        try:
            return bool(self.reference.eval(expr, env, state))
        except RuleFault:
            return False

    def env(self, obligation: Obligation, args: tuple[Any, ...]) -> dict[str, Any]:
        return dict(zip((n for n, _ in obligation.transition.arguments), args, strict=True))

    def lets(self, obligation: Obligation, env: Mapping[str, Any], state: State) -> dict[str, Any]:
        inner = dict(env)
        for name, expr in obligation.lets:
            inner[name] = self.reference.eval(expr, inner, state)
        return inner

    def starts(self, obligation: Obligation, state: State) -> bool:
        """Whether a state satisfies the hypotheses; `where` is apart, for it may have no answer."""
        return all(self.truth(e, {}, state) for _, e in obligation.hypotheses)

    def failed(self, named: Named, env: Mapping[str, Any], before: State, after: State) -> tuple[str, ...]:
        """The conclusions that do not hold."""
        both = {**after, **{BEFORE + n: v for n, v in before.items()}}
        return tuple(label for label, expr in named if not self.truth(expr, env, both))

    def denied(self, obligation: Obligation, shown: Shown) -> bool:
        """Whether what was shown breaks the promise by what is so, and not only because a rule has no answer."""
        if shown.fault:
            return False
        both = {**shown.after, **{BEFORE + n: v for n, v in shown.before.items()}}
        env = self.lets(obligation, self.env(obligation, shown.args), shown.before)
        for _, expr in obligation.conclusions:
            try:
                if not self.reference.eval(expr, env, both):
                    return True
            except RuleFault:
                continue
        return False

    def reaches(self, obligation: Obligation, args: tuple[Any, ...], state: State, case: Expr | None = None) -> bool:
        """Whether the obligation is about this state at all, or about this case in it."""
        env = self.env(obligation, args)
        if not self.starts(obligation, state):
            return False
        try:
            if obligation.where is not None and not self.reference.eval(obligation.where, env, state):
                return False
            return case is None or bool(self.reference.eval(case, self.lets(obligation, env, state), state))
        except RuleFault:
            return False

    def search(self, obligation: Obligation, args: tuple[Any, ...], state: State) -> Shown:
        """A run that breaks the promise, whatever is drawn on the way, or the last of those that were tried."""
        for shown in self.every_run(obligation, args, state):
            if shown.broken:
                break
        return shown

    def never(self, obligation: Obligation, args: tuple[Any, ...], state: State) -> tuple[Shown | None, int]:
        """A run that does not come to what is promised of one, where none of so many different ones does."""
        missed, number = None, 0
        for number, missed in enumerate(self.every_run(obligation, args, state, SOME), 1):
            if not missed.broken:
                return None, number
        if number == SOME:
            # There are more, and those that come first all begin with the same draws.
            judge = Judge(self.table, seeded(1))
            for number in range(SOME + 1, 2 * SOME + 1):
                missed = judge.replay(obligation, args, [], state)
                if not missed.broken:
                    return None, number
        return missed, number

    def every_run(
        self, obligation: Obligation, args: tuple[Any, ...], state: State, most: int = RUNS
    ) -> Iterator[Shown]:
        """The runs from a state, each with other draws; where there are very many, those that come first."""
        prefix: list[int] = []
        for _ in range(most):
            taken: list[tuple[int, int]] = []

            def choose(options: int, prefix: list[int] = prefix, taken: list[tuple[int, int]] = taken) -> int:
                at = prefix[len(taken)] if len(taken) < len(prefix) else 0
                taken.append((at, options))
                return at

            shown = Judge(self.table, choose).replay(obligation, args, [], state)
            while taken and taken[-1][0] + 1 >= taken[-1][1]:
                taken.pop()
            yield shown
            if not taken:
                break
            prefix = [*(at for at, _ in taken[:-1]), taken[-1][0] + 1]

    def replay(
        self, obligation: Obligation, args: tuple[Any, ...], draws: list[tuple[Any, ...]], state: State
    ) -> Shown:
        """Runs the transition from the state and says whether the promise is broken."""
        transition = obligation.transition
        good = self.starts(obligation, state)
        env = self.env(obligation, args)
        scripted = Scripted(self.table, draws, self.choose)
        run = Run(scripted.copy(state), no_chance, [])
        try:
            if obligation.where is not None and not self.reference.eval(obligation.where, env, state):
                return Shown(False, (), state, run.state, args=args, hypotheses=False)
            lets = self.lets(obligation, env, state)
            taken = args[: len(transition.given)]
            if transition.kind == "action":
                scripted.act(transition.name, taken, run)
            elif transition.kind != "nothing":
                scripted.run(transition.name, taken, run)
        except RuleFault as error:
            message = error.diagnostics[0].message
            broken = good and obligation.strict
            return Shown(broken, (message,), state, run.state, run.events, tuple(scripted.taken), args, message, good)
        failed = self.failed(obligation.conclusions, lets, state, run.state)
        choices = tuple(scripted.taken)
        return Shown(good and bool(failed), failed, state, run.state, run.events, choices, args, "", good)
