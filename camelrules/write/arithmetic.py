"""The arithmetic of a worked example: which rewards of an edition add up to its total."""

from __future__ import annotations

from itertools import product

from camelrules.lang.binding import bindings
from camelrules.lang.values import integers

# The rewards that one leg can bring, in the order in which the example adds them up, and how often each at most.
_REWARDS = (("leg.score.first", 2), ("leg.score.second", 1), ("leg.score.others", 1), ("leg.score.pyramid", 3))


def sums(total: int, edition: str) -> tuple[str, ...]:
    """`5 + 2 + 1 − 1 + 1 + 1 = 9` as terms of the edition's own rewards; only the total where none add up to it."""
    found = terms(total, edition)
    return (_written(found, total),) if found else (str(total),)


def terms(total: int, edition: str) -> tuple[int, ...]:
    """Rewards of an edition that add up to a total; none where none do."""
    known = bindings(edition)
    values = {c: integers(known[c].expected) for c, _ in _REWARDS if c in known}
    tickets = values.get("leg.score.first", ())
    amounts = [(values.get(c, (0,))[0], most) for c, most in _REWARDS[1:]]
    others = [(amount, range(most if amount else 0, -1, -1)) for amount, most in amounts]
    for first in _choices(tickets):
        for counts in product(*(counts for _, counts in others)):
            found = (*first, *(v for (v, _), count in zip(others, counts, strict=True) for _ in range(count)))
            if sum(found) == total and len(found) > 1:
                return found
    return ()


def _choices(tickets: tuple[int, ...]) -> list[tuple[int, ...]]:
    pairs = [(tickets[0], t) for t in reversed(tickets[1:])] if tickets else []
    return [*pairs, *((t,) for t in tickets)]


def _written(found: tuple[int, ...], total: int) -> str:
    signed = [(" − " if term < 0 else " + ") + str(abs(term)) for term in found]
    return f"{''.join(signed).removeprefix(' + ')} = {total}"
