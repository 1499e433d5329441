"""Values that a sentence gives: numbers beside a concept, lists, comparators, members of a contrast set."""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.read.language.concepts import Mention
from camelrules.read.language.ontology import Ontology, ontology
from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment

_VERBS = frozenset(["carry", "move", "get", "take", "gain", "place"])
_BEFORE = 4
_AFTER = 3
# Between two numbers of one list there are a sign and a small word at most.
_LISTED = 3
# Between a part and the whole there are so many words: `four of the five`.
_OF = 2
# Concepts in which a negation is already counted.
_DONE = frozenset(
    [
        "may",
        "must",
        "may_not",
        "need_not",
        "not",
        "nobody",
        "no_limit",
        "ignore",
        "no_matter",
        "spare_v",
        "free",
        "unchanged",
    ]
)
_SIGNS = {"at_least": ">=", "more_than": ">", "fewer_than": "<", "at_most": "<="}


# A value that fits any edition.
FINE = "*"
# A value that goes on in another sentence ends so.
OPEN = " …"


@dataclass(frozen=True, slots=True)
class Found:
    """A value in normal form and the tokens that gave it."""

    value: str
    start: int
    end: int


def _mentions(segment: Segment, names: tuple[str, ...]) -> list[Mention]:
    return [m for n in names for m in segment.get(n)]


def before(segment: Segment, names: tuple[str, ...], part: bool = False, limits: bool = False) -> list[Found]:
    """Numbers that count a concept: `5 pyramid tickets`, `1 of your cards`; of a whole and its `part`, either.

    A limit is no count (`two or more camels`), unless `limits` are asked for.
    """
    out: list[Found] = []
    tokens = segment.tagged.tokens
    for mention in _mentions(segment, names):
        if tokens[mention.start].kind == "number":
            continue  # "a crazy one" has its count in it
        for i in range(mention.start - 1, max(-1, mention.start - 1 - _BEFORE), -1):
            token = tokens[i]
            if token.weak and mention.concept == "each":
                break  # "one for each colour" counts no things of a colour
            if token.kind == "number":
                i = _share(segment, i)
                if token.weak and any(i < m.start < mention.start for m in segment.get("pair")):
                    out.append(Found("2", i, mention.end))
                    break
                if not any(f.start == i for f in out) and (limits or not _compared(segment, i)):
                    out.append(_part(segment, i, mention.end) if part else Found(str(tokens[i].value), i, mention.end))
                break
            if token.text in BREAKS or _other_noun(segment, i, mention):
                break
    return out


def _share(segment: Segment, at: int) -> int:
    """The count of `five for each of the eight characters`, which is five."""
    tokens = segment.tagged.tokens
    if (tokens[at].value or 0) < 0:
        return at  # a sum with its sign is no share
    for each in segment.get("each"):
        if each.end <= at <= each.end + 2:
            for i in range(each.start - 1, max(-1, each.start - 3), -1):
                if tokens[i].kind == "number" and not tokens[i].weak:
                    return i
    return at


def _part(segment: Segment, at: int, end: int) -> Found:
    """The count at a place; of `four of the five dice` it is four, and so it is of `all but one of the five dice`."""
    tokens = segment.tagged.tokens
    total = tokens[at].value or 0
    spared = [m.end for m in segment.get("unless")]
    for i in range(at - 2, max(-1, at - 2 - _OF), -1):
        token = tokens[i]
        if any(t.kind != "word" for t in tokens[i + 1 : at]) or token.kind != "number":
            continue
        if i + 1 in segment.tagged.links and (token.value or 0) < total:
            if any(0 <= i + 1 - e <= 1 for e in spared):
                return Found(str(total - (token.value or 0)), i, end)
            if token.value != 1 or token.text.isdigit():
                # "one of the five" in words is any of them, and tells how many there are
                return Found(str(token.value), i, end)
    for m in segment.get("unless"):
        if 0 <= m.start - end <= 1:
            for i in range(m.start, min(len(tokens), m.end + 2)):
                if tokens[i].kind == "number" and (tokens[i].value or 0) < total:
                    return Found(str(total - (tokens[i].value or 0)), at, i + 1)
    return Found(str(total), at, end)


def _compared(segment: Segment, at: int) -> bool:
    """Whether the number is a limit and no count: `two or more camels`."""
    return any(m.start <= at + 1 and at - 1 < m.end for n in (*_SIGNS, "several") for m in segment.get(n))


def _other_noun(segment: Segment, at: int, target: Mention) -> bool:
    """Whether another thing stands here, so that a number before it counts that thing."""
    return any(
        m.end - 1 == at and m.end < target.start
        for n in ontology().countable
        if n != target.concept
        for m in segment.get(n)
    ) or any(m.start <= at < m.end for n in _VERBS for m in segment.get(n))


def undivided(segment: Segment, found: list[Found]) -> list[Found]:
    """The counts without the shares beside them: of `5 dice, to each camel one die` it is five."""
    tokens = segment.tagged.tokens
    cuts = [i for i, t in enumerate(tokens) if t.text in BREAKS]

    def shared(one: Found) -> bool:
        low = max((i for i in cuts if i < one.start), default=-1)
        high = min((i for i in cuts if i >= one.end), default=len(tokens))
        return one.value == "1" and any(low < m.start < high for m in segment.get("each"))

    return [f for f in found if not shared(f)] or found


def apiece(segment: Segment, found: list[Found]) -> list[Found]:
    """The counts; an article counts only if nothing else does: in `each of the 8 characters has a card` it is 8."""
    tokens = segment.tagged.tokens
    strong = [f for f in found if not tokens[f.start].weak]
    if strong or not found or not segment.get("each") or not segment.get("character"):
        return strong or found
    sharers = [f for f in before(segment, ("character",)) if not tokens[f.start].weak]
    totals = [
        Found(str(tokens[i].value), i, m.end)
        for m in segment.get("total")
        for i in range(max(0, m.start - 2), m.start)
        if tokens[i].kind == "number" and not tokens[i].weak
    ]
    return (sharers or totals)[:1] or [Found(FINE, found[0].start, found[0].end)]


def nearest(segment: Segment, found: list[Found], names: tuple[str, ...]) -> list[Found]:
    """The one value that stands nearest behind a concept, or nearest to it."""
    anchors = [m.end for m in _mentions(segment, names)]
    if not anchors:
        return found
    return [min(found, key=lambda f: min(f.start - a if f.start >= a else 2 * (a - f.start) for a in anchors))]


def bracketed(segment: Segment, names: tuple[str, ...]) -> list[Found]:
    """Numbers in brackets that count what stands before them: `pyramid tickets (5)`."""
    tokens = segment.tagged.tokens
    out: list[Found] = []
    for m in _mentions(segment, names):
        inner = tokens[m.end : m.end + 3]
        if len(inner) == 3 and inner[0].text == "(" and inner[1].kind == "number" and inner[2].text == ")":
            out.append(Found(str(inner[1].value), m.start, m.end + 2))
    return out


def after(segment: Segment, names: tuple[str, ...]) -> list[Found]:
    """Numbers that name a concept: `space 9`, `the third space`."""
    out: list[Found] = []
    for mention in _mentions(segment, names):
        found = _following(segment, mention) or _ordinal_before(segment, mention)
        if found is not None:
            out.append(found)
    return out


def _following(segment: Segment, mention: Mention) -> Found | None:
    tokens = segment.tagged.tokens
    for i in range(mention.end, min(len(tokens), mention.end + _AFTER)):
        token = tokens[i]
        if token.kind == "number" and not token.weak:
            return Found(str(token.value), mention.start, i + 1)
        if token.text in BREAKS and token.text not in "()":
            return None
    return None


def _ordinal_before(segment: Segment, mention: Mention) -> Found | None:
    tokens = segment.tagged.tokens
    for i in (mention.start - 1, mention.start - 2):
        if i >= 0 and tokens[i].kind == "ordinal":
            return Found(str(tokens[i].value), i, mention.end)
    return None


def numbers(segment: Segment, names: tuple[str, ...] = (), weak: bool = False, ordinals: bool = False) -> list[Found]:
    """All numbers of the sentence, or those that stand after the first mention of a concept."""
    mentions = _mentions(segment, names)
    start = min((m.end for m in mentions), default=0)
    if names and not mentions:
        return []
    return [
        Found(str(t.value), i, i + 1)
        for i, t in enumerate(segment.tagged.tokens)
        if i >= start and ((t.kind == "number" and (weak or not t.weak)) or (ordinals and t.kind == "ordinal"))
    ]


def comparison(segment: Segment, names: tuple[str, ...]) -> Found | None:
    """A number with its comparator, in the normal form `>=n` or `<n`."""
    tokens = segment.tagged.tokens
    best: Found | None = _span_of(segment, names)
    if best is not None:
        return best
    anchors = _mentions(segment, names)
    for i, token in enumerate(tokens):
        if token.kind != "number" or token.weak or token.value is None:
            continue
        if anchors and min(abs(i - m.start) for m in anchors) > 14:
            continue
        sign = ""
        for name, mark in _SIGNS.items():
            for m in segment.get(name):
                if m.start <= i < m.end or 0 <= i - m.end <= 2 or 0 <= m.start - i - 1 <= 2:
                    sign = mark
                    if m.negated or any(0 <= m.start - u.end <= 2 for u in segment.get("unless")):
                        sign = {">=": "<", ">": "<=", "<": ">=", "<=": ">"}[mark]
        number = token.value
        if sign == "<=":
            sign, number = "<", number + 1
        elif sign == ">":
            sign, number = ">=", number + 1
        found = Found(f"n{sign}{number}" if sign else f"n={number}", i, i + 1)
        if best is None or (sign and best.value.startswith("n=")):
            best = found
    return best


def _span_of(segment: Segment, names: tuple[str, ...]) -> Found | None:
    """`6 to 8 players`, `six, seven or eight players`: a range, in the normal form `n in 6-8`."""
    tokens = segment.tagged.tokens
    at = [i for i, t in enumerate(tokens) if t.kind == "number" and not t.weak and t.value is not None]
    for k, i in enumerate(at):
        run = [i]
        while k + len(run) < len(at) and at[k + len(run)] - run[-1] <= _LISTED:
            run.append(at[k + len(run)])
        values = [tokens[j].value or 0 for j in run]
        listed = len(run) > 1 and values == list(range(values[0], values[0] + len(run)))
        listed = listed and (len(run) > 2 or tokens[run[0] + 1].kind == "word")
        ranged = len(run) == 2 and values[0] < values[1] and run[1] - run[0] == 2 and tokens[run[0] + 1].text != ","
        beside = any(0 < m.start - run[-1] <= 2 for m in segment.get("player"))
        if (listed and any(segment.get(n) for n in (*names, "player", "you"))) or (ranged and beside):
            return Found(f"n in {values[0]}-{values[-1]}", run[0], run[-1] + 1)
    return None


def choice(segment: Segment, table: dict[str, str], at: tuple[str, ...]) -> Found | None:
    """The member of a contrast set that the sentence uses, nearest to `at` where given."""
    hits: list[tuple[int, Mention]] = []
    anchors = _mentions(segment, at)
    for name in dict.fromkeys(key.removeprefix("negated ") for key in table):
        for m in segment.get(name):
            if name not in table and not m.negated:
                continue
            gap = min((_distance(m, a) for a in anchors), default=m.start) if anchors else m.start
            hits.append((gap, m))
    # Of words that overlap the longer one counts: `has no right to` is no `right to`.
    hits = [h for h in hits if not any(_within(h[1], o) for _, o in hits)]
    if not hits:
        return None
    _, best = min(hits, key=lambda h: (h[0], h[1].start))
    if best.negated and f"negated {best.concept}" in table:
        return Found(table[f"negated {best.concept}"], best.start, best.end)
    value = table[best.concept]
    return Found(f"not {value}" if best.negated and best.concept not in _DONE else value, best.start, best.end)


def allotted(segment: Segment, table: dict[str, str], at: tuple[str, ...]) -> Found | None:
    """The member of a contrast set that is said of some verbs, where the last verb has one of its own.

    In `it takes those above along and leaves those below`, `above` is nearest to `leaves`: the verbs share them out.
    """
    mine = _mentions(segment, at[:-1])
    others = [m for m in _mentions(segment, at[-1:]) if all(m.start >= v.end or v.start >= m.end for v in mine)]
    said = [m for name in table for m in segment.get(name)]
    if not mine or not said:
        return None

    def cost(said_of_mine: Mention) -> int:
        left = [m for m in said if m.concept != said_of_mine.concept]
        own = min(apart(segment, said_of_mine, v) for v in mine)
        return own + (min(apart(segment, m, v) for m in left for v in others) if left and others else 0)

    best = min(said, key=lambda m: (cost(m), m.start))
    return Found(table[best.concept], best.start, best.end)


def choice_of(segment: Segment, table: dict[str, str], at: tuple[str, ...]) -> Found | None:
    """The member of a contrast set that is said of `at`: of `the first: here; the last: there` what is said of one."""
    known = ontology()
    mine = _mentions(segment, at)
    rivals = _mentions(segment, tuple(sorted({r for n in at for r in known.rivals.get(n, frozenset())} - set(at))))
    rivals = [r for r in rivals if not any(r.start < m.end and m.start < r.end for m in mine)]
    low = min((m.start for m in mine), default=0)
    high = min((r.start for r in rivals if r.start > low), default=len(segment.tagged.tokens))
    low = 0 if all(r.start > low for r in rivals) else low
    hits = [m for n in table for m in segment.get(n) if low <= m.start < high]
    # A word that names the thing itself says nothing of it.
    hits = [h for h in hits if not any(m.start <= h.start and h.end <= m.end for m in mine)]
    # What is said of two things that nothing parts is said of neither.
    if len({table[h.concept] for h in hits}) != 1:
        return None
    first = min(hits, key=lambda h: h.start)
    return Found(table[first.concept], first.start, first.end)


def _within(a: Mention, b: Mention) -> bool:
    """Whether the one overlaps with the other, which is longer."""
    return a.start < b.end and b.start < a.end and a.end - a.start < b.end - b.start


def _distance(a: Mention, b: Mention) -> int:
    return max(b.start - a.end, a.start - b.end, 0)


def apart(segment: Segment, a: Mention, b: Mention) -> int:
    """Distance in words, with a comma counting for several."""
    low, high = min(a.end, b.end), max(a.start, b.start)
    breaks = sum(1 for t in segment.tagged.tokens[low:high] if t.text in BREAKS)
    return _distance(a, b) + 4 * breaks


def decide(
    segment: Segment, wanted: tuple[str, ...], at: tuple[str, ...], known: Ontology
) -> tuple[Mention | None, Mention | None]:
    """The wanted member of a contrast, or the rival that stands in its place."""
    mine = _mentions(segment, wanted)
    rivals = {r for w in wanted for r in known.rivals.get(w, frozenset())} - set(wanted)
    others = _mentions(segment, tuple(sorted(rivals)))
    if "on" in wanted and (others or any(m.concept != "on" for m in mine)):
        # "on" is said of boards and spaces too: it counts only where no clearer word stands ("on its back").
        mine = [m for m in mine if m.concept != "on" or m.end - m.start > 1]
    others = [m for m in others if m.concept != "on"]
    anchors = _mentions(segment, at)
    if anchors and (mine or others):
        both = [(min(apart(segment, m, a) for a in anchors), m in others, m) for m in mine + others]
        _, rival, best = min(both, key=lambda x: (x[0], x[1]))
        return (None, best) if rival else (best, None)
    if mine:
        return mine[0], None
    return None, (others[0] if others else None)
