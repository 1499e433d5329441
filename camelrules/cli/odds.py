"""`camelrules odds`: exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from camelrules.cli.common import (
    as_json,
    batch_option,
    changes_for,
    crew,
    edition_option,
    emit,
    format_option,
    jobs_option,
    one_file,
    output_option,
    pen,
    scheduler_option,
    set_option,
)
from camelrules.cli.common import batch as run_batch
from camelrules.lang.model import Datum
from camelrules.report.text import Ink, table, track
from camelrules.run.document import Document
from camelrules.run.position import load_position, save_position


def answer(document: Document, edition: str | None, changes: dict[str, Datum] | None, checked: bool) -> dict[str, Any]:
    """The chance of each place for each racing camel, as reduced fractions."""
    made, state = load_position(document, edition, changes)
    return {"camels": {c: [str(f) for f in row] for c, row in made.odds(state).items()}}


def race_answer(
    document: Document, edition: str | None, changes: dict[str, Datum] | None, checked: bool
) -> dict[str, Any]:
    """The chance of each racing camel to win the race, and to come last in it."""
    made, state = load_position(document, edition, changes)
    return made.race(state).as_json()


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("position", required=False, type=click.Path())
@click.option("--race", is_flag=True, help="The whole race instead: who wins it, and who comes last.")
@batch_option
@edition_option
@set_option
@format_option
@output_option
@jobs_option
@scheduler_option
def command(
    position: str | None, race: bool, batch: str | None, edition: str | None, settings: tuple[str, ...], format_: str,
    output: str | None, jobs: int | None, scheduler: str | None,
) -> None:  # fmt: skip
    """Exact chances of every place at the end of this leg, from POSITION (JSON or YAML).

    Dice that are not in the position's `pyramid` have been revealed. The leg ends with its last die or with the race.
    With --race nothing happens any more but dice: tiles that lie there count until the leg ends. It is exact where not
    too many positions can follow, and else from many races, with half the width of a 99% interval.
    """
    if batch is not None:
        run_batch(batch, race_answer if race else answer, edition, settings, crew(jobs, scheduler), output, chunk=4)
        return
    if scheduler is not None:
        raise click.UsageError("--scheduler spreads the lines of a --batch; one position is answered here")
    document = one_file(position, "a position file")
    changes = changes_for(edition, settings, document)
    result = (race_answer if race else answer)(document, edition, changes, True)
    if format_ == "json":
        emit(as_json(result), output)
        return
    made, state = load_position(document, edition, changes)
    ink = pen(output)
    drawn = track(save_position(made, state, document.data), [int(s) for s in made.table.members["space"]], ink)
    if race:
        emit("\n".join([drawn, "", *_race(result, ink)]), output)
        return
    places = [_ordinal(i + 1) for i in range(len(result["camels"]))]
    by_chance = sorted(result["camels"].items(), key=lambda item: -Fraction(item[1][0]))
    exact = [[camel, *row] for camel, row in by_chance]
    rough = [[camel, *(_rough(Fraction(f)) for f in row)] for camel, row in by_chance]
    parts = [drawn, "", table(["camel", *places], rough, ink), "", table(["exactly", *places], exact, ink)]
    emit("\n".join(parts), output)


def _race(result: dict[str, Any], ink: Ink) -> list[str]:
    camels = sorted(result["camels"].items(), key=lambda item: -float(item[1]["first"]))
    rows = [[c, *(_rough(Fraction(chances[k])) for k in ("first", "last"))] for c, chances in camels]
    said = "exact" if result["method"] == "exact" else f"from races played, ±{100 * result['error']:.2f}% (99%)"
    return [table(["camel", "wins the race", "comes last"], rows, ink), "", said]


def _rough(chance: Fraction) -> str:
    """A percentage that never calls the likely certain, nor the unlikely impossible."""
    if 0 < chance < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < chance < 1:
        return ">99.9%"
    return f"{float(chance) * 100:.1f}%"


def _ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
