"""The way in: a path to a document, whatever its format."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from camelrules.door.diagnostics import RulesError, fail
from camelrules.door.reading import STDIN, read_bytes
from camelrules.text.detect import detected
from camelrules.text.limits import MAX_CHARACTERS, MAX_FILE, MAX_LINES, MAX_TEXT
from camelrules.text.model import Document, Format

# Each reader is imported when a document needs it: most runs need one.
_READERS = {
    Format.PLAIN: ("plain", "read_plain"),
    Format.MARKDOWN: ("markdown", "read_markdown"),
    Format.HTML: ("html", "read_html"),
    Format.PDF: ("pdf", "read_pdf"),
    Format.WORD: ("docx", "read_docx"),
    Format.OPEN_DOCUMENT: ("odt", "read_odt"),
    Format.XLIFF: ("xliff", "read_xliff"),
    Format.PO: ("po", "read_po"),
    Format.IDML: ("idml", "read_idml"),
}
_TEXTUAL = (Format.PLAIN, Format.MARKDOWN, Format.HTML, Format.XLIFF, Format.PO)


def open_document(path: str | Path) -> Document:
    """The document in a file; `-` is what is piped in."""
    data = read_bytes(path, MAX_FILE, None, "is this the right file?")
    return open_bytes(data, "<stdin>" if str(path) == STDIN else str(path))


def open_bytes(data: bytes, name: str) -> Document:
    """The document in the bytes of a file of that name."""
    if not data.strip():
        raise fail("empty", f"`{name}` is empty", None, "give a text with at least one sentence of rules")
    format_ = detected(data, name)
    if format_ in _TEXTUAL and len(data) > MAX_TEXT:
        raise _too_large(name, f"{len(data):,} bytes")
    document = _reader(format_)(data, name)
    if len(document.lines) > MAX_LINES:
        raise _too_large(name, f"{len(document.lines):,} lines")
    if (size := sum(len(line.text) for line in document.lines)) > max(MAX_CHARACTERS, MAX_TEXT):
        raise _too_large(name, f"{size:,} characters")
    return document


def _reader(format_: Format) -> Callable[[bytes, str], Document]:
    module, function = _READERS[format_]
    reader: Callable[[bytes, str], Document] = getattr(import_module(f"camelrules.text.{module}"), function)
    return reader


def _too_large(name: str, size: str) -> RulesError:
    return fail(
        "too-large", f"`{name}` has {size}; a rulebook has a few thousand words", None, "is this the right file?"
    )
