"""What belongs to the page and not to the text: running heads and feet, and page numbers."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby

from camelrules.text.pdf.glyphs import Page
from camelrules.text.pdf.tables import Fragment

# So often the same words stand at the same edge of a page and belong to the page.
_OFTEN = 3
# In heights of the font: what stands at the edge of a page is so far from its text.
_APART = 1.4


def without_furniture(found: list[tuple[Page, list[Fragment]]]) -> list[tuple[Page, list[Fragment]]]:
    """Without page numbers, and without what stands at the head or foot of every page."""
    edges = Counter(
        key for page, lines in found for row in _outer(lines) for key in {_edge(f, page) for f in row} if key
    )
    often = {key for key, count in edges.items() if count >= min(_OFTEN, max(2, len(found)))}
    out = []
    for page, lines in found:
        # A row goes as a whole or not at all: a number in the margin may be the cell of a table.
        gone = {
            id(f)
            for row in _outer(lines)
            if all(_edge(f, page) in often or _page_number(f, page, len(found)) for f in row)
            for f in row
        }
        out.append((page, [f for f in lines if id(f) not in gone]))
    return out


def _outer(lines: list[Fragment]) -> list[list[Fragment]]:
    """The highest and the lowest rows of a page that stand apart from its text."""
    rows = [list(group) for _, group in groupby(sorted(lines, key=lambda f: f.base), key=lambda f: round(f.base))]
    return _apart(rows) + _apart(rows[::-1]) if len(rows) > 1 else rows


def _apart(rows: list[list[Fragment]]) -> list[list[Fragment]]:
    """The first rows, two at most, up to the first larger gap; none where there is no such gap."""
    for count in range(1, min(3, len(rows))):
        outer, inner = rows[count - 1][0], rows[count][0]
        if abs(outer.base - inner.base) > _APART * max(outer.size, inner.size):
            return rows[:count]
    return []


def _edge(line: Fragment, page: Page) -> tuple[int, str] | None:
    """What a fragment has in common with the same of another page: its height and its words, but no numbers."""
    margin = line.base < 0.12 * page.height or line.base > 0.9 * page.height
    words = re.sub(r"\d+", "#", line.text).strip()
    return (round(line.base / 4), words) if margin and words else None


def _page_number(line: Fragment, page: Page, count: int) -> bool:
    """Whether a fragment in the margin is only the number of the page, give or take the cover."""
    digits = line.text.strip(" -–—|•·")
    margin = line.base < 0.07 * page.height or line.base > 0.93 * page.height
    if not margin or not digits.isascii() or not digits.isdecimal() or len(digits) > 3:
        return False
    return count == 1 or abs(int(digits) - page.number) <= 4
