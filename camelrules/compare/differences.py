"""Differences between two sides, each with its grade and a game in which it shows."""

from __future__ import annotations

from typing import Any

from camelrules.compare.sides import Side
from camelrules.compare.witness import find_witness
from camelrules.lang.binding import bindings
from camelrules.lang.values import Grade


def differences(a: Side, b: Side, witness: bool = True) -> list[dict[str, Any]]:
    """Every clause on which two sides do not say the same."""
    found = []
    same_edition = a.edition == b.edition
    for clause, first in a.cells.items():
        second = b.cells[clause]
        if first.status == second.status == "silent" or first.status == second.status == "not-applicable":
            continue
        verdict = _grade(a, b, clause)
        if verdict == "equivalent":
            continue
        game = None
        if witness and same_edition:
            rules = [s.rules(clause) or () for s in (a, b)]
            if rules[0] != rules[1]:
                game = find_witness(a.edition, rules[0], rules[1])
        found.append(
            {
                "clause": clause,
                "a": a.shown(clause),
                "b": b.shown(clause),
                "a_lines": list(first.lines),
                "b_lines": list(second.lines),
                "verdict": verdict,
                # Two editions may differ: that is what editions are for, and no fault of either.
                "variant": not same_edition,
                "witness": game,
            }
        )
    return found


def _grade(a: Side, b: Side, clause: str) -> Grade:
    """How what `a` says relates to what `b` says; a side that has no such rule, or says nothing, forbids nothing."""
    binding = bindings(a.edition).get(clause) or bindings(b.edition).get(clause)
    first, second = a.value(clause), b.value(clause)
    if binding is None:
        return "equivalent"
    if first is None and second is None:
        return "equivalent" if a.cells[clause].value == b.cells[clause].value else "incomparable"
    if first is None or second is None:
        missing = (a if first is None else b).cells[clause].status
        if missing not in ("silent", "not-applicable"):
            return "incomparable"
        return "wider" if first is None else "narrower"
    return binding.grade(first, second)
