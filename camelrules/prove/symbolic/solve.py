"""One question to the solver, with a budget in its own units of work so that answers do not depend on the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import z3

from camelrules.prove.symbolic.values import term

# Our dearest question takes under a tenth of this; see docs/decisions/0021.
BUDGET = 40_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """`holds`, `fails` (with a model) or `unknown`, and the work it took."""

    verdict: str
    model: z3.ModelRef | None
    work: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is for: a `goal`, a `branch` that may be impossible, a `case` to be reached, a `witness`."""

    purpose: str
    phase: str = ""
    step: str = ""
    players: int = 0
    hypotheses: tuple[str, ...] = ()
    conclusions: tuple[str, ...] = ()


# Told of every question with its answer, so that it can be asked of another solver.
Listener = Callable[[z3.Solver, Asked, Answer], None]
_listeners: list[Listener] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """While it lasts, the listener is told of every question that the solver is asked."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def find(assumed: Iterable[Any], budget: int, asked: Asked) -> Answer:
    """A model of the assumptions: `fails` with one where there is, `holds` where there is none."""
    assumed = list(assumed)
    if any(a is False for a in assumed):
        return Answer("holds", None, 0)
    solver = z3.SolverFor("QF_LIA")
    solver.set("rlimit", budget)
    for part in assumed:
        if part is not True:
            solver.add(term(part))
    before = _work(solver)
    answer = solver.check()
    work = max(0, _work(solver) - before)
    if answer == z3.sat:
        made = Answer("fails", solver.model(), work)
    else:
        made = Answer("holds" if answer == z3.unsat else "unknown", None, work)
    for listener in _listeners:
        listener(solver, asked, made)
    return made


def _work(solver: z3.Solver) -> int:
    statistics = solver.statistics()
    for at in range(len(statistics)):
        name, value = statistics[at]
        if name == "rlimit count":
            return int(value)
    return 0
