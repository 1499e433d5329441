"""Texts of one edition against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from camelrules.compare.findings import Finding
from camelrules.compare.verdicts import Review, Verdict
from camelrules.lang.catalogue import catalogue
from camelrules.lang.library import title_of

# So many other texts are named; the rest are counted.
_NAMED = 3

Said = tuple[Review, Verdict]


def between(readings: Sequence[Review]) -> list[Finding]:
    """Where texts of the same edition disagree; a variant of another edition is no disagreement.

    Each text that departs from its edition is told once for each clause, with what the others have, so that a
    hundred texts are a hundred times the work of one.
    """
    found: list[Finding] = []
    for edition in dict.fromkeys(r.edition for r in readings):
        texts = [r for r in readings if r.edition == edition]
        for clause in catalogue():
            said = [(r, r.clauses[clause]) for r in texts if r.clauses[clause].status in ("agrees", "contradicts")]
            values = list(dict.fromkeys(c.stated for _, c in said))
            if len(values) > 1:
                found += _told(said, values)
    return found


def _told(said: Sequence[Said], values: Sequence[str]) -> Iterable[Finding]:
    """The texts that depart from the edition, each against those that have another value."""
    by = {value: [s for s in said if s[1].stated == value] for value in values}
    for reading, clause in said:
        if clause.status == "contradicts":
            # The value that most others have stands for them.
            other = max((v for v in values if v != clause.stated), key=lambda v: len(by[v]))
            yield _finding(reading, clause, by[other])


def _finding(reading: Review, clause: Verdict, others: Sequence[Said]) -> Finding:
    meaning = catalogue()[clause.clause].meaning
    value = others[0][1].stated
    named = [f"{r.name} {r.cite(c.lines)}" for r, c in others[:_NAMED]]
    more = len(others) - len(named)
    there = "; ".join(named) + (f" and {more} more" if more else "")
    have = "have" if len(others) > 1 else "has"
    message = (
        f"On: {meaning}, {reading.cite(clause.lines)} has `{clause.stated}` while {there} "
        f"{have} `{value}`. The {title_of(reading.edition)} edition has `{clause.right}`."
    )
    places = tuple(p for judged in clause.of("contradicts") for p in judged.claim.places)
    about = (reading.name, clause.lines, clause.stated, value, message)
    return Finding("CR103", clause.clause, "note", *about, places=places)
