"""Where rulebooks of one edition contradict each other, and what of it is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from camelrules.compare.errata import errata
from camelrules.compare.sides import Side
from camelrules.compare.stored import rulebooks
from camelrules.compare.verdicts import Status
from camelrules.compare.witness import find_witness
from camelrules.lang.binding import bindings
from camelrules.lang.catalogue import catalogue
from camelrules.lang.values import Anything, Value, fits

COUNTED: tuple[Status, ...] = ("agrees", "contradicts", "ambiguous", "silent")


def tallies(sides: Sequence[Side]) -> list[dict[str, Any]]:
    """How many clauses each rulebook agrees with, contradicts, blurs and leaves out."""
    found = []
    for side in sides:
        statuses = [cell.status for cell in side.cells.values()]
        counts: dict[str, int] = {status: statuses.count(status) for status in COUNTED}
        found.append({"id": side.name, "edition": side.edition, **counts})
    return found


def contradictions(sides: Sequence[Side], witness: bool = True) -> list[dict[str, Any]]:
    """Each clause for which two rulebooks of one edition state different values."""
    known = {(e.rulebook, e.clause) for e in errata()}
    found: list[dict[str, Any]] = []
    for edition in dict.fromkeys(s.edition for s in sides):
        mine = [s for s in sides if s.edition == edition]
        for clause in catalogue():
            stated = [(s, v) for s in mine if (v := s.value(clause)) is not None and not isinstance(v, Anything)]
            if not any(_differ(edition, clause, a, b) for _, a in stated for _, b in stated):
                continue
            odd = [s for s, _ in stated if s.cells[clause].status == "contradicts"]
            rest = [s for s, _ in stated if s not in odd]
            game = None
            if witness and odd:
                pair = [(odd[0].rules(clause) or ()), (odd[1] if not rest else rest[0]).rules(clause) or ()]
                game = find_witness(edition, *pair) if pair[0] != pair[1] else None
            found.append(
                {
                    "clause": clause,
                    "edition": edition,
                    "stated": {s.name: s.shown(clause) for s, _ in stated},
                    "lines": {s.name: list(s.cells[clause].lines) for s, _ in stated},
                    "against": [s.name for s in odd],
                    "known": all((s.name, clause) in known for s in odd),
                    "witness": game,
                }
            )
    return found


def _differ(edition: str, clause: str, a: Value, b: Value) -> bool:
    binding = bindings(edition)[clause]
    first, second = binding.normal(a), binding.normal(b)
    return not fits(first, second) and not fits(second, first)


def faults_of(side: Side) -> list[tuple[str, bool]]:
    """The clauses that a rulebook contradicts or blurs, and whether each is a known fault."""
    known = {e.clause for e in errata() if e.rulebook == side.name}
    stored = side.name in rulebooks()
    faulty = [c for c, cell in side.cells.items() if cell.status in ("contradicts", "ambiguous")]
    return [(c, stored and c in known) for c in faulty]
