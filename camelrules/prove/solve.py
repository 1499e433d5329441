"""One question to the solver, with a budget in its own units of work so that answers do not depend on the machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import z3

from camelrules.prove.values import term

# Our dearest question takes under a tenth of this; see docs/decisions/0021.
BUDGET = 40_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """`holds`, `fails` (with a model) or `unknown`, and the work it took."""

    verdict: str
    model: z3.ModelRef | None
    work: int


def find(assumed: Iterable[Any], budget: int) -> Answer:
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
        return Answer("fails", solver.model(), work)
    return Answer("holds" if answer == z3.unsat else "unknown", None, work)


def _work(solver: z3.Solver) -> int:
    statistics = solver.statistics()
    for at in range(len(statistics)):
        name, value = statistics[at]
        if name == "rlimit count":
            return int(value)
    return 0
