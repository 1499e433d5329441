"""Findings: what a text says otherwise than its edition, than itself, or not at all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from camelrules.compare.codes import codes, unsaid
from camelrules.compare.constraints import clashes
from camelrules.compare.messages import clash_message, message
from camelrules.compare.sentences import stated_alone
from camelrules.compare.variants import Equation, Rules, matters, rules_of
from camelrules.compare.verdicts import Judged, Review, Verdict
from camelrules.compare.witness import find_witness
from camelrules.compare.wording import Wording, wording
from camelrules.lang.binding import bindings
from camelrules.lang.claims import Certainty, Place
from camelrules.lang.values import Otherwise, Value
from camelrules.read.sections.observations import Observation
from camelrules.write import suggestion

# What a remark on the words, or on where they stand, is called and how much it weighs.
_REMARKS = {"damage": ("CR501", "note"), "terminology": ("CR401", "note"), "structure": ("CR502", "warning")}
NO_GAME = "no game: the rules have no variant for this"


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
    certainty: Certainty = "sure"
    places: tuple[Place, ...] = ()
    equation: Equation | None = None  # what the text states or leaves open, where the rules have a parameter for it
    no_game: bool = False  # it changes play, and the rules have no variant for it
    edition: str = ""
    quotes: tuple[str, ...] = field(default=(), repr=False)
    language: str = ""
    manner: Wording = field(default=Wording(), repr=False, compare=False)  # how the text puts things
    anew: tuple[str, ...] = field(default=(), repr=False)  # what to state in place of its sentence, where there is one

    def suggestion(self) -> dict[str, str] | None:
        """What to write in place of its sentence, by the edition and in the text's own language and words."""
        if not self.language or not self.expected:
            return None
        texts = {
            c: suggestion(c, self.edition, self.language, self.manner.names, self.manner.style)
            for c in self.anew or (self.clause,)
        }
        text = " ".join(dict.fromkeys(t for t in texts.values() if t))
        return {"lang": self.language, "text": text} if texts[self.clause] else None

    @property
    def rules(self) -> Rules | None:
        """The parameters that differ where the text is played as it stands."""
        return rules_of(self.edition, self.equation) if self.equation is not None else None

    @property
    def taken_as(self) -> str:
        """How a text that leaves the clause open is taken, in the words of the catalogue."""
        if self.equation is None or not self.equation.taken_as:
            return ""
        return bindings(self.edition)[self.clause].shown(self.equation.value)

    def witness(self) -> dict[str, Any] | None:
        """A short game in which the text and its edition part ways; looked for only when asked."""
        rules = self.rules
        found = find_witness(self.edition, (), rules) if rules else None
        if found is None or self.equation is None or not self.equation.taken_as:
            return found
        edition, text = found["readings"]
        return {**found, "readings": [edition, {**text, "taken_as": self.taken_as}]}

    def data(self, with_witness: bool = True) -> dict[str, Any]:
        """As the contract has it."""
        code = codes()[self.code]
        return {
            "code": self.code,
            "name": code.name,
            "clause": self.clause,
            "kind": code.kind,
            "severity": self.severity,
            "certainty": self.certainty,
            "rulebook": self.rulebook,
            "lines": list(self.lines),
            "places": [{"line": p.line, "column": p.column, "end_column": p.end_column} for p in self.places],
            "stated": self.stated,
            "expected": self.expected,
            "message": self.message,
            "suggestion": self.suggestion(),
            "no_game": self.no_game,
            "witness": self.witness() if with_witness else None,
        }


def findings(review: Review) -> list[Finding]:
    """Everything to say of one text, in the order of its lines; what is left out comes last."""
    manner = wording(review.reading)
    found = [f for verdict in review.clauses.values() if (f := _finding(review, verdict, manner)) is not None]
    found += _internal(review, found)
    found += [_observed(review, o) for o in review.observations]
    return sorted(found, key=lambda f: (f.lines[0] if f.lines else 10**9, f.code, f.clause))


def equations(review: Review) -> tuple[Equation, ...]:
    """What a text says otherwise than its edition, as far as the rules have parameters for it."""
    made = ((v, equation_of(v)) for v in review.clauses.values())
    return tuple(e for _, e in made if e is not None and rules_of(review.edition, e))


def equation_of(verdict: Verdict) -> Equation | None:
    """What is played for a clause: what the text states, or one way to take what it leaves open."""
    match verdict.status:
        case "contradicts":
            for value in verdict.values:
                known = _known(value)
                if known is not None:
                    return Equation(verdict.clause, known, isinstance(value, Otherwise))
        case "ambiguous":
            for value in verdict.values:
                known = _known(value)
                if known is not None and verdict.binding is not None and not verdict.binding.agrees(known):
                    return Equation(verdict.clause, known, True)
            blurred = verdict.binding.blurred if verdict.binding is not None else None
            return Equation(verdict.clause, blurred, True) if blurred is not None else None
        case "silent":
            unsaid_value = verdict.binding.unsaid if verdict.binding is not None else None
            return Equation(verdict.clause, unsaid_value, True) if unsaid_value is not None else None
        case _:
            pass
    return None


def _known(value: Value) -> Value | None:
    return value.taken_as if isinstance(value, Otherwise) else value


def _finding(review: Review, verdict: Verdict, manner: Wording) -> Finding | None:
    if verdict.status in ("agrees", "not-applicable"):
        return None
    if verdict.status == "silent" and verdict.clause in unsaid():
        return None
    equation = equation_of(verdict)
    plays = equation is not None and rules_of(review.edition, equation) is not None
    bad, good = verdict.of(verdict.status), verdict.of("agrees")
    lines = _lines(bad)
    code = {"contradicts": "CR102" if good else "CR101", "silent": "CR201"}.get(verdict.status, "CR301")
    certainty = review.certainty(verdict)
    # An ambiguity that another place of the text settles confuses; play changes only for who reads this place alone.
    settled = verdict.status == "ambiguous" and bool(good)
    serious = matters(review.edition, verdict.clause)
    # What a blurred sentence may be taken for is our guess, so it is no error unless the text itself suggests it.
    guessed = verdict.status == "ambiguous" and not any(_known(v) == equation.value for v in verdict.values if equation)
    if plays and not settled and not guessed and certainty == "sure":
        severity = "error"
    else:
        differs = verdict.binding is not None and any(not verdict.binding.agrees(v) for v in verdict.values)
        severity = "warning" if serious or differs else "note"
    quotes = tuple(review.lines[n - 1] for n in lines[:3] if 0 < n <= len(review.lines))
    return Finding(
        code,
        verdict.clause,
        severity,
        review.name,
        lines,
        verdict.stated,
        verdict.right,
        message(review, verdict, code, lines, tuple(n for n in _lines(good) if n not in lines), certainty),
        certainty,
        tuple(p for j in bad for p in j.claim.places),
        equation if plays else None,
        verdict.status == "contradicts" and serious and not plays,
        review.edition,
        quotes,
        review.language,
        manner,
        _anew(review, verdict.clause, bad),
    )


def _anew(review: Review, clause: str, bad: tuple[Judged, ...]) -> tuple[str, ...]:
    """All that has to be said again where the one sentence that a finding is about is replaced."""
    sentences = {j.claim.sentence for j in bad if j.claim.sentence >= 0}
    return stated_alone(review, sentences.pop(), clause) if len(sentences) == 1 else ()


def _lines(judged: tuple[Judged, ...]) -> tuple[int, ...]:
    return tuple(sorted({n for j in judged for n in j.claim.lines}))


def _internal(review: Review, found: list[Finding]) -> list[Finding]:
    """Places of different clauses that cannot all be right, told once for each clause that is at fault."""
    made: list[Finding] = []
    for clash in clashes(review):
        if any(f.code == "CR102" and f.clause in clash.clauses for f in (*found, *made)):
            continue
        verdicts = [review.clauses[c] for c in clash.clauses]
        lines = tuple(sorted({n for v in verdicts for n in v.lines}))
        stated = ", ".join(f"{v.clause}: {v.stated}" for v in verdicts)
        wrong = next((f for f in found if f.clause in clash.clauses and f.code == "CR101"), None)
        clause, severity = (wrong.clause, wrong.severity) if wrong else (clash.clauses[0], "warning")
        text = clash_message(review, clash)
        certainty = wrong.certainty if wrong else "likely"
        one = Finding("CR102", clause, severity, review.name, lines, stated, clash.says, text, certainty)
        if wrong:
            one = replace(one, edition=wrong.edition, language=wrong.language, manner=wrong.manner, anew=wrong.anew)
        made.append(one)
    return made


def _observed(review: Review, observation: Observation) -> Finding:
    code, severity = _REMARKS[observation.kind]
    return Finding(code, "", severity, review.name, tuple(observation.lines), "", "", observation.message)
