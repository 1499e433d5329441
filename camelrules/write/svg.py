"""A picture as SVG that stands alone: for a file beside a Markdown text, and within a page."""

from __future__ import annotations

from typing import assert_never

from camelrules.door.escape import html as escaped
from camelrules.write.pictures import Camel, Column, Picture, Sums, Track

CELL, CAMEL, GAP = 92, 22, 8
# How each colour is painted, and the letters on it; a colour that nobody knows is grey.
PAINT = {
    "blue": ("#2f6fc4", "#ffffff"),
    "green": ("#26784a", "#ffffff"),
    "purple": ("#7d4ea8", "#ffffff"),
    "red": ("#c23b35", "#ffffff"),
    "yellow": ("#f2c531", "#222222"),
    "orange": ("#ee8a2a", "#222222"),
    "white": ("#fbfaf5", "#222222"),
    "black": ("#222222", "#ffffff"),
    "grey": ("#9a9a94", "#222222"),
}
UNKNOWN = ("#b9b4a8", "#222222")
_STYLE = 'font-family="sans-serif" text-anchor="middle"'


_OPENING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '


def drawn_here(data: bytes) -> bool:
    """Whether a file is a drawing as it leaves here; what a program for drawing saves begins otherwise."""
    return data.startswith(_OPENING.encode()) and _STYLE.encode() in data


def svg(picture: Picture, says: str) -> str:
    """The drawing; `says` is the sentence that it shows, for those who do not see it."""
    match picture:
        case Track():
            width, height, body = _track(picture)
        case Sums():
            width, height, body = _sums(picture)
        case _:
            assert_never(picture)
    return (
        f'{_OPENING}{width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escaped(says)}" {_STYLE}>{body}</svg>'
    )


def _track(picture: Track) -> tuple[int, int, str]:
    tall = max(len(c.stack) for frame in picture.frames for c in frame)
    height = max(2, tall) * (CAMEL + 2) + 34
    widest = max(len(frame) for frame in picture.frames)
    parts = []
    for at, frame in enumerate(picture.frames):
        top = at * (height + 22)
        if at:
            arrow = f'<text x="{widest * CELL / 2:g}" y="{top - 5}" font-size="17" fill="currentColor">↓</text>'
            parts.append(f"<g>{arrow}</g>")
        parts += [_column(column, n * CELL, top, height) for n, column in enumerate(frame)]
    frames = len(picture.frames)
    return widest * CELL, frames * height + (frames - 1) * 22, "".join(parts)


def _column(column: Column, left: int, top: int, height: int) -> str:
    width = CELL - GAP
    place = f'x="{left + 2}" y="{top + 1}" width="{width}" height="{height - 2}"'
    box = f'<rect {place} rx="7" fill="#f3e7cb" stroke="#c2a878"/>'
    label = f'<text x="{left + CELL / 2:g}" y="{top + 18}" font-size="13" fill="#7a6234">{escaped(column.label)}</text>'
    camels = "".join(
        _camel(camel, left + 8, top + height - 8 - (n + 1) * (CAMEL + 2)) for n, camel in enumerate(column.stack)
    )
    return box + (label if column.label else "") + camels


def _camel(camel: Camel, x: int, y: int) -> str:
    paint, ink = PAINT.get(camel.colour, UNKNOWN)
    width = CELL - GAP - 12
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{CAMEL}" rx="9" fill="{paint}" stroke="#5a4a2a"/>'
        f'<text x="{x + width / 2:g}" y="{y + 15.5:g}" font-size="12" fill="{ink}">{escaped(camel.name)}</text>'
    )


def _sums(picture: Sums) -> tuple[int, int, str]:
    step, height = 46, 44
    parts = []
    for at, row in enumerate(picture.rows):
        for n, amount in enumerate(row):
            parts.append(_coin(n * step + 22, at * height + 22, signed(amount), amount < 0))
        parts.append(
            f'<g><text x="{len(row) * step + 26}" y="{at * height + 29}" font-size="20" font-weight="bold" '
            f'fill="currentColor">= {signed(sum(row), False)}</text></g>'
        )
    return (max(len(r) for r in picture.rows) + 2) * step, len(picture.rows) * height, "".join(parts)


def _coin(x: int, y: int, text: str, loss: bool) -> str:
    paint = "#e9c9c4" if loss else "#f0d68c"
    return (
        f'<rect x="{x - 18}" y="{y - 18}" width="36" height="36" rx="18" fill="{paint}" stroke="#8a6d2f"/>'
        f'<text x="{x}" y="{y + 6}" font-size="16" fill="#222222">{text}</text>'
    )


def signed(amount: int, plus: bool = True) -> str:
    """An amount as it is added up."""
    return f"−{-amount}" if amount < 0 else f"+{amount}" if plus else str(amount)
