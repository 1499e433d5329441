"""Marks that a text has before the items of its lists, where they are none that everybody knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

# The marks that everybody knows.
SIGNS = "•·●○▪‣►➢▸▹▷▶◦∙◾◼■□◆◇❖✦✧✓✔➤➔→➜⁃☐☑□"
# A few signs before a word or a number; or the letter that a word processor's small circle becomes.
_MARK = re.compile(r"^(\s*)([^\w\s]{1,4}|[ox](?=\s+[\dA-ZÀ-Þ]))\s+(?=\S)")
# What opens or ends a sentence, heads a part, rules a line, belongs to a number, or is known: no mark of a text's own.
_KNOWN = re.compile(rf"[-–—−±×€£$%°*#=>|§_/.,:;?!…'\"“”„‘’‚«»‹›()\[\]{{}}<\u2500-\u257f{SIGNS}]+")
_ARROW = re.compile(r"[-–—=~>]+>")
# So many lines of a list have it, two of them so near.
_LINES = 3
_NEAR = 4


def usual(lines: Sequence[str]) -> list[str]:
    """The lines with a hyphen in the place of each mark of the text's own."""
    own = _own(lines)
    return [_MARK.sub(r"\1- ", line, count=1) if _mark(line) in own else line for line in lines]


def _own(lines: Iterable[str]) -> frozenset[str]:
    at: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        if mark := _mark(line):
            at.setdefault(mark, []).append(number)
    return frozenset(
        mark
        for mark, numbers in at.items()
        if len(numbers) >= _LINES and any(b - a <= _NEAR for a, b in pairwise(numbers))
    )


def _mark(line: str) -> str:
    match = _MARK.match(line)
    if match is None or (_KNOWN.fullmatch(match.group(2)) and not _ARROW.fullmatch(match.group(2))):
        return ""
    return match.group(2)
