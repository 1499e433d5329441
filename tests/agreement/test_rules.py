"""Every function, decision, effect, action and fault of every edition: WebAssembly against the reference evaluator."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from small import Failed, examples, outcome

from camelrules.lang.model import Decision, Function
from camelrules.run.engine import Engine
from camelrules.run.reference import Run, State
from camelrules.run.wasm.host import Wasm, everything

from .positions import arguments, possible, state, table

pytestmark = pytest.mark.agreement
seeds = st.integers(0, 2**32)


@lru_cache(maxsize=24)
def fast(made: Engine, folded: bool = True) -> Wasm:
    """A table's rules as WebAssembly, with its parameters folded in or in memory."""
    return Wasm(everything(made.table, folded))


@examples(20)
@given(seeds, st.booleans(), st.booleans())
def test_functions(seed: int, changed: bool, folded: bool) -> None:
    """Every function and decision, over arguments of its types, under any choice of rulings."""
    rng = Random(seed)
    made = table(rng, changed)
    here = state(rng, made)
    wasm = fast(made, folded)
    encoded = wasm.encode(here)
    assert wasm.decode(encoded) == here
    rules: dict[str, Function | Decision] = {**made.game.functions, **made.game.decisions}
    for definition in rules.values():
        for _ in range(4 if definition.params else 1):
            if possible(made, definition.params):
                args = arguments(rng, made, definition.params)
                first = outcome(lambda: made.reference.call(definition.name, args, here))  # noqa: B023
                second = outcome(lambda: wasm.call(definition.name, args, encoded))  # noqa: B023
                assert first == second, f"{definition.name}{args} in edition {made.game.name}"
    assert wasm.instance.save() == encoded, "a function changed the state"


def run_both(
    made: Engine, here: State, name: str, args: tuple[Any, ...], seed: int, action: bool = False, folded: bool = True
) -> Any:
    """An effect or action in both back ends with the same luck; the state after it, or the fault."""
    luck = Random(seed)
    choices = tuple(luck.randrange(1_000_000) for _ in range(400))
    counts: list[int] = []

    def choose(count: int) -> int:
        counts.append(count)
        return choices[len(counts) - 1] % count

    run = Run(made.reference.copy(here), choose, [])
    wasm = fast(made, folded)
    first = outcome(lambda: (made.reference.act if action else made.reference.run)(name, args, run))
    second = outcome(lambda: wasm.run("action" if action else "effect", name, args, wasm.encode(here), choices))
    what = f"{name}{args} in edition {made.game.name}"
    if isinstance(first, Failed):
        assert first == second, what
        return first
    assert not isinstance(second, Failed), what
    decoded = wasm.decode(second)
    assert {k: v for k, v in run.state.items() if decoded[k] != v} == {}, what
    assert run.events == wasm.events(), what
    assert counts == wasm.counts(), f"{name} drew otherwise"
    return run.state


@examples(20)
@given(seeds, st.booleans(), st.booleans())
def test_effects(seed: int, changed: bool, folded: bool) -> None:
    """Every effect leaves the same state, reports the same events and draws as often."""
    rng = Random(seed)
    made = table(rng, changed)
    here = state(rng, made)
    reached = 0
    for effect in made.game.effects.values():
        if possible(made, effect.params):
            after = run_both(made, here, effect.name, arguments(rng, made, effect.params), seed, folded=folded)
            reached += not isinstance(after, Failed)
    assert reached > 3, "nearly everything is a fault: nothing was compared"


@examples(16)
@given(seeds, st.booleans(), st.booleans())
def test_actions(seed: int, changed: bool, folded: bool) -> None:
    """The same actions are legal, and each does the same."""
    rng = Random(seed)
    made = table(rng, changed)
    here = state(rng, made)
    wasm = fast(made, folded)
    choices = made.reference.choices(here)
    encoded = wasm.encode(here)
    assert choices == wasm.choices(encoded)
    for action in made.game.actions.values():
        if possible(made, action.params):
            args = arguments(rng, made, action.params)
            assert wasm.legal(action.name, args, encoded) == made.reference.legal(action, args, here)
    for name, args in rng.sample(choices, min(6, len(choices))):
        run_both(made, here, name, args, seed, action=True, folded=folded)


@examples(4)
@example(439, True)  # a crazy camel that counts stood before every racing camel, and nobody had won
@given(seeds, st.booleans())
def test_whole_games(seed: int, changed: bool) -> None:
    """A game from setup to its end, turn by turn; the state never differs."""
    rng = Random(seed)
    made = table(rng, changed)
    here = run_both(made, made.reference.initial(), "setup", (), seed)
    for turn in range(250):
        if made.reference.call("game_over", (), here):
            return
        choices = made.reference.choices(here) if turn % 10 == 0 else fast(made).choices(fast(made).encode(here))
        assert choices, "the rules must leave an action"
        # Dice are what ends a game, so they are taken more often than chance would.
        dice = [c for c in choices if c[0] == "use_pyramid"]
        name, args = rng.choice(dice if dice and rng.random() < 0.5 else choices)
        after = run_both(made, here, name, args, rng.randrange(2**32), action=True)
        here = run_both(made, after, "end_of_turn", (), rng.randrange(2**32))
        assert not isinstance(here, Failed) and not isinstance(after, Failed)
