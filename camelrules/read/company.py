"""What a sentence adds to the rules that it states: words in whose company no such rule was met.

A rule is spoiled by what is put beside it: "for any player", "before", "and pays". From texts with their clauses beside
them (`learn`) it is known which of these words belong to which clause; one that belongs to none of the clauses which a
sentence states makes the likeliest of them doubtful.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from camelrules.read.concepts import Mention
from camelrules.read.ontology import Ontology
from camelrules.read.patterns import View
from camelrules.read.segments import Segment
from camelrules.read.verdict import ClauseReading, Place
from camelrules.read.where import spec_dir

# Where a sentence is no rule.
_APART = frozenset(["@heading", "@question", "@example", "@components", "@count", "@unknown"])
# From here on a sentence that states nothing we can read is about a clause.
_SURE = 0.6


def company_file() -> Path:
    return spec_dir() / "patterns" / "company.json"


@cache
def company() -> dict[str, frozenset[str]]:
    """For each clause the added words that belong to it."""
    data = json.loads(company_file().read_text("utf-8"))
    return {clause: frozenset(words) for clause, words in data.items()}


def added(segment: Segment, known: Ontology) -> dict[str, Mention]:
    """The words of limits, times and persons in a sentence, by concept; what is denied adds nothing."""
    hits = ((c, next((m for m in segment.get(c) if not m.negated), None)) for c in known.added)
    return {concept: mention for concept, mention in hits if mention is not None}


def with_company(
    read: dict[str, ClauseReading],
    found: Sequence[Segment],
    likely: Sequence[Mapping[str, float]],
    known: Ontology,
    views: Mapping[str, Sequence[View]],
) -> dict[str, ClauseReading]:
    """The readings, where a clause is doubtful because its sentence says more than belongs to it."""
    stated: dict[int, set[str]] = {}
    complained: set[int] = set()
    for clause, reading in read.items():
        for place in reading.places:
            if place.status == "agrees":
                stated.setdefault(place.at, set()).add(clause)
            else:
                complained.add(place.at)
    out = dict(read)
    for segment in found:
        if segment.index in complained or not segment.tags.isdisjoint(_APART):
            continue
        chances = likely[segment.index]
        near = stated.get(segment.index) or {c for c, p in chances.items() if p >= _SURE and out[c].status == "agrees"}
        if not near:
            continue
        if not near <= company().keys():
            continue  # a clause that no text states has no company
        belongs = frozenset[str]().union(*(company()[c] for c in near), *(v.beside for c in near for v in views[c]))
        strange = [m for concept, m in added(segment, known).items() if concept not in belongs]
        if strange:
            clause = max(sorted(near), key=lambda c: chances.get(c, 0.0))
            out[clause] = _doubtful(out[clause], segment, strange[0])
    return out


def _doubtful(reading: ClauseReading, segment: Segment, strange: Mention) -> ClauseReading:
    why = f"not said: without `{segment.tagged.words(strange)}`"
    place = Place(segment.lines[0], segment.lines, "", "ambiguous", why, "", (), segment.text, segment.index)
    kept = tuple(p for p in reading.places if p.at != segment.index)
    status = "ambiguous" if reading.status == "agrees" else reading.status
    lines = tuple(sorted({*reading.lines, *segment.lines}))
    return replace(reading, status=status, lines=lines, places=(*kept, place))
