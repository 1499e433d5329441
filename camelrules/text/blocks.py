"""Paragraphs to lines: what the formats with paragraphs share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.text.model import BODY, Item, Line, Place, Role, Row, Rule

# Where so many paragraphs are empty, their author parts paragraphs by them, and what stands together belongs together.
_PARTED = 0.15


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or row: its lines with their places; `broken` where the author broke them.

    One without words is an empty paragraph.
    """

    lines: tuple[tuple[str, Place], ...]
    role: Role = BODY
    broken: bool = False
    source: str = ""


def assembled(blocks: Sequence[Block]) -> tuple[Line, ...]:
    """The lines of all blocks, with an empty one between those that stand apart."""
    empty = sum(not _says(b) for b in blocks)
    parted = empty > _PARTED * len(blocks)
    out: list[Line] = []
    before: Role | None = None
    apart = False
    for block in blocks:
        if not _says(block):
            apart = True
            continue
        if before is not None and (apart or not (parted or _together(before, block.role))):
            out.append(Line("", block.lines[0][1]))
        for at, (text, place) in enumerate(block.lines):
            role, source = (block.role, block.source) if at == 0 else (BODY, "")
            out.append(Line(text, place, role, source, at > 0 and not block.broken))
        before, apart = block.role, False
    return tuple(out)


def _says(block: Block) -> bool:
    return isinstance(block.role, Rule) or any(text for text, _ in block.lines)


def _together(before: Role, now: Role) -> bool:
    """Whether two blocks follow each other without a space: items of a list, rows of a table."""
    lists = isinstance(before, Item) and isinstance(now, Item)
    return lists or (isinstance(before, Row | Rule) and isinstance(now, Row | Rule))


def table_blocks(rows: list[list[list[Block]]]) -> list[Block]:
    """A table of cells of blocks: rows where cells are short, the cells one after another where they hold text."""
    out: list[Block] = []
    rows = [[[b for b in cell if _text([b])] for cell in row] for row in rows]
    if not all(len(cell) <= 1 and len(_text(cell)) <= _CELL for row in rows for cell in row) or _columns(rows) < 2:
        return [block for row in rows for cell in row for block in cell]
    for at, row in enumerate(rows):
        first = next((cell[0] for cell in row if cell), None)
        if first is None:
            continue
        cells = tuple(_text(cell) for cell in row)
        place = first.lines[0][1]
        out.append(Block(((" ".join(c for c in cells if c), place),), Row(cells)))
        if at == 0 and len(rows) > 1:
            out.append(Block((("", place),), Rule(len(cells))))
    return out


# A longer cell holds a paragraph, and its table is there for the layout.
_CELL = 200


def _text(cell: list[Block]) -> str:
    return " ".join(text for block in cell for text, _ in block.lines if text)


def _columns(rows: list[list[list[Block]]]) -> int:
    return max((sum(bool(_text(cell)) for cell in row) for row in rows), default=0)
