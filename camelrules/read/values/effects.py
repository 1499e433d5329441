"""What a thing on the way does: how far it sends something, above or below what, what it pays, where it may lie."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from camelrules.read.language.concepts import Mention
from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import Found, before

# A number and the word that it belongs to are at most so many words apart.
_BESIDE = 3
# Between a level and what it is above or below there are so many words.
_ONTO = 4
# What parts of a sentence end with; a comma does not end one.
_ENDS = BREAKS - {","}


def stretch(segment: Segment, mine: str, rival: str) -> tuple[int, int]:
    """The words that belong to one of two things: up to the other, on the side where more is said."""
    size = len(segment.tagged.tokens)
    own, others = segment.get(mine), segment.get(rival)
    if not others or not own:
        return 0, size
    first = own[0]
    earlier = [m.end for m in others if m.end <= first.start]
    later = [m.start for m in others if m.start >= first.end]
    side = max(m.end for m in (*own, *others))
    says = [m.start for c in ("forward", "backward", "up", "down", "cw", "ccw", "space") for m in segment.get(c)]
    if says and max(says) < side:  # "one space on for this, one back for that"
        return max(earlier, default=0), first.end
    return first.start, min(later, default=size)


def _apart(a: Mention, b: Mention) -> int:
    return max(b.start - a.end, a.start - b.end, 0)


def _within(mentions: tuple[Mention, ...], span: tuple[int, int]) -> list[Mention]:
    return [m for m in mentions if span[0] <= m.start and m.end <= span[1]]


def shifted(segment: Segment, mine: str, rival: str) -> Found | None:
    """How many spaces one of two things sends a unit, and which way: `2 spaces back`, `+1 space`."""
    span = stretch(segment, mine, rival)
    tokens = segment.tagged.tokens
    ways = [m for c in ("forward", "backward") for m in _within(segment.get(c), span) if not m.negated]
    counts = [f for f in before(segment, ("space",)) if span[0] <= f.start and f.end <= span[1]]
    if not counts:
        steps = [m for c in ("forward", "backward", "move", "one_more") for m in _within(segment.get(c), span)]
        numbers = [i for i, t in enumerate(tokens) if t.kind == "number" and span[0] <= i < span[1]]
        counts = [
            Found(str(tokens[i].value), i, i + 1)
            for i in numbers
            if any(m.start <= i < m.end or 0 < m.start - i <= _BESIDE or 0 < i - m.end < _BESIDE for m in steps)
        ]
    signed = [f for f in counts if f.value.startswith("-") or (f.start and tokens[f.start - 1].text == "+")]
    if signed:
        number = int(signed[0].value)
        return Found(f"{number:+d}", signed[0].start, signed[0].end)
    near = [m for c in ("space", "move") for m in _within(segment.get(c), span)]
    # "another unit" is no further space
    others = {m.start for c in ("unit", "camel", "token", "player") for m in segment.get(c)}
    more = [m for m in _within(segment.get("one_more"), span) if m.end not in others]
    more = [m for m in more if any(_apart(m, n) <= _BESIDE for n in near)]
    if not ways and not more:
        return None
    if {m.concept for m in ways} == {"forward", "backward"}:
        return None
    sign = "-" if any(m.concept == "backward" for m in ways) else "+"
    if len({f.value for f in counts}) > 1:
        return Found(f"?{sign}{counts[0].value}", counts[0].start, counts[0].end)
    if counts:
        return Found(f"{sign}{counts[0].value}", counts[0].start, max(counts[0].end, *(m.end for m in ways), 0))
    return Found(f"{sign}1", ways[0].start, ways[0].end) if ways else None


def landed(segment: Segment, mine: str, rival: str, above: str, below: str) -> Found | None:
    """Whether a unit goes above or below what it meets, whoever of the two the sentence speaks of."""
    span = stretch(segment, mine, rival)
    levels = [m for c in ("up", "down") for m in _within(segment.get(c), span) if not m.negated]
    if not levels:
        levels = _within(segment.get("jump"), span)
    if not levels:
        met = [m.start for c in ("camel", "unit", "rival", "there") for m in segment.get(c)]
        ends = [i for i, t in enumerate(segment.tagged.tokens) if t.text in BREAKS]  # "it is put on them."
        levels = [
            m
            for m in _within(segment.get("on"), span)
            if any(0 <= at - m.end < _ONTO for at in met) or any(0 <= at - m.end <= 1 for at in ends)
        ]
    if not levels:
        return None
    level = min(levels, key=lambda m: (m.start, -m.end))
    high = level.concept != "down"
    if _turned(segment, level, mine):
        high = not high
    return Found(above if high else below, level.start, level.end)


def _turned(segment: Segment, level: Mention, mine: str) -> bool:
    """Whether those who were there are said to be above or below the unit, not it: `camels there end up on it`."""
    tokens = segment.tagged.tokens
    low = max((i + 1 for i in range(level.start) if tokens[i].text in BREAKS), default=0)
    here = [m.start for c in ("there", "already") for m in segment.get(c) if low <= m.start < level.start]
    met = [m.start for c in ("camel", "unit") for m in segment.get(c) if low <= m.start < level.start]
    moved = [m.start for c in ("unit", mine) for m in segment.get(c)]
    newcomers = [m.start for m in segment.get("newcomer") if m.start >= level.end]
    if met and any(at - level.end <= _ONTO for at in newcomers):
        return True  # "any camels on that space stand on top of the arriving unit"
    reached = any(0 <= at - level.end <= _ONTO for at in moved)
    return reached and bool(here) and bool(met) and min(met) < max(here) and not segment.get("jump")


def price(segment: Segment) -> Found | None:
    """What something costs: nothing, a number of pounds, or a price that is not told."""
    costs = [m for c in ("pay", "cost", "buy", "lose") for m in segment.get(c)]
    free = segment.get("free")
    amounts = [f for f in before(segment, ("pound",)) if not any(m.start < f.end <= m.end for m in free)]
    real = [m for m in costs if not m.negated]
    none = [m for c in ("not", "nobody") for m in segment.get(c)]
    if free and not amounts:
        return Found("0", free[0].start, free[0].end)
    if real and amounts and not none:
        number = amounts[0]
        return Found(
            number.value if len({f.value for f in amounts}) == 1 else f"?{number.value}", number.start, number.end
        )
    if costs and none:
        return Found("0", costs[0].start, costs[0].end)
    return Found("~costs money", real[0].start, real[0].end) if real else None


def _chunk(segment: Segment, at: int, ends: frozenset[str] = _ENDS) -> tuple[int, int]:
    """The part of the sentence that a word stands in."""
    cuts = [i for i, t in enumerate(segment.tagged.tokens) if t.text in ends]
    low = max((i + 1 for i in cuts if i < at), default=0)
    return low, min((i for i in cuts if i > at), default=len(segment.tagged.tokens))


def vacant(segment: Segment, both: str, without_others: str, without_camels: str, any_: str) -> Found | None:
    """What a space that may be chosen must be free of: camels, things like the one that is put there, both, nothing."""
    spaces = segment.get("space")
    empty, either = segment.get("empty"), segment.get("with_or_without")
    waived = [
        m for c in ("no_matter", "even_if", "with_or_without", "occupied") for m in segment.get(c) if not m.negated
    ]
    camels, things = segment.get("camel"), segment.get("token")
    barring = [m for c in ("not", "nobody", "may_not", "empty") for m in segment.get(c)]
    ignored: set[str] = set()
    for word in waived:
        low, high = _chunk(segment, word.start, BREAKS)
        denied = any(low <= m.start < high and not (word.start <= m.start < word.end) for m in barring)
        # "Off limits are: space 1; any space with camels on it."
        denied |= bool(segment.get("may_not")) and segment.get("may_not")[0].start == 0 and not segment.get("may")
        if word.concept == "occupied" and denied:
            continue
        if not any(low <= m.start < high for m in (*camels, *things)):
            low, high = _chunk(segment, word.start)
        here = [m for m in camels if low <= m.start < high]
        others = [m for m in things if low <= m.start < high and (not here or _second(segment, m))]
        own = not here and all(m.start == things[0].start and not _second(segment, m) for m in others) and not low
        named = {"camel"} if here else set()
        ignored |= named | ({"token"} if others and not own else set()) or {"camel", "token"}
    for names, label in ((camels, "camel"), (things, "token")):
        for m in names:
            low, high = _chunk(segment, m.start, BREAKS)
            allowed = any(low <= p.start < high for p in segment.get("may"))
            denied = any(low <= b.start < high for b in barring)
            if allowed and not denied and (label == "camel" or _second(segment, m)) and low:
                ignored.add(label)
    if _only_others(camels, things, barring):
        ignored.add("camel")
    start = min((m.start for m in (*spaces, *camels, *empty, *waived)), default=0)
    end = max((m.end for m in (*spaces, *camels, *empty, *waived)), default=1)
    match ("camel" in ignored, "token" in ignored):
        case (True, True):
            return Found(any_, start, end)
        case (True, False):
            return Found(without_others, start, end)
        case (False, True):
            return Found(without_camels, start, end)
        case _:
            return Found(both, start, end) if barring and not either else None


def _only_others(camels: Sequence[Mention], things: Sequence[Mention], barring: Sequence[Mention]) -> bool:
    """Whether the first denial stands between a camel and another thing: `a space with a camel but no tile`."""
    first = min(barring, key=lambda m: m.start, default=None)
    if first is None or first.concept != "not" or not camels or any(m.negated for m in camels):
        return False
    denied = any(m.negated and 0 <= m.start - first.end <= _BESIDE for m in things)
    return denied and any(m.end <= first.start for m in camels)


def _second(segment: Segment, thing: Mention) -> bool:
    """Whether a thing is another one than that which is put down."""
    words = [m for c in ("other", "already", "one_more", "rival", "there") for m in segment.get(c)]
    first = min(m.start for m in segment.get("token"))
    return thing.start > first or any(abs(m.start - thing.start) <= _BESIDE for m in words)


def gap(segment: Segment) -> Found | None:
    """How many spaces must lie between two things: none where neighbours are allowed, 1 where they are not."""
    near = segment.get("adjacent")
    counts = _limits(segment, "space")
    between = segment.get("between")
    if between and counts and (segment.get("at_least") or segment.get("must") or segment.get("empty")):
        return Found(counts[0].value, counts[0].start, counts[0].end)
    within = [m for c in ("at_most", "fewer_than", "within") for m in segment.get(c)]
    if counts and within and not near and segment.get("may_not"):
        return Found(counts[0].value, counts[0].start, counts[0].end)
    if not near:
        return None
    if _allowed_apart(segment, near[0]):
        return Found("0", near[0].start, near[0].end)
    low, high = _chunk(segment, near[0].start)
    denials = [m for c in ("may_not", "not", "nobody", "empty") for m in segment.get(c) if low <= m.start < high]
    permits = [m for c in ("may", "no_matter", "even_if") for m in segment.get(c) if low <= m.start < high]
    permits = [m for m in permits if not any(d.start <= m.start < d.end for d in denials)]
    if not denials and not permits:
        return None
    barred = bool(denials) and not any(m.concept != "may" for m in permits)
    if barred and permits and min(m.start for m in permits) < near[0].start < min(m.start for m in denials):
        barred = False  # "it may lie beside another, but not …"
    word = (denials if barred else permits)[0]
    return Found("1" if barred else "0", min(word.start, near[0].start), max(word.end, near[0].end))


def _allowed_apart(segment: Segment, near: Mention) -> bool:
    """Whether neighbours are allowed in a clause of their own: `not on space 1, but beside a tile is allowed`."""
    low, high = _chunk(segment, near.start, BREAKS)
    turns = [m.start for m in segment.get("however")]
    low = max((low, *(t for t in turns if t <= near.start)))
    high = min((high, *(t for t in turns if t > near.start)))
    denials = [m for c in ("may_not", "not", "nobody", "nothing", "empty", "only") for m in segment.get(c)]
    allowed = any(low <= m.start < high and not m.negated for m in segment.get("may"))
    barred = any(low <= m.start < high for m in denials) or near.negated
    return allowed and not barred and not segment.get("nobody") and bool(denials)


def _limits(segment: Segment, *names: str) -> list[Found]:
    """The numbers of a thing, also those of `at least two spaces`."""
    tokens = segment.tagged.tokens
    at = [
        next((i for i in range(m.start - 1, max(-1, m.start - 1 - _BESIDE), -1) if tokens[i].kind == "number"), None)
        for n in names
        for m in segment.get(n)
    ]
    return [Found(str(tokens[i].value), i, i + 1) for i in at if i is not None]


def named_spaces(segment: Segment, *names: str) -> Found | None:
    """Which spaces a sentence bars: one, or the first so many: `space 1`, `spaces 1 to 3`, `1 and 2`."""
    tokens = segment.tagged.tokens
    for mention in (m for n in names for m in segment.get(n)):
        run: list[int] = []
        last = mention.end
        for i in range(mention.end, len(tokens)):
            token = tokens[i]
            if token.kind == "number" and not token.weak and i - last <= (_BESIDE if not run else 2):
                run.append(i)
                last = i
            elif token.text in _ENDS - set("()") or i - last > _BESIDE:
                break
        values = [tokens[i].value or 0 for i in run]
        if len(values) == 1:
            return Found(str(values[0]), mention.start, run[0] + 1)
        if values and values[0] == 1 and all(a < b for a, b in pairwise(values)):
            ranged = len(values) == 2 and tokens[run[0] + 1].text != ","
            if ranged or values == list(range(1, len(values) + 1)):
                return Found(str(values[-1]), mention.start, run[-1] + 1)
        if values:
            return Found(f"~spaces {', '.join(map(str, values))}", mention.start, run[-1] + 1)
        at = next((i for i in (mention.start - 1, mention.start - 2) if i >= 0 and tokens[i].kind == "ordinal"), None)
        if at is not None:
            return Found(str(tokens[at].value), at, mention.end)
    return None


def turned_way(segment: Segment, against: str, along: str, *pushes: str) -> Found | None:
    """Whether something is pushed the other way than the rest, by the hands of the clock or in so many words.

    `pushes` are the two sides, each with the way in which it pushes against the rest.
    """
    votes: dict[bool, Mention] = {}
    first, own_first, second, own_second = pushes
    for side, other_side, own in ((first, second, own_first), (second, first, own_second)):
        span = stretch(segment, side, other_side)
        if segment.get(side):
            for m in (*_within(segment.get("cw"), span), *_within(segment.get("ccw"), span)):
                votes.setdefault(m.concept == own, m)
    if len(votes) == 1:
        ((other, mention),) = votes.items()
        return Found(against if other else along, mention.start, mention.end)
    if votes:
        return None
    if opposite := [m for m in segment.get("opposite") if not m.negated]:
        return Found(against, opposite[0].start, opposite[0].end)
    alike = segment.get("same_direction")
    return Found(along, alike[0].start, alike[0].end) if alike else None


def capped(segment: Segment, one: str, more: str) -> Found | None:
    """How many of a thing somebody may have: a single one, or some other number."""
    found = [f for f in _limits(segment, "bet_ticket", "token") if f.value != "0"]
    single = segment.get("single")
    if found:
        return Found(one if found[0].value == "1" else more, found[0].start, found[0].end)
    return Found(one, single[0].start, single[0].end) if single else None
