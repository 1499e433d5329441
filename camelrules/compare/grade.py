"""How one stated value relates to another: the same, narrower, wider, or neither."""

from __future__ import annotations

import re

# Where one word allows less than the other: the first is the narrower.
_NARROWER = (
    ("must", "may"),
    ("least advanced racing camel", "least advanced camel"),
    ("direct", "anywhere"),
)
_COMPARISON = re.compile(r"n(>=|>|<=|<|==)(\d+)")


def grade(a: str, b: str) -> str:
    """`narrower` where everything that `a` allows is allowed by `b`, and not the other way round."""
    if a == b:
        return "equivalent"
    first, second = _COMPARISON.fullmatch(a.replace(" ", "")), _COMPARISON.fullmatch(b.replace(" ", ""))
    if first and second:
        return _compare((first.group(1), int(first.group(2))), (second.group(1), int(second.group(2))))
    for narrow, wide in _NARROWER:
        if (a, b) == (narrow, wide):
            return "narrower"
        if (a, b) == (wide, narrow):
            return "wider"
    return "incomparable"


def _compare(a: tuple[str, int], b: tuple[str, int]) -> str:
    """Two conditions on one number, by Z3: does the one imply the other?"""
    import z3

    n = z3.Int("n")

    def holds(condition: tuple[str, int]) -> z3.BoolRef:
        sign, number = condition
        made: z3.BoolRef = {">=": n >= number, ">": n > number, "<=": n <= number, "<": n < number, "==": n == number}[
            sign
        ]
        return made

    def implies(p: z3.BoolRef, q: z3.BoolRef) -> bool:
        solver = z3.Solver()
        solver.add(p, z3.Not(q))
        return bool(solver.check() == z3.unsat)

    forward, backward = implies(holds(a), holds(b)), implies(holds(b), holds(a))
    if forward and backward:
        return "equivalent"
    return "narrower" if forward else "wider" if backward else "incomparable"
