"""Tables to sentences: a row of cells says little until its heading is said with it."""

from __future__ import annotations

import re

from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.tokens import tokens

_RULE = re.compile(r"^\s*\|?[\s|:\-=]*$")
# A count, alone or before more words; not the first of several numbers.
_COUNT = re.compile(r"(\d{1,3})(?=$|:\s|[,;(–-]\s*[^\W\d]|\s\()")
# A longer cell is a sentence of its own and needs no heading.
_SHORT = 6


def rewritten(lines: list[str], lexicon: Lexicon) -> dict[int, str]:
    """The rows that read better as a sentence, by line number: counts first, short cells with their heading."""
    out: dict[int, str] = {}
    header: list[str] = []
    for number, raw in enumerate(lines, 1):
        if not raw.strip().startswith("|"):
            header = []
            continue
        if _RULE.match(raw):
            continue
        cells = [c.strip() for c in raw.strip().strip("|").split("|")]
        following = lines[number] if number < len(lines) else ""
        if not header and following.strip().startswith("|") and _RULE.match(following):
            header = [_title(c, lexicon) for c in cells]
            continue
        sentence = _counted(cells) or _headed(cells, header)
        if sentence:
            out[number] = sentence
    return out


def _title(cell: str, lexicon: Lexicon) -> str:
    """A heading without its dots; one that names gain and loss says nothing about a row."""
    words = [t.key for t in tokens(cell) if t.kind == "word"]
    meant = {term.concept for w in words for term in lexicon.starting(w)}
    return "" if "lose" in meant else cell.strip(" .…:")


def _counted(cells: list[str]) -> str:
    """`board | 1 | with a palm` is `1 board, with a palm`; what stands behind a count goes on behind the thing."""
    if len(cells) < 2 or any(c.isdigit() for c in cells[0]) or not (count := _COUNT.match(cells[1])):
        return ""
    thing = f"{count.group(1)} {cells[0]}{cells[1][count.end() :]}"
    return ", ".join([thing, *(c for c in cells[2:] if c)])


def _headed(cells: list[str], header: list[str]) -> str:
    if not header or len(header) != len(cells) or len(cells) < 2:
        return ""
    if cells[0].isdigit() and not cells[1].isdigit():
        return ""  # the count stands first already
    parts = []
    for title, cell in zip(header, cells, strict=True):
        known = title and title.split()[0].lower()[:4] in cell.lower()
        short = cell and len(cell.split()) <= _SHORT
        parts.append(f"{title} {cell}" if title and short and not known else cell)
    return ", ".join(p for p in parts if p)
