"""What is printed on the faces of a die: `1, 2 and 3 twice`, `two 1s, two 2s and two 3s`, `white 1, 2, 3`."""

from __future__ import annotations

import itertools
from collections import Counter

from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.multiples import multiples
from camelrules.read.values.slots import Found, before
from camelrules.read.values.tallies import covers, in_order, ranged_row, spanning, strong

# Numbers of one list have at most an "and" and a comma between them.
_APART = 4
# A count stands this close before the number that it counts: "two faces with a 1".
_COUNTED = 4
# "two for each racing camel": this close stands what something is counted for.
_SHARE = 3

# A die has at least so many faces.
_FEWEST = 4

_Row = list[tuple[int, int]]


def faces(segment: Segment) -> Found | None:
    """What is printed on a die, a number as often as it is there."""
    told = _printed(segment)
    counted = _in_words(segment, told) or _counted(segment, told)
    if counted is not None:
        return counted
    sides = _sides(segment)
    often_told = multiples(segment, [(i, v) for i, v in told if i not in sides])
    if often_told is not None and not sides:
        return often_told
    spread = [(i, v) for i, v in told if i not in sides]
    if len(sides) > 1 and len(set(sides.values())) == 1 and len({v for _, v in spread}) == len(sides) == len(spread):
        # "a 1 on two faces, a 2 on two faces"
        return _found(segment, spread, next(iter(sides.values())))
    often = _often(segment, sides)
    plain = [(i, v) for i, v in told if i not in sides and not is_double(segment, i)]
    apart = 2 * _APART if len(segment.get("half")) > 1 else _APART
    row = last_row(plain, apart)
    if not row:
        return None
    row = ranged_row(segment, _opened(segment, row))
    values = [v for _, v in row]
    if often > 1 and len(set(values)) == len(values) and len(values) > 1:
        return _found(segment, row, often)
    found = _found(segment, row, 1)
    if found is not None and len(row) < _FEWEST:
        return Found(f"?{found.value}", found.start, found.end)  # how often each is there was not heard
    return found


def _in_words(segment: Segment, told: _Row) -> Found | None:
    """`three faces with a 1, two with a 2 and one with a 3`: a count in words before every number in figures."""
    tokens = segment.tagged.tokens
    figures = [i for i, _ in told if tokens[i].text.isdigit()]
    spread: list[int] = []
    often: list[int] = []
    for k, at in enumerate(figures):
        low = max(figures[k - 1] if k else -1, at - _COUNTED - 1)
        cut = max((i for i in range(low + 1, at) if tokens[i].text in BREAKS), default=low)
        counts = [i for i in range(cut + 1, at) if tokens[i].kind == "number" and not tokens[i].text.isdigit()]
        counts.sort(key=lambda i: tokens[i].weak)  # "each one with two faces 1"
        if not counts or covers(segment, "times", counts[0]) or covers(segment, "half", counts[0]):
            return None
        often.append(tokens[counts[0]].value or 1)
        spread += [tokens[at].value or 0] * often[-1]
    if len(figures) < 2 or max(often) < 2 or len(set(figures)) != len(often):
        return None
    return spanning(segment, ",".join(map(str, spread)), figures)


def _sides(segment: Segment) -> dict[int, int]:
    """How many faces are spoken of, and where: `on two faces`."""
    tokens = segment.tagged.tokens
    out: dict[int, int] = {}
    for m in segment.get("side"):
        for i in range(m.start - 1, max(-1, m.start - 3), -1):
            if tokens[i].kind == "number" and not tokens[i].weak:
                out[i] = tokens[i].value or 0
                break
    return out


def _found(segment: Segment, row: _Row, often: int) -> Found | None:
    values = ",".join(str(v) for _, v in row for _ in range(often))
    return spanning(segment, values, [i for i, _ in row])


def _printed(segment: Segment) -> _Row:
    """The numbers that may be printed: not those that count dice, camels or colours, nor shares of them."""
    tokens = segment.tagged.tokens
    things = {f.start for f in before(segment, ("die", "grey_die", "camel", "racing_camel", "colour"))}
    listed = [i for i, _ in strong(segment)]
    # "1, 2, 3 dice": the last number of a row counts nothing
    things -= {b for a, b in itertools.pairwise(listed) if b - a <= 2 and tokens[b - 1].kind == "sign"}
    for each in segment.get("each"):
        of_what = [m for c in ("camel", "colour") for m in segment.get(c) if 0 <= m.start - each.end <= _SHARE]
        if of_what:
            things |= set(range(max(0, each.start - 2), each.start))
    return [(i, t.value or 0) for i, t in strong(segment) if i not in things]


def _counted(segment: Segment, told: _Row) -> Found | None:
    """`three 1s, two 2s and one 3`: a count right before each number."""
    tokens = segment.tagged.tokens
    numbers = {i for i, _ in told}
    numbers |= {
        i for i, t in enumerate(tokens) if t.weak and t.value == 1 and any(0 < k - i <= _COUNTED for k in numbers)
    }
    at = sorted(i for i in numbers if not is_double(segment, i) or _before_number(segment, i))
    best: list[tuple[int, int, int]] = []
    run: list[tuple[int, int, int]] = []
    k = 0
    while k + 1 < len(at):
        a, b = at[k], at[k + 1]
        if _counts(segment, a, b) and (not run or (tokens[b].value or 0) > run[-1][1]):
            run.append((tokens[a].value or 0, tokens[b].value or 0, b))
            k += 2
        else:
            best, run = max(best, run, key=len), []
            k += 1
    best = max(best, run, key=len)
    if len(best) < 2 or all(n == 1 for n, _, _ in best):
        return None  # "a 1, a 2 and a 3" does not tell how often
    values = [str(v) for n, v, _ in best for _ in range(n)]
    return spanning(segment, ",".join(values), [i for _, _, i in best])


def _before_number(segment: Segment, at: int) -> bool:
    tokens = segment.tagged.tokens
    return at + 1 < len(tokens) and tokens[at + 1].kind == "number"


def _counts(segment: Segment, a: int, b: int) -> bool:
    """Whether the first of two numbers says how often the second is there."""
    tokens = segment.tagged.tokens
    between = tokens[a + 1 : b]
    if b - a > _COUNTED or any(t.kind == "sign" or t.text in BREAKS for t in between) or tokens[b].weak:
        return False
    if not between:
        # "two 1s", not "1 1 2 2"
        return not tokens[a].text.isdigit() or (b + 1 < len(tokens) and tokens[b + 1].key == "s")
    named = any(covers(segment, c, k) for c in ("side", "show", "digit", "value") for k in range(a + 1, b))
    small = all(k in segment.tagged.links or len(tokens[k].key) <= 2 for k in range(a + 1, b))
    return named or (small and not tokens[a].text.isdigit() and len(between) < 2 and tokens[a].value != 1)


def _often(segment: Segment, sides: dict[int, int]) -> int:
    """How often each number is there: `twice`, `on two faces each`."""
    if segment.get("half"):
        return 2
    tokens = segment.tagged.tokens
    for m in segment.get("times"):
        said = [t.value for t in tokens[m.start : m.end] if t.value]
        return said[0] if said else 2
    small = [n for n in sides.values() if n < _COUNTED]
    return small[0] if len(small) == 1 else 1


def _opened(segment: Segment, row: _Row) -> _Row:
    """`from one to three`, where the one looks like an article."""
    tokens = segment.tagged.tokens
    first = row[0][0]
    if len(row) == 1 and first > 1 and tokens[first - 2].weak and tokens[first - 1].kind == "word":
        return [(first - 2, tokens[first - 2].value or 1), *row]
    return row


def last_row(found: _Row, apart: int = _APART) -> _Row:
    """The most numbers that stand side by side, as in a list; of several such rows the last."""
    rows: list[_Row] = []
    for one in found:
        if rows and one[0] - rows[-1][-1][0] <= apart:
            rows[-1].append(one)
        else:
            rows.append([one])
    return max(reversed(rows), key=len, default=[])


def is_double(segment: Segment, at: int) -> bool:
    """Whether the number is the word for twice."""
    if covers(segment, "half", at) or covers(segment, "times", at):
        return True
    return covers(segment, "two_w", at) and any(0 < m.start - at <= 2 for m in segment.get("side"))


def coloured_faces(segment: Segment, own: str, *printed: str) -> Found | None:
    """What is printed on a die, which has a colour of its own, in several others: each number with its colour."""
    tokens = segment.tagged.tokens
    sides = {tokens[f.start].key for f in before(segment, ("side",)) if not tokens[f.start].text.isdigit()}
    counted = {f.start for f in before(segment, ("die", "grey_die", "camel", "racing_camel", "side", "each"))}
    counted |= {m.end for m in segment.get(own)}  # "a grey one"
    found = [(i, t.value or 0) for i, t in strong(segment) if i not in counted and t.key not in sides]
    found = [(i, v) for i, v in found if not covers(segment, "once", i) and not is_double(segment, i)]
    named = max((m.end for m in (*segment.get(own), *segment.get("grey_die"))), default=0)
    if sum(i >= named for i, _ in found) > 1:
        found = [(i, v) for i, v in found if i >= named]  # what stands before it is on other dice
    colours = sorted((m.start, c) for c in printed for m in segment.get(c))
    if len(found) < 2 or not colours:
        return None
    colours = [(i, c) for i, c in colours if i > found[0][0] - 2 * _APART] or colours
    ahead = colours[0][0] < found[0][0]
    groups: dict[str, _Row] = {c: [] for _, c in colours}
    for i, v in found:
        near = [c for at, c in colours if at < i][-1:] if ahead else [c for at, c in colours if at > i][:1]
        groups[near[0] if near else colours[-1][1]].append((i, v))
    shared = any(not row for row in groups.values())
    out = []
    for colour in in_order(groups):
        row = found if shared else groups[colour]
        values = [v for _, v in ranged_row(segment, row)]
        out += [f"{colour} {v}" for v in (_once(values) if shared else values)]
    return spanning(segment, ",".join(_as_printed(out, printed)), [i for i, _ in found])


def _once(values: list[int]) -> list[int]:
    """The numbers of one colour, where those of several were told in one row: `1, 2, 3 and 1, 2, 3`."""
    counts = Counter(values)
    return list(dict.fromkeys(values)) if len(set(counts.values())) == 1 else values


def _as_printed(faces_found: list[str], printed: tuple[str, ...]) -> list[str]:
    return [f for colour in printed for f in faces_found if f.startswith(f"{colour} ")]
