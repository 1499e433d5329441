"""A witness played again under both of its readings, step by step, for whoever draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camelrules.compare.scripts import Outcome
from camelrules.compare.variants import from_json, variant_engine
from camelrules.compare.witness import replay
from camelrules.report.games import Drawn, Frame, step_words
from camelrules.run.engine import Engine

OVER = "the game is over"


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went at each of its two tables, and whether both outcomes recurred."""

    witness: dict[str, Any]
    recurs: bool
    outcomes: tuple[Outcome, Outcome]
    tables: tuple[Engine, Engine]

    def drawn(self) -> Drawn:
        """Its steps, side by side, the start first."""
        first, second = self.outcomes
        called = self.tables[0].game.called()
        steps = ["At the start", *(step_words(s, called) for s in self.witness["steps"])]
        count = max(len(first.positions), len(second.positions))
        frames = tuple(
            Frame(steps[at], (_position(first, at), _position(second, at)), (_note(first, at), _note(second, at)))
            for at in range(count)
        )
        return Drawn(frames, tuple(int(s) for s in self.tables[0].table.members["space"]), called)


def play_again(witness: dict[str, Any], closely: bool = False) -> Played:
    """The witness under both readings; `closely` also keeps what lies on the table and how it is scored."""
    recurs, (first, second) = replay(witness, closely)
    one, other = (
        variant_engine(r["edition"], from_json(r["edition"], r["rules"]), len(witness["players"]))
        for r in witness["readings"]
    )
    return Played(witness, recurs, (first, second), (one, other))


def _position(outcome: Outcome, at: int) -> dict[str, Any]:
    return outcome.positions[min(at, len(outcome.positions) - 1)]


def _note(outcome: Outcome, at: int) -> str:
    """Why a step did not happen on one side."""
    if at >= len(outcome.positions):
        return OVER
    why = dict(outcome.refused).get(at - 1, "")
    return f"not allowed: {why}" if why else ""
