"""What can happen: believed only where from every state some of the draws lead to it."""

from __future__ import annotations

import pytest

pytest.importorskip("z3")

from camelrules.lang.source import RulesError
from tests.prove.tiny import GAME, believed, book, verdict

CHANCE = GAME.replace(
    "effects:",
    """effects:
  pick: {do: [draw c in colour, 'set on[1] = c']}
  pick_one_left: {do: ['draw c in colour where stack[c] > 0', 'set on[1] = c']}
  pick_two: {do: [draw c in colour, draw d in colour, 'set on[1] = c', 'set on[2] = d']}
  pick_perhaps: {do: [draw c in colour, {if: 'stack[c] > 1', then: ['set on[1] = c']}]}
  throw: {do: ['draw (s, n) in favourite', 'set seen = n']}
  throw_low: {do: ['draw (s, n) in favourite where n < 2', 'set seen = n']}
  shuffle: {do: [{for: c in shuffled colour, do: ['set on[1] = c']}]}
  in_order: {do: [{for: c in colour, do: ['set on[1] = c']}]}
  begin: {do: [draw p in player, set turn = p]}
  begin_without_one: {do: ['draw p in player where next(p) != turn', set turn = p]}""",
)
ANY = "given: {c: colour}"
LISTED = 'given: {n: int}, where: "exists((s, k) in favourite where k == n)"'
LEFT = 'where: "exists(b in colour where stack[b] > 0)"'
SOUND = {
    "each of a sort": f'after: pick, {ANY}, can: "on[1] == c"',
    "each that a condition leaves": f'after: pick_one_left, {ANY}, where: "stack[c] > 0", can: "on[1] == c"',
    "each row of a list": f'after: throw, {LISTED}, can: "seen == n"',
    "two draws at once": 'after: pick_two, given: {a: colour, b: colour}, can: "on[1] == a and on[2] == b"',
    "the last of an order": f'after: shuffle, {ANY}, can: "on[1] == c"',
    "the last of an order, at the start": f'after: shuffle, from: start, {ANY}, can: "on[1] == c"',
    "each player": 'after: begin, given: {p: player}, can: "turn == p"',
    "each player, at the start": 'after: begin, from: start, given: {p: player}, can: "turn == p"',
    "in a branch": f'after: pick_perhaps, {ANY}, where: "stack[c] > 1", can: "on[1] == c"',
    "without a draw": 'after: take, can: "held[turn, c] > 0"',
}
# Each is false in some state, for some argument or at some table.
FALSE = {
    "what no draw is": 'after: throw, can: "seen == 3"',
    "what a condition forbids": f'after: pick_one_left, {ANY}, {LEFT}, can: "on[1] == c"',
    "where nothing can be drawn": f'after: pick_one_left, {ANY}, can: "on[1] == c"',
    "a row that is not drawn": f'after: throw_low, {LISTED}, can: "seen == n"',
    "one of a kind for all": f'after: pick_one_left, {LEFT}, can: "stack[red] > 0 and on[1] == red"',
    "two things that exclude each other": 'after: pick_two, can: "on[1] != on[2] and on[1] == on[2]"',
    "another than the last of a sort": f'after: in_order, {ANY}, can: "on[1] == c"',
    "another than the last of a sort, at the start": f'after: in_order, from: start, {ANY}, can: "on[1] == c"',
    "one player never": 'after: begin_without_one, given: {p: player}, can: "turn == p"',
    "one player never, at the start": 'after: begin_without_one, from: start, given: {p: player}, can: "turn == p"',
    "with three players": 'after: begin, can: "count(p in player) != 3"',
    "with four players": 'after: begin, from: start, can: "count(p in player) != 4"',
    "a branch that is not always taken": 'after: pick_perhaps, can: "on[1] == was_on[1]"',
    "a condition of the only run": 'after: throw_low, where: "seen > 5", can: "seen == 1 and was_seen > 6"',
    "without a draw": 'after: take, given: {b: colour}, can: "stack[b] < was_stack[b]"',
    "under other parameters": 'set: {favourite: [[up, 1]]}, after: throw, can: "seen == 2"',
    "no answer": 'after: broken, can: "seen == was_seen"',
    "no state": 'after: pick, where: "seen < seen", can: "on[1] == red"',
    "a case that never comes": 'after: pick, can: "on[1] == red", cases: {odd: "seen < seen"}',
    "nothing": 'after: pick, can: "1 == 1"',
    "a loop that is only described": 'after: tally, can: "seen == was_seen"',
    "a number that is not tried": 'after: throw, from: start, given: {n: int}, where: "n == 1", can: "seen == n"',
    "resting on what is not so": 'assumes: [wrong], after: pick, can: "stack[red] == limit"',
}


@pytest.mark.parametrize("name", SOUND)
def test_what_can_happen_is_proved(name: str) -> None:
    result = verdict(book(f"it: {{says: x, {SOUND[name]}}}", CHANCE), "it")
    assert believed(result) and result.verdict == "proved", result.detail


@pytest.mark.parametrize("name", FALSE)
def test_what_cannot_happen_is_not_believed(name: str) -> None:
    wrong = 'wrong: {says: x, always: "stack[red] == limit"}\n'
    result = verdict(book(f"{wrong}it: {{says: x, {FALSE[name]}}}", CHANCE), "it")
    assert not believed(result), result.verdict


def test_a_refutation_names_the_argument_and_has_tried_every_draw() -> None:
    result = verdict(book(f'it: {{says: x, after: in_order, {ANY}, can: "on[1] == c"}}', CHANCE), "it")
    assert result.verdict == "refuted" and "tried with 1 different draw" in result.detail
    assert result.witness is not None and result.witness["steps"][0]["args"]["c"] in ("red", "green")


@pytest.mark.parametrize("keys", ['can: "seen == 1"', 'after: pick, can: "seen == 1", holds: "seen == 1"'])
def test_a_possibility_names_what_leads_to_it_and_says_nothing_else(keys: str) -> None:
    with pytest.raises(RulesError):
        book(f"it: {{says: x, {keys}}}", CHANCE)
