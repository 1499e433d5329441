"""Scorings as they happen: what lay on the table when one began, and what was paid until the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from camelrules.run.chance import no_chance
from camelrules.run.engine import Engine
from camelrules.run.reference import Event, Fired, Run, State

# The effects by which scorings begin, and what they score.
SCORINGS = {"score_leg": "leg", "score_final": "final"}


@dataclass(frozen=True, slots=True)
class Scoring:
    """One scoring: the state it began with, what it was given, what fired in it, and the payments in order."""

    kind: str
    state: State
    args: tuple[Any, ...]
    fired: tuple[Fired, ...]
    pays: tuple[Event, ...]
    after: dict[str, int]


class Watched(list[Fired]):
    """A list of fired rules for `Run.fired` that looks at the table when a scoring begins."""

    def __init__(self, made: Engine, state: State, events: list[Event]) -> None:
        super().__init__()
        self.made, self.state, self.events = made, state, events
        self.begun: list[tuple[Fired, State, int, int]] = []

    def append(self, fired: Fired) -> None:
        if fired.kind == "effect" and fired.name in SCORINGS:
            self.begun.append((fired, self.made.reference.copy(self.state), len(self), len(self.events)))
        super().append(fired)

    def scorings(self) -> list[Scoring]:
        """The scorings so far."""
        found = []
        ends = [*((rules, events) for _, _, rules, events in self.begun), (len(self), len(self.events))][1:]
        for (fired, state, rules, events), (last_rule, last_event) in zip(self.begun, ends, strict=True):
            pays = tuple(e for e in self.events[events:last_event] if e["kind"] == "pay")
            after = {p: state["money"][(p,)] for p in self.made.table.players}
            for pay in pays:
                after[pay["player"]] += pay["amount"]
            inside = tuple(self[rules:last_rule])
            found.append(Scoring(SCORINGS[fired.name], state, fired.args, inside, pays, after))
        return found


def watch(made: Engine, state: State, effect: str, args: Sequence[Any]) -> list[Scoring]:
    """Runs a scoring by itself on a copy of a state."""
    copy, events = made.reference.copy(state), list[Event]()
    fired = Watched(made, copy, events)
    made.reference.run(effect, tuple(args), Run(copy, no_chance, events, fired))
    return fired.scorings()
