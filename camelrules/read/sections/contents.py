"""Lines of a list of contents that tell the count behind the name: `Camels: 5, of wood` is `5 camels, of wood`."""

from __future__ import annotations

from collections.abc import Sequence

from camelrules.read.language.concepts import Tagged
from camelrules.read.language.ontology import Ontology
from camelrules.read.language.tokens import Token

# A name has so many words at most.
_NAME = 6
# So many different things are counted in a list of contents only.
_DIFFERENT = 6
_LISTING = frozenset(",;:()–—")
# A count stands this close before what it counts: "five little wooden camels".
_COUNTED = 5
_BEFORE = frozenset(":(×x–—-=")
_AFTER = frozenset(")],;.(–—")


def count_first(found: list[Token]) -> list[Token]:
    """The tokens with the count in front, where a line begins with a name and its count stands behind it."""
    for at, token in enumerate(found[: _NAME + 1]):
        if token.kind == "number":
            return found
        if at and token.key in _BEFORE:
            break
    else:
        return found
    if at + 1 >= len(found) or found[at + 1].kind != "number" or (found[at + 1].value or 0) < 1:
        return found
    rest = found[at + 2 :]
    closed = token.text == "(" and bool(rest) and rest[0].text == ")"
    if (token.text == "(") != closed or (rest and not closed and rest[0].text not in _AFTER):
        return found
    if len(rest) > 1 and rest[0].text == "," and rest[1].kind == "number":
        return found  # "faces: 1, 2, 3"
    return [found[at + 1], *found[:at], *(rest[1:] if closed else rest)]


def counts_behind(found: list[Token]) -> bool:
    """Whether a line names a thing and then counts what there is of it: `Coins: 40 of 1 and 40 of 5`."""
    colon = next((i for i, t in enumerate(found) if t.text == ":"), len(found))
    return any(t.kind == "number" for t in found[colon:])


def unannounced(found: Sequence[Tagged | None], known: Ontology) -> set[int]:
    """Which of some lines are a list of contents by what they count, whatever heading they stand under.

    So many different things stand in one list nowhere else: what a player is given are fewer.
    """
    out: set[int] = set()
    run: list[int] = []
    things: set[str] = set()
    for at, tagged in enumerate([*found, None]):
        thing = _thing(tagged, 0, known) if tagged is not None else ""
        if thing:
            run.append(at)
            things.add(thing)
        elif run and at < len(found) and at == run[-1] + 1 and things and found[at] is not None:
            continue  # a line that goes on with the one before it
        else:
            if len(things) >= _DIFFERENT:
                out.update(range(run[0], run[-1] + 1))
            run, things = [], set()
    return out


def apart(tagged: Tagged, known: Ontology) -> list[list[Token]]:
    """The different things that one item counts: `5 racing camels (green, …) and 2 crazy camels (black, white)`.

    `6 dice: 5 racing dice and 1 grey die` tells of two things; the first number only sums them up.
    """
    tokens = list(tagged.tokens)
    cuts: list[tuple[int, str]] = []
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if token.kind == "number" and not token.weak and not depth:
            thing = "" if _shared(tagged, at) else _thing(tagged, at, known)
            if thing and not any(_alike(thing, other, known) for _, other in cuts[1:]):
                cuts.append((at, thing))
    if len(cuts) < 2 or cuts[0][0]:
        return [tokens]
    first, *rest = cuts
    if any(_alike(first[1], thing, known) for _, thing in rest):
        if len(rest) == 1 and not _part_of(tagged, first[0], rest[0][0]):
            return [tokens[: rest[0][0]], tokens[rest[0][0] :]]
        if tokens[first[0]].value != sum(tokens[at].value or 0 for at, _ in rest) or len(rest) < 2:
            return [tokens]
        ends = [*(at for at, _ in rest[1:]), len(tokens)]
        return [tokens[1 : rest[0][0]], *(tokens[a:b] for (a, _), b in zip(rest, ends, strict=True))]
    ends = [*(at for at, _ in rest), len(tokens)]
    return [tokens[a:b] for (a, _), b in zip(cuts, ends, strict=True)]


def sums(counted: Sequence[Tagged | None], known: Ontology) -> set[int]:
    """Which of some lines only sum up those behind them: `6 dice, namely`, then five racing dice and one grey die."""
    things = [_thing(tagged, 0, known) if tagged is not None else "" for tagged in counted]
    values = [tagged.tokens[0].value or 0 if tagged is not None else 0 for tagged in counted]
    out: set[int] = set()
    for at, thing in enumerate(things):
        parts = 0
        for i in range(at + 1, len(things)):
            if not thing or thing not in known.kinds.get(things[i], ()):
                break
            parts += values[i]
            if i > at + 1 and parts == values[at]:
                out.add(at)
    return out


def _part_of(tagged: Tagged, first: int, second: int) -> bool:
    """Whether the second count may be a part of the first: `6 dice: …, 1 grey die`, not `5 dice and 1 grey die`."""
    between = tagged.tokens[first + 1 : second]
    told = any(first < m.start <= second + 1 for c in ("included", "of_them") for m in tagged.by.get(c, ()))
    return told or any(t.text in ":(" or (t.kind == "number" and not t.weak) for t in between)


def _shared(tagged: Tagged, at: int) -> bool:
    """Whether a number stands in a share: `one for each of the five camels`."""
    low = max((i for i in range(at) if tagged.tokens[i].text in _LISTING), default=-1)
    return any(low < m.start < at for c in ("each", "of_them") for m in tagged.by.get(c, ()))


def _thing(tagged: Tagged, at: int, known: Ontology) -> str:
    """What a number counts, by its most special name."""
    for i in range(at + 1, min(at + _COUNTED, len(tagged.tokens))):
        here = [m.concept for m in tagged.mentions if m.start == i]
        names = [c for c in here if c in known.things or any(k in known.things for k in known.kinds.get(c, ()))]
        if names:
            return next((c for c in names if c not in known.things), names[0])
        if tagged.tokens[i].kind != "word" or "each" in here or "of_them" in here:
            break
    return ""


def _alike(one: str, other: str, known: Ontology) -> bool:
    return one == other or one in known.kinds.get(other, ()) or other in known.kinds.get(one, ())
