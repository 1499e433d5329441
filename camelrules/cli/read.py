"""`camelrules read`: what a text says of every clause."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from camelrules.cli.common import as_json, emit, format_option, language_option, output_option, pen
from camelrules.compare.explain import explain
from camelrules.compare.texts import read_file
from camelrules.compare.verdicts import Review
from camelrules.door.escape import terminal
from camelrules.lang.library import data_folder
from camelrules.lang.source import fail, near
from camelrules.read.language.lexicon import lexicon, load
from camelrules.read.language.missing import Lack, missing
from camelrules.report.text import table
from camelrules.text.places import file_lines
from camelrules.write import Lack as PhraseLack
from camelrules.write import lacks as lacks_to_write
from camelrules.write.check import check
from camelrules.write.language import Phrasebook, load_phrasebook


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text", type=click.Path(), required=False)
@click.option("--edition", help="The edition the text should state; guessed without it.")
@language_option
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
        emit(explain(reading, clause), output)
        return
    if format_ == "json":
        emit(as_json(data(reading)), output)
        return
    rows = [
        [c.clause, c.status, ", ".join(map(str, _lines(reading, c.lines))) or "-", c.stated or "-", c.right or "-"]
        for c in reading.clauses.values()
        if c.status != "not-applicable"
    ]
    language, printed = (
        f"{reading.language} ({reading.reading.language_evidence})",
        f"edition {reading.edition} ({reading.reading.edition_evidence})",
    )
    head = f"{reading.name}: {language}, {printed}"
    emit(f"{head}\n\n{table(['clause', 'status', 'lines', 'stated', 'edition'], rows, pen(output))}", output)


def tell_lacks(language: str | None, language_file: str | None, format_: str, output: str | None) -> None:
    """Print what a language lacks to be read and to be written; the exit status is 1 where anything does."""
    if language_file is None and language is None:
        raise fail("option", "`--lacks` needs a language file", None, "add `--language-file FILE` or `--lang CODE`")
    words = load(Path(language_file)) if language_file else lexicon(language or "")
    reads = missing(words)
    folder = _folder(words.code, language_file)
    phrases = _phrases(folder)
    writes = lacks_to_write(phrases) if phrases is not None else ()
    if format_ == "json":
        shown = as_json(
            {
                "language": words.code,
                "lacks": [{"name": k.name, "what": k.what, "clauses": list(k.clauses)} for k in reads],
                "phrases": phrases is not None,
                "lacks_phrases": [{"name": k.name, "what": k.what, "clauses": list(k.clauses)} for k in writes],
            }
        )
    else:
        read = _lacking(words.name, reads, " to be read")
        shown = f"{read}\n\n{_written(words.name, phrases, writes, folder)}"
    emit(shown, output)
    if reads or writes:
        sys.exit(1)


def _folder(code: str, language_file: str | None) -> Path:
    """Where the phrases of a language stand: those that are shipped, or the folder beside a file of one's own."""
    return Path(language_file).with_suffix("") if language_file else data_folder("spec") / "languages" / code


def _phrases(folder: Path) -> Phrasebook | None:
    """The phrases of a folder, which may be unfinished."""
    files = sorted(folder.glob("*.yaml"))
    if not files:
        return None
    book = load_phrasebook(*files)
    check(book, begun=True)
    return book


def _lacking(name: str, found: Sequence[Lack | PhraseLack], purpose: str) -> str:
    if not found:
        return f"{name} lacks nothing{purpose}"
    count = "1 thing" if len(found) == 1 else f"{len(found)} things"
    return "\n".join([f"{name} lacks {count}{purpose}:", "", *(f"  {lack.message}" for lack in found)])


def _written(name: str, phrases: Phrasebook | None, found: Sequence[PhraseLack], folder: Path) -> str:
    if phrases is None:
        return f"{name} has no phrases to write in; they would stand in `{terminal(str(folder))}`"
    return _lacking(name, found, " to be written")


def data(reading: Review) -> dict[str, Any]:
    """The reading as the contract has it."""
    return {
        "language": reading.language,
        "edition": reading.edition,
        "clauses": {
            key: {
                "status": c.status,
                "certainty": reading.certainty(c),
                "lines": _lines(reading, c.lines),
                "stated": c.stated or None,
                "expected": c.right or None,
            }
            for key, c in reading.clauses.items()
        },
    }


def _lines(reading: Review, numbers: tuple[int, ...]) -> list[int]:
    """The numbers by which the user knows some lines."""
    return file_lines(reading.document, numbers) if reading.document else list(numbers)
