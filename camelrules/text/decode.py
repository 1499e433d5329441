"""Bytes to characters: UTF-8, UTF-16 and UTF-32 by their marks, and what Windows wrote before them."""

from __future__ import annotations

import codecs
import re

from camelrules.door.diagnostics import RulesError, fail

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # The mark of UTF-32 begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Python knows encodings that are none of letters, and some that take long.
_WRITTEN = re.compile(
    r"(?:utf-?(?:8|16|32)|us-ascii|ascii|latin-?\d+|iso-?8859-?\d+|windows-\d+|cp-?\d+|mac-?roman)", re.I
)
_HEAD = 100_000
# Control characters that a text may hold; \\x1a ended the files of CP/M.
_WHITE = frozenset("\t\n\r\f\v\x1a\x85")
# So many in a hundred control characters and a file is no text.
_STRANGE = 0.02


def decoded(data: bytes, name: str) -> str:
    """The text of a file; one that is in no encoding that we know is refused."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return _checked(data.decode(encoding), name)
            except UnicodeDecodeError as error:
                message = (
                    f"`{name}` says that it is {encoding.removesuffix('-sig').upper()} but is not (byte {error.start})"
                )
                raise fail("not-text", message, None, "save it as UTF-8") from None
    try:
        return _checked(data.decode("utf-8"), name)
    except UnicodeDecodeError:
        return _checked(data.decode("cp1252", errors="replace"), name)


def written_as(data: bytes) -> tuple[bytes, str]:
    """The mark that a text begins with, and the encoding of what follows it."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            order = {codecs.BOM_UTF8: "", codecs.BOM_UTF32_LE: "-le", codecs.BOM_UTF16_LE: "-le"}.get(mark, "-be")
            return mark, encoding.removesuffix("-sig") + order
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return b"", "cp1252"
    return b"", "utf-8"


def declared_as(data: bytes, encoding: str) -> str | None:
    """The text in the encoding that a file itself names, where it is one of those that people write in."""
    if not _WRITTEN.fullmatch(encoding):
        return None
    try:
        return data.decode(encoding)
    except (LookupError, UnicodeDecodeError):
        return None


def starts_with_text(data: bytes, name: str) -> str:
    """The beginning of a text, for telling its format; a letter cut in two at its end does not matter."""
    if len(data) <= _HEAD:
        return decoded(data, name)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[:_HEAD].decode(encoding, errors="ignore")
    return decoded(data[: data.rfind(b"\n", 0, _HEAD) + 1] or data[:_HEAD], name)


def _checked(text: str, name: str) -> str:
    if "\0" in text:
        raise _binary(text, name)
    head = text[:4096]
    strange = sum(1 for c in head if (ord(c) < 32 and c not in _WHITE) or c == "\ufffd")
    if strange > _STRANGE * max(1, len(head)):
        raise _binary(text, name)
    return text


def _binary(text: str, name: str) -> RulesError:
    head = text[:400]
    nulls = {at % 2 for at, c in enumerate(head) if c == "\0"}
    if len(nulls) == 1 and head.count("\0") > len(head) // 3:
        return fail("not-text", f"`{name}` is UTF-16 text without a byte order mark", None, "save it as UTF-8")
    return fail("not-text", f"`{name}` is not a text file", None, "give a text in UTF-8, or a document")
