"""Induction: the questions of a property are asked, and every counterexample is replayed before it is believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from camelrules.prove.induction.emptiness import says_nothing
from camelrules.prove.induction.questions import ANSWER, Question, Questions
from camelrules.prove.properties.absent import hollow
from camelrules.prove.properties.family import (
    Book,
    Inductive,
    Invariant,
    Possibility,
    Property,
    Ranges,
    Totality,
    promises,
)
from camelrules.prove.properties.footprint import footprint, rests_on
from camelrules.prove.properties.meaning import moment
from camelrules.prove.properties.players import counts, every_count
from camelrules.prove.results import Result, Tally
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.solve import BUDGET, Answer, Asked, find
from camelrules.prove.symbolic.unknown import Lengths, list_cells, state_in, value_in
from camelrules.prove.symbolic.values import neg
from camelrules.prove.witness.files import property_witness
from camelrules.prove.witness.judge import Judge, Shown
from camelrules.run.engine import Disagreement
from camelrules.run.reference import State
from camelrules.run.table import Table, seat

# Lists of up to this length are tried in full where a loop was only described.
LENGTHS = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a property is checked; the reductions are switched off only to test that they change no verdict."""

    budget: int = BUDGET
    quick: bool = False
    vacuity: bool = True
    polish: bool = True
    symmetric: bool = True
    sliced: bool = True
    opaque: bool = True
    every_count: bool = False  # seats every number of players, though one would do
    reaching: frozenset[str] = frozenset()  # only the steps that reach one of these definitions; all without any


class Prover:
    """Checks one property of a book."""

    def __init__(self, book: Book, property: Property, settings: Settings | None = None) -> None:
        self.book = book
        self.property = property
        self.settings = settings or Settings()
        self.tally = Tally()
        self.reach: dict[str, bool] = {}  # steps, and the cases of the property file: whether ever reached
        self.moved: dict[str, bool] = {}  # of the steps, those that are not the start of the game
        self.cases: dict[str, bool] = {name: False for name, _ in getattr(property, "cases", ())}
        self.rests: set[str] = set()  # beyond what the property names
        self.repeated: set[tuple[Any, ...]] = set()  # obligations asked once more, and how
        self.most = 0  # the fullest table that is asked, once that is known

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
            # A counterexample was replayed; it rests on nothing beyond what it was asked to assume.
            assumptions=(*rests_on(self.book, p), *sorted(self.rests if verdict != "refuted" else ())),
            questions=tally.questions,
            work=tally.work,
            cases=tuple((n, "reached" if r else "never") for n, r in {**self.reach, **self.cases}.items()),
            vacuous=self.hollow(verdict),
            **more,
        )

    def hollow(self, verdict: str) -> bool:
        """Whether a verdict is about nothing; one that is expected to fail must fail because of the rules."""
        if verdict == "unknown":
            return False
        if verdict == "refuted":
            return self.property.expect == "refuted" and self.settings.vacuity and self.empty
        return self.vacuous

    @property
    def vacuous(self) -> bool:
        """Whether no step, or not every case of the property file, was reached, or all is said of an empty sort."""
        if not self.settings.vacuity:
            return False
        if hollow(self.book.game, promises(self.property)) or self.empty:
            return True
        moved = self.moved or self.reach  # an invariant that nothing but setup comes by is kept by nobody
        return not any(self.reach.values()) or not any(moved.values()) or not all(self.cases.values())

    @cached_property
    def empty(self) -> bool:
        """Whether the property says nothing, at any table that is asked."""
        tables = (seat(self.book.game, n, dict(self.property.parameters)) for n in self.counts())
        return all(says_nothing(self.book, self.property, table) for table in tables)

    def counts(self) -> tuple[int, ...]:
        if self.settings.every_count:
            low, *_, high = (*counts(self.book, self.property), max(every_count(self.book, self.property)))
            return tuple(range(min(low, high), high + 1))
        return counts(self.book, self.property, self.settings.quick)

    def check(self) -> Result:
        """The verdict over every number of players."""
        assert not isinstance(self.property, Possibility), "of some run and not of every one"
        trying = list(self.counts())
        self.most = max(trying)
        for number in trying:
            table = seat(self.book.game, number, dict(self.property.parameters))
            refuted = self.at(table)
            if refuted is not None:
                return replace(refuted, players=(number,))
            most = max(every_count(self.book, self.property))
            if self.settings.quick and self.vacuous and most not in trying:
                trying.append(most)  # what never happens with few players may with many
        seated = tuple(trying)
        method = "induction" if isinstance(self.property, Inductive) else "any state"
        if self.tally.unknown:
            return self.result("unknown", method, detail="; ".join(self.tally.unknown[:3]), players=seated)
        limits = []
        if (lists := getattr(self.property, "lists", None)) is not None:
            limits.append(f"lists of at most {lists}")
        if not set(every_count(self.book, self.property)) <= set(seated):
            limits.append(f"only with {seated[0]} players" + (", for --quick" if self.settings.quick else ""))
        if limits:
            return self.result("bounded", method, detail="; ".join(limits), players=seated)
        return self.result("proved", method, players=seated)

    def at(self, table: Table) -> Result | None:
        """A refutation at one table, or nothing."""
        for lengths in self.lengths(table):
            found = self.with_lists(table, lengths)
            if found is not None:
                return found
        return None

    def lengths(self, table: Table) -> Iterator[Lengths]:
        """How long lists are tried: each that matters to the property up to its limit, whatever the others are."""
        limit = getattr(self.property, "lists", None)
        if limit is None:
            yield None
            return
        matters = footprint(self.book, self.property).names
        yield from product(*(range(limit + 1) if name in matters else (0,) for name in list_cells(table)))

    def questions(self, table: Table, length: Lengths) -> Questions:
        s = self.settings
        fuller = not s.every_count and len(table.players) < self.most
        book, property = self.book, self.property
        return Questions(book, property, table, length, s.symmetric, s.sliced, s.opaque, fuller, s.reaching)

    def with_lists(self, table: Table, length: Lengths) -> Result | None:
        asked = self.questions(table, length)
        found = self.answered(asked, asked.all(), table)
        self.tally.skipped += asked.skipped
        return found

    def answered(self, asked: Questions, questions: Iterable[Question], table: Table) -> Result | None:
        """The first refutation among questions, or nothing; what the solver does not know is noted."""
        try:
            for question in questions:
                self.tally.phases.setdefault(question.phase, "holds")
                answer = self.ask(question, table)
                if self.settings.vacuity:
                    self.look(asked, question, table)
                if answer.verdict == "unknown":
                    self.tally.phases[question.phase] = "unknown"
                    self.tally.unknown.append(f"the solver's budget ran out: {question.phase}, {question.step}")
                elif answer.verdict == "fails":
                    found = self.believe(asked, question, answer, table)
                    if found is not None:
                        return found
        except Unsupported as error:
            self.tally.unknown.append(str(error))
        if asked.leant and (declared := self.book.only(Ranges)) is not None:
            self.rests.add(declared)
        return None

    def again(self, question: Question, table: Table, length: Lengths, changed: Settings) -> Result | None:
        """The obligation of a question once more, without a reduction that may have led astray."""
        settings = replace(changed, vacuity=False)
        which = (question.obligation.transition, len(table.players), length, settings)
        if which in self.repeated:
            return None  # all its questions were asked so, and none refutes it
        self.repeated.add(which)
        inner = Prover(self.book, self.property, settings)
        inner.tally, inner.rests, inner.most = self.tally, self.rests, self.most
        inner.repeated = self.repeated
        asked = inner.questions(table, length)
        return inner.answered(asked, asked.same(question), table)

    # -- whether there is anything to speak of ----------------------------------------------
    def look(self, asked: Questions, question: Question, table: Table) -> None:
        """Whether the step and each case can happen at all; a property without cases says nothing."""
        if "loop" in question.step and not question.exact:
            return
        answering = tuple(neg(f.when) for f in question.faults)
        known = (*question.hypotheses, *question.ranges, *answering)
        step = question.step.removesuffix(ANSWER)
        if not self.reach.get(step):
            self.reach[step] = self.possible(asked, question, known, None, table)
        if question.obligation.transition.kind != "start":
            self.moved[step] = self.reach[step]
        conditions = dict(question.cases)
        for name, expr in question.obligation.cases:
            if name in conditions and conditions[name] is not False and not self.cases.get(name):
                self.cases[name] = self.possible(asked, question, (*known, conditions[name]), expr, table)

    def possible(self, asked: Questions, question: Question, known: tuple[Any, ...], case: Any, table: Table) -> bool:
        answer = find(known, self.settings.budget, self.asked("case", question, table))
        self.tally.work += answer.work
        if answer.verdict == "unknown":
            self.tally.unknown.append("the solver's budget ran out: whether there are cases at all")
        if answer.verdict != "fails" or answer.model is None:
            return False
        # An opaque function may have answered what it never answers; then the state is not one of this case.
        state, args, _ = self.concrete(asked, question, answer)
        if Judge(table).reaches(question.obligation, args, state, case):
            return True
        if not self.property.opaque or not self.settings.opaque:
            return False
        plain = Questions(self.book, self.property, table, asked.length, opaque=False)
        for obligation in plain.obligations:
            if (obligation.phase, obligation.transition) == (question.phase, question.obligation.transition):
                for other in plain.of(obligation):
                    extra = tuple(c for n, c in other.cases if dict(obligation.cases).get(n) == case)
                    faultless = tuple(neg(f.when) for f in other.faults)
                    if self.possible_plainly(
                        plain, other, (*other.hypotheses, *other.ranges, *faultless, *extra), case, table
                    ):
                        return True
        return False

    def possible_plainly(
        self, asked: Questions, question: Question, known: tuple[Any, ...], case: Any, table: Table
    ) -> bool:
        answer = find(known, self.settings.budget, self.asked("case", question, table))
        if answer.verdict != "fails":
            return False
        state, args, _ = self.concrete(asked, question, answer)
        return Judge(table).reaches(question.obligation, args, state, case)

    # -- asking and believing -----------------------------------------------------------------
    def ask(self, question: Question, table: Table) -> Answer:
        """Without the declared ranges first, so that what does not need them does not rest on them."""
        answer = self.put(question, (*question.hypotheses, neg(question.goal)), table)
        declared = self.book.only(Ranges)
        if answer.verdict == "holds" or not question.ranges or declared is None:
            return answer
        self.rests.add(declared)
        return self.put(question, (*question.hypotheses, *question.ranges, neg(question.goal)), table)

    def put(self, question: Question, asked: tuple[Any, ...], table: Table) -> Answer:
        self.tally.questions += 1
        answer = find(asked, self.settings.budget, self.asked("goal", question, table))
        self.tally.work += answer.work
        return answer

    def asked(self, purpose: str, question: Question, table: Table) -> Asked:
        o, players = question.obligation, len(table.players)
        known, shown = tuple(n for n, _ in o.hypotheses), tuple(n for n, _ in o.conclusions)
        return Asked(purpose, o.phase, question.step, players, known, shown)

    def believe(self, asked: Questions, question: Question, answer: Answer, table: Table) -> Result | None:
        """Replays a counterexample; one that does not replay is looked at more closely."""
        shown = None if question.sliced else self.replay(asked, question, answer, table)
        if shown is not None and shown.broken:
            return self.refuted(question, self.sensible(asked, question, table) or shown, table)
        if question.faults:
            # A run without an answer is another question, or another property's business: what it rests on.
            faultless = tuple(neg(f.when) for f in question.faults)
            again = replace(question, hypotheses=(*question.hypotheses, *faultless), faults=())
            total = self.book.only(Totality)
            if not question.obligation.strict and isinstance(self.property, Inductive) and total is not None:
                self.rests.add(total)
            answer = self.ask(again, table)
            if answer.verdict == "holds":
                return None
            if answer.verdict == "unknown":
                self.tally.unknown.append(f"the solver's budget ran out: {question.phase}, {question.step}")
                return None
            return self.believe(asked, again, answer, table)
        if question.sliced:
            return self.again(question, table, asked.length, replace(self.settings, sliced=False))
        if self.property.opaque and self.settings.opaque:
            return self.again(question, table, asked.length, replace(self.settings, opaque=False))
        if not question.exact:
            return self.shorter(question, table)
        failed = "its hypotheses do not hold" if shown is None or not shown.hypotheses else "the property holds there"
        raise Disagreement(
            f"`{self.property.id}` of {self.book.edition}: the solver's counterexample does not replay "
            f"({question.phase}, {question.step}): {failed}"
        )

    def sensible(self, asked: Questions, question: Question, table: Table) -> Shown | None:
        """The same counterexample in a state that keeps every invariant, where there is one: easier to believe."""
        if question.obligation.from_start or not self.settings.polish:
            return None
        at = "within" if question.obligation.label == self.book.system.after_action else "between"
        wishes = [neg(asked.truth(self.book.system.over, {}, question.state))]
        for other in self.book.properties.values():
            if isinstance(other, Invariant) and other.id != self.property.id and other.expect == "holds":
                wishes.append(asked.holds(moment(other, at), {}, question.state))
        hypotheses = (*question.hypotheses, *question.ranges, *(neg(f.when) for f in question.faults))
        budget = self.settings.budget
        why = self.asked("witness", question, table)
        answer = find((*hypotheses, *wishes, neg(question.goal)), budget, why)
        if answer.verdict != "fails":
            kept: list[Any] = []
            for wish in wishes:
                again = find((*hypotheses, *kept, wish, neg(question.goal)), budget, why)
                if again.verdict == "fails":
                    kept.append(wish)
                    answer = again
        if answer.verdict != "fails":
            return None
        shown = self.replay(asked, question, answer, table)
        return shown if shown is not None and shown.broken else None

    def concrete(
        self, asked: Questions, question: Question, answer: Answer
    ) -> tuple[State, tuple[Any, ...], list[tuple[Any, ...]]]:
        """The state, the arguments and the draws of a model."""
        model, encoder = answer.model, asked.encoder
        assert model is not None
        types = [t for _, t in question.obligation.transition.arguments]
        args = tuple(value_in(model, a, t, encoder) for a, t in zip(question.args, types, strict=True))
        draws = [tuple(value_in(model, v, None, encoder) for v in row) for row in question.draws]
        return state_in(model, question.state, encoder), args, draws

    def replay(self, asked: Questions, question: Question, answer: Answer, table: Table) -> Shown | None:
        if not question.exact or answer.model is None:
            return None
        state, args, draws = self.concrete(asked, question, answer)
        shown = Judge(table).replay(question.obligation, args, draws, state)
        if shown.broken or not question.step.endswith(ANSWER):
            return shown
        return Judge(table).search(question.obligation, args, state)  # of all draws together it was asked

    def refuted(self, question: Question, shown: Shown, table: Table) -> Result:
        self.tally.phases[question.phase] = "fails"
        witness = property_witness(self.book, self.property, table, question.obligation.transition, shown)
        detail = f"fails: {question.phase} ({question.step}): {', '.join(shown.failed)}"
        if self.property.expect == "refuted" and not Judge(table).denied(question.obligation, shown):
            why = f"it was to fail, and only a rule without an answer was found; {detail}"
            return self.result("unknown", "counterexample replayed", detail=why)
        return self.result("refuted", "counterexample replayed", detail=detail, witness=witness)

    def shorter(self, question: Question, table: Table) -> Result | None:
        """The same property with short lists written out; without a replayable answer nothing is known."""
        for length in LENGTHS:
            asked = self.questions(table, length)
            for other in asked.same(question):
                answer = self.ask(other, table)
                if answer.verdict == "fails":
                    shown = self.replay(asked, other, answer, table)
                    if shown is not None and shown.broken:
                        return self.refuted(other, self.sensible(asked, other, table) or shown, table)
        self.tally.phases[question.phase] = "not inductive"
        self.tally.unknown.append(f"not inductive: {question.phase}, {question.step}; no short list refutes it")
        return None
