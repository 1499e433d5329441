"""Names: what may be one, checked where it comes in, so that no later use of it can be surprised."""

from __future__ import annotations

import re
from pathlib import Path

from camelrules.door.diagnostics import Span, fail

# A name of the rules language, as its tokens have it: words joined by full stops.
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*")
# The name of an edition, a property or a mutant: also the name of a file, so no separator and no leading full stop.
LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
# The longest of ours has 40 letters; file systems take 255 bytes with what we add.
MAX_LENGTH = 100


def is_name(word: str) -> bool:
    """Whether a word can be a name of the rules language."""
    return len(word) <= MAX_LENGTH and NAME.fullmatch(word) is not None


def is_label(word: str) -> bool:
    """Whether a word can name an edition or a property, and so a file."""
    return len(word) <= MAX_LENGTH and LABEL.fullmatch(word) is not None and ".." not in word


def label(word: str, what: str, span: Span | None = None) -> str:
    """The word, checked to be the name of `what`."""
    if is_label(word):
        return word
    raise fail(
        "name", f"`{word[:60]}` cannot be the name of {what}", span,
        f"use letters, digits, `.`, `-` and `_`, at most {MAX_LENGTH}, beginning with a letter or digit",
    )  # fmt: skip


def inside(folder: Path, path: str) -> Path:
    """A place under a folder; a name that would lead out of it, or hide there, is refused."""
    for part in path.split("/"):
        label(part, "a page")
    return folder / path


def file_part(word: str) -> str:
    """A part of a file name made from a word that may be anything: never a separator, never hidden, never too long."""
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", word).strip(".-")[:MAX_LENGTH]
    return re.sub(r"\.{2,}", ".", safe) or "unnamed"
