"""`camelrules odds`: exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from camelrules.cli.common import (
    as_json,
    batch_option,
    changes_for,
    edition_option,
    emit,
    format_option,
    jobs_option,
    one_file,
    output_option,
    pen,
    set_option,
)
from camelrules.cli.common import batch as run_batch
from camelrules.lang.model import Datum
from camelrules.report.text import table, track
from camelrules.run.document import Document
from camelrules.run.position import load_position, save_position


def answer(document: Document, edition: str | None, changes: dict[str, Datum] | None, checked: bool) -> dict[str, Any]:
    """The chance of each place for each racing camel, as reduced fractions."""
    made, state = load_position(document, edition, changes)
    return {"camels": {c: [str(f) for f in row] for c, row in made.odds.camels_by_place(state).items()}}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("position", required=False, type=click.Path())
@batch_option
@edition_option
@set_option
@format_option
@output_option
@jobs_option
def command(
    position: str | None, batch: str | None, edition: str | None, settings: tuple[str, ...], format_: str,
    output: str | None, jobs: int | None,
) -> None:  # fmt: skip
    """Exact chances of every place at the end of this leg, from POSITION (JSON or YAML).

    Dice that are not in the position's `pyramid` have been revealed. The leg ends with its last die or with the race.
    """
    if batch is not None:
        run_batch(batch, answer, edition, settings, jobs, output, chunk=4)
        return
    document = one_file(position, "a position file")
    changes = changes_for(edition, settings, document)
    result = answer(document, edition, changes, True)
    if format_ == "json":
        emit(as_json(result), output)
        return
    made, state = load_position(document, edition, changes)
    ink = pen(output)
    drawn = track(save_position(made, state, document.data), [int(s) for s in made.table.members["space"]], ink)
    places = [_ordinal(i + 1) for i in range(len(result["camels"]))]
    by_chance = sorted(result["camels"].items(), key=lambda item: -Fraction(item[1][0]))
    exact = [[camel, *row] for camel, row in by_chance]
    rough = [[camel, *(_rough(Fraction(f)) for f in row)] for camel, row in by_chance]
    parts = [drawn, "", table(["camel", *places], rough, ink), "", table(["exactly", *places], exact, ink)]
    emit("\n".join(parts), output)


def _rough(chance: Fraction) -> str:
    """A percentage that never calls the likely certain, nor the unlikely impossible."""
    if 0 < chance < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < chance < 1:
        return ">99.9%"
    return f"{float(chance) * 100:.1f}%"


def _ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
