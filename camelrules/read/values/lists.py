"""Lists of numbers: printed values, maps from dice to spaces, orders of stacking."""

from __future__ import annotations

import itertools

from camelrules.read.language.concepts import Mention
from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.faces import last_row
from camelrules.read.values.multiples import multiples
from camelrules.read.values.slots import OPEN, Found, before, numbers
from camelrules.read.values.tallies import covers, in_order, named_colours, spanning, strong

# Numbers of one list have at most an "and" and a comma between them.
_APART = 4
# A value and its place in the stack stand this close.
_BESIDE = 4
# A longer sentence that has two numbers beside players says more than how many may play.
_SENTENCE = 28
# No more play a game.
_MOST = 12
_QUOTES = frozenset("\"'“”„«»‘’")
# What may stand between how many tickets there are of a value and the value.
_NAMING = ("token", "bet_ticket", "value", "camel")


def ranged(segment: Segment) -> Found | None:
    """A smallest and a largest number: `3 to 8`."""
    tokens = segment.tagged.tokens
    found = strong(segment)
    for (a, first), (b, second) in itertools.pairwise(found):
        between = [t.text for t in tokens[a + 1 : b]]
        bounded = segment.get("at_most") or segment.get("at_least") or segment.get("between")
        apart = 6 if bounded else 2
        if len(between) <= apart and ("," not in between or bounded) and (first.value or 0) < (second.value or 0) <= 12:
            near = any(
                abs(m.start - b) <= 6 or abs(m.end - a) <= 6
                for c in ("player", "you", "play_v")
                for m in segment.get(c)
            )
            if near and len(tokens) < _SENTENCE:
                return Found(f"{first.value}-{second.value}", a, b + 1)
    return None


def span(segment: Segment) -> Found | None:
    """A smallest and a largest number with a word or a dash between them, whoever they count."""
    tokens = segment.tagged.tokens
    for (a, first), (b, second) in itertools.pairwise(strong(segment)):
        low, high = first.value or 0, second.value or 0
        between = tokens[a + 1].text
        bounded = segment.get("at_least") and segment.get("at_most") and b - a <= 2 * _APART
        joined = b - a == 2 and between not in BREAKS and between not in "/+."
        if (joined or bounded) and 1 < low < high <= _MOST:
            return Found(f"{low}-{high}", a, b + 1)
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


def multiset(segment: Segment) -> Found | None:
    """The numbers of the sentence, largest first."""
    found = strong(segment)
    values = sorted((t.value or 0 for _, t in found), reverse=True)
    return spanning(segment, ",".join(map(str, values)), [i for i, _ in found])


def printed_values(segment: Segment) -> Found | None:
    """The values printed on the tickets, largest first."""
    told_values = segment.get("value")
    told_values = tuple(m for m in told_values if not any(o.start < m.start < o.end for o in told_values))
    each = [_counted_value(segment, m) for m in told_values]
    if len(each) > 1 and all(each):
        # "one of value 5, one of value 3 and two of value 2"
        spread = sorted((v for pair in each if pair for v in [pair[1]] * pair[0]), reverse=True)
        # "one each with the values 5 and 3, two with the value 2": a value is left over
        behind = [i for i, t in strong(segment) if i >= told_values[0].end and (t.value != 1 or t.text.isdigit())]
        doubt = "?" if len(behind) > sum(1 if not pair or pair[0] == 1 else 2 for pair in each) else ""
        return spanning(segment, doubt + ",".join(map(str, spread)), [m.start for m in segment.get("value")])
    things = {f.start for f in before(segment, ("token", "bet_ticket", "colour", "camel", "racing_camel", "each"))}
    often = multiples(segment, [(i, t.value or 0) for i, t in strong(segment) if i not in things])
    if often is not None:
        doubt, values = often.value[: often.value.startswith("?")], often.value.lstrip("?").split(",")
        return Found(doubt + ",".join(sorted(values, key=int, reverse=True)), often.start, often.end)
    told = counted_list(segment)
    if len(told) > 1:
        # "a 5, a 3 and two of value 2"
        spread = sorted((v for n, v, _ in told for _ in range(n)), reverse=True)
        # a number behind the list that was not understood may belong to it
        left = any(i > told[-1][2] and t.text.isdigit() for i, t in strong(segment))
        return spanning(segment, "?" * left + ",".join(map(str, spread)), [i for _, _, i in told])
    start = min((m.end for m in segment.get("value")), default=0)
    colons = [i for i, t in enumerate(segment.tagged.tokens) if t.text in ":("]
    start = max([start, *(i for i in colons if sum(k > i for k, _ in strong(segment)) > 1)])
    counted = {f.start for f in before(segment, ("token", "bet_ticket", "colour", "camel", "racing_camel", "each"))}
    row = [(i, t.value or 0) for i, t in strong(segment) if i >= start and (i not in counted or _in_row(segment, i))]
    row = last_row(row)
    tokens = segment.tagged.tokens
    if len(row) > 2 and row[0][1] == len(row) - 1 and [tokens[i].text.isdigit() for i, _ in row[:2]] == [False, True]:
        row = row[1:]  # "in each colour there are three, 5, 3 and 2"
    found = sorted((v for _, v in row), reverse=True) if len(row) > 1 else []
    return spanning(segment, ",".join(map(str, found)), [i for i, _ in row] if found else [])


def _in_row(segment: Segment, at: int) -> bool:
    """Whether the number ends a row of numbers: `5, 3, 2 and 2 in each colour`."""
    at_numbers = [i for i, _ in strong(segment)]
    return sum(1 for i in at_numbers if 0 < at - i <= _APART) > 0 and any(0 < at - i <= 2 for i in at_numbers)


def counted_list(segment: Segment) -> list[tuple[int, int, int]]:
    """How many of which value, and where, in a list in which a count stands right before each value or its name."""
    tokens = segment.tagged.tokens
    figures = {i for i, t in enumerate(tokens) if i and t.kind == "ordinal" and t.text[0].isdigit()}  # "a 5er"
    figures = {i for i in figures if tokens[i - 1].kind == "number"}
    at = [i for i, t in enumerate(tokens) if t.kind == "number" or i in figures]
    out: list[tuple[int, int, int]] = []
    named = {m.start - 1 for c in ("camel", "racing_camel", "colour", "character") for m in segment.get(c)}
    at = [i for i in at if i not in named]
    for a, b in itertools.pairwise(at):
        if out and a <= out[-1][2]:
            continue
        between = range(a + 1, b)
        said = [i for i in between if tokens[i].text not in _QUOTES]
        names = ("value", "token", "pair")
        linked = all(i in segment.tagged.links or any(covers(segment, c, i) for c in names) for i in said)
        if linked and len(said) < _BESIDE and not tokens[b].weak and not (tokens[a].text.isdigit() and not said):
            pair = tokens[a].weak and any(covers(segment, "pair", i) for i in said)
            out.append((2 if pair else tokens[a].value or 1, tokens[b].value or 0, b))
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
