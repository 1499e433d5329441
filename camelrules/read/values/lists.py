"""Lists of numbers: box contents, faces of dice, maps from dice to spaces, orders of stacking."""

from __future__ import annotations

import itertools

from camelrules.read.language.concepts import Mention
from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import OPEN, Found, before, numbers
from camelrules.read.values.tallies import covers, in_order, named_colours, spanning, strong

# Numbers of one list have at most an "and" and a comma between them.
_APART = 4
# A value and its place in the stack stand this close.
_BESIDE = 4
_FILL = frozenset({"x", "×", "*"})
# What may stand between how many tickets there are of a value and the value.
_NAMING = ("token", "bet_ticket", "value", "camel")


def pairs(segment: Segment) -> Found | None:
    """How many of which value: `50 x value 1`, `30 worth 5 pounds`."""
    tokens = segment.tagged.tokens
    out: list[str] = []
    at: list[int] = []
    found = strong(segment)
    # "80 coins, 50 of value 1 and 30 of value 5": the first number is that of all
    i = int(len(found) > 4 and found[0][1].value == sum(t.value or 0 for _, t in found[1::2]))
    while i + 1 < len(found):
        (a, first), (b, second) = found[i], found[i + 1]
        between = tokens[a + 1 : b]
        linked = any(
            tokens[k].key in _FILL or any(covers(segment, c, k) for c in ontology().worth) for k in range(a + 1, b)
        )
        small = len(between) <= (5 if linked else 3) and not any(t.text in BREAKS for t in between)
        plural = not between and b + 1 < len(tokens) and tokens[b + 1].key == "s"  # "fifty 1s"
        if small and (plural or (between and (linked or len(between) == 1))):
            out.append(f"{first.value}x{second.value}")
            at += [a, b]
            i += 2
        else:
            i += 1
    return spanning(segment, by_value(out), at)


def by_value(pairs_found: list[str]) -> str:
    return ",".join(sorted((p for v in pairs_found for p in v.split(",") if p), key=lambda p: int(p.split("x")[1])))


def faces(segment: Segment) -> Found | None:
    """What is printed on a die: `1, 2 and 3 twice` is 1,1,2,2,3,3."""
    dice = {f.start for f in before(segment, ("die",))}
    told = [(i, t.value or 0) for i, t in strong(segment) if i not in dice]
    sides = {f.start: int(f.value) for f in before(segment, ("side",))}
    spread = [(i, v) for i, v in told if i not in sides]
    if len(sides) > 1 and len(set(sides.values())) == 1 and len({v for _, v in spread}) == len(sides) == len(spread):
        # "a 1 on two faces, a 2 on two faces"
        faces = [str(v) for _, v in spread for _ in range(next(iter(sides.values())))]
        return spanning(segment, ",".join(faces), [i for i, _ in spread])
    row = last_row([(i, v) for i, v in told if not covers(segment, "half", i)])
    if len(row) % 2 and sides.get(row[0][0]) == sum(v for _, v in row[1::2]):
        row = row[1:]  # "of its six faces two show the 1, two the 2"
    counts, named = [v for _, v in row[0::2]], [v for _, v in row[1::2]]
    if len(named) > 1 and len(counts) == len(named) and len(set(counts)) == 1 and sorted(set(named)) == named:
        # "two 1s, two 2s and two 3s"
        faces = [str(v) for n, v in zip(counts, named, strict=True) for _ in range(n)]
        return spanning(segment, ",".join(faces), [i for i, _ in row])
    # "twice the 1, twice the 2": the numbers stand farther apart
    apart = 2 * _APART if len(segment.get("half")) > 1 else _APART
    row = last_row([(i, v) for i, v in told if not is_double(segment, i)], apart)
    values, at = [v for _, v in row], [i for i, _ in row]
    doubled = segment.get("half") or any(is_double(segment, i) for i, _ in strong(segment))
    if doubled and len(set(values)) == len(values):
        return spanning(segment, ",".join(f"{v},{v}" for v in values), at)
    return spanning(segment, ",".join(map(str, values)), at)


def last_row(found: list[tuple[int, int]], apart: int = _APART) -> list[tuple[int, int]]:
    """The most numbers that stand side by side, as in a list; of several such rows the last."""
    rows: list[list[tuple[int, int]]] = []
    for one in found:
        if rows and one[0] - rows[-1][-1][0] <= apart:
            rows[-1].append(one)
        else:
            rows.append([one])
    return max(reversed(rows), key=len, default=[])


def is_double(segment: Segment, at: int) -> bool:
    """Whether the number is the word for twice."""
    if covers(segment, "half", at):
        return True
    return covers(segment, "two_w", at) and any(0 < m.start - at <= 2 for m in segment.get("side"))


def ranged(segment: Segment) -> Found | None:
    """A smallest and a largest number: `3 to 8`."""
    tokens = segment.tagged.tokens
    found = strong(segment)
    for (a, first), (b, second) in itertools.pairwise(found):
        between = [t.text for t in tokens[a + 1 : b]]
        bounded = segment.get("at_most") or segment.get("at_least") or segment.get("between")
        apart = 6 if bounded else 2
        if len(between) <= apart and "," not in between and (first.value or 0) < (second.value or 0) <= 12:
            near = any(
                abs(m.start - b) <= 6 or abs(m.end - a) <= 6
                for c in ("player", "you", "play_v")
                for m in segment.get(c)
            )
            if near and len(tokens) < 20:
                return Found(f"{first.value}-{second.value}", a, b + 1)
    return None


def colours(segment: Segment) -> Found | None:
    """The racing colours named, in the order of the catalogue."""
    named = named_colours(segment)
    return spanning(segment, ",".join(in_order(c for _, c in named)), [i for i, _ in named])


def groups(segment: Segment) -> Found | None:
    """How many stacks or colours there are, not how many tickets there are of each."""
    tokens = segment.tagged.tokens
    counts = [f for f in before(segment, ("colour", "stack")) if not tokens[f.start].weak]
    found = [f for f in counts if not _shared(segment, f)]
    if not found:
        # "this makes six groups": a number that counts nothing else
        things = before(segment, ("token", "bet_ticket", "camel", "each", "card", "value"))
        taken = {f.start for f in (*counts, *things)}
        left = [f for f in numbers(segment) if f.start not in taken]
        found = left if len(left) == 1 and len(strong(segment)) == 1 else []
    return found[0] if found else None


def _shared(segment: Segment, found: Found) -> bool:
    return any(found.start < m.start < found.end for m in segment.get("each"))


def _without_counts(values: list[int]) -> list[int]:
    """The numbers printed on the faces, without how many faces a colour has: `1, 2, 3 on three faces`."""
    for size in (0, 1, 2):
        for gone in itertools.combinations(range(len(values)), size):
            rest = [v for i, v in enumerate(values) if i not in gone]
            half = rest[: len(rest) // 2]
            if half and half == sorted(set(half)) and rest == half + half and all(values[i] == len(half) for i in gone):
                return rest
    return values


def coloured_faces(segment: Segment, *printed: str) -> Found | None:
    """What is printed on a die in several colours: the same numbers once for each, or each with its own."""
    counted = {f.start for f in before(segment, ("die", "grey_die"))}
    found = [(i, t.value or 0) for i, t in strong(segment) if i not in counted]
    values = [v for _, v in found]
    colours = in_order(c for _, c in named_colours(segment) if c in printed)
    if len(values) == 2 and values[0] < values[1] and found[1][0] - found[0][0] <= 2:
        # "the numbers 1 to 3"
        values = list(range(values[0], values[1] + 1))
    if len(set(values)) < len(values):
        values = _without_counts(values)
    share = len(values) // max(1, len(colours))
    if len(set(values)) == len(values) or all(v == values[:share] for v in (values[share:], values[:share])):
        faces = [f"{c} {v}" for c in colours for v in dict.fromkeys(values)]
        return spanning(segment, ",".join(faces), [i for i, _ in found])
    return spanning(segment, ",".join(map(str, values)), [i for i, _ in found])


def multiset(segment: Segment) -> Found | None:
    """The numbers of the sentence, largest first."""
    found = strong(segment)
    values = sorted((t.value or 0 for _, t in found), reverse=True)
    return spanning(segment, ",".join(map(str, values)), [i for i, _ in found])


def printed_values(segment: Segment) -> Found | None:
    """The values printed on the tickets, largest first."""
    each = [_counted_value(segment, m) for m in segment.get("value")]
    if len(each) > 1 and all(each):
        # "one of value 5, one of value 3 and two of value 2"
        spread = sorted((v for pair in each if pair for v in [pair[1]] * pair[0]), reverse=True)
        return spanning(segment, ",".join(map(str, spread)), [m.start for m in segment.get("value")])
    told = counted_list(segment)
    if len(told) > 1:
        # "a 5, a 3 and two of value 2"
        spread = sorted((v for n, v, _ in told for _ in range(n)), reverse=True)
        return spanning(segment, ",".join(map(str, spread)), [i for _, _, i in told])
    told_values = numbers(segment, ("value",))
    if not segment.get("value"):
        counted = {f.start for f in before(segment, ("token", "bet_ticket", "colour", "each"))}
        listed = last_row([(i, t.value or 0) for i, t in strong(segment) if i not in counted])
        told_values = [Found(str(v), i, i + 1) for i, v in listed if len(listed) > 1]
    found = sorted(told_values, key=lambda f: -int(f.value))
    return spanning(segment, ",".join(f.value for f in found), [f.start for f in found])


def counted_list(segment: Segment) -> list[tuple[int, int, int]]:
    """How many of which value, and where, in a list in which a count stands right before each value or its name."""
    tokens = segment.tagged.tokens
    at = [i for i, t in enumerate(tokens) if t.kind == "number"]
    out: list[tuple[int, int, int]] = []
    for a, b in itertools.pairwise(at):
        if out and a <= out[-1][2]:
            continue
        between = range(a + 1, b)
        linked = all(
            i in segment.tagged.links or any(covers(segment, c, i) for c in ("value", "token")) for i in between
        )
        if linked and b - a <= _BESIDE and not tokens[b].weak and not (tokens[a].text.isdigit() and b - a == 1):
            out.append((tokens[a].value or 1, tokens[b].value or 0, b))
    return out


def _counted_value(segment: Segment, mention: Mention) -> tuple[int, int] | None:
    """How many have the value that follows this mention."""
    tokens = segment.tagged.tokens
    value = next((t.value for t in tokens[mention.end : mention.end + 2] if t.kind == "number" and not t.weak), None)
    if value is None:
        return None
    for i in range(mention.start - 1, max(-1, mention.start - 6), -1):
        if tokens[i].text in BREAKS:
            break
        if tokens[i].kind == "number":
            return tokens[i].value or 1, value
    return 1, value


def scale(segment: Segment) -> Found | None:
    """Amounts for the second, third and fourth: every number that stands behind an ordinal."""
    tokens = segment.tagged.tokens
    out: list[str] = []
    at: list[int] = []
    ordinals = [i for i, t in enumerate(tokens) if t.kind == "ordinal" and (t.value or 0) >= 2]
    for n, i in enumerate(ordinals):
        stop = ordinals[n + 1] if n + 1 < len(ordinals) else len(tokens)
        amounts = [k for k in range(i + 1, stop) if tokens[k].kind == "number" and not tokens[k].weak]
        if amounts:
            out.append(str(tokens[amounts[0]].value))
            at += [i, amounts[0]]
    if len(out) < len(ordinals) and len(ordinals) > 1 and ordinals[-1] - ordinals[0] <= 3 * len(ordinals):
        # `the second, third and fourth receive 5, 3 and 2 pounds`
        row = [k for k in range(ordinals[-1] + 1, len(tokens)) if tokens[k].kind == "number" and not tokens[k].weak]
        if len(row) >= len(ordinals):
            row = row[: len(ordinals)]
            return spanning(segment, ",".join(str(tokens[k].value) for k in row), [*ordinals, *row])
    leads = [k for k in range(ordinals[0] if ordinals else 0) if tokens[k].kind == "number" and not tokens[k].weak]
    trails = [k for k in range(ordinals[-1] if ordinals else 0, len(tokens)) if tokens[k].kind == "number"]
    if len(out) < 3 or (leads and not trails):
        # `5 pounds for the second, 3 for the third`: the amount stands before its ordinal
        strong = [k for k, t in enumerate(tokens) if t.kind == "number" and not t.weak]
        lead = [k for k in strong if any(0 < i - k <= 5 for i in ordinals)]
        if len(lead) > len(out) or (lead and ordinals and lead[0] < ordinals[0]):
            out, at = [str(tokens[k].value) for k in lead], lead
    # A sentence that breaks off behind the third goes on in the next one.
    goes_on = OPEN if out and tokens[-1].text == ";" else ""
    return spanning(segment, ",".join(out) + goes_on, at)


def row(segment: Segment, first: str, last: str) -> Found | None:
    """Some of a row of payments that are told at one go: `8, 5, 3 and 2 pounds`."""
    found = last_row([(i, t.value or 0) for i, t in strong(segment)], 2 * _APART)
    low, high = int(first), int(last)
    if len(found) < max(high, 4) or any(a < b for (_, a), (_, b) in itertools.pairwise(found)):
        return None
    if any(m.start < found[0][0] for m in segment.get("other")):
        return None  # "the following ones 5, 3, 2": the row goes on from a sentence before
    part = found[low - 1 : high]
    return spanning(segment, ",".join(str(v) for _, v in part), [i for i, _ in part])


def largest_first(values: list[str]) -> str:
    return ",".join(sorted((p for v in values for p in v.split(",")), key=int, reverse=True))


def all_colours(values: list[str]) -> str:
    return ",".join(in_order(c for v in values for c in v.split(",")))
