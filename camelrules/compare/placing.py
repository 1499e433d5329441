"""Where words that were read stand in their file, and how a sentence is set among its neighbours."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.read.language.tokens import Token
from camelrules.read.sections.segments import Segment
from camelrules.text.model import Document, Item, Row
from camelrules.text.patching import Edit, Original, offset_of

_MARKUP = "*_"
_STOPS = (".", "!", "?", "…")
_PAUSES = (";", ",", ":")
_BULLETS = ("-", "*", "•", "–", "·")
# A line that was broken for lack of room is at least so long; nothing is broken later than this.
_NARROW, _WIDE = 40, 120


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file and the document that was read from it."""

    file: Original
    document: Document

    def words(self, first: Token, last: Token, text: str) -> Edit | None:
        """Other words from one to another; None where they do not stand in the file as they were read."""
        start, end = self._span(first), self._span(last)
        return Edit(start[0], end[1], text) if start is not None and end is not None else None

    def _span(self, token: Token) -> tuple[tuple[int, int], tuple[int, int]] | None:
        # The sign before a number belongs to the word, but its column is that of the figure.
        signed = len(token.text) > 1 and token.text[0] == "-"
        column = token.column - signed
        start, last = (offset_of(self.document, token.line, column + n) for n in (0, len(token.text) - 1))
        if start is None or last is None:
            return None
        there = unicodedata.normalize("NFC", self.file.lines[token.line - 1][start : last + 1])
        same = there[signed:].lower() == token.text[signed:].lower()
        return ((token.line - 1, start), (token.line - 1, last + 1)) if same else None

    def instead(self, segment: Segment, text: str) -> Edit | None:
        """A sentence in the place of another: its markup and stop, and lines as long as those that it replaces."""
        tokens = segment.tagged.tokens
        edit = self.words(tokens[0], tokens[-1], text)
        if edit is None or self.in_table(segment):
            return None
        (first, start), (last, end) = edit.start, edit.end
        before, after = self.file.lines[first][:start], self.file.lines[last][end:]
        while before and after and before[-1] in _MARKUP and after[0] == before[-1]:
            before, after, start, end = before[:-1], after[1:], start - 1, end + 1
        if tokens[0].text[:1].islower() and before.rstrip()[-1:] in (";", ":", ","):
            text = text[:1].lower() + text[1:]
        if tokens[-1].text in (";", ","):
            text = text.rstrip(".") + tokens[-1].text
        elif after[:1] in (*_STOPS, ";", ","):
            text = text.rstrip(".")
        if last > first:
            text = self._wrapped(text, start, self.file.lines[first : last + 1])
        return Edit((first, start), (last, end), text)

    def _wrapped(self, text: str, start: int, lines: Sequence[str]) -> str:
        width = min(_WIDE, max(_NARROW, *(len(line.rstrip()) for line in lines)))
        wrapped = textwrap.wrap(text, width, initial_indent=" " * min(start, width - 1))
        return self.file.line_end(0).join(wrapped).lstrip()

    def beside(self, segment: Segment, text: str, behind: bool) -> Edit | None:
        """A sentence in the paragraph of another one; a list gets an item of its own, a table a line below it."""
        tokens = segment.tagged.tokens
        if self.in_table(segment):
            return self._below_table(tokens[-1].line, text)
        place = self.words(tokens[0], tokens[-1], "")
        if place is None:
            return None
        if not behind:
            return Edit(place.start, place.start, f"{text} ")
        if tokens[-1].text in _PAUSES and not self._is_item(place.end[0] + 1):
            return self.words(tokens[-1], tokens[-1], f". {text}")
        (line, column), here = place.end, self.file.lines[place.end[0]]
        while here[column : column + 1] and here[column] in (*_MARKUP, *_STOPS):
            column += 1
        if here[:column].rstrip(_MARKUP).endswith(_STOPS):
            return Edit((line, column), (line, column), f" {text}")
        if here[column : column + 1] and here[column] in ";,":
            return Edit((line, column), (line, column + 1), f". {text}")
        if self._is_item(line + 1):
            return self._new_item(line, text)
        return Edit((line, column), (line, column), f". {text}")

    def goes_on(self, segment: Segment) -> bool:
        """Whether the sentence goes on behind a part of it."""
        last = segment.tagged.tokens[-1]
        if last.text in _PAUSES:
            return True
        span = self._span(last)
        return span is not None and self.file.lines[span[1][0]][span[1][1] :].lstrip(_MARKUP)[:1] in _PAUSES

    def _new_item(self, line: int, text: str) -> Edit:
        """A list item of the same look below another."""
        here = self.file.lines[line].rstrip("\r\n")
        bullet = here[: len(here) - len(here.lstrip(" \t" + "".join(_BULLETS)))] or "- "
        return Edit((line, len(here)), (line, len(here)), f"{self.file.line_end(line)}{bullet}{text}")

    def _below_table(self, number: int, text: str) -> Edit | None:
        while number < len(self.file.lines) and self._is_row(number + 1):
            number += 1
        last = self.file.lines[number - 1].rstrip("\r\n")
        line_end = self.file.line_end(number - 1)
        return Edit((number - 1, len(last)), (number - 1, len(last)), f"{line_end}{line_end}{text}")

    def _is_item(self, number: int) -> bool:
        line = self.document.lines[number - 1]
        return isinstance(line.role, Item) or line.text.lstrip().startswith(_BULLETS)

    def _is_row(self, number: int) -> bool:
        line = self.document.lines[number - 1]
        return isinstance(line.role, Row) or line.text.lstrip().startswith("|")

    def in_table(self, segment: Segment) -> bool:
        return self._is_row(segment.tagged.tokens[0].line)
