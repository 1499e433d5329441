"""Parts of sentences: where a whole sentence says too much at once, one of its parts may say a clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelrules.read.language.concepts import tag
from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.ontology import Ontology
from camelrules.read.language.tokens import Token
from camelrules.read.match.matching import Match, claim
from camelrules.read.patterns.model import Pattern
from camelrules.read.sections.segments import Segment

_CUTS = frozenset(",;:()—–")
# A shorter part has no verb; a shorter sentence needs no cutting.
_PART = 3
_WHOLE = 12
# How many neighbouring parts may make one statement.
_RUN = 3
# Values that only a whole sentence gives.
_WHOLE_ONLY = ("range", "row")


def fragments(found: Sequence[Segment], words: Lexicon, known: Ontology) -> list[Segment]:
    """Every run of neighbouring parts of every long sentence, shortest first."""
    out: list[Segment] = []
    for segment in found:
        tokens = segment.tagged.tokens
        if len(tokens) < _WHOLE or "@heading" in segment.tags:
            continue
        ends = [i for i, t in enumerate(tokens) if t.text in _CUTS and not _listing(tokens, i)]
        starts = [0, *(i + 1 for i in ends)]
        stops = [*ends, len(tokens)]
        if len(starts) < 2:
            continue
        for size in range(1, _RUN + 1):
            for k in range(len(starts) - size + 1):
                piece = list(tokens[starts[k] : stops[k + size - 1]])
                if len(piece) < _PART or len(piece) >= len(tokens) - 1:
                    continue
                lines = tuple(sorted({t.line for t in piece}))
                out.append(replace(segment, tagged=tag(piece, words, known), lines=lines))
    return out


def _listing(tokens: Sequence[Token], at: int) -> bool:
    """Whether the sign stands between two numbers of one list."""
    return 0 < at < len(tokens) - 1 and tokens[at - 1].kind == "number" and tokens[at + 1].kind == "number"


def closer(
    views: tuple[Pattern, ...], parts: Sequence[Segment], found: Sequence[Segment], known: Ontology
) -> list[Match]:
    """What parts of sentences say of a clause that no whole sentence speaks of: of each sentence its plainest part."""
    best: dict[int, Match] = {}
    around = list(found)
    for view in views:
        if view.listed or view.alarm or view.extractor in _WHOLE_ONLY:
            continue
        for part in parts:
            if part.index in best and not best[part.index].faults:
                continue
            # The rest of the sentence may say what the part is about, but does not speak against it.
            around[part.index] = part
            made = claim(view, part, found, known, around)
            around[part.index] = found[part.index]
            if made is not None and not made.gaps and not made.assumed and (part.index not in best or not made.faults):
                best[part.index] = made
    return [best[i] for i in sorted(best)]
