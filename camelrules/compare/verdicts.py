"""Claims against an edition: what a text says of every clause, from what was read and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from camelrules.lang.binding import Binding, bindings
from camelrules.lang.catalogue import catalogue
from camelrules.lang.claims import Certainty, Claim
from camelrules.lang.kinds import NumbersKind, ordered
from camelrules.lang.values import As, Numbers, Otherwise, Value
from camelrules.read.match.doubts import STRANGE
from camelrules.read.patterns import patterns
from camelrules.read.reader import Near, Reading
from camelrules.read.sections.observations import Observation
from camelrules.text.model import Document

Status = Literal["agrees", "contradicts", "ambiguous", "silent", "not-applicable"]
# What is worst is what the clause comes to.
# From this chance on a sentence may be about a clause that no pattern found.
_NEAR = 0.1
# From this chance on a sentence of which nothing was understood seems to be about it.
_ABOUT = 0.5
_ORDER: tuple[Status, ...] = ("contradicts", "ambiguous", "agrees")


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim and what the edition makes of it."""

    claim: Claim
    status: Status
    value: Value | None  # what is claimed; a reference to another clause is followed


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a text says of one clause."""

    clause: str
    status: Status
    judged: tuple[Judged, ...] = ()
    expected: Value | None = None
    binding: Binding | None = field(default=None, repr=False)

    @property
    def lines(self) -> tuple[int, ...]:
        return tuple(sorted({n for j in self.judged for n in j.claim.lines}))

    def of(self, status: Status) -> tuple[Judged, ...]:
        return tuple(j for j in self.judged if j.status == status)

    @property
    def certainty(self) -> Certainty:
        """Sure where one of the claims that decide is."""
        deciding = self.of(self.status)
        return "sure" if not deciding or any(not j.claim.doubts for j in deciding) else "likely"

    @property
    def values(self) -> tuple[Value, ...]:
        """What is stated by the claims that decide, what the rules know of first."""
        found = [j.value for j in self.of(self.status) if j.value is not None]
        return tuple(sorted(dict.fromkeys(found), key=lambda v: isinstance(v, Otherwise)))

    @property
    def stated(self) -> str:
        if self.binding is None or self.status == "silent":
            return ""
        shown = [self.binding.shown(v) for v in self.values if str(v)]
        if not shown and self.status == "agrees" and self.expected is not None:
            return self.binding.shown(self.expected)
        return " / ".join(dict.fromkeys(shown))

    @property
    def right(self) -> str:
        """The edition's value, as one writes it."""
        return self.binding.shown(self.expected) if self.binding and self.expected is not None else ""


@dataclass(frozen=True, slots=True)
class Review:
    """A text as read, with a verdict on every clause of the catalogue."""

    reading: Reading
    clauses: dict[str, Verdict]

    @property
    def name(self) -> str:
        return self.reading.name

    @property
    def edition(self) -> str:
        return self.reading.edition

    @property
    def language(self) -> str:
        return self.reading.language

    @property
    def lines(self) -> tuple[str, ...]:
        return self.reading.lines

    @property
    def observations(self) -> tuple[Observation, ...]:
        return self.reading.observations

    @property
    def document(self) -> Document | None:
        return self.reading.document

    def cite(self, numbers: Sequence[int]) -> str:
        """Where some lines are, as their user finds them."""
        return self.reading.cite(numbers)

    def certainty(self, verdict: Verdict) -> Certainty:
        """How sure a verdict is; that nothing is said is sure where no sentence comes near to saying it."""
        if verdict.status == "silent":
            near = self.reading.nearest.get(verdict.clause)
            return "sure" if near is None or near.chance < _NEAR else "likely"
        return verdict.certainty

    def not_understood(self, clause: str) -> Near | None:
        """The sentence that seems to be about a clause of which nothing is said, where nothing was understood of it."""
        near = self.reading.nearest.get(clause)
        return near if near is not None and near.chance >= _ABOUT and not near.understood else None


def review(reading: Reading) -> Review:
    """The verdict on each clause, from the claims alone."""
    by: dict[str, list[Claim]] = {}
    for claim in reading.claims:
        by.setdefault(claim.clause, []).append(claim)
    known = bindings(reading.edition)
    return Review(reading, {c: _verdict(c, by, known) for c in catalogue()})


def _verdict(clause: str, by: dict[str, list[Claim]], known: dict[str, Binding]) -> Verdict:
    binding = known.get(clause)
    if binding is None:
        return Verdict(clause, "not-applicable")
    judged = [_judged(c, binding, by, known) for c in by.get(clause, ())]
    # Too little was understood of a faint claim to accuse or to ask: it counts only where nothing speaks against it.
    judged = [j for j in judged if j.status == "agrees" or not j.claim.faint]
    judged = _settled(clause, judged)
    judged.sort(key=lambda j: j.claim.lines[:1])
    status: Status = next((s for s in _ORDER if any(j.status == s for j in judged)), "silent")
    return Verdict(clause, status, tuple(judged), binding.expected, binding)


def _settled(clause: str, judged: list[Judged]) -> list[Judged]:
    """The claims without those that misunderstand a sentence which others find right in its own words.

    A statement reads the usual rule. An alarm is written for the words of another rule, and a contrast is such a word:
    where an edition has that other rule, they understand the sentence, and whoever finds it only strange does not.
    """
    alarms = {view.id for view in patterns().get(clause, ()) if view.alarm}

    def strange(j: Judged) -> bool:
        usual = j.claim.pattern not in alarms and not j.claim.contrast
        return j.status != "agrees" and (usual or isinstance(j.claim.value, Otherwise))

    own = (j for j in judged if j.status == "agrees" and (j.claim.pattern in alarms or j.claim.contrast))
    right = {j.claim.sentence for j in own}
    return [j for j in judged if j.claim.sentence not in right or not strange(j)]


def _judged(claim: Claim, binding: Binding, by: dict[str, list[Claim]], known: dict[str, Binding]) -> Judged:
    value = claim.value
    if isinstance(value, As):
        told = [c for c in by.get(value.clause, ()) if c.value is not None]
        there = next((c.value for c in sorted(told, key=lambda c: bool(c.leaves_open or c.faint))), None)
        value = there if there is not None else known[value.clause].expected
        if isinstance(binding.kind, NumbersKind) and isinstance(value, Numbers):
            value = Numbers(ordered(binding.kind, value.items))
    if value is None or claim.leaves_open:
        return Judged(claim, "ambiguous", value)
    if claim.turned and binding.agrees(value):
        # Texts that say what the edition says do not have this word.
        opened = (*claim.leaves_open, f"without `{claim.turned}`")
        return Judged(replace(claim, leaves_open=opened, doubts=(*claim.doubts, STRANGE)), "ambiguous", value)
    return Judged(claim, "agrees" if binding.agrees(value) else "contradicts", value)
