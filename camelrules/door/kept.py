"""What was read from the specification, kept ready for the next run of the same program on the same files.

Only ever read from a folder and a file that are this user's alone, since whoever can write there could run code as us.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from camelrules.door.diagnostics import RulesError
from camelrules.door.folders import cache_folder, data_folder, shipped_folder
from camelrules.door.reading import read_bytes
from camelrules.door.writing import keep

T = TypeVar("T")
SUFFIX = ".ready"
_DIGEST = hashlib.sha256().digest_size
# The largest of ours has 2 MB.
_MAX_BYTES = 50_000_000
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def kept(name: str, make: Callable[[], T]) -> T:
    """What `make` gives, or what it gave when program, specification and working folder were the same."""
    folder = cache_folder()
    # A folder of one's own is being worked on: what is in it now is what counts.
    if folder is None or not hasattr(os, "getuid") or data_folder("spec") != shipped_folder("spec"):
        return make()
    path = folder / f"{name}{SUFFIX}"
    digest = _digest(name, Path.cwd())
    data = _read(path)
    if data is not None and data[:_DIGEST] == digest:
        stated, content = data[_DIGEST : 2 * _DIGEST], data[2 * _DIGEST :]
        if stated == hashlib.sha256(digest + content).digest():
            try:
                ready: T = pickle.loads(content)
                return ready
            except Exception:
                pass  # of another program with our digest: made anew
    made = make()
    content = pickle.dumps(made, pickle.HIGHEST_PROTOCOL)
    keep(path, digest + hashlib.sha256(digest + content).digest() + content)
    return made


def _read(path: Path) -> bytes | None:
    """The content of a file that nobody but this user can have written."""
    try:
        for part, is_kind in ((path.parent, stat.S_ISDIR), (path, stat.S_ISREG)):
            found = part.lstat()
            if found.st_uid != os.getuid() or found.st_mode & _OTHERS_WRITE or not is_kind(found.st_mode):
                return None
        return path.read_bytes() if found.st_size <= _MAX_BYTES else None
    except OSError:
        return None


def _digest(name: str, working: Path) -> bytes:
    """The same with the name, so that files cannot be exchanged, and the folders from which files' names are told."""
    parts = (name, content_digest(), sys.version, str(shipped_folder("spec")), str(working))
    return hashlib.sha256(b"\0".join(map(os.fsencode, parts))).digest()


def content_digest() -> str:
    """A hash of the program and the specification that it runs on, the same on every machine that has them."""
    return _content(data_folder("spec"))


@cache
def _content(spec: Path) -> str:
    package = Path(__file__).resolve().parent.parent
    made = hashlib.sha256()
    try:
        for folder, ending in ((package, "*.py"), (spec, "*.yaml"), (spec, "*.json")):
            for path in sorted(folder.rglob(ending)):
                # Through the door, so that a file is known to have been read even where its content was ready.
                content = read_bytes(path)
                made.update(os.fsencode(f"{path.relative_to(folder)}\0{len(content)}\0") + content)
    except (RulesError, OSError):
        made.update(os.urandom(_DIGEST))
    return made.hexdigest()
