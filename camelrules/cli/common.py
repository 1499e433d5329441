"""What the commands share: options, output, and batches."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click

from camelrules.lang.model import Datum
from camelrules.lang.source import RulesError, Source, fail
from camelrules.report.text import Ink, ink
from camelrules.run.document import Document, read_document, read_line

Answer = Callable[[Document, str | None, dict[str, Datum] | None, bool], dict[str, Any]]

edition_option = click.option("--edition", metavar="NAME|FILE", help="An edition, or the YAML file of your own.")
set_option = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a parameter or ruling; may be repeated."
)
format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print."
)
output_option = click.option("--output", type=click.Path(dir_okay=False), help="Write to a file instead.")
batch_option = click.option(
    "--batch", type=click.Path(), metavar="FILE.jsonl", help="One JSON request a line, one JSON answer a line."
)
jobs_option = click.option("--jobs", type=click.IntRange(1, 256), help="How many processes; all cores without it.")


def pen(output: str | None = None) -> Ink:
    """Colours for what is written now."""
    return ink(output is None and sys.stdout.isatty())


def emit(text: str, output: str | None) -> None:
    """Prints, or writes to the file that the user named."""
    if output is None:
        click.echo(text, color=True)
        return
    try:
        Path(output).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise fail("unwritable", f"cannot write `{output}`: {error.strerror}") from None


def as_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


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
    if file == "-":
        return read_document(Path("/dev/stdin"), what)
    return read_document(Path(file), what)


def batch(
    path: str,
    answer: Answer,
    edition: str | None,
    settings: tuple[str, ...],
    jobs: int | None,
    output: str | None,
    chunk: int,
) -> None:
    """Answers every line in order; a bad line gets an answer that says so, and exit status 2 at the end."""
    work = partial(_answer_lines, answer=answer, edition=edition, settings=settings, name=path)
    failed = False
    sink = sys.stdout if output is None else _open(output)
    try:
        for bad, text in _parallel(work, _chunks(path, chunk), jobs or os.cpu_count() or 1):
            failed = failed or bad
            sink.write(text)
        sink.flush()
    finally:
        if output is not None:
            sink.close()
    if failed:
        click.echo(f"error: some lines of `{path}` could not be answered; their answers say why", err=True)
        sys.exit(2)


def _open(output: str) -> Any:
    try:
        return Path(output).open("w", encoding="utf-8")
    except OSError as error:
        raise fail("unwritable", f"cannot write `{output}`: {error.strerror}") from None


def _chunks(path: str, size: int) -> Iterator[list[tuple[int, str]]]:
    try:
        with Path("/dev/stdin" if path == "-" else path).open(encoding="utf-8-sig") as lines:
            numbered = ((n, line) for n, line in enumerate(lines, 1) if line.strip())
            while part := list(islice(numbered, size)):
                yield part
    except OSError as error:
        raise fail("unreadable", f"cannot read `{path}`: {error.strerror or error}", None, "check the path") from None
    except UnicodeDecodeError:
        raise fail("not-text", f"`{path}` is not UTF-8 text", None, "a batch has one JSON object a line") from None


def _parallel(
    work: Callable[[list[tuple[int, str]]], tuple[bool, str]], chunks: Iterator[list[tuple[int, str]]], jobs: int
) -> Iterator[tuple[bool, str]]:
    first = list(islice(chunks, 2))
    if len(first) < 2 or jobs == 1:
        yield from map(work, first)
        yield from map(work, chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(work, c) for c in first]
        while waiting:
            # A few chunks ahead keep every core busy without reading a huge file into memory.
            while len(waiting) < jobs * 4 and (part := next(chunks, None)):
                waiting.append(pool.submit(work, part))
            yield waiting.pop(0).result()


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
        answers.append(json.dumps(result, ensure_ascii=False) + "\n")
    return failed, "".join(answers)
