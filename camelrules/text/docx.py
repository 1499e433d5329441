"""Word: the paragraphs of a document, with headings and lists as its styles have them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from camelrules.text.archive import Archive, damaged, open_archive, resolved
from camelrules.text.blocks import Block, assembled, table_blocks
from camelrules.text.model import (
    BODY,
    Body,
    Damage,
    Document,
    Format,
    Heading,
    Item,
    Label,
    ParagraphPlace,
    Place,
    Quote,
    Role,
)
from camelrules.text.numbering import Counters, Level
from camelrules.text.xml import Element, parse_xml, whole

_HEADING = re.compile(r"^(?:heading|title|überschrift|titre|título|titulo|encabezado)\s*(\d?)", re.I)
_QUOTE = re.compile(r"quote|citation|cita|citação", re.I)
# No text of the rulebook: what was deleted or moved away, codes of fields, comments, copies for older programs.
_UNREAD = frozenset(
    (
        *("del", "moveFrom", "instrText", "delText", "Fallback", "commentReference", "annotationRef", "pPr", "rPr"),
        *("footnoteRef", "endnoteRef", "sectPr", "tblPr", "tblGrid", "trPr", "tcPr", "sdtPr"),
    )
)
_SIGNS = {"tab": " ", "ptab": " ", "noBreakHyphen": "-", "softHyphen": "", "br": "\n", "cr": "\n"}
_OFF = ("0", "false", "off", "none")


@dataclass(frozen=True, slots=True)
class _Style:
    name: str
    based_on: str
    level: int | None
    list_id: str
    depth: int
    bold: bool


@dataclass(slots=True)
class _Reader:
    """What the parts beside the text say, and how far the counting has come."""

    name: str
    styles: dict[str, _Style]
    lists: dict[str, dict[int, Level]]
    counters: Counters = field(default_factory=Counters)
    paragraph: int = 0
    part: str = ""
    damage: list[Damage] = field(default_factory=list)
    changed: bool = False

    def blocks(self, parent: Element) -> list[Block]:
        """The paragraphs and tables in an element, in order."""
        out: list[Block] = []
        for element in parent.elements():
            match element.tag:
                case "p":
                    out += self.paragraphs(element)
                case "tbl":
                    out += self.table(element)
                case tag if tag in _UNREAD:
                    self.changed = self.changed or tag in ("del", "moveFrom")
                case _:
                    out += self.blocks(element)
        return out

    def table(self, element: Element) -> list[Block]:
        rows = [[self.blocks(cell) for cell in _through(row, "tc")] for row in _through(element, "tr")]
        return table_blocks(rows)

    def paragraphs(self, element: Element) -> list[Block]:
        """A paragraph, and after it the text boxes that hang on it."""
        self.paragraph += 1
        place = ParagraphPlace(self.paragraph, self.part)
        pieces: list[str] = []
        boxes: list[Element] = []
        bold: list[bool] = []
        self._gather(element, pieces, boxes, bold, place, False)
        lines = [" ".join(line.split()) for line in "".join(pieces).split("\n")]
        role = self._role(element, bool(bold) and all(bold)) if any(lines) else BODY
        places: list[tuple[str, Place]] = [(line, place) for line in lines if line]
        return [Block(tuple(places), role, broken=True), *(b for box in boxes for b in self.blocks(box))]

    def _gather(
        self, element: Element, pieces: list[str], boxes: list[Element], bold: list[bool], place: Place, strong: bool
    ) -> None:
        for part in element.elements():
            if part.tag in _UNREAD:
                self.changed = self.changed or part.tag in ("del", "moveFrom")
            elif part.tag == "txbxContent":
                boxes.append(part)
            elif part.tag == "r":
                properties = part.first("rPr")
                if properties is None or not _on(properties, "vanish"):
                    self._gather(part, pieces, boxes, bold, place, properties is not None and _on(properties, "b"))
            elif part.tag == "t":
                text = "".join(p for p in part.parts if isinstance(p, str))
                pieces.append(text.replace("\n", " "))
                if text.strip():
                    bold.append(strong)
            elif part.tag in _SIGNS:
                pieces.append("" if part.get("type") == "page" else _SIGNS[part.tag])
            elif part.tag == "sym":
                pieces.append("\ufffd")
                font = part.get("font")[:40]
                self.damage.append(Damage(f"a sign of the font {font} has no character and is lost", place))
            else:
                self._gather(part, pieces, boxes, bold, place, strong)

    def _role(self, element: Element, bold: bool) -> Role:
        properties = element.first("pPr")
        chain = self._chain(_value(properties, "pStyle"))
        level = next((s.level for s in chain if s.level is not None), None)
        outline = whole(_value(properties, "outlineLvl"), -1)
        if outline >= 0:
            level = outline
        if level is not None and level < 9:
            return Heading(level + 1)
        list_id = next((s.list_id for s in chain if s.list_id), "")
        depth = next((s.depth for s in chain if s.list_id), 0)
        numbered = properties.first("numPr") if properties is not None else None
        if numbered is not None:
            list_id = _value(numbered, "numId") or list_id
            depth = whole(_value(numbered, "ilvl"), depth, 8)
        if list_id and list_id != "0":
            return Item(self.counters.next(list_id, depth, self.lists.get(list_id, {})), depth)
        if any(_QUOTE.search(s.name) for s in chain):
            return Quote()
        return Label() if bold or any(s.bold for s in chain) else Body()

    def _chain(self, style: str) -> list[_Style]:
        """A style and those that it is based on."""
        out: list[_Style] = []
        while style in self.styles and len(out) < 20:
            out.append(self.styles[style])
            style = out[-1].based_on
        return out


def read_docx(data: bytes, name: str) -> Document:
    """The body of a document, then its notes."""
    archive = open_archive(data, name)
    main = _main(archive)
    reader = _Reader(name, _styles(archive, main), _lists(archive, main))
    body = parse_xml(archive.read(main), name).first("body")
    if body is None:
        raise damaged(name, "it has no body")
    blocks = reader.blocks(body)
    for part, tag in (("footnotes", "footnote"), ("endnotes", "endnote")):
        path = resolved(main, f"{part}.xml")
        if path in archive:
            reader.part, reader.paragraph = tag, 0
            for note in parse_xml(archive.read(path), name).elements(tag):
                if note.get("type", "normal") == "normal":
                    blocks += reader.blocks(note)
    damage = list(reader.damage)
    if reader.changed:
        message = "the document has tracked changes; it is read as if all of them were accepted"
        damage.append(Damage(message, ParagraphPlace(1)))
    return Document(name, Format.WORD, assembled(blocks), tuple(damage))


def _main(archive: Archive) -> str:
    """The part that holds the text."""
    if "_rels/.rels" in archive:
        for relation in parse_xml(archive.read("_rels/.rels"), archive.name).elements("Relationship"):
            target = resolved("", relation.get("Target"))
            if relation.get("Type").endswith("/officeDocument") and target in archive:
                return target
    if "word/document.xml" in archive:
        return "word/document.xml"
    raise damaged(archive.name, "it has no text")


def _through(parent: Element, tag: str) -> list[Element]:
    """The rows of a table or the cells of a row, also those within a content control."""
    out: list[Element] = []
    for element in parent.elements():
        if element.tag == tag:
            out.append(element)
        elif element.tag not in _UNREAD and element.tag != "tbl":
            out += _through(element, tag)
    return out


def _on(properties: Element, tag: str) -> bool:
    found = properties.first(tag)
    return found is not None and found.get("val", "1") not in _OFF


def _value(parent: Element | None, tag: str) -> str:
    found = parent.first(tag) if parent is not None else None
    return found.get("val") if found is not None else ""


def _styles(archive: Archive, main: str) -> dict[str, _Style]:
    path = resolved(main, "styles.xml")
    if path not in archive:
        return {}
    out = {}
    for style in parse_xml(archive.read(path), archive.name).elements("style"):
        paragraph, run = style.first("pPr"), style.first("rPr")
        name = _value(style, "name")
        outline = whole(_value(paragraph, "outlineLvl"), -1)
        heading = _HEADING.match(name)
        level = outline if outline >= 0 else None
        if level is None and heading:
            level = max(0, int(heading.group(1) or 1) - 1)
        numbered = paragraph.first("numPr") if paragraph is not None else None
        bold = run is not None and _on(run, "b") and style.get("type") == "paragraph"
        list_id = _value(numbered, "numId")
        out[style.get("styleId")] = _Style(
            name, _value(style, "basedOn"), level, list_id, whole(_value(numbered, "ilvl"), 0, 8), bold
        )
    return out


def _lists(archive: Archive, main: str) -> dict[str, dict[int, Level]]:
    path = resolved(main, "numbering.xml")
    if path not in archive:
        return {}
    root = parse_xml(archive.read(path), archive.name)
    abstract = {e.get("abstractNumId"): _levels(e) for e in root.elements("abstractNum")}
    return {e.get("numId"): abstract.get(_value(e, "abstractNumId"), {}) for e in root.elements("num")}


def _levels(element: Element) -> dict[int, Level]:
    out = {}
    for level in element.elements("lvl"):
        form, text = _value(level, "numFmt") or "bullet", _value(level, "lvlText") or "%1."
        out[whole(level.get("ilvl"), 0, 8)] = Level(form, text, whole(_value(level, "start"), 1))
    return out
