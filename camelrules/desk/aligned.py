"""A text beside another one, a rulebook or an edition, clause by clause."""

from __future__ import annotations

from typing import Any

from camelrules.compare.messages import lines_of
from camelrules.compare.sides import side
from camelrules.compare.stored import rulebooks
from camelrules.compare.verdicts import Review
from camelrules.desk.data import sentence_text
from camelrules.desk.texts import OpenText
from camelrules.door.diagnostics import fail
from camelrules.lang.catalogue import catalogue
from camelrules.lang.library import library, title_of

# So much of a place is quoted.
_LONGEST = 300


def choices(texts: list[OpenText], beside: OpenText) -> list[dict[str, str]]:
    """What can be put beside a text: the other texts of the desk, the rulebooks that were read, the editions."""
    others = [{"id": f"text:{t.id}", "name": t.name} for t in texts if t is not beside]
    books = [{"id": f"book:{name}", "name": f"rulebook {name}"} for name in rulebooks()]
    editions = [{"id": f"book:{e}", "name": f"edition {title_of(e)}"} for e in library().editions()]
    return [*others, *books, *editions]


def aligned(read: Review, other: str, texts: list[OpenText]) -> list[dict[str, Any]]:
    """A row for each clause that either of the two speaks of; no name but those offered is taken."""
    kind, _, name = other.partition(":")
    if kind == "text":
        theirs = next((t.shown() for t in texts if str(t.id) == name), None)
        if theirs is None:
            raise fail("unknown-side", "there is no such text on the desk")
        return _rows(read, {c: _of_text(theirs.review, c) for c in catalogue()})
    if kind != "book" or name not in (*rulebooks(), *library().editions()):
        raise fail("unknown-side", "there is no such rulebook or edition")
    known = side(name)
    cells = {}
    for clause, cell in known.cells.items():
        said = cell.status in ("agrees", "contradicts")
        cells[clause] = {
            "status": cell.status,
            "value": known.shown(clause) if said else "",
            "quote": "",
            "lines": list(cell.lines),
            "cited": lines_of(cell.lines) if cell.lines else "",
        }
    return _rows(read, cells)


def _of_text(read: Review, clause: str) -> dict[str, Any]:
    verdict = read.clauses[clause]
    words = dict.fromkeys(sentence_text(read, j.claim.sentence) for j in verdict.judged if j.claim.sentence >= 0)
    return {
        "status": verdict.status,
        "value": verdict.stated,
        "quote": " … ".join(words)[:_LONGEST],
        "lines": list(verdict.lines),
        "cited": read.cite(verdict.lines),
    }


def _rows(read: Review, theirs: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    rows = []
    for clause, entry in catalogue().items():
        mine, other = _of_text(read, clause), theirs[clause]
        absent = ("silent", "not-applicable")
        if mine["status"] in absent and other["status"] in absent:
            continue
        differs = (mine["status"] in absent) != (other["status"] in absent) or mine["value"] != other["value"]
        rows.append({"clause": clause, "meaning": entry.meaning, "mine": mine, "other": other, "differs": differs})
    return rows
