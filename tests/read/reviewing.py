"""Texts read and judged, and what is complained of: for the tests of reading."""

from __future__ import annotations

from camelrules.compare.verdicts import Review, review
from camelrules.read.language.lexicon import Lexicon
from camelrules.read.reader import read_text

Complaint = tuple[str, str, str, tuple[str, ...]]


def reviewed(
    text: str,
    name: str = "text",
    language: str | None = None,
    edition: str | None = None,
    words: Lexicon | None = None,
) -> Review:
    """A text as read, with a verdict on every clause."""
    return review(read_text(text, name, language=language, edition=edition, words=words))


def complaints(found: Review) -> set[Complaint]:
    """Every place that does not agree, with what it says, and every clause that nothing is said of."""
    places = {
        (clause, j.status, str(j.value), j.claim.leaves_open)
        for clause, verdict in found.clauses.items()
        for j in verdict.judged
        if j.status != "agrees"
    }
    return places | {(c, "silent", "", ()) for c, v in found.clauses.items() if v.status == "silent"}


def sure_errors(found: Review) -> set[str]:
    """The clauses that the text is surely wrong about."""
    return {c for c, v in found.clauses.items() if v.status == "contradicts" and found.certainty(v) == "sure"}
