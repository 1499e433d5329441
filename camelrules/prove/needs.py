"""Which rules a property needs: without one of them it fails, and a position shows how."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from camelrules.lang.model import Game
from camelrules.prove.assumed import closure
from camelrules.prove.induct import Prover
from camelrules.prove.properties import Book, Need, Property


def needed(book: Book, property: Property, need: Need, budget: int) -> dict[str, Any]:
    """Whether the property fails without the rule, with the witness."""
    without = replace(book, game=dropped(book.game, need.drop)) if need.drop else book
    changed = replace(property, change=(*property.change, *need.change), needs=())
    # What the property rests on may need the rule as well; only what is still true may be assumed.
    kept = [
        i
        for i in closure(book, property)
        if _holds(without, replace(book.properties[i], change=changed.change), budget)
    ]
    without = replace(without, properties={n: replace(p, assumes=()) for n, p in book.properties.items()})
    prover = Prover(without, replace(changed, assumes=tuple(kept)), budget, quick=True, vacuity=False)
    result = prover.check()
    witness = result.witness
    if witness is not None and need.drop:
        witness = {**witness, "without": need.drop}
    return {
        "rule": need.label,
        "needed": result.verdict == "refuted",
        "verdict": result.verdict,
        "detail": result.detail,
        "witness": witness,
    }


def _holds(book: Book, property: Property, budget: int) -> bool:
    return Prover(book, property, budget, quick=True, vacuity=False).check().verdict == "proved"


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
