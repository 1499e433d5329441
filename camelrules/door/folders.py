"""Folders that the environment decides: where specifications travel, and where results are kept."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path

from camelrules.door.diagnostics import fail


def data_folder(name: str) -> Path:
    """`spec`, `verify` or `docs`: what the environment names, else beside the package or, installed, inside it."""
    variable = f"CAMELRULES_{name.upper()}"
    override = os.environ.get(variable)
    if override:
        if not os.path.isdir(override):  # noqa: PTH112 - a Path raises for odd names
            message = f"the variable {variable} names `{override[:200]}`, which is no folder"
            raise fail("folder", message, None, "unset it, or name a copy of ours")
        return Path(override)
    return shipped_folder(name)


@cache
def shipped_folder(name: str) -> Path:
    """What travels with the program."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "data" / name
    return inside if inside.is_dir() else package.parent / name


@lru_cache(maxsize=256)
def from_home(name: str) -> str:
    """A file of the specification by its path from the folder that holds `spec/`; any other as it is named."""
    path = Path(name).resolve()
    for folder in (data_folder("spec"), data_folder("verify")):
        if path.is_relative_to(folder.resolve()):
            return f"{folder.name}/{path.relative_to(folder.resolve()).as_posix()}"
    return name


def cache_folder() -> Path | None:
    """`CAMELRULES_CACHE`, else the user's cache folder; none where the user has no home."""
    own = os.environ.get("CAMELRULES_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "camelrules"
    except RuntimeError:
        return None
