"""Texts that the user names: a file, or one of the rulebooks that we have read."""

from __future__ import annotations

from pathlib import Path

from camelrules.lang.source import fail
from camelrules.read.lexicon import load
from camelrules.read.reader import Reading, read_text

# A rulebook is some 25 kB; a file of this size is not one, and reading it would be a waste of the user's time.
MAX_BYTES = 5_000_000


def read_file(
    path: str, edition: str | None = None, language: str | None = None, language_file: str | None = None
) -> Reading:
    """The reading of a text file."""
    file = Path(path)
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise fail(
                "too-large",
                f"`{path}` has {size:,} bytes; a rulebook has a few thousand words",
                None,
                "is this the right file?",
            )
        data = file.read_bytes()
    except OSError as error:
        raise fail("unreadable", f"cannot read `{path}`: {error.strerror or error}", None, "check the path") from None
    if data.startswith(b"%PDF"):
        raise fail("not-text", f"`{path}` is a PDF", None, "save its text first, for example with `pdftotext -layout`")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"\x00" in data[:4096]:
            raise fail("not-text", f"`{path}` is not a text file", None, "give a plain text in UTF-8") from None
        text = data.decode("cp1252", errors="replace")
    words = load(Path(language_file)) if language_file else None
    return read_text(text, path, language=language, edition=edition, words=words)
