"""The most that a number can come to, in any state or after one step: more is asked for until there is no more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.induction.questions import Question, Questions
from camelrules.prove.properties.family import BEFORE, Book, Ranges, UpperBound
from camelrules.prove.properties.players import counts, every_count
from camelrules.prove.results import Result
from camelrules.prove.symbolic.values import conj, neg
from camelrules.prove.witness.files import property_witness
from camelrules.prove.witness.judge import Judge, Shown
from camelrules.run.engine import Disagreement
from camelrules.run.reference import Reference
from camelrules.run.table import Table, seat

METHOD = "search by the solver"
# A number that was raised so often has no greatest value that could be found this way.
RAISED = 300


class Numbers(Questions):
    """The questions of an upper bound, with the number in place of a goal."""

    number: UpperBound

    def concluded(self, named: Any, env: Any, before: Any, after: Any) -> Any:
        assert isinstance(self.property, UpperBound)
        return self.value(self.property.number, env, self.both(before, after))


def upper_bound(book: Book, property: UpperBound, settings: Settings) -> Result:
    """The greatest value at every table, with a state that reaches it and a proof that none exceeds it."""
    prover = Prover(book, property, settings)
    seated = counts(book, property, settings.quick)
    best: tuple[int, Shown, Question, Table] | None = None
    for number in seated:
        table = seat(book.game, number, dict(property.parameters))
        asked = Numbers(book, property, table)
        for question in asked.all():
            if settings.vacuity:
                prover.look(asked, _plain(question), table)
            if question.step.endswith("an answer"):
                answer = prover.ask(question, table)
                if answer.verdict == "holds":
                    continue
                found = prover.believe(asked, question, answer, table) if answer.verdict == "fails" else None
                return found or prover.result("unknown", METHOD, detail=f"an answer: {question.step}", players=seated)
            if not question.exact:
                detail = "a loop over a list of unknown length: its outcome is only described"
                return prover.result("unknown", METHOD, detail=detail, players=seated)
            value, fault = question.goal
            prover.rests |= {declared} if (declared := book.only(Ranges)) is not None else set()
            known = (*question.hypotheses, *question.ranges)
            raised = 0
            while True:
                over = value > best[0] if best else True
                answer = prover.put(question, (*known, conj(over, neg(fault))), table)
                if answer.verdict == "unknown":
                    least = f"at least {best[0]}; " if best else ""
                    detail = f"{least}the solver's budget ran out before it was shown that nothing is more"
                    return prover.result("unknown", METHOD, detail=detail, value=best[0] if best else None)
                if answer.verdict == "holds":
                    break
                shown = prover.replay(asked, question, answer, table)
                if shown is None or not shown.hypotheses or shown.fault:
                    raise Disagreement(f"`{property.id}` of {book.edition}: the greatest value does not replay")
                reached = value_of(property, table, shown, question)
                raised += 1
                if raised > RAISED or (best is not None and reached <= best[0]):
                    why = "it grows on and on" if raised > RAISED else "an opaque function answers what it never does"
                    return prover.result("unknown", METHOD, detail=f"at least {reached}: {why}", players=seated)
                best = (reached, shown, question, table)
            if prover.put(question, (*known, fault), table).verdict != "holds":
                return prover.result("unknown", METHOD, detail="the number is not always there", players=seated)
            over_bound = _over_bound(property, prover, asked, question, known, table)
            if over_bound is not None:
                return replace(over_bound, players=(number,))
    if best is None:
        return prover.result("proved", METHOD, detail="there is no case at all", players=seated)
    return _result(book, property, prover, seated, best)


def _bound(property: UpperBound, table: Table) -> int | None:
    return int(Reference(table).eval(property.bound, {}, {})) if property.bound is not None else None


def _over_bound(
    property: UpperBound, prover: Prover, asked: Questions, question: Question, known: tuple[Any, ...], table: Table
) -> Result | None:
    """The bound of this very table, which may be another than at the table of the greatest value."""
    bound = _bound(property, table)
    if bound is None:
        return None
    value, fault = question.goal
    answer = prover.put(question, (*known, conj(value > bound, neg(fault))), table)
    if answer.verdict == "holds":
        return None
    if answer.verdict == "unknown":
        return prover.result("unknown", METHOD, detail="the solver's budget ran out before the bound was shown")
    shown = prover.replay(asked, question, answer, table)
    if shown is None or not shown.hypotheses or shown.fault:
        raise Disagreement(f"`{property.id}` of {prover.book.edition}: more than the bound does not replay")
    best = (value_of(property, table, shown, question), shown, question, table)
    return _result(prover.book, property, prover, (len(table.players),), best)


def _plain(question: Question) -> Question:
    """The question without its number, which is no truth value."""
    return replace(question, goal=True)


def _result(
    book: Book, property: UpperBound, prover: Prover, seated: tuple[int, ...], best: tuple[int, Shown, Question, Table]
) -> Result:
    value, shown, question, table = best
    bound = _bound(property, table)
    witness = property_witness(book, property, table, question.obligation.transition, shown)
    detail = f"at most {value} with {len(table.players)} players" + (f", against {bound}" if bound is not None else "")
    more: dict[str, Any] = {"value": value, "witness": witness}
    if bound is not None and value > bound:
        players = (len(table.players),)
        return prover.result("refuted", "counterexample replayed", detail=detail, players=players, **more)
    if set(every_count(book, property)) <= set(seated):
        return prover.result("proved", METHOD, detail=detail, players=seated, **more)
    return prover.result("bounded", METHOD, detail=f"{detail}; no other number was tried", players=seated, **more)


def value_of(property: UpperBound, table: Table, shown: Shown, question: Question) -> int:
    """The number in a replayed step."""
    judge = Judge(table)
    both = {**shown.after, **{BEFORE + n: v for n, v in shown.before.items()}}
    env = judge.lets(question.obligation, judge.env(question.obligation, shown.args), shown.before)
    return int(judge.reference.eval(property.number, env, both))
