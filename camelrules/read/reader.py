"""The way in: a text to what it says about every clause of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field

from camelrules.read.catalogue import Clause, catalogue
from camelrules.read.claims import Claim, claim
from camelrules.read.detect import Guess, guard, guess_edition, guess_language, require_game
from camelrules.read.expected import base_of, expected
from camelrules.read.fragments import closer, fragments
from camelrules.read.further import with_further
from camelrules.read.lexicon import Lexicon, lexicon, with_names
from camelrules.read.observe import Observation, observe
from camelrules.read.ontology import Ontology, ontology
from camelrules.read.own import own_names
from camelrules.read.patterns import View, patterns
from camelrules.read.segments import Segment, segments
from camelrules.read.verdict import ClauseReading, verdict


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


def _claims(views: tuple[View, ...], found: list[Segment], known: Ontology) -> list[Claim]:
    assumed: list[Claim] = []
    watched: list[Claim] = []
    for fallback in (False, True):
        out: list[Claim] = []
        for view in views:
            if view.fallback == fallback:
                out += [c for s in found if (c := claim(view, s, found, known)) is not None]
        sure = [c for c in out if not c.assumed]
        if any(not c.view.watch for c in sure):
            return sorted(watched + sure, key=lambda c: c.segment.index)
        watched = sure
        assumed = assumed or out
    return sorted(assumed, key=lambda c: c.segment.index)


def _reading(
    entry: Clause, edition: str, found: list[Segment], parts: list[Segment], known: Ontology
) -> tuple[ClauseReading, list[Claim]]:
    if base_of(edition) not in entry.editions:
        return ClauseReading(entry.id, "not-applicable", (), "", "", ()), []
    views = patterns(edition).get(entry.id, ())
    value = expected(entry, edition)
    claims = _claims(views, found, known)
    result = _whole(entry, value, claims)
    if result.status == "silent" and (near_by := closer(views, parts, found, known)):
        return verdict(entry, value, near_by), near_by
    return result, claims


def _whole(entry: Clause, value: str, claims: list[Claim]) -> ClauseReading:
    """The verdict of whole sentences."""
    result = verdict(entry, value, claims)
    if result.status == "contradicts" and all(c.assumed for c in claims):
        # Sentences of some other part may be meant: what agrees is believed, several that do not are no evidence.
        good = {p.lines for p in result.places if p.status == "agrees"}
        if good or len(result.places) > 1:
            return verdict(entry, value, [c for c in claims if c.lines in good])
    return result


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
    if names := own_names(found, words, known):
        words = with_names(words, names)
        found = segments(text, words, known)
    if edition is not None:
        base_of(edition)  # an edition that there is not is told at once
    printed = Guess(edition, "given") if edition else guess_edition(found)
    parts = fragments(found, words, known)
    read = {key: _reading(entry, printed.value, found, parts, known) for key, entry in catalogue().items()}
    claims = {key: made for key, (_, made) in read.items()}
    clauses = with_further({k: r for k, (r, _) in read.items()}, claims, patterns(printed.value), found, known)
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
    )
