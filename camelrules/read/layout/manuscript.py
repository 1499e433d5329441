"""A document as the reader takes it: line by line, with its structure as marks that the reader knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from camelrules.text.model import Body, Document, Format, Heading, Item, Label, Line, Quote, Row, Rule


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A text, the numbers of lines that surely go on with the paragraph before, and the words of each line alone."""

    text: str
    joined: frozenset[int] = frozenset()
    words: tuple[str, ...] = ()

    def line(self, number: int, otherwise: str) -> str:
        """What stands in a line of the document itself."""
        return self.words[number - 1] if number <= len(self.words) else otherwise


def manuscript(document: Document) -> Manuscript:
    """The text of a document; a plain text has no structure but what its author typed."""
    if document.format is Format.PLAIN:
        return Manuscript(document.text)
    text = "\n".join(_marked(line) for line in document.lines)
    joined = frozenset(n for n, line in enumerate(document.lines, 1) if line.continues)
    return Manuscript(text, joined, tuple(line.text for line in document.lines))


def _marked(line: Line) -> str:
    match line.role:
        case Body():
            return line.text
        case Heading(level=level):
            return f"{'#' * min(level, 6)} {line.text}"
        case Label():
            return f"**{line.text}**"
        case Item(number=number):
            return f"{number or '-'} {line.text}"
        case Quote():
            return f"> {line.text}"
        case Row(cells=cells):
            return f"| {' | '.join(c.replace('|', '/') for c in cells)} |"
        case Rule(columns=columns):
            return "|" + "---|" * columns
        case role:
            assert_never(role)
