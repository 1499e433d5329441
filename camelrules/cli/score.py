"""`camelrules score leg` and `camelrules score final`."""

from __future__ import annotations

from collections.abc import Callable
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
from camelrules.report.text import table
from camelrules.run.scoring import score_final, score_leg

HELP = {"help_option_names": ["-h", "--help"]}


@click.group(context_settings=HELP)
def command() -> None:
    """What players gain and lose, from a file (JSON or YAML)."""


def _add(name: str, score: Callable[..., dict[str, Any]], what: str, text: str) -> None:
    @command.command(name, help=text, context_settings=HELP)
    @click.argument("file", required=False, type=click.Path())
    @batch_option
    @edition_option
    @set_option
    @format_option
    @output_option
    @jobs_option
    def run(
        file: str | None, batch: str | None, edition: str | None, settings: tuple[str, ...], format_: str,
        output: str | None, jobs: int | None,
    ) -> None:  # fmt: skip
        if batch is not None:
            run_batch(batch, score, edition, settings, jobs, output, chunk=500)
            return
        document = one_file(file, what)
        result = score(document, edition, changes_for(edition, settings, document))
        if format_ == "json":
            emit(as_json(result), output)
            return
        rows = [[p, f"{r['change']:+d}", str(r["money"])] for p, r in result["players"].items()]
        emit(table(["player", "change", "money"], rows, pen(output)), output)


_add("leg", score_leg, "a leg-scoring file", "Leg scoring: tickets, pyramid tickets and partners.")
_add("final", score_final, "a final-scoring file", "Final scoring: both decks of finish cards.")
