"""Exact chances of every place at the end of the leg, as fractions."""

from __future__ import annotations

from fractions import Fraction

from camelrules.run.chance import every
from camelrules.run.codegen import mangle
from camelrules.run.outcomes import Outcomes
from camelrules.run.reference import Reference, Run, State
from camelrules.run.slice import relevant
from camelrules.run.table import Table

# What the question "who is where when the leg is over" asks of the rules.
QUESTIONS = ("place", "leg_over")


class Odds:
    """The odds of positions at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        keep = relevant(table.game, QUESTIONS, "roll")
        self.outcomes = Outcomes(table, "roll", keep)
        compiled = self.outcomes.compiled
        self.over = compiled.namespace[mangle("f", "leg_over")]
        self.place = compiled.namespace[mangle("f", "place")]
        (param,) = table.game.functions["place"].params
        self.camels = table.index(param[1])
        self.codes = [compiled.layout.code(c, param[1]) for c in self.camels]

    def camels_by_place(self, state: State) -> dict[str, list[Fraction]]:
        """For each racing camel, the chance of each place, first to last."""
        start = self.outcomes.compiled.encode(state)
        size = len(self.codes)
        totals: dict[int, list[list[int]]] = {}
        for weight, scale, last in self.outcomes.after(start, self.over):
            table = totals.setdefault(scale, [[0] * size for _ in self.codes])
            for row, code in zip(table, self.codes, strict=True):
                row[self.place(last, code) - 1] += weight
        return {
            str(camel): [
                sum((Fraction(t[i][place], scale) for scale, t in totals.items()), Fraction(0)) for place in range(size)
            ]
            for i, camel in enumerate(self.camels)
        }


def plain_odds(reference: Reference, state: State) -> dict[str, list[Fraction]]:
    """The same by walking every sequence of choices with the reference evaluator; slow, for tests."""
    (param,) = reference.game.functions["place"].params
    camels = reference.table.index(param[1])
    result = {str(c): [Fraction(0)] * len(camels) for c in camels}

    def one(choose: object) -> dict[str, int]:
        copy = reference.copy(state)
        run = Run(copy, choose, [])  # type: ignore[arg-type]
        while not reference.call("leg_over", (), copy):
            reference.run("roll", (), run)
        return {str(c): reference.call("place", (c,), copy) for c in camels}

    for weight, places in every(one):
        for camel, place in places.items():
            result[camel][place - 1] += weight
    return result
