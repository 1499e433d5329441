"""`camelrules compile`: an edition as WebAssembly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from camelrules.cli.common import as_json, changes_for, emit, set_option
from camelrules.door.writing import outputs
from camelrules.lang.source import fail


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("edition", metavar="EDITION|FILE")
@click.option(
    "-o", "--output", required=True, metavar="FILE.wasm", help="Where the module goes; FILE.json goes beside it."
)
@click.option("--players", type=int, help="How many play; the fewest the edition allows without it.")
@set_option
def command(edition: str, output: str, players: int | None, settings: tuple[str, ...]) -> None:
    """The rules of an edition as a WebAssembly module that any program can run.

    FILE.json has the layout of its memory, its exports, and the names of everything. Parameters and rulings lie in
    memory, where they can be changed.
    """
    from camelrules.run.compile import compile_table
    from camelrules.run.engine import engine
    from camelrules.run.wasm.memory import Unsupported

    target = Path(output)
    if target.suffix != ".wasm":
        raise fail("output", f"`{output}` must end in `.wasm`", None, "its description goes beside it, as `.json`")
    made = engine(edition, players, changes_for(edition, settings))
    try:
        code, description = compile_table(made.table)
    except Unsupported as error:
        raise fail("unsupported", f"edition {made.game.name} cannot be compiled: {error}") from None
    beside = target.with_suffix(".json")
    outputs({target: code, beside: f"{as_json(description)}\n".encode()}, lambda data: _ours(data, description))
    emit(f"{target}: {len(code):,} bytes; {beside}: its interface", None)


def _ours(data: bytes, description: dict[str, Any]) -> bool:
    """Whether a file is a description that we wrote earlier."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.keys() == description.keys()
