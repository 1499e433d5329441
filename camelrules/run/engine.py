"""A table with its evaluators, made once for each edition, players and changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from camelrules.lang.constants import datum
from camelrules.lang.library import library, load
from camelrules.lang.model import Datum, Game, Parameter
from camelrules.lang.source import RulesError, Source, fail, listing, near
from camelrules.lang.tree import parse_yaml
from camelrules.lang.types import SortType
from camelrules.run.compiled import Compiled
from camelrules.run.interface import check
from camelrules.run.odds import Odds
from camelrules.run.reference import Reference
from camelrules.run.table import Table, seat

Changes = tuple[tuple[str, Datum], ...]


class Disagreement(Exception):
    """Two back ends gave different answers: nothing that follows can be believed."""


class Engine:
    """One table; the evaluators are made when first asked for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game

    @cached_property
    def reference(self) -> Reference:
        return Reference(self.table)

    @cached_property
    def compiled(self) -> Compiled:
        return Compiled(self.table)

    @cached_property
    def odds(self) -> Odds:
        return Odds(self.table)


@lru_cache(maxsize=256)
def _engine(edition: str, players: int | tuple[str, ...] | None, changes: Changes) -> Engine:
    game = load(edition)
    check(game)
    return Engine(seat(game, players, dict(changes)))


# How somebody comes by an engine: by edition, players and changes; variants of an edition are made otherwise.
Maker = Callable[[str, "int | Sequence[str] | None", "Mapping[str, Datum] | None"], Engine]


def engine(
    edition: str, players: int | Sequence[str] | None = None, changes: Mapping[str, Datum] | None = None
) -> Engine:
    """The engine for an edition by name or path."""
    seats = players if players is None or isinstance(players, int) else tuple(players)
    return _engine(edition, seats, tuple(sorted((changes or {}).items(), key=lambda i: i[0])))


def parse_changes(game: Game, settings: Sequence[str]) -> dict[str, Datum]:
    """`name=value` settings of parameters and rulings, checked against their types."""
    changes: dict[str, Datum] = {}
    for setting in settings:
        name, _, text = setting.partition("=")
        parameter = game.parameters.get(name)
        if parameter is None:
            message = f"there is no parameter or ruling `{name[:80]}` in edition {game.name}"
            hint = near(name, game.parameters, "write `name=value`; `camelrules show` lists the names")
            raise fail("setting", message, None, hint)
        if not text.strip():
            raise fail("setting", f"`{name}` needs a value", None, f"write `{name}=…`, with {_wanted(parameter)}")
        node = parse_yaml(Source(f"--set {name}", text))
        changes[name] = datum(node, parameter.type, name, _atoms(game))
    return changes


def _wanted(parameter: Parameter) -> str:
    if parameter.alternatives:
        return f"one of {listing(name for name, _ in parameter.alternatives)}"
    return f"a `{parameter.type}`"


def _atoms(game: Game) -> dict[str, tuple[str, ...]]:
    atoms: dict[str, tuple[str, ...]] = {}
    for sort in game.sorts.values():
        if sort.kind == "members":
            for member in sort.members:
                atoms[member] = (*atoms.get(member, ()), sort.name)
    for parameter in game.parameters.values():
        if isinstance(parameter.type, SortType) and parameter.kind == "ruling":
            for name, _ in parameter.alternatives:
                atoms[name] = (*atoms.get(name, ()), parameter.name)
    return atoms


def edition_names() -> list[str]:
    """The editions that travel with the program."""
    return library().editions()


def agree(what: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> None:
    """Raises `Disagreement`, naming the parts that differ, unless two back ends said the same."""
    parts = [name for name in first if first[name] != second.get(name)]
    if parts:
        lines = [f"  {n}: {first[n]} by the reference evaluator, {second.get(n)} by the compiled code" for n in parts]
        raise Disagreement("\n".join([f"the back ends disagree about {what}:", *lines]))


__all__ = ["Disagreement", "Engine", "RulesError", "agree", "edition_names", "engine", "parse_changes"]
