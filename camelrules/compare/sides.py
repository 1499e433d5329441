"""The two sides of a comparison: an edition, a rulebook that we have read, or a text file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from camelrules.compare.texts import read_file
from camelrules.compare.variants import Claim, change_of
from camelrules.lang.library import data_folder, library
from camelrules.lang.source import fail, listing, near
from camelrules.lang.tree import parse_yaml, plain, read_source
from camelrules.read.catalogue import catalogue


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side says of a clause."""

    status: str
    stated: str
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """A source of rules, clause by clause."""

    name: str
    edition: str
    cells: dict[str, Cell]

    def claim(self, clause: str) -> Claim | None:
        """The claim about a clause that changes play, if this side makes one."""
        cell = self.cells[clause]
        if cell.status not in ("contradicts", "ambiguous", "silent"):
            return None
        claim = Claim(clause, cell.status, cell.stated)
        return claim if change_of(self.edition, claim) is not None else None

    def claims(self) -> tuple[Claim, ...]:
        """Every claim of this side that changes play."""
        return tuple(c for clause in self.cells if (c := self.claim(clause)) is not None)


def rulebooks() -> list[str]:
    """The rulebooks that have been read."""
    return sorted(p.stem for p in (data_folder("spec") / "rulebooks").glob("*-*.yaml"))


@cache
def rulebook(name: str) -> dict[str, Any]:
    """The stored reading of a rulebook."""
    path = data_folder("spec") / "rulebooks" / f"{name}.yaml"
    data = plain(parse_yaml(read_source(path)))
    assert isinstance(data, dict)
    return data


def side(name: str, edition: str | None = None, language: str | None = None) -> Side:
    """An edition, a rulebook by name, or a text file."""
    if name in library().editions():
        cells = {
            c.id: Cell("agrees", c.values.get(name, "")) if name in c.editions else Cell("not-applicable", "")
            for c in catalogue().values()
        }
        return Side(name, name, cells)
    if name in rulebooks():
        data = rulebook(name)
        cells = {
            clause: Cell(str(e["status"]), str(e.get("stated") or ""), tuple(e.get("lines") or ()))
            for clause, e in data["clauses"].items()
        }
        return Side(name, str(data["edition"]), cells)
    if "." not in name and "/" not in name:
        known = [*library().editions(), *rulebooks()]
        raise fail(
            "unknown-side",
            f"`{name[:60]}` is neither an edition, nor a rulebook, nor a text file",
            None,
            near(name, known, f"there are {listing(known)}"),
        )
    reading = read_file(name, edition, language)
    cells = {k: Cell(c.status, c.stated, c.lines) for k, c in reading.clauses.items()}
    return Side(name, reading.edition, cells)
