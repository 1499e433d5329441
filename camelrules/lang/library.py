"""Finding specification files: the ones that travel with the program, or the user's own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from camelrules.lang.build import build
from camelrules.lang.editions import Raw, resolve
from camelrules.lang.model import Game
from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.tree import Node, parse_yaml, read_source


def data_folder(name: str) -> Path:
    """`spec` or `verify`: beside the package in a checkout, inside it when installed."""
    override = os.environ.get(f"CAMELRULES_{name.upper()}")
    if override:
        return Path(override)
    package = Path(__file__).resolve().parent.parent
    inside = package / "data" / name
    return inside if inside.is_dir() else package.parent / name


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
        for folder in (self.beside, self.beside / "editions", self.root / "editions", self.root, self.root / "game"):
            path = folder / f"{name}.yaml"
            try:
                if path.is_file():
                    return path
            except OSError:
                return None  # a name that no file can have
        return None

    def find(self, name: str, span: Span | None = None) -> Node:
        """The parsed file of a name."""
        path = self.path(name)
        if path is None:
            known = self.editions()
            others = [p.stem for p in self.beside.glob("*.yaml")]
            own = f"there are {listing(known)}; your own edition is a file: `path/to/it.yaml`"
            hint = near(name, [*known, *others], own)
            raise fail("unknown-edition", f"there is no edition `{name[:80]}`", span, hint)
        return parse_yaml(read_source(path, _shown(path)))

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
    return library().load(name)
