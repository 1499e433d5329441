"""`camelrules read`: what a text says of every clause."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from camelrules.cli.common import as_json, emit, format_option, output_option, pen
from camelrules.compare.texts import read_file
from camelrules.lang.source import fail, near
from camelrules.read.lexicon import lexicon, load
from camelrules.read.missing import missing
from camelrules.read.reader import Reading
from camelrules.report.text import table


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text", type=click.Path(), required=False)
@click.option("--edition", help="The edition the text should state; guessed without it.")
@click.option("--lang", "language", help="The language of the text: en, es, fr or pt; guessed without it.")
@click.option(
    "--language-file", type=click.Path(), metavar="FILE", help="A language file of your own, for any other language."
)
@click.option("--lacks", is_flag=True, help="Say what the language file still lacks, and read nothing.")
@click.option("--explain", "clause", metavar="CLAUSE", help="Show which words made which concepts for one clause.")
@format_option
@output_option
def command(
    text: str | None,
    edition: str | None,
    language: str | None,
    language_file: str | None,
    lacks: bool,
    clause: str | None,
    format_: str,
    output: str | None,
) -> None:
    """Say what TEXT states for every clause of the catalogue.

    With `--language-file FILE --lacks`: what a language of your own still needs; exit status 1 until complete.
    """
    if lacks:
        tell_lacks(language, language_file, format_, output)
        return
    if text is None:
        raise click.UsageError("Missing argument 'TEXT'.")
    reading = read_file(text, edition, language, language_file)
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


def tell_lacks(language: str | None, language_file: str | None, format_: str, output: str | None) -> None:
    """Print what a language file lacks; the caller's exit status is 1 where anything does."""
    if language_file is None and language is None:
        raise fail("option", "`--lacks` needs a language file", None, "add `--language-file FILE` or `--lang CODE`")
    words = load(Path(language_file)) if language_file else lexicon(language or "")
    found = missing(words)
    if format_ == "json":
        shown = as_json(
            {
                "language": words.code,
                "lacks": [{"name": k.name, "what": k.what, "clauses": list(k.clauses)} for k in found],
            }
        )
    elif found:
        shown = "\n".join([f"{words.name} lacks {len(found)} things:", "", *(f"  {lack.message}" for lack in found)])
    else:
        shown = f"{words.name} lacks nothing"
    emit(shown, output)
    if found:
        sys.exit(1)


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
