"""Texts of one edition against each other."""

from __future__ import annotations

from itertools import combinations

from camelrules.compare.codes import spelled
from camelrules.compare.findings import Finding
from camelrules.read.catalogue import catalogue
from camelrules.read.expected import title_of
from camelrules.read.reader import Reading
from camelrules.read.verdict import ClauseReading


def disagree(a: ClauseReading, b: ClauseReading) -> bool:
    """Whether two texts state a clause differently; one that is silent states nothing."""
    said = ("agrees", "contradicts")
    if a.status not in said or b.status not in said:
        return False
    return (a.status, b.status) != ("agrees", "agrees") and a.stated != b.stated


def between(readings: list[Reading]) -> list[Finding]:
    """Where texts of the same edition disagree; a variant of another edition is no disagreement."""
    found = []
    for a, b in combinations(readings, 2):
        if a.edition != b.edition:
            continue
        for clause in a.clauses.values():
            other = b.clauses[clause.clause]
            if disagree(clause, other):
                found.append(_finding(a, b, clause, other))
    return found


def _finding(a: Reading, b: Reading, clause: ClauseReading, other: ClauseReading) -> Finding:
    meaning = catalogue()[clause.clause].meaning
    here, there = (", ".join(map(str, c.lines)) or "-" for c in (clause, other))
    message = (
        f"On: {meaning}, line {here} has `{spelled(clause.stated)}` while {b.name} line {there} "
        f"has `{spelled(other.stated)}`. The {title_of(a.edition)} edition has `{spelled(clause.expected)}`."
    )
    return Finding(
        "CR103", clause.clause, "note", a.name, clause.lines, spelled(clause.stated), spelled(other.stated), message
    )
