"""How many coins and notes of which value: `50 coins of 1 and 30 of 5`, `fifty 1-pound coins`, `35 x 1`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import Token
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import Found
from camelrules.read.values.tallies import covers, spanning

_TIMES = frozenset({"x", "×", "*"})
_STOPS = frozenset(".!?;:()[]—–")
# Words between a count and a value: so many at most, and so many where nothing names a coin or its worth.
_FAR = 7
_PLAIN = 3
# What a coin or note is called.
_PIECES = ("coin", "banknote", "money_card", "card", "token")


@dataclass(frozen=True, slots=True)
class _Number:
    at: int
    value: int
    token: Token


def pairs(segment: Segment) -> Found | None:
    """How many of which value, the lowest value first; a number that only sums others up is none of them."""
    found = _numbers(segment)
    told, at = _parsed(segment, found)
    if told and _leaves(found, at, told):
        return spanning(segment, f"?{by_value(told)}", at)
    return spanning(segment, by_value(told), at)


def _leaves(found: list[_Number], at: list[int], told: list[str]) -> bool:
    """Whether two neighbouring numbers, a count and its value, were not understood; sums of the others are."""
    used = set(at)
    amounts = [tuple(map(int, pair.split("x"))) for pair in told]
    sums = {sum(count for count, _ in amounts), sum(count * value for count, value in amounts)}
    left = [k for k, n in enumerate(found) if n.at not in used and n.value not in sums]
    return any(b - a == 1 for a, b in pairwise(left))


def worth_of(segment: Segment) -> Found | None:
    """What some coins are worth together: `three coins of 1`."""
    found = _numbers(segment)
    tokens = segment.tagged.tokens
    if len(found) == 1 and found[0].at > 1 and any(tokens[i].weak for i in range(max(0, found[0].at - 3), found[0].at)):
        return Found(str(found[0].value), found[0].at, found[0].at + 1)  # "a coin of 5"
    told, at = _parsed(segment, found)
    amounts = [tuple(map(int, pair.split("x"))) for pair in told]
    return spanning(segment, str(sum(n * v for n, v in amounts)), at) if len(at) == len(found) else None


def by_value(pairs_found: list[str]) -> str:
    told = (p for v in pairs_found for p in v.lstrip("?").split(",") if p)
    doubt = "?" if any(v.startswith("?") for v in pairs_found) else ""
    return doubt + ",".join(sorted(told, key=lambda p: int(p.split("x")[1])))


def _numbers(segment: Segment) -> list[_Number]:
    """The numbers of a list of money: an article counts before a coin (`a pound`), a figure may have an ending."""
    tokens = segment.tagged.tokens
    out: list[_Number] = []
    for i, token in enumerate(tokens):
        if token.value is None or token.value < 0:
            continue
        unit = any(covers(segment, "pound", k) for k in range(i + 1, min(len(tokens), i + 3)))
        value = bool(out) and (out[-1].at == i - 1 or (out[-1].at == i - 2 and i - 1 in segment.tagged.links))
        value = value and not covers(segment, "value", i + 1)
        figure = token.kind == "ordinal" and token.text[0].isdigit() and bool(out) and out[-1].at == i - 1
        if (token.kind == "number" and (not token.weak or (unit and bool(out)) or value)) or figure:
            out.append(_Number(i, token.value, token))
    return out


def _parsed(segment: Segment, found: list[_Number]) -> tuple[list[str], list[int]]:
    """The reading of the numbers in which fewest are left over."""
    best: dict[int, tuple[int, list[str], list[int]]] = {len(found): (0, [], [])}
    for i in range(len(found) - 1, -1, -1):
        left, told, at = best[i + 1]
        choices = [(left + 1, told, at)]
        counted = 0
        for k in range(i + 1, len(found) - 1, 2):
            # "80 coins: 50 of 1 and 30 of 5": the first number is that of all
            pair = _paired(segment, found[k], found[k + 1])
            if pair is None:
                break
            counted += pair[0]
            if counted == found[i].value:
                choices.append((best[i + 1][0], best[i + 1][1], best[i + 1][2]))
                break
        if i + 1 < len(found):
            pair = _paired(segment, found[i], found[i + 1])
            if pair is not None:
                left, told, at = best[i + 2]
                choices.append((left, [f"{pair[0]}x{pair[1]}", *told], [found[i].at, found[i + 1].at, *at]))
        best[i] = min(choices, key=lambda c: (c[0], -len(c[1])))
    return best[0][1], best[0][2]


def _paired(segment: Segment, first: _Number, second: _Number) -> tuple[int, int] | None:
    """A count and a value, in either order."""
    tokens = segment.tagged.tokens
    a, b = first.at, second.at
    between = range(a + 1, b)
    named = any(covers(segment, c, k) for c in ontology().worth for k in between)
    times = any(tokens[k].key in _TIMES for k in between)
    worth = first.token.kind == "ordinal" or any(covers(segment, "pound", k) for k in between)
    amount = any(covers(segment, "pound", k) for k in range(b + 1, min(len(tokens), b + 2)))
    if worth and not amount and b - a > 1 and tokens[b - 1].text in (":", "(", *_TIMES) and b - a <= _FAR:
        return second.value, first.value  # "1-pound coins: 50"
    if [tokens[k].text for k in (*between, b + 1) if k < len(tokens)] == ["(", ")"]:
        return second.value, first.value  # "coins of 1 (50)"
    if any(tokens[k].text in _STOPS for k in between):
        return None
    behind = range(b + 1, min(len(tokens), b + 4))
    if b == a + 1:
        # "fifty 1s", "fifty 1-pound coins", "fifty are worth 1 pound and thirty 5"
        ending = b + 1 < len(tokens) and tokens[b + 1].key == "s"
        marked = ending or second.token.kind == "ordinal" or not second.token.text.isdigit()
        marked = marked or _said(segment, "value", a)
        known = marked or any(covers(segment, c, k) for c in ("pound", "coin") for k in behind)
        return (first.value, second.value) if known else None
    if any(tokens[k].text == "," for k in between):
        # "fifty are worth 1 pound, the other thirty, 5"
        return (first.value, second.value) if b == a + 2 and _said(segment, "value", a) else None
    if any(covers(segment, c, b + 1) for c in _PIECES) and not times:
        return None  # "50 coins and 20 notes": both are counts
    near = len(between) <= (_FAR if named or times else _PLAIN)
    small = named or times or all(_small(segment, k) for k in between)
    return (first.value, second.value) if near and small else None


def _said(segment: Segment, concept: str, stop: int) -> bool:
    return any(m.end <= stop for m in segment.get(concept))


def _small(segment: Segment, at: int) -> bool:
    """Whether the word at a place says nothing of its own: `of`, `à`, `a £`."""
    token = segment.tagged.tokens[at]
    return at in segment.tagged.links or len(token.key) <= _PLAIN
