"""IDML: the stories of an InDesign document, in the order of their frames on the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from camelrules.door.diagnostics import fail
from camelrules.text.archive import Archive, damaged, open_archive, resolved
from camelrules.text.blocks import Block, assembled, table_blocks
from camelrules.text.frames import Frame, placed
from camelrules.text.model import BODY, Damage, Document, Format, Heading, Item, Label, Quote, Role, StoryPlace
from camelrules.text.numbering import Counters, Level
from camelrules.text.xml import Element, Instruction, parse_xml, whole

# How designers in our languages name the styles of headings and examples.
_HEADING = re.compile(
    r"(?:^|[\W_\d])(?:head|heading|headline|title|titre|intertitre|título|titulo|rubrik|h)\W*([1-6]?)\b", re.I
)
_QUOTE = re.compile(r"quot|cita|exampl|exempl|ejempl|beispiel", re.I)
_BOLD = ("bold", "black", "heavy")
_UNREAD = frozenset(("Note", "HiddenText", "Properties", "StoryPreference", "InCopyExportOption", "XMLInstruction"))
_DELETED = ("DeletedText", "MovedText")


@dataclass(frozen=True, slots=True)
class _Style:
    """What a paragraph style says of its paragraphs."""

    name: str = ""
    listing: str = ""
    based_on: str = ""
    font: str = ""


@dataclass(slots=True)
class _Story:
    """Gathers the paragraphs of one story."""

    name: str
    page: str
    styles: dict[str, _Style]
    counters: Counters
    paragraph: int = 1
    text: list[str] = field(default_factory=list)
    bold: list[bool] = field(default_factory=list)
    style: str = ""
    listing: str = ""
    blocks: list[Block] = field(default_factory=list)
    notes: list[Element] = field(default_factory=list)
    changed: bool = False

    def read(self, parent: Element, strong: str = "") -> None:
        """Everything within an element, in order."""
        for part in parent.parts:
            if isinstance(part, str):
                if parent.tag == "Content":
                    self.text.append(part.replace("\n", " "))
                    if part.strip():
                        self.bold.append(any(word in strong.lower() for word in _BOLD))
            elif isinstance(part, Instruction):
                # Signs such as the number of the page; a tab to the right edge is a blank.
                self.text.append(" ")
            else:
                self._element(part, strong)

    def _element(self, part: Element, strong: str) -> None:
        if part.tag == "ParagraphStyleRange":
            if self.style != part.get("AppliedParagraphStyle"):
                self.flush()
            self.style = part.get("AppliedParagraphStyle")
            self.listing = part.get("BulletsAndNumberingListType")
            self.read(part)
        elif part.tag == "CharacterStyleRange":
            self.read(part, f"{part.get('FontStyle')} {part.get('AppliedCharacterStyle')}")
        elif part.tag == "Br":
            self.flush()
            self.paragraph += 1
        elif part.tag == "Table":
            self.flush()
            self.blocks += self._table(part)
        elif part.tag == "Footnote":
            self.notes.append(part)
        elif part.tag == "Change" and part.get("ChangeType") in _DELETED:
            self.changed = True
        elif part.tag not in _UNREAD:
            self.read(part, strong)

    def _table(self, table: Element) -> list[Block]:
        rows: dict[int, dict[int, list[Block]]] = {}
        kept, self.blocks = self.blocks, []
        for cell in table.elements("Cell"):
            column, _, row = cell.get("Name").partition(":")
            self.read(cell)
            self.flush()
            rows.setdefault(whole(row), {})[whole(column)] = self.blocks
            self.blocks = []
        self.blocks = kept
        return table_blocks([[rows[r][c] for c in sorted(rows[r])] for r in sorted(rows)])

    def flush(self) -> None:
        """The text since the last paragraph as one of its own; a forced line break stays a line."""
        text, bold = "".join(self.text), bool(self.bold) and all(self.bold)
        self.text, self.bold = [], []
        place = StoryPlace(self.name, self.paragraph, self.page)
        lines = tuple((" ".join(t.split()), place) for t in re.split("[\u2028\n]", text) if t.strip())
        if lines:
            self.blocks.append(Block(lines, self._role(bold), broken=True))

    def _role(self, bold: bool) -> Role:
        chain: list[_Style] = []
        style = self.style
        while style in self.styles and len(chain) < 20:
            chain.append(self.styles[style])
            style = chain[-1].based_on
        name = self.style.removeprefix("ParagraphStyle/").replace("%3a", ":")
        listing = self.listing or next((s.listing for s in chain if s.listing), "")
        if listing == "BulletList":
            return Item("")
        if listing == "NumberedList":
            return Item(self.counters.next(f"{self.name}:{self.style}", 0, {0: Level("decimal")}))
        if found := _HEADING.search(name):
            return Heading(int(found.group(1) or 2))
        if _QUOTE.search(name):
            return Quote()
        font = next((s.font for s in chain if s.font), "")
        return Label() if bold or any(word in font.lower() for word in _BOLD) else BODY


def read_idml(data: bytes, name: str) -> Document:
    """The stories that stand on pages, in reading order."""
    archive = open_archive(data, name)
    if "designmap.xml" not in archive:
        raise damaged(name, "it has no `designmap.xml`")
    design = parse_xml(archive.read("designmap.xml"), name)
    styles = _styles(archive, design)
    stories = {story.get("Self"): story for story in _stories(archive, design)}
    if not stories:
        raise fail("no-text", f"`{name}` has no stories", None, "is this the right file?")
    spreads = [parse_xml(archive.read(path), name) for path in _parts(archive, design, "Spread")]
    order = placed(spreads) or [Frame(story, "", 0, 0, 0, 0) for story in stories]
    first: dict[str, Frame] = {}
    for frame in order:
        if frame.story in stories:
            first.setdefault(frame.story, frame)
    blocks: list[Block] = []
    damage: list[Damage] = []
    counters = Counters()
    for story_id, frame in first.items():
        story = _Story(story_id, frame.page, styles, counters)
        story.read(stories[story_id])
        story.flush()
        for note in story.notes:
            story.read(note)
            story.flush()
        blocks += story.blocks
        if story.changed:
            message = "the story has tracked changes; it is read as if all of them were accepted"
            damage.append(Damage(message, StoryPlace(story_id, 1, frame.page)))
    return Document(name, Format.IDML, assembled(blocks), tuple(damage))


def _parts(archive: Archive, design: Element, tag: str) -> Iterator[str]:
    """The parts of one kind that the design names, in its order."""
    for element in design.elements(tag):
        path = resolved("designmap.xml", element.get("src"))
        if path in archive:
            yield path


def _stories(archive: Archive, design: Element) -> Iterator[Element]:
    for path in _parts(archive, design, "Story"):
        root = parse_xml(archive.read(path), archive.name)
        yield from root.elements("Story")


def _styles(archive: Archive, design: Element) -> dict[str, _Style]:
    out: dict[str, _Style] = {}
    for path in _parts(archive, design, "Styles"):
        for style in parse_xml(archive.read(path), archive.name).within("ParagraphStyle"):
            properties = style.first("Properties")
            base = properties.first("BasedOn") if properties is not None else None
            based_on = "".join(p for p in base.parts if isinstance(p, str)) if base is not None else ""
            listing = style.get("BulletsAndNumberingListType")
            out[style.get("Self")] = _Style(style.get("Name"), listing, based_on, style.get("FontStyle"))
    return out
