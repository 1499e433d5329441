"""Findings: what a text says otherwise than its edition, than itself, or not at all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from camelrules.compare.codes import codes, spelled, unsaid
from camelrules.compare.constraints import clashes
from camelrules.compare.meanings import matters
from camelrules.compare.messages import clash_message, message
from camelrules.compare.variants import Claim, change_of
from camelrules.compare.witness import find_witness
from camelrules.read.reader import Reading
from camelrules.read.verdict import ClauseReading


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to tell the translator."""

    code: str
    clause: str
    severity: str
    rulebook: str
    lines: tuple[int, ...]
    stated: str
    expected: str
    message: str
    claim: Claim | None = None
    edition: str = ""
    quotes: tuple[str, ...] = field(default=(), repr=False)

    def witness(self) -> dict[str, Any] | None:
        """A short game in which the text and its edition part ways; looked for only when asked."""
        if self.claim is None:
            return None
        return find_witness(self.edition, (), (self.claim,))

    def data(self, with_witness: bool = True) -> dict[str, Any]:
        """As the contract has it."""
        code = codes()[self.code]
        return {
            "code": self.code,
            "name": code.name,
            "clause": self.clause,
            "kind": code.kind,
            "severity": self.severity,
            "rulebook": self.rulebook,
            "lines": list(self.lines),
            "stated": self.stated,
            "expected": self.expected,
            "message": self.message,
            "witness": self.witness() if with_witness else None,
        }


def findings(reading: Reading) -> list[Finding]:
    """Everything to say of one text, in the order of its lines; what is left out comes last."""
    found: list[Finding] = []
    for clause in reading.clauses.values():
        made = _finding(reading, clause)
        if made is not None:
            found.append(made)
    found += _internal(reading, found)
    found += [_observed(reading, o) for o in reading.observations]
    return sorted(found, key=lambda f: (f.lines[0] if f.lines else 10**9, f.code, f.clause))


def claims(reading: Reading) -> tuple[Claim, ...]:
    """What a text says otherwise than its edition, as claims that change the game."""
    made = []
    for clause in reading.clauses.values():
        if clause.status in ("contradicts", "ambiguous", "silent"):
            claim = Claim(clause.clause, clause.status, _wrong(clause))
            if change_of(reading.edition, claim) is not None:
                made.append(claim)
    return tuple(made)


def _wrong(clause: ClauseReading) -> str:
    values = [p.value for p in clause.places if p.status == clause.status and p.value]
    return " / ".join(dict.fromkeys(values)) or clause.stated


def _finding(reading: Reading, clause: ClauseReading) -> Finding | None:
    if clause.status in ("agrees", "not-applicable"):
        return None
    if clause.status == "silent" and clause.clause in unsaid():
        return None
    claim = Claim(clause.clause, clause.status, _wrong(clause))
    plays = change_of(reading.edition, claim) is not None
    bad = [p for p in clause.places if p.status == clause.status]
    good = [p for p in clause.places if p.status == "agrees"]
    lines = tuple(sorted({n for p in bad for n in p.lines}))
    match clause.status:
        case "contradicts":
            code = "CR102" if good else "CR101"
        case "silent":
            code = "CR201"
        case _:
            code = "CR301"
    # An ambiguity that another place of the text settles confuses; play changes only for who reads this place alone.
    settled = clause.status == "ambiguous" and bool(good)
    severity = (
        "error"
        if plays and not settled
        else "warning"
        if matters(clause.clause) or clause.status == "contradicts"
        else "note"
    )
    right = tuple(sorted({n for p in good for n in p.lines} - set(lines)))
    text = message(reading, clause, code, lines, right)
    quotes = tuple(reading.lines[n - 1] for n in lines[:3] if 0 < n <= len(reading.lines))
    return Finding(
        code, clause.clause, severity, reading.name, lines, spelled(clause.stated), spelled(clause.expected), text,
        claim if plays else None, reading.edition, quotes,
    )  # fmt: skip


def _internal(reading: Reading, found: list[Finding]) -> list[Finding]:
    """Places of different clauses that cannot all be right, told once for each clause that is at fault."""
    made: list[Finding] = []
    for clash in clashes(reading):
        if any(f.code == "CR102" and f.clause in clash.clauses for f in (*found, *made)):
            continue
        lines = tuple(sorted({n for c in clash.clauses for n in reading.clauses[c].lines}))
        stated = ", ".join(f"{c}: {spelled(reading.clauses[c].stated)}" for c in clash.clauses)
        wrong = next((f for f in found if f.clause in clash.clauses and f.code == "CR101"), None)
        severity = wrong.severity if wrong else "warning"
        text = clash_message(reading, clash)
        made.append(
            Finding(
                "CR102",
                wrong.clause if wrong else clash.clauses[0],
                severity,
                reading.name,
                lines,
                stated,
                clash.says,
                text,
            )
        )
    return made


def _observed(reading: Reading, observation: Any) -> Finding:
    code = "CR501" if observation.kind == "damage" else "CR401"
    lines = tuple(getattr(observation, "lines", ()) or (observation.line,))
    return Finding(code, getattr(observation, "clause", ""), "note", reading.name, lines, "", "", observation.message)
