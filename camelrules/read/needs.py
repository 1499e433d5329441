"""What a pattern asks of a sentence: a small language of concepts, parsed once and matched often.

An item is one or more alternatives joined by `|`. An alternative is a concept, `a~b` (near each other), `a>b` (in that
order), `<a` (said here or just before), `^a` (said here or in the sentence before), `-a` (under a negation), `@tag`
(section or kind of line), `#` (any number) or `#5` (that number).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from camelrules.lang.source import Span, fail
from camelrules.read.concepts import Mention, Tagged
from camelrules.read.ontology import Ontology
from camelrules.read.segments import Segment

_ATOM = re.compile(r"^(?:([<^-])?([a-z][a-z0-9_]*)|@([a-z_]+)|#(\d*))$")
# Words apart at most, for `a~b`.
_NEAR = 7
# A sentence leans on the two before it; a list item on its lead-in a little farther up.
_BACK = 3
UNKNOWN = "@unknown"


@dataclass(frozen=True, slots=True)
class Atom:
    """One alternative of an item."""

    kind: str  # concept, negated, context, before, tag or number
    name: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two concepts that must stand near each other or in order."""

    first: str
    second: str
    ordered: bool


Item = tuple[Atom | Pair, ...]


def _atom(text: str, span: Span | None) -> Atom:
    match = _ATOM.match(text)
    if not match:
        raise fail("pattern", f"`{text}` is not a concept, `<concept`, `^concept`, `@tag`, `#` or `#5`", span)
    context, name, tag, _ = match.groups()
    if tag:
        return Atom("tag", "@" + tag)
    if text.startswith("#"):
        return Atom("number", text[1:])
    return Atom({"<": "context", "^": "before", "-": "negated", None: "concept"}[context], name)


def parse(text: str, span: Span | None = None) -> tuple[Item, ...]:
    """The items of a `need` or `not` string."""
    items: list[Item] = []
    for word in text.split():
        choices: list[Atom | Pair] = []
        for piece in word.split("|"):
            for mark in "~>":
                left, found, right = piece.partition(mark)
                if found:
                    choices.append(Pair(_atom(left, span).name, _atom(right, span).name, mark == ">"))
                    break
            else:
                choices.append(_atom(piece, span))
        items.append(tuple(choices))
    return tuple(items)


def concepts_of(items: Sequence[Item]) -> set[str]:
    """The concepts that items name."""
    out: set[str] = set()
    for item in items:
        for choice in item:
            if isinstance(choice, Pair):
                out |= {choice.first, choice.second}
            elif choice.kind in ("concept", "context", "before", "negated"):
                out.add(choice.name)
    return out


def _numbers(tagged: Tagged, wanted: str) -> list[Mention]:
    return [
        Mention("#", i, i + 1)
        for i, t in enumerate(tagged.tokens)
        if t.value is not None and not t.weak and (not wanted or t.value == int(wanted))
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
    item: Item, here: Segment, all_segments: Sequence[Segment], known: Ontology, sure: bool = False
) -> list[Mention] | None:
    """The mentions that satisfy the item, an empty list where it holds without one, or None.

    In a part without a name a section is taken for granted, unless one must be `sure`.
    """
    for choice in item:
        if isinstance(choice, Pair):
            found = _pair(here.tagged, choice)
            if found:
                return found
        elif choice.kind == "concept":
            mentions = here.get(choice.name)
            if mentions:
                return list(mentions)
        elif choice.kind == "negated":
            mentions = tuple(m for m in here.get(choice.name) if m.negated)
            if mentions:
                return [replace(m, negated=False) for m in mentions]
        elif choice.kind == "tag":
            if choice.name in here.tags or (not sure and UNKNOWN in here.tags and choice.name[1:] in known.parts):
                return []
        elif choice.kind == "number":
            found = _numbers(here.tagged, choice.name)
            if found:
                return found
        elif in_context(choice.name, here, all_segments, known, 1 if choice.kind == "before" else _BACK):
            return []
    return None


def in_context(name: str, here: Segment, all_segments: Sequence[Segment], known: Ontology, back: int = _BACK) -> bool:
    """Whether the concept was mentioned here or just before, with no rival mentioned since."""
    rivals = known.rivals.get(name, frozenset())
    stop = here.index - back
    for index in range(here.index, -1, -1):
        segment = all_segments[index]
        if index < stop:
            break
        if _row(segment) and _row(here):
            stop -= 1  # the rows of a table all lean on what stands above it
        mine = segment.get(name)
        others = [m for r in rivals for m in segment.get(r)]
        if mine or others:
            if not mine:
                return False
            return not others or index == here.index or mine[-1].start > max(m.start for m in others)
    return any(name in known.topics.get(t[1:], ()) for t in here.tags)


def _row(segment: Segment) -> bool:
    return "@count" in segment.tags and "@components" not in segment.tags


def heading_section(tagged: Tagged, known: Ontology) -> str:
    """The section that a heading opens, or nothing."""
    return _first(known.sections, tagged, known)


def clue(tagged: Tagged, known: Ontology) -> str:
    """The part that a sentence opens by what it says, where no heading did: `the board goes on the table`."""
    return _first(known.clues, tagged, known)


def _first(named: Sequence[tuple[str, str]], tagged: Tagged, known: Ontology) -> str:
    lone = Segment(0, tagged, frozenset(), (), 0)
    for name, needs in named:
        if all(find(item, lone, [lone], known) is not None for item in parse(needs)):
            return name
    return ""
