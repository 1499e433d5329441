"""Files as an editor holds them: while they are checked, what is typed stands in place of what is saved."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_held: ContextVar[Mapping[str, bytes] | None] = ContextVar("held", default=None)


@contextmanager
def unsaved(files: Mapping[Path, str]) -> Iterator[None]:
    """Within the block, and in this thread or task alone, these files have these words."""
    token = _held.set({os.path.realpath(path): words.encode() for path, words in files.items()})
    try:
        yield
    finally:
        _held.reset(token)


def unsaved_bytes(path: Path | str) -> bytes | None:
    """What an editor holds of a file; nothing for every other."""
    held = _held.get()
    return held.get(os.path.realpath(path)) if held else None
