"""Parts of sentences: a long sentence says several things, and each may be a clause of its own.

Patterns are asked of whole sentences first. Where none of them has an answer, they are asked of the stretches between
commas, one at a time and then two by two: what stands elsewhere in the sentence no longer bars them.
"""

from __future__ import annotations

from itertools import pairwise

from camelrules.read.concepts import tag
from camelrules.read.lexicon import Lexicon
from camelrules.read.ontology import Ontology
from camelrules.read.segments import Segment
from camelrules.read.words import BREAKS, Token

# A shorter stretch is a word set off by commas, which belongs to what stands before it.
_SHORTEST = 3


def finer(found: list[Segment], words: Lexicon, known: Ontology, width: int) -> list[Segment]:
    """The segments of a text cut at commas and the like, `width` neighbouring stretches together."""
    out: list[Segment] = []
    for segment in found:
        stretches = _stretches(segment.tagged.tokens)
        if len(stretches) <= width:
            pieces = [segment.tagged.tokens]
        elif width == 1:
            pieces = stretches
        else:
            pieces = [(*a, *b) for a, b in pairwise(stretches)]
        for piece in pieces:
            whole = len(piece) == len(segment.tagged.tokens)
            tagged = segment.tagged if whole else tag(list(piece), words, known)
            lines = segment.lines if whole else tuple(sorted({t.line for t in piece}))
            out.append(Segment(len(out), tagged, segment.tags, lines, segment.block))
    return out


def _stretches(tokens: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    out: list[tuple[Token, ...]] = []
    start = 0
    for i, token in enumerate(tokens):
        if token.text in BREAKS and sum(t.kind != "sign" for t in tokens[start:i]) >= _SHORTEST:
            out.append(tokens[start : i + 1])
            start = i + 1
    rest = tokens[start:]
    if sum(t.kind != "sign" for t in rest) >= _SHORTEST or not out:
        out.append(rest)
    elif rest:
        out[-1] = (*out[-1], *rest)
    return out
