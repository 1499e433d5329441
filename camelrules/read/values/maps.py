"""Maps from the number on a die to a space."""

from __future__ import annotations

import itertools
from collections.abc import Container

from camelrules.read.language.tokens import Token
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import Found, after, before
from camelrules.read.values.tallies import spanning, strong

# Numbers of one list have at most an "and" and a comma between them.
_APART = 4


# A word of so few letters is an article or the like.
_SMALL = 3

# A pair of which it is not said which of the two is the space.
_UNSAID = ">"
_SAID = "->"
_TURNED = "<-"


def mapping(segment: Segment) -> Found | None:
    """Die numbers to spaces: `a 1 puts it on space 9`."""
    spaces = {f.end - 1: f for f in after(segment, ("space", "area"))}
    counted = {f.start for f in before(segment, ("camel", "die")) if _adjoins(segment, f)}
    for f in after(segment, ("space", "area")):
        if segment.tagged.tokens[f.start].kind == "ordinal":
            spaces[f.start] = f
    # "on spaces 1, 2 or 3, as their dice say": the last number of the row counts no dice
    numbered = [i for i, _ in strong(segment)]
    counted -= {b for a, b in itertools.pairwise(numbered) if b - a <= 2}
    counted -= set(spaces)  # "from space 1 if its die shows 1"
    counted |= {
        i for c in ("either", "both") for m in segment.get(c) for i in range(m.start, m.end)
    }  # "one of the two"
    # "the first, the second or the third space": one word for a list of ordinals
    ordinal = any(t.kind == "ordinal" and i in spaces for i, t in strong(segment, ordinals=True))
    found = [
        (i, t)
        for i, t in strong(segment, ordinals=ordinal)
        if i not in counted and (t.kind == "number" or i in spaces or _listed(segment, i, spaces))
    ]
    on_space = [(i, t) for i, t in found if i in spaces or t.kind == "ordinal"]
    on_die = [(i, t) for i, t in found if i not in spaces and t.kind == "number"]
    if not on_space and not on_die:
        return None
    at = [i for i, _ in found]
    if not segment.get("space") and not segment.get("area"):
        # "a 2 on 8": the word for a space was said before
        values = [t.value or 0 for _, t in on_die]
        if len(values) > 3 and len(values) % 2 == 0:
            return spanning(segment, ",".join(_by_die(values)), at)
        return spanning(segment, f"{values[0]}{_UNSAID}{values[1]}", at) if len(values) == 2 else None
    once = list({t.value: (i, t) for i, t in reversed(on_die)}.values())[::-1]
    if len(on_die) > len(on_space) == len(once):
        on_die = once  # "a 1 on the first space (the one with flag 1)"
    if len(on_space) == 1 and len(on_die) > 1 and on_die[0][0] > on_space[0][0] and _row(segment, found):
        # `space 1, 2 or 3`: one word for a list of spaces
        on_space, on_die = on_space + on_die, []
    pairs_told = _alternating(found, set(spaces))
    arrow = _SAID
    if pairs_told:
        listed = [f"{d}{_SAID}{s}" for d, s in pairs_told]
    elif on_space and on_die:
        listed = [f"{d.value}{_SAID}{s.value}" for (_, d), (_, s) in zip(on_die, on_space, strict=False)]
        known = {v.value for _, v in [*on_die[: len(on_space)], *on_space]}
        same = len(listed) == 1 and on_die[0][1].value == on_space[0][1].value
        rest = [d.value for _, d in on_die[len(on_space) :] if d.value not in known]
        listed += [f"{d}{_SAID}{d if same else '?'}" for d in rest]
        if len(on_die) == len(on_space) == 1 and on_space[0][0] < on_die[0][0]:
            arrow = _TURNED
            listed = [f"{on_space[0][1].value}{arrow}{on_die[0][1].value}"]
    else:
        listed = [f"{t.value}{_SAID}{t.value}" for _, t in on_space or on_die]
    return spanning(segment, ",".join(dict.fromkeys(listed)), at)


def _adjoins(segment: Segment, found: Found) -> bool:
    """Whether a number counts what follows it: `2 crazy camels`, but not `with a 2 the crazy camel`."""
    tokens = segment.tagged.tokens
    named = [m.start for c in ("camel", "die") for m in segment.get(c) if m.end == found.end]
    return not tokens[found.start].text.isdigit() or all(
        len(tokens[i].key) > _SMALL and i not in segment.tagged.links
        for i in range(found.start + 1, min(named, default=found.end))
    )


def _by_die(values: list[int]) -> list[str]:
    """Pairs of which nothing but their order tells which is the die: its numbers go on from 1."""
    for dice, places in ((values[0::2], values[1::2]), (values[1::2], values[0::2])):
        if sorted(dice) == list(range(1, len(dice) + 1)) and sorted(places) != sorted(dice):
            return [f"{d}{_SAID}{s}" for d, s in zip(dice, places, strict=True)]
    return [f"{a}{_UNSAID}{b}" for a, b in zip(values[0::2], values[1::2], strict=True)]


def _listed(segment: Segment, at: int, spaces: Container[int]) -> bool:
    """Whether an ordinal stands in one list with that of a space: `the first, second or third space`."""
    row = [i for i, t in enumerate(segment.tagged.tokens) if t.kind == "ordinal" and 0 <= i - at <= 2 * _APART]
    return any(i in spaces for i in row)


def _row(segment: Segment, found: list[tuple[int, Token]]) -> bool:
    """Whether nothing but signs and a word stand between the numbers."""
    return all(b - a <= _APART for (a, _), (b, _) in itertools.pairwise(found))


def joined(values: list[str]) -> str:
    """The pairs of one or several sentences in the order of the die; one that is told again counts once.

    A pair that does not say which of its numbers is the space is told as the one before it.
    """
    pairs: dict[str, str] = {}
    turned: bool | None = None
    for one in (p for v in values for p in v.split(",")):
        if _TURNED in one or _SAID in one:
            turned = _TURNED in one
            first, last = one.split(_TURNED if turned else _SAID)
        else:
            first, last = one.split(_UNSAID)
        if turned is None:
            return "?" + one.replace(_UNSAID, _SAID)
        die, space = (last, first) if turned else (first, last)
        if pairs.get(die, space) != space:
            return "?" + ",".join(f"{d}{_SAID}{s}" for d, s in [*pairs.items(), (die, space)])
        pairs[die] = space
    told = sorted(pairs.items(), key=lambda p: int(p[0]) if p[0].isdigit() else 0)
    return ",".join(f"{d}{_SAID}{s}" for d, s in told)


def _alternating(found: list[tuple[int, Token]], spaces: set[int]) -> list[tuple[int, int]]:
    """Pairs of die and space where `space` is said only once: `a 1 on space 9, a 2 on 8, a 3 on 7`."""
    at = [i for i, _ in found]
    values = [t.value or 0 for _, t in found]
    named = [i in spaces for i in at]
    if len(values) < 4 or len(values) % 2 or sum(named[:2]) != 1 or sum(named) == len(values) // 2:
        return []
    if values[0] == values[1] and values[1:] == list(range(values[1], values[1] + len(values) - 1)):
        return []  # "a 1 starts on space 1, and likewise for 2 and 3"
    dice, places = (values[0::2], values[1::2]) if named[1] else (values[1::2], values[0::2])
    later = named[3::2] if named[1] else named[2::2]
    other = named[2::2] if named[1] else named[3::2]
    if any(other) or all(later):
        return []
    return list(zip(dice, places, strict=True))
