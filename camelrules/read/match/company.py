"""What a sentence adds to the rules that it states: words in whose company no such rule was met.

A rule is spoiled by what is put beside it: "for any player", "before", "and pays". From texts with their clauses beside
them (`learn`) it is known which of these words belong to which clause; one that belongs to none of the clauses which a
sentence states makes the likeliest of them doubtful.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from camelrules.door.diagnostics import fail
from camelrules.door.reading import read_json
from camelrules.lang.claims import Claim
from camelrules.lang.values import Otherwise
from camelrules.read.language.concepts import Mention
from camelrules.read.language.folder import spec_dir
from camelrules.read.language.ontology import Ontology
from camelrules.read.match.doubts import STRANGE
from camelrules.read.patterns.model import Pattern
from camelrules.read.sections.segments import Segment

# Where a sentence is no rule.
_APART = frozenset(["@heading", "@question", "@example", "@components", "@count", "@unknown"])
# From here on a sentence that states nothing we can read is about a clause.
_SURE = 0.6


def company_file() -> Path:
    return spec_dir() / "patterns" / "company.json"


@cache
def company() -> dict[str, frozenset[str]]:
    """For each clause the added words that belong to it."""
    data = read_json(company_file())
    rows = data.values() if isinstance(data, dict) else (None,)
    if not all(isinstance(r, list) and all(isinstance(w, str) for w in r) for r in rows):
        raise fail("company", f"`{company_file()}` must hold lists of words by clause", None, "run `make learn`")
    return {clause: frozenset(words) for clause, words in data.items()}


def added(segment: Segment, known: Ontology) -> dict[str, Mention]:
    """The words of limits, times and persons in a sentence, by concept; what is denied adds nothing."""
    hits = ((c, next((m for m in segment.get(c) if not m.negated), None)) for c in known.added)
    return {concept: mention for concept, mention in hits if mention is not None}


def with_company(
    made: dict[str, list[Claim]],
    found: Sequence[Segment],
    likely: Sequence[Mapping[str, float]],
    known: Ontology,
    views: Mapping[str, Sequence[Pattern]],
) -> dict[str, list[Claim]]:
    """The claims, where one is left open because its sentence says more than belongs to it."""
    stated: dict[int, set[str]] = {}
    opened: set[int] = set()
    for clause, claims in made.items():
        for claim in claims:
            if claim.leaves_open or claim.contrast or claim.value is None or isinstance(claim.value, Otherwise):
                opened.add(claim.sentence)
            else:
                stated.setdefault(claim.sentence, set()).add(clause)
    out = dict(made)
    for segment in found:
        if segment.index in opened or not segment.tags.isdisjoint(_APART):
            continue
        chances = likely[segment.index]
        near = stated.get(segment.index) or {c for c, p in chances.items() if p >= _SURE and out.get(c)}
        if not near or not near <= company().keys():
            continue  # a clause that no text states has no company
        belongs = frozenset[str]().union(*(company()[c] for c in near), *(v.allows for c in near for v in views[c]))
        strange = [m for concept, m in added(segment, known).items() if concept not in belongs]
        if strange:
            clause = max(sorted(near), key=lambda c: chances.get(c, 0.0))
            out[clause] = _opened(clause, out[clause], segment, strange[0])
    return out


def _opened(clause: str, claims: list[Claim], segment: Segment, strange: Mention) -> list[Claim]:
    word = segment.tagged.words(strange)
    here = next((c for c in claims if c.sentence == segment.index), None)
    base = here or Claim(clause, None, segment.lines, sentence=segment.index, text=segment.text)
    opened = replace(base, leaves_open=(*base.leaves_open, f"without `{word}`"), doubts=(*base.doubts, STRANGE))
    return [*(c for c in claims if c is not here), opened]
