"""Orders of stacking: which values lie on which, from bottom to top, however the layers are told.

Every number that is no count is a layer. A word of place (below, between, above) belongs to the layer beside which it
stands; the places of the layers tell whether the list was told from the bottom or from the top. Where they do not, or
where they tell both, the order is left open.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.read.language.concepts import Mention
from camelrules.read.language.tokens import BREAKS, Token
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import Found, before, numbers
from camelrules.read.values.tallies import covers, spanning

# A value and its place in the stack stand this close.
_BESIDE = 4
# What may stand between how many tickets there are of a value and the value.
_NAMING = ("token", "bet_ticket", "value", "camel", "card")
# A count, an adjective and a noun.
_NOUN = 3
_QUOTES = frozenset("«»\"“”„‘’'‹›")
_RANKS = {"down": -1, "middle": 0, "up": 1, "on": 1}
# What a ticket or stack may lie on that is no other ticket.
_GROUND = ("area", "space", "tent", "ticket_tent", "board", "table", "stack")
_COUNTED = ("token", "bet_ticket", "pyramid_ticket", "colour", "stack")


@dataclass(frozen=True, slots=True)
class _Layer:
    at: int
    value: int
    times: int


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    end: int
    rank: int


def _numbers(segment: Segment, start: int) -> list[tuple[int, Token]]:
    """The numbers behind a place; `2er` is one, though it looks like an ordinal, and the number of an item is none."""
    tokens = segment.tagged.tokens
    out = []
    for i, t in enumerate(tokens):
        named = t.kind == "ordinal" and t.text[0].isdigit() and (t.value or 0) > 1
        leads = i == 0 and len(tokens) > 1 and tokens[1].text in ".)"
        if i > start and not leads and t.value is not None and ((t.kind == "number" and not t.weak) or named):
            out.append((i, t))
    return out


def _start(segment: Segment) -> int:
    """Where the list begins: behind the last colon that two numbers follow."""
    tokens = segment.tagged.tokens
    colons = [i for i, t in enumerate(tokens) if t.text == ":" and len(_numbers(segment, i)) > 1]
    return max(colons, default=-1)


def layers(segment: Segment, start: int = -1) -> list[_Layer]:
    """The values that lie on each other, each as often as it is said to: `the two 2s`, `both of value 2`."""
    tokens = segment.tagged.tokens
    told = _numbers(segment, start)
    times: dict[int, int] = {}
    counts: set[int] = set()
    for (i, first), (j, _) in itertools.pairwise(told):
        gap = [k for k in range(i + 1, j) if tokens[k].text not in _QUOTES]
        naming = [k for k in gap if any(covers(segment, c, k) for c in _NAMING)]
        joined = all(k in segment.tagged.links or k in naming for k in gap) and j - i <= _BESIDE + 1
        if joined and i not in times and (not first.text[0].isdigit() or naming):
            times[j] = first.value or 1
            counts.add(i)
    for m in segment.get("both"):
        following = [j for j, _ in told if 0 <= j - m.end <= _BESIDE and j not in counts]
        if following and not any(tokens[k].text in BREAKS for k in range(m.end, following[0])):
            times[following[0]] = 2
            counts |= {i for i, _ in told if m.start <= i < m.end}
    found = []
    for i, token in told:
        plural = token.text.isdigit() and i + 1 < len(tokens) and tokens[i + 1].key == "s"
        if i not in counts:
            found.append(_Layer(i, token.value or 0, times.get(i, 2 if plural else 1)))
    return _without_counts(segment, found)


def _without_counts(segment: Segment, found: list[_Layer]) -> list[_Layer]:
    """The layers without the numbers that tell how many tickets, stacks or colours there are."""
    tokens = segment.tagged.tokens
    levels = [m.start for c in ("up", "down", "on") for m in segment.get(c)]
    plain = {f.start for f in before(segment, _COUNTED)}
    # "five stacks", but not "the 5 crowns the stack"
    plain -= {f.start for f in before(segment, ("stack",)) if f.end - f.start > _NOUN}
    plain = {i for i in plain if not any(abs(at - i) <= _BESIDE for at in levels)}
    plain |= {m.start - k for m in segment.get("each") for k in (1, 2) if tokens[m.start - 1].text not in BREAKS}
    digits = sum(1 for one in found if tokens[one.at].text[0].isdigit())
    at = [one.at for one in found]
    plain -= {b for a, b in itertools.pairwise(at) if b - a <= 2}  # "2, 2, 3 and 5 on each other"
    out = [one for one in found if one.at not in plain or one.times > 1]
    if digits > 1:  # a number in words beside numbers in figures is none of them
        out = [one for one in out if tokens[one.at].text[0].isdigit() or one.times > 1]
    # "a pile of 4", but not "each pile is 3, 2, 2, 5"
    stacks = [m.end for m in segment.get("stack")]
    first = out[0] if out else None
    if first and any(0 <= first.at - end <= 1 and tokens[end].text not in BREAKS for end in stacks):
        rest = sum(o.times for o in out[1:])
        if first.times == 1 and first.value == rest > 1 and not (len(out) > 1 and out[1].at - first.at <= 2):
            out.remove(first)
    return out


def _levels(segment: Segment, start: int) -> list[_Level]:
    """The words of place behind the start, several for one place as one."""
    tokens = segment.tagged.tokens
    ground = [m.start for c in _GROUND for m in segment.get(c)]
    wide = [m for c in ("bottom_to_top", "top_to_bottom") for m in segment.get(c)]
    said: list[Mention] = []
    for concept in _RANKS:
        for m in segment.get(concept):
            flat = concept == "on" and any(0 <= at - m.end <= 2 for at in ground)
            if m.start > start and not flat and not any(w.start <= m.start < w.end for w in wide):
                said.append(m)
    out: list[_Level] = []
    for m in sorted(said, key=lambda m: (m.start, -m.end)):
        rank = _RANKS[m.concept]
        last = out[-1] if out else None
        if last and m.start < last.end:
            continue
        between = tokens[last.end : m.start] if last else ()
        if last and last.rank == rank and not any(t.value is not None or t.text in BREAKS for t in between):
            out[-1] = _Level(last.start, m.end, rank)
        else:
            out.append(_Level(m.start, m.end, rank))
    return out


def _placed(segment: Segment, found: Sequence[_Layer], levels: Sequence[_Level], ahead: bool) -> list[int | None]:
    """The place of every layer; a word alone between two commas belongs to the next one if it is `ahead`."""
    tokens = segment.tagged.tokens
    cuts = [i for i, t in enumerate(tokens) if t.text in BREAKS]
    part = [sum(1 for c in cuts if c < one.at) for one in found]
    ranks: list[int | None] = [None] * len(found)
    by_part: dict[int, list[_Level]] = {}
    for level in levels:
        by_part.setdefault(sum(1 for c in cuts if c < level.start), []).append(level)
    lone: list[tuple[int, _Level]] = []
    for number, said in by_part.items():
        here = [k for k, p in enumerate(part) if p == number]
        if not here:
            lone += [(number, level) for level in said[:1]]
        elif len(here) == len(said):
            for k, level in zip(here, said, strict=True):
                ranks[k] = level.rank
        else:
            for level in said:
                k = min(here, key=lambda k: max(found[k].at - level.end, level.start - found[k].at))
                ranks[k] = level.rank
    for number, level in lone:
        earlier = [k for k, p in enumerate(part) if p < number]
        later = [k for k, p in enumerate(part) if p > number]
        choice = (later[:1] or earlier[-1:]) if ahead else (earlier[-1:] or later[:1])
        for k in choice:
            ranks[k] = level.rank if ranks[k] is None else ranks[k]
    return ranks


def _without_references(
    segment: Segment, found: list[_Layer], levels: Sequence[_Level], cuts: Sequence[int]
) -> list[_Layer]:
    """The layers without those that are only named to say what lies on them: `the 5 on the 3, the 3 on the 2`."""
    out = list(found)
    for one, other in itertools.pairwise(found):
        between = any(one.at < level.start < other.at for level in levels)
        apart = any(one.at < c < other.at for c in cuts)
        again = [o for o in out if o.value == other.value and o is not other and o is not one]
        if between and not apart and again and other in out:
            out.remove(other)
    return out


def _arranged(found: Sequence[_Layer], ranks: Sequence[int | None]) -> list[_Layer] | None:
    """The layers from bottom to top, or nothing where their places do not tell."""
    known = [r for r in ranks if r is not None]
    rising = all(a <= b for a, b in itertools.pairwise(known))
    falling = all(a >= b for a, b in itertools.pairwise(known))
    if not rising and not falling:
        whole = len(known) == len(found) == len(set(known))
        return [one for _, one in sorted(zip(known, found, strict=True), key=lambda p: p[0])] if whole else None
    if len(set(known)) > 1:
        return list(found) if rising else list(reversed(found))
    if not known or known[0] == 0:
        return None
    first, last = ranks[0] is not None, ranks[-1] is not None
    if first and last:
        return None
    upward = (known[0] > 0) != first
    return list(found) if upward else list(reversed(found))


def order(segment: Segment) -> Found | None:
    """Values from bottom to top in one sentence: `the 2s at the bottom, the 3 above, the 5 on top`."""
    start = _start(segment)
    found = layers(segment, start)
    if len(found) < 2:
        return None  # one line of a list
    if segment.get("bottom_to_top"):
        told: list[_Layer] | None = list(found)
    elif segment.get("top_to_bottom"):
        told = list(reversed(found))
    else:
        levels = _levels(segment, start)
        cuts = [i for i, t in enumerate(segment.tagged.tokens) if t.text in BREAKS]
        found = _without_references(segment, found, levels, cuts)
        told, other = (_arranged(found, _placed(segment, found, levels, ahead)) for ahead in (True, False))
        told = told if told == other else None
    values = [str(one.value) for one in (told or found) for _ in range(one.times)]
    return spanning(segment, ("" if told else "?") + ",".join(values), [one.at for one in found])


def level(segment: Segment) -> Found | None:
    """The value that one line of a list has a place for: of `the 3 on the two 2s` it is 3."""
    found = layers(segment)
    if len(found) == 2 and _lies_on(segment, *found):
        found = found[:1]
    if not found:
        return next(iter(numbers(segment)), None)  # "the 5 pound ticket" looks like a count
    return Found(str(found[0].value), found[0].at, found[0].at + 1) if len(found) == 1 else None


def _lies_on(segment: Segment, one: _Layer, other: _Layer) -> bool:
    """Whether the first is said to lie on the second."""
    between = range(one.at + 1, other.at)
    raised = any(m.start in between for c in ("up", "on") for m in segment.get(c))
    lowered = any(m.start in between for m in segment.get("down"))
    return raised and not lowered and not any(segment.tagged.tokens[i].text in BREAKS for i in between)


def sequence(segment: Segment) -> Found | None:
    """The order in which tickets return: numbers from bottom to top, or as they were at the start."""
    found = order(segment)
    if found is not None:
        return found
    mentions = segment.get("preparation") or segment.get("order")
    return Found("as setup.tickets.stack_order", mentions[0].start, mentions[0].end) if mentions else None
