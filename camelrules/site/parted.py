"""Games that show where a rulebook as read differs from its edition or from another rulebook."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from camelrules.compare.played import Played, play_again
from camelrules.compare.sides import rulebooks, side
from camelrules.compare.variants import Rules
from camelrules.compare.witness import find_witness
from camelrules.door.diagnostics import RulesError
from camelrules.door.folders import cache_folder
from camelrules.door.reading import read_kept
from camelrules.door.workers import as_done, default_jobs
from camelrules.door.writing import keep
from camelrules.lang.library import data_folder

# A search by chance; more trials find shorter games and take longer.
TRIALS = 150
# In the folder of the user: what is kept is believed, so it must not travel with a project.
CACHE = "site-witnesses.json"
MAX_CACHE = 100_000_000
# Clause, status, stated: a claim as plain data, so that a process can be given it.


@dataclass(frozen=True, slots=True)
class Parted:
    """A witness as it was played, with the names of its two readings."""

    file: str
    title: str
    names: tuple[str, str]
    rulebook: str
    clause: str
    played: Played

    @property
    def witness(self) -> dict[str, Any]:
        return self.played.witness


@dataclass(frozen=True, slots=True)
class Asked:
    """Two readings of one edition to be played against each other."""

    file: str
    title: str
    names: tuple[str, str]
    rulebook: str
    clause: str
    edition: str
    rules: tuple[Rules, Rules]


def parted(editions: set[str], results: Path) -> list[Parted]:
    """Every witness."""
    asked = [a for a in _asked() if a.edition in editions]
    cache = (cache_folder() or results) / CACHE
    known = _read(cache)
    digest = _digest()
    keys = {a: hashlib.sha256(repr((digest, a.edition, a.rules)).encode()).hexdigest()[:20] for a in asked}
    missing = [a for a in asked if not _usable(known.get(keys[a], False))]
    if missing:
        for one, witness in as_done(_search, missing, default_jobs()):
            known[keys[one]] = witness
        keep(cache, json.dumps({k: known[k] for k in keys.values()}))
    return [made for a in asked if (made := _played(a, known[keys[a]])) is not None]


def _usable(kept: object) -> bool:
    """Whether what was kept can be a witness, or says that there is none; replaying it says the rest."""
    needed = {"edition", "players", "position", "steps", "outcomes", "readings", "differs"}
    return kept is None or (isinstance(kept, dict) and needed <= set(kept))


def _asked() -> Iterator[Asked]:
    whole: dict[str, tuple[str, Rules]] = {}
    for name in rulebooks():
        book = side(name)
        for clause in book.cells:
            rules = book.rules(clause)
            if rules is not None:
                names = (f"edition {book.edition}", f"{name} as printed")
                yield Asked(f"{name}-{clause}", f"{name}: {clause}", names, name, clause, book.edition, ((), rules))
        whole[name] = (book.edition, book.all_rules())
    for (first, (edition, a)), (second, (other, b)) in combinations(whole.items(), 2):
        if edition == other and a != b:
            names = (f"{first} as read", f"{second} as read")
            yield Asked(f"{first}-and-{second}", f"{first} and {second}", names, "", "", edition, (a, b))


def _search(asked: Asked) -> dict[str, Any] | None:
    return find_witness(asked.edition, *asked.rules)


def _played(asked: Asked, witness: dict[str, Any] | None) -> Parted | None:
    """The witness replayed, step by step; one that does not recur is not shown."""
    if witness is None:
        return None
    played = play_again(witness, closely=True)
    if not played.recurs:
        return None
    return Parted(asked.file, asked.title, asked.names, asked.rulebook, asked.clause, played)


def _digest() -> str:
    """A hash of everything that decides how a game goes."""
    spec = data_folder("spec")
    files = [
        *spec.glob("game.yaml"),
        *spec.glob("game/*.yaml"),
        *spec.glob("editions/*.yaml"),
    ]
    made = hashlib.sha256(str(TRIALS).encode())
    for path in sorted(files):
        made.update(path.read_bytes())
    return made.hexdigest()


def _read(path: Path) -> dict[str, dict[str, Any] | None]:
    try:
        data = read_kept(path, MAX_CACHE)
    except RulesError:
        return {}
    return data if isinstance(data, dict) else {}
