"""Pages to the lines of a document: paragraphs, headings, rows, and what the pages lost on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from camelrules.door.diagnostics import fail
from camelrules.text.limits import MAX_CHARACTERS
from camelrules.text.model import BODY, Damage, Document, Format, Heading, Label, Line, PagePlace, Role, Row, Rule
from camelrules.text.order import Strip
from camelrules.text.pdf.furniture import without_furniture
from camelrules.text.pdf.glyphs import LOST, Page, pages
from camelrules.text.pdf.initials import words_of
from camelrules.text.pdf.rows import PageText, TextLine, fragments_of, room_for, text_of

# A line this much larger than the running text heads something, if it is short.
_LARGER = 1.15
_SHORT = 80
_BOLD = 0.9
# Lines of one paragraph are no farther apart than this, in line distances of the column.
_APART = 1.3
_LOOSE = 1.1
# The distance of lines where nothing tells it, in heights of the font.
_LEADING = 1.15
# In heights of the font: what belongs to an item is so far from the margin.
_SET_IN = 0.5
_BULLET = re.compile(r"^[•·●○▪‣►➢▸▹▷▶◦∙■□◆◇❖✦✓✔➤→➜*–—-]\s")
_STEP = re.compile(r"^\(?(?:\d{1,2}|[a-zA-Z])[.)]\s")
_STOPPED = re.compile(r"[.!?:;…][)»”\"']*$")
# So many strips between columns are remembered from page to page.
_KNOWN = 12
# More of its characters lost, and a text cannot be read.
_MOST = 0.3


def document_of(data: bytes, name: str) -> Document:
    """The lines of all pages."""
    read: list[Page] = []
    size = 0
    for page in pages(data, name):
        size += len(page.glyphs)
        if size > MAX_CHARACTERS:
            raise fail(
                "too-large", f"`{name}` has more than {MAX_CHARACTERS:,} characters", None, "is this the right file?"
            )
        read.append(page)
    words = words_of(page.glyphs for page in read)
    printed = [(page, fragments_of(page, words)) for page in read]
    _require_text(read, name)
    found: list[tuple[Page, PageText]] = []
    known: tuple[Strip, ...] = ()
    for page, fragments in without_furniture(printed):
        found.append((page, text_of(page, fragments, known)))
        known = (*known, *found[-1][1].gutters)[-_KNOWN:]
    body = _body_size([line for _, text in found for line in text.all()])
    leadings = _leadings([line for _, text in found for line in text.all()])
    out: list[Line] = []
    damage: list[Damage] = []
    before: TextLine | None = None
    last: TextLine | None = None  # of the running text
    for page, text in found:
        if page.pictures:
            damage.append(Damage("this page has pictures and no text", PagePlace(page.number, 0), len(out)))
        lines = _in_order(text, last, lambda a, b: _continues(a, b, body, leadings))
        last = text.lines[-1] if text.lines else last
        for number, (line, continues) in enumerate(lines, 1):
            place = PagePlace(page.number, number)
            role = _role(line, body)
            if before is not None and not continues and not (line.cells and before.cells):
                out.append(Line("", place))
            out.append(Line(line.text, place, BODY if continues else role, continues=continues))
            if (lost := line.text.count(LOST)) > 0:
                what = "1 character has" if lost == 1 else f"{lost} characters have"
                damage.append(Damage(f"{what} no letter in the PDF: {line.text[:80]}", place, len(out)))
            if line.cells and not (before is not None and before.cells and before.column == line.column):
                out.append(Line("", place, Rule(len(line.cells))))
            before = line
    return Document(name, Format.PDF, tuple(out), tuple(damage))


def _in_order(
    text: PageText, last: TextLine | None, continues: Callable[[TextLine, TextLine], bool]
) -> list[tuple[TextLine, bool]]:
    """The lines of a page, each with whether it goes on with the paragraph before; `last` stands on the page before.

    A side box is read after the paragraph beside it, or before one that may go on on the next page: it tears none.
    """
    lines = [*([last] if last else []), *text.lines]
    goes_on = [False] * (not last) + [continues(a, b) for a, b in pairwise(lines)] if text.lines else []
    starts = [at for at, on in enumerate(goes_on) if not on]
    out = list(zip(text.lines, goes_on, strict=True))
    # From the last to the first, so that the places of the others stay; of two in one place the first is read first.
    if text.lines and _STOPPED.search(text.lines[-1].text):
        starts.append(len(text.lines))
    for at, aside in sorted(((_place(starts, a.after), a) for a in reversed(text.asides)), key=lambda p: -p[0]):
        firsts = [False, *(continues(a, b) for a, b in pairwise(aside.lines))]
        out[at:at] = list(zip(aside.lines, firsts, strict=True))
    return out


def _place(starts: Sequence[int], after: int) -> int:
    """The first line of a paragraph to put a side box before."""
    return next((at for at in starts if at >= after), starts[-1] if starts else 0)


def _require_text(found: list[Page], name: str) -> None:
    """Refuse what has no text, or none that can be read."""
    glyphs = [g.text for page in found for g in page.glyphs if not g.text.isspace()]
    if not glyphs:
        if any(page.pictures for page in found):
            help_ = "run text recognition on it first, for example with `ocrmypdf`"
            raise fail("no-text", f"`{name}` holds pictures of pages and no text", None, help_)
        raise fail("no-text", f"`{name}` has no text", None, "is this the right file?")
    if glyphs.count(LOST) > _MOST * len(glyphs):
        help_ = "export it again with its fonts embedded, or run text recognition on it"
        raise fail("no-text", f"the fonts of `{name}` do not say which letters they show", None, help_)


def _body_size(lines: list[TextLine]) -> float:
    """The height of the font that most characters have."""
    return median(line.size for line in lines for _ in line.text) if lines else 1.0


def _role(line: TextLine, body: float) -> Role:
    if line.cells:
        return Row(line.cells)
    short = len(line.text) <= _SHORT and any(c.isalpha() for c in line.text)
    if short and line.size >= _LARGER * body:
        return Heading(1 if line.size >= 1.6 * body else 2 if line.size >= 1.3 * body else 3)
    if short and line.bold >= _BOLD and not line.text.endswith((".", ",", ";")):
        return Label()
    return BODY


def _continues(before: TextLine, line: TextLine, body: float, leadings: dict[int, float]) -> bool:
    """Whether a line goes on with the paragraph of the line before it."""
    if line.cells or before.cells or _BULLET.match(line.text) or abs(line.size - before.size) > 0.1 * body:
        return False
    head = line.size >= _LARGER * body
    # Bold words that go on from the line before are no heading.
    if (before.bold >= _BOLD) != (line.bold >= _BOLD) and not (before.bold_ends[1] and line.bold_ends[0]):
        return False
    same = line.column == before.column and line.base > before.base
    if not same:
        # In the next column or on the next page the rest of an item, as far from the margin, goes on in any case.
        item = before.inset > _SET_IN * before.size and abs(line.inset - before.inset) <= 1 and not head
        if item and not _STEP.match(line.text) and not _STEP.match(before.text) and not _BULLET.match(before.text):
            return _full(before, line)
        # Of other lines only what cannot stand alone goes on.
        stands = head or _STOPPED.search(before.text) or _STEP.match(line.text)
        return not stands and (line.text[:1].islower() or _full(before, line))
    step = (line.base - before.base) / leadings.get(_class(line), _LEADING * line.size)
    if step > _APART or ((step > _LOOSE or line.indented) and _STOPPED.search(before.text)):
        return False
    if head:
        return True
    # "… space / 14. Roll again": a number that ends a sentence may begin a line, but not to the left of the others.
    if _STEP.match(line.text) and (_STOPPED.search(before.text) or line.left < before.left - 1):
        return False
    return _full(before, line)


def _full(before: TextLine, line: TextLine) -> bool:
    """Whether a line had no room for the first word of the next; one that had was broken on purpose."""
    return room_for(before, line) > before.edge - 0.2 * line.size


def _leadings(lines: list[TextLine]) -> dict[int, float]:
    """How far apart the lines of a paragraph are, for each height of font: told by lines that surely go on."""
    steps: dict[int, list[float]] = {}
    for a, b in pairwise(lines):
        near = a.column == b.column and abs(a.size - b.size) < 0.1 * a.size and 0 < b.base - a.base < 2.5 * a.size
        if near and b.text[:1].islower() and not _STOPPED.search(a.text) and _full(a, b):
            steps.setdefault(_class(a), []).append(b.base - a.base)
    return {size: median(found) for size, found in steps.items() if len(found) > 1}


def _class(line: TextLine) -> int:
    return round(2 * line.size)
