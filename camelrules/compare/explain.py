"""Why a clause got its verdict, in words."""

from __future__ import annotations

from camelrules.compare.verdicts import Review
from camelrules.door.escape import terminal
from camelrules.lang.catalogue import catalogue
from camelrules.lang.source import fail, near
from camelrules.read.match.relevance import speaks
from camelrules.read.patterns.describe import describe


def explain(review: Review, clause: str) -> str:
    """The status of the clause, each place that speaks of it, and the words that made its concepts."""
    if clause not in review.clauses:
        raise fail("unknown-clause", f"there is no clause `{clause[:60]}`", None, near(clause, review.clauses))
    verdict = review.clauses[clause]
    out = [
        f"{clause}: {catalogue()[clause].meaning}",
        f"  status: {verdict.status} ({review.certainty(verdict)}); stated: {verdict.stated or '-'}",
        f"  expected in {review.edition}: {verdict.right or '-'}",
    ]
    names = review.reading.names
    if names:
        out.append("  words of this text: " + ", ".join(f"{n} = {c}" for n, c in sorted(names.items())))
    for judged in verdict.judged:
        claim = judged.claim
        value = f", `{judged.value}`" if judged.value is not None and str(judged.value) else ""
        out.append(f"  {review.cite(claim.lines)}: {judged.status}{value}")
        out += [f"    {n} | {terminal(review.lines[n - 1].strip()[:160])}" for n in claim.lines]
        out.append(f"    words: {terminal('; '.join(claim.evidence)) or '-'}")
        out += [f"    leaves open: {terminal(what)}" for what in claim.leaves_open]
        out += [f"    not sure: {why}" for why in claim.doubts]
        out += [f"    {line}" for line in describe(claim.pattern)] or ["    pattern: none fits"]
        if not claim.pattern:
            told = ", ".join(f"{f} {w:+.1f}" for f, w in speaks(review.reading.segments, claim.sentence, clause))
            out.append(f"    what points at the sentence: {told}")
    if not verdict.judged and verdict.status == "silent":
        out.append("  no sentence has the words that this clause is known by")
    return "\n".join(out)
