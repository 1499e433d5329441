"""A rulebook as read is a variant of the game: the edition with the equations of its claims put in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from camelrules.lang.binding import bindings, changed
from camelrules.lang.library import load
from camelrules.lang.model import Datum
from camelrules.lang.source import RulesError, fail
from camelrules.lang.values import Value
from camelrules.run.engine import Engine, changes_of, engine

# The parameters in which a variant differs from its edition, by name.
Rules = tuple[tuple[str, Datum], ...]


@dataclass(frozen=True, slots=True)
class Equation:
    """A clause and the value that it is taken to have."""

    clause: str
    value: Value
    taken_as: bool = False  # the text leaves it open, and this is one way to take it


def rules_of(edition: str, equation: Equation) -> Rules | None:
    """What an equation changes in the rules of an edition; None where they have no parameter for it."""
    made = changed(edition, equation.clause, equation.value)
    return tuple(sorted(made.items())) if made else None


def together(edition: str, equations: Iterable[Equation]) -> Rules:
    """The changes of several equations; of two that set one parameter the first is taken."""
    made: dict[str, Datum] = {}
    for equation in equations:
        for name, value in rules_of(edition, equation) or ():
            made.setdefault(name, value)
    return tuple(sorted(made.items()))


@lru_cache(maxsize=512)
def variant_engine(edition: str, rules: Rules, players: int) -> Engine:
    """An engine for a variant at a table of so many players."""
    return engine(edition, players, dict(rules))


def plays(edition: str, rules: Rules, players: int) -> bool:
    """Whether a table can be set under these rules."""
    try:
        variant_engine(edition, rules, players)
    except RulesError:
        return False
    return True


def to_json(rules: Rules) -> dict[str, Any]:
    """The changed parameters as a witness file has them."""
    return {name: [_row(r) for r in value] if isinstance(value, tuple) else value for name, value in rules}


def _row(row: tuple[Any, ...]) -> Any:
    return row[0] if len(row) == 1 else list(row)


def from_json(edition: str, data: Any) -> Rules:
    """The parameters of a witness or reading, checked against the edition's and their types."""
    if not isinstance(data, dict):
        raise fail("witness", "`rules` must be a mapping from parameters to values", None)
    made = changes_of(load(edition), data, "a witness")
    return tuple(sorted(made.items()))


def matters(edition: str, clause: str) -> bool:
    """Whether a different value of the clause can change who wins what."""
    binding = bindings(edition).get(clause)
    return binding is not None and binding.put is not None
