"""Every function, decision, effect and action of the specification in both evaluators."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small import FAULT, examples, outcome

from camelrules.lang.model import Decision, Function
from camelrules.run.compiled import Context
from camelrules.run.engine import Engine
from camelrules.run.reference import Run

from .positions import arguments, possible, state, table

pytestmark = pytest.mark.agreement
seeds = st.integers(0, 2**32)


@examples(20)
@given(seeds, st.booleans())
def test_functions(seed: int, changed: bool) -> None:
    """Every function and decision, over arguments of its types, under any choice of rulings."""
    rng = Random(seed)
    made = table(rng, changed)
    here = state(rng, made)
    encoded = made.compiled.encode(here)
    assert made.compiled.decode(encoded) == here
    rules: dict[str, Function | Decision] = {**made.game.functions, **made.game.decisions}
    for definition in rules.values():
        for _ in range(4 if definition.params else 1):
            if possible(made, definition.params):
                args = arguments(rng, made, definition.params)
                first = outcome(lambda: made.reference.call(definition.name, args, here))  # noqa: B023
                second = outcome(lambda: made.compiled.call(definition.name, args, encoded))  # noqa: B023
                assert first == second, f"{definition.name}{args} in edition {made.game.name}"
    assert made.compiled.decode(encoded) == here, "a function changed the state"


def run_both(
    made: Engine, here: dict[str, Any], name: str, args: tuple[Any, ...], seed: int, action: bool = False
) -> Any:
    """An effect or action in both evaluators with the same luck; the state after it, or a fault."""
    first_luck, second_luck = Random(seed), Random(seed)
    run = Run(made.reference.copy(here), lambda n: first_luck.randrange(n), [])
    encoded, context = made.compiled.encode(here), Context(lambda n: second_luck.randrange(n))
    if action:
        params = made.game.actions[name].params
        codes = tuple(made.compiled.layout.code(a, t) for a, (_, t) in zip(args, params, strict=True))
        first = outcome(lambda: made.reference.act(name, args, run))
        second = outcome(lambda: made.compiled.act(name, codes, encoded, context))
    else:
        first = outcome(lambda: made.reference.run(name, args, run))
        second = outcome(lambda: made.compiled.run(name, args, encoded, context))
    assert (first == FAULT) == (second == FAULT), f"{name}{args} in edition {made.game.name}"
    if first == FAULT:
        return FAULT
    decoded = made.compiled.decode(encoded)
    assert {k: v for k, v in run.state.items() if decoded[k] != v} == {}, f"{name}{args} in edition {made.game.name}"
    assert run.events == context.events, f"{name}{args} in edition {made.game.name}"
    assert first_luck.getstate() == second_luck.getstate(), f"{name} drew otherwise"
    return run.state


@examples(20)
@given(seeds, st.booleans())
def test_effects(seed: int, changed: bool) -> None:
    """Every effect leaves the same state, reports the same events and draws as often."""
    rng = Random(seed)
    made = table(rng, changed)
    here = state(rng, made)
    reached = 0
    for effect in made.game.effects.values():
        if possible(made, effect.params):
            reached += run_both(made, here, effect.name, arguments(rng, made, effect.params), seed) != FAULT
    assert reached > 3, "nearly everything is a fault: nothing was compared"


@examples(16)
@given(seeds, st.booleans())
def test_actions(seed: int, changed: bool) -> None:
    """The same actions are legal, and each does the same."""
    rng = Random(seed)
    made = table(rng, changed)
    here = state(rng, made)
    first = made.reference.choices(here)
    codes = made.compiled.choices(made.compiled.encode(here))
    named = [
        (
            name,
            tuple(
                made.compiled.layout.value(c, t) for c, (_, t) in zip(args, made.game.actions[name].params, strict=True)
            ),
        )
        for name, args in codes
    ]
    assert first == named
    for name, args in rng.sample(first, min(6, len(first))):
        run_both(made, here, name, args, seed, action=True)


@examples(4)
@given(seeds, st.booleans())
def test_whole_games(seed: int, changed: bool) -> None:
    """A game from setup to its end, turn by turn; the state never differs."""
    rng = Random(seed)
    made = table(rng, changed)
    here = run_both(made, made.reference.initial(), "setup", (), seed)
    for turn in range(250):
        if made.reference.call("game_over", (), here):
            return
        choices = made.reference.choices(here) if turn % 10 == 0 else _some(made, here)
        assert choices, "the rules must leave an action"
        # Dice are what ends a game, so they are taken more often than chance would.
        dice = [c for c in choices if c[0] == "use_pyramid"]
        name, args = rng.choice(dice if dice and rng.random() < 0.5 else choices)
        after = run_both(made, here, name, args, rng.randrange(2**32), action=True)
        here = run_both(made, after, "end_of_turn", (), rng.randrange(2**32))
        assert here != FAULT and after != FAULT


def _some(made: Engine, here: dict[str, Any]) -> list[tuple[str, tuple[Any, ...]]]:
    """The legal actions by the compiled code, which is quicker."""
    layout = made.compiled.layout
    return [
        (name, tuple(layout.value(c, t) for c, (_, t) in zip(args, made.game.actions[name].params, strict=True)))
        for name, args in made.compiled.choices(made.compiled.encode(here))
    ]
