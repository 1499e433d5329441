"""How far a die moves a camel, and how many dice of how many are out."""

from __future__ import annotations

import itertools

from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import OPEN, Found, before
from camelrules.read.values.tallies import spanning, strong

# "The fifth and last die": the place stands so close before the die.
_NEARBY = 3
# So many dice at most are left over, where that is how the end of a leg is told.
_FEW = 2


def steps(segment: Segment) -> Found | None:
    """How far a die moves a camel, where the numbers of the die are named; the first may look like an article."""
    counted = {f.start for f in before(segment, ("die", "camel"))}
    found = [(i, t) for i, t in strong(segment) if i not in counted]
    if not found:
        return None
    tokens = segment.tagged.tokens
    first = found[0][0]
    before_it = tokens[first - 2] if first > 1 else None
    if len(found) == 1 and before_it is not None and before_it.weak and len(tokens[first - 1].key) <= 1:
        # "from one to three", where the small word is a single letter: `de une à trois`, `de uma a três`
        named = range(before_it.value or 1, (found[0][1].value or 0) + 1)
        return Found(",".join(map(str, named)), first - 2, first + 1)
    if len(found) == 2 and found[1][0] - first == 2 and (found[1][1].value or 0) - (found[0][1].value or 0) > 1:
        # "from 1 to 3"
        low, high = (t.value or 0 for _, t in found)
        return spanning(segment, ",".join(map(str, range(low, high + 1))), [i for i, _ in found])
    # "one, two or three", "by one, by two or by three"
    near = [i for i in range(max(0, first - 3), first) if i >= first - 2 or tokens[i + 1].text == ","]
    lead = [(i, tokens[i]) for i in near if tokens[i].weak and len(found) > 1]
    return spanning(segment, ",".join(str(t.value) for _, t in lead + found), [i for i, _ in found])


def of(segment: Segment) -> Found | None:
    """So many of so many: `5 of the 6 dice`, `all five dice`, `the last of the 5 dice`."""
    tokens = segment.tagged.tokens
    found = strong(segment)
    dice = before(segment, ("die",))
    if kept := _kept_inside(segment):
        return kept
    for (a, first), (b, second) in itertools.pairwise(found):
        if b - a <= 4 and not any(t.text in BREAKS for t in tokens[a + 1 : b]):
            # "of the six dice five are out"
            low, high = sorted((first.value or 0, second.value or 0))
            return Found(f"{low} of {high}", a, b + 1)
    for a, nth in enumerate(tokens):
        if nth.kind == "ordinal":
            for b, total in found:
                if 0 < b - a <= 3 and a + 1 in segment.tagged.links and (total.value or 0) >= (nth.value or 0):
                    # "the fifth of the six dice"
                    return Found(f"{nth.value} of {total.value}", a, b + 1)
    if left := _left_over(segment, dice):
        return left
    counted = [f for f in dice if not tokens[f.start].weak]
    if not counted:
        return _nth(segment)
    number, start, end = counted[0].value, counted[0].start, counted[0].end
    beyond = [t.value for t in tokens if t.kind == "ordinal" and (t.value or 0) > int(number)]
    if beyond:
        # "five dice …; the sixth stays inside"
        return Found(f"{number} of {beyond[0]}", start, end)
    out = [(i, t.value or 0) for i, t in found if 1 < (t.value or 0) < int(number) and _nearer(segment, i)]
    if len(out) == 1:
        # "of the six dice, five are out and one is inside"
        return Found(f"{out[0][1]} of {number}", min(start, out[0][0]), max(end, out[0][0] + 1))
    whole = segment.get("all") or segment.get("last") or segment.get("each")
    return Found(f"{number} of {number}" if whole else f"{number} of{OPEN}", start, end)


def _kept_inside(segment: Segment) -> Found | None:
    """`one of the six dice stays inside`: all others are out."""
    tokens = segment.tagged.tokens
    kept = [m for c in ("stay", "inside") for m in segment.get(c)]
    for b, total in strong(segment):
        whole = total.value or 0
        for a in range(b - 1, max(-1, b - 5), -1):
            if tokens[a].text in BREAKS:
                break
            if tokens[a].kind != "number" or not 0 < (tokens[a].value or 0) < whole:
                continue
            low, high = _stretch(segment, a)
            dice = any(low <= m.start < high for m in segment.get("die"))
            # "five of the six are out and one is inside": what stays is what the nearest number counts
            here = [m for m in kept if low <= m.start < high and _last_number(segment, m.start) in (a, b, -1)]
            left = tokens[a].value or 0
            if dice and here and not _says(segment, a, "reveal") and (left == 1 or not all(m.negated for m in here)):
                return Found(f"{whole - left} of {whole}", a, b + 1)
            break
    return None


def _last_number(segment: Segment, before: int) -> int:
    """Where the last number stands before a place, in words or figures; -1 if there is none."""
    return max((i for i, t in enumerate(segment.tagged.tokens[:before]) if t.kind == "number"), default=-1)


def _left_over(segment: Segment, dice: list[Found]) -> Found | None:
    """`when a single die is left in the pyramid`: all but that one are out, however many there are."""
    kept = [m for c in ("stay", "surplus", "inside") for m in segment.get(c)]
    lonely = [m for c in ("single", "only") for m in segment.get(c)]
    if not kept or not lonely or segment.get("reveal") or any(m.negated for m in (*kept, *lonely)):
        return None
    few = [f for f in dice if 0 < int(f.value) <= _FEW]
    return Found(f"all but {few[0].value}", few[0].start, few[0].end) if len(few) == len(dice) == 1 else None


def _stretch(segment: Segment, at: int) -> tuple[int, int]:
    """The words around a place, up to a comma or the like on either side."""
    stops = [i for i, t in enumerate(segment.tagged.tokens) if t.text in BREAKS]
    low = max((i for i in stops if i < at), default=-1) + 1
    return low, min((i for i in stops if i > at), default=len(segment.tagged.tokens))


def _says(segment: Segment, at: int, concept: str) -> bool:
    """Whether the words around a place mention something."""
    low, high = _stretch(segment, at)
    return any(low <= m.start < high for m in segment.get(concept))


def _nearer(segment: Segment, at: int) -> bool:
    """Whether a number tells of what is out rather than of what is inside, by the word before it or the next."""
    if any(0 <= at - m.end <= 1 for m in segment.get("reveal")):
        return True  # "of the six dice have come out five, and one is still inside"
    told = [m for c in ("reveal", "inside", "stay") for m in segment.get(c) if m.start > at]
    return bool(told) and min(told, key=lambda m: m.start).concept == "reveal"


def _nth(segment: Segment) -> Found | None:
    """Of `when the fifth die is out` it is five dice; a die that stays is none of them."""
    tokens = segment.tagged.tokens
    if segment.get("stay") or segment.get("inside"):
        return None
    named = [m for m in segment.get("die") if m.start and tokens[m.start - 1].kind == "ordinal"]
    for m in segment.get("die"):
        at = next((i for i in range(max(0, m.start - _NEARBY), m.start) if tokens[i].kind == "ordinal"), -1)
        if at >= 0 and any(at < last.start < m.start for last in segment.get("last")):
            return Found(f"{tokens[at].value} of {tokens[at].value}", at, m.end)  # "the fifth and last die"
    return next((Found(f"{tokens[m.start - 1].value} of{OPEN}", m.start - 1, m.end) for m in named), None)
