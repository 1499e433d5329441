"""Worked examples: rolls at the start, a camel that carries another, sums and decks."""

from __future__ import annotations

import itertools

from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.amounts import last
from camelrules.read.values.slots import FINE, OPEN, Found, after, before, numbers
from camelrules.read.values.tallies import named_colours, spanning, strong

# In a list of rolls no more than a comma and an "and" stand between two numbers.
_LISTED = 3


def start_roll(segment: Segment, dice: str) -> Found | None:
    """How many camels start on which space."""
    found = strong(segment)
    at = [i for i, _ in found]
    values = [t.value or 0 for _, t in found]
    if len(values) >= int(dice):
        # The numbers of all dice, one after the other; numbers spread over a sentence count something else.
        rolled = values[: int(dice)]
        if min(rolled) < 1 or any(b - a > _LISTED for a, b in itertools.pairwise(at[: int(dice)])):
            return None
        return spanning(segment, ",".join(f"{rolled.count(v)}x{v}" for v in sorted(set(rolled))), at)
    spaces = after(segment, ("space",)) or numbers(segment)
    named = named_colours(segment)
    if len(spaces) == 1 and named:
        return Found(f"{len(named)}x{spaces[0].value}", spaces[0].start, spaces[0].end)
    if len(spaces) == 2 and named:
        before_it = [c for i, c in named if i < spaces[0].start]
        # "1 for green, yellow and red, 3 for blue and purple"
        first_part = before_it or [c for i, c in named if i < spaces[1].start]
        rest = len(named) - len(first_part)
        text = f"{len(first_part)}x{spaces[0].value},{rest}x{spaces[1].value}"
        return Found(text, spaces[0].start, spaces[1].end)
    return None


def crazy_roll(segment: Segment, *faces: str) -> Found | None:
    """One step of the example: the number rolled, the space taken, or both."""
    counted = {f.start for f in before(segment, ("camel",))}
    found = [(i, t) for i, t in strong(segment) if i not in counted]
    on_dice = {int(f) for f in faces}
    spaces = {f.end - 1 for f in after(segment, ("space", "area"))}
    if spaces:
        found = [(i, t) for i, t in found if i in spaces or t.value in on_dice]
    else:
        spaces = {i for i, t in found if t.value is not None and t.value > 3 * max(on_dice)}
        found = [(i, t) for i, t in found if i in spaces or t.value in on_dice]
    return spanning(
        segment, " ".join(f"s{t.value}" if i in spaces else f"d{t.value}" for i, t in found), [i for i, _ in found]
    )


def crazy_rolls(values: list[str]) -> str:
    parts = " ".join(values).split()
    spaces = [p[1:] for p in parts if p[0] == "s"]
    rolled = [p[1:] for p in parts if p[0] == "d"]
    return ",".join(f"{d}x{s}" for d, s in zip(rolled, spaces, strict=False))


def carrying(segment: Segment) -> Found | None:
    """The example of a camel that carries another: who, how far, whom."""
    named = _led(segment)
    found = before(segment, ("space",)) or numbers(segment)
    if len(named) < 2 or not found:
        return None
    return Found(f"{named[0][1]} {found[0].value} {named[1][1]}", found[0].start, found[0].end)


def _led(segment: Segment) -> list[tuple[int, str]]:
    """The colours named, who carries before whom: `carrying green, purple moves`."""
    named = named_colours(segment)
    led = len(named) > 1 and any(0 <= named[0][0] - m.end <= 2 for m in segment.get("carry"))
    # "with green on its back, purple moves", but not "purple, on its back green, moves"
    tokens = segment.tagged.tokens
    riding = [m for c in ("back_of", "up", "on") for m in segment.get(c)] if not segment.get("carry") else []
    led |= len(named) > 1 and any(
        named[0][0] < m.start < named[1][0] and not any(t.text in BREAKS for t in tokens[named[0][0] : m.start])
        for m in riding
        if not any(v.start < m.start for v in segment.get("move"))
    )
    return [named[1], named[0], *named[2:]] if led else named


def joining(segment: Segment) -> Found | None:
    """The example of a unit that lands on a camel: who, how far, with whom."""
    named = _led(segment)
    tokens = segment.tagged.tokens
    counted = [f for f in before(segment, ("space",)) if not tokens[f.start].weak]
    there = [m for c in ("occupied", "end_move") for m in segment.get(c)]
    if named and not counted and any(0 <= named[0][0] - m.end <= 3 for m in there):
        return Found(FINE, named[0][0], named[0][0] + 1)  # "their move ends on a space taken by yellow"
    found = counted or before(segment, ("space",)) or numbers(segment)
    if len(named) < 2 or not found:
        return None
    # Where the sentence ends before the landing, the next one tells of it.
    onto = f" {named[2][1]}" if len(named) > 2 else OPEN
    return Found(f"{named[0][1]} {found[0].value} {named[1][1]}{onto}", found[0].start, found[0].end)


def total_of(segment: Segment) -> Found | None:
    """The total of a worked example, checked against its terms where they are given."""
    total = last(segment)
    if total is None:
        return None
    amounts = [int(f.value) for f in before(segment, ("pound",)) if f.start < total.start]
    tokens = segment.tagged.tokens
    if len(amounts) < 4:
        amounts = []
        sign = 1
        for i in range(total.start):
            if (tokens[i].kind == "number" and not tokens[i].weak and i and tokens[i - 1].text in "+-−–") or starts_sum(
                segment, i
            ):
                amounts.append(sign * (tokens[i].value or 0))
            sign = -1 if tokens[i].text in "-−–" else 1
    if len(amounts) >= 4 and sum(amounts) != int(total.value):
        return Found(f"~{total.value} as the sum of {sum(amounts)}", total.start, total.end)
    return total


def starts_sum(segment: Segment, at: int) -> bool:
    tokens = segment.tagged.tokens
    return tokens[at].kind == "number" and at + 1 < len(tokens) and tokens[at + 1].text == "+"


def signed(segment: Segment) -> Found | None:
    """All amounts of an example, with their signs."""
    found = strong(segment)
    return spanning(segment, ",".join(str(t.value) for _, t in found), [i for i, _ in found])


def distinct(values: list[str]) -> str:
    return ",".join(dict.fromkeys(p for v in values for p in v.split(",")))
