"""A document: its lines, what each of them is, and where its user finds it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Format(StrEnum):
    """The formats that are read; the value is how messages call them."""

    PLAIN = "plain text"
    MARKDOWN = "Markdown"
    HTML = "HTML"
    PDF = "PDF"
    WORD = "Word"
    OPEN_DOCUMENT = "OpenDocument"
    XLIFF = "XLIFF"
    PO = "PO"
    IDML = "IDML"


@dataclass(frozen=True, slots=True)
class LinePlace:
    """A line of the file; `columns` pairs offsets in the text with the columns of the file that they stand at."""

    line: int
    columns: tuple[tuple[int, int], ...] = ((0, 1),)


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A line of a page, counted in reading order."""

    page: int
    line: int


@dataclass(frozen=True, slots=True)
class ParagraphPlace:
    """A paragraph of a word processor's document; `part` is empty for the body."""

    paragraph: int
    part: str = ""


@dataclass(frozen=True, slots=True)
class UnitPlace:
    """A unit of a translation file, and the segment in it where it has several."""

    unit: str
    segment: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """An entry of a message catalogue, counted from 1 without the header."""

    entry: int
    line: int
    context: str = ""


@dataclass(frozen=True, slots=True)
class StoryPlace:
    """A paragraph of a story; `page` is the name of the page where the story begins."""

    story: str
    paragraph: int
    page: str = ""


Place = LinePlace | PagePlace | ParagraphPlace | UnitPlace | EntryPlace | StoryPlace


@dataclass(frozen=True, slots=True)
class Body:
    """Running text, as it stands."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; 1 is the highest level."""

    level: int


@dataclass(frozen=True, slots=True)
class Label:
    """A line set wholly in bold, which may head what follows."""


@dataclass(frozen=True, slots=True)
class Item:
    """The beginning of a list item; `number` is `3.` or `c)`, and empty for a bullet."""

    number: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Quote:
    """A paragraph that is set off from the text, such as an example."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """The line between the head of a table and its rows."""

    columns: int


BODY = Body()
Role = Body | Heading | Label | Item | Quote | Row | Rule


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `source` is what it was translated from, `continues` that its paragraph began on an earlier line."""

    text: str
    place: Place
    role: Role = BODY
    source: str = ""
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that the document lost, beside the line of that number (0: none)."""

    message: str
    place: Place
    line: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it was opened; line `n` of a reading is `lines[n - 1]`."""

    name: str
    format: Format
    lines: tuple[Line, ...]
    damage: tuple[Damage, ...] = ()

    @property
    def text(self) -> str:
        """The words alone, one line each."""
        return "\n".join(line.text for line in self.lines)
