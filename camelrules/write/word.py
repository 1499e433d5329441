"""A rulebook as a Word document: headings, paragraphs, and pictures as small tables that any editor can change.

Six short parts make a document that Word and LibreOffice open; the same rulebook always gives the same bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import assert_never

from camelrules.door.escape import html as escaped
from camelrules.write.book import Rulebook
from camelrules.write.pictures import Column, Picture, Sums, Track
from camelrules.write.svg import PAINT, UNKNOWN, signed

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_RELATIONS = "application/vnd.openxmlformats-package.relationships+xml"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
# No clock in the file: the first moment that a zip archive can tell.
_EPOCH = (1980, 1, 1, 0, 0, 0)
_SIZES = {1: 36, 2: 28, 3: 24, 4: 22}  # half points
_CELL = 1300  # twentieths of a point
_SAND, _COIN, _LOSS = "F3E7CB", "F0D68C", "E9C9C4"


def word(book: Rulebook) -> bytes:
    """The bytes of a .docx file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _parts(book):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), _XML + text, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _parts(book: Rulebook) -> Iterator[tuple[str, str]]:
    overrides = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{_TYPE}.{kind}+xml"/>'
        for part, kind in (("document", "document.main"), ("styles", "styles"))
    )
    yield (
        "[Content_Types].xml",
        f'<Types xmlns="{_PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="{_RELATIONS}"/>{overrides}</Types>',
    )
    yield "_rels/.rels", _relation("officeDocument", "word/document.xml")
    yield "word/_rels/document.xml.rels", _relation("styles", "styles.xml")
    yield (
        "word/styles.xml",
        f'<w:styles xmlns:w="{_W}">{_defaults(book.language)}{"".join(map(_style, _SIZES))}</w:styles>',
    )
    page = '<w:sectPr><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"/></w:sectPr>'
    yield "word/document.xml", f'<w:document xmlns:w="{_W}"><w:body>{"".join(_body(book))}{page}</w:body></w:document>'


def _relation(kind: str, target: str) -> str:
    link = f'<Relationship Id="rId1" Type="{_OFFICE}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{link}</Relationships>'


def _defaults(language: str) -> str:
    run = f'<w:rPr><w:sz w:val="22"/><w:lang w:val="{escaped(language)}"/></w:rPr>'
    spacing = '<w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr>'
    return (
        f"<w:docDefaults><w:rPrDefault>{run}</w:rPrDefault><w:pPrDefault>{spacing}</w:pPrDefault></w:docDefaults>"
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    )


def _style(level: int) -> str:
    return (
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/>'
        '<w:basedOn w:val="Normal"/><w:next w:val="Normal"/>'
        '<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/>'
        f'<w:outlineLvl w:val="{level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="{_SIZES[level]}"/></w:rPr></w:style>'
    )


def _body(book: Rulebook) -> Iterator[str]:
    yield _paragraph(book.title, "Heading1")
    for section in book.sections:
        yield _paragraph(section.heading, f"Heading{section.level}")
        for paragraph in section.paragraphs:
            yield _paragraph(" ".join(s.text for s in paragraph))
            for drawn in section.below(paragraph):
                yield from _drawn(drawn)


def _paragraph(text: str, style: str = "", properties: str = "", ink: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    run = f'<w:rPr><w:color w:val="{ink}"/></w:rPr>' if ink else ""
    words = f'<w:r>{run}<w:t xml:space="preserve">{escaped(text)}</w:t></w:r>' if text else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{words}</w:p>"


def _drawn(picture: Picture) -> Iterator[str]:
    """A table, and a paragraph after it, without which Word joins two tables."""
    match picture:
        case Track():
            for frame in picture.frames:
                # Without the numbers of spaces: a text that is checked again would be taken to say them.
                yield _table([_stacked(frame, level) for level in range(_height(picture), 0, -1)])
                yield _paragraph("")
        case Sums():
            longest = max(len(row) for row in picture.rows)
            rows = [
                [_amount(n) for n in row] + [("", "")] * (longest - len(row)) + [_total(row)] for row in picture.rows
            ]
            yield _table(rows)
            yield _paragraph("")
        case _:
            assert_never(picture)


def _height(picture: Track) -> int:
    return max(2, *(len(c.stack) for frame in picture.frames for c in frame))


def _stacked(frame: tuple[Column, ...], level: int) -> list[tuple[str, str]]:
    return [(c.stack[level - 1].name, c.stack[level - 1].colour) if len(c.stack) >= level else ("", "") for c in frame]


def _amount(amount: int) -> tuple[str, str]:
    return signed(amount), _LOSS if amount < 0 else _COIN


def _total(row: tuple[int, ...]) -> tuple[str, str]:
    return f"= {signed(sum(row), False)}", ""


def _table(rows: list[list[tuple[str, str]]]) -> str:
    lines = "".join(f"<w:tr>{''.join(_cell(*cell) for cell in row)}</w:tr>" for row in rows)
    edges = "".join(
        f'<w:{e} w:val="single" w:sz="4" w:color="C2A878"/>' for e in ("top", "left", "bottom", "right", "insideV")
    )
    grid = f'<w:gridCol w:w="{_CELL}"/>' * len(rows[0])
    return (
        f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>{edges}</w:tblBorders></w:tblPr>'
        f"<w:tblGrid>{grid}</w:tblGrid>{lines}</w:tbl>"
    )


def _cell(text: str, colour: str) -> str:
    """A cell in the colour of a camel, of a coin, or of the track."""
    paint, ink = (
        PAINT.get(colour, UNKNOWN) if colour and colour not in (_COIN, _LOSS) else (f"#{colour or _SAND}", "#222222")
    )
    shade = f'<w:shd w:val="clear" w:color="auto" w:fill="{paint[1:].upper()}"/>'
    size = f'<w:tcPr><w:tcW w:w="{_CELL}" w:type="dxa"/>{shade}</w:tcPr>'
    middle = '<w:spacing w:after="0"/><w:jc w:val="center"/>'
    return f"<w:tc>{size}{_paragraph(text, properties=middle, ink=ink[1:].upper())}</w:tc>"
