"""Running the worked examples against a game that is in no file."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.source import RulesError
from camelrules.run.engine import Engine, engine
from camelrules.run.examples import Example, examples, run_example
from camelrules.run.table import seat


@lru_cache(maxsize=1)
def _examples() -> tuple[Example, ...]:
    try:
        return tuple(examples())
    except RulesError:
        return ()


def examples_fail(game: Game, edition: str, definition: str) -> str:
    """The first example that comes out otherwise, or nothing."""
    clauses = _clauses(game, definition)
    meant = [e for e in _examples() if e.edition == edition]

    def make(name: str, players: Any = None, changes: Any = None) -> Engine:
        return Engine(seat(game, players, changes)) if name == edition else engine(name, players, changes)

    # Examples of the clauses that the definition states are the likeliest to notice.
    for example in sorted(meant, key=lambda e: -len(clauses & set(e.clauses))):
        try:
            if run_example(example, checked=False, make=make).failures:
                return example.name
        except Exception:
            # A mutant may break anything at all; what matters is that somebody notices.
            return example.name
    return ""


def _clauses(game: Game, name: str) -> set[str]:
    for table in (game.functions, game.decisions, game.effects, game.actions, game.parameters, game.state):
        if name in table:
            definition = table[name]
            more = [r.note for r in getattr(definition, "rules", ())] + [
                g.note for g in getattr(definition, "guards", ())
            ]
            return {c for n in (definition.note, *more) for c in n.clauses}
    return set()
