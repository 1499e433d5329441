"""Glyphs to lines: words by the gaps between glyphs, columns by the gaps between words."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise
from statistics import median

from camelrules.text.order import Region, Strip, regions
from camelrules.text.pdf.boxes import side_boxes
from camelrules.text.pdf.glyphs import Glyph, Page, Shape
from camelrules.text.pdf.grids import with_grids
from camelrules.text.pdf.headings import spanning
from camelrules.text.pdf.initials import with_initials
from camelrules.text.pdf.shapes import between, bullets, kept_apart, level, upright
from camelrules.text.pdf.spacing import letter_spacing
from camelrules.text.pdf.tables import Fragment, judge, table_rows

# In heights of the font: a gap that parts two words, and one that may part two columns.
_WORD = 0.14
_FRAGMENT = 0.68
_GUTTER = 0.72
# Glyphs whose baselines are closer than this stand on one line.
_LEVEL = 0.28
# In heights of the font: lines of a block are no farther apart, and a line may be so much shorter than its block.
_NEAR = 1.6
_SLACK = 0.2
_STOPS = ".,;:!?"
# Capitals are so much higher than small capitals.
_CAPITAL = 1.2
# In shares of its column: no item without a bullet is as long.
_LONG = 0.6
# In heights of the font: how far a block is set in at least, and the first line of a paragraph, close to the next.
_SET_IN = 0.5
_INDENT = (0.6, 4.0)
_CLOSE = 1.45
# The first word with the signs before it, and those behind it that the French set off.
_SIGNS = re.compile(r"^(?:[^\w\s]+\s)*\S+(?:\s[»:;!?]+)*")
LISTED = re.compile(r"^(?:[•·●○▪‣►➢▸▹▷▶◦∙■□◆◇❖✦✓✔➤→➜*–—-]|\(?(?:\d{1,2}|[a-zA-Z])[.)])\s")
# A glyph that is drawn twice, a hair apart, is bold.
_TWICE = 0.12
# In heights of the font: a side box, its frame and the room around it end so far from its words at most.
_CLEAR = 3.2


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a column; `cells` where it is a row of a table; `edge` is how far the column reaches."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: float
    edge: float
    column: int
    first_word: float  # its width
    cells: tuple[str, ...] = ()
    bold_ends: tuple[bool, bool] = (False, False)
    indented: bool = False  # it alone begins farther right than the lines around it
    inset: float = 0.0  # how far it begins from the margin of its column


def fragments_of(page: Page, words: Container[str] = ()) -> list[Fragment]:
    """The fragments of a page from top to bottom; `words` are those of the whole text, as far as they are told."""
    lines = upright(page)
    glyphs = [*with_initials(page.glyphs, words), *bullets(page)]
    found = [f for row in _rows(glyphs) for f in _fragments(row, lines)]
    return with_grids(page, [kept_apart(f, lines, _GUTTER * f.size) for f in found] if lines else found)


@dataclass(frozen=True, slots=True)
class Aside:
    """The lines of a side box, and how many lines of the running text end above its foot or beside it."""

    lines: list[TextLine]
    after: int


@dataclass(frozen=True, slots=True)
class PageText:
    """The lines of a page in reading order, its side boxes, and the strips that part its columns."""

    lines: list[TextLine]
    asides: list[Aside]
    gutters: tuple[Strip, ...]

    def all(self) -> list[TextLine]:
        return [*self.lines, *(line for aside in self.asides for line in aside.lines)]


def text_of(page: Page, fragments: Sequence[Fragment], known: Sequence[Strip]) -> PageText:
    """The text of a page; `known` are the strips that part columns on the pages before."""
    boxes = side_boxes(fragments, page.shapes)
    boxed = {id(f) for box in boxes for f in box}
    ruled = level(page)
    main, gutters = _read([f for f in fragments if id(f) not in boxed], ruled, known, 0)
    asides: list[Aside] = []
    for box in sorted(boxes, key=lambda box: min(f.base for f in box)):
        columns = 1 + max((line.column for lines in (main, *(a.lines for a in asides)) for line in lines), default=0)
        lines, _ = _read(box, ruled, (), columns)
        main = _around(main, lines)
        asides.append(Aside(lines, _beside(main, lines)))
    return PageText(main, asides, gutters)


def _read(
    fragments: Sequence[Fragment], ruled: Sequence[Shape], known: Sequence[Strip], first: int
) -> tuple[list[TextLine], tuple[Strip, ...]]:
    """Lines in reading order, their columns numbered from `first`, and the strips between columns."""
    if not fragments:
        return [], ()
    size = median(f.size for f in fragments for _ in f.text)
    found = regions(fragments, _GUTTER * size, judge, spanning, known)
    lines = [line for at, region in enumerate(found) for line in _lines(region, first + at, ruled)]
    return lines, tuple(dict.fromkeys(strip for region in found for strip in region.beside))


def _around(main: Sequence[TextLine], box: Sequence[TextLine]) -> list[TextLine]:
    """The running text, in which the lines that end at a side box reach no farther than it."""
    left = min(line.left for line in box)
    short = [at for at in _level(main, box) if main[at].right <= left]
    reach = max((main[at].right for at in short), default=left)
    return [replace(line, edge=min(line.edge, reach)) if at in short else line for at, line in enumerate(main)]


def _beside(main: Sequence[TextLine], box: Sequence[TextLine]) -> int:
    """The number of lines up to the last one beside a box."""
    return max(_level(main, box), default=len(main) - 1) + 1


def _level(main: Sequence[TextLine], box: Sequence[TextLine]) -> list[int]:
    """The lines beside a box, by their numbers."""
    top, bottom = min(line.base for line in box), max(line.base for line in box)
    return [at for at, line in enumerate(main) if top - _CLEAR * line.size <= line.base <= bottom + _CLEAR * line.size]


def _rows(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Glyphs on one baseline together."""
    rows: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda g: (g.base, g.left)):
        if rows and abs(glyph.base - rows[-1][0].base) <= _LEVEL * min(glyph.size, rows[-1][0].size):
            rows[-1].append(glyph)
        else:
            rows.append([glyph])
    return [sorted(row, key=lambda g: g.left) for row in rows]


def _fragments(row: Sequence[Glyph], lines: Sequence[Shape]) -> list[Fragment]:
    out: list[Fragment] = []
    current: list[Glyph] = []
    text = ""
    gap = False
    for glyph, spaced in zip(row, letter_spacing(row), strict=True):
        if glyph.text.isspace():
            gap = bool(current)
            continue
        if current:
            before = current[-1]
            space = glyph.left - before.right - spaced
            if glyph.text == before.text and abs(glyph.left - before.left) < _TWICE * glyph.size:
                continue
            if space > _FRAGMENT * glyph.size or (space > 0 and between(lines, before, glyph)):
                out.append(_fragment(current, text))
                current, text = [], ""
            elif gap or space > _WORD * glyph.size:
                text += " "
        current.append(glyph)
        text += glyph.text
        gap = False
    if current:
        out.append(_fragment(current, text))
    return out


def _height(glyphs: Sequence[Glyph], text: str) -> float:
    """The height of the font: that of the capitals where the other letters are small ones."""
    usual = median(g.size for g in glyphs)
    firsts = accumulate((len(word) for word in text.split()), initial=0)
    capitals = [glyphs[at].size for at in firsts if at < len(glyphs) and glyphs[at].size > _CAPITAL * usual]
    return median(capitals) if 2 * len(capitals) > len(text.split()) else usual


def _fragment(glyphs: Sequence[Glyph], text: str) -> Fragment:
    bold = sum(g.bold for g in glyphs) / len(glyphs)
    size, base = _height(glyphs, text), median(g.base for g in glyphs)
    # Signs around the first word, such as quotation marks, never stand alone at the end of a line.
    signs = _SIGNS.match(text)
    first = sum(not c.isspace() for c in signs[0]) if signs else len(glyphs)
    word = glyphs[min(max(first, 1), len(glyphs)) - 1].right - glyphs[0].left
    return Fragment(
        text, glyphs[0].left, max(g.right for g in glyphs), base, size, bold, word, (glyphs[0].bold, glyphs[-1].bold)
    )


def _lines(region: Region[Fragment], column: int, ruled: Sequence[Shape]) -> list[TextLine]:
    """The rows of a region from top to bottom."""
    rights = sorted((f.right for f in region.items), reverse=True)
    # One or two lines that stick out do not make the column wider.
    edge = rights[min(2, len(rights) // 8)]
    if region.gutters:
        left, right = min(f.left for f in region.items), rights[0]
        across = [(s.top + s.bottom) / 2 for s in ruled if s.left < right and s.right > left]
        return [_line(row, cells, edge, column) for row, cells in table_rows(region.items, region.gutters, across)]
    rows: list[list[Fragment]] = []
    for fragment in sorted(region.items, key=lambda f: (f.base, f.left)):
        if rows and abs(fragment.base - rows[-1][0].base) <= _LEVEL * max(fragment.size, rows[-1][0].size):
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    cells = [next((f.cells for f in row if f.cells), ()) if len(row) == 1 else () for row in rows]
    made = [_line(sorted(r, key=lambda f: f.left), c, edge, column) for r, c in zip(rows, cells, strict=True)]
    return _indented(_narrowed(made))


def _narrowed(lines: list[TextLine]) -> list[TextLine]:
    """The lines of a column; a block that is set in from both sides, such as an example, has an edge of its own."""
    margin = min((line.left for line in lines), default=0.0)
    out: list[TextLine] = []
    for block in _blocks(lines):
        reach = max(line.right for line in block)
        flows = all(room_for(a, b) > reach - _SLACK * a.size for a, b in pairwise(block))
        # Two lines may be two items of a list that has lost its bullets; more do not fill their width by chance.
        long = block[0].text[-1] in ",;" and reach - block[0].left > _LONG * (block[0].edge - margin)
        sure = len(block) > 2 or (len(block) == 2 and (block[0].text[-1] not in _STOPS or long))
        set_in = (
            min(line.left for line in block) > margin + _SET_IN * block[0].size
            and reach < block[0].edge - _SET_IN * block[0].size
        )
        edge = reach if set_in and flows and sure else block[0].edge
        out += [*(replace(line, edge=edge) for line in block[:-1]), block[-1]]
    return out


def _indented(lines: list[TextLine]) -> list[TextLine]:
    """The lines of a column, where those are marked that are set in as the first of a paragraph.

    Between lines that begin at the margin there is one of them, or several paragraphs of one line each. Below an item
    of a list it is the rest of the item that is set in.
    """
    margin = min((line.left for line in lines if not LISTED.match(line.text)), default=0.0)
    out: list[TextLine] = []
    for _, group in groupby(lines, key=lambda line: round(line.left)):
        run = list(group)
        before, after = lines[len(out) - 1 : len(out)], lines[len(out) + len(run) : len(out) + len(run) + 1]
        least, most = (margin + far * run[0].size for far in _INDENT)
        edges = [line for line in (*before, *after) if abs(line.left - margin) <= 1 and not LISTED.match(line.text)]
        near = [0 < b.base - a.base < _CLOSE * b.size for a, b in pairwise([*run, *after])]
        bare = len(edges) == len([*before, *after]) and not any(LISTED.match(line.text) for line in run)
        first = least < run[0].left < most and bare and bool(after) and all(near)
        out += [replace(line, indented=first, inset=max(0.0, line.left - margin)) for line in run]
    return out


def _blocks(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines under each other that begin at one place."""
    out: list[list[TextLine]] = []
    for line in lines:
        above = out[-1][-1] if out else None
        # The first line of a paragraph may be set in.
        first = len(out[-1]) == 1 and 0 < above.left - line.left < _INDENT[1] * line.size if above else False
        level = above is not None and (abs(line.left - above.left) <= 1 or first)
        if above and level and 0 < line.base - above.base < _NEAR * line.size:
            out[-1].append(line)
        else:
            out.append([line])
    return out


def room_for(line: TextLine, after: TextLine) -> float:
    """How far a line would reach with the first word of the next."""
    return line.right + 0.25 * after.size + after.first_word


def _line(row: Sequence[Fragment], cells: tuple[str, ...], edge: float, column: int) -> TextLine:
    text = " ".join(c for c in cells if c) or " ".join(f.text for f in row)
    bold = sum(f.bold * len(f.text) for f in row) / sum(len(f.text) for f in row)
    largest = max(row, key=lambda f: len(f.text))
    return TextLine(
        text, row[0].left, row[-1].right, largest.base, largest.size, bold, edge, column, row[0].word, cells,
        (row[0].bold_ends[0], row[-1].bold_ends[1]),
    )  # fmt: skip
