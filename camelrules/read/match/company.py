"""What a sentence adds to the rules that it states: words in whose company no such rule was met.

A rule is spoiled by what is put beside it: "for any player", "before", "and pays". From texts with their clauses beside
them (`learn`) it is known which of these words belong to which clause; one that belongs to none of the clauses which a
sentence states makes the likeliest of them doubtful. So does a word that was met in wrong statements of a clause often,
and in right ones never.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Company:
    """The words of one clause: those that belong to it, and those that tell of a wrong statement of it."""

    belongs: frozenset[str]
    turning: frozenset[str]


@cache
def company() -> dict[str, Company]:
    """The company of each clause that was met."""
    data = read_json(company_file())
    rows = data.values() if isinstance(data, dict) else (None,)
    if not all(_is_company(row) for row in rows):
        raise fail("company", f"`{company_file()}` must hold two lists of words by clause", None, "run `make learn`")
    return {c: Company(frozenset(row["belongs"]), frozenset(row["turning"])) for c, row in data.items()}


def _is_company(row: Any) -> bool:
    names = isinstance(row, dict) and row.keys() == {"belongs", "turning"}
    return names and all(isinstance(r, list) and all(isinstance(w, str) for w in r) for r in row.values())


def plain(segment: Segment, concepts: Iterable[str]) -> dict[str, Mention]:
    """Which of some concepts a sentence has, with their words; what is denied adds nothing."""
    hits = ((c, next((m for m in segment.get(c) if not m.negated), None)) for c in concepts)
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
        allowed = frozenset[str]().union(*(v.allows for c in near for v in views[c]))
        belongs = allowed.union(*(company()[c].belongs for c in near))
        strange = [m for concept, m in plain(segment, known.added).items() if concept not in belongs]
        if strange:
            clause = max(sorted(near), key=lambda c: chances.get(c, 0.0))
            out[clause] = _opened(clause, out[clause], segment, strange[0])
        else:
            out |= _turned(near, segment, out, allowed)
    return out


def _turned(
    near: Iterable[str], segment: Segment, made: Mapping[str, list[Claim]], allowed: frozenset[str]
) -> dict[str, list[Claim]]:
    """The claims of a sentence, with the words beside them that tell of a wrong statement of their clause.

    A word that a claim was made of has been understood.
    """
    here = [c for claims in made.values() for c in claims if c.sentence == segment.index]
    told = [word.rpartition(" = ") for c in here for word in c.evidence]
    known, words = {t[2] for t in told}, {t[0] for t in told}
    out: dict[str, list[Claim]] = {}
    for clause in near:
        hits = plain(segment, sorted(company()[clause].turning - known - allowed)).values()
        if strange := [w for m in hits if (w := segment.tagged.words(m)) not in words]:
            out[clause] = [replace(c, turned=strange[0]) if c.sentence == segment.index else c for c in made[clause]]
    return out


def _opened(clause: str, claims: list[Claim], segment: Segment, strange: Mention) -> list[Claim]:
    word = segment.tagged.words(strange)
    here = next((c for c in claims if c.sentence == segment.index), None)
    base = here or Claim(clause, None, segment.lines, sentence=segment.index, text=segment.text)
    opened = replace(base, leaves_open=(*base.leaves_open, f"without `{word}`"), doubts=(*base.doubts, STRANGE))
    return [*(c for c in claims if c is not here), opened]
