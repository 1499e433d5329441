"""The same rulebook in every format: the same words in the same order, the same paragraphs, the same findings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise

import pytest

from camelrules.compare.findings import findings
from camelrules.compare.verdicts import Review, review
from camelrules.read.reader import read_document
from camelrules.text import (
    Document,
    EntryPlace,
    Line,
    LinePlace,
    PagePlace,
    ParagraphPlace,
    StoryPlace,
    UnitPlace,
    open_bytes,
)
from camelrules.text.model import Heading
from tests.text import writers
from tests.text.print import pdf
from tests.text.writers import TEXTS, Part, parts_of

WRITERS: dict[str, tuple[str, Callable[[list[Part]], bytes]]] = {
    "markdown": ("md", writers.plain),
    "html": ("html", writers.page),
    "word": ("docx", writers.word),
    "opendocument": ("odt", writers.open_document_text),
    "xliff-1": ("xlf", writers.xliff_1),
    "xliff-2": ("xliff", writers.xliff_2),
    "po": ("po", writers.catalogue),
    "idml": ("idml", writers.idml),
    **{
        f"pdf-{columns}{'-justified' if justified else ''}": ("pdf", partial(pdf, columns=columns, justified=justified))
        for columns in (1, 2, 3)
        for justified in (False, True)
    },
}
# Formats that do not say what is a heading.
PLAIN = ("xliff-1", "xliff-2", "po")
# What the texts say wrong on purpose, and where it stands in them.
WRONG = ("3 Egyptian pounds", "4 Egyptian pounds")


@cache
def parts(name: str) -> tuple[Part, ...]:
    text = (TEXTS / f"{name}.txt").read_text("utf-8")
    return tuple(parts_of(text.replace(*WRONG).replace("earns its owner 8 EP", "earns its owner 9 EP")))


@cache
def written(name: str, format_: str) -> tuple[bytes, Document]:
    suffix, write = WRITERS[format_]
    data = write(list(parts(name)))
    return data, open_bytes(data, f"rules.{suffix}")


def paragraphs(document: Document) -> list[list[str]]:
    """The words of each paragraph, without bullets and numbers of lists, which some formats draw and some type."""
    out: list[str] = []
    for line in document.lines:
        if line.continues:
            out[-1] += " " + line.text
        elif line.text:
            out.append(line.text)
    return [unnumbered(text) for text in out]


def unnumbered(text: str) -> list[str]:
    return writers.words(re.sub(r"^(?:[•–-]|\d+\.)\s", "", text))


@pytest.mark.parametrize("format_", WRITERS)
@pytest.mark.parametrize("name", ["en-2018", "fr-2018"])
def test_the_same_paragraphs(name: str, format_: str) -> None:
    expected = [unnumbered(part.text) for part in parts(name)]
    assert paragraphs(written(name, format_)[1]) == expected


@pytest.mark.parametrize("format_", [f for f in WRITERS if f not in PLAIN])
def test_headings_are_known(format_: str) -> None:
    document = written("en-2018", format_)[1]
    headings: list[str] = []
    for before, line in pairwise((Line("", LinePlace(0)), *document.lines)):
        if isinstance(line.role, Heading):
            headings.append(line.text)
        elif line.continues and headings and headings[-1].endswith(before.text):
            headings[-1] += f" {line.text}"
    assert headings == [part.text for part in parts("en-2018") if part.kind == "heading"]


@cache
def as_plain() -> Review:
    return review(read_document(open_bytes(writers.plain(list(parts("en-2018"))), "rules.txt")))


def said(reading: Review) -> set[tuple[str, str, str]]:
    return {(f.code, f.clause, f.stated) for f in findings(reading)}


def test_the_plain_text_has_the_two_faults() -> None:
    assert {(clause, stated) for _, clause, stated in said(as_plain())} == {
        ("setup.money.start", "4"),
        ("final.pay.first", "9"),
    }


@pytest.mark.parametrize("format_", WRITERS)
def test_the_same_findings(format_: str) -> None:
    reading = review(read_document(written("en-2018", format_)[1]))
    assert said(reading) == said(as_plain())
    status = {c: (r.status, r.stated) for c, r in reading.clauses.items()}
    assert status == {c: (r.status, r.stated) for c, r in as_plain().clauses.items()}


@pytest.mark.parametrize("format_", WRITERS)
def test_a_finding_is_where_its_user_finds_it(format_: str) -> None:
    data, document = written("en-2018", format_)
    at = next(n for n, p in enumerate(writers.units_of(list(parts("en-2018"))), 1) if WRONG[1] in p.text)
    line = next(line for line in document.lines if "4 Egyptian" in line.text)
    lines = data.decode("utf-8", "replace").split("\n")
    match line.place:
        case LinePlace(line=number):
            assert "4 Egyptian pounds" in lines[number - 1]
        case UnitPlace(unit=unit, line=number, file=file):
            assert unit == f"u{at}"
            assert f'id="u{at}"' in lines[number - 1]
            assert file == ("rules.idml" if format_ == "xliff-1" else "f1")
        case EntryPlace(entry=entry, line=number, context=context):
            assert (entry, context) == (at, str(at))
            assert lines[number - 1].startswith("msgstr")
        case ParagraphPlace(paragraph=paragraph):
            # There is no table before it, so that a part is a paragraph.
            assert paragraph == at
        case StoryPlace(story=story, paragraph=paragraph, page=page):
            assert (story, page) == ("u9", "1")
            assert paragraph == at
        case PagePlace(page=number, line=printed):
            assert number == 1
            on_page = [
                p.text for p in document.lines if isinstance(p.place, PagePlace) and p.place.page == 1 and p.text
            ]
            assert on_page[printed - 1] == line.text


@pytest.mark.parametrize("format_", ["xliff-1", "xliff-2", "po"])
def test_bilingual_formats_have_the_source_beside_the_target(format_: str) -> None:
    document = written("en-2018", format_)[1]
    line = next(line for line in document.lines if WRONG[1] in line.text)
    assert "sdnuop" in line.source
    assert all(line.source for line in document.lines if line.text)
