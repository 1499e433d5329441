"""`camelrules init`: start the review of a translation."""

from __future__ import annotations

from pathlib import Path

import click
import yaml

from camelrules.cli.common import emit, language_option
from camelrules.compare.findings import Finding, findings
from camelrules.compare.texts import read_file
from camelrules.compare.verdicts import Review
from camelrules.compare.waivers import beside, place_stamp, stamp
from camelrules.door.escape import terminal
from camelrules.door.reading import is_file
from camelrules.door.writing import write_new
from camelrules.lang.source import fail


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text", type=click.Path())
@click.option("--edition", help="The edition the text should state; guessed without it.")
@language_option
def command(text: str, edition: str | None, language: str | None) -> None:
    """Start a reading of TEXT in a file beside it, for waivers and reviews; never overwrites one."""
    if text == "-":
        raise fail("option", "what is piped in has no file beside it", None, "name the file itself")
    try:
        text.encode()
    except UnicodeEncodeError:
        message = f"the name of `{terminal(text)}` is not UTF-8, and no file of ours could hold it"
        raise fail("file-name", message, None, "rename the text first") from None
    path = beside(text)
    if is_file(path):
        raise fail("exists", f"`{path}` is there already", None, "edit it, or move it away first")
    reading = read_file(text, edition, language)
    write_new(path, template(reading))
    emit(f"wrote {path}: {sum(1 for c in reading.clauses.values() if c.lines)} clauses read", None)


def template(reading: Review) -> str:
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
    found = [_waiver(f, reading) for f in findings(reading)]
    if found:
        head += "# What was found, ready to be moved there:\n" + "".join(f"#   - {line}\n" for line in found)
    data = {"text": Path(reading.name).name, "edition": reading.edition, "language": reading.language, "waivers": []}
    return (
        head
        + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
        + yaml.safe_dump({"reviewed": clauses}, sort_keys=False, allow_unicode=True, default_flow_style=None, width=200)
    )


def _waiver(finding: Finding, reading: Review) -> str:
    """A finding as the waiver that would let it stand, but for the reason."""
    content = place_stamp(finding, reading)
    fields = {"code": finding.code, "clause": finding.clause, "content": content}
    known = ", ".join(f"{key}: {value}" for key, value in fields.items() if value)
    return f"{{{known}, reason: }}  # {terminal(finding.message)[:90]}"


def _lines(reading: Review, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(reading.lines[n - 1] for n in numbers if 0 < n <= len(reading.lines))
