"""Every rule evaluates the same in the reference evaluator, the compiled code and Z3."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelrules.lang.library import load
from camelrules.prove.search.agreement import Evaluators
from camelrules.run.engine import Disagreement
from camelrules.run.reference import Reference, State
from camelrules.run.table import seat

pytest.importorskip("z3")
pytestmark = pytest.mark.agreement
# A house edition: twenty spaces, six camels, two grey dice.
DESERT = str(Path(__file__).parents[1] / "editions" / "desert.yaml")


@lru_cache(maxsize=2)
def agreement(edition: str) -> Evaluators:
    return Evaluators(seat(load(edition)))


@st.composite
def states(draw: Any, edition: str) -> State:
    """Any state that the types allow, with camels in well-formed stacks; reachable or not."""
    table = agreement(edition).table
    state = Reference(table).initial()
    order = draw(st.permutations(table.members["camel"]))
    for at, camel in enumerate(order):
        state["at"][(camel,)] = draw(st.integers(-2, len(table.members["space"]) + 3))
        for below in order[:at]:
            state["above"][(camel, below)] = state["at"][(camel,)] == state["at"][(below,)]
    for space in table.members["space"]:
        if draw(st.integers(0, 5)) == 0:
            state["tile"][(space,)] = draw(st.sampled_from(("cheer", "boo")))
            state["tile_owner"][(space,)] = draw(st.sampled_from(table.players))
    for die in table.members["die"]:
        state["inside"][(die,)] = draw(st.booleans())
    for player in table.players:
        state["money"][(player,)] = draw(st.integers(0, 9))
        state["pyramid_tickets"][(player,)] = draw(st.integers(0, 2))
        for key in state["tickets"]:
            if key[0] == player and draw(st.integers(0, 4)) == 0:
                state["tickets"][key] = draw(st.integers(0, 2))
        for key in state["hand"]:
            if key[0] == player:
                state["hand"][key] = draw(st.booleans())
    for key in state["stack"]:
        state["stack"][key] = draw(st.integers(0, 3))
    rows = st.tuples(st.sampled_from(table.players), st.sampled_from(table.members["racing"]))
    for key in state["cards"]:
        state["cards"][key] = tuple(draw(st.lists(rows, max_size=3)))
    state["turn"] = draw(st.sampled_from(table.players))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["2014", "2018", DESERT], ids=["2014", "2018", "desert"])
def test_every_function_and_decision(edition: str) -> None:
    @settings(max_examples=6)
    @given(state=states(edition))
    def agree(state: State) -> None:
        assert agreement(edition).functions(state) > 100

    agree()


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["2014", "2018", DESERT], ids=["2014", "2018", "desert"])
def test_every_action(edition: str) -> None:
    @settings(max_examples=4)
    @given(state=states(edition), choices=st.tuples(*[st.integers(0, 1)] * 3))
    def agree(state: State, choices: tuple[int, ...]) -> None:
        made = agreement(edition)
        options = made.reference.choices(state)
        for action in dict(options):
            args = next(a for n, a in options if n == action)
            if action != "use_pyramid" or all(n in made.table.members["space"] for n in state["at"].values()):
                made.step("action", action, args, state, choices)

    agree()


def test_a_wrong_encoding_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Evaluators(seat(load("2014")))
    state = made.reference.initial()
    monkeypatch.setattr(made.encoder, "total", lambda parts: 0)
    with pytest.raises(Disagreement):
        made.functions(state)
