"""A first look: random play refutes what is plainly false, proves nothing, and says where it had nothing to try."""

from __future__ import annotations

import pytest

from camelrules.prove.results import Result
from camelrules.prove.search.trial import played, trial
from camelrules.prove.verify import weakened
from tests.prove.tiny import GAME, book


def looked_at(text: str) -> Result | None:
    made = book(f"it: {text}")
    return trial(made, made.properties["it"], lambda number: played(made, number))


@pytest.mark.parametrize(
    "text",
    [
        '{says: x, always: "all(stack[c] == limit for c in colour)"}',
        '{says: x, after: take, holds: "stack[c] == was_stack[c]"}',
        '{says: x, allows: take, exactly_when: "stack[c] > 5"}',
        '{says: x, given: {c: colour}, holds: "left(c) > 5"}',
        "{says: x, after: broken, from: anywhere, holds: 1 == 1}",
    ],
    ids=["invariant", "step", "guard", "claim", "no answer"],
)
def test_what_is_plainly_false_is_refuted(text: str) -> None:
    result = looked_at(text)
    assert result is not None and result.verdict == "refuted" and result.witness is not None


def test_what_holds_is_sampled_and_no_more() -> None:
    result = looked_at('{says: x, after: take, holds: "stack[c] == was_stack[c] - 1"}')
    assert result is not None and result.verdict == "sampled" and result.states > 0 and "not proved" in result.detail


def test_play_that_a_rule_without_an_answer_stops() -> None:
    game = GAME.replace(
        "      - set turn = next(turn)",
        '      - {if: "stack[red] == 0", then: [do broken]}\n      - set turn = next(turn)',
    )
    made = book("it: {says: x, holds: seen >= 0}", game)
    total = trial(made, made.properties["total"], lambda number: played(made, number))
    assert total is not None and total.verdict == "refuted" and total.witness is not None
    other = trial(made, made.properties["it"], lambda number: played(made, number))
    assert other is not None and other.verdict == "sampled"


def test_what_was_never_met_was_not_tried() -> None:
    assert looked_at('{says: x, where: "1 == 2", holds: "1 == 1"}') is None
    assert looked_at('{says: x, expect: refuted, holds: "1 == 2"}') is None


def test_a_proof_that_rests_on_a_sample_is_a_sample() -> None:
    made = book('it: {says: x, assumes: [kept], holds: "1 == 1"}')
    proof = Result("it", "tiny", "proved", "any state", assumptions=("kept",))
    sample = Result("kept", "tiny", "sampled", "states of random play")
    assert weakened(made, proof, {"it": proof, "kept": sample}).verdict == "sampled"
