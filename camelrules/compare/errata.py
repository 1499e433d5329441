"""The known faults of the rulebooks that we have read, kept in step with their readings."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from camelrules.compare.codes import codes, unsaid
from camelrules.compare.sides import Side, rulebooks, side
from camelrules.compare.stored import Fault, faults
from camelrules.compare.witness import find_witness


@dataclass(frozen=True, slots=True)
class Erratum(Fault):
    """A known fault, with what follows from it."""

    @property
    def code(self) -> str:
        return next(c.code for c in codes().values() if c.kind == self.kind)

    def data(self) -> dict[str, Any]:
        """As a finding of the contract, with a game where play changes."""
        printed = side(self.rulebook)
        rules = printed.rules(self.clause) if self.severity == "error" else None
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
            "witness": find_witness(printed.edition, (), rules) if rules else None,
        }


@cache
def errata() -> tuple[Erratum, ...]:
    """Every known fault, in the order of the file."""
    return tuple(Erratum(**asdict(fault)) for fault in faults())


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
