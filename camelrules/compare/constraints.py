"""Whether the numbers of one text fit together: Z3 finds the claims that cannot all be true."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from camelrules.compare.verdicts import Review
from camelrules.lang.library import data_folder
from camelrules.lang.shapes import expect_mapping, read_yaml, sentence
from camelrules.lang.source import fail
from camelrules.lang.tree import Text, expect_fields, expect_text
from camelrules.lang.values import integers

_TERM = re.compile(r"(v|size)\(([a-z0-9_.]+)\)|([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Clash:
    """Clauses whose stated values cannot all be true, and the constraint that says so."""

    name: str
    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Constraint:
    """Two products of stated numbers that must be equal, and why."""

    says: str
    left: tuple[Factor, ...]
    right: tuple[Factor, ...]

    def clauses(self) -> list[str]:
        return list(dict.fromkeys(f.clause for f in (*self.left, *self.right) if f.clause))


@dataclass(frozen=True, slots=True)
class Factor:
    """A number: the value of a clause, the length of its list, or written out."""

    kind: str
    clause: str
    number: int


@cache
def _constraints() -> dict[str, Constraint]:
    root = expect_fields(
        read_yaml(data_folder("spec") / "constraints.yaml"),
        "the file of constraints",
        ("constraints",),
        ("constraints",),
    )
    made = {}
    for key, node in expect_mapping(root.get("constraints"), "`constraints`"):
        entry = expect_fields(node, f"constraint `{key.value}`", ("says", "holds"), ("says", "holds"), key.span)
        holds = expect_text(entry.get("holds"), "`holds`")
        left, equal, right = holds.value.partition("==")
        if not equal:
            raise fail("constraint", "a constraint must be an equation", holds.span, "write `… == …`")
        made[key.value] = Constraint(
            sentence(entry.get("says"), "`says`"), _factors(left, holds), _factors(right, holds)
        )
    return made


def _factors(text: str, whole: Text) -> tuple[Factor, ...]:
    found = []
    for factor in text.split("*"):
        match = _TERM.fullmatch(factor.strip())
        if match is None:
            hint = "write v(clause), size(clause) or a number of at most nine digits"
            raise fail(
                "constraint", f"cannot read `{factor.strip()[:60]}` in a constraint", whole.find(factor.strip()), hint
            )
        kind, clause, number = match.groups()
        found.append(Factor(kind or "", clause or "", int(number or 0)))
    return tuple(found)


def _stated(review: Review, clause: str) -> list[list[int]]:
    """Every value that the text surely states for a clause, as numbers."""
    values = [j.value for j in review.clauses[clause].judged if j.value is not None and not j.claim.doubts]
    found = [list(integers(v)) for v in dict.fromkeys(values)]
    return [numbers for numbers in found if numbers]


def clashes(review: Review) -> list[Clash]:
    """Each constraint that no choice among the stated values can satisfy."""
    import z3

    made = []
    for name, constraint in _constraints().items():
        names = constraint.clauses()
        stated = {c: _stated(review, c) for c in names if c in review.clauses}
        if not all(stated.get(c) for c in names):
            continue
        solver = z3.Solver()
        terms: dict[tuple[str, str], Any] = {}
        for clause in names:
            value, size = z3.Int(f"v:{clause}"), z3.Int(f"size:{clause}")
            terms[("v", clause)], terms[("size", clause)] = value, size
            options = z3.Or([z3.And(value == numbers[0], size == len(numbers)) for numbers in stated[clause]])
            solver.assert_and_track(options, clause)
        solver.assert_and_track(_product(constraint.left, terms) == _product(constraint.right, terms), name)
        if solver.check() == z3.unsat:
            core = {str(c) for c in solver.unsat_core()}
            made.append(Clash(name, constraint.says, tuple(c for c in names if c in core) or tuple(names)))
    return made


def _product(factors: tuple[Factor, ...], terms: dict[tuple[str, str], Any]) -> Any:
    """A product of values: all that the constraints need."""
    result: Any = 1
    for factor in factors:
        result = result * (terms[(factor.kind, factor.clause)] if factor.kind else factor.number)
    return result
