"""Why a clause got its value, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camelrules.lang.source import fail, near
from camelrules.read.catalogue import catalogue

if TYPE_CHECKING:
    from camelrules.read.reader import Reading


def explain(reading: Reading, clause: str) -> str:
    """The status of the clause, each place that speaks of it, and the words that made its concepts."""
    if clause not in reading.clauses:
        raise fail("clause", f"no clause `{clause}`", None, near(clause, reading.clauses))
    entry = catalogue()[clause]
    result = reading.clauses[clause]
    out = [
        f"{clause}: {entry.meaning}",
        f"  status: {result.status}; stated: {result.stated or '-'}",
        f"  expected in {reading.edition}: {result.expected or '-'}",
    ]
    for place in result.places:
        out.append(f"  line {', '.join(map(str, place.lines))}: {place.status}{', ' + place.why if place.why else ''}")
        for number in place.lines:
            out.append(f"    {number} | {reading.lines[number - 1].strip()[:160]}")
        out.append(f"    words: {'; '.join(place.words)}")
        out.append(f"    pattern: {place.view}")
    if not result.places and result.status == "silent":
        out.append("  no sentence has the words that this clause is known by")
    return "\n".join(out)
