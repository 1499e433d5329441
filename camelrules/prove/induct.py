"""Induction: the questions of a property are asked, and every counterexample is replayed before it is believed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from camelrules.lang.syntax import Next, SortDomain
from camelrules.lang.walk import all_expressions, statements, within
from camelrules.prove.assumed import closure, spoken
from camelrules.prove.confirm import Judge, Shown
from camelrules.prove.encode import Unsupported
from camelrules.prove.properties import Book, Property
from camelrules.prove.questions import Question, Questions
from camelrules.prove.results import Result, Tally
from camelrules.prove.solve import BUDGET, Answer, find
from camelrules.prove.unknown import state_in, value_in
from camelrules.prove.values import neg
from camelrules.prove.witness import property_witness
from camelrules.run.engine import Disagreement
from camelrules.run.table import Table, bounds, seat

# Lists of up to this length are tried in full where a loop was only described.
LENGTHS = (0, 1, 2, 3)


def counts(book: Book, property: Property, quick: bool = False) -> tuple[int, ...]:
    """How many players to seat: every number, or the most where fewer are a special case of that."""
    seats = next(s for s in book.game.sorts.values() if s.kind == "seats")
    low, high = bounds(book.game, seats)
    if property.players == "fewest":
        return (low,)
    if seatless(book, property, seats.name):
        return (high,)
    if quick:
        return (high,) if property.players == "many" else (low,)
    return tuple(range(low, high + 1))


def seatless(book: Book, property: Property, seats: str) -> bool:
    """Whether nothing in the property or its step goes through the players or asks who is next.

    Then a state with fewer players is a state with all of them in which some never appear.
    """
    game = book.game
    if property.kind in ("invariant", "total", "ranges"):
        return False
    todo = [*spoken(book, property)]
    blocks = []
    if property.after and property.kind != "guard":
        found = game.actions.get(property.after) or game.effects[property.after]
        blocks = [found.body]
        todo += all_expressions(found)
    seen: set[str] = set()
    while todo or blocks:
        if blocks:
            for stmt in statements(blocks.pop()):
                domain = getattr(getattr(stmt, "binder", None), "domain", None)
                if isinstance(domain, SortDomain) and seats in game.sorts[domain.sort].parts:
                    return False
                name = getattr(stmt, "name", "")
                if name in game.effects and name not in seen:
                    seen.add(name)
                    blocks.append(game.effects[name].body)
                    todo += all_expressions(game.effects[name])
            continue
        for expr in within(todo.pop()):
            if isinstance(expr, Next) and seats in getattr(expr.type, "parts", ()):
                return False
            for binder in getattr(expr, "binders", ()):
                if isinstance(binder.domain, SortDomain) and seats in game.sorts[binder.domain.sort].parts:
                    return False
            name = getattr(expr, "name", "")
            if (name in game.functions or name in game.decisions) and name not in seen:
                seen.add(name)
                todo += all_expressions(game.callable(name))
    return True


class Prover:
    """Checks one property of a book."""

    def __init__(
        self,
        book: Book,
        property: Property,
        budget: int = BUDGET,
        quick: bool = False,
        vacuity: bool = True,
        polish: bool = True,
    ) -> None:
        self.vacuity = vacuity
        self.polish = polish
        self.book = book
        self.property = property
        self.budget = budget
        self.quick = quick
        self.tally = Tally()
        self.reach: dict[str, bool] = {}  # steps, and the cases of the property file: whether ever reached
        self.cases: dict[str, bool] = {}

    def result(self, verdict: str, method: str, **more: Any) -> Result:
        p, tally = self.property, self.tally
        return Result(
            p.id,
            self.book.edition,
            verdict,
            method,
            p.note.says,
            p.note.clauses,
            p.expect,
            phases=tuple(tally.phases.items()),
            assumptions=tuple(closure(self.book, p)),
            questions=tally.questions,
            work=tally.work,
            cases=tuple((n, "reached" if r else "never") for n, r in {**self.reach, **self.cases}.items()),
            vacuous=bool(self.reach) and (not any(self.reach.values()) or not all(self.cases.values())),
            **more,
        )

    def check(self) -> Result:
        """The verdict over every number of players."""
        seated = counts(self.book, self.property, self.quick)
        for number in seated:
            table = seat(self.book.game, number, dict(self.property.change))
            refuted = self.at(table)
            if refuted is not None:
                return replace(refuted, players=(number,))
        method = "induction" if self.property.kind in ("invariant", "total", "ranges") else "any state"
        if self.tally.unknown:
            return self.result("unknown", method, detail="; ".join(self.tally.unknown[:3]), players=seated)
        if self.property.lists is not None:
            detail = f"lists of at most {self.property.lists}"
            return self.result("bounded", method, detail=detail, players=seated)
        if self.quick and len(seated) < len(counts(self.book, self.property)):
            detail = f"only with {seated[0]} players; without --quick, any number"
            return self.result("bounded", method, detail=detail, players=seated)
        return self.result("proved", method, players=seated)

    def at(self, table: Table) -> Result | None:
        """A refutation at one table, or nothing."""
        lengths = (None,) if self.property.lists is None else tuple(range(self.property.lists + 1))
        for length in lengths:
            found = self.with_lists(table, length)
            if found is not None:
                return found
        return None

    def with_lists(self, table: Table, length: int | None) -> Result | None:
        try:
            asked = Questions(self.book, self.property, table, length)
            for question in asked.all():
                self.tally.phases.setdefault(question.phase, "holds")
                answer = self.ask(question)
                if self.vacuity:
                    self.look(question)
                if answer.verdict == "unknown":
                    self.tally.phases[question.phase] = "unknown"
                    self.tally.unknown.append(f"the solver's budget ran out: {question.phase}, {question.step}")
                elif answer.verdict == "fails":
                    found = self.believe(asked, question, answer, table)
                    if found is not None:
                        return found
            self.tally.skipped += asked.skipped
        except Unsupported as error:
            self.tally.unknown.append(str(error))
        return None

    def look(self, question: Question) -> None:
        """Whether the step and each case can happen at all; a property without cases says nothing."""
        if not question.exact and "loop" in question.step:
            return
        if not self.reach.get(question.step):
            self.reach[question.step] = self.possible(question.hypotheses)
        for name, case in question.cases:
            if case is not False and not self.cases.get(name):
                self.cases[name] = self.possible((*question.hypotheses, case))

    def possible(self, hypotheses: tuple[Any, ...]) -> bool:
        answer = find(hypotheses, self.budget)
        self.tally.work += answer.work
        if answer.verdict == "unknown":
            self.tally.unknown.append("the solver's budget ran out: whether there are cases at all")
        return answer.verdict == "fails"

    def ask(self, question: Question) -> Answer:
        self.tally.questions += 1
        answer = find((*question.hypotheses, neg(question.goal)), self.budget)
        self.tally.work += answer.work
        return answer

    def believe(self, asked: Questions, question: Question, answer: Answer, table: Table) -> Result | None:
        """Replays a counterexample; one that does not replay is looked at more closely."""
        shown = self.replay(asked, question, answer, table)
        if shown is not None and shown.broken:
            return self.refuted(question, self.sensible(asked, question, table) or shown, table)
        if question.faults:
            # A state in which a rule has no answer is another property's business.
            faultless = tuple(neg(f.when) for f in question.faults)
            again = replace(question, hypotheses=(*question.hypotheses, *faultless), faults=())
            answer = self.ask(again)
            if answer.verdict == "holds":
                return None
            if answer.verdict == "unknown":
                self.tally.unknown.append(f"the solver's budget ran out: {question.phase}, {question.step}")
                return None
            return self.believe(asked, again, answer, table)
        if self.property.opaque:
            plain = replace(self.property, opaque=frozenset())
            inner = Prover(self.book, plain, self.budget, self.quick, vacuity=False)
            inner.tally = self.tally
            return inner.at(table)
        if not question.exact:
            return self.shorter(question, table)
        failed = "its hypotheses do not hold" if shown is None or not shown.hypotheses else "the property holds there"
        raise Disagreement(
            f"`{self.property.id}` of {self.book.edition}: the solver's counterexample does not replay "
            f"({question.phase}, {question.step}): {failed}"
        )

    def sensible(self, asked: Questions, question: Question, table: Table) -> Shown | None:
        """The same counterexample in a state that keeps every invariant, where there is one: easier to believe."""
        if question.run.kind == "start" or not self.polish:
            return None
        at = "within" if question.step == self.book.system.after_action else "between"
        wishes = [neg(asked.truth(self.book.system.over, {}, question.run.state))]
        for other in self.book.properties.values():
            if other.kind == "invariant" and other.id != self.property.id and other.expect == "holds":
                wishes.append(asked.moment(other, at, question.run.state))
        hypotheses = (*asked.encoder.axioms, *question.hypotheses, *(neg(f.when) for f in question.faults))
        answer = find((*hypotheses, *wishes, neg(question.goal)), self.budget)
        if answer.verdict != "fails":
            kept: list[Any] = []
            for wish in wishes:
                again = find((*hypotheses, *kept, wish, neg(question.goal)), self.budget)
                if again.verdict == "fails":
                    kept.append(wish)
                    answer = again
        if answer.verdict != "fails":
            return None
        shown = self.replay(asked, question, answer, table)
        return shown if shown is not None and shown.broken else None

    def replay(self, asked: Questions, question: Question, answer: Answer, table: Table) -> Shown | None:
        if not question.exact or answer.model is None:
            return None
        encoder, run, model = asked.encoder, question.run, answer.model
        state = state_in(model, run.state, encoder)
        judge = Judge(self.book, self.property, table)
        types = [t for _, t in judge.params(run.kind, run.name)]
        args = tuple(value_in(model, a, t, encoder) for a, t in zip(run.args, types, strict=True))
        draws = [tuple(value_in(model, v, None, encoder) for v in row) for row in run.draws]
        return judge.replay(run.kind, run.name, args, draws, state)

    def refuted(self, question: Question, shown: Shown, table: Table) -> Result:
        self.tally.phases[question.phase] = "fails"
        run = question.run
        params = Judge(self.book, self.property, table).params(run.kind, run.name)
        witness = property_witness(self.book, self.property, table, run.kind, run.name, shown, params)
        detail = f"fails: {question.phase} ({question.step}): {', '.join(shown.failed)}"
        return self.result("refuted", "counterexample replayed", detail=detail, witness=witness)

    def shorter(self, question: Question, table: Table) -> Result | None:
        """The same property with short lists written out; without a replayable answer nothing is known."""
        for length in LENGTHS:
            asked = Questions(self.book, self.property, table, length)
            for other in asked.all():
                if other.phase != question.phase or not question.step.startswith(other.step.split(",")[0]):
                    continue
                answer = self.ask(other)
                if answer.verdict == "fails":
                    shown = self.replay(asked, other, answer, table)
                    if shown is not None and shown.broken:
                        return self.refuted(other, self.sensible(asked, other, table) or shown, table)
        self.tally.phases[question.phase] = "not inductive"
        self.tally.unknown.append(f"not inductive: {question.phase}, {question.step}; no short list refutes it")
        return None
