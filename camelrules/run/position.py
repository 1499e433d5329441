"""Position files: to a state of the rules and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from camelrules.lang.library import library, load
from camelrules.lang.model import Datum
from camelrules.lang.source import RulesError, listing, near, placed
from camelrules.run.document import Document
from camelrules.run.engine import Engine, Maker, engine
from camelrules.run.possible import check_possible
from camelrules.run.reference import State

FIELDS = ("edition", "track", "tiles", "pyramid", "players", "money")
# The variables that a position states, and the part of the file that does.
STATED = {
    "tile": "tiles",
    "tile_owner": "tiles",
    "at": "track",
    "above": "track",
    "inside": "pyramid",
    "money": "money",
}
_SEAT = re.compile(r"p([1-9][0-9]?)$")


def edition_of(document: Document, given: str | None) -> str:
    """The edition that a file names, unless the caller names one."""
    if given is not None:
        return given
    name = document.data.get("edition")
    if isinstance(name, int) and not isinstance(name, bool):
        name = str(name)
    if not isinstance(name, str):
        raise document.error(
            "the file does not say its `edition`", "edition", help='add `"edition": "2018"`, or give `--edition`'
        )
    if not library().ships(name):
        try:
            load(name)
        except RulesError as error:
            raise placed(error, document.span("edition")) from None
    return name


def players_of(document: Document, names: set[str]) -> tuple[str, ...] | None:
    """Who sits at the table: those the file lists, or at least everyone it mentions."""
    listed = document.data.get("players")
    if isinstance(listed, int) and not isinstance(listed, bool):
        if not 1 <= listed <= 99:
            raise document.error(
                f"`players` is {listed}", "players", help="give a number of players, or a list of names"
            )
        listed = [f"p{i + 1}" for i in range(listed)]
    if isinstance(listed, list) and all(isinstance(p, str) for p in listed):
        missing = sorted(names - set(listed))
        if len(set(listed)) != len(listed):
            raise document.error("every player needs a name of his own", "players")
        if missing:
            raise document.error(f"{listing(missing)} is not among the players {listing(listed)}", "players")
        return tuple(listed)
    if listed is not None:
        raise document.error("`players` must be a number or a list of names", "players")
    if not names:
        return None
    seats = [_SEAT.match(n) for n in names]
    if all(seats):
        highest = max(int(s.group(1)) for s in seats if s)
        return tuple(f"p{i + 1}" for i in range(highest))
    return tuple(sorted(names))


def load_position(
    document: Document,
    edition: str | None = None,
    changes: Mapping[str, Datum] | None = None,
    make: Maker = engine,
    extra: tuple[str, ...] = (),
) -> tuple[Engine, State]:
    """The table and state that a position file describes, or a message that says what is wrong with it."""
    document.only((*FIELDS, *extra), ("track",), "a position")
    data = document.data
    tiles = _mapping(document, "tiles")
    money = _mapping(document, "money")
    names = {t["owner"] for t in tiles.values() if isinstance(t, dict) and isinstance(t.get("owner"), str)} | set(money)
    name = edition_of(document, edition)
    made = _seated(name, players_of(document, names), changes, make)
    state = made.reference.initial()
    place_camels(document, made, state)
    _place_tiles(document, made, state, tiles)
    _load_pyramid(document, made, state, data.get("pyramid"))
    for player, amount in money.items():
        state["money"][(player,)] = document.number(amount, f"the money of {player}", "money", player)
    check_possible(document, made, state, STATED)
    return made, state


def _seated(edition: str, players: Sequence[str] | None, changes: Mapping[str, Datum] | None, make: Maker) -> Engine:
    made = make(edition, None, changes)
    if players is None:
        return made
    if len(players) < len(made.table.players) and all(_SEAT.match(p) for p in players):
        players = made.table.players
    return make(edition, players, changes)


def _mapping(document: Document, key: str) -> dict[str, Any]:
    value = document.data.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise document.error(f"`{key}` must be a mapping", key)
    return value


def space_number(document: Document, text: str, *path: str | int) -> int:
    """The number of a space, written as a key."""
    # One way to write each number, so that a space cannot be named twice.
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,3}", text):
        raise document.error(
            f"`{text[:40]}` is not the number of a space",
            *path,
            help="the keys of `track` and `tiles` are space numbers",
        )
    return int(text)


def place_camels(document: Document, made: Engine, state: State) -> None:
    track = document.data["track"]
    if not isinstance(track, dict):
        raise document.error(
            "`track` must be a mapping of spaces to stacks", "track", help='for example `{"5": ["red", "yellow"]}`'
        )
    low, high = (made.reference.call(f, (), state) for f in ("space_low", "space_high"))
    camels = made.table.members["camel"]
    seen: dict[str, str] = {}
    for key, stack in track.items():
        number = space_number(document, key, "track", key)
        if not low <= number <= high:
            raise document.error(
                f"there is no space {number}",
                "track",
                key,
                help=f"spaces are numbered from {low} to {high}, those over the line included",
            )
        if not isinstance(stack, list):
            raise document.error(f"space {key} must hold a list of camels, bottom to top", "track", key)
        for at, camel in enumerate(stack):
            if camel not in camels:
                raise document.error(
                    f"`{str(camel)[:40]}` is not a camel of edition {made.game.name}",
                    "track",
                    key,
                    at,
                    help=near(str(camel), map(str, camels), f"the camels are {listing(map(str, camels))}"),
                )
            if camel in seen:
                raise document.error(
                    f"{camel} stands on space {seen[camel]} and again on space {key}", "track", key, at
                )
            seen[camel] = key
            state["at"][(camel,)] = number
            for below in stack[:at]:
                state["above"][(camel, below)] = True
    missing = [str(c) for c in camels if c not in seen]
    if missing:
        raise document.error(
            f"{listing(missing)} is not on the track", "track", help="every camel of the edition stands somewhere"
        )


def _place_tiles(document: Document, made: Engine, state: State, tiles: dict[str, Any]) -> None:
    sides = [str(s) for s in made.table.members["face"]]
    for key, tile in tiles.items():
        number = space_number(document, key, "tiles", key)
        if (number,) not in state["tile"]:
            raise document.error(
                f"no tile can stand on space {number}",
                "tiles",
                key,
                help=f"the track has spaces {made.table.members['space'][0]} to {made.table.members['space'][-1]}",
            )
        if not isinstance(tile, dict) or set(tile) != {"owner", "side"}:
            raise document.error(
                f"the tile on space {key} needs an `owner` and a `side`",
                "tiles",
                key,
                help='for example `{"owner": "p1", "side": "cheer"}`',
            )
        if tile["side"] not in sides:
            raise document.error(
                f"`{str(tile['side'])[:40]}` is not a side of a tile",
                "tiles",
                key,
                "side",
                help=near(str(tile["side"]), sides, f"the sides are {listing(sides)}"),
            )
        if tile["owner"] not in made.table.players:
            raise document.error(
                f"`{str(tile['owner'])[:40]}` is not a player",
                "tiles",
                key,
                "owner",
                help=f"the players are {listing(made.table.players)}",
            )
        state["tile"][(number,)] = tile["side"]
        state["tile_owner"][(number,)] = tile["owner"]


def _load_pyramid(document: Document, made: Engine, state: State, pyramid: Any) -> None:
    if pyramid is None:
        return
    dice = [str(d) for d in made.table.members["die"]]
    if not isinstance(pyramid, list):
        raise document.error("`pyramid` must be the list of dice still inside", "pyramid")
    for at, die in enumerate(pyramid):
        if die not in dice:
            raise document.error(
                f"`{str(die)[:40]}` is not a die of edition {made.game.name}",
                "pyramid",
                at,
                help=near(str(die), dice, f"the dice are {listing(dice)}"),
            )
    if len(set(pyramid)) != len(pyramid):
        raise document.error("a die is in the pyramid twice", "pyramid")
    for die in dice:
        state["inside"][(die,)] = die in pyramid


def stacks(state: State) -> dict[int, list[str]]:
    """The camels of each occupied space, bottom to top."""
    at, above = state["at"], state["above"]
    spaces: dict[int, list[str]] = {}
    for (camel,), number in at.items():
        spaces.setdefault(number, []).append(camel)
    return {
        number: sorted(camels, key=lambda c: sum(above[(c, other)] for other in camels))
        for number, camels in sorted(spaces.items())
    }


def save_position(made: Engine, state: State, like: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A state as a position file; `like` is the file it came from, whose order and extra fields are kept."""
    old = like or {}
    listed = old.get("pyramid") or []
    dice = [*listed, *(d for d in made.table.members["die"] if d not in listed)]
    position: dict[str, Any] = {
        "edition": old.get("edition", made.game.name),
        "track": {str(n): stack for n, stack in stacks(state).items()},
        "tiles": {
            str(s): {"owner": state["tile_owner"][(s,)], "side": side}
            for (s,), side in state["tile"].items()
            if side is not None
        },
        "pyramid": [d for d in dice if state["inside"][(d,)]],
    }
    if "players" in old:
        position["players"] = old["players"]
    if old.get("money"):
        position["money"] = {p: state["money"][(p,)] for p in old["money"]}
    return position
