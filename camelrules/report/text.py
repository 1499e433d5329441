"""Terminal text: tables, colours, and the track with its stacks drawn as stacks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

# Terminal colours by the names that things of the game have; an unknown name is only made bold.
_COLOURS = {
    "blue": "34", "green": "32", "red": "31", "yellow": "33", "purple": "35", "orange": "38;5;208",
    "white": "97", "black": "90", "grey": "37",
}  # fmt: skip


NO_NAMES: Mapping[str, str] = MappingProxyType({})


class Ink:
    """Colours where a person is looking, plain text where not."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text

    def bold(self, text: str) -> str:
        return self.paint(text, "1")

    def dim(self, text: str) -> str:
        return self.paint(text, "2")

    def named(self, text: str, name: str) -> str:
        return self.paint(text, f"1;{_COLOURS.get(name, '39')}")


def ink(stream_is_terminal: bool) -> Ink:
    """Colours for a terminal, unless the user asked for none."""
    return Ink(stream_is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb")


def width() -> int:
    """How many characters a line may have."""
    return shutil.get_terminal_size((100, 24)).columns


def table(header: Sequence[str], rows: Sequence[Sequence[str]], pen: Ink) -> str:
    """Columns as wide as their widest cell; numbers to the right."""
    cells = [list(map(str, r)) for r in rows]
    sizes = [max(len(r[i]) for r in [list(header), *cells]) for i in range(len(header))]
    right = [bool(cells) and all(_numeric(r[i]) for r in cells) for i in range(len(header))]

    def line(row: Sequence[str]) -> str:
        return "  ".join(c.rjust(s) if r else c.ljust(s) for c, s, r in zip(row, sizes, right, strict=True)).rstrip()

    return "\n".join([pen.bold(line(header)), *(line(r) for r in cells)])


def _numeric(text: str) -> bool:
    return (
        text.replace("-", "")
        .replace("<", "")
        .replace(">", "")
        .replace("/", "")
        .replace("+", "")
        .replace(".", "")
        .replace("%", "")
        .strip()
        .isdigit()
    )


def track(
    position: Mapping[str, Any], spaces: Sequence[int], pen: Ink, columns: int | None = None, short: bool = False,
    called: Mapping[str, str] = NO_NAMES,
) -> str:  # fmt: skip
    """The spaces in rows that fit the line, each with its stack above its number and its tile under it.

    A short drawing leaves out the empty spaces that have only empty ones beside them. `called` says what an edition
    calls the sides of a tile.
    """
    stacks = {int(n): list(s) for n, s in position["track"].items()}
    tiles = {int(n): t for n, t in (position.get("tiles") or {}).items()}
    low, high = min([*spaces, *stacks]), max([*spaces, *stacks])
    # Rules of a user's own may send a camel anywhere; the way there is drawn only where it is short.
    near = high - low < 2 * len(spaces)
    shown = list(range(low, high + 1)) if near else sorted({*spaces, *stacks})
    if short:
        used = {n + d for n in (*stacks, *tiles) for d in (-1, 0, 1)}
        shown = [n for n in shown if n in used]
    names = [c for s in stacks.values() for c in s] + [_tile(t, called) for t in tiles.values()]
    cell = max([len(n) for n in names] + [5 if short else 3]) + 1
    per_row = max(1, (columns or width()) // cell)
    rows = []
    for start in range(0, len(shown), per_row):
        part = shown[start : start + per_row]
        height = max((len(stacks.get(n, [])) for n in part), default=0)
        for level in range(height - 1, -1, -1):
            line = ""
            for n in part:
                stack = stacks.get(n, [])
                name = stack[level] if level < len(stack) else ""
                line += (pen.named(name, name) if name else "") + " " * (cell - len(name))
            rows.append(line.rstrip())
        numbers = "".join(_number(n, spaces, shown).ljust(cell) for n in part)
        rows.append(pen.dim(numbers.rstrip()))
        if any(n in tiles for n in part):
            rows.append("".join((_tile(tiles[n], called) if n in tiles else "").ljust(cell) for n in part).rstrip())
        rows.append("")
    return "\n".join(rows).rstrip()


def _number(space: int, spaces: Sequence[int], shown: Sequence[int]) -> str:
    """`[5]`, or `(17)` beyond the track; with dots where spaces after it are left out."""
    left_out = space + 1 not in shown and space != shown[-1]
    return (f"[{space}]" if space in spaces else f"({space})") + ("…" if left_out else "")


def _tile(tile: Mapping[str, str], called: Mapping[str, str]) -> str:
    return f"{tile['owner']}:{called.get(tile['side'], tile['side'])}"


def counted(count: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def pounds(amount: int) -> str:
    """An amount of money in words for a person."""
    return f"{amount} pound{'' if abs(amount) == 1 else 's'}"
