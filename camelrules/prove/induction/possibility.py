"""What can happen: from every state, some run of the step comes to it; where none does, the runs are replayed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from camelrules.lang.types import BoolType, IntType, SortType, Type
from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.induction.questions import ANSWER, Question, Questions, Setting
from camelrules.prove.properties.family import Book, Possibility
from camelrules.prove.properties.meaning import Obligation
from camelrules.prove.properties.players import counts, every_count
from camelrules.prove.results import Result
from camelrules.prove.symbolic.encode import Env, State
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.solve import Answer
from camelrules.prove.symbolic.values import conj, disj, neg
from camelrules.prove.witness.files import property_witness
from camelrules.prove.witness.judge import Judge
from camelrules.run.engine import Disagreement
from camelrules.run.table import Table, seat

METHOD = "any state, some run"


class Runs(Questions):
    """One question for each argument: that one of the runs comes to what is promised.

    From any state, everything that can be drawn makes a run of its own, and the solver looks for a state from which
    none of them will do. From the start of the game there is only one state: there the solver may choose what is
    drawn, and each run is a question whether it can be; `ways` are the runs of the question given last.
    """

    ways: tuple[Question, ...] = ()

    def outcomes(
        self, o: Obligation, args: tuple[Any, ...], named: frozenset[str], env: Env, state: State, s: Setting
    ) -> Iterator[Question]:
        # Whether there is an answer at all is asked of all draws together, which is much quicker.
        self.apart = False
        yield from (q for q in islice(super().outcomes(o, args, named, env, state, s), 1) if q.step.endswith(ANSWER))
        self.apart = not o.from_start
        ways = [q for q in super().outcomes(o, args, named, env, state, s) if not q.step.endswith(ANSWER)]
        if not ways:
            return  # nothing can be drawn, and that was asked
        self.ways = tuple(ways)
        # What a run is taken under is part of what must be: to assume it would be to choose the state.
        known = (*self.encoder.axioms, *s.hypotheses, s.where, neg(s.where_fault))
        goal = disj(*(conj(*w.hypotheses, w.goal) for w in ways))
        exact = all(w.exact for w in ways)
        yield replace(ways[0], hypotheses=known, goal=goal, draws=(), faults=(), exact=exact)

    def one_by_one(self, o: Obligation, type: Type, unknown: set[str]) -> bool:
        if not o.from_start:
            return super().one_by_one(o, type, unknown)
        if not isinstance(type, SortType | BoolType) and not (isinstance(type, IntType) and type.sort):
            raise Unsupported(f"an argument of type {type} at the start of the game: each must be tried")
        return True

    def members(self, type: Type) -> tuple[Any, ...]:
        return (False, True) if isinstance(type, BoolType) else super().members(type)


def possibility(book: Book, property: Possibility, settings: Settings) -> Result:
    """Whether it can happen at every table, from every state and with every argument."""
    prover = Prover(book, property, settings)
    seated = counts(book, property, settings.quick)
    for number in seated:
        table = seat(book.game, number, dict(property.parameters))
        try:
            found = _at(prover, table)
        except Unsupported as error:
            return prover.result("unknown", METHOD, detail=str(error), players=seated)
        if found is not None:
            return replace(found, players=(number,))
    if prover.tally.unknown:
        return prover.result("unknown", METHOD, detail="; ".join(prover.tally.unknown[:3]), players=seated)
    if set(every_count(book, property)) <= set(seated):
        return prover.result("proved", METHOD, players=seated)
    return prover.result("bounded", METHOD, detail=f"only with {seated[0]} players", players=seated)


def _at(prover: Prover, table: Table) -> Result | None:
    """A refutation at one table, or nothing; what the solver does not know is noted."""
    asked = Runs(prover.book, prover.property, table, symmetric=prover.settings.symmetric)
    for question in asked.all():
        prover.tally.phases.setdefault(question.phase, "holds")
        if prover.settings.vacuity:
            prover.look(asked, question, table)
        if question.step.endswith(ANSWER):
            answer = prover.ask(question, table)
            if answer.verdict == "fails":
                found = prover.believe(asked, question, answer, table)
                if found is not None:
                    return found
        elif not question.exact:
            prover.tally.unknown.append("a loop over a list of unknown length: its outcome is only described")
            return None
        elif question.obligation.from_start:
            answer = _from_the_start(prover, asked, question, table)
        else:
            answer = prover.ask(question, table)
        if answer.verdict == "unknown":
            prover.tally.unknown.append(f"the solver's budget ran out: {question.step}")
        elif answer.verdict == "fails":
            return _never(prover, asked, question, answer, table)
    return None


def _from_the_start(prover: Prover, asked: Runs, question: Question, table: Table) -> Answer:
    """Whether one of the runs comes to what is promised, shown by the reference evaluator."""
    verdict = "fails"
    for way in asked.ways:
        answer = prover.put(way, (*way.hypotheses, way.goal), table)
        if answer.verdict == "fails":
            state, args, draws = prover.concrete(asked, way, answer)
            shown = Judge(table).replay(question.obligation, args, draws, state)
            if shown.broken or not shown.hypotheses:
                raise Disagreement(f"`{prover.property.id}`: the run that the solver found does not come to it")
            return Answer("holds", None, answer.work)
        if answer.verdict == "unknown":
            verdict = "unknown"
    return Answer(verdict, None, 0)


def _never(prover: Prover, asked: Runs, question: Question, answer: Answer, table: Table) -> Result:
    """The refutation: a state from which no run comes to it."""
    property, obligation = prover.property, question.obligation
    state, args = (Judge(table).reference.initial(), question.args)
    if answer.model is not None:
        state, args, _ = prover.concrete(asked, question, answer)
    shown, tried = Judge(table).never(obligation, args, state)
    if shown is None:
        raise Disagreement(f"`{property.id}`: a run comes to it where the solver finds none")
    prover.tally.phases[question.phase] = "fails"
    witness = property_witness(prover.book, property, table, obligation.transition, shown)
    detail = f"never happens: {question.step}: {', '.join(shown.failed)}; tried with {tried} different draws"
    return prover.result("refuted", "counterexample replayed", detail=detail, witness=witness)
