"""Characters that remember their columns while markup is taken off around them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Letters:
    """A text and, for each of its characters, its column in the file."""

    text: str
    at: tuple[int, ...]

    def sub(self, pattern: re.Pattern[str], put: str | Callable[[re.Match[str]], str] = "") -> Letters:
        """With every match replaced; a group named `keep` stays where it was."""
        text: list[str] = []
        at: list[int] = []
        end = 0
        for match in pattern.finditer(self.text):
            text.append(self.text[end : match.start()])
            at += self.at[end : match.start()]
            if "keep" in pattern.groupindex:
                start, stop = match.span("keep")
                text.append(self.text[start:stop])
                at += self.at[start:stop]
            else:
                new = put if isinstance(put, str) else put(match)
                text.append(new)
                at += [self.at[match.start()]] * len(new) if match.start() < len(self.at) else []
            end = match.end()
        return Letters("".join(text) + self.text[end:], (*at, *self.at[end:]))

    def cut(self, start: int, end: int | None = None) -> Letters:
        return Letters(self.text[start:end], self.at[start:end])

    def stripped(self) -> Letters:
        """Without white space at its ends, and with single blanks within."""
        kept = self.sub(_WHITE, " ")
        start = len(kept.text) - len(kept.text.lstrip())
        return kept.cut(start, max(start, len(kept.text.rstrip())))

    def columns(self) -> tuple[tuple[int, int], ...]:
        """Where the text goes on in the file: an offset and its column, for every jump."""
        jumps = [(0, self.at[0] if self.at else 1)]
        for offset in range(1, len(self.at)):
            if self.at[offset] != self.at[offset - 1] + 1:
                jumps.append((offset, self.at[offset]))
        return tuple(jumps)


_WHITE = re.compile(r"\s+")


def letters(text: str) -> Letters:
    """A line of a file, nothing taken off yet."""
    return Letters(text, tuple(range(1, len(text) + 1)))
