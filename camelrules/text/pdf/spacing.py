"""Letter-spacing: headings whose letters stand so far apart that each would be a word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from camelrules.text.pdf.glyphs import Glyph

# So many gaps before and after a letter tell how its neighbours are spaced, and so many of them are needed.
_NEAR = 8
_FEW = 4
# Where letters are set apart, hardly any touch: pairs such as AV.
_SHARE = 0.12
# In heights of the font: a wider gap is none between the letters of a word, and a narrower one is nothing special.
_WIDE = 0.6
_LITTLE = 0.03
# Numbers and signs may stand in a row, each for itself; letters hardly do.
_LETTERS = 0.75


def letter_spacing(row: Sequence[Glyph]) -> list[float]:
    """How much farther than usual each glyph of a row is from the one before, as its neighbours are."""
    out = [0.0] * len(row)
    pairs = enumerate(pairwise(row), 1)
    gaps = [(at, b.left - a.right) for at, (a, b) in pairs if not a.text.isspace() and not b.text.isspace()]
    if not any(gap > _LITTLE * row[at].size for at, gap in gaps):
        return out
    for n, (at, _) in enumerate(gaps):
        near = gaps[max(0, n - _NEAR) : n + _NEAR + 1]
        close = [gap for k, gap in near if gap < _WIDE * row[k].size]
        usual = median(close) if len(close) >= _FEW else 0.0
        # Among words of a letter or two most gaps are wide, but not nearly all.
        touching = sum(gap <= _LITTLE * row[at].size for gap in close)
        letters = sum(row[k].text.isalpha() for k, _ in near)
        if touching <= _SHARE * len(close) and usual > 0 and letters >= _LETTERS * len(near):
            out[at] = usual
    return out
