"""Games in which a rulebook as read and its edition part, found by the room that compares them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camelrules.lang.library import data_folder
from camelrules.run.engine import Engine

if TYPE_CHECKING:
    from camelrules.compare.scripts import Outcome as ScriptOutcome

# A search by chance; more trials find shorter games and take longer.
TRIALS = 150
CACHE = "witnesses.json"
# Clause, status, stated: a claim as plain data, so that a process can be given it.
Claims = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """A witness with the names of its two readings and what each step came to under both."""

    file: str
    title: str
    names: tuple[str, str]
    rulebook: str
    clause: str
    witness: dict[str, Any]
    # Under each reading: how it went, and the table it was played at.
    outcomes: tuple[ScriptOutcome, ScriptOutcome]
    tables: tuple[Engine, Engine]

    @property
    def positions(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        return list(self.outcomes[0].positions), list(self.outcomes[1].positions)

    @property
    def refused(self) -> tuple[dict[int, str], dict[int, str]]:
        return dict(self.outcomes[0].refused), dict(self.outcomes[1].refused)


@dataclass(frozen=True, slots=True)
class Asked:
    """Two readings of one edition to be played against each other."""

    file: str
    title: str
    names: tuple[str, str]
    rulebook: str
    clause: str
    edition: str
    claims: tuple[Claims, Claims]


def parted(editions: set[str], results: Path) -> list[Parted]:
    """Every witness; nothing where the room that compares is not installed."""
    try:
        asked = [a for a in _asked() if a.edition in editions]
    except ImportError:
        return []
    known = _read(results / CACHE)
    digest = _digest()
    keys = {a: hashlib.sha256(repr((digest, a.edition, a.claims)).encode()).hexdigest()[:20] for a in asked}
    missing = [a for a in asked if keys[a] not in known]
    if missing:
        with ProcessPoolExecutor(2) as pool:
            for one, witness in zip(missing, pool.map(_search, missing), strict=True):
                known[keys[one]] = witness
        _keep(results / CACHE, {k: known[k] for k in keys.values()})
    return [made for a in asked if (made := _played(a, known[keys[a]])) is not None]


def _asked() -> Iterator[Asked]:
    from camelrules.compare.sides import rulebooks, side
    from camelrules.compare.variants import compatible

    whole: dict[str, tuple[str, Claims]] = {}
    for name in rulebooks():
        book = side(name)
        for claim in book.claims():
            plain = ((claim.clause, claim.status, claim.stated),)
            names = (f"{name} as printed", f"edition {book.edition}")
            yield Asked(
                f"{name}-{claim.clause}",
                f"{name}: {claim.clause}",
                names,
                name,
                claim.clause,
                book.edition,
                (plain, ()),
            )
        kept = compatible(book.edition, book.claims())
        whole[name] = (book.edition, tuple((c.clause, c.status, c.stated) for c in kept))
    for (first, (edition, a)), (second, (other, b)) in combinations(whole.items(), 2):
        if edition == other and a != b:
            names = (f"{first} as read", f"{second} as read")
            yield Asked(f"{first}-and-{second}", f"{first} and {second}", names, "", "", edition, (a, b))


def _search(asked: Asked) -> dict[str, Any] | None:
    from camelrules.compare.variants import Claim
    from camelrules.compare.witness import find_witness

    first, second = (tuple(Claim(*c) for c in claims) for claims in asked.claims)
    return find_witness(asked.edition, first, second, TRIALS)


def _played(asked: Asked, witness: dict[str, Any] | None) -> Parted | None:
    """The witness replayed, step by step; one that does not recur is not shown."""
    if witness is None:
        return None
    from camelrules.compare.variants import Claim, variant_engine
    from camelrules.compare.witness import replay

    recurs, outcomes = replay(witness, closely=True)
    if not recurs:
        return None
    first, second = (
        variant_engine(asked.edition, tuple(Claim(*c) for c in claims), len(witness["players"]))
        for claims in asked.claims
    )
    return Parted(
        asked.file, asked.title, asked.names, asked.rulebook, asked.clause, witness,
        (outcomes[0], outcomes[1]), (first, second),
    )  # fmt: skip


def _digest() -> str:
    """A hash of everything that decides how a game goes."""
    spec = data_folder("spec")
    files = [
        *spec.glob("game.yaml"),
        *spec.glob("meanings.yaml"),
        *spec.glob("game/*.yaml"),
        *spec.glob("editions/*.yaml"),
    ]
    made = hashlib.sha256(str(TRIALS).encode())
    for path in sorted(files):
        made.update(path.read_bytes())
    return made.hexdigest()


def _read(path: Path) -> dict[str, dict[str, Any] | None]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _keep(path: Path, known: dict[str, dict[str, Any] | None]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(known), "utf-8")
    except OSError:
        # Kept only to save time; a folder that cannot be written costs the next build a search.
        return
