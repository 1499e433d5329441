"""Odds by the reference evaluator, slow but obviously right: legs exactly, equal states merged; races by chance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from camelrules.lang.source import RulesError, fail
from camelrules.run.chance import Chooser, every, seeded
from camelrules.run.reference import Reference, Run, State
from camelrules.run.slice import changed
from camelrules.run.table import Element, Table

# What the question "who is where when the leg is over" asks of the rules, and what is done until then.
QUESTIONS = ("place", "leg_over")
EFFECT = "roll"
# In a race a die falls, and then the turn ends, and with it perhaps the leg.
RACE = (EFFECT, "end_of_turn")
# Where this holds the last die has fallen, and the turn has yet to end.
WAITING = "leg_over"
# Races that are played, and dice of one race.
SAMPLE = 100
LONGEST = 20_000
# Half the width of an interval that holds the true chance in 99 of 100 cases, whatever it is, times the root of races.
WIDTH_99 = 2.5758293 / 2


@dataclass(frozen=True, slots=True)
class RaceOdds:
    """The chances of each camel to win the race and to come last in it, and how they were found."""

    first: dict[str, float]
    last: dict[str, float]
    method: str  # exact, simulated
    error: float
    positions: int = 0  # that an exact answer rests on

    def as_json(self) -> dict[str, Any]:
        camels = {c: {"first": self.first[c], "last": self.last[c]} for c in self.first}
        return {"camels": camels, "method": self.method, "error": self.error}


def ranked(table: Table) -> tuple[Element, ...]:
    """The camels that have a place."""
    (param,) = table.game.functions["place"].params
    return table.index(param[1])


def plain_odds(reference: Reference, state: State) -> dict[str, list[Fraction]]:
    """For each racing camel, the chance of each place, first to last."""
    camels = ranked(reference.table)
    result = {str(c): [Fraction(0)] * len(camels) for c in camels}
    names = sorted(changed(reference.table, EFFECT))
    level: dict[object, tuple[Fraction, State]] = {(): (Fraction(1), state)}
    while level:
        following: dict[object, tuple[Fraction, State]] = {}
        for weight, here in level.values():
            if reference.call("leg_over", (), here):
                for camel in camels:
                    result[str(camel)][reference.call("place", (camel,), here) - 1] += weight
                continue
            for chance, there in every(lambda choose, here=here: _rolled(reference, here, choose)):  # type: ignore[misc]
                key = tuple(_key(there[name]) for name in names)
                before = following[key][0] if key in following else Fraction(0)
                following[key] = (before + weight * chance, there)
        level = following
    return result


def _rolled(reference: Reference, state: State, choose: Chooser) -> State:
    copy = reference.copy(state)
    reference.run(EFFECT, (), Run(copy, choose, []))
    return copy


def _key(value: Any) -> object:
    return tuple(value.items()) if isinstance(value, dict) else value


def finished(reference: Reference, state: State) -> RaceOdds:
    """The odds of a race that is over."""
    places = _places(reference, state)
    first = {c: float(place == 1) for c, place in places.items()}
    return RaceOdds(first, {c: float(place == len(places)) for c, place in places.items()}, "exact", 0, 1)


def plain_race(reference: Reference, state: State, seed: int = 1) -> RaceOdds:
    """The odds of the whole race, from races that are played."""
    camels = [str(c) for c in ranked(reference.table)]
    first, last = dict.fromkeys(camels, 0), dict.fromkeys(camels, 0)
    for race in range(SAMPLE):
        run = Run(reference.copy(state), seeded(seed, race), [])
        for _ in range(LONGEST):
            for effect in RACE[1:] if reference.call(WAITING, (), run.state) else RACE:
                reference.run(effect, (), run)
            if reference.call("race_over", (), run.state):
                break
        else:
            raise endless("race", LONGEST, "dice")
        for camel, place in _places(reference, run.state).items():
            first[camel] += place == 1
            last[camel] += place == len(camels)
    error = round(WIDTH_99 / sqrt(SAMPLE), 6)
    return RaceOdds(
        {c: n / SAMPLE for c, n in first.items()}, {c: n / SAMPLE for c, n in last.items()}, "simulated", error
    )


def endless(what: str, most: int, steps: str) -> RulesError:
    """Something that by the rules should end and does not."""
    message = f"the {what} did not end within {most:,} {steps}"
    return fail("endless", message, None, "do the rules of this edition let a race end?")


def _places(reference: Reference, state: State) -> dict[str, int]:
    camels = ranked(reference.table)
    return {str(c): reference.call("standing", (c, "final"), state) for c in camels}
