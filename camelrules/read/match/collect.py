"""Every clause against the sentences of a text: what is claimed, and how sure that is. Nobody here knows what is right.

Patterns are asked of whole sentences, then of their parts. What was learnt (`locate`) points at sentences: it takes
certainty away from a match in a sentence that is about something else, and names the sentence to look at where no
pattern fits. It never says what a sentence states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from camelrules.lang.catalogue import catalogue
from camelrules.lang.claims import Claim
from camelrules.read.language.ontology import Ontology
from camelrules.read.match.additions import with_further
from camelrules.read.match.certainty import with_certainty
from camelrules.read.match.company import with_company
from camelrules.read.match.doubts import LOOSE, OTHER, PART
from camelrules.read.match.matching import Match, claim, loosely
from camelrules.read.match.relevance import chance, sums_of, weights
from camelrules.read.match.statements import claims_of
from camelrules.read.patterns import patterns
from camelrules.read.patterns.model import Pattern
from camelrules.read.sections.fragments import closer
from camelrules.read.sections.segments import Segment

# From here on a sentence is about the clause, though no pattern fits it.
_LIKELY = 0.3
# Up to here it is about something else, though a pattern fits it.
_UNLIKELY = 0.05
# A sentence that is so likely about one clause is not about another that is unlikely.
_SURELY = 0.5
# So many sentences that only `locate` can point at make a manner of writing that the patterns do not know.
_MANNER = 3


@dataclass(frozen=True)
class Heard:
    """A text in sentences and their parts, and how likely each sentence is about each clause."""

    found: list[Segment]
    parts: list[Segment]
    likely: list[dict[str, float]]
    known: Ontology
    common: frozenset[str]  # everyday words of the language

    def chance(self, at: int, clause: str) -> float:
        return self.likely[at].get(clause, 0.0)

    @cached_property
    def having(self) -> dict[str, frozenset[int]]:
        """For each concept the sentences that have it."""
        out: dict[str, set[int]] = {}
        for segment in self.found:
            for concept in segment.tagged.by:
                out.setdefault(concept, set()).add(segment.index)
        return {concept: frozenset(at) for concept, at in out.items()}

    def with_parts(self, clause: str, matches: Sequence[Match]) -> Heard:
        """What a part of a sentence is about counts where only that part says the clause.

        A sentence that says two things is likely about the other one as a whole.
        """
        likely = list(self.likely)
        for match in matches:
            at = match.segment.index
            around = [*self.found[:at], match.segment, *self.found[at + 1 :]]
            total = sums_of(around, at, self.known, weights())[clause]
            likely[at] = {**likely[at], clause: max(chance(total), self.chance(at, clause))}
        return replace(self, likely=likely)

    def candidates(self, view: Pattern) -> Iterator[Segment]:
        """The sentences that have every plain concept that a pattern needs."""
        left: frozenset[int] | None = None
        for names in view.plain:
            here = frozenset[int]().union(*(self.having.get(n, frozenset()) for n in names))
            left = here if left is None else left & here
        yield from self.found if left is None else (self.found[at] for at in sorted(left))


def collect(heard: Heard) -> tuple[Claim, ...]:
    """Every claim of the text, clause by clause."""
    made: dict[str, list[Claim]] = {}
    pointed: dict[str, list[Claim]] = {}
    for clause in catalogue():
        views = patterns().get(clause, ())
        claims = _near(clause, claims_of(clause, _matches(views, heard)), heard)
        if all(OTHER in c.doubts for c in claims):
            matches = closer(views, heard.parts, heard.found, heard.known)
            nearer = heard.with_parts(clause, matches)
            parts = [_doubt(c, PART) for c in _near(clause, claims_of(clause, matches), nearer)]
            if not claims or any(OTHER not in c.doubts for c in parts):
                heard, claims = nearer, parts
        if not claims:
            pointed[clause] = _pointed(clause, views, heard)
        made[clause] = claims
    # One sentence may be about several clauses: sentences are counted. In a text that the patterns understand
    # everywhere else, a sentence that they do not understand may well say something else.
    if len({c.sentence for claims in pointed.values() for c in claims}) >= _MANNER:
        made |= {clause: claims for clause, claims in pointed.items() if claims}
    made = with_further(made, patterns(), heard.found, heard.known)
    made = with_company(made, heard.found, heard.likely, heard.known, patterns())
    made = with_certainty(made, heard.found, heard.likely, heard.known, heard.common)
    return tuple(c for claims in made.values() for c in claims)


def _doubt(claim: Claim, why: str) -> Claim:
    return replace(claim, doubts=(*claim.doubts, why))


def _near(clause: str, claims: list[Claim], heard: Heard) -> list[Claim]:
    """The claims without those of sentences that are about something else, where others are left."""
    views = {v.id: v for v in patterns().get(clause, ())}

    def elsewhere(c: Claim) -> bool:
        view = views[c.pattern]
        if view.listed or view.exact or heard.chance(c.sentence, clause) >= _UNLIKELY:
            return False
        return max(heard.likely[c.sentence].values(), default=0.0) >= _SURELY

    near = [c for c in claims if not elsewhere(c)]
    return near if near else [_doubt(c, OTHER) for c in claims]


def _matches(views: tuple[Pattern, ...], heard: Heard) -> list[Match]:
    assumed: list[Match] = []
    alarms: list[Match] = []
    for fallback in (False, True):
        out: list[Match] = []
        for view in views:
            if view.fallback == fallback:
                made = (claim(view, s, heard.found, heard.known) for s in heard.candidates(view))
                out += [c for c in made if c is not None]
        alarms += [c for c in out if c.view.alarm and not c.assumed]
        out = [c for c in out if not c.view.alarm]
        if sure := [c for c in out if not c.assumed]:
            return sorted([*sure, *alarms], key=lambda c: c.segment.index)
        assumed = assumed or out
    return sorted([*assumed, *alarms], key=lambda c: c.segment.index)


def _pointed(clause: str, views: tuple[Pattern, ...], heard: Heard) -> list[Claim]:
    """What the sentence that is likeliest about a clause says of it, read without asking for every word."""
    chances = sorted(((heard.chance(at, clause), -at) for at in range(len(heard.found))), reverse=True)
    for about, at in chances[:2]:
        if about >= _LIKELY:
            matches = [m for m in _loose(views, -at, heard) if not m.assumed]
            if matches:
                best = max(
                    matches, key=lambda m: (len({u.start for u in m.used}) / (len(m.view.need) + 1), not m.faults)
                )
                return [_doubt(c, LOOSE) for c in claims_of(clause, [best])]
    return []


def _covers(match: Match) -> tuple[float, bool]:
    """How much of what a pattern asks for a sentence says, and whether nothing speaks against it."""
    return len({u.start for u in match.used}) / (len(match.view.need) + 1), not match.faults


def _loose(views: tuple[Pattern, ...], at: int, heard: Heard) -> Iterator[Match]:
    """What a sentence and its parts say under patterns that they have not all the words for."""
    whole = heard.found[at]
    if whole.tags & {"@heading", "@question"}:
        return
    for piece in (whole, *(p for p in heard.parts if p.index == at)):
        for view in views:
            if not (view.listed or view.alarm or view.exact):
                made = loosely(view, piece, heard.found, heard.known)
                if made is not None:
                    yield made
