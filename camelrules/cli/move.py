"""`camelrules move`: one die is revealed."""

from __future__ import annotations

from typing import Any

import click

from camelrules.cli.common import (
    as_json,
    batch,
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
from camelrules.lang.model import Datum
from camelrules.lang.source import Source, Span
from camelrules.report.text import pounds, track
from camelrules.run.document import Document, Path_
from camelrules.run.moves import Moved, move
from camelrules.run.story import steps


def answer(document: Document, edition: str | None, changes: dict[str, Datum] | None, checked: bool) -> dict[str, Any]:
    """The answer to one request."""
    return move(document, edition, changes, checked).answer


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("position", required=False, type=click.Path())
@click.option("--die", help="The die that is revealed, for example red or grey.")
@click.option("--value", type=int, help="The number that it shows.")
@click.option("--face", help="The colour of the number, for a die that has coloured ones.")
@batch_option
@edition_option
@set_option
@format_option
@output_option
@jobs_option
def command(
    position: str | None, die: str | None, value: int | None, face: str | None, batch: str | None, edition: str | None,
    settings: tuple[str, ...], format_: str, output: str | None, jobs: int | None,
) -> None:  # fmt: skip
    """Reveal a die in POSITION (JSON or YAML) and say what happens.

    \b
    camelrules move position.json --die red --value 3
    camelrules move position.json --die grey --face white --value 2
    camelrules move --batch requests.jsonl
    """
    if batch is not None:
        run_batch(batch, edition, settings, jobs, output)
        return
    document = one_file(position, "a position file")
    given = {k: v for k, v in (("die", die), ("value", value), ("face", face)) if v is not None}
    places: dict[Path_, Span] = {(k,): Span(Source(f"--{k}", str(v)), 1, 1, len(str(v))) for k, v in given.items()}
    document = Document({**document.data, **given}, document.whole, {**document.places, **places})
    moved = move(document, edition, changes_for(edition, settings, document))
    emit(as_json(moved.answer) if format_ == "json" else tell(moved, output), output)


def run_batch(path: str, edition: str | None, settings: tuple[str, ...], jobs: int | None, output: str | None) -> None:
    batch(path, answer, edition, settings, jobs, output, chunk=500)


def tell(moved: Moved, output: str | None) -> str:
    """The move as a person would tell it, with the track before and after."""
    ink = pen(output)
    spaces = [int(s) for s in moved.engine.table.members["space"]]
    called = moved.engine.game.called()
    lines = [track(moved.before_position, spaces, ink, called=called), ""]
    lines += [f"  {line}" for line in steps(moved.engine, moved.fired)]
    for event in moved.events:
        if event["kind"] == "pay":
            lines.append(f"  {event['player']} receives {pounds(event['amount'])} from the bank.")
        elif event["kind"] == "finish":
            lines.append(f"  {ink.bold('The finish line is crossed: the race is over.')}")
    return "\n".join([*lines, "", track(moved.answer["position"], spaces, ink, called=called)])
