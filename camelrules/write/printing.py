"""A rulebook as Markdown, as a page, or as data."""

from __future__ import annotations

from typing import Any

from camelrules.door.escape import html as escaped
from camelrules.door.escape import markdown_words
from camelrules.write.book import Rulebook, Section
from camelrules.write.sentence import Sentence
from camelrules.write.svg import svg

_PAGE = """body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 Georgia, serif; color: #222; }
h1, h2, h3, h4 { font-family: sans-serif; line-height: 1.2; } h2 { margin-top: 2rem; border-bottom: 1px solid #c2a878; }
figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; }"""


def markdown(book: Rulebook, pictures: str = "") -> str:
    """One sentence a line, so that a change to a sentence is one to a line; `pictures` begins their files' names."""
    parts = [f"# {markdown_words(book.title)}"]
    for section in book.sections:
        parts.append(f"{'#' * section.level} {section.heading}")
        for paragraph in section.paragraphs:
            parts.append("\n".join(s.text for s in paragraph))
            if pictures:
                # The sentence above says what the picture shows.
                parts += [f"![](<{pictures}{drawn.clause}.svg>)" for drawn in section.below(paragraph)]
    return "\n\n".join(parts) + "\n"


def drawings(book: Rulebook) -> dict[str, str]:
    """The pictures of a rulebook by the clause that each shows."""
    return {
        drawn.clause: svg(drawn, " ".join(s.text for s in paragraph)) + "\n"
        for section in book.sections
        for paragraph in section.paragraphs
        for drawn in section.below(paragraph)
    }


def html(book: Rulebook) -> str:
    """A page that stands alone; each sentence carries its clauses."""
    body = [f"<h1>{escaped(book.title)}</h1>"]
    for section in book.sections:
        body.append(f"<h{section.level}>{escaped(section.heading)}</h{section.level}>")
        body += [_paragraph(section, paragraph) for paragraph in section.paragraphs]
    head = (
        f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escaped(book.title)}</title>\n<style>{_PAGE}</style>"
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{book.language}">\n<head>\n{head}\n</head>\n<body>\n'
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _paragraph(section: Section, paragraph: tuple[Sentence, ...]) -> str:
    spans = (f'<span data-clause="{" ".join(s.clauses)}">{escaped(s.text)}</span>' for s in paragraph)
    says = " ".join(s.text for s in paragraph)
    figures = "".join(f"\n<figure>{svg(drawn, says)}</figure>" for drawn in section.below(paragraph))
    return "<p>" + "\n".join(spans) + "</p>" + figures


def data(book: Rulebook) -> dict[str, Any]:
    """The rulebook as the contract has it."""
    return {
        "edition": book.edition,
        "language": book.language,
        "title": book.title,
        "sentences": [{"clause": list(s.clauses), "text": s.text} for s in book.sentences],
        "sections": [
            {"heading": s.heading, "paragraphs": [[t.text for t in p] for p in s.paragraphs]} for s in book.sections
        ],
    }
