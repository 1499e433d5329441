"""What is drawn on a page and means something to its text: bullets, and the lines between cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelrules.text.pdf.glyphs import Glyph, Page, Shape
from camelrules.text.pdf.tables import Fragment

# No bullet is larger and no line of a table thicker or shorter, in points; more of either has no page.
_BULLET = 12.0
_THICK = 2.5
_SHORT = 6.0
_MANY = 300
# Dots of a dotted line are closer than so many of their widths; more dots than these are a pattern.
_DOTTED = 2.5
_DOTS = 2000


def bullets(page: Page) -> list[Glyph]:
    """The bullets that browsers and drawing programs draw and do not write."""
    dots = [s for s in page.shapes if 1 < s.right - s.left < _BULLET and _square(s)]
    dots = [s for s in dots[:_DOTS] if not any(_beside(s, other) for other in dots[:_DOTS] if other is not s)]
    return [b for dot in dots[:_MANY] if (b := _bullet(dot, page.glyphs)) is not None]


def _beside(dot: Shape, other: Shape) -> bool:
    """Whether two dots are so close that they are a dotted line."""
    near = _DOTTED * (dot.right - dot.left)
    apart = abs(dot.left - other.left), abs(dot.top - other.top)
    return min(apart) < 1 and 0 < max(apart) < near


def _square(shape: Shape) -> bool:
    width, height = shape.right - shape.left, shape.bottom - shape.top
    return abs(width - height) < 0.2 * width


def _bullet(dot: Shape, glyphs: Sequence[Glyph]) -> Glyph | None:
    """The bullet before the first word of a line that a dot is; none where no line begins beside it."""
    middle = (dot.top + dot.bottom) / 2
    level = [g for g in glyphs if g.base - 0.8 * g.size < middle < g.base and g.right > dot.left - 3 * g.size]
    first = min(level, key=lambda g: g.left, default=None)
    if first is None or not 0 < first.left - dot.right < 2 * first.size or dot.right - dot.left > 0.6 * first.size:
        return None
    return Glyph("•", dot.left, dot.right, first.base, first.size, False)


def upright(page: Page) -> list[Shape]:
    """The vertical lines of a page, such as those between cells."""
    return [s for s in page.shapes if s.right - s.left <= _THICK and s.bottom - s.top >= _SHORT][:_MANY]


def level(page: Page) -> list[Shape]:
    """The horizontal lines of a page, such as those between rows."""
    return [s for s in page.shapes if s.bottom - s.top <= _THICK and s.right - s.left >= _SHORT][:_MANY]


def between(lines: Sequence[Shape], left: Glyph, right: Glyph) -> bool:
    """Whether a line is drawn between two glyphs of a row."""
    return any(left.right - 1 < s.left and s.right < right.left + 1 and s.top < left.base < s.bottom for s in lines)


def kept_apart(fragment: Fragment, lines: Sequence[Shape], gap: float) -> Fragment:
    """A fragment that keeps so far from the lines beside it that the strip between two cells is one."""
    left, right = fragment.left, fragment.right
    for line in lines:
        if line.top < fragment.base < line.bottom:
            if right <= line.left + 1 and line.left - right < gap / 2:
                right = line.left - gap / 2
            if line.right - 1 <= left and left - line.right < gap / 2:
                left = line.right + gap / 2
    return replace(fragment, left=left, right=right) if left < right else fragment
