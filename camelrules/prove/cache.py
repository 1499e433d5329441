"""Results kept on disk under a hash of everything they depend on, each with a hash of its own content.

What is odd in any way is as good as absent: it is worked out again. The hash tells a file that was cut short or
changed; it is no defence against somebody who can write to the folder and means to deceive, who could as well change
the program.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from camelrules.door.diagnostics import RulesError
from camelrules.door.folders import cache_folder
from camelrules.door.reading import read_kept
from camelrules.door.writing import keep

ROOMS = ("lang", "run", "prove")
TOOLS = ("z3-solver", "wasmtime", "pyyaml")


def folder() -> Path:
    """Where results are kept; without a home, a place where nothing can be."""
    return cache_folder() or Path(os.devnull) / "cache"


@lru_cache(maxsize=1)
def code_hash() -> str:
    """A hash of the program itself and of the tools it asks."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(sys.version.encode())
    for room in ROOMS:
        for path in sorted((package / room).rglob("*.py")):
            digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    for tool in TOOLS:
        try:
            digest.update(f"{tool} {version(tool)}".encode())
        except PackageNotFoundError:
            digest.update(f"no {tool}".encode())
    return digest.hexdigest()


def key(*parts: str) -> str:
    """The name under which a result is kept."""
    return hashlib.sha256("\0".join((code_hash(), *parts)).encode("utf-8", "surrogatepass")).hexdigest()


def seal(name: str, data: dict[str, Any]) -> str:
    """The hash of an entry: its content, and the name it is kept under, so that entries cannot be exchanged."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(f"{name}\0{text}".encode()).hexdigest()


def load(name: str) -> dict[str, Any] | None:
    """A kept result; a file that cannot be read, or whose hash is not that of its content, is as good as none."""
    try:
        entry = read_kept(folder() / f"{name}.json")
    except RulesError:
        return None
    if not isinstance(entry, dict) or set(entry) != {"sha256", "result"} or not isinstance(entry["result"], dict):
        return None
    return entry["result"] if entry["sha256"] == seal(name, entry["result"]) else None


def store(name: str, data: dict[str, Any]) -> None:
    """Keeps a result; without a place to write, the next run works it out again."""
    # Through JSON, so that the hash is of what will be read.
    plain = json.loads(json.dumps(data))
    keep(folder() / f"{name}.json", json.dumps({"sha256": seal(name, plain), "result": plain}))
