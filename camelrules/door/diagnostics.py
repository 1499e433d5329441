"""Places in files, and the one kind of message that every bad input gets."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from camelrules.door.escape import terminal

# What YAML counts as the end of a line, so that our numbers are those of its marks.
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
# A message that repeats what somebody wrote shows the two ends of a longer word, or of a longer whole.
_WORD, _WHOLE = 400, 2000
# So many mistakes are told at once; what is wrong in one place can be in the way of all that refers to it.
_MOST = 20


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read: its name for messages and its text."""

    name: str
    text: str

    def line(self, number: int) -> str:
        lines = LINE_BREAK.split(self.text)
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

    def following(self) -> str:
        """The first character at the place."""
        return self.source.line(self.line)[self.column - 1 : self.column]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what was found, what was expected, where, and what to try."""

    code: str
    message: str
    span: Span | None = None
    help: str = ""

    def render(self) -> str:
        # However a mistake was made known, this is where it is printed.
        head = f"error[{self.code}]: {terminal(_short(self.message))}"
        parts = [f"{terminal(_short(str(self.span)))}: {head}" if self.span else head]
        if self.span:
            shown, column = _excerpt(self.span)
            width = max(1, min(self.span.width, len(shown) - column))
            number = str(self.span.line)
            pad = " " * len(number)
            parts += [f" {pad} |", f" {number} | {shown}".rstrip(), f" {pad} | {' ' * column}{'^' * width}"]
        if self.help:
            parts.append(f"help: {terminal(_short(self.help))}")
        return "\n".join(parts)


def _excerpt(span: Span, limit: int = 120) -> tuple[str, int]:
    """The line of a place, or where it is long the part around the place, and the column of the place in it."""
    line, column = span.source.line(span.line).expandtabs(1), span.column - 1
    start = max(0, min(column - limit // 2, len(line) - limit))
    # Cut before it is looked at letter by letter: a line may have millions.
    part = "".join(c if c == terminal(c) else "\ufffd" for c in line[start : start + limit])
    shown = ("…" if start else "") + part + ("…" if start + limit < len(line) else "")
    return shown, column - start + (1 if start else 0)


class RulesError(Exception):
    """A mistake in something the user gave us; carries every diagnostic found, first one first."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(diagnostics[0].message if diagnostics else "")
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[RulesError], tuple[Diagnostic, ...]]:
        # An exception is pickled with its arguments; ours must come home from a worker with its diagnostics.
        return type(self), self.diagnostics

    def render(self) -> str:
        """Each mistake once, and no more of them than one mends at a time."""
        mistakes = list(dict.fromkeys(self.diagnostics))
        shown = [d.render() for d in mistakes[:_MOST]]
        if len(mistakes) > _MOST:
            shown.append(f"and {len(mistakes) - _MOST} more errors")
        return "\n".join(shown)


def fail(code: str, message: str, span: Span | None = None, help: str = "") -> RulesError:
    """A `RulesError` of one diagnostic, to be raised by the caller."""
    return RulesError(Diagnostic(code, terminal(_short(message)), span, terminal(_short(help))))


def placed(error: RulesError, span: Span | None) -> RulesError:
    """The same mistakes; one without a place, such as a file that cannot be read, gets that of whoever named it."""
    return RulesError(*(replace(d, span=d.span or span) for d in error.diagnostics))


def _short(text: str) -> str:
    """A message that one can read, whatever it repeats."""

    def ends(part: str, limit: int) -> str:
        return part if len(part) <= limit else f"{part[: limit // 2]}…{part[-limit // 4 :]}"

    return " ".join(ends(word, _WORD) for word in ends(text, _WHOLE).split(" "))


def near(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """A "did you mean" for `word`, or `otherwise` where nothing is near."""
    hits = difflib.get_close_matches(word, sorted(set(known)), n=1, cutoff=0.6)
    return f"did you mean `{hits[0]}`?" if hits else otherwise


def counted(number: int, word: str, many: str = "") -> str:
    """`1 part`, `2 parts`."""
    return f"{number} {word if number == 1 else many or word + 's'}"


def listing(words: Iterable[str], limit: int = 12) -> str:
    """The words in backticks, cut short where they are many; `none` where there are none."""
    all_words = list(words)
    if not all_words:
        return "none"
    shown = ", ".join(f"`{w}`" for w in all_words[:limit])
    return shown + (f" and {len(all_words) - limit} more" if len(all_words) > limit else "")
