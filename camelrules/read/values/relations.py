"""Relations in words: ahead or behind, first or last, on top or below, ends or passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelrules.read.language.concepts import Mention
from camelrules.read.language.tokens import BREAKS
from camelrules.read.sections.segments import Segment
from camelrules.read.values.slots import FINE, Found, after, apart

# "the last one to have been moved"
_CLOSE = 3
# What says that something is not so, or does nothing.
_NO = ("not", "nobody", "may_not", "no_matter", "void", "ignore", "nothing", "nought")


def relation(segment: Segment, up: str, down: str) -> Found | None:
    """Who is ahead in a stack: a level before the word for ahead, or its opposite behind it."""
    pivots = [*segment.get("ahead"), *segment.get("behind"), *segment.get("leader")]
    if not pivots:
        return None
    pivot = min(pivots, key=lambda m: m.start)
    levels = [m for c in ("up", "down", "on") for m in segment.get(c)]
    earlier = [m for m in levels if m.end <= pivot.start and m.concept != "on"] or [
        m for m in levels if m.end <= pivot.start
    ]
    # "the higher, the better it ranks: the upper is ahead of the lower" says it twice
    again = min((m.start for m in pivots if m.start >= pivot.end), default=len(segment.tagged.tokens))
    later = [m for m in levels if pivot.end <= m.start < again]
    if earlier and again < len(segment.tagged.tokens):
        later = []
    if earlier:
        high = earlier[0].concept != "down"
        if later and (later[0].concept == "down") != high and later[0].concept != "on":
            return Found("~neither", pivot.start, pivot.end)
    elif later:
        who = [m.start for c in ("camel", "who", "each", "all", "any") for m in segment.get(c)]
        # "in a stack, ahead is the camel that stands higher": the subject comes after the verb
        turned = not any(at < pivot.start for at in who) and any(pivot.start < at < later[0].start for at in who)
        # "in a stack, it is ahead of all that stand lower": of whom it is ahead comes after the verb
        turned = turned and not any(0 <= m.start - pivot.end <= 1 for m in segment.get("all"))
        # "there the higher camel beats the lower": both come after the verb, its subject first
        turned = turned or (not any(at < pivot.start for at in who) and len({m.concept == "down" for m in later}) > 1)
        # "on one space, the lower one leads": who leads has nobody behind the verb but himself
        turned = turned or (pivot.concept == "leader" and not any(at < pivot.start for at in who))
        high = (later[0].concept == "down") != turned
    else:
        return None
    if pivot.concept == "behind":
        high = not high
    start = min(m.start for m in [*levels, pivot])
    if high and earlier and any(m.start == earlier[0].start for m in segment.get("summit")):
        return Found(f"?{up} only", start, pivot.end)
    return Found(up if high else down, start, pivot.end)


def winlose(segment: Segment) -> Found | None:
    """Which of the two decks comes first."""
    a, b = segment.get("winner") or segment.get("winner_space"), segment.get("loser") or segment.get("loser_space")
    if not a or not b:
        return None
    ordered = a[0].start < b[0].start
    return Found("winner,loser" if ordered else "loser,winner", min(a[0].start, b[0].start), max(a[0].end, b[0].end))


def flip(segment: Segment) -> Found | None:
    """After turning the deck over: whether the card placed first is on top."""
    return flip_votes(segment, "turned over", "left as it lies", True)


def unflipped(segment: Segment) -> Found | None:
    """Before turning the deck over, the card placed first is at the bottom."""
    return flip_votes(segment, "left as it lies", "turned over", False)


def flip_votes(segment: Segment, straight: str, crossed: str, backward: bool) -> Found | None:
    ends = [m for c in ("first", "last") for m in segment.get(c)]
    levels = [m for c in ("up", "down") for m in segment.get(c)]
    # "so that the card played first comes upwards"
    levels = levels or [replace(m, concept="up") for m in segment.get("face_up")]
    votes: list[bool] = []
    for level in levels:
        if ends:
            side = [m for m in ends if (m.start < level.start) == backward]
            end = min(side or ends, key=lambda m: (apart(segment, m, level), m.start))
            votes.append((end.concept == "first") == (level.concept == "up"))
    if not votes:
        return None
    start, stop = min(m.start for m in ends + levels), max(m.end for m in ends + levels)
    if any(votes) and not all(votes):
        return Found("?~first and last mixed up", start, stop)
    return Found(straight if all(votes) else crossed, start, stop)


def which_die(segment: Segment) -> Found | None:
    """Whether the taker of the last pyramid ticket reveals the last die or just one."""
    for die in segment.get("die"):
        for m in segment.get("last"):
            if 0 <= die.start - m.end <= 1 or 0 <= m.start - die.end <= 0:
                return Found("last die", m.start, die.end)
    one = [
        d
        for d in segment.get("die")
        if any(
            0 <= d.start - i <= 2 and segment.tagged.tokens[i].kind == "number"
            for i in range(max(0, d.start - 2), d.start)
        )
    ]
    if one:
        return Found("any die", one[0].start, one[0].end)
    mentions = segment.get("pyramid_ticket") or segment.get("die")
    return Found(FINE, mentions[0].start, mentions[0].end) if mentions else None


def loser_def(segment: Segment) -> Found | None:
    """Which camel is the overall loser, and whether only racing camels count."""
    who = "racing camels" if segment.get("racing_camel") else "all camels"
    near = {m.start for m in segment.get("nearest")}
    far = [m for m in segment.get("farthest") if m.start not in near]
    least = [*segment.get("least"), *(far if segment.get("finish_line") else ())]
    if least:
        return Found(who, least[0].start, least[0].end)
    wrong = segment.get("farthest")
    if wrong:
        return Found(f"~most advanced of {who}", wrong[0].start, wrong[0].end)
    mentions = segment.get("last")
    for m in mentions:
        if any(0 <= v.start - m.end <= _CLOSE for v in segment.get("move")):
            return Found(f"~last moved of {who}", m.start, m.end)
    return Found(who, mentions[0].start, mentions[0].end) if mentions else None


def trigger(segment: Segment) -> Found | None:
    """When a tile works: at the end of a move, and not for a unit that only passes."""
    over = () if segment.get("finish_line") else segment.get("cross")
    passing = [*segment.get("merely_pass"), *over]
    ends = [m for c in ("end_move", "land") for m in segment.get(c)]
    if passing and not _denied(segment, passing, ends):
        return Found("passing", passing[0].start, passing[0].end)
    mentions = ends or passing
    return Found("end of move", mentions[0].start, mentions[0].end) if mentions else None


def _denied(segment: Segment, passing: Sequence[Mention], ends: Sequence[Mention]) -> bool:
    """Whether a sentence on those who pass and those who stop says that to pass is not enough."""
    tokens = segment.tagged.tokens
    stops = [i for i, t in enumerate(tokens) if t.text in BREAKS]
    low = max((i for i in stops if i < passing[0].start), default=-1)
    high = min((i for i in stops if i >= passing[-1].end), default=len(tokens))
    # "pass over" is no word of denial where it is what the unit does; "not only" denies nothing
    no = [m for c in _NO for m in segment.get(c) if not any(m.start < p.end and p.start < m.end for p in passing)]
    widened = [m for m in segment.get("only") if m.negated]
    no = [m for m in no if not any(0 <= w.start - m.end <= 0 for w in widened)]
    if segment.get("both") or segment.get("even_if"):
        return False
    if any(m.negated for m in passing) or any(low < m.start < high for m in no) or (no and not ends):
        return True
    # "those that merely pass" are not all that count
    merely = [
        m
        for m in segment.get("only")
        if not m.negated and not any(-_CLOSE <= m.start - p.start <= _CLOSE for p in passing)
    ]
    return bool(ends) and bool(merely or no)


def example_space(segment: Segment, barred_space: str) -> Found | None:
    """Where the example lets a tile be placed, and whether it may or must."""
    modal = next((m for c in ("may_not", "must", "may") for m in segment.get(c)), None)
    if modal is None:
        return None
    spaces = after(segment, ("space",))
    wrong = ""
    barred = bool(segment.get("unless"))
    if modal.concept == "may_not" and segment.get("other"):
        return None  # "all other spaces are occupied or forbidden"
    if any(not m.negated for m in segment.get("occupied")):
        wrong = "~occupied space"
    elif barred and any(f.value != barred_space for f in spaces):
        wrong = f"~space {spaces[0].value}"
    elif not (barred or segment.get("occupied")) and any(not m.negated for m in segment.get("adjacent")):
        wrong = "~adjacent space"
    elif any(f.value == barred_space for f in spaces) and not (barred or any(m.negated for m in segment.get("space"))):
        wrong = f"~space {barred_space}"
    return Found(wrong or modal.concept.replace("_", " "), modal.start, modal.end)


def both_ends(segment: Segment) -> Found | None:
    """Whether a sentence on winner and loser names both, and not one of them twice."""
    winners, losers = segment.get("winner"), segment.get("loser")
    here = [*winners, *losers]
    twice = "winner" if len(winners) > 1 and not losers else "loser" if len(losers) > 1 and not winners else ""
    return Found(f"~twice the {twice}" if twice else "winner,loser", here[0].start, here[-1].end)


def twin(segment: Segment, *names: str) -> Found | None:
    """Which of two sides a line names; a line that names both is right."""
    here = [(n, segment.get(n)[0]) for n in names if segment.get(n)]
    if not here:
        return None
    name, mention = here[0]
    twice = len({m.start for m in segment.get(name)}) > 1 and len(segment.get("side")) > 1
    return Found(FINE if len(here) > 1 else f"~twice {name}" if twice else name, mention.start, mention.end)


def not_twice(values: list[str]) -> str:
    """Two lines must not name the same side; a single line may leave the other to a picture."""
    if len(values) == 1 and values[0].startswith("~twice"):
        return values[0]
    return f"~twice {values[0]}" if len(values) > 1 and len(set(values)) == 1 and values[0] != FINE else FINE


def listed(segment: Segment, *names: str) -> Found | None:
    """Which of several things a line of a list is about, and of how many; a thing may go by `one or another` name."""
    here = [(m.start, m.end, name) for name in names for n in name.split(" or ") for m in segment.get(n)]
    if not here:
        return None
    start, end, name = min(here)
    return Found(f"{name} of {len(names)}", start, end)


def all_listed(values: list[str]) -> str:
    """A list of things in which a single one is missing; a list of fewer is about something else."""
    named, total = set(values), int(values[0].rpartition(" ")[2])
    return str(len(named)) if len(named) == total - 1 else FINE
