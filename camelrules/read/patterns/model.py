"""A pattern as it was loaded: what it asks of a sentence, what the sentence then states, and its examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from camelrules.lang.source import Span
from camelrules.read.patterns.grammar import Condition, Expectation

# statement: what it finds is a place of the clause. fallback: asked only where no statement fits. alarm: looked at for
# other values only. list-item: the lines that fit are read together, as one list.
Role = Literal["statement", "alarm", "fallback", "list-item"]
ROLES: tuple[Role, ...] = ("statement", "alarm", "fallback", "list-item")


@dataclass(frozen=True, slots=True)
class Capture:
    """How the value is taken from the sentence."""

    extractor: str
    arguments: tuple[str, ...] = ()
    table: tuple[tuple[str, str], ...] = ()  # of a choice: concept, or `negated` concept, to value
    near: tuple[str, ...] = ()
    otherwise: str = ""  # what is taken for granted where the sentence gives no value


@dataclass(frozen=True, slots=True)
class Example:
    """A text of our own, and what the pattern reads in it: a value, `nothing`, or something `unsure`."""

    language: str
    reads: str
    text: str
    part: str  # of a rulebook, in which the text stands
    span: Span


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way of saying a clause."""

    id: str
    clause: str
    need: tuple[Condition, ...]
    unless: tuple[Condition, ...]
    expect: tuple[Expectation, ...]
    capture: Capture | None
    states: str  # what a sentence states that fits, where no value is captured
    contrast: tuple[tuple[str, str], ...]  # what it states with a word of the other side
    roles: frozenset[Role]
    negated: frozenset[str]  # words that must stand under a negation
    any_negation: bool  # a negation does not change what the sentence states
    permitted: bool  # a mere permission does not change it
    headings: bool  # headings are read as well
    whole: bool  # a passing mention: it counts only where nothing that it should say is missing
    exact: bool  # never read without all its words: another sentence says nearly the same
    allows: frozenset[str]  # what takes something back elsewhere, but not here
    examples: tuple[Example, ...]
    span: Span
    # The concepts of each condition that needs one of them and nothing else: most sentences fail here, at little cost.
    plain: tuple[frozenset[str], ...] = ()
    spoils: tuple[str, ...] = ()  # what takes back a part of it, where no pattern of the clause speaks of that

    @property
    def alarm(self) -> bool:
        return "alarm" in self.roles

    @property
    def fallback(self) -> bool:
        return "fallback" in self.roles

    @property
    def listed(self) -> bool:
        return "list-item" in self.roles

    @property
    def extractor(self) -> str:
        return self.capture.extractor if self.capture is not None else ""
