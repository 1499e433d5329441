"""Every clause against the sentences of a text: what they say of it, and which of them are believed.

Patterns are asked first, of whole sentences, then of parts of sentences. The weights of `locate` have a second opinion:
a complaint about a sentence that is about something else is not believed, and where no pattern fits, the sentence that
is most likely about the clause is read without asking for every word. One such opinion means that a sentence of a
known manner was changed, and the patterns are right; several mean that the writer has a manner of his own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from camelrules.read.catalogue import Clause, catalogue
from camelrules.read.claims import Claim, claim, loosely
from camelrules.read.company import with_company
from camelrules.read.expected import base_of, expected
from camelrules.read.fragments import closer
from camelrules.read.further import with_further
from camelrules.read.ontology import Ontology
from camelrules.read.patterns import View, patterns
from camelrules.read.segments import Segment
from camelrules.read.verdict import VALUE, ClauseReading, verdict

# From here on a sentence is about the clause, though no pattern fits it.
_LIKELY = 0.3
# Up to here it is about something else, though a pattern fits it.
_UNLIKELY = 0.05
# A sentence that is so likely about one clause is not about another that is unlikely.
_SURELY = 0.5
# So many second opinions make a manner of writing that the patterns do not know.
_MANNER = 3


@dataclass(frozen=True)
class Heard:
    """A text in sentences and their parts, and how likely each sentence is about each clause."""

    found: list[Segment]
    parts: list[Segment]
    likely: list[dict[str, float]]
    known: Ontology

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

    def candidates(self, view: View) -> Iterator[Segment]:
        """The sentences that have every plain concept that a view needs."""
        left: frozenset[int] | None = None
        for names in view.plain:
            here = frozenset[int]().union(*(self.having.get(n, frozenset()) for n in names))
            left = here if left is None else left & here
        yield from self.found if left is None else (self.found[at] for at in sorted(left))


def judge(edition: str, heard: Heard) -> dict[str, ClauseReading]:
    """What the text says about every clause."""
    plain: dict[str, ClauseReading] = {}
    other: dict[str, ClauseReading] = {}
    made: dict[str, list[Claim]] = {}
    for key, entry in catalogue().items():
        if base_of(edition) not in entry.editions:
            plain[key] = ClauseReading(key, "not-applicable", (), "", "", ())
            made[key] = []
            continue
        views = patterns(edition).get(key, ())
        value = expected(entry, edition)
        claims = [c for c in _claims(views, heard) if not _elsewhere(entry, value, c, heard)]
        parts: list[Claim] = []
        plain[key] = _whole(entry, value, claims)
        if plain[key].status == "silent":
            near = closer(views, heard.parts, heard.found, heard.known)
            parts = [c for c in near if not _elsewhere(entry, value, c, heard)]
            plain[key] = _whole(entry, value, parts)
        made[key] = parts or claims
        if plain[key].status != "agrees":
            second = _second(entry, value, views, made[key], heard)
            if second.status != plain[key].status:
                other[key] = second
    # One changed sentence may upset several clauses: sentences are counted.
    strange = {min((p.at for p in (*plain[key].places, *second.places)), default=-1) for key, second in other.items()}
    if len(strange) < _MANNER:
        read = with_further(plain, made, patterns(edition), heard.found, heard.known)
        return with_company(read, heard.found, heard.likely, heard.known, patterns(edition))
    return {key: _partly(catalogue()[key], edition, made[key], r, heard) for key, r in (plain | other).items()}


def _elsewhere(entry: Clause, value: str, made: Claim, heard: Heard) -> bool:
    """Whether a complaint is about a sentence that surely speaks of another clause, and hardly of this one."""
    at = made.segment.index
    careful = made.view.collect or made.view.strict
    if careful or heard.chance(at, entry.id) >= _UNLIKELY or max(heard.likely[at].values(), default=0) < _SURELY:
        return False
    return verdict(entry, value, [made]).status != "agrees"


def _second(entry: Clause, value: str, views: tuple[View, ...], claims: list[Claim], heard: Heard) -> ClauseReading:
    """The second opinion on a clause with which the text does not seem to agree."""
    told = [
        c
        for c in claims
        if heard.chance(c.segment.index, entry.id) >= (_LIKELY if c.view.watch else _UNLIKELY)
        or (not c.view.watch and (c.view.collect or c.view.strict))
        or verdict(entry, value, [c]).status == "agrees"
    ]
    result = _whole(entry, value, told)
    if result.status == "silent":
        return _located(entry, value, views, heard) or result
    return result


def _partly(entry: Clause, edition: str, claims: list[Claim], result: ClauseReading, heard: Heard) -> ClauseReading:
    """A long sentence says much at once: one that is about the clause and agrees in part is believed to agree."""
    wrong = {p.at for p in result.places if p.status != "agrees"}
    watched = {c.segment.index for c in claims if c.view.watch}
    if wrong & watched:
        return result  # what a watching view sees stands for itself
    views, value = patterns(edition).get(entry.id, ()), result.expected
    # Where another value was read, the right one must be read too.
    valued = {p.at for p in result.places if p.why.startswith(VALUE)}
    right = {
        at: _agrees(entry, value, tuple(v for v in views if v.kind or at not in valued), at, heard)
        for at in wrong
        if heard.chance(at, entry.id) >= _LIKELY
    }
    if not wrong or not all(right.get(at) for at in wrong):
        return result
    kept = {p.at for p in result.places if p.status == "agrees"}
    told = [c for c in claims if c.segment.index in kept] + [c for at in sorted(wrong) for c in right[at]]
    return _whole(entry, value, told)


def _claims(views: tuple[View, ...], heard: Heard) -> list[Claim]:
    assumed: list[Claim] = []
    watched: list[Claim] = []
    for fallback in (False, True):
        out: list[Claim] = []
        for view in views:
            if view.fallback == fallback:
                made = (claim(view, s, heard.found, heard.known) for s in heard.candidates(view))
                out += [c for c in made if c is not None]
        watched += [c for c in out if c.view.watch and not c.assumed]
        out = [c for c in out if not c.view.watch]
        if sure := [c for c in out if not c.assumed]:
            return sorted([*sure, *watched], key=lambda c: c.segment.index)
        assumed = assumed or out
    return sorted([*assumed, *watched], key=lambda c: c.segment.index)


def _whole(entry: Clause, value: str, claims: list[Claim]) -> ClauseReading:
    """The verdict of what was found."""
    result = verdict(entry, value, claims)
    if claims and result.status == "contradicts" and all(c.assumed for c in claims):
        # Sentences of some other part may be meant: what agrees is believed, several that do not are no evidence.
        good = {p.lines for p in result.places if p.status == "agrees"}
        if good or len(result.places) > 1:
            return verdict(entry, value, [c for c in claims if c.lines in good])
    return result


def _located(entry: Clause, value: str, views: tuple[View, ...], heard: Heard) -> ClauseReading | None:
    """The clause as the likeliest sentence has it that agrees with the edition."""
    likely = [(heard.chance(at, entry.id), at) for at in range(len(heard.found))]
    for chance, at in sorted((x for x in likely if x[0] >= _LIKELY), key=lambda x: (-x[0], x[1])):
        if made := _agrees(entry, value, views, at, heard):
            result = verdict(entry, value, made)
            return replace(result, places=tuple(replace(p, chance=chance) for p in result.places))
    return None


def _agrees(entry: Clause, value: str, views: tuple[View, ...], at: int, heard: Heard) -> list[Claim]:
    """What a sentence or a part of it says that agrees with the edition, if anything does."""
    right = (c for c in _loose(views, at, heard) if not c.assumed and verdict(entry, value, [c]).status == "agrees")
    return list(itertools.islice(right, 1))


def _loose(views: tuple[View, ...], at: int, heard: Heard) -> Iterator[Claim]:
    """What a sentence and its parts say under views that they have not all the words for."""
    whole = heard.found[at]
    if whole.tags & {"@heading", "@question"}:
        return
    for piece in (whole, *(p for p in heard.parts if p.index == at)):
        for view in views:
            if not (view.collect or view.watch or view.strict):
                made = loosely(view, piece, heard.found, heard.known)
                if made is not None:
                    yield made
