"""Games in the background: one worker process for all of them, and one for what somebody is looking at."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, assert_never

from camelrules.compare.findings import Finding
from camelrules.compare.impact import impact
from camelrules.compare.played import play_again
from camelrules.compare.variants import Equation, Rules
from camelrules.compare.witness import find_witness
from camelrules.door.diagnostics import RulesError
from camelrules.door.workers import WorkerFailure, in_order
from camelrules.lang.library import title_of
from camelrules.site.games import stepper

# How many pairs of games are enough to put findings in order.
PAIRS = 1000


@dataclass(frozen=True, slots=True)
class Question:
    """What a game is searched for: a text against its edition, in one clause."""

    edition: str
    rules: Rules
    clause: str
    taken_as: str = ""


@dataclass(frozen=True, slots=True)
class Weigh:
    """Play pairs of games and count in how many it matters: quick, and enough to put findings in order."""

    question: Question


@dataclass(frozen=True, slots=True)
class Play:
    """Search one game in which it matters: a moment, or a good while."""

    question: Question


Task = Weigh | Play


@dataclass(frozen=True, slots=True)
class Searching:
    """No game is known yet."""

    impact: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """No game was found in which it matters; that proves nothing."""

    impact: dict[str, Any] | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game in which it matters, drawn step by step, and how often it would matter."""

    impact: dict[str, Any] | None
    html: str
    taken_as: str


Answer = Searching | Nothing | Game


def question_of(finding: Finding) -> Question | None:
    """What to search for a finding; nothing where the rules have no parameter for it."""
    equation: Equation | None = finding.equation
    rules = finding.rules
    if equation is None or not rules:
        return None
    return Question(finding.edition, rules, finding.clause, finding.taken_as)


def work(task: Task) -> tuple[Task, Any]:
    """Done in the worker: a share of games, or a game drawn; a refusal of the rules is an answer too."""
    try:
        match task:
            case Weigh(question):
                return task, impact(question.edition, question.rules, PAIRS).data()
            case Play(question):
                return task, _game(question)
            case _:
                assert_never(task)
    except RulesError as error:
        return task, error.diagnostics[0].message if isinstance(task, Play) else None


def _game(question: Question) -> str | None:
    """The frames of a game, as a list of steps; none where none was found."""
    witness = find_witness(question.edition, (), question.rules)
    if witness is None:
        return None
    played = play_again(witness, closely=True)
    return stepper(played, (f"edition {title_of(question.edition)}", "the text")) if played.recurs else None


class Games:
    """Answers as they become known; those of an earlier version of a text are kept, since an edit changes few."""

    def __init__(self, tell: Callable[[Question], None]) -> None:
        self.tell = tell
        self.known: dict[Task, Any] = {}
        self.todo: list[Task] = []
        self.wanted: list[Task] = []  # what somebody has opened does not wait behind a long search
        self.under_way: set[Task] = set()
        self.changed = threading.Condition()
        self.over = False

    def answer(self, question: Question) -> Answer:
        """What is known by now."""
        share = self.known.get(Weigh(question))
        task = Play(question)
        if task not in self.known:
            return Searching(share)
        drawn = self.known[task]
        if drawn is None or not drawn.startswith("<"):
            return Nothing(share, drawn or "")
        return Game(share, drawn, question.taken_as)

    def ask(self, questions: list[Question]) -> None:
        """Work on these in this order, in place of what was to be done before: first how much each matters."""
        wanted: list[Task] = [*map(Weigh, questions), *map(Play, questions)]
        with self.changed:
            taken = {*self.known, *self.wanted, *self.under_way}
            self.todo[:] = [t for t in dict.fromkeys(wanted) if t not in taken]
            self.changed.notify_all()

    def first(self, question: Question) -> None:
        """Search the game of this one now."""
        task = Play(question)
        with self.changed:
            if task in {*self.known, *self.wanted, *self.under_way}:
                return
            # It may be asked for before the whole list is.
            self.todo[:] = [t for t in self.todo if t != task]
            self.wanted.insert(0, task)
            self.changed.notify_all()

    def stop(self) -> None:
        """Ends the search, and the worker with it."""
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def run(self, queue: list[Task]) -> None:
        """Works on one of the two lists until told to stop; a worker that dies loses its task and no more."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: queue or self.over)
                if self.over:
                    return
            given: list[Task] = []
            try:
                # A process apart: it can be ended, and this one stays free for the page.
                for task, result in in_order(work, self._next(queue, given), 1, apart=True):
                    self._done(task, result)
                    if self.over:
                        return
            except (RulesError, WorkerFailure, OSError) as error:
                for task in given:
                    if task not in self.known:
                        self._done(task, str(error) if isinstance(task, Play) else None)

    def _next(self, queue: list[Task], given: list[Task]) -> Iterator[Task]:
        while not self.over:
            with self.changed:
                if not queue:
                    return
                task = queue.pop(0)
                self.under_way.add(task)
            given.append(task)
            yield task

    def _done(self, task: Task, result: Any) -> None:
        with self.changed:
            self.known[task] = result
            self.under_way.discard(task)
            self.tell(task.question)
