"""Every worked example is a test of its own, and fails as a story."""

from __future__ import annotations

import pytest

from camelrules.run.examples import Example, examples, run_example

ALL = list(examples())


@pytest.mark.parametrize("example", ALL, ids=[e.id for e in ALL])
def test_example(example: Example) -> None:
    outcome = run_example(example)
    assert not outcome.failures, "\n" + outcome.tell()


def test_a_wrong_expectation_is_told_as_a_story() -> None:
    example = next(e for e in ALL if e.name == "carry-2018")
    wrong = Example(
        example.name,
        example.edition,
        example.says,
        example.clauses,
        {**example.data, "expect": {"money": {"p1": 99}}},
        example.span,
    )
    told = run_example(wrong).tell()
    assert example.says in told
    assert "BUT money is" in told
    assert "expected {'p1': 99}" in told
