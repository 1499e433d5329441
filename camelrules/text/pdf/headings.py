"""Headings over several columns: short ones stand in the first column and look as if they belonged to it alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from camelrules.text.order import Strip, parted
from camelrules.text.pdf.tables import Fragment

# A heading is set so much larger than the text, or is bold.
_LARGER = 1.12
_BOLD = 0.9
# In heights of the font: the other columns leave at least so much room beside a heading that spans them.
_ROOM = 2.0
# They go on level with the first one, and break off no more than some lines earlier.
_LEVEL = 1.5
_RAGGED = 8.0
# In heights of its own font: a heading keeps so far from the text above it.
_CLEAR = 1.15

Parts = list[list[Fragment]]


def spanning(rows: Sequence[Sequence[Fragment]], gutters: Sequence[Strip]) -> list[tuple[int, int]]:
    """The rows that are headings over all columns: the first of each, and the one after its last.

    A heading of one column has text of the others beside it. One that spans them begins in the first or stands in the
    middle, has nothing beside it, and below it the columns begin anew, level with each other. Where one is sure,
    others in its font are as well; where a column has headings in its font, none is.
    """
    parts = [parted(row, gutters) for row in rows]
    size = median(f.size for row in rows for f in row for _ in f.text)
    left, right = min(f.left for row in rows for f in row), max(f.right for row in rows for f in row)
    alone = [_alone(part, (left + right) / 2, size) for part in parts]
    runs: list[tuple[int, int]] = []
    for heads, group in groupby(range(len(parts)), key=lambda at: alone[at]):
        members = list(group)
        if heads:
            runs.append((members[0], members[-1] + 1))
    within = {_font([f]) for part, heads in zip(parts, alone, strict=True) if not heads for f in _begins(part, size)}
    fonts = [_font([f for row in rows[a:b] for f in row]) for a, b in runs]
    sure = {font for run, font in zip(runs, fonts, strict=True) if font not in within and _spans(parts, run, size)}
    return [run for run, font in zip(runs, fonts, strict=True) if font in sure]


def _alone(parts: Parts, middle: float, size: float) -> bool:
    """Whether a row is a heading that begins in the first column, or stands in the middle of all."""
    row = [f for part in parts for f in part]
    heads = all(f.size >= _LARGER * size or f.bold >= _BOLD for f in row)
    central = abs((min(f.left for f in row) + max(f.right for f in row)) / 2 - middle) <= size
    return heads and sum(bool(part) for part in parts) == 1 and (bool(parts[0]) or central)


def _begins(parts: Parts, size: float) -> list[Fragment]:
    """What stands like a heading in a row of a column other than the first."""
    return [f for part in parts[1:] for f in part if f.size >= _LARGER * size or f.bold >= _BOLD]


def _font(heading: Sequence[Fragment]) -> tuple[int, bool]:
    largest = max(heading, key=lambda f: f.size)
    return round(largest.size), largest.bold >= _BOLD


def _spans(parts: Sequence[Parts], run: tuple[int, int], size: float) -> bool:
    """Whether the columns break off above a heading and begin anew, level with each other, below it."""
    above, below = parts[: run[0]], parts[run[1] :]
    rooms: list[float] = []
    starts: list[float] = []
    for at in range(len(parts[0])):
        start = min((f.base for part in below for f in part[at]), default=None)
        last = max((f for part in above for f in part[at]), key=lambda f: f.base, default=None)
        # No column breaks off below its own heading.
        if at > 0 and last is not None and (last.size >= _LARGER * size or last.bold >= _BOLD):
            return False
        end = None if last is None else last.base
        if start is not None:
            starts.append(start)
            rooms += [start - end] if end is not None else []
    first = parts[run[0]]
    above_it = [f for part in above for column in part for f in column]
    clear = _CLEAR * max(f.size for column in first for f in column)
    if above_it and min(f.base for column in first for f in column) - max(f.base for f in above_it) < clear:
        return False
    level = sum(start - min(starts) <= _LEVEL * size for start in starts) > 1
    fits = len(rooms) > 1 or (len(rooms) == 1 and len(starts) > 1)
    return level and fits and min(rooms) >= _ROOM * size and max(rooms) <= min(rooms) + _RAGGED * size
