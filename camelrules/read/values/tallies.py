"""What every reader of values needs: the numbers that count, and the tokens a value came from."""

from __future__ import annotations

from collections.abc import Iterable

from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import Token
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import Found


def strong(segment: Segment, ordinals: bool = False) -> list[tuple[int, Token]]:
    return [
        (i, t)
        for i, t in enumerate(segment.tagged.tokens)
        if t.value is not None and not t.weak and (ordinals or t.kind == "number")
    ]


def spanning(segment: Segment, value: str, at: list[int]) -> Found | None:
    return Found(value, min(at), max(at) + 1) if at else None


def covers(segment: Segment, concept: str, at: int) -> bool:
    return any(m.start <= at < m.end for m in segment.get(concept))


def named_colours(segment: Segment) -> list[tuple[int, str]]:
    """The colours of the sentence where each is first named, in the order of the text."""
    first = [(segment.get(c)[0].start, c) for c in ontology().colours if segment.get(c)]
    return sorted(first)


def in_order(colours: Iterable[str]) -> list[str]:
    """Colours in the order in which lists of them are given."""
    named = set(colours)
    return [c for c in ontology().colours if c in named]


def ranged_row(segment: Segment, row: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """`1 to 6`: two numbers with a word or a dash between them stand for all from one to the other."""
    tokens = segment.tagged.tokens
    if len(row) != 2 or row[1][1] - row[0][1] < 2 or row[1][0] - row[0][0] != 2 or tokens[row[0][0] + 1].text in ",/+":
        return row
    return [(row[0][0], v) for v in range(row[0][1], row[1][1])] + [row[1]]
