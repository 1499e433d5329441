"""A rulebook's text in an editor: where its findings stand, what a sentence was read as, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from camelrules.compare.codes import codes
from camelrules.compare.findings import Finding
from camelrules.compare.located import located
from camelrules.compare.verdicts import Review
from camelrules.desk.applying import sentence_of
from camelrules.desk.data import segment_spans, sentences
from camelrules.desk.details import clause_detail
from camelrules.desk.texts import Shown
from camelrules.text.model import EntryPlace, LinePlace, UnitPlace
from camelrules.text.places import column_of

# What fits into a tooltip.
_CLAUSES, _BOOKS = 4, 8


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one or more lines of the file, from 0; the last column is the first one after it."""

    line: int
    column: int
    end_line: int
    end_column: int

    def touches(self, first: int, last: int) -> bool:
        return self.line <= last and self.end_line >= first


@dataclass(frozen=True, slots=True)
class Located:
    """A finding with its key and its places in the file; one that is nowhere stands at the first line."""

    key: str
    finding: Finding
    places: tuple[Place, ...]


def placed(shown: Shown) -> list[Located]:
    """Every finding where its user finds it."""
    found = []
    for key, finding in shown.findings.items():
        marks = located(finding, shown.review.document).get("marks", [])
        places = tuple(p for mark in marks if (p := place(shown.review, *mark)) is not None)
        found.append(Located(key, finding, places or (Place(0, 0, 0, 0),)))
    return found


def place(read: Review, number: int, start: int, end: int) -> Place | None:
    """Characters of a line that was read, in the file; the whole line where the format tells no more."""
    assert read.document is not None  # what an editor holds is a document
    match read.document.lines[number - 1].place:
        case LinePlace(line=line) as at:
            last = column_of(at, max(start, end - 1))
            return Place(line - 1, column_of(at, start) - 1, line - 1, last)
        case UnitPlace(line=line) | EntryPlace(line=line):
            return Place(line - 1, 0, line, 0)
        case _:
            return None


def message(finding: Finding) -> str:
    """A finding in one paragraph."""
    return f"{finding.message[:1].upper()}{finding.message[1:]}"


def replacement(shown: Shown, finding: Finding) -> tuple[Place, str] | None:
    """The sentence of a finding and what to write in its place, where that can be done by itself."""
    index, suggestion = sentence_of(shown, finding), finding.suggestion()
    if index is None or suggestion is None:
        return None
    spans = segment_spans(shown.review, index)
    first, last = place(shown.review, *spans[0]), place(shown.review, *spans[-1])
    if first is None or last is None:
        return None
    return Place(first.line, first.column, last.end_line, last.end_column), suggestion["text"]


def hover(shown: Shown, line: int, column: int) -> tuple[Place, str] | None:
    """What the sentence at a place was read as, in Markdown."""
    for sentence in sentences(shown.review):
        for number, start, end in sentence["spans"]:
            at = place(shown.review, number, start, end)
            if at is not None and at.line == line and at.column <= column <= at.end_column:
                clauses = [clause for clause, _, _ in sentence["clauses"]]
                told = "\n\n---\n\n".join(_clause(shown.review, c) for c in clauses[:_CLAUSES])
                more = f"\n\nand {len(clauses) - _CLAUSES} more clauses" if len(clauses) > _CLAUSES else ""
                return at, told + more if clauses else "This sentence was not read as any clause."
    return None


def _clause(read: Review, clause: str) -> str:
    return "\n".join(_lines(read, clause))


def _lines(read: Review, clause: str) -> Iterator[str]:
    verdict, known = read.clauses[clause], clause_detail(read, clause)["clause"]
    yield f"**{clause}**: {known['meaning']}\n"
    yield f"- the text ({verdict.status}): {verdict.stated or 'no value understood'}"
    yield f"- edition {known['edition']}: {known['value']}"
    books = [b for b in known["rulebooks"] if b["stated"] or b["status"] != "silent"]
    for book in books[:_BOOKS]:
        lines = f", line {', '.join(map(str, book['lines'][:4]))}" if book["lines"] else ""
        yield f"- {book['name']} ({book['status']}): {book['stated'] or '-'}{lines}"


def finding_hover(finding: Finding) -> str:
    """A finding in a tooltip: what, how to mend it, and the sentence to write."""
    code = codes()[finding.code]
    suggestion = finding.suggestion()
    told = f"**{finding.severity} {finding.code}** {message(finding)}"
    return told + (f"\n\nSuggestion: {suggestion['text']}" if suggestion else f"\n\n{code.mend}")
