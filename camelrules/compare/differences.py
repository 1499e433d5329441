"""Differences between two sides, each with its grade and a game in which it shows."""

from __future__ import annotations

from typing import Any

from camelrules.compare.codes import spelled
from camelrules.compare.grade import grade
from camelrules.compare.sides import Side
from camelrules.compare.witness import find_witness


def differences(a: Side, b: Side, witness: bool = True) -> list[dict[str, Any]]:
    """Every clause on which two sides do not say the same."""
    found = []
    for clause, first in a.cells.items():
        second = b.cells[clause]
        if (first.status, first.stated) == (second.status, second.stated) or _same(first.status, second.status):
            continue
        same_edition = a.edition == b.edition
        game = None
        if witness and same_edition:
            claims = [(c,) if (c := s.claim(clause)) is not None else () for s in (a, b)]
            if claims[0] != claims[1]:
                game = find_witness(a.edition, claims[0], claims[1])
        found.append(
            {
                "clause": clause,
                "a": _shown(first.status, first.stated),
                "b": _shown(second.status, second.stated),
                "a_lines": list(first.lines),
                "b_lines": list(second.lines),
                "verdict": grade(first.stated, second.stated) if _said(first.status, second.status) else "incomparable",
                # Two editions may differ: that is what editions are for, and no fault of either.
                "variant": not same_edition,
                "witness": game,
            }
        )
    return found


def _said(*statuses: str) -> bool:
    return all(s in ("agrees", "contradicts") for s in statuses)


def _same(a: str, b: str) -> bool:
    """Two sides that agree with the same edition agree with each other, however each puts it."""
    return a == b and a in ("silent", "not-applicable")


def _shown(status: str, stated: str) -> str:
    return spelled(stated) if _said(status) and stated else status
