"""Results kept on disk under a hash of everything they depend on, so that none is ever stale."""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOMS = ("lang", "run", "prove")


def folder() -> Path:
    """Where results are kept: `CAMELRULES_CACHE`, else the user's cache folder."""
    own = os.environ.get("CAMELRULES_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "camelrules"


@lru_cache(maxsize=1)
def code_hash() -> str:
    """A hash of the program itself and of the tools it asks."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((package / room).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for tool in ("z3-solver", "numba"):
        try:
            digest.update(f"{tool} {version(tool)}".encode())
        except PackageNotFoundError:
            digest.update(f"no {tool}".encode())
    return digest.hexdigest()


def key(*parts: str) -> str:
    """The name under which a result is kept."""
    return hashlib.sha256("\0".join((code_hash(), *parts)).encode()).hexdigest()


def load(name: str) -> dict[str, Any] | None:
    """A kept result; a file that cannot be read is as good as none."""
    try:
        data = json.loads((folder() / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) else None


def store(name: str, data: dict[str, Any]) -> None:
    """Keeps a result; without a place to write, the next run works it out again."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        part = folder() / f"{name}.{os.getpid()}.part"
        part.write_text(json.dumps(data), encoding="utf-8")
        part.replace(folder() / f"{name}.json")
    except OSError:
        return
