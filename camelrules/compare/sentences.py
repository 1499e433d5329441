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
    """The clauses that no other sentence states, with the one that it states wrongly, in the order of a rulebook.

    A claim too faint to ask about counts too: where nothing else states its clause, the text would say nothing of it.
    """
    stated = {clause}
    for claim in review.reading.claims:
        known = review.clauses[claim.clause]
        elsewhere = any(j.claim.sentence != sentence for j in known.of("agrees"))
        if claim.sentence == sentence and known.status != "not-applicable" and not elsewhere:
            stated.add(claim.clause)
    return tuple(sorted(stated, key=order().index))
