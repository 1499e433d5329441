"""Reading order: boxes on a page to columns, by the empty strips between them.

A region that an empty strip parts from top to bottom is columns. One that none parts may still hold a band of rows that
one does part: then it is what stands above the band, the band, and what stands below. What is left is one column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise
from typing import Generic, Protocol, TypeVar, assert_never


class Box(Protocol):
    """Anything with edges; down is positive."""

    @property
    def left(self) -> float: ...
    @property
    def right(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def bottom(self) -> float: ...


class Layout(Enum):
    """How parts beside each other are read: one after another, row by row with cells, or straight across."""

    COLUMNS = auto()
    TABLE = auto()
    LINES = auto()


T = TypeVar("T", bound=Box)
Strip = tuple[float, float]
# The parts of a band, and whether what parts them is known to part columns elsewhere.
Judge = Callable[[Sequence[Sequence[T]], bool], Layout]
# Which rows of a band of columns stand over all of them: the first of each run, and the one after its last.
Spans = Callable[[Sequence[Sequence[T]], Sequence[Strip]], list[tuple[int, int]]]
# More boxes than this are no page that anybody set; they are read as they come.
_MANY = 5000
_DEEP = 12
# More rows have no page; and where so many ends of a band are none, no other will be one.
_ROWS = 400
_TRIES = 12
# A part of a table may look like columns; columns are taken for a table only if they are much lower than one.
_COLUMNS = 1.4


@dataclass(frozen=True, slots=True)
class Region(Generic[T]):
    """Boxes that are read from top to bottom; with `gutters` they are a table, read row by row.

    `beside` are the strips that part the column from those beside it, whatever stands in it.
    """

    items: tuple[T, ...]
    gutters: tuple[Strip, ...] = ()
    beside: tuple[Strip, ...] = ()


def _none(_rows: Sequence[Sequence[Box]], _gutters: Sequence[Strip]) -> list[tuple[int, int]]:
    return []


def regions(
    items: Sequence[T], gap: float, judge: Judge[T], spans: Spans[T] = _none, known: Sequence[Strip] = (), deep: int = 0
) -> list[Region[T]]:
    """The regions of a page in reading order; `gap` is the narrowest strip that parts two columns.

    `known` are strips that part columns elsewhere: a few lines alone do not tell columns from cells.
    """
    if len(items) < 2 or len(items) > _MANY or deep > _DEEP:
        return [Region(tuple(items))] if items else []
    strips = strips_of(items)
    gutters = _free(items, gap)
    layout = judge(parted(items, gutters), _known(gutters, known)) if gutters else Layout.LINES
    first, last = 0, len(strips)
    if layout is not Layout.COLUMNS:
        band = _band(strips, gap, judge, known)
        if band is not None and (layout is Layout.LINES or band.layout is Layout.COLUMNS):
            layout, first, last, gutters = band.layout, band.first, band.last, band.gutters
    if layout is Layout.TABLE:
        first, last = _rows_of_cells(strips, first, last, gutters)
    within = [i for strip in strips[first:last] for i in strip]
    if layout is Layout.TABLE:
        gutters = _free(within, gap) or gutters
    match layout:
        case Layout.COLUMNS:
            blocks = _blocks(strips[first:last], spans(strips[first:last], gutters))
            columns = [part for block in blocks for part in parted(block, gutters)]
            known = (*known, *gutters)
            found = [r for part in columns for r in regions(part, gap, judge, spans, known, deep + 1)]
            out = [replace(r, beside=(*r.beside, *gutters)) for r in found]
        case Layout.TABLE:
            out = [Region(tuple(within), tuple(gutters))]
        case Layout.LINES:
            return [Region(tuple(items))]
        case _:
            assert_never(layout)
    above = [i for strip in strips[:first] for i in strip]
    below = [i for strip in strips[last:] for i in strip]
    before = regions(above, gap, judge, spans, known, deep + 1)
    return [*before, *out, *regions(below, gap, judge, spans, known, deep + 1)]


def _known(gutters: Sequence[Strip], known: Sequence[Strip]) -> bool:
    """Whether each gutter is one that parts columns elsewhere."""
    return all(any(a < (c + d) / 2 < b or c < (a + b) / 2 < d for c, d in known) for a, b in gutters)


def _blocks(rows: Sequence[Sequence[T]], spans: Sequence[tuple[int, int]]) -> list[list[T]]:
    """The rows of columns in blocks: each heading that stands over all columns, and what is between two of them."""
    cuts = sorted({0, len(rows), *(edge for span in spans for edge in span)})
    return [[i for row in rows[a:b] for i in row] for a, b in pairwise(cuts)]


def _free(items: Sequence[T], gap: float) -> list[Strip]:
    """The empty strips from top to bottom that are wide enough."""
    out: list[Strip] = []
    end: float | None = None
    for item in sorted(items, key=lambda i: i.left):
        if end is not None and item.left - end >= gap:
            out.append((end, item.left))
        end = item.right if end is None else max(end, item.right)
    return out


def parted(items: Sequence[T], gutters: Sequence[Strip]) -> list[list[T]]:
    """The items between gutters, from left to right."""
    parts: list[list[T]] = [[] for _ in range(len(gutters) + 1)]
    for item in items:
        middle = (item.left + item.right) / 2
        parts[sum(middle > left for left, _ in gutters)].append(item)
    return parts


def strips_of(items: Sequence[T]) -> list[list[T]]:
    """The items in groups with an empty row between them, from top to bottom."""
    out: list[list[T]] = []
    end: float | None = None
    for item in sorted(items, key=lambda i: i.top):
        if end is None or item.top >= end:
            out.append([])
        out[-1].append(item)
        end = item.bottom if end is None else max(end, item.bottom)
    return out


def _rows_of_cells(strips: Sequence[Sequence[T]], first: int, last: int, gutters: Sequence[Strip]) -> tuple[int, int]:
    """The rows of a band that belong to its table: it begins and ends with rows of several cells."""
    full = [n for n in range(first, last) if sum(bool(part) for part in parted(strips[n], gutters)) > 1]
    return (full[0], full[-1] + 1) if full else (first, last)


@dataclass(frozen=True, slots=True)
class _Band:
    layout: Layout
    weight: float
    first: int
    last: int
    gutters: list[Strip]


def _band(strips: Sequence[Sequence[T]], gap: float, judge: Judge[T], known: Sequence[Strip]) -> _Band | None:
    """The highest band of rows that empty strips part into columns or cells."""
    best: _Band | None = None
    for first in range(len(strips) if len(strips) <= _ROWS else 0):
        for last, gutters in reversed(_reach(strips, first, gap)[-_TRIES:]):
            height = strips[last][0].top - strips[first][0].top
            if best is not None and _COLUMNS * height <= best.weight:
                break
            if first == 0 and last == len(strips) - 1:
                continue
            within = [i for strip in strips[first : last + 1] for i in strip]
            layout = judge(parted(within, gutters), _known(gutters, known))
            weight = _COLUMNS * height if layout is Layout.COLUMNS else height
            if layout is not Layout.LINES and (best is None or weight > best.weight):
                best = _Band(layout, weight, first, last + 1, gutters)
    return best


def _reach(strips: Sequence[Sequence[T]], first: int, gap: float) -> list[tuple[int, list[Strip]]]:
    """The rows down to which something stays empty between boxes, each with what that is."""
    out: list[tuple[int, list[Strip]]] = []
    free: list[Strip] | None = None
    left, right = float("inf"), float("-inf")
    for last in range(first, len(strips)):
        free = _common(free, strips[last], gap)
        left, right = min(left, *(i.left for i in strips[last])), max(right, *(i.right for i in strips[last]))
        inner = [(a, b) for a, b in free if a >= left and b <= right]
        if inner:
            out.append((last, inner))
        elif out:
            break
    return out


def _common(free: list[Strip] | None, strip: Sequence[Box], gap: float) -> list[Strip]:
    """What is empty both in `free` and in one more row."""
    taken = sorted((i.left, i.right) for i in strip)
    empty: list[Strip] = []
    end = float("-inf")
    for left, right in taken:
        if left - end >= gap:
            empty.append((end, left))
        end = max(end, right)
    empty.append((end, float("inf")))
    if free is None:
        return empty
    both = [(max(a, c), min(b, d)) for a, b in free for c, d in empty]
    return [(a, b) for a, b in both if b - a >= gap]
