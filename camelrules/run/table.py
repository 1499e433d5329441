"""A game at a table: the players are seated, and every sort and parameter has its members and value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from camelrules.door.names import MAX_LENGTH
from camelrules.lang.constants import check_seats, constant, numbers
from camelrules.lang.model import Datum, Game, Sort
from camelrules.lang.source import fail, listing, near
from camelrules.lang.types import BoolType, IntType, ListType, SetType, SortType, Type

Element = str | int


@dataclass(frozen=True, slots=True)
class Table:
    """A game with its players and the values of its parameters."""

    game: Game
    players: tuple[str, ...]
    values: dict[str, Datum]
    members: dict[str, tuple[Element, ...]]

    def index(self, type: Type) -> tuple[Element, ...]:
        """The members that an index of this type ranges over."""
        match type:
            case SortType():
                return self.members[type.name]
            case IntType() if type.sort:
                return self.members[type.sort]
            case _:
                raise TypeError(f"{type} has no members")

    def zero(self, type: Type) -> object:
        """What a state variable starts as when its definition does not say."""
        match type:
            case BoolType():
                return False
            case IntType():
                return 0
            case SortType():
                return None if type.optional else self.members[type.name][0]
            case ListType():
                return ()
            case SetType():
                return frozenset()


def seat(game: Game, players: int | Sequence[str] | None = None, changes: Mapping[str, Datum] | None = None) -> Table:
    """A table for a game; `players` is how many, or their names, and `changes` overrides parameters."""
    values: dict[str, Datum] = {name: p.value for name, p in game.parameters.items()}
    for name, value in (changes or {}).items():
        if name not in values:
            raise fail(
                "unknown-name",
                f"there is no parameter or ruling `{name}` in edition {game.name}",
                None,
                near(name, values),
            )
        values[name] = value
    members: dict[str, tuple[Element, ...]] = {}
    names: tuple[str, ...] = ()
    for sort in game.sorts.values():
        if sort.kind == "seats":
            names = _seats(game, sort, players, values)
            members[sort.name] = names
        elif sort.kind != "union":
            members[sort.name] = _members(sort, values)
    for sort in game.sorts.values():
        if sort.kind == "union":
            members[sort.name] = tuple(m for part in sort.parts for m in members[part])
    for parameter in game.parameters.values():
        if parameter.alternatives:
            members[parameter.name] = tuple(name for name, _ in parameter.alternatives)
    return Table(game, names, values, members)


def reseat(table: Table, changes: Mapping[str, Datum]) -> Table:
    """The same table under other parameters."""
    own = {n: v for n, v in table.values.items() if v != table.game.parameters[n].value}
    return seat(table.game, table.players, {**own, **changes})


def _members(sort: Sort, values: Mapping[str, Datum]) -> tuple[Element, ...]:
    if sort.kind == "members":
        return sort.members
    if sort.kind == "values":
        rows = values[sort.values]
        assert isinstance(rows, tuple)
        return tuple(sorted({int(row[0]) for row in rows if row[0] is not None}))
    return tuple(numbers(sort, values))


def bounds(game: Game, sort: Sort, values: Mapping[str, Datum] | None = None) -> tuple[int, int]:
    """The lowest and highest of a range, or the fewest and most seats."""
    known = values or {name: p.value for name, p in game.parameters.items()}
    assert sort.low is not None and sort.high is not None
    low, high = constant(sort.low, known), constant(sort.high, known)
    if sort.kind == "seats" and low > high:
        raise fail("players", f"edition {game.name} is for {low} to {high} players, which is nobody")
    return low, high


def _seats(game: Game, sort: Sort, players: int | Sequence[str] | None, values: Mapping[str, Datum]) -> tuple[str, ...]:
    check_seats(sort, values)
    low, high = bounds(game, sort, values)
    if players is None:
        return tuple(f"p{i + 1}" for i in range(low))
    if isinstance(players, int):
        if not low <= players <= high:
            raise fail(
                "players",
                f"edition {game.name} is for {low} to {high} players, not {players}",
                None,
                f"give a number from {low} to {high}",
            )
        return tuple(f"p{i + 1}" for i in range(players))
    if not players or len(set(players)) != len(players):
        raise fail("players", "every player needs a name of his own")
    if long := next((p for p in players if len(p) > MAX_LENGTH), None):
        raise fail("players", f"`{long[:60]}…` is too long for a name", None, f"use at most {MAX_LENGTH} characters")
    if len(players) > high:
        raise fail(
            "players", f"edition {game.name} is for at most {high} players, found {len(players)}: {listing(players)}"
        )
    return tuple(players)


__all__ = ["Element", "Table", "bounds", "reseat", "seat"]
