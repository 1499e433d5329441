"""Worked examples: rolls at the start, a camel that carries another, sums and decks."""

from __future__ import annotations

import itertools

from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import FINE, OPEN, Found, after, before, numbers
from camelrules.read.values.tallies import covers, named_colours, spanning, strong

# In a list of rolls no more than a comma and an "and" stand between two numbers.
_LISTED = 3
# A shorter sum is none.
_TERMS = 4
# A verb and its amount stand this close.
_NEAR = 4
_MINUS = "-−–"
# Where the cards of a bet lie, and which of the two bets is the first.
_HEAPS = ("stack", "deck", "area", "betting_space", "space")
_PLACES = (("first", "winner"), ("second_w", "loser"), ("last", "loser"))
_SIGNS = frozenset("+-−–")


def start_roll(segment: Segment, dice: str) -> Found | None:
    """How many camels start on which space."""
    found = strong(segment)
    at = [i for i, _ in found]
    values = [t.value or 0 for _, t in found]
    if len(values) in (4, 6):
        # "three dice show a 1 and two dice a 3", "three camels on space 1, two on space 3", perhaps after the roll
        *_, a, b, c, d = values
        by_space = _two(a, b, c, d, int(dice)) or _two(b, a, d, c, int(dice))
        if by_space:
            return spanning(segment, ",".join(f"{n}x{v}" for v, n in by_space), at)
    if len(values) >= int(dice):
        # The numbers of all dice, one after the other; numbers spread over a sentence count something else.
        rolled = values[: int(dice) + _more(segment, at[int(dice) - 1 :])]
        beside = {i for i, _ in _all_colours(segment)}
        apart = (b - a > _LISTED + 2 * any(i in beside for i in range(a, b)) for a, b in itertools.pairwise(at))
        if min(rolled) < 1 or any(itertools.islice(apart, int(dice) - 1)):
            return None
        return spanning(segment, ",".join(f"{rolled.count(v)}x{v}" for v in sorted(set(rolled))), at)
    placed = {f.end - 1 for f in after(segment, ("space",))}
    if len(values) == 2 and not named_colours(segment) and [i in placed for i in at] == [False, True]:
        return spanning(segment, f"{values[0]}x{values[1]}", at)  # "three camels form a stack on space 1"
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


def _two(first: int, on: int, second: int, other: int, dice: int) -> list[tuple[int, int]]:
    """How many camels stand on which of two spaces, if they are all."""
    return sorted([(on, first), (other, second)]) if first + second == dice and min(first, second) > 0 else []


def _all_colours(segment: Segment) -> list[tuple[int, str]]:
    """The colours of the sentence wherever each is named."""
    return [(m.start, c) for c in ontology().colours for m in segment.get(c)]


def _more(segment: Segment, at: list[int]) -> int:
    """How many numbers of a list go on behind the first of these: `…, 3 and 3`, but not `…, 3, 2 camels`."""
    tokens = segment.tagged.tokens
    counted = {f.start for f in before(segment, ("camel", "space"))}
    joined = [
        b - a == 2 and tokens[a + 1].text not in BREAKS - {","} and b not in counted for a, b in itertools.pairwise(at)
    ]
    return next((i for i, goes_on in enumerate(joined) if not goes_on), len(joined))


def crazy_roll(segment: Segment, *faces: str) -> Found | None:
    """One step of the example: the number rolled, the space taken, or both."""
    # "two crazy camels", but not "a 2, and the first camel"
    counted = {f.start for f in before(segment, ("camel",)) if f.end - f.start <= _LISTED}
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
    # "yellow sits on red and is carried along: both move"
    carried = not segment.get("carry") or bool(segment.get("both"))
    riding = [m for c in ("back_of", "up", "on") for m in segment.get(c)] if carried else []
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
    shown = sum_of(segment)
    if shown is not None:
        return shown
    # "9 pounds in all", where more is told behind it
    named = [m.start for m in segment.get("total")]
    found = numbers(segment, weak=False) or numbers(segment, weak=True)
    pounds = [f for f in found if any(f.start < m.start <= f.start + 2 for m in segment.get("pound"))]
    if pounds and not named and (pounds[-1] is not found[-1] or len(found) > _LISTED):
        return None  # what somebody holds, and what each of it brings
    if not pounds and not named:
        return None
    total = min(pounds, key=lambda f: min(abs(f.start - at) for at in named)) if named and pounds else found[-1]
    amounts = [int(f.value) for f in before(segment, ("pound",)) if f.start < total.start]
    if len(amounts) >= _TERMS and sum(amounts) != int(total.value) and not segment.get("lose"):
        return Found(f"~{total.value} as the sum of {sum(amounts)}", total.start, total.end)
    return total


def sum_of(segment: Segment) -> Found | None:
    """Whether a sum that is written out comes to its total, which stands behind it, or before it as a remark.

    Who adds up rightly has an example, of whichever tickets.
    """
    tokens = segment.tagged.tokens
    terms = _terms(segment)
    if len(terms) < _TERMS:
        return None
    behind = [i for i, t in strong(segment) if i > terms[-1][0]]
    if len(behind) > 1 and any(0 < behind[0] - m.start <= _LISTED for c in ("lose", "pay") for m in segment.get(c)):
        # "gains 5 + 2 + 1 and loses 1"
        terms, behind = [*terms, (behind[0], -abs(tokens[behind[0]].value or 0))], behind[1:]
    # before a sum in brackets its total is told, and who has what; or "9 pounds, namely 5 + 2 + 1 + 1"
    paid = {m.start for m in segment.get("pound")}
    first = terms[0][0]
    ahead = [
        i
        for i, t in strong(segment)
        if i < first and ((first - i <= _NEAR and tokens[first - 1].text == "(") or not paid.isdisjoint((i + 1, i + 2)))
    ]
    at = behind[0] if behind else ahead[-1] if ahead else None
    if at is None:
        return None
    total, value = tokens[at].value or 0, sum(v for _, v in terms)
    low, high = min(at, terms[0][0]), max(at, terms[-1][0]) + 1
    return Found(FINE if total == value else f"~{total} as the sum of {value}", low, high)


def _terms(segment: Segment) -> list[tuple[int, int]]:
    """The longest run of numbers with nothing than plus and minus between them."""
    tokens = segment.tagged.tokens
    best: list[tuple[int, int]] = []
    run: list[tuple[int, int]] = []
    for i, token in enumerate(tokens):
        if token.kind == "number" and not token.weak:
            sign = tokens[i - 1].text if i else ""
            value = token.value or 0
            joined = run and ((i - run[-1][0] == 2 and sign in _SIGNS) or (i - run[-1][0] == 1 and value < 0))
            value = -value if joined and sign in _MINUS and i - run[-1][0] == 2 else value
            run = [*run, (i, value)] if joined else [(i, value)]
            best = run if len(run) > len(best) else best
    return best


def signed(segment: Segment) -> Found | None:
    """All amounts of an example with their signs, and which of two decks they belong to."""
    found = [(i, t) for i, t in strong(segment) if not _counts(segment, i)]
    figures = [(i, t) for i, t in found if t.text.lstrip("-").isdigit()]
    # "the next two are wrong (-1 and -1)": beside amounts in figures, a word counts cards
    found = figures if len(figures) > 1 else found
    decks = _decks(segment)
    if not found:
        # the deck whose amounts stand in the next line
        return Found(f"{decks[-1][1]}:", decks[-1][0], decks[-1][0] + 1) if decks else None
    # Where a deck is named behind its first amount, the words before it tell who has won and who has lost.
    named = [(at, c) for at, c in decks if at < found[0][0]][-1:] + [(at, c) for at, c in decks if at > found[0][0]]
    parts: list[tuple[str, list[str]]] = []
    for i, token in found:
        deck = next((c for at, c in reversed(named) if at < i), "")
        if not parts or parts[-1][0] != deck:
            parts.append((deck, []))
        both = any(0 < i - m.end <= 2 for m in segment.get("both"))
        parts[-1][1].extend([str(_with_sign(segment, i, token.value or 0))] * (2 if both else 1))
    return spanning(segment, "|".join(f"{deck}:{','.join(v)}" for deck, v in parts), [i for i, _ in found])


def _decks(segment: Segment) -> list[tuple[int, str]]:
    """Where each of the two decks is named: `the winner deck`, `the second pile`, `the pile for the last one`."""
    named = [(m.start, m.concept) for m in (*segment.get("winner"), *segment.get("loser"))]
    heaps = [m for c in _HEAPS for m in segment.get(c)]
    for concept, deck in _PLACES:
        for m in segment.get(concept):
            near = any(0 <= m.start - h.end <= 2 or 0 <= h.start - m.end <= 1 for h in heaps)
            if near and not any(abs(m.start - at) <= _NEAR for at, _ in named):
                named.append((m.start, deck))
    return sorted(named)


def _counts(segment: Segment, at: int) -> bool:
    """Whether the number counts cards: `the four cards`, `the five of the other deck`."""
    tokens = segment.tagged.tokens
    behind = at + 1 < len(tokens) and (at + 1 in segment.tagged.links or covers(segment, "card", at + 1))
    behind = behind and not covers(segment, "pound", at + 1)
    return behind and not tokens[at].text.startswith(tuple(_SIGNS)) and not (at and tokens[at - 1].text in _SIGNS)


def _with_sign(segment: Segment, at: int, value: int) -> int:
    """The amount, negative where the words before it say that it is paid or lost."""
    if value <= 0 or (at and segment.tagged.tokens[at - 1].text == "+"):
        return value
    if at and segment.tagged.tokens[at - 1].text in _MINUS:
        return -value
    named = {m.start for m in (*segment.get("winner"), *segment.get("loser"))}
    verbs = [(m.start, c) for c in ("lose", "pay", "gain", "get") for m in segment.get(c) if 0 < at - m.start <= _NEAR]
    verbs = sorted(v for v in verbs if v[0] not in named)
    return -value if verbs and verbs[-1][1] in ("lose", "pay") else value


def both_decks(values: list[str]) -> str:
    """The amounts of several lines, those of the winner deck and those of the loser deck."""
    decks: dict[str, list[str]] = {"winner": [], "loser": []}
    deck = "winner"
    for part in "|".join(values).split("|"):
        name, _, amounts = part.partition(":")
        deck = name or deck
        decks[deck] += [a for a in amounts.split(",") if a]
    return "; ".join(",".join(v) for v in decks.values()) if any(decks.values()) else ""


def distinct(values: list[str]) -> str:
    """The counts of several sentences, by space; one that is told again counts once."""
    told = dict.fromkeys(p for v in values for p in v.split(","))
    listed = ",".join(sorted(told, key=lambda p: p.rpartition("x")[2]))
    # A camel that is told of alone is one of those that were counted before.
    several = len({p.rpartition("x")[2] for p in told}) < len(told)
    return "?" + listed if several else listed
