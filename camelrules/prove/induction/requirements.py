"""Which rules a property requires: without one of them it fails, and a position shows how."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from camelrules.lang.model import Game
from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.properties.family import Book, Property, Requirement
from camelrules.prove.properties.footprint import closure
from camelrules.prove.results import Result


def required(book: Book, property: Property, requirement: Requirement, budget: int) -> dict[str, Any]:
    """Whether the property fails without the rule, with the witness."""
    without = replace(book, game=dropped(book.game, requirement.drop)) if requirement.drop else book
    parameters = (*property.parameters, *requirement.parameters)
    changed = replace(property, parameters=parameters, requirements=())
    everything = closure(book, property)
    result = _without(without, changed, everything, budget)
    if result.verdict != "refuted" and everything:
        # What the property rests on may require the rule as well, and then hides how it is needed.
        names = frozenset((requirement.drop.rpartition(".")[0], *(n for n, _ in requirement.parameters)))
        found = {i: replace(book.properties[i], parameters=parameters) for i in everything}
        kept = [i for i, p in found.items() if _holds(without, p, names, budget)]
        result = _without(without, changed, kept, budget)
    witness = result.witness
    if witness is not None and requirement.drop:
        witness = {**witness, "without": requirement.drop}
    return {
        "rule": requirement.label,
        "needed": result.verdict == "refuted",
        "verdict": result.verdict,
        "detail": result.detail,
        "witness": witness,
    }


def _without(book: Book, property: Property, kept: list[str], budget: int) -> Result:
    """The property under the changed rules, in states that keep some invariants of the whole ones."""
    plain = replace(book, properties={n: replace(p, assumes=()) for n, p in book.properties.items()})
    settings = Settings(budget, quick=True, vacuity=False)
    return Prover(plain, replace(property, assumes=tuple(kept)), settings).check()


def _holds(book: Book, property: Property, changed: frozenset[str], budget: int) -> bool:
    """Whether an invariant of the whole rules is kept: only the steps that the change reaches are asked again."""
    settings = Settings(budget, quick=True, vacuity=False, reaching=changed)
    return Prover(book, property, settings).check().verdict in ("proved", "bounded")


def dropped(game: Game, name: str) -> Game:
    """The game without one guard or exception."""
    owner, _, part = name.rpartition(".")
    if owner in game.actions:
        action = game.actions[owner]
        guards = tuple(g for g in action.guards if g.name != part)
        return replace(game, actions={**game.actions, owner: replace(action, guards=guards)})
    decision = game.decisions[owner]
    rules = tuple(r for r in decision.rules if r.name != part)
    return replace(game, decisions={**game.decisions, owner: replace(decision, rules=rules)})
