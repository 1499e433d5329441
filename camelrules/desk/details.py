"""A finding opened: the sentence, what was read of it, what the edition and other rulebooks say, and the game."""

from __future__ import annotations

from typing import Any, assert_never

from camelrules.compare.about import readings, rules_carrying
from camelrules.compare.codes import codes
from camelrules.compare.findings import Finding
from camelrules.compare.messages import lines_of
from camelrules.compare.verdicts import Judged, Review
from camelrules.desk.applying import applicable
from camelrules.desk.data import game_data, sentence_text
from camelrules.desk.games import Game, Games, Nothing, Searching, question_of
from camelrules.desk.texts import Shown
from camelrules.lang.catalogue import catalogue
from camelrules.lang.library import title_of
from camelrules.read.patterns.describe import describe
from camelrules.text.places import stretches


def detail(shown: Shown, finding: Finding, games: Games) -> dict[str, Any]:
    """Everything about one finding."""
    read, code = shown.review, codes()[finding.code]
    mark = shown.marks.get(finding.clause)
    return {
        "code": {"code": code.code, "says": code.says, "mend": code.mend},
        "quotes": quotes(read, finding.lines),
        **clause_detail(read, finding.clause),
        "stated": finding.stated,
        "expected": finding.expected,
        "suggestion": finding.suggestion(),
        "applicable": applicable(shown, finding),
        "mark": {"reading": mark[0], "current": mark[1]} if mark else None,
        **game_data(finding, games),
        **_game(finding, games),
    }


def clause_detail(read: Review, clause: str) -> dict[str, Any]:
    """What was read of a clause, what its edition says, and where other rulebooks say it."""
    if clause not in read.clauses:
        return {"clause": None}
    verdict, entry = read.clauses[clause], catalogue()[clause]
    return {
        "clause": {
            "id": clause,
            "meaning": entry.meaning,
            "status": verdict.status,
            "read": [judged_data(read, clause, j) for j in verdict.judged],
            "edition": title_of(read.edition),
            "value": verdict.right,
            "rules": rules_carrying(entry, read.edition) if verdict.binding else [],
            "rulebooks": [_cited(n, r) for n, r in readings(clause).items() if r["status"] != "not-applicable"],
        }
    }


def _cited(name: str, reading: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, **reading, "cited": lines_of(reading["lines"]) if reading["lines"] else ""}


def judged_data(read: Review, clause: str, judged: Judged) -> dict[str, Any]:
    """One place of the text: its words, the concepts they were taken for, and the value that came of it."""
    claim, binding = judged.claim, read.clauses[clause].binding
    return {
        "cited": read.cite(claim.lines),
        "line": claim.lines[0] if claim.lines else 0,
        "sentence": sentence_text(read, claim.sentence) if claim.sentence >= 0 else claim.text,
        "status": judged.status,
        "words": [word.split(" = ", 1) for word in claim.evidence if " = " in word],
        "value": binding.shown(judged.value) if binding and judged.value is not None else "",
        "open": list(claim.leaves_open),
        "doubts": list(claim.doubts),
        "pattern": list(describe(claim.pattern)) if claim.pattern else [],
    }


def quotes(read: Review, lines: tuple[int, ...]) -> list[dict[str, Any]]:
    """The lines of a finding as they stand, those of one paragraph together."""
    assert read.document is not None
    return [
        {"line": run[0], "cited": words, "text": " ".join(read.lines[n - 1].strip() for n in run)}
        for run, words in stretches(read.document, lines)
    ]


def _game(finding: Finding, games: Games) -> dict[str, Any]:
    question = question_of(finding)
    if question is None:
        return {}
    answer = games.answer(question)
    match answer:
        case Searching():
            return {}
        case Nothing(why=why):
            return {"why": why}
        case Game(html=html, taken_as=taken_as):
            return {"html": html, "taken_as": taken_as}
        case _:
            assert_never(answer)
