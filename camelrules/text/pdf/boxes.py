"""Side boxes: framed or tinted text that the running text goes around, and that belongs to no column."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from camelrules.text.order import Layout
from camelrules.text.pdf.glyphs import Shape
from camelrules.text.pdf.tables import Fragment, judge, level_rows

# A box may stand out of its frame by so many points, and frames that are closer touch: they are cells.
_SLACK = 2.0
# In heights of the font: no side box is narrower, and lines of running text differ by no more.
_NARROW = 5.0
_LIKE = 0.1
# More frames than this has no page that people read.
_MANY = 200


def side_boxes(fragments: Sequence[Fragment], shapes: Sequence[Shape]) -> list[list[Fragment]]:
    """The fragments of each side box of a page.

    A box is a side box where text stands beside it, and lines above or below it reach over both: the text goes
    around it. Boxes in the flow of a column, cells and backgrounds of whole columns are none.
    """
    if not fragments:
        return []
    size = median(f.size for f in fragments for _ in f.text)
    frames = _frames(shapes, size)
    out: list[list[Fragment]] = []
    for frame in frames:
        if any(_touch(frame, other) for other in frames if other is not frame):
            continue
        inside = [f for f in fragments if _holds(frame, f)]
        taken = {id(f) for box in out for f in box}
        if inside and not any(id(f) in taken for f in inside) and _set_aside(frame, frames, inside, fragments, size):
            out.append(inside)
    return out


def _frames(shapes: Sequence[Shape], size: float) -> list[Shape]:
    """What may frame a text, the smallest first; a frame and its background are one."""
    out: list[Shape] = []
    for shape in sorted(shapes, key=lambda s: (s.right - s.left) * (s.bottom - s.top)):
        large = shape.right - shape.left >= _NARROW * size and shape.bottom - shape.top >= 2 * size
        if large and len(out) < _MANY and not any(_same(shape, other) for other in out):
            out.append(shape)
    return out


def _same(one: Shape, other: Shape) -> bool:
    edges = zip(_edges(one), _edges(other), strict=True)
    return all(abs(a - b) <= _SLACK for a, b in edges)


def _edges(shape: Shape) -> tuple[float, float, float, float]:
    return shape.left, shape.right, shape.top, shape.bottom


def _touch(one: Shape, other: Shape) -> bool:
    """Whether two frames stand side by side or one above the other with nothing between, as cells do."""
    across = max(one.left - other.right, other.left - one.right)
    down = max(one.top - other.bottom, other.top - one.bottom)
    return (abs(across) <= _SLACK and down < 0) or (abs(down) <= _SLACK and across < 0)


def _holds(frame: Shape, fragment: Fragment) -> bool:
    level = frame.top - _SLACK <= fragment.top and fragment.bottom <= frame.bottom + _SLACK
    return level and frame.left - _SLACK <= fragment.left and fragment.right <= frame.right + _SLACK


def _set_aside(
    frame: Shape, frames: Sequence[Shape], inside: Sequence[Fragment], fragments: Sequence[Fragment], size: float
) -> bool:
    held = {id(f) for f in inside}
    boxed = [other for other in frames if other is not frame]
    others = [f for f in fragments if id(f) not in held and not any(_holds(other, f) for other in boxed)]
    level = [f for f in others if frame.top < f.base < frame.bottom]
    if any(f.left < frame.right - _SLACK and frame.left + _SLACK < f.right for f in level):
        return False  # text runs across the frame: it is a drawing
    lefts, rights = (
        [f for f in level if f.right <= frame.left + _SLACK],
        [f for f in level if f.left >= frame.right - _SLACK],
    )
    beside = [part for part in (lefts, rights) if part]
    parts = [part for part in (lefts, list(inside), rights) if part]
    if not beside or len({f.base for f in inside}) < 2 or (level_rows(parts) and judge(parts) is Layout.TABLE):
        return False
    near = _nearest(frame, [f for f in others if f.left < frame.right - size and f.right > frame.left + size])
    return any(_over(line, part, size) for line in near for part in beside)


def _nearest(frame: Shape, lines: Sequence[Fragment]) -> list[Fragment]:
    """The lines next above and next below a box, past other boxes."""
    above = [f for f in lines if f.base <= frame.top]
    below = [f for f in lines if f.top >= frame.bottom]
    return [
        *([max(above, key=lambda f: f.base)] if above else []),
        *([min(below, key=lambda f: f.top)] if below else []),
    ]


def _over(line: Fragment, beside: Sequence[Fragment], size: float) -> bool:
    """Whether a line of running text reaches over what stands beside a box as well."""
    like = any(abs(line.size - f.size) <= _LIKE * size for f in beside)
    return like and any(line.left < f.right and f.left < line.right for f in beside)
