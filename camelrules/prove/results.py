"""What checking a property came to: a verdict, how it was reached, and a witness where there is one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

VERDICTS = ("proved", "exhaustive", "bounded", "sampled", "refuted", "unknown")


@dataclass(frozen=True, slots=True)
class Result:
    """A property's verdict in one edition; a weaker method never carries a stronger verdict."""

    id: str
    edition: str
    verdict: str
    method: str
    says: str = ""
    clauses: tuple[str, ...] = ()
    expect: str = "holds"
    detail: str = ""
    phases: tuple[tuple[str, str], ...] = ()  # phase, what it came to
    assumptions: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    questions: int = 0
    states: int = 0
    work: int = 0
    seconds: float = 0.0
    value: int | None = None
    cases: tuple[tuple[str, str], ...] = ()  # case, `reached` or `never`
    vacuous: bool = False
    witness: dict[str, Any] | None = None
    needs: tuple[dict[str, Any], ...] = ()

    @property
    def ok(self) -> bool:
        """Whether this is what the property file expects."""
        if self.vacuous or any(not n["needed"] for n in self.needs):
            return False
        if self.expect == "refuted":
            return self.verdict == "refuted"
        return self.verdict not in ("refuted", "unknown")

    @property
    def open(self) -> bool:
        """Whether nothing could be said."""
        return self.verdict == "unknown"

    def timed(self, seconds: float) -> Result:
        return replace(self, seconds=round(seconds, 3))


def to_json(result: Result) -> dict[str, Any]:
    """The fields of the contract, and those beyond it."""
    return {
        "id": result.id,
        "edition": result.edition,
        "verdict": result.verdict,
        "expected": result.expect,
        "ok": result.ok,
        "method": result.method,
        "seconds": result.seconds,
        "says": result.says,
        "clauses": list(result.clauses),
        "detail": result.detail,
        "phases": [{"phase": p, "result": r} for p, r in result.phases],
        "assumptions": list(result.assumptions),
        "players": list(result.players),
        "questions": result.questions,
        "states": result.states,
        "work": result.work,
        "value": result.value,
        "cases": dict(result.cases),
        "vacuous": result.vacuous,
        "needs": list(result.needs),
        "witness": result.witness,
    }


def from_json(data: dict[str, Any]) -> Result:
    """A result as it was kept."""
    return Result(
        data["id"],
        data["edition"],
        data["verdict"],
        data["method"],
        data["says"],
        tuple(data["clauses"]),
        data["expected"],
        data["detail"],
        tuple((p["phase"], p["result"]) for p in data["phases"]),
        tuple(data["assumptions"]),
        tuple(data["players"]),
        data["questions"],
        data["states"],
        data["work"],
        data["seconds"],
        data["value"],
        tuple(data["cases"].items()),
        data["vacuous"],
        data["witness"],
        tuple(data["needs"]),
    )


@dataclass(slots=True)
class Tally:
    """Counts that grow while a property is checked."""

    questions: int = 0
    work: int = 0
    skipped: int = 0
    phases: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
