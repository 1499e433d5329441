"""Running the worked examples against a game that is in no file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from camelrules.lang import library
from camelrules.lang.model import Game
from camelrules.lang.source import RulesError
from camelrules.run import engine, examples
from camelrules.run.examples import Example


@lru_cache(maxsize=1)
def _examples() -> tuple[Example, ...]:
    try:
        return tuple(examples.examples())
    except RulesError:
        return ()


@contextmanager
def installed(game: Game, edition: str) -> Iterator[None]:
    """While it lasts, the edition's name means this game."""

    def load(name: str) -> Game:
        return game if name == edition else library.load(name)

    modules: tuple[Any, ...] = (engine, examples)
    for module in modules:
        module.load = load
    engine._engine.cache_clear()
    try:
        yield
    finally:
        for module in modules:
            module.load = library.load
        engine._engine.cache_clear()


def examples_fail(game: Game, edition: str, definition: str) -> str:
    """The first example that comes out otherwise, or nothing."""
    clauses = _clauses(game, definition)
    meant = [e for e in _examples() if e.edition == edition]
    with installed(game, edition):
        # Examples of the clauses that the definition states are the likeliest to notice.
        for example in sorted(meant, key=lambda e: -len(clauses & set(e.clauses))):
            try:
                if examples.run_example(example).failures:
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
