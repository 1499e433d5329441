"""What a sentence of a text alone states: whoever writes it anew has to say all of that again."""

from __future__ import annotations

from camelrules.compare.verdicts import Review
from camelrules.write.book import plan


def order() -> list[str]:
    """The clauses in the order of a rulebook."""
    return [c for part in plan().sections for paragraph in part.paragraphs for c in paragraph]


def section_of(clause: str) -> frozenset[str]:
    """The clauses of the same section of a rulebook."""
    section = next(p for p in plan().sections if any(clause in paragraph for paragraph in p.paragraphs))
    return frozenset(c for paragraph in section.paragraphs for c in paragraph)


def stated_alone(review: Review, sentence: int, clause: str) -> tuple[str, ...]:
    """The clauses that no other sentence states, in the order of this one, with the one that it states wrongly."""
    columns: dict[str, tuple[int, int]] = {}
    places = {c: n for n, c in enumerate(order())}
    for claim in review.reading.claims:
        if claim.sentence != sentence:
            continue
        known = review.clauses[claim.clause]
        elsewhere = any(j.claim.sentence != sentence for j in known.of("agrees"))
        if claim.clause == clause or (known.status != "not-applicable" and not elsewhere and not claim.faint):
            at = min((p.column for p in claim.places), default=0)
            columns.setdefault(claim.clause, (at, places[claim.clause]))
    return tuple(sorted(columns, key=columns.__getitem__))
