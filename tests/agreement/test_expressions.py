"""Drawn expressions and statements: the compiled code against the reference evaluator."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small import FAULT, both, examples, outcome

from camelrules.run.compiled import Context
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
    encoded = made.compiled.encode(state)
    for name in made.table.game.functions:
        if name.startswith("f"):
            first = outcome(lambda: made.reference.call(name, (a, b), state))  # noqa: B023
            second = outcome(lambda: made.compiled.call(name, (a, b), encoded))  # noqa: B023
            assert first == second, text


@examples(120)
@given(effects(), states(), st.sampled_from(MEMBERS["camel"]), st.integers(-1, 4), st.integers(0, 999))
def test_drawn_statements(text: str, state: dict[str, Any], a: str, b: int, seed: int) -> None:
    """State, events and luck used up are the same after any block of statements."""
    made = both(text)
    first_luck, second_luck = Random(seed), Random(seed)
    run = Run(made.reference.copy(state), lambda count: first_luck.randrange(count), [])
    encoded, context = made.compiled.encode(state), Context(lambda count: second_luck.randrange(count))
    first = outcome(lambda: made.reference.run("go", (a, b), run))
    second = outcome(lambda: made.compiled.run("go", (a, b), encoded, context))
    assert (first == FAULT) == (second == FAULT), text
    if first != FAULT:
        assert run.state == made.compiled.decode(encoded), text
        assert run.events == context.events, text
        assert first_luck.getstate() == second_luck.getstate(), text
