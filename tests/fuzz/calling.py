"""Commands called in this process with nothing remembered from the last call, and within a time."""

from __future__ import annotations

import contextlib
import functools
import gc
import io
import signal
from collections.abc import Iterator
from types import FrameType

from camelrules.cli import main

# Under load and with a cold cache a command takes ten seconds; none of these should take a minute.
SECONDS = 60


class Endless(Exception):
    """A command that did not come to an end."""


def forget() -> None:
    """Empties every cache of the program, as a new process would find them."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and (thing.__module__ or "").startswith("camelrules"):
            thing.cache_clear()


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raises `Endless` when the time is up."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def call(*args: object) -> tuple[int, str, str]:
    """Status, output and errors; whatever is no status goes through and fails the test."""
    forget()
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), within(SECONDS):
        try:
            main([str(a) for a in args])
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
    return status, out.getvalue(), err.getvalue()
