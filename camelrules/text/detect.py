"""Which format a file is in: its bytes tell first, its name where bytes cannot; what is not read is refused by name."""

from __future__ import annotations

import re
from pathlib import PurePath

from camelrules.door.diagnostics import RulesError, fail, listing
from camelrules.text.archive import encrypted, open_archive
from camelrules.text.decode import starts_with_text
from camelrules.text.model import Format

SUFFIXES = {
    "txt": Format.PLAIN,
    "text": Format.PLAIN,
    "md": Format.MARKDOWN,
    "markdown": Format.MARKDOWN,
    "html": Format.HTML,
    "htm": Format.HTML,
    "xhtml": Format.HTML,
    "pdf": Format.PDF,
    "docx": Format.WORD,
    "docm": Format.WORD,
    "odt": Format.OPEN_DOCUMENT,
    "xlf": Format.XLIFF,
    "xliff": Format.XLIFF,
    "sdlxliff": Format.XLIFF,
    "mqxliff": Format.XLIFF,
    "po": Format.PO,
    "pot": Format.PO,
    "idml": Format.IDML,
}
# Formats in which people keep texts and which are not read, by the names that they know them under.
_BY_SUFFIX = {
    "doc": "a Word file of before 2007",
    "rtf": "a rich text file",
    "indd": "an InDesign file",
    "indb": "an InDesign book",
    "icml": "an InCopy story",
    "epub": "an EPUB book",
    "pages": "a Pages file",
    "tex": "a LaTeX file",
    "rst": "a reStructuredText file",
    "adoc": "an AsciiDoc file",
    "csv": "a table",
    "tsv": "a table",
    "xlsx": "a spreadsheet",
    "xls": "a spreadsheet",
    "ods": "a spreadsheet",
    "pptx": "a presentation",
    "ppt": "a presentation",
    "odp": "a presentation",
    "json": "a JSON file",
    "yaml": "a YAML file",
    "yml": "a YAML file",
    "toml": "a TOML file",
    "tmx": "a translation memory",
    "tbx": "a term base",
    "resx": "a resource file",
    "strings": "a resource file",
    "properties": "a resource file",
    "mo": "a compiled message catalogue",
    "srt": "a file of subtitles",
    "qxp": "a QuarkXPress file",
    "afpub": "an Affinity Publisher file",
    "sla": "a Scribus file",
    "wpd": "a WordPerfect file",
}
_MAGIC = (
    (b"{\\rtf", "a rich text file"),
    (b"\x06\x06\xed\xf5\xd8\x1d\x46\xe5\xbd\x31\xef\xe7\xfe\x74\xb7\x1d", "an InDesign file"),
    (b"%!PS", "a PostScript file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"II*\x00", "a picture"),
    (b"MM\x00*", "a picture"),
    (b"8BPS", "a picture"),
    (b"RIFF", "a picture or a recording"),
    (b"\x1f\x8b", "a compressed file"),
    (b"BZh", "a compressed file"),
    (b"\xfd7zXZ", "a compressed file"),
    (b"7z\xbc\xaf\x27\x1c", "an archive"),
    (b"Rar!", "an archive"),
    (b"\xde\x12\x04\x95", "a compiled message catalogue"),
    (b"\x95\x04\x12\xde", "a compiled message catalogue"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3", "a database"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_MIMETYPES = {
    "application/vnd.oasis.opendocument.text": Format.OPEN_DOCUMENT,
    "application/vnd.adobe.indesign-idml-package": Format.IDML,
}
_OTHER_MIMETYPES = {
    "application/epub+zip": "an EPUB book",
    "application/vnd.oasis.opendocument.spreadsheet": "a spreadsheet",
    "application/vnd.oasis.opendocument.presentation": "a presentation",
}
# What may stand before the first tag of an XML or HTML file, with its end.
_BEFORE = (("<?", "?>"), ("<!--", "-->"), ("<!", ">"))
_TAG = re.compile(r"<(?:[\w.-]+:)?([a-zA-Z][\w.-]*)")
_PO_ENTRY = re.compile(
    r'^(?:msgctxt\s+"[^\n]*\n(?:"[^\n]*\n)*)?msgid\s+"[^\n]*\n(?:"[^\n]*\n)*(?:msgid_plural|msgstr)', re.M
)
_HTML_TAGS = frozenset(
    ("html", "body", "head", "div", "p", "h1", "h2", "article", "section", "main", "table", "ul", "ol")
)


def detected(data: bytes, name: str) -> Format:
    """The format of a file, or the message that says which format it is in that is not read."""
    suffix = PurePath(name).suffix.lower().lstrip(".")
    by_name = SUFFIXES.get(suffix)
    by_bytes = _by_bytes(data, name)
    if by_bytes is not None:
        return by_bytes
    head = starts_with_text(data, name)
    by_text = _by_text(head, name)
    if by_text is not None:
        return by_text
    if suffix in _BY_SUFFIX:
        raise refused(name, _BY_SUFFIX[suffix])
    match by_name:
        case None:
            return Format.PLAIN
        case Format.PLAIN | Format.MARKDOWN | Format.HTML | Format.PO | Format.XLIFF:
            return by_name
        case _:
            what = by_name.value
            raise fail(
                "not-what-it-is-named",
                f"`{name}` is named as {what} but holds something else",
                None,
                f"export it again as {what}, or name it `.txt` if it is plain text",
            )


def _by_bytes(data: bytes, name: str) -> Format | None:
    # Some programs write a few bytes before the mark of a PDF, and readers allow a thousand.
    if b"%PDF-" in data[:1024]:
        return Format.PDF
    if data.startswith(_ZIP):
        return _archived(data, name)
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise encrypted(name)
        raise refused(name, "a file of a Microsoft program of before 2007")
    for magic, what in _MAGIC:
        if data.startswith(magic):
            raise refused(name, what)
    return None


def _archived(data: bytes, name: str) -> Format:
    archive = open_archive(data, name)
    if "mimetype" in archive:
        mimetype = archive.read("mimetype")[:200].decode("ascii", "replace").strip()
        if mimetype in _MIMETYPES:
            return _MIMETYPES[mimetype]
        if mimetype in _OTHER_MIMETYPES:
            raise refused(name, _OTHER_MIMETYPES[mimetype])
    if "designmap.xml" in archive:
        return Format.IDML
    if "word/document.xml" in archive:
        return Format.WORD
    for folder, what in (("xl/", "a spreadsheet"), ("ppt/", "a presentation"), ("Index/", "a Pages file")):
        if any(part.startswith(folder) for part in archive.members):
            raise refused(name, what)
    if "[Content_Types].xml" in archive and "_rels/.rels" in archive:
        return Format.WORD
    raise refused(name, "an archive")


def _by_text(head: str, name: str) -> Format | None:
    """The format that the beginning of a text gives away."""
    tag = _first_tag(head)
    if tag:
        if tag == "xliff":
            return Format.XLIFF
        if tag in _HTML_TAGS:
            return Format.HTML
        if head.lstrip().startswith("<?xml"):
            raise refused(name, f"an XML file whose first element is `{tag[:40]}`")
    if _PO_ENTRY.search(head):
        return Format.PO
    return None


def _first_tag(head: str) -> str:
    """The name of the first element, in small letters, where a text begins with one."""
    at = len(head) - len(head.lstrip())
    while opening := next((pair for pair in _BEFORE if head.startswith(pair[0], at)), None):
        # A document type may hold declarations of its own in brackets.
        bracket, end = head.find("[", at), head.find(opening[1], at)
        if opening[0] == "<!" and 0 <= bracket < end:
            end = head.find("]>", at) + 1
        if end <= 0:
            return ""
        at = end + len(opening[1])
        at += len(head[at:]) - len(head[at:].lstrip())
    found = _TAG.match(head, at)
    return found.group(1).lower() if found else ""


def refused(name: str, what: str) -> RulesError:
    """What is said of a format that is not read."""
    known = listing(f".{s}" for s in ("txt", "md", "html", "pdf", "docx", "odt", "xliff", "po", "idml"))
    return fail("format", f"`{name}` is {what}, which is not read", None, f"export it to one of {known}")
