"""Initials: the large first letter of a paragraph, around which its first lines are set."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from statistics import median

from camelrules.text.pdf.glyphs import Glyph

# An initial is so much larger than the text, and has so many of its lines beside it.
_LARGER = 1.6
_LINES = 2
# In heights of the text: its lines begin no farther from the initial, and its neighbours in a heading no closer.
_BESIDE = 1.3
_APART = 0.9
# More letters of that size have a title, or a page of headings.
_MANY = 40
# Words have so much room between them; a sign that no text has marks what stands behind a larger letter.
_ROOM = 0.2
_BEHIND = "\x00"
# Letters that are words by themselves in one of the languages that are written in Latin letters.
_WORDS = frozenset("AÀEÈÉIOÔUYÓ")


def with_initials(glyphs: Sequence[Glyph], words: Container[str] = ()) -> list[Glyph]:
    """The glyphs of a page, with each initial set in front of the line that it begins, by the `words` of the text."""
    if not glyphs:
        return []
    size = median(g.size for g in glyphs)
    large = [g for g in glyphs if g.size >= _LARGER * size and not g.text.isspace()]
    out = list(glyphs)
    for initial in [g for g in large if g.text.isupper()][:_MANY]:
        first = _first_beside(initial, [g for g in glyphs if g.size < initial.size / _LARGER * 1.01], size)
        if first is not None and not any(_neighbours(initial, g) for g in large):
            at = out.index(initial)
            apart = 0.3 * first.size if _stands_alone(initial, first, glyphs, words) else 0.0
            right = first.left - apart
            # As wide as a letter of its line, which does not begin at the margin as other paragraphs do.
            left = right - first.size / initial.size * (initial.right - initial.left)
            out[at] = replace(initial, left=left, right=right, base=first.base, size=first.size, bold=first.bold)
    return out


def _neighbours(one: Glyph, other: Glyph) -> bool:
    """Whether two large letters stand in one word or line."""
    if one is other or abs(one.base - other.base) > 0.3 * one.size:
        return False
    return max(one.left - other.right, other.left - one.right) < _APART * one.size


def _first_beside(initial: Glyph, small: Sequence[Glyph], size: float) -> Glyph | None:
    """The first letter of the highest line that begins beside an initial; none where there are too few lines."""
    beside = [
        g
        for g in small
        if not g.text.isspace()
        and initial.right - 0.3 * size < g.left < initial.right + _BESIDE * size
        and initial.base - initial.size < g.base <= initial.base + 0.3 * size
    ]
    firsts: list[Glyph] = []
    for glyph in sorted(beside, key=lambda g: (g.base, g.left)):
        if not firsts or glyph.base - firsts[-1].base > 0.5 * size:
            firsts.append(glyph)
    return firsts[0] if len(firsts) >= _LINES else None


def _stands_alone(initial: Glyph, first: Glyph, glyphs: Sequence[Glyph], words: Container[str]) -> bool:
    """Whether an initial is a word by itself: the rest is one that the text has, and both together are none."""
    if initial.text not in _WORDS:
        return False
    line = sorted((g for g in glyphs if abs(g.base - first.base) < 0.1 * first.size), key=lambda g: g.left)
    rest = re.match(r"\w+", _written(line[line.index(first) :]))
    return rest is not None and rest[0].lower() in words and initial.text.lower() + rest[0].lower() not in words


def words_of(pages: Iterable[Sequence[Glyph]]) -> frozenset[str]:
    """The words of a text; what stands behind an initial is no witness for where it ends."""
    texts = (_written(glyphs).lower() for glyphs in pages)
    return frozenset(word for text in texts for word in re.findall(rf"(?<!{_BEHIND})\b\w+", text))


def _written(glyphs: Sequence[Glyph]) -> str:
    """The words of glyphs as they come, some of which have no blank between them but room alone."""
    text, before = "", None
    for glyph in glyphs:
        away = before is not None and (glyph.base != before.base or glyph.left - before.right > _ROOM * glyph.size)
        larger = before is not None and before.size >= _LARGER * glyph.size
        text += (f" {_BEHIND}" if larger else " " if away else "") + glyph.text
        before = glyph
    return text
