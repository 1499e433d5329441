"""Segments against patterns: every place that states a clause, and what it states there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from camelrules.read.language.concepts import Mention
from camelrules.read.language.ontology import Ontology
from camelrules.read.match.conditions import UNKNOWN, find, in_context
from camelrules.read.patterns.grammar import (
    About,
    Choice,
    Counted,
    Denied,
    Doubtful,
    Expectation,
    Numeral,
    OnlyNumbers,
    Pair,
    Said,
    Tagged,
    Unsaid,
)
from camelrules.read.patterns.model import Pattern
from camelrules.read.sections.segments import Segment
from camelrules.read.values import slots
from camelrules.read.values.extractors import EXTRACTORS


@dataclass(frozen=True, slots=True)
class Fault:
    """A word that speaks against what a pattern states: the key of its contrast, and what to say of it."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class Match:
    """A sentence that fits a pattern: its value, what speaks against it (faults), what it does not say (gaps)."""

    view: Pattern
    segment: Segment
    value: str | None
    faults: tuple[Fault, ...]
    gaps: tuple[str, ...]
    evidence: tuple[str, ...]
    lines: tuple[int, ...]
    assumed: bool = False  # the part of the text is not known to be the right one
    used: tuple[Mention, ...] = ()  # the words that it was made of


def claim(
    view: Pattern,
    segment: Segment,
    all_segments: Sequence[Segment],
    known: Ontology,
    apart: Sequence[Segment] | None = None,
) -> Match | None:
    """The claim that the sentence makes under this view, if it speaks of it at all.

    `apart` is what went before as far as it may speak against the view.
    """
    if ("@heading" in segment.tags and not view.headings) or "@question" in segment.tags:
        # A question states nothing; its answer does.
        return None
    here = segment.tagged.by.keys()
    if any(names.isdisjoint(here) for names in view.plain):
        return None
    if _told(segment, known) and not _tells(view, known):
        return None  # one position, not the rule
    used: list[Mention] = []
    needed: list[list[Mention]] = []
    assumed = False
    for item in view.need:
        found = find(item, segment, all_segments, known, sure=True)
        if found is None and UNKNOWN in segment.tags:
            found = find(item, segment, all_segments, known)
            assumed = True
        if found is None:
            return None
        needed.append(found)
        used += found
    if any(find(item, segment, apart or all_segments, known, sure=True) is not None for item in view.unless):
        return None
    heard = _Heard(segment, all_segments, known, view.any_negation, used)
    value = _value(view, heard)
    if value is None and view.extractor in _ALL_OR_NOTHING:
        return None
    _expect(view, heard, needed)
    if (view.whole or assumed) and heard.gaps:
        return None
    gaps = (*heard.gaps, *_taken_back(view, segment))
    lines = _lines(segment, used)
    return Match(view, segment, value, tuple(heard.faults), gaps, _evidence(heard), lines, assumed, tuple(used))


def loosely(view: Pattern, segment: Segment, all_segments: Sequence[Segment], known: Ontology) -> Match | None:
    """The claim of a sentence that is known to be about the clause, though it lacks words that the view asks for."""
    needed = [f for item in view.need if (f := find(item, segment, all_segments, known)) is not None]
    used = [m for found in needed for m in found]
    heard = _Heard(segment, all_segments, known, view.any_negation, used)
    value = _value(view, heard)
    _expect(view, heard, needed)
    if heard.gaps or _taken_back(view, segment) or len(needed) < _LOOSE * len(view.need):
        return None
    # A value that is only taken for granted is none that was read.
    granted = view.capture is not None and bool(view.capture.otherwise)
    granted = granted and not any(m.concept == "value" for m in used)
    lines = _lines(segment, used)
    return Match(view, segment, value, tuple(heard.faults), (), _evidence(heard), lines, granted, tuple(used))


@dataclass(slots=True)
class _Heard:
    """A sentence while a pattern is asked of it: the words used, what speaks against it, what it does not say."""

    segment: Segment
    around: Sequence[Segment]
    known: Ontology
    any_negation: bool
    used: list[Mention]
    faults: list[Fault] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


def _evidence(heard: _Heard) -> tuple[str, ...]:
    tagged = heard.segment.tagged
    return tuple(f"{tagged.words(m)} = {m.concept}" for m in heard.used if m.end <= len(tagged.tokens))


def _taken_back(view: Pattern, segment: Segment) -> list[str]:
    """Words that take back a part of what the sentence says: `except`, `all but`, `at most`."""
    if "@components" in segment.tags or "@count" in segment.tags:
        return []  # there, `twice` and the like count things
    hits = [m for n in view.spoils for m in segment.get(n) if not m.negated and not _elsewhere(segment, m)]
    return [f"without `{segment.tagged.words(m)}`" for m in hits[:1]]


def _elsewhere(segment: Segment, spoil: Mention) -> bool:
    """Whether a word that takes something back only points to exceptions that are told elsewhere."""
    return any(0 <= m.start - spoil.end < _BESIDE for m in segment.get("exception"))


def _told(segment: Segment, known: Ontology) -> bool:
    """Whether the sentence tells of some camels by their colours: an example, or an answer to a question."""
    return "@components" not in segment.tags and sum(1 for c in known.pictured_colours if segment.get(c)) > 1


def _tells(view: Pattern, known: Ontology) -> bool:
    """Whether the view is one of an example."""
    names = known.pictured_colours | {"@example"}
    return any(_asked(c) in names for condition in view.need for c in condition)


def _asked(choice: Choice) -> str:
    """The concept or part that an alternative asks for."""
    match choice:
        case Tagged():
            return choice.tag
        case Numeral() | Pair():
            return ""
        case _:
            return choice.name


def _lines(segment: Segment, used: list[Mention]) -> tuple[int, ...]:
    lines = {t.line for m in used for t in segment.tagged.tokens[m.start : m.end]}
    return tuple(sorted(lines)) or segment.lines[:1]


def _value(view: Pattern, heard: _Heard) -> str | None:
    capture = view.capture
    if capture is None:
        return view.states or None
    found = EXTRACTORS[capture.extractor].read(heard.segment, capture)
    heard.used += [Mention("value", f.start, f.end) for f in found]
    if not found:
        if capture.otherwise:
            return capture.otherwise
        heard.gaps.append("value")
        return None
    values = list(dict.fromkeys(f.value for f in found))
    if values[0].startswith("?"):
        heard.gaps.append(f"only {values[0][1:]}")
    return values[0] if capture.extractor != "count" else "/".join(values)


def _expect(view: Pattern, heard: _Heard, needed: list[list[Mention]]) -> None:
    for expectation in view.expect:
        _ask(expectation, heard)
    heard.faults += _polarity(view, needed, heard.segment)


def _ask(expected: Expectation, heard: _Heard) -> None:
    segment, used, faults, gaps = heard.segment, heard.used, heard.faults, heard.gaps
    match expected:
        case Said():
            _said(expected, heard)
        case Unsaid():
            for name in expected.names:
                hits = segment.get(name)
                if expected.near:
                    near = [a for n in expected.near for a in segment.get(n)]
                    hits = tuple(h for h in hits if any(slots.apart(segment, h, a) <= _BESIDE for a in near))
                if hits:
                    used.append(hits[0])
                    faults.append(Fault(hits[0].concept, f"says `{segment.tagged.words(hits[0])}`"))
        case About():
            if not any(in_context(n, segment, heard.around, heard.known) for n in expected.names):
                rivals = {r for n in expected.names for r in heard.known.rivals.get(n, ())}
                told = sorted(r for r in rivals if in_context(r, segment, heard.around, heard.known))
                faults += [Fault(r, f"about the {r}") for r in told[:1]]
        case OnlyNumbers(places=True):
            places = [t.value for t in segment.tagged.tokens if t.kind == "ordinal"]
            faults += [Fault("", f"place {p}") for p in places if p not in expected.numbers][:1]
        case OnlyNumbers():
            wrong = [f for f in _free_numbers(segment) if int(f.value) not in expected.numbers]
            used += [Mention("value", f.start, f.end) for f in wrong]
            faults += [Fault("", f"number {f.value}") for f in wrong[:1]]
        case Doubtful():
            gaps += [f"`{segment.tagged.words(m)}` is doubtful" for n in expected.names for m in segment.get(n)]
        case Denied():
            hits = tuple(m for n in expected.names for m in segment.get(n))
            if hits and not any(m.negated for m in hits):
                used.append(hits[0])
                word = segment.tagged.words(hits[0])
                faults.append(Fault(f"plain {hits[0].concept}", f"`{word}` without the negation"))
            elif not hits and not expected.optional:
                gaps.append(expected.text)
        case Counted():
            found = slots.before(segment, expected.names, part=True)
            wrong = [f for f in found if int(f.value) != expected.number]
            used += [Mention("value", f.start, f.end) for f in found]
            if wrong:
                faults.append(Fault("", f"{expected.names[0]} {wrong[0].value}"))
            elif not found and not expected.optional:
                gaps.append(expected.text)
        case _:
            assert_never(expected)


def _same(words: str) -> Fault:
    return Fault(words, words)


def _said(expected: Said, heard: _Heard) -> None:
    segment = heard.segment
    if expected.near and expected.optional and not any(segment.get(n) for n in expected.near):
        return
    mine, rival = slots.decide(segment, expected.names, expected.near, heard.known)
    if rival is not None:
        heard.used.append(rival)
        heard.faults.append(Fault(rival.concept, rival.concept))
    elif mine is not None:
        heard.used.append(mine)
        if mine.negated and mine.concept not in _ALLOWED and not heard.any_negation:
            heard.faults.append(_same(f"not {mine.concept}"))
    elif not expected.optional:
        heard.gaps.append(expected.text)


def _free_numbers(segment: Segment) -> list[slots.Found]:
    """The numbers of a sentence without those of spaces, areas and sides."""
    placed = {f.start for f in slots.before(segment, ("space", "area", "betting_space", "side"))}
    placed -= {f.end - 1 for f in slots.after(segment, ("space",))}
    placed |= {i for m in segment.get("either") for i in range(m.start, m.end)}
    return [f for f in slots.numbers(segment) if f.start not in placed]


# Without their value, these say nothing of a clause.
_ALL_OR_NOTHING = frozenset({"range", "span", "order", "levels", "landed", "rate"})
# So much of what a view asks for a sentence must have even if it is known to be about the clause.
_LOOSE = 0.5
# A word that must not stand beside another one stands this close.
_BESIDE = 2
# Concepts in which a negation is already counted.
_ALLOWED = frozenset({"may_not", "need_not", "empty", "down", "up", "on"})


def _polarity(view: Pattern, needed: list[list[Mention]], segment: Segment) -> list[Fault]:
    """A negation or a mere permission where the clause has none."""
    if view.any_negation:
        return []
    out: list[Fault] = []
    for mentions in needed:
        real = [m for m in mentions if m.concept != "#" and m.concept not in view.negated]
        if real and all(m.negated for m in real) and real[0].concept not in ("may_not", "need_not", "not"):
            out.append(_same(f"not {real[0].concept}"))
    if not view.permitted:
        permits = segment.get("may")
        for mentions in needed:
            for m in mentions:
                if m.concept not in ("may", "#") and any(0 <= m.start - p.end <= 1 for p in permits):
                    out.append(_same(f"may {m.concept}"))
    for name in view.negated:
        hits = segment.get(name)
        if hits and not any(m.negated for m in hits) and not segment.get("may_not"):
            out.append(Fault(f"plain {name}", f"{name} without the negation"))
    return list(dict.fromkeys(out))
