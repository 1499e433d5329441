"""Plain text: the lines of the file as they stand; `read` takes their typesetting off."""

from __future__ import annotations

from collections.abc import Iterable

from camelrules.text.decode import decoded
from camelrules.text.model import Document, Format, Line, LinePlace


def read_plain(data: bytes, name: str) -> Document:
    """A line of the document for each line of the file."""
    return Document(name, Format.PLAIN, plain_lines(decoded(data, name).splitlines()))


def plain_lines(texts: Iterable[str]) -> tuple[Line, ...]:
    """Lines of a file, numbered."""
    return tuple(Line(text, LinePlace(number)) for number, text in enumerate(texts, 1))
