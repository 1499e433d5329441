"""Columns that stand side by side in a plain text, one below the other: the left one first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.tokens import tokens

# What may be the gap between two columns, and where the right one begins.
_GAP = re.compile(r"(?<=\S)\s{2,}(?=\S)")
_ITEM = re.compile(r"^\s*(?:[-•·●○▪‣–—*]\s+)?")
# So many lines are the fewest that make columns, of a list or of sentences.
_LIST = 3
_PROSE = 6
# So long the lines of a column of sentences are at least, on the average.
_WIDE = 24
# And this part of them goes on in small letters.
_GOES_ON = 0.3
# So far from its column a line may begin that goes on with the one above.
_HANGING = 6


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, or the part of one that stands in one column: its text, its line, and the column where it ends."""

    text: str
    number: int
    end: int | None = None


def unwoven(lines: Sequence[str], lexicon: Lexicon) -> list[Piece]:
    """The lines, with columns that stand side by side taken apart; an empty line stands between two columns."""
    out: list[Piece] = []
    for first, last in _paragraphs(lines):
        rows = lines[first:last]
        cut = _cut(rows, lexicon)
        if cut is None:
            out += [Piece(line, n) for n, line in enumerate(rows, first + 1)]
            continue
        out += [Piece(line[:cut].rstrip(), n, cut) for n, line in enumerate(rows, first + 1)]
        out.append(Piece("", last))
        out += [Piece(line[cut:], n) for n, line in enumerate(rows, first + 1) if line[cut:].strip()]
    return out


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Stretches of lines that are all empty or all not."""
    start = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or bool(lines[at].strip()) != bool(lines[start].strip()):
            yield start, at
            start = at


def _cut(rows: Sequence[str], lexicon: Lexicon) -> int | None:
    """The column where the right one of two columns begins."""
    if len(rows) < _LIST:
        return None
    counts: dict[int, int] = {}
    for row in rows:
        for gap in _GAP.finditer(row):
            counts[gap.end()] = counts.get(gap.end(), 0) + 1
    for cut in sorted(counts):
        if any(row[cut - 2 : cut].strip() for row in rows):
            continue
        left, right = [r[:cut].rstrip() for r in rows if r[:cut].strip()], [r[cut:] for r in rows if r[cut:].strip()]
        if len(left) >= _LIST and len(right) >= _LIST and (_listed(left, lexicon) and _listed(right, lexicon)):
            return cut
        if len(right) >= _PROSE and _written(left) and _written(right):
            return cut
    return None


def _listed(column: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a column is a list of counted things: each line begins with a count, or goes on with one that does."""
    counted = [_counts(line, lexicon) for line in column]
    hanging = [len(line) - len(line.lstrip()) for line in column]
    inset = [0 < h <= _HANGING for h in hanging]
    return counted[0] and sum(counted) >= _LIST and all(c or i for c, i in zip(counted, inset, strict=True))


def _counts(line: str, lexicon: Lexicon) -> bool:
    found = tokens(_ITEM.sub("", line), 1)
    if len(found) < 2 or found[1].kind != "word":
        return False
    return found[0].kind == "number" or found[0].key in lexicon.numerals


def _written(column: Sequence[str]) -> bool:
    """Whether a column is of sentences that go on from line to line."""
    on = sum(b.lstrip()[:1].islower() and a.rstrip()[-1:] not in ".!?:;" for a, b in pairwise(column))
    return sum(map(len, column)) >= _WIDE * len(column) and on >= _GOES_ON * (len(column) - 1)
