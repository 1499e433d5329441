"""What the page shows of a text: its lines with marks, its sentences with their clauses, its findings in order."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, assert_never

from camelrules.compare.codes import codes, unsaid
from camelrules.compare.findings import Finding
from camelrules.compare.located import located
from camelrules.compare.verdicts import Review
from camelrules.compare.waivers import Waiver
from camelrules.desk.games import Answer, Game, Games, Nothing, Searching, question_of
from camelrules.desk.texts import File, OpenText, Pasted, Shown, Trouble, Waiting
from camelrules.lang.catalogue import catalogue
from camelrules.lang.library import title_of
from camelrules.text.model import Body, Document, Format, Heading, Item, Label, Quote, Role, Row, Rule
from camelrules.text.places import short

SEVERITIES = ("error", "warning", "note")
# The formats into which a suggestion can be written.
WRITABLE = (Format.PLAIN, Format.MARKDOWN)
# Clauses of this section are examples and bind nobody.
EXAMPLES = "examples"
Span = tuple[int, int, int]  # a line, and the characters of it


def ordered(shown: Shown, games: Games) -> list[tuple[str, Finding]]:
    """The findings with the gravest first: by severity, certainty, and how often they change a game."""

    def rank(item: tuple[str, Finding]) -> tuple[int, bool, float, int]:
        finding = item[1]
        question = question_of(finding)
        share = impact_of(games.answer(question)) if question else None
        line = finding.lines[0] if finding.lines else len(shown.review.lines)
        changed = share["money_changed"] if share else 0.0
        return SEVERITIES.index(finding.severity), finding.certainty != "sure", -changed, line

    return sorted(shown.findings.items(), key=rank)


def impact_of(answer: Answer) -> dict[str, Any] | None:
    """How often a finding changes a game, where that is known."""
    match answer:
        case Searching(impact=share) | Nothing(impact=share) | Game(impact=share):
            return share
        case _:
            assert_never(answer)


def state_data(text: OpenText) -> dict[str, Any]:
    """The state of a text in a word, and why it is not as one would like."""
    match text.state:
        case Waiting():
            return {"state": "reading"}
        case Shown():
            return {"state": "read"}
        case Trouble(message=message, help=advice, last=last):
            return {"state": "trouble", "message": message, "help": advice, "last": last is not None}
        case state:
            assert_never(state)


def name_of(text: OpenText) -> str:
    """A text as its tab calls it."""
    match text.origin:
        case File(path):
            return Path(path).name
        case Pasted():
            return "pasted text"
        case origin:
            assert_never(origin)


def text_data(text: OpenText, games: Games) -> dict[str, Any]:
    """Everything but the details of each finding."""
    data: dict[str, Any] = {"id": text.id, "name": name_of(text), "revision": text.revision, **state_data(text)}
    shown = text.shown()
    if shown is None:
        return data
    read = shown.review
    document = read.document
    assert document is not None  # what the desk reads is a document
    return data | {
        "edition": title_of(read.edition),
        "edition_evidence": read.reading.edition_evidence,
        "language": read.language,
        "language_evidence": read.reading.language_evidence,
        "format": document.format.value,
        "lines": lines(document),
        "sentences": sentences(read),
        "findings": [finding_data(k, f, read, games) for k, f in ordered(shown, games)],
        "waived": [waived_data(k, f, w, read, games) for k, (f, w) in shown.waived.items()],
        "unsaid": list(not_said(shown)),
        "marks": {c: {"reading": r, "current": now} for c, (r, now) in shown.marks.items()},
    }


def lines(document: Document) -> list[list[str]]:
    """Each line with its place and what it is; one that goes on is what the line before it is."""
    out: list[list[str]] = []
    for line in document.lines:
        kind = "heading" if line.continues and out and out[-1][2] == "heading" else _kind(line.role)
        out.append([short(line.place), line.text, kind])
    return out


def _kind(role: Role) -> str:
    match role:
        case Heading() | Label():
            return "heading"
        case Item():
            return "item"
        case Body() | Quote() | Row() | Rule():
            return ""
        case _:
            assert_never(role)


def finding_data(key: str, finding: Finding, read: Review, games: Games) -> dict[str, Any]:
    """A finding as the list shows it."""
    place = located(finding, read.document)
    return {
        "key": key,
        "code": finding.code,
        "name": codes()[finding.code].name.replace("-", " "),
        "clause": finding.clause,
        "severity": finding.severity,
        "certainty": finding.certainty,
        "message": finding.message,
        "where": place["where"],
        "marks": place.get("marks", []),
        **game_data(finding, games),
    }


def waived_data(key: str, finding: Finding, waiver: Waiver, read: Review, games: Games) -> dict[str, Any]:
    """A finding that may stand, and why."""
    return finding_data(key, finding, read, games) | {"reason": waiver.reason, "where": Path(waiver.where).name}


def game_data(finding: Finding, games: Games) -> dict[str, Any]:
    """How the search for a finding's game stands, and how often it would matter."""
    question = question_of(finding)
    if question is None:
        return {"game": "no-variant" if finding.no_game else "none", "impact": None}
    answer = games.answer(question)
    match answer:
        case Searching():
            state = "searching"
        case Nothing():
            state = "not-found"
        case Game():
            state = "found"
        case _:
            assert_never(answer)
    return {"game": state, "impact": impact_of(answer)}


def not_said(shown: Shown) -> Iterable[dict[str, Any]]:
    """The clauses that the text does not state, in the order of a rulebook."""
    keys = {f.clause: k for k, f in shown.findings.items() if f.code == "CR201"}
    for clause, verdict in shown.review.clauses.items():
        if verdict.status == "silent":
            entry = catalogue()[clause]
            yield {
                "clause": clause,
                "meaning": entry.meaning,
                "section": entry.section,
                "example": entry.section.startswith(EXAMPLES),
                "optional": clause in unsaid(),
                "expected": verdict.right,
                "key": keys.get(clause),
            }


def sentences(read: Review) -> list[dict[str, Any]]:
    """Every sentence with the places it takes up and the clauses that it was read as."""
    spans = [segment_spans(read, n) for n in range(len(read.reading.segments))]
    by_line: dict[int, list[tuple[int, int, int]]] = {}
    for index, places in enumerate(spans):
        for line, start, end in places:
            by_line.setdefault(line, []).append((start, end, index))
    clauses: dict[int, dict[str, list[str]]] = {}
    for clause, verdict in read.clauses.items():
        for judged in verdict.judged:
            value = verdict.binding.shown(judged.value) if verdict.binding and judged.value is not None else ""
            speaking = {judged.claim.sentence}
            for place in judged.claim.places:
                speaking |= {
                    n for a, b, n in by_line.get(place.line, ()) if a < place.end_column - 1 and place.column <= b
                }
            for index in speaking:
                clauses.setdefault(index, {}).setdefault(clause, [judged.status, value])
    return [
        {"spans": places, "clauses": [[c, status, value] for c, (status, value) in clauses.get(index, {}).items()]}
        for index, places in enumerate(spans)
        if places
    ]


def sentence_text(read: Review, index: int) -> str:
    """A sentence as it stands in the text, its lines joined."""
    return " ".join(read.lines[line - 1][a:b].strip() for line, a, b in segment_spans(read, index))


def segment_spans(read: Review, index: int) -> list[Span]:
    """The characters of each line that a sentence takes up."""
    found: dict[int, tuple[int, int]] = {}
    for token in read.reading.segments[index].tagged.tokens:
        if token.column and 0 < token.line <= len(read.lines):
            low, high = found.get(token.line, (token.column - 1, 0))
            end = token.column - 1 + len(token.text)
            found[token.line] = min(low, token.column - 1), max(high, end)
    return [(line, low, min(high, len(read.lines[line - 1]))) for line, (low, high) in sorted(found.items())]
