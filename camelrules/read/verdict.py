"""From the places that state a clause to its status."""

from __future__ import annotations

import re
from dataclasses import dataclass

from camelrules.read.catalogue import Clause
from camelrules.read.claims import Claim
from camelrules.read.readings import TOGETHER
from camelrules.read.slots import FINE, OPEN

# How the reason begins where another value was read.
VALUE = "value "


@dataclass(frozen=True, slots=True)
class Place:
    """One place where the text speaks of a clause."""

    line: int
    lines: tuple[int, ...]
    value: str
    status: str
    why: str
    view: str
    words: tuple[str, ...]
    text: str = ""  # the sentence, as the text has it
    at: int = 0  # its number
    chance: float = 1.0  # how likely it is about the clause, where no pattern fits it


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """What the text says about one clause."""

    clause: str
    status: str  # agrees, contradicts, ambiguous, silent or not-applicable
    lines: tuple[int, ...]
    stated: str
    expected: str
    places: tuple[Place, ...]


def same(stated: str, expected: str) -> bool:
    """Whether two values in normal form mean the same."""
    stated, expected = stated.lstrip("?").replace(", ", ","), expected.split(" (")[0].replace(", ", ",")
    if stated in (expected, "as in setup", FINE):
        return True
    if stated.startswith("n in "):
        # A range of players: it is right where the end that the clause speaks of is.
        low, high = stated[5:].split("-")
        return expected in (f"n>={low}", f"n<{int(high) + 1}")
    if stated.endswith(OPEN):
        begun = stated.removesuffix(OPEN)
        return begun == expected or expected.startswith((f"{begun} ", f"{begun},"))
    if ";" in expected and not re.search(r"[a-z]", stated):
        # An example that is told as one row of numbers.
        return re.findall(r"-?\d+", stated) == re.findall(r"-?\d+", expected)
    if "," in expected:
        # "the 2s at the bottom" need not say how many 2s there are: another clause counts them.
        return stated.split(",") == list(dict.fromkeys(expected.split(",")))
    return False


def verdict(entry: Clause, expected: str, claims: list[Claim]) -> ClauseReading:
    """Compare every place on its own; one wrong place makes the clause wrong."""
    places: list[Place] = []
    for group in _groups(claims):
        places.append(_place(group, expected))
    watched = {c.view.where for c in claims if c.view.watch}
    places = [p for p in places if p.status != "agrees" or p.view not in watched]
    places.sort(key=lambda p: p.line)
    lines = tuple(sorted({n for p in places for n in p.lines}))
    order = ("contradicts", "ambiguous", "agrees")
    status = next((s for s in order if any(p.status == s for p in places)), "silent")
    shown = [p.value for p in places if p.status == status and p.value]
    stated = " / ".join(dict.fromkeys(shown))
    return ClauseReading(entry.id, status, lines, stated, expected, tuple(places))


def _groups(claims: list[Claim]) -> list[list[Claim]]:
    """Claims that are read together: the lines of one list; otherwise each sentence alone, its best view first.

    What a watching view sees stands for itself, whatever else the sentence says.
    """
    collected: dict[str, list[Claim]] = {}
    single: dict[int, list[Claim]] = {}
    watched: list[list[Claim]] = []
    for c in claims:
        if c.view.watch and not c.view.collect:
            watched.append([c])
        elif c.view.collect:
            collected.setdefault(c.view.kind, []).append(c)
        else:
            single.setdefault(c.segment.index, []).append(c)
    groups = [[_best(cs)] for cs in single.values()] + watched
    for cs in collected.values():
        unique: dict[int, Claim] = {}
        for c in cs:
            unique.setdefault(c.segment.index, c)
        groups += _runs(list(unique.values()))
    return groups


def _runs(claims: list[Claim]) -> list[list[Claim]]:
    """Neighbouring lines of a list belong together; the same list said elsewhere is another place."""
    runs: list[list[Claim]] = []
    for c in claims:
        if runs and c.segment.index - runs[-1][-1].segment.index <= 12:
            runs[-1].append(c)
        else:
            runs.append([c])
    return runs


def _best(claims: list[Claim]) -> Claim:
    """Of several views that fit one sentence, one that sees a fault; otherwise the one that found most."""
    return min(claims, key=lambda c: (not c.faults, len(c.gaps), -len(c.view.need)))


def _place(group: list[Claim], expected: str) -> Place:
    first = group[0]
    value = first.value if len(group) == 1 and not first.view.collect else _together(group)
    faults = [f for c in group for f in c.faults]
    gaps = [g for c in group for g in c.gaps]
    lines = tuple(sorted({n for c in group for n in c.lines}))
    if first.view.collect and first.view.kind != "levels" and value is not None:
        gaps = [g for g in gaps if g != "value"]
    doubtful = bool(value and value.startswith("?"))
    if doubtful and not gaps:
        gaps.append(f"only {value}")
    if first.view.kind and value is not None and not doubtful and not same(value, expected):
        faults.insert(0, f"{VALUE}{value}, expected {expected}")
    elif first.view.constant and not same(first.view.constant, expected):
        faults.insert(0, f"{VALUE}{first.view.constant}, expected {expected}")
    if faults:
        status, why = "contradicts", "; ".join(faults)
        read = value if first.view.kind else first.view.constant
        shown = read if read and not same(read, expected) else "; ".join(faults)
    elif gaps:
        status, why, shown = "ambiguous", "not said: " + ", ".join(gaps), value or ""
    else:
        status, why, shown = "agrees", "", value if value and value != FINE else expected
    words = tuple(dict.fromkeys(w for c in group for w in c.evidence))
    # The first sentence that says otherwise, or the first.
    shows = next((c for c in group if c.faults or c.gaps), group[0]).segment
    line = lines[0] if lines else 0
    return Place(line, lines, shown, status, why, first.view.where, words, shows.text, shows.index)


def _together(group: list[Claim]) -> str | None:
    """The value of a list that is spread over several lines."""
    values = [c.value for c in group if c.value]
    if group[0].view.kind != "levels":
        return TOGETHER.get(group[0].view.kind, ",".join)(values) if values else None
    stack: list[str] = []
    lowest = False
    for c in group:
        if c.value is None:
            return None
        both = c.segment.get("both")
        number = next((i for i, t in enumerate(c.segment.tagged.tokens) if t.kind == "number" and not t.weak), 0)
        layer = [c.value] * (2 if both and both[0].start <= number else 1)
        named = [str(t.value) for t in c.segment.tagged.tokens if t.kind == "number" and not t.weak]
        if stack and not c.segment.get("down") and named[-1] not in (*layer, *stack):
            # "the 3 on the two 4s", where there are no 4s
            return "?" + ",".join([*stack, *layer])
        if c.segment.get("down"):
            stack, lowest = layer + stack, True
        elif c.segment.get("middle") and stack and not lowest:
            stack = layer + stack
        else:
            stack += layer
    return ",".join(stack) if lowest else "?" + ",".join(stack)
