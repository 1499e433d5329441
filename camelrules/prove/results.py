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


class Malformed(ValueError):
    """Something that is not a kept result."""


def from_json(data: dict[str, Any]) -> Result:
    """A result as it was kept; anything that is not shaped like one is `Malformed`."""
    try:
        result = Result(
            _is(str, data["id"]),
            _is(str, data["edition"]),
            _is(str, data["verdict"]),
            _is(str, data["method"]),
            _is(str, data["says"]),
            tuple(_is(str, c) for c in _is(list, data["clauses"])),
            _is(str, data["expected"]),
            _is(str, data["detail"]),
            tuple((_is(str, p["phase"]), _is(str, p["result"])) for p in _is(list, data["phases"])),
            tuple(_is(str, a) for a in _is(list, data["assumptions"])),
            tuple(_is(int, n) for n in _is(list, data["players"])),
            _is(int, data["questions"]),
            _is(int, data["states"]),
            _is(int, data["work"]),
            float(_is(int | float, data["seconds"])),
            _is(int | None, data["value"]),
            tuple((_is(str, k), _is(str, v)) for k, v in _is(dict, data["cases"]).items()),
            _is(bool, data["vacuous"]),
            _is(dict | None, data["witness"]),
            tuple(_need(n) for n in _is(list, data["needs"])),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"{type(error).__name__}: {error}") from None
    if result.verdict not in VERDICTS or result.expect not in ("holds", "refuted") or data.get("ok") != result.ok:
        raise Malformed("the verdict is not one")
    if result.verdict == "refuted" and result.witness is None:
        raise Malformed("a refutation without a witness")
    return result


def _is(kind: Any, value: Any) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Malformed(f"{value!r} is not {kind}")
    return value


def _need(data: Any) -> dict[str, Any]:
    need: dict[str, Any] = _is(dict, data)
    _is(bool, need["needed"])
    _is(str, need["rule"])
    return need


@dataclass(slots=True)
class Tally:
    """Counts that grow while a property is checked."""

    questions: int = 0
    work: int = 0
    skipped: int = 0
    phases: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
