"""The known faults of the rulebooks that we have read, kept in step with their readings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from camelrules.compare.codes import codes, unsaid
from camelrules.compare.sides import Side, rulebooks, side
from camelrules.compare.witness import find_witness
from camelrules.lang.library import data_folder
from camelrules.lang.source import fail
from camelrules.lang.tree import expect_items, parse_yaml, plain, read_source

FILE = "errata.yaml"


@dataclass(frozen=True, slots=True)
class Erratum:
    """A known fault of a printed rulebook, in our words."""

    rulebook: str
    clause: str
    kind: str
    severity: str
    lines: tuple[int, ...]
    stated: str
    expected: str
    message: str

    @property
    def code(self) -> str:
        return next(c.code for c in codes().values() if c.kind == self.kind)

    def data(self) -> dict[str, Any]:
        """As a finding of the contract, with a game where play changes."""
        printed = side(self.rulebook)
        claim = printed.claim(self.clause) if self.severity == "error" else None
        return {
            "code": self.code,
            "name": codes()[self.code].name,
            "clause": self.clause,
            "kind": self.kind,
            "severity": self.severity,
            "rulebook": self.rulebook,
            "lines": list(self.lines),
            "stated": self.stated,
            "expected": self.expected,
            "message": self.message,
            "witness": find_witness(printed.edition, (), (claim,)) if claim else None,
        }


@cache
def errata() -> tuple[Erratum, ...]:
    """Every known fault, in the order of the file."""
    path = data_folder("spec") / "rulebooks" / FILE
    rows = []
    for node in expect_items(parse_yaml(read_source(path)), "the list of known faults"):
        row = plain(node)
        if not isinstance(row, dict) or row.get("kind") not in {c.kind for c in codes().values()}:
            raise fail("errata", "a known fault needs a kind of finding", node.span)
        rows.append(
            Erratum(
                str(row["rulebook"]), str(row["clause"]), str(row["kind"]), str(row["severity"]),
                tuple(row.get("lines") or ()), str(row.get("stated") or ""), str(row.get("expected") or ""),
                str(row["message"]),
            )
        )  # fmt: skip
    return tuple(rows)


def out_of_step() -> list[tuple[str, str, list[int], str]]:
    """Faults in a reading that are not known, and known ones that it no longer has: rulebook, clause, lines, what."""
    complaints: list[tuple[str, str, list[int], str]] = []
    for name in rulebooks():
        printed = side(name)
        known = {e.clause for e in errata() if e.rulebook == name}
        for clause, cell in printed.cells.items():
            if _faulty(printed, clause) and clause not in known:
                complaints.append(
                    (name, clause, list(cell.lines), f"{clause} is {cell.status}, and no known fault tells of it")
                )
        for erratum in errata():
            # A fault that confuses may be settled by another line, so that the clause as a whole agrees.
            if erratum.rulebook == name and erratum.severity == "error" and not _differs(printed, erratum.clause):
                complaints.append(
                    (name, erratum.clause, list(erratum.lines), f"the known fault of {erratum.clause} has vanished")
                )
    return complaints


def _faulty(printed: Side, clause: str) -> bool:
    status = printed.cells[clause].status
    return status in ("contradicts", "ambiguous") or (status == "silent" and clause not in unsaid())


def _differs(printed: Side, clause: str) -> bool:
    return printed.cells[clause].status in ("contradicts", "ambiguous", "silent")
