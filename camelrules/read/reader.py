"""The way in: a text to what it says about every clause of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field

from camelrules.read.detect import Guess, guard, guess_edition, guess_language, require_game
from camelrules.read.expected import base_of
from camelrules.read.fragments import fragments
from camelrules.read.judge import Heard, judge
from camelrules.read.lexicon import Lexicon, Term, lexicon, with_terms
from camelrules.read.locate import likely, scores, weights
from camelrules.read.names import ROUNDS, supposed
from camelrules.read.observe import Observation, observe
from camelrules.read.ontology import Ontology, ontology
from camelrules.read.own import own_names
from camelrules.read.segments import Segment, segments
from camelrules.read.verdict import ClauseReading


@dataclass(frozen=True, slots=True)
class Reading:
    """A rulebook as read: its language and edition, and a verdict on each clause."""

    name: str
    language: str
    edition: str
    language_evidence: str
    edition_evidence: str
    lines: tuple[str, ...] = field(repr=False)
    clauses: dict[str, ClauseReading] = field(repr=False)
    observations: tuple[Observation, ...] = field(repr=False)
    segments: tuple[Segment, ...] = field(repr=False)
    names: dict[str, str] = field(repr=False, default_factory=dict)  # words that the text has for things

    @property
    def damage(self) -> tuple[Observation, ...]:
        return tuple(o for o in self.observations if o.kind == "damage")

    @property
    def terminology(self) -> tuple[Observation, ...]:
        return tuple(o for o in self.observations if o.kind == "terminology")

    def explain(self, clause: str) -> str:
        """Which words made which concepts, and why the clause got its value."""
        from camelrules.read.explain import explain

        return explain(self, clause)


def read_text(
    text: str, name: str, *, language: str | None = None, edition: str | None = None, words: Lexicon | None = None
) -> Reading:
    """Read a rulebook; a text that cannot be read raises a `RulesError` that says why.

    `words` is a language of one's own, in place of those that are shipped.
    """
    guard(text, name)
    given = words.code if words is not None else language
    spoken = Guess(given, "given") if given else guess_language(text, name)
    words = words or lexicon(spoken.value)
    known = ontology()
    found = segments(text, words, known)
    require_game(found, name)
    if edition is not None:
        base_of(edition)  # an edition that there is not is told at once
    printed = Guess(edition, "given") if edition else guess_edition(found)
    words, found, names, score = _named(text, words, found, known, base_of(printed.value))
    heard = Heard(found, fragments(found, words, known), likely(score), known)
    clauses = judge(printed.value, heard)
    return Reading(
        name,
        spoken.value,
        printed.value,
        spoken.evidence,
        printed.evidence,
        tuple(text.splitlines()),
        clauses,
        tuple(observe(found, words, base_of(printed.value))),
        tuple(found),
        names,
    )


def _named(
    text: str, words: Lexicon, found: list[Segment], known: Ontology, edition: str
) -> tuple[Lexicon, list[Segment], dict[str, str], list[dict[str, float]]]:
    """The language with the names that the text has for things, those that it explains first; and its scores."""
    names = own_names(found, words, known)
    if names:
        words = with_terms(words, [Term(concept, (f"{name}*",)) for name, concept in names.items()])
        found = segments(text, words, known)
    score = scores(found, known, weights())
    for _ in range(ROUNDS):
        more = supposed(found, words, known, weights(), edition, score)
        if not more:
            break
        names |= {" ".join(p.rstrip("*") for p in t.parts if isinstance(p, str)): t.concept for t in more}
        words = with_terms(words, more)
        found = segments(text, words, known)
        score = scores(found, known, weights())
    return words, found, names, score
