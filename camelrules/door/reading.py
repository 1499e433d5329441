"""Reading what the user names: within bounds of size and time, whatever kind of thing the name turns out to be."""

from __future__ import annotations

import json
import os
import select
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from camelrules.door.diagnostics import RulesError, Source, fail
from camelrules.door.unsaved import unsaved_bytes

# A specification file of ours is under 60 kB; this leaves room for any honest text.
MAX_BYTES = 4_000_000
# How long a pipe may say nothing; a program that prepares a text for us needs less, a person has `Ctrl-C`.
PATIENCE = 60.0
STDIN = "-"
_BLOCK = 65_536
# Device and number of every file that was read, here or by a worker, so that no output is written over an input.
files_read: set[tuple[int, int]] = set()


def read_bytes(path: Path | str, limit: int = MAX_BYTES, name: str | None = None, hint: str = "") -> bytes:
    """All bytes of a file or pipe (`-` is standard input), or one message that says why not."""
    shown = name or ("standard input" if str(path) == STDIN else str(path))
    if (held := unsaved_bytes(path)) is not None:
        return held
    with opened(path, shown) as descriptor:
        parts: list[bytes] = []
        left = limit + 1
        while left > 0 and (part := _part(descriptor, min(_BLOCK, left), shown)):
            parts.append(part)
            left -= len(part)
    if left <= 0:
        hint = hint or "a rules file is a few kilobytes: is this the right file?"
        raise fail("too-large", f"`{shown[:200]}` is larger than {limit:,} bytes", None, hint)
    return b"".join(parts)


def read_source(path: Path | str, name: str | None = None, limit: int = MAX_BYTES) -> Source:
    """The text of a UTF-8 file, with the name that messages give it."""
    shown = name or ("standard input" if str(path) == STDIN else str(path))
    return Source(shown, decode(read_bytes(path, limit, shown), shown))


def read_json(path: Path | str, limit: int = MAX_BYTES, hint: str = "") -> Any:
    """What a JSON file holds."""
    source = read_source(path, limit=limit)
    try:
        return json.loads(source.text)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it is nested too deeply or too large"
        raise fail("json", f"`{source.name[:200]}` is not JSON: {reason}", None, hint) from None


def read_kept(path: Path | str, limit: int = MAX_BYTES) -> Any:
    """What this program kept as JSON; a pipe that stands in its place is not waited for."""
    if not is_file(path):
        raise fail("unreadable", f"`{path}` is no file")
    return read_json(path, limit)


def decode(data: bytes, shown: str) -> str:
    """UTF-8 text, with or without a byte order mark."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"`{shown[:200]}` is not UTF-8 text (byte {error.start})"
        raise fail("not-text", message, None, "save the file as UTF-8") from None


def read_lines(path: Path | str, limit: int = MAX_BYTES) -> Iterator[tuple[int, str]]:
    """The lines of a file or pipe of any length, numbered, each within the limit; they come as they are written."""
    shown = "standard input" if str(path) == STDIN else str(path)
    with opened(path, shown) as descriptor:
        rest, number = b"", 0
        # A pipe that nobody writes to is given up like any other; one that has begun may take its time.
        patience = None if str(path) == STDIN else PATIENCE
        while part := _part(descriptor, _BLOCK, shown, patience):
            patience = None
            *whole, rest = (rest + part).split(b"\n")
            for line in whole:
                number += 1
                yield number, _line(line, number, shown)
            if len(rest) > limit:
                raise fail("too-large", f"line {number + 1} of `{shown[:200]}` is larger than {limit:,} bytes")
        if rest:
            yield number + 1, _line(rest, number + 1, shown)


def _line(data: bytes, number: int, shown: str) -> str:
    try:
        return data.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        message = f"line {number} of `{shown[:200]}` is not UTF-8 text"
        raise fail("not-text", message, None, "a batch has one JSON object a line") from None


def is_file(path: Path | str) -> bool:
    """Whether there is such a file; a name that no file can have has none."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - a Path refuses names with a NUL before it looks
    except (OSError, ValueError):
        return False


def was_read(path: Path | str) -> bool:
    """Whether a path names a file that this process has read."""
    try:
        found = os.stat(path)  # noqa: PTH116 - as above
    except (OSError, ValueError):
        return False
    return (found.st_dev, found.st_ino) in files_read


def _remember(kind: os.stat_result) -> None:
    if stat.S_ISREG(kind.st_mode):
        files_read.add((kind.st_dev, kind.st_ino))


@contextmanager
def opened(path: Path | str, shown: str) -> Iterator[int]:
    """A descriptor for reading a regular file, a pipe or a terminal; anything else is refused by its kind."""
    if str(path) == STDIN:
        with suppress(OSError):
            _remember(os.fstat(0))
        yield 0
        return
    try:
        # Without waiting: a named pipe with nobody at its other end would hold us for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except (OSError, ValueError) as error:
        raise unreadable(error, shown) from None
    try:
        kind = os.fstat(descriptor)
        if stat.S_ISREG(kind.st_mode):
            _remember(kind)
        elif stat.S_ISDIR(kind.st_mode):
            raise fail("unreadable", f"cannot read `{shown[:200]}`: it is a folder", None, "name a file in it")
        elif not stat.S_ISFIFO(kind.st_mode) and not os.isatty(descriptor):
            raise fail("unreadable", f"cannot read `{shown[:200]}`: it is a device", None, "name a file or a pipe")
        yield descriptor
    finally:
        os.close(descriptor)


def _part(descriptor: int, size: int, shown: str, patience: float | None = PATIENCE) -> bytes:
    """The next bytes; the empty bytes at the end."""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            _wait(descriptor, shown, None if os.isatty(descriptor) else patience)
        end = time.monotonic() + (PATIENCE if patience is None else patience)
        while True:
            try:
                return os.read(descriptor, size)
            except BlockingIOError:
                if time.monotonic() > end:
                    raise  # it says that it is a file, and never has anything
                time.sleep(0.01)  # somebody else took what was there
    except OSError as error:
        raise unreadable(error, shown) from None


def _wait(descriptor: int, shown: str, patience: float | None) -> None:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    if not waiting.poll(None if patience is None else patience * 1000):
        message = f"nothing came from `{shown[:200]}` for {patience:.0f} seconds"
        raise fail("silent-pipe", message, None, "is there a program at its other end?")


def unreadable(error: OSError | ValueError, shown: str) -> RulesError:
    """The message for a file that the system does not let us read."""
    reason = getattr(error, "strerror", None) or "no file has such a name"
    return fail("unreadable", f"cannot read `{shown[:200]}`: {reason}", None, "check the path")
