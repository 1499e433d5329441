"""`camelrules diff`: two editions, rulebooks or texts side by side."""

from __future__ import annotations

import sys

import click

from camelrules.cli.common import as_json, emit, format_option, output_option, pen
from camelrules.compare.differences import differences
from camelrules.compare.sides import side
from camelrules.report.games import game
from camelrules.report.text import table


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("a")
@click.argument("b")
@click.option("--edition", help="The edition of text files; guessed without it.")
@click.option("--witness/--no-witness", default=True, help="Look for a game in which each difference shows.")
@format_option
@output_option
def command(a: str, b: str, edition: str | None, witness: bool, format_: str, output: str | None) -> None:
    """Where A and B differ: editions (2014), rulebooks (es-2018) or text files."""
    first, second = side(a, edition), side(b, edition)
    found = differences(first, second, witness)
    if format_ == "json":
        emit(as_json({"a": first.name, "b": second.name, "differences": found}), output)
    else:
        ink = pen(output)
        rows = [[d["clause"], d["a"], d["b"], d["verdict"]] for d in found]
        parts = [
            table(["clause", first.name, second.name, f"{first.name} is"], rows, ink) if rows else "no differences"
        ]
        for d in found:
            if d["witness"]:
                told = game(d["witness"], ink, (first.name, second.name))
                parts += ["", ink.bold(d["clause"]), *(f"  {line}" for line in told[1:])]
        emit("\n".join(parts), output)
    if any(not d["variant"] for d in found):
        sys.exit(1)
