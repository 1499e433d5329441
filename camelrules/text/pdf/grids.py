"""Tables whose cells are drawn: the lines between them say more than any gap between words."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, replace

from camelrules.text.pdf.glyphs import Page, Shape
from camelrules.text.pdf.shapes import level, upright
from camelrules.text.pdf.tables import Fragment, cell_text

# Lines of one place, and pieces of one line, are so many points apart at most.
_NEAR = 2.5
# Two outer lines and one between two cells.
_LINES = 3


@dataclass(frozen=True, slots=True)
class _Line:
    """A straight line: where it stands, and from where to where it goes."""

    at: float
    start: float
    end: float


def with_grids(page: Page, fragments: list[Fragment]) -> list[Fragment]:
    """The fragments of a page, with one for each row of a drawn table in place of those in its cells."""
    down = _joined([_Line((s.left + s.right) / 2, s.top, s.bottom) for s in upright(page)])
    across = _joined([_Line((s.top + s.bottom) / 2, s.left, s.right) for s in level(page)])
    for grid in _grids(down, across):
        frame = Shape(grid[0].at, grid[-1].at, min(g.start for g in grid), max(g.end for g in grid))
        inside = [f for f in fragments if frame.left < (f.left + f.right) / 2 < frame.right and _level(f, frame)]
        levels = sorted(a.at for a in across if a.start <= frame.left + _NEAR and a.end >= frame.right - _NEAR)
        rows = _rows(inside, [g.at for g in grid], levels, frame)
        if rows:
            held = {id(f) for f in inside}
            fragments = [*(f for f in fragments if id(f) not in held), *rows]
    return fragments


def _level(fragment: Fragment, frame: Shape) -> bool:
    return frame.top - _NEAR <= fragment.top and fragment.base <= frame.bottom + _NEAR


def _joined(lines: Sequence[_Line]) -> list[_Line]:
    """Lines in one place that touch are one: browsers draw the borders of each cell by themselves."""
    out: list[_Line] = []
    for line in sorted(lines, key=lambda n: (round(n.at), n.start)):
        near = (at for at in range(len(out) - 1, -1, -1) if abs(line.at - out[at].at) <= _NEAR)
        touching = next((at for at in near if line.start <= out[at].end + _NEAR), None)
        if touching is None:
            out.append(line)
        else:
            out[touching] = replace(out[touching], end=max(out[touching].end, line.end))
    return out


def _grids(down: Sequence[_Line], across: Sequence[_Line]) -> list[list[_Line]]:
    """The upright lines of each table, from left to right: all as high as it, and joined at its head and foot."""
    out: list[list[_Line]] = []
    left = sorted(down, key=lambda n: n.at)
    while left:
        first = left[0]
        group = [n for n in left if abs(n.start - first.start) <= _NEAR and abs(n.end - first.end) <= _NEAR]
        edges = [
            [a for a in across if abs(a.at - y) <= _NEAR and a.start <= first.at + _NEAR]
            for y in (first.start, first.end)
        ]
        reach = min((max((a.end for a in edge), default=0.0) for edge in edges), default=0.0) + _NEAR
        grid = [n for n in group if n.at <= reach]
        if len(grid) >= _LINES:
            out.append(grid)
        used = grid or [first]
        left = [n for n in left if n not in used]
    return out


def _rows(inside: Sequence[Fragment], edges: Sequence[float], levels: Sequence[float], frame: Shape) -> list[Fragment]:
    """A fragment for each row, with its cells; none where words cross a line, or nothing is in two cells."""
    if any(f.left < x - 1 and f.right > x + 1 for f in inside for x in edges):
        return []
    rows: dict[int, list[Fragment]] = {}
    for fragment in inside:
        rows.setdefault(bisect(levels, fragment.base - 0.3 * fragment.size), []).append(fragment)
    out = [_row(rows[at], edges, frame) for at in sorted(rows)]
    return out if any(sum(bool(c) for c in row.cells) > 1 for row in out) else []


def _row(row: Sequence[Fragment], edges: Sequence[float], frame: Shape) -> Fragment:
    cells: list[list[Fragment]] = [[] for _ in edges[1:]]
    for fragment in sorted(row, key=lambda f: (f.base, f.left)):
        cells[min(max(bisect(edges, (fragment.left + fragment.right) / 2) - 1, 0), len(cells) - 1)].append(fragment)
    texts = tuple(cell_text(cell) for cell in cells)
    words = " ".join(t for t in texts if t)
    last = max(row, key=lambda f: f.base)
    bold = sum(f.bold * len(f.text) for f in row) / sum(len(f.text) for f in row)
    return replace(last, text=words, left=frame.left, right=frame.right, bold=bold, cells=texts)
