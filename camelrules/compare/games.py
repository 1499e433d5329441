"""Games for many differences at once: those of earlier runs are replayed, the others are looked for by all cores."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from camelrules.compare.variants import to_json
from camelrules.compare.witness import Asked, find_witness, known, replay
from camelrules.door.diagnostics import RulesError
from camelrules.door.folders import cache_folder
from camelrules.door.kept import content_digest
from camelrules.door.reading import read_kept
from camelrules.door.workers import Crew, as_done
from camelrules.door.writing import keep
from camelrules.lang.library import library

FILE = "games.json"
Game = dict[str, Any] | None
_NEEDED = {"edition", "players", "position", "steps", "outcomes", "readings", "differs"}


def find_witnesses(asked: Iterable[Asked], jobs: Crew) -> Iterator[tuple[Asked, Game]]:
    """Each pair of readings with its game, as they are found; from then on `find_witness` knows them."""
    earlier = _earlier()
    new = [one for one in dict.fromkeys(asked) if one not in known]
    found = dict(earlier)
    for (one, _), game in as_done(_game, [(one, earlier.get(_key(one), ...)) for one in new], jobs):
        known[one] = game
        if library().ships(one[0]):  # nothing but the program decides how its games go
            found[_key(one)] = game
        yield one, game
    if found != earlier and (path := _path()) is not None:
        keep(path, json.dumps({"seal": _seal(found), "games": found}))


def _game(task: tuple[Asked, Any]) -> Game:
    """The game of an earlier run if it still shows what it showed, else a new one."""
    asked, earlier = task
    if earlier is None:
        return None
    if isinstance(earlier, dict) and set(earlier) >= _NEEDED and _recurs(asked, earlier):
        return earlier
    return find_witness(*asked)


def _recurs(asked: Asked, game: dict[str, Any]) -> bool:
    edition, *rules = asked
    try:
        stated = [{"edition": r["edition"], "rules": r["rules"]} for r in game["readings"]]
        same = stated == json.loads(json.dumps([{"edition": edition, "rules": to_json(r)} for r in rules]))
        return same and game["outcomes"][0] != game["outcomes"][1] and replay(game)[0]
    except (RulesError, KeyError, TypeError, ValueError, AttributeError, LookupError):
        return False  # not as we write it


def _path() -> Path | None:
    folder = cache_folder()
    return folder / FILE if folder is not None else None


def _earlier() -> dict[str, Game]:
    path = _path()
    try:
        data = read_kept(path) if path is not None else None
    except RulesError:
        return {}
    if not isinstance(data, dict) or not isinstance(games := data.get("games"), dict):
        return {}
    # A game that is shown is replayed first; that there is none can only be believed where nothing was changed.
    return games if data.get("seal") == _seal(games) else {}


def _seal(games: dict[str, Game]) -> str:
    """A hash of the program, the specification and these games."""
    return hashlib.sha256((content_digest() + json.dumps(games, sort_keys=True)).encode()).hexdigest()


def _key(asked: Asked) -> str:
    return hashlib.sha256(repr(asked).encode()).hexdigest()
