"""Tables that are drawn with signs or set with spaces, to rows between bars: the one form that goes on from here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_BAR = "|│║┃"
_LINE = "-_=─━═┄┈"
_JOINT = "+┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋"
# The frame of a table: lines with joints, two of them at least between its ends.
_FRAME = re.compile(rf"^\s*[{_JOINT}{_BAR}](?:[{_LINE}]+[{_JOINT}{_BAR}]){{2,}}\s*$")
_JOINED = re.compile(rf"[{_JOINT}]")
# What is drawn below the heads of columns: one stroke for each, apart, or joined.
_STROKES = re.compile(rf"^\s*[{_LINE}]{{3,}}(?:(?:\s+|[{_JOINT}])[{_LINE}]{{2,}})+\s*$")
_STROKE = re.compile(rf"[{_LINE}]+")
_BARS = re.compile(rf"[{_BAR}]")
# So many groups of rows that are mostly of several lines have their lines torn.
_GROUPS = 3


def marked(lines: Sequence[str]) -> list[str]:
    """The lines, as many as there are, with every table as `| rows |` and a rule below its heads."""
    out = list(lines)
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and (_FRAME.match(lines[end]) or _is_row(lines[end])):
            end += 1
        if end > at + 2 and _JOINED.search(lines[at]) and _FRAME.match(lines[at]):
            out[at:end] = _framed(lines[at:end])
        at = max(end, at + 1)
    for at in range(1, len(out) - 1):
        if _STROKES.match(out[at]) and out[at - 1].strip() and out[at + 1].strip() and not _FRAME.match(out[at]):
            _ruled(out, at)
    return out


def _is_row(line: str) -> bool:
    text = line.strip()
    return len(text) > 2 and text[0] in _BAR and text[-1] in _BAR and len(_BARS.findall(text)) > 2


def _framed(lines: Sequence[str]) -> list[str]:
    """A table in a frame. Where it draws a line below each row, what stands in several lines is one cell."""
    groups: list[list[int]] = [[]]
    for at, line in enumerate(lines):
        if _FRAME.match(line):
            groups.append([])
        else:
            groups[-1].append(at)
    groups = [g for g in groups if g]
    torn = len(groups) > _GROUPS and 2 * sum(len(g) > 1 for g in groups[1:]) > len(groups) - 1
    out = [""] * len(lines)
    width = 0
    for group in groups:
        rows = [(at, [c.strip() for c in _BARS.split(lines[at].strip()[1:-1])]) for at in group]
        for at, cells in _joined(rows, torn):
            out[at] = _row(cells)
            width = width or len(cells)
    # What counts is no heading.
    if len(groups) > 1 and not any(c.isdigit() for c in out[groups[0][0]]):
        for group in groups[:-1]:
            out[group[-1] + 1] = "|" + "---|" * width
    return out


def _joined(rows: Sequence[tuple[int, list[str]]], torn: bool) -> Iterator[tuple[int, list[str]]]:
    """The rows, those that go on with the one above together with it: it has no first cell, or all are torn."""
    whole: list[tuple[int, list[str]]] = []
    for at, cells in rows:
        if whole and len(cells) == len(whole[-1][1]) and (torn or not cells[0]) and any(cells):
            first, above = whole[-1]
            whole[-1] = first, [f"{a} {b}".strip() for a, b in zip(above, cells, strict=True)]
        else:
            whole.append((at, cells))
    yield from whole


def _ruled(out: list[str], at: int) -> None:
    """A table whose columns stand below strokes, up to the next stroke or an empty line; it is marked in place."""
    strokes = [(m.start(), m.end()) for m in _STROKE.finditer(out[at])]
    rows: list[tuple[int, list[str]]] = []
    for number in [at - 1, *range(at + 1, len(out))]:
        line = out[number]
        cells = _cells(line, strokes)
        if number != at - 1 and _STROKES.match(line):
            out[number] = ""
            break
        if not line.strip() or len(cells) != len(strokes):
            break
        rows.append((number, cells))
    if len(rows) < 2 or rows[0][0] != at - 1:
        return
    for number, _ in rows:
        out[number] = ""
    for number, cells in [rows[0], *_joined(rows[1:], False)]:
        out[number] = _row(cells)
    out[at] = "|" + "---|" * len(strokes)
    if at > 1 and _STROKES.match(out[at - 2]):
        out[at - 2] = ""


def _cells(line: str, strokes: Sequence[tuple[int, int]]) -> list[str]:
    """The cells of a line below strokes: between its own bars, or from where each stroke begins."""
    if len(bars := _BARS.split(line)) == len(strokes):
        return [c.strip() for c in bars]
    starts = [start for start, _ in strokes]
    starts[0] = 0
    if any(line[start - 1 : start].strip() for start in starts[1:]):
        return []
    return [line[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
