"""Where the text frames of an InDesign spread stand, and in which order they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from camelrules.text.order import Layout, regions
from camelrules.text.xml import Element

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
# In points: frames that overlap by less stand beside each other.
_SLACK = 4.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A text frame: the story it shows, its page, and its edges on the spread."""

    story: str
    page: str
    left: float
    top: float
    right: float
    bottom: float


def placed(spreads: Sequence[Element]) -> list[Frame]:
    """All frames in reading order: spread by spread, page by page, column by column."""
    out: list[Frame] = []
    for root in spreads:
        for spread in root.elements("Spread"):
            pages = sorted((_frame(p, _IDENTITY, p.get("Name")) for p in spread.elements("Page")), key=lambda p: p.left)
            frames = [_on_page(frame, pages) for frame in _frames(spread, _IDENTITY)]
            for page in pages or [Frame("", "", 0, 0, 0, 0)]:
                on_page = [f for f in frames if f.page == page.page]
                out += [f for region in regions(on_page, -_SLACK, _columns) for f in _down(region.items)]
    return out


def _columns(_parts: Sequence[Sequence[Frame]], _known: bool) -> Layout:
    return Layout.COLUMNS


def _down(items: Sequence[Frame]) -> list[Frame]:
    return sorted(items, key=lambda f: (f.top, f.left))


def _frames(parent: Element, matrix: Matrix) -> Iterator[Frame]:
    """The text frames in an element, through groups."""
    for element in parent.elements("TextFrame", "Group"):
        inner = _times(matrix, _matrix(element.get("ItemTransform")))
        if element.get("Visible") == "false":
            continue
        if element.tag == "TextFrame":
            yield _frame(element, matrix, "")
        yield from _frames(element, inner)


def _frame(element: Element, matrix: Matrix, page: str) -> Frame:
    inner = _times(matrix, _matrix(element.get("ItemTransform")))
    points = [_numbers(p.get("Anchor")) for p in element.within("PathPointType")]
    bounds = _numbers(element.get("GeometricBounds"))
    if len(bounds) == 4:
        top, left, bottom, right = bounds
        points = [[left, top], [right, bottom]]
    moved = [_moved(inner, p[0], p[1]) for p in points if len(p) == 2] or [(inner[4], inner[5])]
    xs, ys = [x for x, _ in moved], [y for _, y in moved]
    return Frame(element.get("ParentStory"), page, min(xs), min(ys), max(xs), max(ys))


def _on_page(frame: Frame, pages: Sequence[Frame]) -> Frame:
    """The frame with the name of the page that its middle lies on, or of the nearest."""
    if not pages:
        return frame
    middle = (frame.left + frame.right) / 2
    page = min(pages, key=lambda p: max(p.left - middle, middle - p.right, 0))
    return Frame(frame.story, page.page, frame.left, frame.top, frame.right, frame.bottom)


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split()[:6]]
    except ValueError:
        return []


def _matrix(text: str) -> Matrix:
    found = _numbers(text)
    if len(found) != 6:
        return _IDENTITY
    a, b, c, d, e, f = found
    return (a, b, c, d, e, f)


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
