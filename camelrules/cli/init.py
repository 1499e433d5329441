"""`camelrules init`: start the review of a translation."""

from __future__ import annotations

from pathlib import Path

import click
import yaml

from camelrules.compare.texts import read_file
from camelrules.compare.waivers import beside, stamp
from camelrules.lang.source import fail
from camelrules.read.reader import Reading


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text", type=click.Path())
@click.option("--edition", help="The edition the text should state; guessed without it.")
@click.option("--lang", "language", help="The language of the text; guessed without it.")
def command(text: str, edition: str | None, language: str | None) -> None:
    """Start a reading of TEXT in a file beside it, for waivers and reviews; never overwrites one."""
    path = beside(text)
    if path.exists():
        raise fail("exists", f"`{path}` is there already", None, "edit it, or move it away first")
    reading = read_file(text, edition, language)
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(template(reading))
    except OSError as error:
        raise fail("unwritable", f"cannot write `{path}`: {error.strerror}") from None
    click.echo(f"wrote {path}: {sum(1 for c in reading.clauses.values() if c.lines)} clauses read")


def template(reading: Reading) -> str:
    """The file with everything read so far; the stamps say later which places have changed."""
    clauses = {
        key: {"status": c.status, "lines": list(c.lines), "stated": c.stated, "stamp": stamp(_lines(reading, c.lines))}
        for key, c in reading.clauses.items()
        if c.status != "not-applicable"
    }
    head = (
        "# The reading of a translation. Add under `waivers` what may stand as it is, each with a reason:\n"
        "#   - {code: CR201, clause: setup.board, reason: the board shows it}\n"
        "# `content` narrows a waiver to the words of one place: it is the stamp of that place.\n"
    )
    data = {"text": Path(reading.name).name, "edition": reading.edition, "language": reading.language, "waivers": []}
    return (
        head
        + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
        + yaml.safe_dump({"reviewed": clauses}, sort_keys=False, allow_unicode=True, default_flow_style=None, width=200)
    )


def _lines(reading: Reading, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(reading.lines[n - 1] for n in numbers if 0 < n <= len(reading.lines))
