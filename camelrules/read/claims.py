"""Segments against patterns: every place that states a clause, and what it states there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.read import slots
from camelrules.read.concepts import Mention
from camelrules.read.needs import UNKNOWN, Atom, find, in_context
from camelrules.read.ontology import Ontology
from camelrules.read.patterns import Check, View
from camelrules.read.readings import READERS
from camelrules.read.segments import Segment


@dataclass(frozen=True, slots=True)
class Claim:
    """What one sentence says about a clause: value, faults (says otherwise), gaps (does not say)."""

    view: View
    segment: Segment
    value: str | None
    faults: tuple[str, ...]
    gaps: tuple[str, ...]
    evidence: tuple[str, ...]
    lines: tuple[int, ...]
    assumed: bool = False  # the part of the text is not known to be the right one


def claim(
    view: View,
    segment: Segment,
    all_segments: Sequence[Segment],
    known: Ontology,
    apart: Sequence[Segment] | None = None,
) -> Claim | None:
    """The claim that the sentence makes under this view, if it speaks of it at all.

    `apart` is what went before as far as it may speak against the view.
    """
    if ("@heading" in segment.tags and not view.heading) or "@question" in segment.tags:
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
    faults: list[str] = []
    gaps: list[str] = []
    value = _value(view, segment, used, gaps)
    if value is None and view.kind == "range":
        return None
    for check in view.checks:
        _check(check, segment, all_segments, known, faults, gaps, used, "any" in view.negated)
    faults += _polarity(view, needed, segment)
    if (view.soft or assumed) and gaps:
        return None
    gaps += _taken_back(view, segment)
    lines = _lines(segment, used)
    words = tuple(f"{segment.tagged.words(m)} = {m.concept}" for m in used if m.end <= len(segment.tagged.tokens))
    return Claim(view, segment, value, tuple(faults), tuple(gaps), words, lines, assumed)


def loosely(view: View, segment: Segment, all_segments: Sequence[Segment], known: Ontology) -> Claim | None:
    """The claim of a sentence that is known to be about the clause, though it lacks words that the view asks for."""
    needed = [f for item in view.need if (f := find(item, segment, all_segments, known)) is not None]
    used = [m for found in needed for m in found]
    faults: list[str] = []
    gaps: list[str] = []
    value = _value(view, segment, used, gaps)
    for check in view.checks:
        _check(check, segment, all_segments, known, faults, gaps, used, "any" in view.negated)
    faults += _polarity(view, needed, segment)
    gaps += _taken_back(view, segment)
    if gaps or len(needed) < _LOOSE * len(view.need):
        return None
    words = tuple(f"{segment.tagged.words(m)} = {m.concept}" for m in used if m.end <= len(segment.tagged.tokens))
    # A value that is only taken for granted is none that was read.
    granted = bool(view.default) and not any(m.concept == "value" for m in used)
    return Claim(view, segment, value, tuple(faults), (), words, _lines(segment, used), granted)


def _taken_back(view: View, segment: Segment) -> list[str]:
    """Words that take back a part of what the sentence says: `except`, `all but`, `at most`."""
    if "@components" in segment.tags or "@count" in segment.tags:
        return []  # there, `twice` and the like count things
    hits = [m for n in view.spoils for m in segment.get(n) if not m.negated]
    return [f"without `{segment.tagged.words(m)}`" for m in hits[:1]]


def _told(segment: Segment, known: Ontology) -> bool:
    """Whether the sentence tells of some camels by their colours: an example, or an answer to a question."""
    return "@components" not in segment.tags and sum(1 for c in known.pictured_colours if segment.get(c)) > 1


def _tells(view: View, known: Ontology) -> bool:
    """Whether the view is one of an example."""
    names = known.pictured_colours | {"@example"}
    return any(isinstance(c, Atom) and c.name in names for item in view.need for c in item)


def _lines(segment: Segment, used: list[Mention]) -> tuple[int, ...]:
    lines = {t.line for m in used for t in segment.tagged.tokens[m.start : m.end]}
    return tuple(sorted(lines)) or segment.lines[:1]


def _value(view: View, segment: Segment, used: list[Mention], gaps: list[str]) -> str | None:
    found: list[slots.Found] = []
    match view.kind:
        case "":
            return view.constant or None
        case "before":
            found = slots.undivided(segment, slots.before(segment, view.names, part=True))
            if view.at and len(found) > 1:
                found = slots.nearest(segment, found, view.at)
        case "after":
            found = slots.after(segment, view.names)
        case "list":
            found = slots.numbers(segment, view.names)
        case "compare":
            one = slots.comparison(segment, view.names)
            found = [one] if one else []
        case "choice":
            one = slots.choice(segment, dict(view.table), view.at)
            found = [one] if one else []
        case "levels":
            found = slots.numbers(segment)[:1]
        case _:
            one = READERS[view.kind](segment, *view.names)
            found = [one] if one else []
    used += [Mention("value", f.start, f.end) for f in found]
    if not found:
        if view.default:
            return view.default
        gaps.append("value")
        return None
    if view.kind == "list":
        return ",".join(f.value for f in found)
    values = list(dict.fromkeys(f.value for f in found))
    if values[0].startswith("?"):
        gaps.append(f"only {values[0][1:]}")
    return view.form.format(values[0] if len(values) == 1 or view.kind != "before" else "/".join(values))


def _check(
    check: Check,
    segment: Segment,
    all_segments: Sequence[Segment],
    known: Ontology,
    faults: list[str],
    gaps: list[str],
    used: list[Mention],
    lenient: bool,
) -> None:
    match check.kind:
        case "absent":
            for name in check.names:
                hits = segment.get(name)
                if check.at:
                    near = [a for n in check.at for a in segment.get(n)]
                    hits = tuple(h for h in hits if any(slots.apart(segment, h, a) <= _BESIDE for a in near))
                if hits:
                    used.append(hits[0])
                    faults.append(f"says `{segment.tagged.words(hits[0])}`")
        case "context":
            if not any(in_context(n, segment, all_segments, known) for n in check.names):
                rivals = [
                    r
                    for n in check.names
                    for r in known.rivals.get(n, ())
                    if in_context(r, segment, all_segments, known)
                ]
                faults += [f"about the {r}" for r in sorted(rivals)[:1]]
        case "numbers":
            placed = {f.start for f in slots.before(segment, ("space", "area", "betting_space", "side"))}
            placed -= {f.end - 1 for f in slots.after(segment, ("space",))}
            placed |= {i for m in segment.get("either") for i in range(m.start, m.end)}
            wrong_numbers = [
                f for f in slots.numbers(segment) if f.value not in check.number.split("|") and f.start not in placed
            ]
            used += [Mention("value", f.start, f.end) for f in wrong_numbers]
            faults += [f"number {f.value}" for f in wrong_numbers[:1]]
        case "ordinals":
            places = [str(t.value) for t in segment.tagged.tokens if t.kind == "ordinal"]
            faults += [f"place {p}" for p in places if p not in check.number.split("|")][:1]
        case "doubtful":
            gaps += [f"`{segment.tagged.words(m)}` is doubtful" for n in check.names for m in segment.get(n)]
        case "negated":
            hits = tuple(m for n in check.names for m in segment.get(n))
            if hits and not any(m.negated for m in hits):
                used.append(hits[0])
                faults.append(f"`{segment.tagged.words(hits[0])}` without the negation")
            elif not hits and not check.optional:
                gaps.append(check.text)
        case "before" | "after":
            before = check.kind == "before"
            found = slots.before(segment, check.names, part=True) if before else slots.after(segment, check.names)
            wrong = [f for f in found if f.value not in check.number.split("|")]
            used += [Mention("value", f.start, f.end) for f in found]
            if wrong:
                faults.append(f"{check.names[0]} {wrong[0].value}")
            elif not found and not check.optional:
                gaps.append(check.text)
        case _:
            if check.at and check.optional and not any(segment.get(n) for n in check.at):
                return
            mine, rival = slots.decide(segment, check.names, check.at, known)
            if rival is not None:
                used.append(rival)
                faults.append(f"{rival.concept}")
            elif mine is None:
                if not check.optional:
                    gaps.append(check.text)
            else:
                used.append(mine)
                if mine.negated and mine.concept not in _ALLOWED and not lenient:
                    faults.append(f"not {mine.concept}")


# So much of what a view asks for a sentence must have even if it is known to be about the clause.
_LOOSE = 0.5
# A word that must not stand beside another one stands this close.
_BESIDE = 2
# Concepts in which a negation is already counted.
_ALLOWED = frozenset({"may_not", "need_not", "empty", "down", "up", "on"})


def _polarity(view: View, needed: list[list[Mention]], segment: Segment) -> list[str]:
    """A negation or a mere permission where the clause has none."""
    if "any" in view.negated:
        return []
    out: list[str] = []
    for mentions in needed:
        real = [m for m in mentions if m.concept != "#" and m.concept not in view.negated]
        if real and all(m.negated for m in real) and real[0].concept not in ("may_not", "need_not", "not"):
            out.append(f"not {real[0].concept}")
    if not view.may:
        permits = segment.get("may")
        for mentions in needed:
            for m in mentions:
                if m.concept not in ("may", "#") and any(0 <= m.start - p.end <= 1 for p in permits):
                    out.append(f"may {m.concept}")
    for name in view.negated:
        hits = segment.get(name)
        if hits and not any(m.negated for m in hits) and not segment.get("may_not"):
            out.append(f"{name} without the negation")
    return list(dict.fromkeys(out))
