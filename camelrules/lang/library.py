"""Finding specification files: the ones that travel with the program, or the user's own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from camelrules.door.folders import data_folder
from camelrules.door.kept import kept
from camelrules.door.reading import is_file
from camelrules.lang.build import build
from camelrules.lang.editions import Raw, resolve
from camelrules.lang.model import Game
from camelrules.lang.source import RulesError, Span, fail, listing, near, placed
from camelrules.lang.tree import Node, parse_yaml, read_source

__all__ = ["Library", "data_folder", "library", "load"]


@dataclass(frozen=True, slots=True)
class Library:
    """A specification folder, and the folder that the user's own editions are looked for in."""

    root: Path
    beside: Path

    def editions(self) -> list[str]:
        """The names of the editions that travel with the specification."""
        return sorted(p.stem for p in (self.root / "editions").glob("*.yaml"))

    def path(self, name: str) -> Path | None:
        """The file that a name or a path means."""
        if name.endswith((".yaml", ".yml")) or os.sep in name:
            path = Path(name)
            return path if path.is_absolute() else self.beside / path
        # Ours first: a file that happens to lie where one works must not change what `2018`, or a part of it, means.
        for folder in (self.root / "editions", self.root, self.root / "game", self.beside, self.beside / "editions"):
            path = folder / f"{name}.yaml"
            if is_file(path):
                return path
        return None

    def ships(self, name: str) -> bool:
        """Whether a name means an edition that travels with the specification, and not a file of the user's."""
        return self.path(name) == self.root / "editions" / f"{name}.yaml"

    def find(self, name: str, span: Span | None = None) -> Node:
        """The parsed file of a name."""
        path = self.path(name)
        if path is None:
            known = self.editions()
            others = [p.stem for p in self.beside.glob("*.yaml")]
            own = f"there are {listing(known)}; your own edition is a file: `path/to/it.yaml`"
            hint = near(name, [*known, *others], own)
            raise fail("unknown-edition", f"there is no edition `{name[:80]}`", span, hint)
        try:
            source = read_source(path, _shown(path))
        except RulesError as error:
            raise placed(error, span) from None
        return parse_yaml(source)

    def resolve(self, name: str) -> Raw:
        """The definitions of an edition with where each came from."""
        path = self.path(name)
        inner = Library(self.root, path.parent) if path else self
        return resolve(self.find(name), inner.find)

    def load(self, name: str) -> Game:
        """An edition, resolved and checked."""
        return build(self.resolve(name))


def _shown(path: Path) -> str:
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):
        return str(path)


@lru_cache(maxsize=1)
def library() -> Library:
    """The library of this process."""
    return Library(data_folder("spec"), Path.cwd())


@lru_cache(maxsize=32)
def load(name: str) -> Game:
    """An edition by name or path, read once."""
    shelf = library()
    if shelf.ships(name):
        return kept(f"edition-{name}", lambda: shelf.load(name))
    return shelf.load(name)


@lru_cache(maxsize=64)
def base_of(edition: str) -> str:
    """The shipped edition that an edition is or extends."""
    known = library().editions()
    if edition in known:
        return edition
    for name in reversed(load(edition).lineage):
        if name in known:
            return name
    hint = f"extend one of {listing(known)}"
    raise fail("edition", f"`{edition[:80]}` extends no edition that travels with the program", None, hint)


def title_of(edition: str) -> str:
    """How a message names the edition: not by the path of its file."""
    return edition if edition in library().editions() else load(edition).name
