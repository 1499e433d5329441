"""Slices of steps and interchangeable players change no verdict."""

from __future__ import annotations

import pytest

from camelrules.prove.verify import Options, examine
from tests.prove.tiny import GAME, book, plainly

# Values that are read before they are overwritten, handed through a name, through a loop, and through another effect.
FLOW = GAME.replace(
    "actions:\n",
    """actions:
  shift:
    do:
      - let old = seen
      - set seen = 0
      - for: c in colour
        do: ["set stack[c] = stack[c] + old", "do note(c)"]
      - if: "stack[red] > 1"
        then: ["set money[turn] = money[turn] + stack[red]"]
  early: {do: ["set money[turn] = seen", "set seen = seen + 1"]}
""",
    1,
)
INVARIANTS = [
    "seen == 0",
    "all(stack[c] == limit for c in colour)",
    "all(stack[c] >= 0 for c in colour)",
    "all(money[p] == 0 for p in player)",
    "all(money[p] <= seen for p in player)",
    "stack[red] <= limit",
    "count(p in player where money[p] > 0) < 4",
    "turn == turn",
    "not over or all(stack[c] == 0 for c in colour)",
]
CLAIMS = [
    '{says: x, given: {p: player, q: player}, holds: "next(p) != q"}',
    '{says: x, given: {p: player, q: player}, holds: "p == q or next(p) == q or next(q) == p"}',
    '{says: x, given: {p: player}, holds: "p != turn"}',
    '{says: x, given: {p: player, q: player}, holds: "p == q or p != q"}',
    '{says: x, given: {p: player, q: player}, where: "money[p] > money[q]", holds: "money[p] >= money[q] + 1"}',
    '{says: x, given: {p: player, q: player}, where: "p != turn and q != turn", holds: "p == q"}',
    '{says: x, given: {p: player}, holds: "money[p] <= max(money[q] for q in player else 0)"}',
]


def same_verdict(text: str, game: str) -> str:
    made = book(f"it: {text}", game)
    found = examine(made, made.properties["it"], Options(cached=False)).verdict
    assert found == plainly(made, "it"), text
    return found


@pytest.mark.parametrize("always", INVARIANTS)
def test_slices_change_no_verdict(always: str) -> None:
    same_verdict(f'{{says: x, always: "{always}"}}', FLOW)


@pytest.mark.parametrize("text", CLAIMS)
def test_exchanged_players_change_no_verdict(text: str) -> None:
    same_verdict(text, GAME)


def test_both_verdicts_occur() -> None:
    invariants = [same_verdict(f'{{says: x, always: "{e}"}}', FLOW) for e in (INVARIANTS[0], INVARIANTS[7])]
    claims = [same_verdict(CLAIMS[at], GAME) for at in (2, 3)]
    assert invariants == ["refuted", "proved"] and claims == ["refuted", "proved"]
