"""Numbers for the members of every sort: fixed for an edition, whatever its parameters and players."""

from __future__ import annotations

from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.source import fail
from camelrules.lang.types import IntType, SortType, Type

# Sets are 32-bit masks in JavaScript, and the sign bit is left alone.
MOST_MEMBERS = 31


class Numbering:
    """Enumerations that a union joins share one numbering, as in `run.layout`; seats are numbered as they sit."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes: dict[str, dict[str, int]] = {}
        self.families: dict[str, list[str]] = {}
        for family in _families(game):
            members: list[str] = []
            for part in family:
                members += [m for m in _members(game, part) if m not in members]
            if len(members) > MOST_MEMBERS:
                shown = " + ".join(family)
                raise fail(
                    "too-many-members",
                    f"`{shown}` has {len(members)} members; the playground can count to {MOST_MEMBERS}",
                    game.sorts[family[0]].note.span,
                    "build the site without this edition",
                )
            for part in family:
                self.codes[part] = {m: members.index(m) for m in _members(game, part)}
                self.families[part] = members

    def numeric(self, sort: str) -> bool:
        """Whether the members of a sort are whole numbers that stand for themselves."""
        return sort in self.game.sorts and self.game.sorts[sort].kind in ("range", "values")

    def code(self, value: Any, type: SortType) -> int:
        """The number of a member; `none` is -1."""
        if value is None:
            return -1
        return next(self.codes[p][value] for p in sorted(type.parts) if value in self.codes[p])

    def size(self, type: Type) -> str:
        """How many cells an index of this type needs, as source text."""
        if isinstance(type, SortType):
            if any(self.game.sorts[p].kind == "seats" for p in type.parts if p in self.game.sorts):
                return "seats.length"
            return str(max((c for p in type.parts for c in self.codes[p].values()), default=-1) + 1)
        assert isinstance(type, IntType)
        return f"X_{type.sort}.size"


def _members(game: Game, name: str) -> tuple[str, ...]:
    if name in game.sorts:
        return game.sorts[name].members
    return tuple(n for n, _ in game.parameters[name].alternatives)


def _families(game: Game) -> list[list[str]]:
    family = {s.name: [s.name] for s in game.sorts.values() if s.kind in ("members", "seats")}
    for ruling in game.parameters.values():
        if ruling.kind == "ruling":
            family[ruling.name] = [ruling.name]
    for sort in game.sorts.values():
        if sort.kind == "union":
            joined: list[str] = []
            for part in sort.parts:
                joined += [p for p in family[part] if p not in joined]
            for part in joined:
                family[part] = joined
    return list({id(f): f for f in family.values()}.values())
