"""Conditions against a sentence: whether it mentions what a pattern asks for, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from camelrules.read.language.concepts import Mention, Tagged
from camelrules.read.language.ontology import Ontology, Rule
from camelrules.read.patterns.grammar import Concept, Condition, Negated, Numeral, Pair, Recent
from camelrules.read.patterns.grammar import Tagged as Part
from camelrules.read.sections.segments import Segment

# Words apart at most, for `X near Y`.
_NEAR = 7
# A sentence leans on the two before it; a list item on its lead-in a little farther up.
_BACK = 3
UNKNOWN = "@unknown"


def _numbers(tagged: Tagged, wanted: int | None) -> list[Mention]:
    return [
        Mention("#", i, i + 1)
        for i, t in enumerate(tagged.tokens)
        if t.value is not None and not t.weak and (wanted is None or t.value == wanted)
    ]


def _pair(tagged: Tagged, pair: Pair) -> list[Mention]:
    out: list[Mention] = []
    for a in tagged.by.get(pair.first, ()):
        for b in tagged.by.get(pair.second, ()):
            if (pair.ordered and a.start < b.start) or (
                not pair.ordered and a != b and min(abs(b.start - a.end), abs(a.start - b.end)) <= _NEAR
            ):
                out += [a, b]
    return out


def find(
    condition: Condition, here: Segment, all_segments: Sequence[Segment], known: Ontology, sure: bool = False
) -> list[Mention] | None:
    """The mentions that satisfy the condition, an empty list where it holds without one, or None.

    In a part without a name a section is taken for granted, unless one must be `sure`.
    """
    for choice in condition:
        found: list[Mention] = []
        holds = False
        match choice:
            case Concept():
                found = list(here.get(choice.name))
            case Negated():
                found = [replace(m, negated=False) for m in here.get(choice.name) if m.negated]
            case Pair():
                found = _pair(here.tagged, choice)
            case Numeral():
                found = _numbers(here.tagged, choice.number)
            case Part():
                name = choice.tag[1:]
                holds = choice.tag in here.tags or (not sure and UNKNOWN in here.tags and name in known.parts)
            case Recent():
                holds = in_context(choice.name, here, all_segments, known, 1 if choice.previous else _BACK)
            case _:
                assert_never(choice)
        if found or holds:
            return found
    return None


def in_context(name: str, here: Segment, all_segments: Sequence[Segment], known: Ontology, back: int = _BACK) -> bool:
    """Whether the concept was mentioned here or just before, with no rival mentioned since."""
    rivals = known.rivals.get(name, frozenset())
    stop = here.index - back
    for index in range(here.index, -1, -1):
        segment = all_segments[index]
        if index < stop:
            break
        if (_row(segment) and _row(here)) or "@question" in segment.tags:
            stop -= 1  # the rows of a table all lean on what stands above it; a question is told again in its answer
        mine = segment.get(name)
        others = [m for r in rivals for m in segment.get(r)]
        if mine or others:
            if not mine:
                return False
            return not others or index == here.index or mine[-1].start > max(m.start for m in others)
    return any(name in known.topics.get(t[1:], ()) for t in here.tags)


def _row(segment: Segment) -> bool:
    return "@count" in segment.tags and "@components" not in segment.tags


def says(rule: Rule, segment: Segment, all_segments: Sequence[Segment], known: Ontology) -> bool:
    """Whether the sentence has all that the rule needs and nothing that it excludes."""
    return all(find(c, segment, all_segments, known) is not None for c in rule.need) and all(
        find(c, segment, all_segments, known) is None for c in rule.unless
    )


def heading_section(tagged: Tagged, known: Ontology) -> str:
    """The section that a heading opens, or nothing."""
    return _first(known.sections, tagged, known)


def clue(tagged: Tagged, known: Ontology) -> str:
    """The part that a sentence opens by what it says, where no heading did: `the board goes on the table`."""
    return _first(known.clues, tagged, known)


def _first(named: Sequence[tuple[str, Rule]], tagged: Tagged, known: Ontology) -> str:
    lone = Segment(0, tagged, frozenset(), (), 0)
    return next((name for name, rule in named if says(rule, lone, [lone], known)), "")
