"""How many of a thing fall to each of another: cards per character, tickets per colour, kinds of action."""

from __future__ import annotations

from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.lists import counted_list, scale
from camelrules.read.values.slots import Found, before, bracketed

# Words that may stand between a count and what it is counted by: "5 cards for each of the 8 characters".
_REACH = 5
# "one action of the four": the number of kinds stands this close behind.
_BEHIND = 4


def per_character(segment: Segment) -> Found | None:
    """Cards for each character."""
    return _per(segment, "character")


def per_colour(segment: Segment) -> Found | None:
    """Tickets in each colour."""
    return _per(segment, "colour")


def _per(segment: Segment, by: str) -> Found | None:
    tokens = segment.tagged.tokens
    told = counted_list(segment)
    if len(told) > 1 and segment.get("each"):
        # "for each colour one of value 5, one of value 3 and two of value 2"
        return Found(str(sum(n for n, _, _ in told)), told[0][2], told[-1][2] + 1)
    for mention in segment.get(by):
        each = [m for m in segment.get("each") if 0 <= mention.start - m.end <= _REACH]
        start = each[-1].start if each else mention.start
        for i in range(start - 1, max(-1, start - _REACH - 1), -1):
            if tokens[i].weak and not each and i == mention.start - 1:
                continue  # "the four of a colour"
            if tokens[i].kind == "number" and not each and i == mention.start - 1 and segment.get("each"):
                # "in five colours, four of each"
                break
            if tokens[i].kind == "number":
                if tokens[i].weak and any(i < m.start < start for c in ("game", "deck") for m in segment.get(c)):
                    break  # "one set for each character" does not say how many cards are in a set
                # "five a character"
                i -= tokens[i].weak and i > 0 and tokens[i - 1].kind == "number"
                return Found(str(tokens[i].value), i, mention.end)
            if tokens[i].text in BREAKS:
                break
        if each:
            for i in range(mention.end, min(len(tokens), mention.end + _REACH)):
                if tokens[i].kind == "number" and not tokens[i].weak:
                    if any(i < m.start <= i + _REACH for m in segment.get("each")):
                        break  # "every character has one card for each camel"
                    return Found(str(tokens[i].value), mention.start, i + 1)
                if tokens[i].text in BREAKS:
                    break
    for each_one in segment.get("each"):
        for i in range(each_one.start - 1, max(-1, each_one.start - 3), -1):
            if tokens[i].kind == "number" and not tokens[i].weak and segment.get(by):
                return Found(str(tokens[i].value), i, each_one.end)
    return None


def action_kinds(segment: Segment) -> Found | None:
    """How many kinds of action there are: `four actions`, `one action out of four`."""
    tokens = segment.tagged.tokens
    counted = before(segment, ("action", "possible"))
    found = [f for f in counted if not tokens[f.start].weak and f.value != "1"]
    if found:
        return found[0]
    for mention in (*segment.get("possible"), *segment.get("action")):
        for i in range(mention.end, min(len(tokens), mention.end + 4)):
            if tokens[i].kind == "number" and not tokens[i].weak and tokens[i].value != 1:
                return Found(str(tokens[i].value), mention.start, i + 1)
    return None


def rung(segment: Segment) -> Found | None:
    """One line of a scale: the amount for the second, the third or the fourth."""
    tokens = segment.tagged.tokens
    ordinals = [i for i, t in enumerate(tokens) if t.kind == "ordinal"]
    amounts = [i for i, t in enumerate(tokens) if t.kind == "number" and not t.weak]
    if len(ordinals) == 1 and len(amounts) == 2 and any(segment.get(c) for c in ("each", "other", "one_more")):
        # "the fourth gets 2, and each further one 1"
        amounts = [i for i in amounts[:1] if 0 < i - ordinals[0] <= _REACH]
    if len(ordinals) > 1 and len(ordinals) <= len(amounts) and (tokens[ordinals[0]].value or 0) > 2:
        return scale(segment)  # two lines in one: "the third 3, the fourth 2"
    if len(ordinals) != 1 or len(amounts) != 1 or (tokens[ordinals[0]].value or 0) < 2:
        return None
    return Found(str(tokens[amounts[0]].value), min(ordinals[0], amounts[0]), max(ordinals[0], amounts[0]) + 1)


def how_many(segment: Segment) -> Found | None:
    """How many actions a turn has: every number but that of the kinds there are to choose from."""
    tokens = segment.tagged.tokens
    named = [m.end for c in ("action", "possible") for m in segment.get(c)]
    stop = max(named, default=0) + _BEHIND
    limits = {i for n in ("at_least", "at_most") for m in segment.get(n) for i in range(m.start - 1, m.end)}
    # "(five with six players or more)" is said beside the rule
    stop = min([stop, *(i for i, t in enumerate(tokens) if t.text == "(" and named and i >= min(named))])
    found = [(i, t.value or 0) for i, t in enumerate(tokens[:stop]) if t.kind == "number" and i not in limits]
    values = sorted({v for _, v in found})
    if len(values) < 2:
        chosen = _chosen(segment)
        if chosen is not None and values and values[0] > 1:
            return chosen
        alone = before(segment, ("action",))
        if alone and segment.get("possible") and segment.get("perform") and not segment.get("choose"):
            # "perform two different actions"; "you may perform four different actions" tells of the kinds
            doubt = "?" if segment.get("may") else ""
            return Found(doubt + alone[0].value, alone[0].start, alone[0].end)
        return alone[0] if alone and not segment.get("possible") else None
    (a, low), (b, high) = found[-2:]
    if b - a <= 2 and high == low + 1:
        # "one or two actions"
        return Found(f"{low} or {high}", a, b + 1)
    return Found(",".join(map(str, values[:-1])), found[0][0], found[-1][0] + 1)


def _chosen(segment: Segment) -> Found | None:
    """`there are four actions; choose one of them`: how many are chosen."""
    tokens = segment.tagged.tokens
    start = max((m.end for m in segment.get("action")), default=0)
    for m in (*segment.get("choose"), *segment.get("perform")):
        for i in range(m.start, min(len(tokens), m.end + 1)):
            if m.start >= start and tokens[i].kind == "number":
                return Found(str(tokens[i].value), i, i + 1)
    return None


def matched(segment: Segment, colour: str, *others: str) -> Found | None:
    """Which camel a number of this colour moves: the two colours of a pair stand side by side."""
    named = sorted({m.start: (m.start, c, m.end) for c in (colour, *others) for m in segment.get(c)}.values())
    pairs = list(zip(named[0::2], named[1::2], strict=False))
    for (start, first, _), (_, second, end) in pairs:
        if colour in (first, second):
            other = second if first == colour else first
            return Found("same colour" if other == colour else "other colour", start, end)
    here = segment.get(colour)
    if here and len(named) == 1:
        return Found("same colour", here[0].start, here[0].end) if segment.get("same") else None
    return None


def stack_size(segment: Segment) -> Found | None:
    """How many tickets make a stack: `a stack of four`, `the four tickets of a colour`, `the four of each colour`."""
    tokens = segment.tagged.tokens
    for mention in segment.get("stack"):
        for i in range(mention.end, min(len(tokens), mention.end + 2)):
            if tokens[i].kind == "number" and not tokens[i].weak:
                return Found(str(tokens[i].value), mention.start, i + 1)
    things = ("bet_ticket", "token", "pyramid_ticket")
    counted = [f for f in before(segment, things) if not tokens[f.start].weak] or bracketed(segment, things)
    return counted[0] if counted else _of_colour(segment) or _per(segment, "colour")


def _of_colour(segment: Segment) -> Found | None:
    """How many there are of a colour: `the four of a colour`, but not how many colours there are."""
    tokens = segment.tagged.tokens
    for mention in segment.get("colour"):
        for i in range(mention.start - 1, max(-1, mention.start - 1 - _REACH - 2), -1):
            if tokens[i].text in BREAKS or (
                tokens[i].kind == "number" and i == mention.start - 1 and not tokens[i].weak
            ):
                break
            if tokens[i].kind == "number" and not tokens[i].weak:
                return Found(str(tokens[i].value), i, mention.end)
    return None
