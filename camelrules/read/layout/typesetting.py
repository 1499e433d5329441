"""Typesetting off: boxes, ornaments, underlines, page heads and broken words, so that only words stay."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.read.layout.drawn import marked

# Letters that typesetters join, and signs that nobody sees.
_UNSEEN = {
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬀ": "ff",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "\u00ad": "",
    "\u200b": "",
    "\ufeff": "",
    "\u2060": "",
}
_SEEN = str.maketrans(_UNSEEN)
# Marks of forums; `[*]` begins an item there.
_FORUM = re.compile(
    r"\[/?(?:b|i|u|s|h\d?|size|color|colour|center|left|right|quote|list|img|url|font|title)(?:=[^\]]*)?\]", re.I
)
_FORUM_ITEM = re.compile(r"^(\s*)\[\*\]\s*")
# The frame of a box: its upper and lower edge, and what stands at both ends of a line in it.
_EDGE = re.compile(r"^\s*[+┌╔╭└╚╰├╠┏┗][\-=_─━═┄┈+┬┴┼╦╩╬]{3,}[+┐╗╮┘╝╯┤╣┓┛]?\s*$")
_FRAMED = re.compile(r"^\s*[|│║┃]\s?(.*?)\s*[|│║┃]?\s*$")
_BARS = re.compile(r"[|│║┃]")
# An upper edge with a title in it.
_TITLED = re.compile(r"^\s*[+┌╔╭├╠┏][\-=_─━═]{1,}\s*([^\s\-=_─━═+|].*?)\s*[\-=_─━═]{2,}[+┐╗╮┤╣┓]?\s*$")
# A line of a quotation that goes on from the line before it.
_QUOTED = re.compile(r"^\s*>\s+(?=\S)")
# A line that is drawn under a heading.
_UNDERLINE = re.compile(r"^\s*([=\-~^*_─━═▔‾#])\1{2,}\s*$")
# How high a heading is by what is drawn under it.
_UNDER = {"=": 1, "═": 1, "━": 1, "#": 1}
_LIGHT = 2
# Signs that set off a heading on both sides: any that are no letters, figures or stops.
_BOTH = re.compile(
    r"^\s*([^\w\s\"'“”«»()\[\]¿¡.,;:!?+|/&%$€£*#]+)\s*(\S.*?\S)\s*([^\w\s\"'“”«»()\[\].,;:!?|/&%$€£*#]+)\s*$"
)
_STARS = re.compile(r"^\s*([*]{3,}|[*](?=\s))\s*(\S.*?\S)\s*(?:\*{3,}|(?<=\s)\*)\s*$")
# A bar that stands before a heading.
_BAR = re.compile(r"^\s*[▀-▟]+\s*(?=\S)")
_BROKEN = re.compile(r"(?<![^\W\d_])([^\W\d_]++)[-‐]$")
_FIRST = re.compile(r"^(\s*)([^\W\d_]+)(\S*)\s?")
# A page number at either end of a line, far from the words, or alone.
_PAGE = re.compile(
    r"^\s*(?:(?:\d{1,3}|[-–—]\s*\d{1,3}\s*[-–—])\s{3,}(\S.{0,70})|(\S.{0,70}?)(?:\s{3,}|\s+[|•·]\s+)\d{1,3})\s*$"
)
_BARE = re.compile(
    r"^\s*(?:[-–—]\s*\d{1,3}\s*[-–—]|p(?:age|ágina|\.)\s*\d{1,3}(?:\s*(?:/|of|de|sur)\s*\d{1,3})?)\s*$", re.I
)
# Two short things far apart on one line: what stands at the head of every page.
_APART = re.compile(r"^\s*(\S.{0,40}?)\s{8,}(\S.{0,40})$")
# So often a line comes that belongs to the page and not to the text.
_OFTEN = 3
# No heading has more words, nor letters with what is set around it.
_TITLE = 12
_WIDEST = 300


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file without its typesetting, and how high a heading that made of it, from 1; 0 if it is none."""

    text: str
    level: int = 0


def typeset(raw: Sequence[str]) -> list[Line]:
    """The lines of a file, as many as there are, each without what only looks."""
    lines = marked([_FORUM_ITEM.sub(r"\1- ", _FORUM.sub("", line.translate(_SEEN))) for line in raw])
    lines = _unquoted(_unframed(_without_pages(lines)))
    out: list[Line] = []
    for at, line in enumerate(lines):
        under = lines[at + 1] if at + 1 < len(lines) else ""
        out.append(_line(line, under, lines[at - 1] if at else ""))
    return _mended(out)


def _line(line: str, under: str, above: str) -> Line:
    """One line with its ornaments off."""
    # Looking for ornaments on both sides takes the square of the length.
    match = (_BOTH.match(line) or _STARS.match(line)) if len(line) <= _WIDEST else None
    if match and _title(match.group(2)) and (_ornament(match.group(1)) or _mirrored(match)):
        return Line(match.group(2), 1)
    if _UNDERLINE.match(under) and _title(line.strip()) and (not above.strip() or _UNDERLINE.match(above)):
        return Line(line, _UNDER.get(under.strip()[0], _LIGHT))
    return Line(_BAR.sub("", line))


def _ornament(signs: str) -> bool:
    """Whether signs before a line are drawn, and no bullet: a bar or a corner, or several of them."""
    return len(signs.strip()) > 1 or unicodedata.name(signs.strip()[0], "").startswith(("BOX DRAWINGS", "BLACK STAR"))


def _mirrored(match: re.Match[str]) -> bool:
    """Whether one and the same sign stands apart on both sides of a line: `— Setup —`."""
    line = match.group().strip()
    same = match.lastindex == 3 and match.group(1) == match.group(3)
    return same and line[1:2].isspace() and line[-2].isspace()


def _title(text: str) -> bool:
    return 0 < len(text.split()) <= _TITLE and any(c.isalpha() for c in text) and text[-1] not in ".,;"


def _without_pages(lines: list[str]) -> list[str]:
    """Without page numbers, and without what stands at the head or foot of every page."""
    heads = Counter(_head(line) for line in lines)
    return ["" if _BARE.match(line) or ((h := _head(line)) and heads[h] >= _OFTEN) else line for line in lines]


def _head(line: str) -> str:
    """What a line has in common with the same line of another page."""
    match = _PAGE.match(line) or _APART.match(line)
    return " ".join((match.group(1) or match.group(2)).split()) if match else ""


def _unframed(lines: list[str]) -> list[str]:
    """Boxes without their frames; a table has several cells in a row and stays."""
    out = list(lines)
    start: int | None = None
    for at, line in enumerate(lines):
        titled = _TITLED.match(line) if len(line) <= _WIDEST else None
        if titled or _EDGE.match(line):
            if start is not None:
                inside = range(start + 1, at)
                if all(len(_BARS.findall(lines[i])) <= 2 for i in inside):
                    for i in inside:
                        if match := _FRAMED.match(lines[i]):
                            out[i] = match.group(1)
                    named = _TITLED.match(lines[start])
                    out[start] = named.group(1) if named else ""
                    out[at] = ""
                elif not _TITLED.match(lines[start]):
                    out[start] = out[at] = ""
            start = at
        elif not _FRAMED.match(line):
            start = None
    return out


def _unquoted(lines: list[str]) -> list[str]:
    """Quotations without the marks of the lines that go on with a sentence."""
    out = list(lines)
    for at in range(1, len(lines)):
        mark = _QUOTED.match(lines[at])
        if mark and _QUOTED.match(lines[at - 1]) and lines[at][mark.end()].islower():
            out[at] = lines[at][mark.end() :]
    return out


def _mended(lines: list[Line]) -> list[Line]:
    """Words that were broken at the end of a line are whole again, on the line where they begin."""
    texts = [line.text for line in lines]
    # From the start of a word only: a search from each of its letters takes the square of its length.
    whole = " ".join(texts).lower()
    known = set(re.findall(r"(?<![^\W\d_])[^\W\d_]+-[^\W\d_]+", whole))
    ends = [bool(_BROKEN.search(text.rstrip())) for text in texts]
    # Without the halves themselves.
    left = (_FIRST.sub("", t) if after else t for t, after in zip(texts, [False, *ends], strict=False))
    words = set(re.findall(r"[^\W\d_]+", " ".join(_BROKEN.sub("", text.rstrip()) for text in left).lower()))
    for at in range(len(texts) - 1):
        text = texts[at]
        broken = _BROKEN.search(text.rstrip())
        rest = _FIRST.match(texts[at + 1])
        if not broken or not rest or not rest.group(2)[0].islower() or len(broken.group(1)) < 2:
            continue
        first, second = broken.group(1).lower(), rest.group(2).lower()
        # Two words of the text that it never writes as one were joined by this hyphen.
        compound = first + second not in words and {first, second} <= words
        hyphen = "-" if compound or f"{first}-{second}" in known else ""
        texts[at] = text.rstrip()[:-1] + hyphen + rest.group(2) + rest.group(3)
        texts[at + 1] = rest.group(1) + texts[at + 1][rest.end() :]
    return [Line(text, line.level) for text, line in zip(texts, lines, strict=True)]
