"""OpenDocument text: paragraphs, headings, lists and tables of what LibreOffice writes."""

from __future__ import annotations

from dataclasses import dataclass, field

from camelrules.text.archive import Archive, damaged, encrypted, open_archive
from camelrules.text.blocks import Block, assembled, table_blocks
from camelrules.text.model import (
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

_UNREAD = frozenset((
    "tracked-changes", "annotation", "annotation-end", "forms", "note-citation", "title", "desc", "hidden-text",
    "ruby-text",
))  # fmt: skip
# A cell that says it is repeated ten thousand times is the empty rest of a sheet.
_REPEATED = 20


@dataclass(slots=True)
class _Reader:
    """What the styles say, and how far the counting has come."""

    styles: dict[str, Element]
    lists: dict[str, dict[int, Level]]
    counters: Counters = field(default_factory=Counters)
    paragraph: int = 0
    notes: list[Element] = field(default_factory=list)
    last: dict[str, str] = field(default_factory=dict)  # the list that came last in each style

    def blocks(self, parent: Element, role: Role | None = None) -> list[Block]:
        """The paragraphs, lists and tables in an element, in order."""
        out: list[Block] = []
        for element in parent.elements():
            match element.tag:
                case "h":
                    out += self.paragraphs(element, Heading(whole(element.get("outline-level"), 1, 9)))
                case "p":
                    out += self.paragraphs(element, role or self._role(element))
                    role = None
                case "list":
                    out += self.items(element, "", 0, "")
                case "table":
                    out += table_blocks([[self.blocks(c) for c in _cells(row)] for row in _rows(element)])
                case tag if tag in _UNREAD:
                    pass
                case _:
                    out += self.blocks(element)
        return out

    def items(self, element: Element, style: str, depth: int, list_id: str) -> list[Block]:
        """The items of a list and of those within it."""
        style = element.get("style-name") or style
        if not list_id:
            goes_on = element.get("continue-numbering") == "true" and style in self.last
            list_id = self.last[style] if goes_on else element.get("continue-list") or element.get("id")
            list_id = list_id or f"#{len(self.last)}:{self.paragraph}"
            self.last[style] = list_id
        out: list[Block] = []
        for item in element.elements("list-item", "list-header"):
            role: Role | None = None
            if item.tag == "list-item":
                role = Item(self.counters.next(list_id, depth, self.lists.get(style, {})), depth)
            for part in item.elements():
                if part.tag == "list":
                    out += self.items(part, style, depth + 1, list_id)
                else:
                    holder = Element("", "", {}, part.line, [part])
                    out += self.blocks(holder, role)
                role = None
        return out

    def paragraphs(self, element: Element, role: Role) -> list[Block]:
        """A paragraph, and after it the boxes that hang on it."""
        self.paragraph += 1
        place = ParagraphPlace(self.paragraph)
        boxes: list[Element] = []
        text = self._text(element, boxes)
        places: list[tuple[str, Place]] = [(" ".join(t.split()), place) for t in text.split("\n") if t.strip()]
        return [Block(tuple(places), role, broken=True), *(b for box in boxes for b in self.blocks(box))]

    def _text(self, element: Element, boxes: list[Element]) -> str:
        pieces: list[str] = []
        for part in element.parts:
            if isinstance(part, str):
                # Line ends in the file are blanks; those of the text have an element.
                pieces.append(part.replace("\n", " "))
            elif isinstance(part, Element):
                match part.tag:
                    case "line-break":
                        pieces.append("\n")
                    case "s" | "tab":
                        pieces.append(" ")
                    case "note":
                        body = part.first("note-body")
                        if body is not None:
                            self.notes.append(body)
                    case tag if tag in _UNREAD:
                        pass
                    # A box, or a drawing that is written in.
                    case _ if part.first("p", "h", "list"):
                        boxes.append(part)
                    case _:
                        pieces.append(self._text(part, boxes))
        return "".join(pieces)

    def _role(self, element: Element) -> Role:
        name = element.get("style-name")
        for _ in range(20):
            style = self.styles.get(name)
            shown = f"{style.get('display-name') if style else ''} {name}".lower()
            if "quot" in shown:
                return Quote()
            if style is None:
                break
            if style.get("default-outline-level") or "heading" in shown or name in ("Title", "Subtitle"):
                return Heading(whole(style.get("default-outline-level"), 1, 9))
            properties = style.first("text-properties")
            if properties is not None and properties.get("font-weight") == "bold":
                return Label()
            name = style.get("parent-style-name")
        return Label() if self._bold(element) else Body()

    def _bold(self, element: Element) -> bool:
        """Whether all words of a paragraph stand in bold spans."""
        loose = any(isinstance(p, str) and p.strip() for p in element.parts)
        spans = [s for s in element.elements() if "".join(p for p in s.parts if isinstance(p, str)).strip()]
        if loose or not spans:
            return False
        styles = [self.styles.get(s.get("style-name")) for s in spans]
        weights = [p.get("font-weight") for s in styles if s is not None and (p := s.first("text-properties"))]
        return len(weights) == len(spans) and all(w == "bold" for w in weights)


def read_odt(data: bytes, name: str) -> Document:
    """The text of a document, then its notes."""
    archive = open_archive(data, name)
    if "META-INF/manifest.xml" in archive:
        manifest = parse_xml(archive.read("META-INF/manifest.xml"), name)
        if any(True for _ in manifest.within("encryption-data")):
            raise encrypted(name)
    if "content.xml" not in archive:
        raise damaged(name, "it has no text")
    root = parse_xml(archive.read("content.xml"), name)
    text = next((e for e in root.within("text") if e.namespace.endswith(":office:1.0")), None)
    if text is None:
        raise damaged(name, "it has no text")
    styles, lists = _styles(archive, root)
    reader = _Reader(styles, lists)
    blocks = reader.blocks(text)
    while reader.notes:
        notes, reader.notes = reader.notes, []
        blocks += [block for note in notes for block in reader.blocks(note)]
    damage: tuple[Damage, ...] = ()
    if any(e.first() is not None for e in root.within("tracked-changes")):
        message = "the document has tracked changes; it is read as if all of them were accepted"
        damage = (Damage(message, ParagraphPlace(1)),)
    return Document(name, Format.OPEN_DOCUMENT, assembled(blocks), damage)


def _styles(archive: Archive, root: Element) -> tuple[dict[str, Element], dict[str, dict[int, Level]]]:
    roots = [root]
    if "styles.xml" in archive:
        roots.insert(0, parse_xml(archive.read("styles.xml"), archive.name))
    styles: dict[str, Element] = {}
    lists: dict[str, dict[int, Level]] = {}
    for part in roots:
        for element in part.walk():
            if element.tag == "style":
                styles[element.get("name")] = element
            elif element.tag == "list-style":
                lists[element.get("name")] = _levels(element)
    return styles, lists


def _levels(element: Element) -> dict[int, Level]:
    out = {}
    for level in element.elements("list-level-style-number", "list-level-style-bullet"):
        number = whole(level.get("level"), 1, 9)
        text = f"{level.get('num-prefix')}%{number}{level.get('num-suffix', '.')}"
        form = level.get("num-format", "1") if level.tag == "list-level-style-number" else "bullet"
        out[number - 1] = Level(form, text, whole(level.get("start-value"), 1))
    return out


def _rows(table: Element) -> list[Element]:
    out: list[Element] = []
    for element in table.elements():
        if element.tag == "table-row":
            out.append(element)
        elif element.tag in ("table-header-rows", "table-rows", "table-row-group"):
            out += _rows(element)
    return out


def _cells(row: Element) -> list[Element]:
    out: list[Element] = []
    for cell in row.elements("table-cell", "covered-table-cell"):
        out += [cell] * whole(cell.get("number-columns-repeated"), 1, _REPEATED)
    return out
