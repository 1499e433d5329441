"""Columns or table? Fragments beside each other are running text in columns, cells of a table, or neither."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from camelrules.text.order import Layout, Strip, parted, strips_of

# In heights of the font: no column of running text is narrower.
_NARROW = 8.0
# No number or bullet of a list is longer.
_MARKER = 3
# Of two columns on one grid, or of a table, so many lines of the shorter have a neighbour in the other.
_ALIGNED = 0.75
# A line that fills so much of its column and does not end a sentence goes on in the next.
_FULL = 0.72
_WRAPPED = 0.3
_STOPS = ".!?:;"
_BOLD = 0.9
_BETWEEN = re.compile(r"\w{2}[.!?][)»”\"']? [^\W\d_]")
# In a narrow cell it is syllables that a hyphen parts, and hardly ever words.
_BROKEN = re.compile(r"(?<=[^\W\d_]{2})[-‐] (?=[^\W\d_]{2})(?=[a-zà-öø-ÿ])")
_NEAR = 1.5
# Cells of one column begin, end or have their middle at one place, within so many points.
_STRAIGHT = 2.5
_MOST = 0.7
_ROWS = 3
# Lines whose baselines are so many points apart stand beside each other.
_GRID = 2.0
# Fewer lines beside each other are no columns.
_LINES = 5
# Rows of a table are farther apart than the lines of a cell.
_APART = 1.15


@dataclass(frozen=True, slots=True)
class Fragment:
    """Words that stand close together on one line."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: float  # the share of its characters that is bold
    word: float  # the width of its first word
    bold_ends: tuple[bool, bool] = (False, False)  # whether its first and its last character are bold
    cells: tuple[str, ...] = ()  # of a row whose cells are drawn

    @property
    def top(self) -> float:
        return self.base - 0.6 * self.size

    @property
    def bottom(self) -> float:
        return self.base + 0.1 * self.size


def judge(parts: Sequence[Sequence[Fragment]], known: bool = False) -> Layout:
    """What the parts of a band are that an empty strip parts; `known` where it parts columns elsewhere."""
    if _numbered(parts[0]) and len(parts) == 2:
        return Layout.LINES
    bases = [_bases(part) for part in parts]
    fewest = min(len(b) for b in bases)
    if fewest > 1 and all(_listed(part) for part in parts):
        return Layout.COLUMNS
    if fewest > 1 and max(len(b) for b in bases) >= _LINES and all(_wide(part) for part in parts):
        flows = all(_flows(part) for part in parts)
        # Cells that stand in the middle of their rows are not level with longer ones beside them.
        if not level_rows(parts) and (flows or not _in_rows(parts)):
            return Layout.COLUMNS
        # On one grid, only lines that go on in the next tell running text from cells, or sentences that end in them.
        if fewest > _ROWS and flows and (all(_sentences(part) for part in parts) or not _in_rows(parts)):
            return Layout.COLUMNS
    # Columns of a few lines, of which the last may end early, look like rows of cells; sentences tell them apart.
    if known and fewest > 0 and all(_runs(part) for part in parts) and any(_sentences(part) for part in parts):
        return Layout.COLUMNS
    several = sum(len(b) >= _ROWS for b in bases) > 1
    if several and all(_straight(part) for part in parts[1:]):
        return Layout.TABLE
    return Layout.LINES


def table_rows(
    items: Sequence[Fragment], gutters: Sequence[Strip], ruled: Sequence[float] = ()
) -> list[tuple[list[Fragment], tuple[str, ...]]]:
    """The rows of a table, each with its fragments and the text of its cells; `ruled` are the lines drawn across."""
    out = []
    for row in _ruled_groups(items, ruled) or _row_groups(items):
        cells = tuple(cell_text(sorted(cell, key=lambda f: (f.base, f.left))) for cell in parted(row, gutters))
        out.append((sorted(row, key=lambda f: f.left), cells))
    return out


def cell_text(lines: Sequence[Fragment]) -> str:
    """The words of a cell; one that is broken at the end of a line is whole again."""
    return _BROKEN.sub("", " ".join(f.text for f in lines))


def _ruled_groups(items: Sequence[Fragment], ruled: Sequence[float]) -> list[list[Fragment]]:
    """The fragments of a table between the lines that are drawn across it; none where too few are."""
    levels = sorted(ruled)
    rows: dict[int, list[Fragment]] = {}
    for fragment in items:
        rows.setdefault(bisect(levels, fragment.base - 0.3 * fragment.size), []).append(fragment)
    return [part for at in sorted(rows) for part in _headed(rows[at])] if len(rows) >= _ROWS else []


def _headed(row: Sequence[Fragment]) -> list[list[Fragment]]:
    """A row, parted from its bold head where no line is drawn below that."""
    strips = strips_of(row)
    bold = [all(f.bold >= _BOLD for f in strip) for strip in strips]
    heads = bold.index(False) if False in bold else 0
    cut = [[f for strip in part for f in strip] for part in (strips[:heads], strips[heads:])]
    return [part for part in cut if part]


def _row_groups(items: Sequence[Fragment]) -> list[list[Fragment]]:
    """The fragments of a table row by row: lines of one cell are closer than rows."""
    strips = strips_of(items)
    steps = [min(f.base for f in b) - max(f.base for f in a) for a, b in pairwise(strips)]
    if not steps or max(steps) <= _APART * min(steps):
        return strips
    rows = [list(strips[0])]
    for step, strip in zip(steps, strips[1:], strict=True):
        if step > _APART * min(steps):
            rows.append(list(strip))
        else:
            rows[-1] += strip
    return rows


def _in_rows(parts: Sequence[Sequence[Fragment]]) -> bool:
    """Whether all parts break at the same places, as rows of cells do and paragraphs do not."""
    rows = _row_groups([f for part in parts for f in part])
    part_of = {id(f): at for at, part in enumerate(parts) for f in part}
    whole = [at for at, row in enumerate(rows) if len({part_of[id(f)] for f in row}) == len(parts)]
    # What stands above and below may belong to the text around the table.
    rows = rows[whole[0] : whole[-1] + 1] if whole else []
    return len(rows) >= _ROWS and len(whole) > 0.8 * len(rows) and median(len(row) for row in rows) <= 3 * len(parts)


def _numbered(part: Sequence[Fragment]) -> bool:
    """Whether a part is only the numbers or bullets of a list."""
    return all(len(f.text) <= _MARKER and not f.text.isalpha() for f in part) and not all(
        f.text.isdecimal() for f in part
    )


def _wide(part: Sequence[Fragment]) -> bool:
    width = max(f.right for f in part) - min(f.left for f in part)
    return width >= _NARROW * median(f.size for f in part)


def _bases(part: Sequence[Fragment]) -> list[float]:
    out: list[float] = []
    for base in sorted(f.base for f in part):
        if not out or base - out[-1] > 1:
            out.append(base)
    return out


def level_rows(parts: Sequence[Sequence[Fragment]]) -> bool:
    """Whether lines beside each other stand on one baseline, as cells do."""
    bases = [_bases(part) for part in parts]
    return all(_aligned(a, b) >= _ALIGNED for a, b in pairwise(bases))


def _aligned(left: Sequence[float], right: Sequence[float]) -> float:
    """The share of lines of the shorter column that have a neighbour in the other."""
    few, many = sorted((left, right), key=len)
    return sum(bisect(many, a + _GRID) > bisect(many, a - _GRID) for a in few) / len(few)


def _flows(part: Sequence[Fragment]) -> bool:
    """Whether enough lines go on in the next, which is near."""
    lines, full = _going_on(part)
    return full >= max(2, _WRAPPED * lines)


def _runs(part: Sequence[Fragment]) -> bool:
    """Whether a few lines may be running text: all but the last of a paragraph go on in the next."""
    lines, full = _going_on(part)
    return _wide(part) and full >= (lines - 1) / 2


def _sentences(part: Sequence[Fragment]) -> bool:
    """Whether a line ends one sentence and begins another, as cells of one line never do."""
    return any(_BETWEEN.search(f.text) for f in part)


def _going_on(part: Sequence[Fragment]) -> tuple[int, int]:
    """How many lines there are, and how many of them go on in the next."""
    left, right = min(f.left for f in part), max(f.right for f in part)
    lines: list[Fragment] = []
    for fragment in sorted(part, key=lambda f: (f.base, f.right)):
        if lines and fragment.base - lines[-1].base <= 1:
            lines[-1] = fragment if fragment.right > lines[-1].right else lines[-1]
        else:
            lines.append(fragment)
    full = [
        a
        for a, b in pairwise(lines)
        if a.right - left >= _FULL * (right - left) and a.text[-1] not in _STOPS and b.base - a.base < _NEAR * a.size
    ]
    return len(lines), len(full)


def _listed(part: Sequence[Fragment]) -> bool:
    """Whether most lines begin an item of a list, which may stand in several columns."""
    return sum(not f.text[:1].isalnum() and f.text[:1] not in "+-−–(" for f in part) > len(part) / 2


def _straight(part: Sequence[Fragment]) -> bool:
    """Whether most fragments begin, end or have their middle at one place."""
    for places in ([f.left for f in part], [f.right for f in part], [(f.left + f.right) / 2 for f in part]):
        middle = median(places)
        if sum(abs(p - middle) <= _STRAIGHT for p in places) >= _MOST * len(places):
            return True
    return False
