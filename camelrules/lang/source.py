"""Places in files, and the one kind of message that every bad input gets."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read: its name for messages and its text."""

    name: str
    text: str

    def line(self, number: int) -> str:
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a source: line and column from 1, and how many characters it covers."""

    source: Source = field(repr=False)
    line: int
    column: int
    width: int = 1

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what was found, what was expected, where, and what to try."""

    code: str
    message: str
    span: Span | None = None
    help: str = ""

    def render(self) -> str:
        head = f"error[{self.code}]: {self.message}"
        parts = [f"{self.span}: {head}" if self.span else head]
        if self.span:
            text = self.span.source.line(self.span.line).expandtabs(1)
            # A hostile file may have one endless line: show the part around the place.
            start = max(0, self.span.column - 61)
            shown = text[start : start + 120]
            width = max(1, min(self.span.width, len(shown) - (self.span.column - 1 - start)))
            number = str(self.span.line)
            pad = " " * len(number)
            parts += [
                f" {pad} |",
                f" {number} | {shown}",
                f" {pad} | {' ' * (self.span.column - 1 - start)}{'^' * width}",
            ]
        if self.help:
            parts.append(f"help: {self.help}")
        return "\n".join(parts)


class RulesError(Exception):
    """A mistake in something the user gave us; carries every diagnostic found, first one first."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(diagnostics[0].message if diagnostics else "")
        self.diagnostics = diagnostics

    def render(self) -> str:
        return "\n".join(d.render() for d in self.diagnostics)


def fail(code: str, message: str, span: Span | None = None, help: str = "") -> RulesError:
    """A `RulesError` of one diagnostic, to be raised by the caller."""
    return RulesError(Diagnostic(code, message, span, help))


def near(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """A "did you mean" for `word`, or `otherwise` where nothing is near."""
    hits = difflib.get_close_matches(word, sorted(set(known)), n=1, cutoff=0.6)
    return f"did you mean `{hits[0]}`?" if hits else otherwise


def listing(words: Iterable[str], limit: int = 12) -> str:
    """The words in backticks, cut short where they are many."""
    all_words = list(words)
    shown = ", ".join(f"`{w}`" for w in all_words[:limit])
    return shown + (f" and {len(all_words) - limit} more" if len(all_words) > limit else "")
