"""How many of a thing fall to each of another: cards per character, tickets per colour, kinds of action."""

from __future__ import annotations

from camelrules.read.language.concepts import Mention
from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.lists import counted_list, scale
from camelrules.read.values.slots import Found, before, bracketed
from camelrules.read.values.tallies import covers

# Words that may stand between a count and what it is counted by: "5 cards for each of the 8 characters".
_REACH = 5
# A word of so few letters says nothing of its own.
_SMALL = 3
# A sign behind a whole that its parts follow.
_OPENS = frozenset(":(,–—")
# "one action of the four": the number of kinds stands this close behind.
_BEHIND = 4


def per_character(segment: Segment) -> Found | None:
    """Cards for each character."""
    return _per(segment, ("character",), ("card_set",))


def per_colour(segment: Segment) -> Found | None:
    """Tickets in each colour, or for each camel."""
    return _per(segment, ("colour", "racing_camel", "camel"), ())


def _per(segment: Segment, by: tuple[str, ...], sets: tuple[str, ...]) -> Found | None:
    """How many fall to each of something; two numbers that could both be meant leave it open."""
    told = counted_list(segment)
    if len(told) > 1 and (segment.get("each") or any(segment.get(c) for c in by)):
        # "for each colour one of value 5, one of value 3 and two of value 2"
        return Found(str(sum(n for n, _, _ in told)), told[0][2], told[-1][2] + 1)
    mentions = sorted((m for c in by for m in segment.get(c)), key=lambda m: m.start)
    groups = {i for c in (*by, *sets) for m in segment.get(c) for i in _counting(segment, m)}
    found = [f for m in mentions for f in _beside(segment, m, groups)]
    if all(f.value == "1" for f in found):
        # "8 sets of 5: each character has one card of each camel"
        found = _by_sets(segment, sets) or found
    if not found:
        found = _of_each(segment, mentions) or _product(segment, groups)
    values = {f.value for f in found}
    if len(values) > 1:
        strong_ones = [f for f in found if f.value != "1"]
        values = {f.value for f in strong_ones}
        found = strong_ones if len(values) == 1 else [Found(f"?{found[0].value}", found[0].start, found[0].end)]
    return found[0] if found else None


def _counting(segment: Segment, mention: Mention) -> list[int]:
    """The number that counts a thing itself, right before it: `five colours`, `the eight different characters`."""
    tokens = segment.tagged.tokens
    for i in range(mention.start - 1, max(-1, mention.start - 3), -1):
        if tokens[i].kind == "number":
            return [i] if not tokens[i].weak else []
        small = len(tokens[i].key) <= _SMALL or i in segment.tagged.links or covers(segment, "each", i)
        if tokens[i].kind != "word" or small:
            return []
    return []


def _beside(segment: Segment, mention: Mention, groups: set[int]) -> list[Found]:
    """The count before `each colour` or behind it: `four per colour`, `each of the 8 characters has five`."""
    tokens = segment.tagged.tokens
    eaches = [m for m in segment.get("each") if 0 <= mention.start - m.end <= _REACH and not _cut(segment, m, mention)]
    each = eaches[-1] if eaches else None
    article = mention.start - 1 if mention.start and tokens[mention.start - 1].weak else None
    if each is None and article is None and mention.start - 1 in groups:
        return []  # "in five colours"
    start = each.start if each else article if article is not None else mention.start
    for i in range(start - 1, max(-1, start - _REACH - 1), -1):
        if tokens[i].text in BREAKS:
            break
        if tokens[i].kind != "number" or i in groups:
            continue
        if tokens[i].weak and any(i < m.start < start for c in ("card_set", "game", "deck") for m in segment.get(c)):
            break  # "one set for each character" does not say how many cards are in a set
        if tokens[i].weak and each is None and not (i and tokens[i - 1].kind == "number"):
            continue  # "the four of a colour"
        i -= tokens[i].weak and i > 0 and tokens[i - 1].kind == "number"  # "five a character"
        return [Found(str(tokens[i].value), i, mention.end)]
    if each is None:
        return []
    for i in range(mention.end, min(len(tokens), mention.end + _REACH)):
        if tokens[i].text in BREAKS:
            break
        if tokens[i].kind == "number" and not tokens[i].weak:
            if any(i < m.start <= i + _REACH for m in segment.get("each")) and tokens[i].value == 1:
                break  # "every character has one card for each camel"
            return [Found(str(tokens[i].value), mention.start, i + 1)]
    return []


def _cut(segment: Segment, first: Mention, second: Mention) -> bool:
    return any(t.text in BREAKS for t in segment.tagged.tokens[first.end : second.start])


def _of_each(segment: Segment, mentions: list[Mention]) -> list[Found]:
    """`in five colours, four of each`, `five characters with five cards each`."""
    tokens = segment.tagged.tokens
    for each in segment.get("each"):
        if not mentions or any(0 <= m.start - each.end <= 1 for m in mentions):
            continue
        behind = range(each.end, min(len(tokens), each.end + 2))
        stop = next((i for i in behind if tokens[i].text in BREAKS), behind.stop)
        for i in (*range(each.end, stop), *range(each.start - 1, max(-1, each.start - 4), -1)):
            if tokens[i].text in BREAKS and i < each.start:
                break
            if tokens[i].kind == "number" and not tokens[i].weak:
                return [Found(str(tokens[i].value), min(i, each.start), max(i + 1, each.end))]
    return []


def _by_sets(segment: Segment, sets: tuple[str, ...]) -> list[Found]:
    """`8 sets of 5 cards`: the number behind the sets, where both make the whole."""
    tokens = segment.tagged.tokens
    whole = max((t.value or 0 for t in tokens if t.kind == "number"), default=0)
    for m in (m for c in sets for m in segment.get(c)):
        for i in range(m.end, min(len(tokens), m.end + _REACH)):
            if tokens[i].text in BREAKS:
                break
            if tokens[i].kind == "number" and not tokens[i].weak and whole % (tokens[i].value or 1) == 0:
                return [Found(str(tokens[i].value), m.start, i + 1)]
    return []


def _product(segment: Segment, groups: set[int]) -> list[Found]:
    """`40 cards; a character's five cards …; eight characters`: five times eight is forty."""
    numbers = [(i, t.value or 0) for i, t in enumerate(segment.tagged.tokens) if t.kind == "number" and not t.weak]
    whole = max((v for _, v in numbers), default=0)
    for g, many in numbers:
        if g in groups:
            for i, v in numbers:
                if i not in groups and v * many == whole and v != whole:
                    return [Found(str(v), i, i + 1)]
    return []


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
            if tokens[i].text in BREAKS:
                break
            if any(m.start == i + 1 for m in segment.get("stack")):
                continue  # "stack up five piles"
            if tokens[i].kind == "number" and not tokens[i].weak:
                return Found(str(tokens[i].value), mention.start, i + 1)
        article = mention.start > 1 and (tokens[mention.start - 1].weak or covers(segment, "each", mention.start - 1))
        for i in range(mention.start - 2, max(-1, mention.start - 4), -1):
            if not article or tokens[i].text in BREAKS:
                break
            if tokens[i].kind == "number" and not tokens[i].weak:
                return Found(str(tokens[i].value), i, mention.end)  # "three to a stack"
    things = ("bet_ticket", "token", "pyramid_ticket")
    stacks = [m.start for m in segment.get("stack")]
    told = [f for f in before(segment, things) if not tokens[f.start].weak]
    # "five stacks of tickets" does not say how many tickets are in one
    told = [f for f in told if not any(f.start < at < f.end for at in stacks)]
    counted = told or bracketed(segment, things)
    return counted[0] if counted else _of_colour(segment) or _per(segment, ("colour",), ()) or _all_of_them(segment)


def _all_of_them(segment: Segment) -> Found | None:
    """How many there are where they are only meant: `the pyramid tickets, all five`."""
    tokens = segment.tagged.tokens
    for mention in segment.get("all"):
        for i in range(mention.end, min(len(tokens), mention.end + 2)):
            if tokens[i].kind == "number" and not tokens[i].weak:
                return Found(str(tokens[i].value), mention.start, i + 1)
    return None


def _of_colour(segment: Segment) -> Found | None:
    """How many there are of a colour: `the four of a colour`, but not how many colours there are."""
    tokens = segment.tagged.tokens
    for mention in segment.get("colour"):
        for i in range(mention.start - 1, max(-1, mention.start - 1 - _REACH - 2), -1):
            beside = tokens[i].kind == "number" and i == mention.start - 1 and not tokens[i].weak
            if beside and tokens[i].value == 1:
                continue  # "the four of one colour"
            if tokens[i].text in BREAKS or beside:
                break
            if tokens[i].kind == "number" and not tokens[i].weak:
                return Found(str(tokens[i].value), i, mention.end)
    return None


def largest(segment: Segment, *names: str) -> Found | None:
    """How many there are in all: of several counts of one thing the largest, `40 cards, five cards a player`."""
    found = [f for f in before(segment, names, part=True) if not segment.tagged.tokens[f.start].weak]
    return max(found, key=lambda f: int(f.value), default=None)


def without(segment: Segment, thing: str, *parts: str) -> Found | None:
    """How many of a thing are left without those of one kind: of `6 dice, one of them grey` it is five."""
    whole = largest(segment, thing)
    if whole is None:
        return None
    part = among(segment, *parts)
    if part is None or part.start == whole.start or int(part.value) >= int(whole.value):
        return None
    left = int(whole.value) - int(part.value)
    tokens = segment.tagged.tokens
    # "5 dice in the colours of the camels and a grey one" does not say that the grey one is among the five
    told = whole.end < len(tokens) and tokens[whole.end].text in _OPENS
    told = told or any(t.kind == "number" and t.value == left for t in tokens) or bool(segment.get("of_them"))
    told = told or bool(segment.get("included")) or bool(segment.get("each"))
    return Found(str(left) if told else f"?{left}", whole.start, part.end)


def among(segment: Segment, *parts: str) -> Found | None:
    """How many of one kind there are among others: `and one grey`, `plus a grey one`."""
    tokens = segment.tagged.tokens
    for m in (m for part in parts for m in segment.get(part)):
        for i in (*range(m.start - 1, max(-1, m.start - 4), -1), *range(m.end, min(len(tokens), m.end + 2))):
            if tokens[i].text in BREAKS:
                break
            if tokens[i].kind == "number":
                return Found(str(tokens[i].value), min(i, m.start), max(i + 1, m.end))
    return None


def size(segment: Segment, *names: str) -> Found | None:
    """How many of a thing there are, counted or numbered through: `16 spaces`, `the spaces are numbered 1 to 16`."""
    tokens = segment.tagged.tokens
    for m in segment.get("numbered"):
        near = [i for i in range(m.end, min(len(tokens), m.end + _REACH + 1)) if tokens[i].kind == "number"]
        if len(near) > 1 and tokens[near[0]].value == 1 and near[1] - near[0] <= 3:
            return Found(str(tokens[near[1]].value), m.start, near[1] + 1)
    for m in (m for c in names for m in segment.get(c)):
        near = [i for i in range(m.end, min(len(tokens), m.end + _REACH)) if tokens[i].kind == "number"]
        if len(near) > 1 and tokens[near[0]].value == 1 and near[1] - near[0] == 2 and tokens[near[0] + 1].text != ",":
            return Found(str(tokens[near[1]].value), m.start, near[1] + 1)
    bets = {m.start for c in ("betting_space", "winner_space", "loser_space") for m in segment.get(c)}
    counted = [f for f in before(segment, names, limits=True) if not tokens[f.start].weak]
    counted = [f for f in counted if not any(f.start < at < f.end for at in bets)]
    values = {f.value for f in counted}
    if len(values) > 1:
        return Found(f"?{counted[0].value}", counted[0].start, counted[0].end)
    return counted[0] if counted else None
