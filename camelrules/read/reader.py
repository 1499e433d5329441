"""The way in: a text to what it says about every clause of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from camelrules.lang.claims import Claim
from camelrules.lang.library import base_of
from camelrules.read.language.defined_names import own_names
from camelrules.read.language.detection import Guess, guard, guess_edition, guess_language, require_game
from camelrules.read.language.inferred_names import ROUNDS, supposed
from camelrules.read.language.lexicon import Lexicon, Term, lexicon, with_terms
from camelrules.read.language.ontology import Ontology, ontology
from camelrules.read.layout.manuscript import Manuscript, manuscript
from camelrules.read.match.collect import Heard, collect
from camelrules.read.match.relevance import likely, scores, weights
from camelrules.read.sections.fragments import fragments
from camelrules.read.sections.observations import Observation, observe
from camelrules.read.sections.segments import Segment, segments
from camelrules.read.sections.structure import out_of_place
from camelrules.text.model import Document, Format
from camelrules.text.places import citation
from camelrules.text.plain import plain_lines


@dataclass(frozen=True, slots=True)
class Near:
    """The sentence that is likeliest about a clause, and whether anything was understood of it."""

    chance: float
    lines: tuple[int, ...]
    text: str
    understood: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A rulebook as read: its language, the edition it seems to be of, and what it claims."""

    name: str
    language: str
    edition: str
    language_evidence: str
    edition_evidence: str
    lines: tuple[str, ...] = field(repr=False)
    claims: tuple[Claim, ...] = field(repr=False)
    observations: tuple[Observation, ...] = field(repr=False)
    segments: tuple[Segment, ...] = field(repr=False)
    names: dict[str, str] = field(repr=False, default_factory=dict)  # words that the text has for things
    nearest: dict[str, Near] = field(repr=False, default_factory=dict)  # the sentence that comes nearest to each clause
    document: Document | None = field(repr=False, default=None)  # what it was read from, where that is a file

    @property
    def damage(self) -> tuple[Observation, ...]:
        return tuple(o for o in self.observations if o.kind == "damage")

    @property
    def terminology(self) -> tuple[Observation, ...]:
        return tuple(o for o in self.observations if o.kind == "terminology")

    def cite(self, numbers: Sequence[int]) -> str:
        """Where some lines are, as their user finds them."""
        document = self.document or Document(self.name, Format.PLAIN, plain_lines(self.lines))
        return citation(document, numbers)


def read_text(
    text: str, name: str, *, language: str | None = None, edition: str | None = None, words: Lexicon | None = None
) -> Reading:
    """Read a rulebook; a text that cannot be read raises a `RulesError` that says why.

    `words` is a language of one's own, in place of those that are shipped.
    """
    document = Document(name, Format.PLAIN, plain_lines(text.splitlines()))
    return read_document(document, language=language, edition=edition, words=words)


def read_document(
    document: Document, *, language: str | None = None, edition: str | None = None, words: Lexicon | None = None
) -> Reading:
    """Read a document of any format; line `n` of the reading is line `n` of the document."""
    written, name = manuscript(document), document.name
    text = written.text
    guard(text, name)
    given = words.code if words is not None else language
    spoken = Guess(given, "given") if given else guess_language(text, name)
    words = words or lexicon(spoken.value)
    known = ontology()
    found = segments(written, words, known)
    require_game(found, name)
    if edition is not None:
        base_of(edition)  # an edition that there is not is told at once
    printed = Guess(edition, "given") if edition else guess_edition(found)
    words, found, names, score = _named(written, words, found, known, base_of(printed.value))
    heard = Heard(found, fragments(found, words, known), likely(score), known, words.common)
    claims = collect(heard)
    return Reading(
        name,
        spoken.value,
        printed.value,
        spoken.evidence,
        printed.evidence,
        tuple(line.text for line in document.lines),
        claims,
        _remarks(found, words, base_of(printed.value), document, claims),
        tuple(found),
        names,
        _nearest(heard, claims),
        document,
    )


def _remarks(
    found: list[Segment], words: Lexicon, edition: str, document: Document, claims: tuple[Claim, ...]
) -> tuple[Observation, ...]:
    """What an editor should know about the words and about where they stand."""
    remarks = [*observe(found, words, edition, document), *out_of_place(found, claims, ontology(), document)]
    return tuple(sorted(remarks, key=lambda o: (o.lines, o.kind, o.message)))


def _nearest(heard: Heard, claims: Sequence[Claim]) -> dict[str, Near]:
    """For each clause the sentence that is likeliest about it."""
    stating = {c.sentence for c in claims}
    found: dict[str, Near] = {}
    for segment, chances in zip(heard.found, heard.likely, strict=True):
        if "@heading" not in segment.tags:
            for clause, chance in chances.items():
                if clause not in found or chance > found[clause].chance:
                    found[clause] = Near(chance, segment.lines, segment.text, segment.index in stating)
    return found


def _named(
    written: Manuscript, words: Lexicon, found: list[Segment], known: Ontology, edition: str
) -> tuple[Lexicon, list[Segment], dict[str, str], list[dict[str, float]]]:
    """The language with the names that the text has for things, those that it explains first; and its scores."""
    names = own_names(found, words, known)
    if names:
        words = with_terms(words, [Term(concept, (f"{name}*",)) for name, concept in names.items()])
        found = segments(written, words, known)
    score = scores(found, known, weights())
    for _ in range(ROUNDS):
        more = supposed(found, words, known, weights(), edition, score)
        if not more:
            break
        names |= {" ".join(p.rstrip("*") for p in t.parts if isinstance(p, str)): t.concept for t in more}
        words = with_terms(words, more)
        found = segments(written, words, known)
        score = scores(found, known, weights())
    return words, found, names, score
