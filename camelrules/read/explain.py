"""Why a clause got its value, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camelrules.lang.source import fail, near
from camelrules.read.catalogue import catalogue
from camelrules.read.locate import speaks

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
    if reading.names:
        out.append("  words of this text: " + ", ".join(f"{n} = {c}" for n, c in sorted(reading.names.items())))
    for place in result.places:
        out.append(f"  line {', '.join(map(str, place.lines))}: {place.status}{', ' + place.why if place.why else ''}")
        for number in place.lines:
            out.append(f"    {number} | {reading.lines[number - 1].strip()[:160]}")
        out.append(f"    words: {'; '.join(place.words)}")
        if place.chance < 1:
            told = ", ".join(f"{f} {w:+.1f}" for f, w in speaks(reading.segments, place.at, clause))
            out.append(
                f"    no pattern fits; the sentence is about this clause with a chance of {place.chance:.0%}: {told}"
            )
            out.append(f"    read as: {place.view}")
        else:
            out.append(f"    pattern: {place.view}")
    if not result.places and result.status == "silent":
        out.append("  no sentence has the words that this clause is known by")
    return "\n".join(out)
