"""Further rules: a sentence that nobody asked for, beside one that states a clause, may change what that one says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from camelrules.read.claims import Claim
from camelrules.read.needs import find, parse
from camelrules.read.ontology import Ontology
from camelrules.read.patterns import View
from camelrules.read.segments import Segment
from camelrules.read.verdict import ClauseReading, Place

# Where no sentence is a rule of its own.
_APART = frozenset(["@heading", "@question", "@example", "@count"])
# Parts in which neighbours have little to do with each other.
_LOOSE = frozenset(["@components", "@unknown", "@overview"])
_STOPS = frozenset(".!)")
# A cry is no rule, and a lead-in leaves it to what comes.
_NO_RULE = frozenset("!:")
_ITEM = "@item"
# A shorter one says too little.
_SHORT = 8
# So much of what a clause needs may state it in words of its own.
_MOST = 0.6


def with_further(
    read: dict[str, ClauseReading],
    claims: Mapping[str, Sequence[Claim]],
    views: Mapping[str, Sequence[View]],
    found: Sequence[Segment],
    known: Ontology,
) -> dict[str, ClauseReading]:
    """The readings, where a clause is doubtful because of what the next sentence adds to it."""
    at: dict[int, list[tuple[str, Claim]]] = {}
    for clause, made in claims.items():
        for c in made:
            at.setdefault(c.segment.index, []).append((clause, c))
    unsaid = [v for clause, r in read.items() if r.status == "silent" for v in views.get(clause, ())]
    out = dict(read)
    for segment in found:
        if segment.index in at or not _speaks(segment, found, known):
            continue
        against = any(_says(r, segment, found, known) for r in known.against)
        near = _host(segment, at, found, against)
        if near and (against or not any(_may_state(v, segment, found, known) for v in unsaid)):
            clause = max(near, key=lambda n: _kinship(segment, n[1]))[0]
            out[clause] = _doubtful(out[clause], segment)
    return out


def _speaks(segment: Segment, found: Sequence[Segment], known: Ontology) -> bool:
    """Whether the sentence is a rule, and none of the sayings that every rulebook has."""
    tokens = segment.tagged.tokens
    if not segment.tags.isdisjoint(_APART) or len(tokens) < _SHORT or tokens[-1].text in _NO_RULE:
        return False
    return any(_says(r, segment, found, known) for r in known.further) and not any(
        _says(r, segment, found, known) for r in known.sayings
    )


def _says(rule: str, segment: Segment, found: Sequence[Segment], known: Ontology) -> bool:
    """Whether the sentence has all of the concepts before the `!` and none of those after it."""
    need, _, unless = rule.partition("!")
    return all(find(i, segment, found, known) is not None for i in parse(need)) and all(
        find(i, segment, found, known) is None for i in parse(unless)
    )


def _host(
    segment: Segment, at: Mapping[int, list[tuple[str, Claim]]], found: Sequence[Segment], against: bool
) -> list[tuple[str, Claim]]:
    """What the sentences around it in the same paragraph, or the items before it in the same list, state."""
    for index in range(segment.index - 1, -1, -1):
        far = found[index].block != segment.block
        if far and not (against and _ITEM in segment.tags and _ITEM in found[index].tags):
            break
        if index in at:
            return at[index]
    for index in range(segment.index + 1, len(found)):
        if found[index].block != segment.block or not _sentence(segment):
            break
        if index in at:
            return at[index]
    return []


def _sentence(segment: Segment) -> bool:
    """Whether the sentence stands in a part where neighbours have to do with each other, and ends as one."""
    return segment.tags.isdisjoint(_LOOSE) and segment.tagged.tokens[-1].text in _STOPS


def _may_state(view: View, segment: Segment, found: Sequence[Segment], known: Ontology) -> bool:
    """Whether the sentence may be the one that states a clause which we found nowhere."""
    if view.heading:
        return False
    met = sum(find(item, segment, found, known) is not None for item in view.need)
    return met >= _MOST * len(view.need)


def _kinship(segment: Segment, claim: Claim) -> int:
    """How many concepts both speak of."""
    return len(segment.tagged.by.keys() & claim.segment.tagged.by.keys())


def _doubtful(reading: ClauseReading, segment: Segment) -> ClauseReading:
    place = Place(segment.lines[0], segment.lines, "", "ambiguous", "a further rule beside it", "", (), segment.text)
    status = "ambiguous" if reading.status == "agrees" else reading.status
    lines = tuple(sorted({*reading.lines, *segment.lines}))
    return replace(reading, status=status, lines=lines, places=(*reading.places, place))
