"""A table with its evaluators, made once for each edition, players and changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from camelrules.lang.constants import datum
from camelrules.lang.library import library, load
from camelrules.lang.model import Datum, Game, Parameter
from camelrules.lang.source import RulesError, Source, fail, listing, near
from camelrules.lang.tree import parse_yaml
from camelrules.lang.types import SortType
from camelrules.run.chance import no_chance
from camelrules.run.fast import available
from camelrules.run.interface import check
from camelrules.run.plain_rules import Plain
from camelrules.run.reference import Event, Reference, Run, State
from camelrules.run.table import Table, seat

if TYPE_CHECKING:
    from camelrules.run.games import Games
    from camelrules.run.odds import Odds
    from camelrules.run.plain import RaceOdds
    from camelrules.run.races import RaceSearch
    from camelrules.run.wasm.host import Wasm

T = TypeVar("T")
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
    def wasm(self) -> Wasm | None:
        """Every rule in the fast back end; None where there is none, or where it has no room for these rules."""
        if not available():
            return None
        from camelrules.run.wasm.host import Wasm, shared

        return self._built(lambda: Wasm(shared.instance(self.table)))

    @cached_property
    def rules(self) -> Wasm | Plain:
        """The fastest evaluator that there is."""
        return self.wasm or Plain(self.reference)

    @cached_property
    def games(self) -> Games | None:
        """Whole games in the fast back end."""
        if not available():
            return None
        from camelrules.run.games import Games

        return self._built(lambda: Games(self.table))

    @cached_property
    def fast_odds(self) -> Odds | None:
        if not available():
            return None
        from camelrules.run.odds import Odds

        return self._built(lambda: Odds(self.table))

    @staticmethod
    def _built(make: Callable[[], T]) -> T | None:
        from camelrules.run.wasm.memory import Unsupported

        try:
            return make()
        except (Unsupported, OverflowError):
            return None

    def odds(self, state: State) -> dict[str, list[Fraction]]:
        """For each racing camel, the exact chance of each place at the end of the leg."""
        from camelrules.run.plain import plain_odds

        if self.fast_odds is None:
            return plain_odds(self.reference, state)
        from camelrules.run.wasm.faults import TooLarge

        try:
            return self.fast_odds.camels_by_place(state)
        except (TooLarge, OverflowError):
            return plain_odds(self.reference, state)

    @cached_property
    def fast_race(self) -> RaceSearch | None:
        if not available():
            return None
        from camelrules.run.races import RaceSearch

        return self._built(lambda: RaceSearch(self.table))

    def race(self, state: State) -> RaceOdds:
        """How likely each camel is to win the race and to come last, if nothing happens any more but dice."""
        from camelrules.run.plain import finished, plain_race

        if self.reference.call("race_over", (), state):
            return finished(self.reference, state)
        return self.fast_race.odds(state) if self.fast_race else plain_race(self.reference, state)

    def after(
        self, what: str, effect: str, args: tuple[Any, ...], state: State, checked: bool
    ) -> tuple[State, list[Event]]:
        """The state after an effect in which nothing is left to chance, and its events; checked, by both back ends."""
        quick = self._quickly(effect, args, state)
        if quick is not None and not checked:
            return quick
        run = Run(self.reference.copy(state), no_chance, [])
        self.reference.run(effect, args, run)
        if quick is not None:
            agree(what, {**run.state, "events": run.events}, {**quick[0], "events": quick[1]})
        return run.state, run.events

    def _quickly(self, effect: str, args: tuple[Any, ...], state: State) -> tuple[State, list[Event]] | None:
        if self.wasm is None:
            return None
        from camelrules.run.wasm.faults import TooLarge

        try:
            after = self.wasm.run("effect", effect, args, self.wasm.encode(state), ())
        except (TooLarge, OverflowError):
            return None
        return self.wasm.decode(after), self.wasm.events()


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


def changes_of(game: Game, data: Mapping[str, Any], what: str) -> dict[str, Datum]:
    """The parameters that a file of another program sets, checked against their types like those of a person."""
    changes: dict[str, Datum] = {}
    for name, value in data.items():
        parameter = game.parameters.get(name)
        if parameter is None:
            raise fail("input", f"{what} sets `{str(name)[:60]}`, which edition {game.name} has not")
        changes[name] = datum(parse_yaml(Source(f"{what}, {name}", _yaml(value))), parameter.type, name, _atoms(game))
    return changes


def _yaml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_yaml, value))}]"
    return "none" if value is None else json.dumps(value)


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
        if isinstance(parameter.type, SortType) and parameter.alternatives:
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
        lines = [f"  {n}: {first[n]} by the reference evaluator, {second.get(n)} by WebAssembly" for n in parts]
        raise Disagreement("\n".join([f"the back ends disagree about {what}:", *lines]))


__all__ = ["Disagreement", "Engine", "RulesError", "agree", "edition_names", "engine", "parse_changes"]
