"""Matches to claims: the lines of one list are read together, and every value gets the type of its clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from camelrules.lang.claims import Claim, Place
from camelrules.lang.values import Otherwise, Value
from camelrules.read.language.ontology import ontology
from camelrules.read.match.doubts import ASSUMED
from camelrules.read.match.matching import Match
from camelrules.read.sections.segments import Segment
from camelrules.read.values.clauses import kinds, typed
from camelrules.read.values.extractors import EXTRACTORS

# Neighbouring lines of a list are at most so many sentences apart.
_RUN = 12
# Between a thing and its value there are so many words.
_NEAR = 3
# How a plural ends, in every language that we read it in.
_PLURAL = ("s", "x")


def claims_of(clause: str, matches: Sequence[Match]) -> list[Claim]:
    """What the matches of one clause claim, place by place."""
    return [claim for group in _groups(matches) for claim in _claims(clause, group)]


def _groups(matches: Sequence[Match]) -> list[list[Match]]:
    """Matches that are read together: the lines of one list; otherwise each sentence alone, its best pattern first.

    What an alarm sees stands for itself, whatever else the sentence says.
    """
    collected: dict[str, list[Match]] = {}
    single: dict[int, list[Match]] = {}
    groups: list[list[Match]] = []
    for match in matches:
        if match.view.alarm and not match.view.listed:
            groups.append([match])
        elif match.view.listed:
            collected.setdefault(match.view.extractor, []).append(match)
        else:
            single.setdefault(match.segment.index, []).append(match)
    groups += [[_best(found)] for found in single.values()]
    for found in collected.values():
        unique: dict[int, Match] = {}
        for match in found:
            unique.setdefault(match.segment.index, match)
        groups += _runs(list(unique.values()))
    return groups


def _runs(matches: list[Match]) -> list[list[Match]]:
    """Neighbouring lines of a list belong together; the same list said elsewhere is another place."""
    runs: list[list[Match]] = []
    for match in matches:
        if runs and match.segment.index - runs[-1][-1].segment.index <= _RUN:
            runs[-1].append(match)
        else:
            runs.append([match])
    return runs


def _best(matches: list[Match]) -> Match:
    """Of several patterns that fit one sentence, one that sees a contrast; otherwise the one that found most."""
    return min(matches, key=lambda m: (not m.faults, len(m.gaps), -len(m.view.need)))


def _claims(clause: str, group: list[Match]) -> Iterable[Claim]:
    first = group[0]
    gaps = [g for m in group for g in m.gaps]
    text = first.value if len(group) == 1 and not first.view.listed else _together(group)
    if text == "":
        return  # the lines of a list that say what the others are about
    if first.view.listed and first.view.extractor != "levels" and text is not None:
        gaps = [g for g in gaps if g != "value"]
    value, doubtful = typed(clause, text) if text is not None else (None, False)
    if doubtful and not gaps:
        gaps.append(f"only `{value}`")
    faults = list(dict.fromkeys(f for m in group for f in m.faults))
    table = dict(first.view.contrast)
    otherwise = [typed(clause, table[f.key])[0] for f in faults if f.key in table]
    unknown = list(dict.fromkeys(f.words for f in faults if f.key not in table))
    if otherwise:
        yield replace(_claim(clause, otherwise[0], group, ()), contrast=True)
    elif unknown:
        yield replace(_claim(clause, Otherwise("; ".join(unknown)), group, ()), contrast=True)
        if first.view.extractor and value is not None:
            yield _claim(clause, value, group, tuple(gaps))
    elif first.view.alarm and value is None and not gaps:
        return
    else:
        yield _claim(clause, value, group, tuple(gaps))


def _claim(clause: str, value: Value | None, group: list[Match], gaps: tuple[str, ...]) -> Claim:
    shows = next((m for m in group if m.faults or m.gaps), group[0]).segment
    doubts = (ASSUMED,) if all(m.assumed for m in group) else ()
    return Claim(
        clause,
        value,
        tuple(sorted({n for m in group for n in m.lines})),
        places_of(group),
        gaps,
        doubts,
        tuple(dict.fromkeys(w for m in group for w in m.evidence)),
        group[0].view.id,
        sentence=shows.index,
        text=shows.text,
    )


def places_of(group: Sequence[Match]) -> tuple[Place, ...]:
    """Where the words stand that a claim was made of: one place for each line."""
    columns: dict[int, list[int]] = {}
    for match in group:
        for mention in match.used:
            for token in match.segment.tagged.tokens[mention.start : mention.end]:
                if token.column:
                    columns.setdefault(token.line, []).extend((token.column, token.column + len(token.text)))
    return tuple(Place(line, min(at), max(at)) for line, at in sorted(columns.items()))


def _together(group: list[Match]) -> str | None:
    """The value of a list that is spread over several lines."""
    values = [m.value for m in group if m.value]
    if group[0].view.extractor != "levels":
        return _joined(group[0], values) if values else None
    stack: list[str] = []
    lowest = False
    for match in group:
        if match.value is None:
            return None
        tokens = match.segment.tagged.tokens
        both = match.segment.get("both")
        number = next((i for i, t in enumerate(tokens) if t.kind == "number" and not t.weak), 0)
        several = (bool(both) and both[0].start <= number) or _plural(match.segment, number)
        layer = [match.value] * (2 if several else 1)
        named = [str(t.value) for t in tokens if t.kind == "number" and not t.weak]
        if stack and not match.segment.get("down") and named[-1] not in (*layer, *stack):
            # "the 3 on the two 4s", where there are no 4s
            return "?" + ",".join([*stack, *layer])
        if match.segment.get("down"):
            stack, lowest = layer + stack, True
        elif match.segment.get("middle") and stack and not lowest:
            stack = layer + stack
        else:
            stack += layer
    return ",".join(stack) if lowest else "?" + ",".join(stack)


def _joined(first: Match, values: list[str]) -> str:
    if first.view.extractor:
        return EXTRACTORS[first.view.extractor].join(values)
    return ",".join(dict.fromkeys(values))  # several lines of a list that all say the same


def _plural(segment: Segment, number: int) -> bool:
    """Whether the things of this value are named in the plural just before it: `the tickets worth 2`."""
    tokens = segment.tagged.tokens
    return any(
        0 <= number - m.end <= _NEAR and tokens[m.end - 1].text.lower().endswith(_PLURAL)
        for concept in ontology().generic
        for m in segment.get(concept)
    )


__all__ = ["claims_of", "kinds", "places_of", "typed"]
