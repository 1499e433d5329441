"""What the commands share: options, output, and batches."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import islice
from typing import Any

import click

from camelrules.door.cluster import Cluster
from camelrules.door.escape import json_text, no_workflow_command, screen, terminal
from camelrules.door.reading import read_lines
from camelrules.door.workers import Crew, default_jobs, in_order
from camelrules.door.writing import output as output_file
from camelrules.door.writing import to_standard_output
from camelrules.lang.model import Datum
from camelrules.lang.source import RulesError, Source, fail
from camelrules.report.text import Ink, ink
from camelrules.run.document import Document, read_document, read_line
from camelrules.run.fast import available

Answer = Callable[[Document, str | None, dict[str, Datum] | None, bool], dict[str, Any]]

edition_option = click.option("--edition", metavar="NAME|FILE", help="An edition, or the YAML file of your own.")
set_option = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a parameter or ruling; may be repeated."
)
format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print."
)
language_option = click.option(
    "--lang",
    "language",
    help="The language of the text: de, en, es, fr, it or pt, also with a region (pt-BR); guessed without it.",
)
output_option = click.option("--output", type=click.Path(dir_okay=False), help="Write to a file instead.")
batch_option = click.option(
    "--batch", type=click.Path(), metavar="FILE.jsonl", help="One JSON request a line, one JSON answer a line."
)
jobs_option = click.option("--jobs", type=click.IntRange(1, 256), help="How many processes; all cores without it.")
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Share the work out over machines: a Dask scheduler, such as tcp://host:8786.",
)


def crew(jobs: int | None, scheduler: str | None) -> Crew:
    """Who works: the machines of a scheduler, or so many processes here."""
    if scheduler is not None and jobs is not None:
        raise click.UsageError("give --jobs or --scheduler, not both.")
    available()  # what it has to say is said here, once, and by no worker
    return Cluster(scheduler) if scheduler is not None else jobs or default_jobs()


def pen(output: str | None = None) -> Ink:
    """Colours for what is written now."""
    return ink(output is None and sys.stdout.isatty())


def emit(text: str, output: str | None, commands: bool = False) -> None:
    """Prints, or writes to the file that the user named; only a report for GitHub has `commands` in it."""
    if output is None:
        shown = screen(text, pen().on)
        to_standard_output((shown if commands else no_workflow_command(shown)) + "\n")
        return
    with output_file(output) as file:
        file.write(f"{screen(text, False)}\n".encode())


def as_json(data: Any) -> str:
    return json_text(json.dumps(data, ensure_ascii=False, indent=2))


def changes_for(
    edition: str | None, settings: tuple[str, ...], document: Document | None = None
) -> dict[str, Datum] | None:
    """The `--set` options against the edition they change."""
    if not settings:
        return None
    from camelrules.lang.library import load
    from camelrules.run.engine import parse_changes
    from camelrules.run.position import edition_of

    name = edition if document is None else edition_of(document, edition)
    if name is None:
        raise fail("setting", "`--set` needs `--edition` here")
    return parse_changes(load(name), settings)


def one_file(file: str | None, what: str) -> Document:
    """The file that the user named; `-` reads what is piped in."""
    if file is None:
        raise click.UsageError(f"name {what}, or give --batch FILE.jsonl")
    return read_document(file, what)


def batch(
    path: str,
    answer: Answer,
    edition: str | None,
    settings: tuple[str, ...],
    jobs: Crew | None,
    output: str | None,
    chunk: int,
) -> None:
    """Answers every line in order; a bad line gets an answer that says so, and exit status 2 at the end."""
    work = partial(_answer_lines, answer=answer, edition=edition, settings=settings, name=path)
    failed = False
    available()
    with nullcontext() if output is None else output_file(output) as file:
        for bad, text in in_order(work, _chunks(path, chunk), jobs or default_jobs()):
            failed = failed or bad
            if file is None:
                to_standard_output(text)
            else:
                file.write(text.encode())
    if failed:
        click.echo(f"error: some lines of `{terminal(path)}` could not be answered; their answers say why", err=True)
        sys.exit(2)


def _chunks(path: str, size: int) -> Iterator[list[tuple[int, str]]]:
    numbered = ((n, line) for n, line in read_lines(path) if line.strip())
    while part := list(islice(numbered, size)):
        yield part


def _answer_lines(
    lines: list[tuple[int, str]], answer: Answer, edition: str | None, settings: tuple[str, ...], name: str
) -> tuple[bool, str]:
    answers = []
    failed = False
    source = Source(name, "")
    for number, line in lines:
        try:
            document = read_line(line, source, number)
            result = answer(document, edition, changes_for(edition, settings, document), False)
        except RulesError as error:
            failed = True
            first = error.diagnostics[0]
            result = {"error": first.message, "line": number, **({"help": first.help} if first.help else {})}
        answers.append(json_text(json.dumps(result, ensure_ascii=False)) + "\n")
    return failed, "".join(answers)
