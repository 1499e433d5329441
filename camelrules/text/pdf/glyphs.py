"""PDFium to glyphs: every character of a page with its box, in coordinates whose origin is the upper left corner."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from camelrules.door.diagnostics import fail
from camelrules.text.archive import damaged, encrypted
from camelrules.text.limits import MAX_PAGE_CHARACTERS, MAX_PAGES

LOST = "\ufffd"
# A word that is broken at the end of a line ends, for PDFium, in one of these.
_HYPHENS = frozenset((0x02, 0xFFFE, 0xAD))
# Where Word and InDesign put the bullets of their sign fonts.
_BULLETS = frozenset((0xF0B7, 0xF0A7, 0xF0D8, 0xF0FC, 0xF076, 0xF0A8, 0xF06C, 0xF06E, 0xF071))
_SOFT = 0xAD
# Parts of ligatures, and hyphens.
_LOW_SIGNS = "fijltTh-\u2010"
# A ligature that begins a line has a box so much lower than the letters before it; a smaller font may be lower.
_LOW = 0.78
_BOLD = 600
_BOLD_NAMES = ("bold", "black", "heavy", "semib", "demi")
# So many objects of a page are looked at.
_OBJECTS = 10_000
_PASSWORD = 4
_SECURITY = 5


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character that is not white, its box, its baseline and the height of its font."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """The box of something that is drawn."""

    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Page:
    """The glyphs of a page, whether it shows pictures, and what is drawn on it."""

    number: int
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    pictures: bool
    shapes: tuple[Shape, ...] = ()


def pages(data: bytes, name: str) -> Iterator[Page]:
    """The pages of a document, one after another."""
    try:
        import pypdfium2
    except ImportError:
        help_ = "install it: `pip install 'camelrules[documents]'`"
        raise fail(
            "not-installed", f"`{name}` is a PDF, and the reader of PDFs is not installed", None, help_
        ) from None
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) in (_PASSWORD, _SECURITY):
            raise encrypted(name) from None
        raise damaged(name, "it cannot be opened as a PDF") from None
    try:
        count = len(document)
        if count > MAX_PAGES:
            raise fail("too-large", f"`{name}` has {count:,} pages", None, "give the pages of the rulebook alone")
        for index in range(count):
            try:
                page = document[index]
                text = page.get_textpage()
            except pypdfium2.PdfiumError:
                raise damaged(name, f"its page {index + 1} cannot be read") from None
            yield _page(page, text, index + 1, name)
            text.close()
            page.close()
    finally:
        document.close()


def _page(page: Any, text: Any, number: int, name: str) -> Page:
    import pypdfium2.raw as raw

    count = raw.FPDFText_CountChars(text)
    if count > MAX_PAGE_CHARACTERS:
        raise fail("too-large", f"page {number} of `{name}` has {count:,} characters", None, "is this the right file?")
    left, bottom, right, top = page.get_bbox()
    glyphs = tuple(_glyphs(text, count, left, top))
    objects = [raw.FPDFPage_GetObject(page, at) for at in range(min(raw.FPDFPage_CountObjects(page), _OBJECTS))]
    pictures = not glyphs and any(
        raw.FPDFPageObj_GetType(o) in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM) for o in objects
    )
    return Page(number, right - left, top - bottom, glyphs, pictures, tuple(_shapes(objects, left, top)))


def _shapes(objects: Sequence[Any], origin: float, ceiling: float) -> Iterator[Shape]:
    import pypdfium2.raw as raw

    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for path in objects:
        if raw.FPDFPageObj_GetType(path) == raw.FPDF_PAGEOBJ_PATH and raw.FPDFPageObj_GetBounds(
            path, left, bottom, right, top
        ):
            yield Shape(left.value - origin, right.value - origin, ceiling - top.value, ceiling - bottom.value)


def _glyphs(text: Any, count: int, origin: float, ceiling: float) -> Iterator[Glyph]:
    import pypdfium2.raw as raw

    box = raw.FS_RECTF()
    x, y = ctypes.c_double(), ctypes.c_double()
    fonts = _Fonts(text)
    parts, corner, height = 1, (0.0, 0.0), 0.0
    for at in range(count):
        code = raw.FPDFText_GetUnicode(text, at)
        hyphen = code in _HYPHENS and (code == _SOFT or raw.FPDFText_IsHyphen(text, at) == 1)
        if raw.FPDFText_IsGenerated(text, at) == 1 and not hyphen:
            continue
        if not raw.FPDFText_GetLooseCharBox(text, at, box) or not raw.FPDFText_GetCharOrigin(text, at, x, y):
            continue
        lost = raw.FPDFText_HasUnicodeMapError(text, at) == 1
        size = box.top - box.bottom
        # The letters of a ligature come one by one, with the box of the whole or with one that is too low.
        # The box of a hyphen is as low as it at times, and a gap before it would be a wide one.
        if (hyphen or chr(code) in _LOW_SIGNS) and (y.value == corner[1] or _LOW * height < size):
            parts = parts + 1 if (box.left, y.value) == corner else 1
            size = max(size, height)
        else:
            parts = 1
        corner, height = (box.left, y.value), size
        left = box.left + (parts - 1) / parts * (box.right - box.left)
        for part in "-" if hyphen else _spelled(code, lost):
            yield Glyph(part, left - origin, box.right - origin, ceiling - y.value, size, fonts.bold(at))


def _spelled(code: int, lost: bool) -> str:
    """The character of a code, or the sign for one that is lost; nothing for what nobody sees."""
    if code in _BULLETS:
        return "•"
    if lost or code in (0, 2, 0xFFFE) or 0xE000 <= code <= 0xF8FF or 0xD800 <= code <= 0xDFFF or code == 0xFFFD:
        return LOST
    character = chr(code) if code <= 0x10FFFF else LOST
    return character if character.isprintable() or character.isspace() else ""


class _Fonts:
    """Which characters are bold, asked once for each run of one font."""

    def __init__(self, text: Any) -> None:
        self.text = text
        self.known: dict[bytes, bool] = {}
        self.buffer = ctypes.create_string_buffer(128)
        self.flags = ctypes.c_int()

    def bold(self, at: int) -> bool:
        import pypdfium2.raw as raw

        raw.FPDFText_GetFontInfo(self.text, at, self.buffer, len(self.buffer), self.flags)
        name = self.buffer.value
        if name not in self.known:
            shown = name.decode("utf-8", "replace").lower()
            heavy = raw.FPDFText_GetFontWeight(self.text, at) >= _BOLD
            self.known[name] = heavy or any(word in shown for word in _BOLD_NAMES)
        return self.known[name]
