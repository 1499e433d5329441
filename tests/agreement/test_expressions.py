"""Drawn expressions: the compiled code against the reference evaluator."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small import both, examples, outcome

from .expressions import MEMBERS, functions, states

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
