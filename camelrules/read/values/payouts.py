"""Places and what is paid for them: `the first earns 8, the second 5`, `8 for the first, 5 for the second`.

An amount stands before its place or behind it. Which of the two is decided by the whole sentence: by what leaves no
place without an amount, then by the commas between them. Where both are possible the value is left open.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from camelrules.read.sections.segments import Segment
from camelrules.read.values.faces import last_row
from camelrules.read.values.slots import OPEN, Found
from camelrules.read.values.tallies import covers, spanning, strong

# What stands behind a number that counts things.
_COUNTED = ("card", "camel", "player", "deck", "correct")
# Words for those that come after the places named.
_LATER = ("other", "one_more")
# How much a sign parts an amount from a place.
_PARTS = {",": 1, ";": 4, ".": 4, "(": 1, ")": 2}
# A row of amounts without places has at least so many.
_ROW = 4
_WIDE = 8
_NEAR = 3
_NEXT = -1


@dataclass(frozen=True, slots=True)
class _Event:
    """A place (0 for all later ones, -1 for the next one) or an amount, and where it stands."""

    place: bool
    value: int
    at: int


@dataclass(frozen=True, slots=True)
class Payouts:
    """What is paid for each place, for all later ones, and whether another pairing is possible."""

    by_place: dict[int, tuple[int, int]]
    later: tuple[int, int] | None
    doubtful: bool = False


def payouts(segment: Segment, first: str, last: str) -> Found | None:
    """The amounts for some places."""
    told = _told(segment)
    low, high = int(first), int(last)
    found = [told.by_place[p] for p in range(low, high + 1) if p in told.by_place]
    if not found or low not in told.by_place or (high > low and len(found) < 2 and told.later is None):
        return None  # one line of a list
    # Places that are missing are told in the next sentence, unless this one has come to the later ones.
    goes_on = OPEN if len(found) < high - low + 1 and told.later is None else ""
    doubt = "?" if told.doubtful else ""
    return spanning(segment, f"{doubt}{','.join(str(a) for a, _ in found)}{goes_on}", [at for _, at in found])


def payout_after(segment: Segment, last: str) -> Found | None:
    """The amount for every place after some place."""
    told = _told(segment)
    if any(0 <= p.start - o.end <= 0 for o in segment.get("other") for p in segment.get("player")):
        return None  # "all other players" are something else
    beyond = [told.by_place[p] for p in sorted(told.by_place) if p > int(last)]
    found = told.later or (beyond[0] if beyond else None)
    if found is None:
        return None
    return Found(f"{'?' if told.doubtful else ''}{found[0]}", found[1], found[1] + 1)


def _told(segment: Segment) -> Payouts:
    events = _events(segment)
    runs = [list(g) for _, g in itertools.groupby(events, key=lambda e: e.place)]
    if not any(e.place and e.value > 0 for e in events):
        in_a_row = _row(segment, [e for e in events if not e.place])
        if in_a_row is not None:
            return in_a_row
    if not any(e.place for e in events):
        return Payouts({}, None)
    tries = [_paired(segment, runs, step) for step in (1, -1)]
    valid = [t for t in tries if t is not None]
    if not valid:
        return Payouts({}, None)
    best = min(valid, key=lambda t: t[0])
    tied = len(valid) > 1 and valid[0][0] == valid[1][0] and valid[0][1] != valid[1][1]
    by_place = {p: found for p, found in best[1].items() if p}
    return Payouts(by_place, best[1].get(0), tied)


def _row(segment: Segment, amounts: list[_Event]) -> Payouts | None:
    """`8, 5, 3 and 2 pounds in this order, and 1 each after that`: amounts without places."""
    row = last_row([(e.at, e.value) for e in amounts], _WIDE)
    if len(row) < _ROW or any(a < b for (_, a), (_, b) in itertools.pairwise(row)):
        return None
    if any(m.start < row[0][0] for m in segment.get("other")):
        return None  # "the following ones 5, 3, 2, 1": the row goes on from a sentence before
    return Payouts({n: (value, at) for n, (at, value) in enumerate(row, 1)}, None)


def _paired(segment: Segment, runs: list[list[_Event]], step: int) -> tuple[int, dict[int, tuple[int, int]]] | None:
    """Every place with the amount behind it (or before it), and by how many signs they are parted."""
    cost = 0
    out: dict[int, tuple[int, int]] = {}
    used = 0
    for at, run in enumerate(runs):
        if not run[0].place:
            continue
        other = at + step
        if not 0 <= other < len(runs):
            return None
        amounts = runs[other]
        places = [e.value for e in run]
        if places == [0] and len({e.value for e in amounts}) == 1:
            used += len(amounts) - 1  # said twice
            amounts = amounts[:1]
        if places == [_NEXT] or (places == [0] and len(amounts) > 1):
            # "then 5", "the next ones 5, 3 and 2"
            start = max((p for p in out if p), default=1) + 1
            places = list(range(start, start + len(amounts)))
        if step > 0 and other == len(runs) - 1 and len(amounts) == len(places) + 1 and 0 not in out:
            # "the fourth 2, and 1 for each of the rest"
            spare = amounts[-1].at
            if any(amounts[-2].at < m.start <= spare + _NEAR for c in ("each", "all", "any") for m in segment.get(c)):
                out[0] = (amounts[-1].value, spare)
                amounts = amounts[:-1]
                used += 1
        if len(places) != len(amounts):
            return None
        used += len(amounts)
        low, high = (run[-1].at, amounts[0].at) if step > 0 else (amounts[-1].at, run[0].at)
        cost += sum(_PARTS.get(t.text, 0) for t in segment.tagged.tokens[low:high])
        for place, amount in zip(places, amounts, strict=True):
            if place in out and out[place][0] != amount.value:
                return None
            out.setdefault(place, (amount.value, amount.at))
    left = sum(len(r) for r in runs if not r[0].place) - used
    return cost + _PARTS[";"] * left, out


def _events(segment: Segment) -> list[_Event]:
    tokens = segment.tagged.tokens
    places = {i: t.value or 0 for i, t in enumerate(tokens) if t.kind == "ordinal" and (t.value or 0) > 0}
    if 1 not in places.values():
        places |= {m.start: 1 for m in segment.get("first")[:1] if m.start not in places}
    amounts = {i: t.value or 0 for i, t in strong(segment) if not _no_amount(segment, i)}
    # "a single pound"
    amounts |= {
        m.start - 1: tokens[m.start - 1].value or 0
        for m in segment.get("pound")
        if m.start and tokens[m.start - 1].weak
    }
    amounts |= {m.start: 0 for m in segment.get("nought")}
    later = {m.start for c in _LATER for m in segment.get(c) if not places.keys() & set(range(m.start, m.end))}
    later = {i for i in later if i not in amounts and not any(i < p for p in places)}
    every = [m for c in ("each", "all", "any") for m in segment.get(c)]
    afters = segment.get("after")
    for i in places:
        # "for each correct card after the fourth"
        beyond = any(0 <= i - m.end <= 1 for m in afters)
        if beyond and any(0 < i - e.start <= _WIDE and not _between(amounts, e.start, i) for e in every):
            places[i] = 0
    events = [_Event(True, v, i) for i, v in places.items()]
    events += [_Event(True, 0, i) for i in later]
    for m in afters:
        if m.start not in places.keys() | amounts.keys():
            # "each one after that" are all later ones, "then" is the next
            later_ones = any(abs(m.start - e.start) <= _WIDE and not _between(amounts, m.start, e.start) for e in every)
            events.append(_Event(True, 0 if later_ones else _NEXT, m.start))
    events += [_Event(False, v, i) for i, v in amounts.items()]
    return _merged(_right_ones(segment, sorted(events, key=lambda e: e.at)))


def _between(amounts: dict[int, int], a: int, b: int) -> bool:
    return any(min(a, b) < i < max(a, b) for i in amounts)


def _no_amount(segment: Segment, at: int) -> bool:
    """Whether the number counts things, those that come next (`the next three`), or is that of `each one`."""
    tokens = segment.tagged.tokens
    if any(covers(segment, c, at + 1) for c in _COUNTED):
        return True
    if not tokens[at].text.isdigit() and any(covers(segment, c, at) for c in ("correct", "wrong", "gain")):
        return True  # "the right one"; `ein` of `bringt ein`
    if not tokens[at].text.isdigit() and tokens[at].value == 1 and covers(segment, "each", at - 1):
        return True
    following = sum(1 for i, _ in strong(segment) if at < i <= at + _WIDE + _NEAR)
    beside = any(m.start == at + 1 or m.end == at for c in (*_LATER, "after") for m in segment.get(c))
    return beside and following >= (tokens[at].value or 0) > 1


def _right_ones(segment: Segment, events: list[_Event]) -> list[_Event]:
    """The events without what a wrong one costs."""
    gone: set[int] = set()
    right = {m.start for m in segment.get("correct")}
    for wrong in segment.get("wrong"):
        if wrong.end in right:
            continue  # "any other card" that is right
        following = [e for e in events if e.at >= wrong.start]
        if following and following[0].place and not following[0].value and following[0].at <= wrong.end:
            gone.add(following[0].at)
            following = following[1:]
        if following and not following[0].place:
            gone.add(following[0].at)
            gone |= {e.at for e in events if e.place and not e.value and 0 <= wrong.start - e.at <= _NEAR}
    return [e for e in events if e.at not in gone]


def _merged(events: list[_Event]) -> list[_Event]:
    """`the fifth and all others` is one place: the later ones; `then the second` is the second."""
    out: list[_Event] = []
    for event, following in itertools.zip_longest(events, events[1:]):
        before_place = following is not None and following.place
        behind_place = bool(out) and out[-1].place
        if event.place and event.value == _NEXT and (behind_place or before_place):
            continue
        if event.place and not event.value and behind_place:
            out[-1] = event
            continue
        out.append(event)
    return out
