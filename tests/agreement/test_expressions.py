"""Drawn expressions and statements: WebAssembly against the reference evaluator."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small import Failed, both, examples, outcome

from camelrules.run.reference import Run

from .expressions import MEMBERS, functions, states
from .statements import effects

pytestmark = pytest.mark.agreement


@examples(150)
@given(functions(), states(), st.sampled_from(MEMBERS["camel"]), st.integers(-1, 4))
def test_drawn_expressions(text: str, state: dict[str, Any], a: str, b: int) -> None:
    """Value or fault, both say the same of any expression that the type checker lets through."""
    made = both(text)
    made.state = state
    encoded = made.wasm.encode(state)
    for name in made.table.game.functions:
        if name.startswith("f"):
            first = outcome(lambda: made.reference.call(name, (a, b), state))  # noqa: B023
            second = outcome(lambda: made.wasm.call(name, (a, b), encoded))  # noqa: B023
            assert first == second, text


@examples(120)
@given(effects(), states(), st.sampled_from(MEMBERS["camel"]), st.integers(-1, 4), st.integers(0, 999))
def test_drawn_statements(text: str, state: dict[str, Any], a: str, b: int, seed: int) -> None:
    """State, events and luck used up are the same after any block of statements."""
    made = both(text)
    luck = Random(seed)
    choices = tuple(luck.randrange(10_000) for _ in range(200))
    counts: list[int] = []

    def choose(count: int) -> int:
        counts.append(count)
        return choices[len(counts) - 1] % count

    run = Run(made.reference.copy(state), choose, [])
    first = outcome(lambda: made.reference.run("go", (a, b), run))
    second = outcome(lambda: made.wasm.run("effect", "go", (a, b), made.wasm.encode(state), choices))
    if isinstance(first, Failed):
        assert first == second, text
    else:
        assert run.state == made.wasm.decode(second), text
        assert run.events == made.wasm.events(), text
        assert counts == made.wasm.counts(), text
