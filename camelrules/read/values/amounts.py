"""Amounts of money: who gains what, and who pays what."""

from __future__ import annotations

from collections.abc import Sequence

from camelrules.read.language.concepts import Mention
from camelrules.read.language.tokens import BREAKS, Token
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import FINE, Found, after, before, numbers
from camelrules.read.values.tallies import spanning, strong

# The sign that typesetters put before a number that is lost; a hyphen may be a dash.
_MINUS = "−"
_HYPHENS = frozenset("-–")
# A player is told by what they did within so many words: `the player who moved`.
_ACTING = 3
# What may be said to pay: a ticket, or its camel for it.
_PAYING = ("token", "camel", "other", "leader", "first", "second_w", "third_w", "fifth", "last")
# What stands behind a number that counts cards.
_CARDS = ("card", "correct", "wrong", "camel", "player")
# What stands between a word and its number is no longer than this: `no.`, `n°`.
_LABEL = 2


def money(segment: Segment) -> Found | None:
    """What a ticket or card brings: the amount, negative where it is lost or paid."""
    found = _sums(segment) or numbers(segment, weak=False)[-1:] or _pronoun(segment)
    return _signed(segment, found[-1]) if found else None


def _pronoun(segment: Segment) -> list[Found]:
    """A small word that stands for a number where nothing follows that it belongs to: `the others cost you one`."""
    tokens = segment.tagged.tokens
    ends = [i for i, t in enumerate(tokens) if t.weak and (i + 1 == len(tokens) or tokens[i + 1].text in BREAKS)]
    return [Found(str(tokens[i].value), i, i + 1) for i in ends[-1:]]


def _sums(segment: Segment) -> list[Found]:
    """The sums of money that a sentence names."""
    return [f for f in before(segment, ("pound",)) if not f.value.startswith("0")]


def _signed(segment: Segment, best: Found, low: int = 0, high: int | None = None) -> Found | None:
    """A sum with its sign, by the words of gain and loss between two places of the sentence."""
    tokens = segment.tagged.tokens
    stop = len(tokens) if high is None else high
    amount = int(best.value)
    if amount > 0 and _less(tokens, best.start):
        amount = -amount
    people = [m.start for c in ("player", "owner", "who", "you") for m in segment.get(c)]
    # A ticket that pays brings money; only a player who pays loses it, as does whoever pays "for each ticket".
    asked = bool(segment.get("bank") or segment.get("must")) or _for_each(segment)
    paid = [m for m in segment.get("pay") if asked or any(p < m.start for p in people)]
    paid += _told_to_pay(segment)
    # what is handed to the bank is lost
    banks = [m.start for m in segment.get("bank")]
    paid += [m for c in ("give", "return_to") for m in segment.get(c) if any(m.start < b for b in banks)]
    costs = [m for m in segment.get("cost") if 0 <= best.start - m.end <= _ACTING]  # "wrong ones cost 1"
    minus = [m for m in (*segment.get("lose"), *paid, *costs) if low <= m.start < stop]
    plus = [m for m in segment.get("gain") if low <= m.start < stop]
    if minus and (
        not plus or min(abs(m.start - best.start) for m in minus) < min(abs(m.start - best.start) for m in plus)
    ):
        amount = -abs(amount)
    elif not minus and not plus and tokens[best.start].kind != "number":
        return None
    elif not minus and not plus and amount > 0 and best.start and tokens[best.start - 1].text in _HYPHENS:
        # a dash before the sum, or a minus
        return Found(f"?{-amount}", best.start, best.end)
    return Found(str(amount), best.start, best.end)


def _told_to_pay(segment: Segment) -> list[Mention]:
    """Verbs of paying whose subject is who reads, by their form: `ticket of another camel: pay 1`, `je 1 EP zahlen`.

    A thing right before the verb is its subject: `the other tickets pay 1`.
    """
    things = {m.end for c in _PAYING for m in segment.get(c)}
    paid = {m.start for m in segment.get("pay")}  # without what the bank pays
    return [m for m in segment.get("pay_up") if m.start in paid - things]


def _for_each(segment: Segment) -> bool:
    """Whether a sentence opens with what something is paid for, by a small word before `each`: `for each ticket`."""
    words = [i for i, t in enumerate(segment.tagged.tokens) if t.kind == "word"][:2]
    each = [m for m in segment.get("each") if m.start in words[:1] or (m.start in words and words[1] - words[0] == 1)]
    return any(m.start != words[0] or m.end - m.start > 1 for m in each)


def _less(tokens: Sequence[Token], at: int) -> bool:
    """Whether a minus stands before a number; a hyphen is one behind a colon."""
    sign = tokens[at - 1].text if at else ""
    return sign == _MINUS or (sign in _HYPHENS and at > 1 and tokens[at - 2].text == ":")


def in_row(segment: Segment, mine: str, *others: str) -> Found | None:
    """What a sentence with several rows of a table gives for one of them: `8 for the first, 5 for the second`."""
    rows = _rows(segment, (mine, *others))
    if len(rows) < 2:
        return money(segment)
    named = _sums(segment)
    taken = {i for f in named for i in range(f.start, f.end)}
    plain = [f for f in numbers(segment, weak=False) if f.start not in taken]
    zero = [Found("0", m.start, m.end) for m in segment.get("nothing")]
    sums = sorted([*named, *plain, *zero], key=lambda f: f.start)
    # A sum in words: `the value printed on it`.
    words = [m.start for c in ("value", "printed") for m in segment.get(c)]
    read = [_shared(segment, mine, rows, sums, words, behind) for behind in (True, False)]
    (behind_all, after), (before_all, ahead) = read
    if behind_all != before_all:
        return after if behind_all > before_all else ahead
    if after is None or ahead is None or after.value == ahead.value:
        return after or ahead
    best = after if rows[0].start < sums[0].start else ahead
    return Found(f"?{best.value.lstrip('?')}", best.start, best.end)


def _shared(
    segment: Segment, mine: str, rows: list[Mention], sums: list[Found], words: list[int], behind: bool
) -> tuple[int, Found | None]:
    """How many rows have a sum if every sum stands behind its row, or every sum before it; and the sum of one row."""
    end = len(segment.tagged.tokens)
    starts = [m.start for m in rows] if behind else [0, *(m.end for m in rows[:-1])]
    stops = [*(m.start for m in rows[1:]), end] if behind else [m.end for m in rows]
    served = 0
    given: list[Found] = []
    for row, low, high in zip(rows, starts, stops, strict=True):
        here = [f for f in sums if low <= f.start < high]
        served += bool(here) or any(low <= w < high for w in words)
        if row.concept == mine and here:
            # Without a word of its own, a row brings or costs what the row before it does.
            spoken = any(low <= m.start < high for c in ("gain", "lose", "pay") for m in segment.get(c))
            made = _signed(segment, here[-1], low if spoken else 0, high)
            given += [made] if made is not None else []
    if len({f.value for f in given}) > 1:
        given = [Found(f"?{given[0].value}", given[0].start, given[0].end)]
    return served, given[0] if given else None


def _rows(segment: Segment, names: tuple[str, ...]) -> list[Mention]:
    """The rows of a table that a sentence speaks of, in order; of words for the same row the first."""
    found = sorted((m for n in names for m in segment.get(n)), key=lambda m: (m.start, -m.end))
    aside = _in_brackets(segment) | _before_colon(segment, found)
    found = [m for m in found if m.start not in aside] or found
    out: list[Mention] = []
    for m in found:
        if not out or (m.start >= out[-1].end and m.concept != out[-1].concept):
            out.append(m)
    return out


def _before_colon(segment: Segment, rows: list[Mention]) -> frozenset[int]:
    """The places that explain a row before its one sum: `the second, the next in order behind the leader: 1 pound`."""
    tokens = segment.tagged.tokens
    colons = [i for i, t in enumerate(tokens) if t.text == ":"]
    sums = [i for i, _ in strong(segment) if tokens[i].kind == "number"]
    if len(colons) != 1 or len(sums) != 1 or sums[0] < colons[0] or not rows or rows[0].start > colons[0]:
        return frozenset()
    return frozenset(range(rows[0].end, colons[0]))


def _in_brackets(segment: Segment) -> frozenset[int]:
    """The places in brackets that hold no number: they explain a row and are none."""
    tokens = segment.tagged.tokens
    out: set[int] = set()
    opened = -1
    for i, token in enumerate(tokens):
        if token.text == "(":
            opened = i
        elif token.text == ")" and opened >= 0:
            inside = range(opened, i + 1)
            if not any(tokens[j].kind == "number" and not tokens[j].weak for j in inside):
                out.update(inside)
            opened = -1
    return frozenset(out)


def last(segment: Segment) -> Found | None:
    """The last number of the sentence."""
    found = numbers(segment, weak=False) or numbers(segment, weak=True)
    return found[-1] if found else None


def first(segment: Segment) -> Found | None:
    """The first number of the sentence."""
    found = numbers(segment)
    return found[0] if found else None


def rate(segment: Segment, by_card: str, by_owner: str) -> Found | None:
    """What a wrong card costs, and whether every card costs it or every owner pays once."""
    amount = _for_wrong(segment)
    if amount is None:
        return None
    handed = segment.get("bank") and (segment.get("give") or segment.get("return_to")) and not segment.get("get")
    if (segment.get("pay") or handed) and not segment.get("gain") and not amount.value.startswith("-"):
        # Nobody gets paid for a wrong card: whoever pays for it or hands it to the bank loses.
        amount = Found(f"-{amount.value}", amount.start, amount.end)
    told = any(segment.get(c) for c in ("gain", "get", "give", "reward", "take", "free")) or amount.value == "0"
    if not told and not amount.value.startswith("-"):
        return Found(f"?{amount.value} per {by_card}", amount.start, amount.end)  # a gain or a loss, nobody says
    sums = {m.end for m in segment.get("pound")} | {amount.end}
    # "1 pound each" goes with the subject, not with whoever is named behind it
    each = [m for c in ("each", "all", "any", "single") for m in segment.get(c) if m.start not in sums]
    cards = [*segment.get(by_card), *segment.get("wrong")]
    owners = segment.get("owner") or segment.get("player")
    beside_card = any(0 <= c.start - e.end <= 4 for e in each for c in cards)
    first_each = min(each, key=lambda m: m.start, default=None)
    if first_each is not None and any(0 <= o.start - first_each.end <= 1 for o in owners):
        beside_card = False  # "each player with a wrong card"
    total = [m for c in ("total", "together") for m in segment.get(c) if not m.negated]
    if total or (segment.get("no_limit") or segment.get("no_matter") or segment.get("once")):
        doubt = "?" if (beside_card or segment.get("correct")) and not total else ""
        return Found(f"{doubt}{amount.value} per {by_owner}", amount.start, amount.end)
    tokens = segment.tagged.tokens
    one = any(tokens[i].weak for c in cards for i in range(max(0, c.start - 2), c.start))
    # "the owners of wrong cards pay 1 each" is not "wrong cards cost their owners 1 each"
    owners_first = owners and cards and owners[0].start < min(c.start for c in cards)
    beside_owner = any(0 <= o.start - e.end <= 1 for e in each for o in owners)
    # "whoever placed a wrong card loses 1 for each"
    per_card = not each or beside_card or (one and not beside_owner) or not (beside_owner or owners_first)
    return Found(f"{amount.value} per {by_card if per_card else by_owner}", amount.start, amount.end)


def _for_wrong(segment: Segment) -> Found | None:
    """What wrong cards cost in a sentence that may also tell what right ones bring."""
    tokens = segment.tagged.tokens
    named = _sums(segment)
    taken = {i for f in named for i in range(f.start, f.end)}
    counted = {m.start for c in _CARDS for m in segment.get(c)}  # "after two wrong cards"
    plain = [f for f in numbers(segment, weak=False) if f.start not in taken and f.end not in counted]
    plain = [f for f in plain if not named or tokens[f.start].text.lstrip("-").isdigit()]  # "every one of them"
    sums = sorted([*named, *plain], key=lambda f: f.start)
    wrong = segment.get("wrong") or (*segment.get("other"), *segment.get("different"))
    if not sums or not wrong:
        return money(segment)
    right = {m.start for m in segment.get("correct")} | {i for i, t in enumerate(tokens) if t.kind == "ordinal"}
    costs = {m.start for c in ("lose", "pay", "cost") for m in segment.get(c)}
    ends = [0, *(f.end for f in sums)]
    starts = [*(f.start for f in sums[1:]), len(tokens)]
    tries: list[tuple[int, int, int]] = []
    for n, f in enumerate(sums):
        for m in wrong:
            low, high = (m.end, f.start) if m.end <= f.start else (f.end, m.start)
            between = range(low, high)
            # "after two wrong cards the first right one gets 3"
            apart = not right.isdisjoint(between) and costs.isdisjoint(range(low, starts[n]))
            if not apart and not any(g.start in between for g in sums):
                breaks = sum(1 for i in between if tokens[i].text in BREAKS and tokens[i].text != ":")
                tries.append((breaks, high - low, n))
    if not tries:
        return None
    n = min(tries)[2]
    return _signed(segment, sums[n], ends[n], starts[n]) if len(sums) > 1 else money(segment)


def rest(segment: Segment) -> Found | None:
    """What every further correct card brings; `all other players` would be something else."""
    amount = last(segment)
    if amount is None:
        return None
    for other in segment.get("other"):
        if any(0 <= p.start - other.end <= 0 for p in segment.get("player")):
            return Found(f"?~all other players {amount.value}", amount.start, amount.end)
    return amount


def first_scale(segment: Segment) -> Found | None:
    """What tickets of the leading camel bring, largest first; negative where they cost.

    What they bring may be told in words (`the value printed on them`), and what others bring beside it.
    """
    # "place one" is no sum
    placed = {i for m in segment.get("leader") for i in range(m.start, m.end)}
    sums = [(i, t.value or 0) for i, t in strong(segment) if i not in placed]
    low, high = 0, len(segment.tagged.tokens)
    first = min((m.start for c in ("leader", "first") for m in segment.get(c)), default=0)
    rows = [m for c in ("second_w", "third_w", "other", "pyramid_ticket") for m in segment.get(c)]
    if rows and segment.get("second_w"):
        starts = [m.start for m in rows]
        after = (first, min((at for at in starts if at > first), default=high))
        ahead = (max((m.end for m in rows if m.start < first), default=0), first)
        low, high = after if any(after[0] <= i < after[1] for i, _ in sums) or after[1] - first > 1 else ahead
    sums = [(i, v) for i, v in sums if low <= i < high]
    largest_first = sorted((v for _, v in sums), reverse=True)
    found = spanning(segment, ",".join(map(str, largest_first)), [i for i, _ in sums])
    people = [m.start for c in ("player", "owner", "who") for m in segment.get(c)]
    paid = [m for m in segment.get("pay") if any(p < m.start for p in people) and low <= m.start < high]
    loses = bool(paid) or any(low <= m.start < high for m in segment.get("lose"))
    if found is None:
        words = [m for c in ("printed", "value") for m in segment.get(c) if low <= m.start < high]
        return Found("~lose" if loses else FINE, words[0].start, words[0].end) if words else None
    return Found(f"~lose {found.value}", found.start, found.end) if loses else found


def exchange(segment: Segment) -> Found | None:
    """When money may be changed, and whether the example gives equal value."""
    found = strong(segment)
    weak = any(t.kind == "number" and t.weak for t in segment.tagged.tokens)
    values = [t.value or 0 for _, t in found]
    values = values[-4:] if len(values) > 4 else values
    # "one coin of 5 for five coins of 1", or the other way round; the one coin may be an article
    three = len(values) == 3 and weak and values[0] != values[1] * values[2] and values[0] * values[1] != values[2]
    if three or (len(values) == 4 and values[0] * values[1] != values[2] * values[3]):
        return spanning(segment, "~unequal value", [i for i, _ in found])
    only = segment.get("only") or segment.get("end_only")
    if only and any(segment.get(c) for c in ("leg", "turn", "end", "between", "before", "after", "scoring")):
        return Found("only then", only[0].start, only[0].end)
    mention = segment.get("any_time")
    return Found("any time", mention[0].start, mention[0].end) if mention else None


def copied(segment: Segment) -> Found | None:
    """How much of the partner's tickets may be copied: one ticket's reward, by choice."""
    modal = next((m for c in ("may", "must", "obliged", "may_not") for m in segment.get(c)), None)
    start = modal.end if modal else 0
    # "two tickets of the partner" looks like partner cards
    tickets = [m.end for c in ("token", "partner_card") for m in segment.get(c) if m.start >= start]
    stop = min(tickets or [m.end for m in segment.get("reward") if m.start >= start], default=0)
    if not stop:
        return None
    if modal and modal.concept != "may":
        return Found("~must copy" if modal.concept != "may_not" else "no reward", modal.start, modal.end)
    single = [m.start for m in segment.get("single") if start <= m.start < stop]
    for name in ("all", "several", "both"):
        for m in segment.get(name):
            if start <= m.start < stop and not any(m.start < at for at in single):
                return Found("all rewards", m.start, m.end)
    for i, t in enumerate(segment.tagged.tokens[start:stop], start):
        if t.kind == "number" and t.value != 1:
            return Found(f"{t.value} tickets", i, i + 1)
    return Found("one reward", start, stop)


def at_place(segment: Segment, place: str) -> Found | None:
    """The amount that a list gives for one place: `the first card earns 8 pounds; the second, 5`."""
    tokens = segment.tagged.tokens
    ordinals = [i for i, t in enumerate(tokens) if t.kind == "ordinal"]
    for n, i in enumerate(ordinals):
        if str(tokens[i].value) == place:
            stop = ordinals[n + 1] if n + 1 < len(ordinals) else len(tokens)
            for k in range(i + 1, stop):
                if tokens[k].kind == "number" and not tokens[k].weak:
                    return Found(str(tokens[k].value), i, k + 1)
    return None


def ordinal(segment: Segment, table: dict[str, str]) -> Found | None:
    """What the number of an action means, by its ordinal; another number is another action."""
    found = [(t.value or 0, i, i + 1) for i, t in enumerate(segment.tagged.tokens) if t.kind == "ordinal"]
    tokens = segment.tagged.tokens
    # "action no. 5", but not "the actions are four"
    beside = [f for f in after(segment, ("action",)) if all(len(t.text) <= _LABEL for t in tokens[f.start + 1 : f.end])]
    found += [(int(f.value), f.start, f.end) for f in beside]
    return next((Found(table.get(str(n), f"~action {n}"), start, end) for n, start, end in found), None)


def payout(segment: Segment) -> Found | None:
    """What the owner of a tile gets: from the bank it is a gain, to the bank or from the owner a loss."""
    found = [f for f in before(segment, ("pound",)) if not f.value.startswith("0")]
    owners = segment.get("owner") or segment.get("you") or segment.get("player") or segment.get("who")
    if not found or not owners:
        return None
    giving = [*segment.get("pay"), *segment.get("give")]
    losing = segment.get("lose")
    # "pays to the bank" is a loss, though the bank pays too
    gaining = [
        m for c in ("gain", "get") for m in segment.get(c) if not any(w.start <= m.start < w.end for w in losing)
    ]
    between = _between_players(segment, [*giving, *gaining, *losing])
    if between:
        return Found(f"~{found[0].value} {between} another player", found[0].start, found[0].end)
    given = bool(giving) and not gaining
    # who has to give is no bank, wherever its verb stands
    first = min(owners[0].start, giving[0].start) if given and segment.get("must") else giving[0].start if given else 0
    gives = given and owners[0].start < giving[0].start and not any(m.start < first for m in segment.get("bank"))
    paying = [m.start for m in segment.get("bank") if losing and m.start < losing[0].start]
    loses = gives or (bool(losing) and not gaining and not paying)
    if _per_camel(segment):
        return Found(f"~{found[0].value} for each camel", found[0].start, found[0].end)
    return Found(f"-{found[0].value}" if loses else found[0].value, found[0].start, found[0].end)


def _between_players(segment: Segment, verbs: Sequence[Mention]) -> str:
    """Whether the owner gets it `from` the player whose move it is, or gives it `to` that one."""
    owners, movers = segment.get("owner"), _movers(segment)
    if not (owners and movers and verbs) or any(segment.get(n) for n in ("bank", "no_matter", "even_if")):
        return ""
    verb = min(m.start for m in verbs)
    if movers[0].start < verb < owners[0].start:
        return "from"
    return "to" if owners[0].start < verb < movers[0].start else ""


def _movers(segment: Segment) -> list[Mention]:
    """The player who moved, or whose turn it is; not any player, as in `when a player moves`."""
    tokens = segment.tagged.tokens
    acts = [m.start for n in ("move", "turn", "roll", "reveal") for m in segment.get(n)]
    things = [m.start for n in ("tile", "unit", "camel", "owner") for m in segment.get(n)]

    def acting(player: Mention) -> bool:
        if player.start and tokens[player.start - 1].weak:
            return False
        near = [a for a in acts if player.start <= a <= player.end + _ACTING]
        return any(not any(player.start < t < a for t in things) for a in near)

    return [m for m in segment.get("player") if acting(m)]


def _per_camel(segment: Segment) -> bool:
    """Whether an amount is given for each camel: `1 pound for each camel`, where a single word may stand for `each`."""
    camels = [m.start for m in segment.get("camel")]
    each = [m.end for m in segment.get("each") if not m.negated]
    ends = [m.end for m in segment.get("pound")]
    return any(0 <= at - e <= 1 for at in camels for e in each) or any(at - e == 1 for at in camels for e in ends)
