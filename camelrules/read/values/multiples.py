"""Lists in which a word says how often a number is there: `once 5, once 3, twice 2`, `1, 2 and 3 twice each`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.read.language.tokens import Token
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import Found
from camelrules.read.values.tallies import ranged_row, spanning

# What parts one list from another; a comma does not.
_STOPS = frozenset("();:[]–—")
# So many words may stand between a word for `twice` and the number that it counts.
_NEAR = 4
# A word of so few letters says nothing of its own.
_SMALL = 3


@dataclass(slots=True)
class _Mark:
    """A word for how often; what it counts."""

    start: int
    end: int
    often: int | None


def multiples(segment: Segment, told: Sequence[tuple[int, int]]) -> Found | None:
    """Each of some numbers as often as the sentence says; `?` before it where that can be read in two ways."""
    tokens = segment.tagged.tokens
    marks = _marks(segment)
    if not marks:
        return None
    inside = {i for m in marks for i in range(m.start, m.end)}
    inside |= {m.end for m in segment.get("each") if m.end < len(tokens) and tokens[m.end].value == 1}  # "each one"
    numbers = [(i, v) for i, v in told if i not in inside]
    low = max((i for i in range(marks[0].start) if tokens[i].text in _STOPS), default=-1)
    stops = (i for i in range(marks[-1].end, len(tokens)) if tokens[i].text in _STOPS)
    high = min(stops, default=len(tokens))
    ahead = [n for n in numbers if low < n[0] < marks[0].start]
    behind = [_behind(numbers, m, following, high) for m, following in zip(marks, [*marks[1:], None], strict=True)]
    if all(behind) and behind[0][0][0] - marks[0].end < _NEAR:
        return _counted_before(segment, marks, behind, ahead)
    if len(marks) > 1 and ahead and behind[-1] == []:
        # "a 1 twice, a 2 twice and a 3 twice"
        return _counted_behind(segment, marks, [ahead, *behind[:-1]])
    if len(marks) == 1 and len(ahead) > 1 and marks[0].start - ahead[-1][0] <= 2 * _NEAR:
        return _counted_behind(segment, marks, [ahead])
    return None


def _behind(numbers: list[tuple[int, int]], mark: _Mark, following: _Mark | None, high: int) -> list[tuple[int, int]]:
    stop = following.start if following else high
    return [n for n in numbers if mark.end <= n[0] < stop]


def _marks(segment: Segment) -> list[_Mark]:
    tokens = segment.tagged.tokens
    found = sorted(
        (m for c in ("half", "times", "once") for m in segment.get(c)), key=lambda m: (m.start, m.start - m.end)
    )
    out: list[_Mark] = []
    for m in found:
        values = [t.value for t in tokens[m.start : m.end] if t.value]
        often = values[0] if values else {"half": 2, "once": 1}.get(m.concept)
        if out and m.start < out[-1].end:
            out[-1].often = out[-1].often or often
        else:
            out.append(_Mark(m.start, m.end, often))
    return out


def _counted_before(
    segment: Segment, marks: list[_Mark], groups: list[list[tuple[int, int]]], ahead: list[tuple[int, int]]
) -> Found | None:
    """`once 5, once 3, twice 2`; what stands before the first such word is there once."""
    spread = [v for _, v in ahead]
    at = [i for i, _ in ahead]
    for mark, group in zip(marks, groups, strict=True):
        for often, i, value in _with_counts(segment.tagged.tokens, mark.often, ranged_row(segment, group)):
            if often is None:
                return spanning(segment, "?" + ",".join(str(v) for _, v in group), [*at, i])
            spread += [value] * often
            at.append(i)
    doubt = "?" if ahead and any(len(g) > 1 for g in groups) else ""
    return spanning(segment, doubt + ",".join(map(str, spread)), at) if len(at) > 1 else None


def _counted_behind(segment: Segment, marks: list[_Mark], groups: list[list[tuple[int, int]]]) -> Found | None:
    """`1, 2 and 3 twice each`."""
    spread: list[int] = []
    at: list[int] = []
    for mark, group in zip(marks, groups, strict=True):
        if mark.often is None or not group:
            return None
        spread += [v for _, v in ranged_row(segment, group) for _ in range(mark.often)]
        at += [i for i, _ in group]
    return spanning(segment, ",".join(map(str, spread)), at)


def _with_counts(
    tokens: Sequence[Token], often: int | None, group: list[tuple[int, int]]
) -> list[tuple[int | None, int, int]]:
    """The numbers of one group with their counts; a count in words may stand for the word: `and two a 3`."""
    out: list[tuple[int | None, int, int]] = []
    k = 0
    while k < len(group):
        i, value = group[k]
        if k + 1 < len(group) and not tokens[i].text.isdigit() and tokens[group[k + 1][0]].text.isdigit():
            j = group[k + 1][0]
            if j - i <= 2 and all(len(tokens[n].key) <= _SMALL and tokens[n].kind == "word" for n in range(i + 1, j)):
                out.append((value, j, group[k + 1][1]))
                k += 2
                continue
        out.append((often, i, value))
        k += 1
    return out
