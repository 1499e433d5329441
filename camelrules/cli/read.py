"""`camelrules read`: what a text says of every clause."""

from __future__ import annotations

from typing import Any

import click

from camelrules.cli.common import as_json, emit, format_option, output_option, pen
from camelrules.compare.texts import read_file
from camelrules.lang.source import fail, near
from camelrules.read.reader import Reading
from camelrules.report.text import table


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text", type=click.Path())
@click.option("--edition", help="The edition the text should state; guessed without it.")
@click.option("--lang", "language", help="The language of the text: en, es, fr or pt; guessed without it.")
@click.option("--explain", "clause", metavar="CLAUSE", help="Show which words made which concepts for one clause.")
@format_option
@output_option
def command(
    text: str, edition: str | None, language: str | None, clause: str | None, format_: str, output: str | None
) -> None:
    """Say what TEXT states for every clause of the catalogue."""
    reading = read_file(text, edition, language)
    if clause is not None:
        if clause not in reading.clauses:
            raise fail("unknown-clause", f"there is no clause `{clause[:60]}`", None, near(clause, reading.clauses))
        emit(reading.explain(clause), output)
        return
    if format_ == "json":
        emit(as_json(data(reading)), output)
        return
    rows = [
        [c.clause, c.status, ", ".join(map(str, c.lines)) or "-", c.stated or "-", c.expected or "-"]
        for c in reading.clauses.values()
        if c.status != "not-applicable"
    ]
    language, printed = (
        f"{reading.language} ({reading.language_evidence})",
        f"edition {reading.edition} ({reading.edition_evidence})",
    )
    head = f"{reading.name}: {language}, {printed}"
    emit(f"{head}\n\n{table(['clause', 'status', 'lines', 'stated', 'edition'], rows, pen(output))}", output)


def data(reading: Reading) -> dict[str, Any]:
    """The reading as the contract has it."""
    return {
        "language": reading.language,
        "edition": reading.edition,
        "clauses": {
            key: {"status": c.status, "lines": list(c.lines), "stated": c.stated, "expected": c.expected}
            for key, c in reading.clauses.items()
        },
    }
