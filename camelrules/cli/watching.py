"""Doing something again whenever files are saved."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from camelrules.door.escape import terminal
from camelrules.door.reading import is_file
from camelrules.lang.source import RulesError

# Often enough to feel immediate, seldom enough not to be noticed.
PAUSE = 0.5


def _times(files: tuple[str, ...]) -> list[float]:
    return [Path(f).stat().st_mtime if is_file(f) else 0.0 for f in files]


def watch_files(files: tuple[str, ...], again: Callable[[], object]) -> None:
    """Runs now and after every change until interrupted; a bad text is told and waited for."""
    seen: list[float] = []
    while True:
        now = _times(files)
        if now != seen:
            seen = now
            click.clear()
            try:
                again()
            except RulesError as error:
                click.echo(error.render(), err=True)
            click.echo(f"\nwatching {terminal(', '.join(files))}; stop with Ctrl-C", err=True)
        time.sleep(PAUSE)
