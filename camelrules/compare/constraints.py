"""Whether the numbers of one text fit together: Z3 finds the claims that cannot all be true."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from camelrules.lang.library import data_folder
from camelrules.lang.source import fail
from camelrules.lang.tree import parse_yaml, plain, read_source
from camelrules.read.reader import Reading

_TERM = re.compile(r"\s*(?:(v|size)\(([a-z0-9_.]+)\)|(==|\*|\+|-|\(|\))|(\d+))")


@dataclass(frozen=True, slots=True)
class Clash:
    """Clauses whose stated values cannot all be true, and the constraint that says so."""

    name: str
    says: str
    clauses: tuple[str, ...]


@cache
def _constraints() -> dict[str, Any]:
    data = plain(parse_yaml(read_source(data_folder("spec") / "constraints.yaml")))
    assert isinstance(data, dict)
    found: dict[str, Any] = data["constraints"]
    return found


def _clauses(text: str) -> list[str]:
    return list(dict.fromkeys(m.group(2) for m in _TERM.finditer(text) if m.group(1)))


def _stated(reading: Reading, clause: str) -> list[list[int]]:
    """Every value that the text states for a clause, as numbers."""
    found = []
    for place in reading.clauses[clause].places:
        numbers = [int(n) for n in re.findall(r"-?\d+", place.value)]
        if numbers and numbers not in found:
            found.append(numbers)
    return found


def clashes(reading: Reading) -> list[Clash]:
    """Each constraint that no choice among the stated values can satisfy."""
    import z3

    made = []
    for name, entry in _constraints().items():
        text = str(entry["holds"])
        names = _clauses(text)
        stated = {c: _stated(reading, c) for c in names if c in reading.clauses}
        if not all(stated.get(c) for c in names):
            continue
        solver = z3.Solver()
        terms: dict[tuple[str, str], Any] = {}
        for clause in names:
            value, size = z3.Int(f"v:{clause}"), z3.Int(f"size:{clause}")
            terms[("v", clause)], terms[("size", clause)] = value, size
            options = z3.Or([z3.And(value == numbers[0], size == len(numbers)) for numbers in stated[clause]])
            solver.assert_and_track(options, clause)
        left, _, right = text.partition("==")
        solver.assert_and_track(_term(left, terms) == _term(right, terms), name)
        if solver.check() == z3.unsat:
            core = {str(c) for c in solver.unsat_core()}
            made.append(Clash(name, str(entry["says"]), tuple(c for c in names if c in core) or tuple(names)))
    return made


def _term(text: str, terms: dict[tuple[str, str], Any]) -> Any:
    """A product of values: all that the constraints need."""
    result: Any = None
    for factor in text.split("*"):
        match = _TERM.fullmatch(factor.rstrip())
        if match is None or not (match.group(1) or match.group(4)):
            raise fail(
                "constraint",
                f"cannot read `{factor.strip()}` in a constraint",
                None,
                "write v(clause), size(clause) or a number",
            )
        value = terms[(match.group(1), match.group(2))] if match.group(1) else int(match.group(4))
        result = value if result is None else result * value
    return result
