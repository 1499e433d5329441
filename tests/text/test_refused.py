"""What cannot be opened: one clear sentence each, never a guess, never a traceback."""

from __future__ import annotations

import io
import time
import zipfile

import pytest

from camelrules.door.diagnostics import RulesError
from camelrules.text import open_bytes, open_document
from camelrules.text.html import read_html
from camelrules.text.markdown import read_markdown
from tests.text import handmade
from tests.text.writers import docx_of, idml_of, odt_of, xliff_1, zipped

TEXT = "Each player starts with 3 Egyptian pounds.\n"
XLIFF = '<xliff version="1.2"><file original="a"><body>{}</body></file></xliff>'
MANIFEST = (
    '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="content.xml">'
    "<m:encryption-data/></m:file-entry></m:manifest>"
)


def bomb() -> bytes:
    return zipped({"word/document.xml": b"<a>" + b"A" * 60_000_000 + b"</a>", "_rels/.rels": "<R/>"})


def lying_bomb() -> bytes:
    """A bomb whose directory says that it is small."""
    data = bytearray(bomb())
    size = (60_000_007).to_bytes(4, "little")
    assert data.count(size) == 2
    return bytes(data).replace(size, (1000).to_bytes(4, "little"))


def locked() -> bytes:
    """A zip whose members are encrypted, as far as its directory says."""
    data = bytearray(zipped({"word/document.xml": "<a/>"}))
    data[6] |= 1
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    return bytes(data)


def twice() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive, pytest.warns(UserWarning):
        archive.writestr("word/document.xml", "<a/>")
        archive.writestr("word/document.xml", "<b/>")
    return data.getvalue()


def entity() -> bytes:
    declared = '<!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    return (declared + XLIFF.format("<trans-unit id='1'><target>&x;</target></trans-unit>")).encode()


def laughs() -> bytes:
    lines = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    return f'<!DOCTYPE xliff [<!ENTITY l0 "lol">{lines}]>{XLIFF.format("&l9;")}'.encode()


def broken_deflate() -> bytes:
    data = bytearray(zipped({"word/document.xml": "<a>" + TEXT * 50 + "</a>"}))
    at = data.index(b"word/document.xml") + len("word/document.xml")
    data[at : at + 10] = b"\xff" * 10
    return bytes(data)


REFUSED: dict[str, tuple[str, bytes, str, str]] = {
    "empty": ("a.txt", b"  \n", "empty", "is empty"),
    "empty pdf": ("a.pdf", b"", "empty", "is empty"),
    "utf-16 without a mark": ("a.txt", TEXT.encode("utf-16-le"), "not-text", "UTF-16 text without a byte order mark"),
    "half of utf-16": ("a.txt", TEXT.encode("utf-16")[:-1], "not-text", "says that it is UTF-16 but is not"),
    "noise": ("a.txt", bytes(range(256)) * 20, "not-text", "is not a text file"),
    "old word": ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "format", "of before 2007"),
    "old word as text": ("a.txt", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "format", "of before 2007"),
    "rich text": ("a.rtf", b"{\\rtf1\\ansi rules}", "format", "a rich text file"),
    "rich text as text": ("a.txt", b"{\\rtf1\\ansi rules}", "format", "a rich text file"),
    "picture": ("a.md", b"\x89PNG\r\n\x1a\n....", "format", "a picture"),
    "compressed": ("a.txt.gz", b"\x1f\x8b\x08...", "format", "a compressed file"),
    "archive": ("a.zip", zipped({"rules.txt": TEXT}), "format", "an archive"),
    "archive as text": ("a.txt", zipped({"rules.txt": TEXT}), "format", "an archive"),
    "spreadsheet": ("a.xlsx", zipped({"xl/workbook.xml": "<a/>"}), "format", "a spreadsheet"),
    "epub": ("a.epub", zipped({"mimetype": "application/epub+zip"}), "format", "an EPUB book"),
    "table": ("a.csv", TEXT.encode(), "format", "a table"),
    "data": ("a.json", b'{"text": 1}', "format", "a JSON file"),
    "translation memory": ("a.tmx", b'<?xml version="1.0"?><tmx version="1.4"/>', "format", "first element is `tmx`"),
    "text named pdf": ("a.pdf", TEXT.encode(), "not-what-it-is-named", "named as PDF but holds something else"),
    "text named docx": ("a.docx", TEXT.encode(), "not-what-it-is-named", "named as Word"),
    "damaged pdf": ("a.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 10, "damaged", "cannot be opened as a PDF"),
    "encrypted pdf": ("a.pdf", handmade.drawn([(50, 50, TEXT)], encrypt="secret"), "encrypted", "is encrypted"),
    "scanned pdf": ("a.pdf", handmade.scanned(), "no-text", "pictures of pages and no text"),
    "pdf without text": ("a.pdf", handmade.drawn([]), "no-text", "has no text"),
    "pdf without letters": ("a.pdf", handmade.unmapped(), "no-text", "do not say which letters they show"),
    "pdf of many pages": ("a.pdf", handmade.drawn([(50, 50, "x")], 401), "too-large", "has 401 pages"),
    "half a zip": ("a.docx", docx_of("<w:p/>")[:300], "damaged", "its archive cannot be opened"),
    "broken part": ("a.docx", broken_deflate(), "damaged", "cannot be unpacked"),
    "part twice": ("a.docx", twice(), "damaged", "twice"),
    "locked zip": ("a.docx", locked(), "encrypted", "is encrypted"),
    "encrypted word": (
        "a.docx",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"),
        "encrypted",
        "is encrypted",
    ),
    "encrypted odt": ("a.odt", odt_of("<text:p>x</text:p>", MANIFEST), "encrypted", "is encrypted"),
    "bomb": ("a.docx", bomb(), "too-large", "unpacks to far more"),
    "lying bomb": ("a.docx", lying_bomb(), "damaged", "cannot be unpacked"),
    "word without body": ("a.docx", zipped({"word/document.xml": "<a/>"}), "damaged", "it has no body"),
    "word of broken xml": ("a.docx", docx_of("<w:p>"), "damaged", "is not XML"),
    "odt without text": (
        "a.odt",
        zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<a/>"}),
        "damaged",
        "it has no text",
    ),
    "idml without stories": ("a.idml", idml_of({}, []), "no-text", "has no stories"),
    "external entity": ("a.xlf", entity(), "doctype", "declares a document type"),
    "billion laughs": ("a.xlf", laughs(), "doctype", "declares a document type"),
    "deep xml": ("a.xlf", XLIFF.format("<group>" * 5000 + "</group>" * 5000).encode(), "too-large", "too deep"),
    "deep html": ("a.html", b"<html>" + b"<b>" * 5000 + TEXT.encode(), "too-large", "too deep"),
    "deep word": ("a.docx", docx_of("<w:p>" * 300 + "</w:p>" * 300), "too-large", "too deep"),
    "xliff 3": ("a.xlf", b'<xliff version="3.1"/>', "format", "is XLIFF 3.1"),
    "xliff of another kind": ("a.xlf", b"<tmx/>", "damaged", "and not `xliff`"),
    "xliff of no xml": ("a.xlf", b"<xliff version='1.2'><file>", "damaged", "line 1 is not XML"),
    "untranslated xliff": (
        "a.xlf",
        XLIFF.format("<trans-unit id='1'><source>x</source><target/></trans-unit>").encode(),
        "untranslated",
        "nothing in it is translated yet",
    ),
    "xliff without units": ("a.xlf", XLIFF.format("").encode(), "untranslated", "has no units"),
    "template": ("a.pot", b'msgid "x"\nmsgstr ""\n', "untranslated", "has no translation in it"),
    "catalogue without end": ("a.po", b'msgid "x"\nmsgstr "y\n', "damaged", "this string has no end"),
    "catalogue with noise": (
        "a.po",
        b'msgid "x"\nmsgstr "y"\nnoise\n',
        "damaged",
        "neither a field nor the rest of one",
    ),
    "catalogue that lies": (
        "a.po",
        b'msgid ""\nmsgstr "Content-Type: text/plain; charset=rot13\\n"\n\nmsgid "x"\nmsgstr "y"\n',
        "not-text",
        "is not in rot13 as its header says",
    ),
    "long text": ("a.txt", TEXT.encode() * 150_000, "too-large", "bytes; a rulebook has a few thousand words"),
    "long xliff": ("a.xlf", xliff_1([]) + b" " * 6_000_000, "too-large", "a rulebook has a few thousand words"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    name, data, code, words = REFUSED[case]
    start = time.process_time()
    with pytest.raises(RulesError) as caught:
        open_bytes(data, name)
    (found,) = caught.value.diagnostics
    assert (found.code, words in found.message) == (code, True), found.message
    assert found.help
    assert time.process_time() - start < 5


def test_a_reference_out_of_the_archive_is_the_name_of_no_part() -> None:
    relations = '<Relationships><Relationship Type="x/officeDocument" Target="../../../../etc/passwd"/></Relationships>'
    with pytest.raises(RulesError, match=r"a part|no text"):
        open_bytes(zipped({"_rels/.rels": relations, "[Content_Types].xml": "<a/>"}), "a.docx")


def test_files_that_are_none(tmp_path: object) -> None:
    for path in (str(tmp_path), f"{tmp_path}/missing.pdf", "a\0b.txt"):
        with pytest.raises(RulesError) as caught:
            open_document(path)
        assert caught.value.diagnostics[0].code == "unreadable"


@pytest.mark.parametrize("seed", range(40))
def test_a_flipped_bit_is_no_traceback(seed: int) -> None:
    """Every format, damaged at random places, is read or refused."""
    import random

    from tests.text.test_same import WRITERS, parts

    chance = random.Random(seed)
    format_ = sorted(WRITERS)[seed % len(WRITERS)]
    suffix, write = WRITERS[format_]
    data = bytearray(write(list(parts("en-2018"))[:25]))
    for _ in range(chance.choice((1, 5, 50))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    try:
        open_bytes(bytes(data), f"a.{suffix}")
    except RulesError as error:
        assert len(error.diagnostics) == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ends-hidden.html", "<p>Camels run.<svg>"),
        ("long-number.html", f"<p>Camels &#{'9' * 5000};"),
        ("hidden.html", f"<html><svg>{'<a>' * 50_000}{'</b>' * 50_000}"),
        ("heading.md", f"# Camels {' ' * 50_000}x"),
        ("quotes.md", ">" * 100_000),
        ("underscores.md", f"a{'_' * 50_000}a"),
        ("rule.md", f"a | b\n{' ' * 50_000}x"),
        ("notes.md", "[^" * 50_000),
    ],
)
def test_hostile_markup_is_read_in_one_go(name: str, words: str) -> None:
    """Each of these took minutes, or for ever, when every sign was tried to the end of the page."""
    read = read_html if name.endswith("html") else read_markdown
    assert read(words.encode(), name).name == name
