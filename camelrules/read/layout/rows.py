"""Which lines of a file begin a row of a list, number a step, or only say on which page something stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from camelrules.read.language.lexicon import Lexicon

# An amount that was torn from the colon before it: "the fourth:" and "2. All others" on the next line.
AMOUNT = re.compile(r"\d{1,2}\s?[.;,](?!\d)")
_COUNT = re.compile(r"^\s*\d{1,2}\s+[^\W\d_]+")
_WORD = re.compile(r"^\s*([^\W\d_]+)\s")
# So far from its end a row of a table of contents has its dots.
_TAIL = 200
# Dots and a page number: a row of a table of contents.
_CONTENTS = re.compile(r"(?:\.{4,}|…{2,}|(?:\. ){4,})[\s|]*(\d{0,3})[\s|]*$")
# So many lines of a paragraph that begin with a count are a list.
_SEVERAL = 3
# Labels of steps, in three manners. A sentence follows that begins with a capital letter and has several words.
_SENTENCE = r"(?=[^\W\d_a-zß-ÿ][^:=]{12})"
_LABELS = (
    re.compile(r"^\s*[\[<{](\d{1,2})[\]>}]\s*" + _SENTENCE),
    re.compile(r"^\s*(\d{1,2})\s?[ºª°](?:\s?[-–—.):])?\s+" + _SENTENCE),
    re.compile(r"^\s*(\d{1,2})\s+[|│¦]\s+" + _SENTENCE),
)
# Articles and the like are no longer than this.
_LITTLE = 3
# What ends a row of a list.
_STOPS = frozenset('.,;:!?)]»”"')
# So many columns the right margin may be off.
_SLACK = 4
# A line that fills less of the width than this had room for the next word.
_ROOM = 0.85


def item_lines(lines: list[str], width: int, lexicon: Lexicon) -> set[int]:
    """Line numbers that begin an item with a count: one of several in a paragraph, or one that had room above."""
    out: set[int] = set()
    run: list[int] = []
    spelled: list[int] = []  # those that begin with a count in words too, of so many lines
    length = 0
    for number, line in enumerate([*lines, ""], 1):
        if not line.strip():
            if len(run) >= _SEVERAL:
                out.update(run)
            if len(spelled) >= _SEVERAL and 2 * len(spelled) > length:
                out.update(spelled)
            run, spelled, length = [], [], 0
            continue
        length += 1
        match = _COUNT.match(line)
        first = _WORD.match(line)
        above = lines[number - 2] if number > 1 else ""
        if match or (
            first and first.group(1).lower() in lexicon.numerals and not _broken(above, first.group(1), width)
        ):
            spelled.append(number)
        if match:
            run.append(number)
            if number > 1 and len(lines[number - 2]) + len(match.group()) + 2 < width:
                out.add(number)
    return out


def _broken(above: str, word: str, width: int) -> bool:
    """Whether a line goes on with the one above it, which stops nowhere and had no room for one more word."""
    ended = not above.strip() or above.rstrip()[-1] in _STOPS
    return not ended and len(above.rstrip()) + len(word) + 1 > width - _SLACK


def row_lines(lines: list[str], width: int, lexicon: Lexicon) -> set[int]:
    """Line numbers that begin a row of a list without marks: below a lead-in, after a line that had room for more."""
    out: set[int] = set()
    lead, rows, depth = False, False, 0  # the last line ends in a colon; this one is below such a line; its indent
    head = ""  # how the first row begins: its indent and its first word
    for number, line in enumerate(lines, 1):
        text = line.rstrip()
        above = lines[number - 2].rstrip() if number > 1 else ""
        if not text:
            rows = False
            continue
        indent = len(text) - len(text.lstrip())
        under = lines[number] if number < len(lines) else ""
        amount = AMOUNT.match(text.lstrip()) and len(above) > _ROOM * width
        room = len(above) < _ROOM * width and len(above) + len(text.split()[0]) + 2 < width
        torn = lead and bool(above) and bool(amount or _hangs(above, text, under, lexicon))
        if lead and not torn and (not above or indent > depth):
            rows = True
            head = _head(text)
            out.add(number)
        elif rows and not torn and (room or (head and _head(text) == head)):
            out.add(number)
        lead, depth = text.endswith(":"), indent
    return out


def _head(line: str) -> str:
    """The indent and the first word of a line, if that is no little one."""
    first = _WORD.match(line)
    return first.group() if first and len(first.group(1)) > _LITTLE else ""


def _hangs(above: str, line: str, under: str, lexicon: Lexicon) -> bool:
    """Whether a line only goes on, in small letters and farther in, with the item above it that ends in a colon."""
    first = _WORD.match(above)
    counted = _COUNT.match(above) or (first and first.group(1).lower() in lexicon.numerals)
    indent = len(line) - len(line.lstrip())
    return bool(counted) and line.lstrip()[:1].islower() and len(under) - len(under.lstrip()) < indent


def step_labels(lines: Sequence[str]) -> dict[int, tuple[int, str]]:
    """Lines that begin with a label of their own: `[1]`, `1º -`, `1 |`: its number, and what stands behind it.

    Labels go on from 1; a place or a count does not, or says what it is worth.
    """
    out: dict[int, tuple[int, str]] = {}
    for pattern in _LABELS:
        found = [(n, m) for n, line in enumerate(lines, 1) if (m := pattern.match(line))]
        values = [int(m.group(1)) for _, m in found]
        run = [b in (a + 1, 1) for a, b in pairwise([0, *values])]
        if len(found) >= _SEVERAL and all(run):
            out |= {n: (int(m.group(1)), lines[n - 1][m.end() :]) for n, m in found}
    return out


def contents_lines(lines: list[str]) -> set[int]:
    """Numbers of lines that only say on which page something stands: most pages are later than the one before."""
    out: set[int] = set()
    run: list[int] = []
    pages: list[int] = []
    for number, line in enumerate([*lines, "end"], 1):
        match = _CONTENTS.search(line[-_TAIL:])
        if match:
            run.append(number)
            pages.append(int(match.group(1) or (pages[-1] if pages else 0)))
        elif line.strip():
            grows = sum(a <= b for a, b in pairwise(pages))
            if grows > (len(pages) - 1) / 2 or not any(pages):
                out.update(run)
            run, pages = [], []
    return out
