"""The most that a number can come to, in any state or after one step: more is asked for until there is no more."""

from __future__ import annotations

from typing import Any

from camelrules.prove.confirm import Judge, Shown
from camelrules.prove.induct import Prover
from camelrules.prove.properties import BEFORE, Book, Property
from camelrules.prove.questions import Question, Questions
from camelrules.prove.results import Result
from camelrules.prove.solve import find
from camelrules.prove.witness import property_witness
from camelrules.run.engine import Disagreement
from camelrules.run.reference import Reference
from camelrules.run.table import Table, bounds, seat


class Most(Questions):
    """The questions of a step or a claim, with the number instead of a goal."""

    def held(self, env: Any, before: Any, after: Any) -> Any:
        past = {BEFORE + n: v for n, v in before.variables.items()}
        return self.claimed(env, self.encoder.state({**after.variables, **past}))

    def claimed(self, env: Any, state: Any) -> Any:
        assert self.property.most is not None
        return self.encoder.eval(self.property.most, env, state)


def most(book: Book, property: Property, budget: int) -> Result:
    """The greatest value at one table, with a state that reaches it and a proof that none exceeds it.

    The table is the fullest, of which one with fewer players is a special case: theirs are the seats that own nothing.
    """
    seats = next(s for s in book.game.sorts.values() if s.kind == "seats")
    low, high = bounds(book.game, seats)
    table = seat(book.game, low if property.players == "fewest" else high, dict(property.change))
    prover = Prover(book, property, budget, vacuity=False)
    asked = Most(book, property, table)
    best: tuple[int, Shown, Question] | None = None
    for question in asked.all():
        low = best[0] if best else -1
        while True:
            answer = find((*question.hypotheses, question.goal > low), budget)
            prover.tally.questions += 1
            prover.tally.work += answer.work
            if answer.verdict == "unknown":
                detail = f"at least {low}; the solver's budget ran out before it was shown that nothing is more"
                return prover.result("unknown", "search by the solver", detail=detail, value=low)
            if answer.verdict == "holds":
                break
            shown = prover.replay(asked, question, answer, table)
            if shown is None or not shown.hypotheses:
                raise Disagreement(f"`{property.id}` of {book.edition}: the greatest value does not replay")
            low = value_of(property, table, shown)
            best = (low, shown, question)
    assert best is not None
    value, shown, question = best
    bound = Reference(table).eval(property.bound, {}, {}) if property.bound is not None else None
    judge = Judge(book, property, table)
    params = judge.params(question.run.kind, question.run.name)
    witness = property_witness(book, property, table, question.run.kind, question.run.name, shown, params)
    detail = f"at most {value} with {len(table.players)} players" + (f", against {bound}" if bound is not None else "")
    players = (len(table.players),)
    if bound is not None and value > bound:
        return prover.result(
            "refuted", "counterexample replayed", detail=detail, value=value, witness=witness, players=players
        )
    return prover.result("proved", "search by the solver", detail=detail, value=value, witness=witness, players=players)


def value_of(property: Property, table: Table, shown: Shown) -> int:
    """The number in a replayed step."""
    reference = Reference(table)
    both = {**shown.after, **{BEFORE + n: v for n, v in shown.before.items()}}
    env = dict(zip((n for n, _ in property.given), shown.args, strict=True))
    value = reference.eval(property.most, env, both)  # type: ignore[arg-type]
    return int(value)
