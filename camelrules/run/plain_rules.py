"""The reference evaluator behind the same ways in as the fast back end, for where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from camelrules.run.reference import Event, Reference, Run, State


class Plain:
    """States are those of the reference evaluator; what is given back is always a copy."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self._counts: list[int] = []
        self._run = Run({}, lambda count: 0, [])

    def encode(self, state: State) -> State:
        return self.reference.copy(state)

    def decode(self, state: State) -> State:
        return self.reference.copy(state)

    def part(self, state: State, name: str) -> Any:
        """The value of one variable, for comparing."""
        return state[name]

    def call(self, name: str, args: tuple[Any, ...], state: State) -> Any:
        return self.reference.call(name, args, state)

    def run(self, kind: str, name: str, args: tuple[Any, ...], state: State, choices: Sequence[int]) -> State:
        """Runs an effect or action with a script of choices; returns the state after it."""
        self._counts = []

        def choose(count: int) -> int:
            at = len(self._counts)
            self._counts.append(count)
            return choices[at] % count if at < len(choices) else 0

        self._run = Run(self.reference.copy(state), choose, [])
        (self.reference.run if kind == "effect" else self.reference.act)(name, args, self._run)
        return self._run.state

    def counts(self) -> list[int]:
        """Of how many options each choice of the last run was one."""
        return self._counts

    def drawn(self) -> list[dict[str, Any]]:
        """What was drawn in the last run, by name."""
        return self._run.drawn

    def events(self) -> list[Event]:
        """What the last run reported."""
        return self._run.events

    def legal(self, action: str, args: tuple[Any, ...], state: State) -> bool:
        return self.reference.legal(self.reference.game.actions[action], args, state)

    def choices(self, state: State) -> list[tuple[str, tuple[Any, ...]]]:
        """Every legal action with its arguments, in the order of the specification."""
        return self.reference.choices(state)
