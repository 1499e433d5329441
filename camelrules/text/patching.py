"""Changing a plain text or Markdown file: only the characters of the edits change, whatever the rest looks like."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.door.diagnostics import fail
from camelrules.text.decode import written_as
from camelrules.text.model import Document, Format, LinePlace
from camelrules.text.places import column_of

FORMATS = (Format.PLAIN, Format.MARKDOWN)


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """The characters from one place of a file to another, counted from 0, and what stands there instead."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str

    def touches(self, other: Edit) -> bool:
        return self.start <= other.end and other.start <= self.end


@dataclass(frozen=True, slots=True)
class Original:
    """A file as its bytes have it: a mark, an encoding, and lines with the ends that they have."""

    name: str
    data: bytes
    mark: bytes
    encoding: str
    lines: tuple[str, ...]

    def line_end(self, number: int) -> str:
        """The end of a line, or, where it has none, of the line before."""
        for line in reversed(self.lines[: number + 1]):
            if ending := line[len(line.rstrip("\r\n")) :]:
                return ending
        return "\n"


def original(data: bytes, name: str) -> Original:
    """The lines of a file; one that could not be written back byte for byte is refused."""
    mark, encoding = written_as(data)
    text = data[len(mark) :].decode(encoding, errors="replace")
    if mark + text.encode(encoding, errors="replace") != data:
        raise fail("not-text", f"`{name}` has bytes that are no text", None, "save it as UTF-8, then fix it")
    return Original(name, data, mark, encoding, tuple(text.splitlines(keepends=True)))


def patched(file: Original, edits: Sequence[Edit]) -> bytes:
    """The bytes of the file with some edits, of which no two touch."""
    lines = list(file.lines)
    for edit in sorted(edits, reverse=True):
        (first, start), (last, end) = edit.start, edit.end
        lines[first : last + 1] = [lines[first][:start] + edit.text + lines[last][end:]]
    try:
        return file.mark + "".join(lines).encode(file.encoding)
    except UnicodeEncodeError as error:
        letter = error.object[error.start]
        message = f"`{file.name}` is {file.encoding}, which has no `{letter}`"
        raise fail("not-text", message, None, "save it as UTF-8, then fix it") from None


def offset_of(document: Document, line: int, column: int) -> int | None:
    """Where in its line of the file a character stands that a reading counts by line and column, both from 1."""
    if not (0 < line <= len(document.lines)) or column < 1:
        return None
    place, text = document.lines[line - 1].place, document.lines[line - 1].text
    if not isinstance(place, LinePlace):
        return None
    return column_of(place, _typed(text, column - 1)) - 1


def _typed(text: str, offset: int) -> int:
    """The place in a text as typed of a character counted with every accent on its letter."""
    if unicodedata.is_normalized("NFC", text):
        return offset
    return next((n for n in range(len(text)) if len(unicodedata.normalize("NFC", text[:n])) >= offset), len(text))
