"""`check --fix` and `--fix-dry-run`: the suggestions put into the texts, or a diff of what that would change."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import click

from camelrules.cli.common import emit
from camelrules.compare.mending import Mended, mend
from camelrules.compare.verdicts import review
from camelrules.door.escape import no_workflow_command, terminal
from camelrules.door.reading import STDIN, read_bytes
from camelrules.door.writing import replace_kept
from camelrules.lang.source import fail
from camelrules.read.language.lexicon import load
from camelrules.read.reader import read_document
from camelrules.text.limits import MAX_FILE
from camelrules.text.opening import open_bytes
from camelrules.text.patching import FORMATS


def show_fixes(
    texts: tuple[str, ...], edition: str | None, language: str | None, language_file: str | None, output: str | None
) -> int:
    """Prints a diff of what would change and returns how many findings there are; nothing is written."""
    mended = [fixed(path, edition, language, language_file) for path in dict.fromkeys(texts)]
    emit("\n".join(line for m in mended for line in diff(m)), output)
    for m in mended:
        _tell(m, "would end")
    return sum(len(m.ended) + len(m.left) for m in mended)


def write_fixes(texts: tuple[str, ...], edition: str | None, language: str | None, language_file: str | None) -> None:
    """Puts the suggestions into the texts; what stood there before is kept beside each of them."""
    if STDIN in texts:
        raise click.UsageError("--fix needs files; what is piped in cannot be changed. Use --fix-dry-run.")
    for path, m in [(path, fixed(path, edition, language, language_file)) for path in dict.fromkeys(texts)]:
        if m.data != m.before.data:
            copy = replace_kept(path, m.before.data, m.data)
            click.echo(f"the former text is in {terminal(str(copy))}", err=True)
        _tell(m, "ended")


def fixed(path: str, edition: str | None, language: str | None, language_file: str | None) -> Mended:
    """A text with the changes that end its findings."""
    data = read_bytes(path, MAX_FILE, None, "is this the right file?")
    document = open_bytes(data, "<stdin>" if path == STDIN else path)
    if document.format not in FORMATS:
        message = f"`{path}` is {document.format.value}; only plain text and Markdown can be changed"
        raise fail("format", message, None, "leave `--fix` out, and change it in its own program")
    words = load(Path(language_file)) if language_file else None
    spoken = language.replace("_", "-").split("-")[0].lower() if language else None
    found = review(read_document(document, language=spoken, edition=edition, words=words))
    if sys.stderr.isatty():
        click.echo(no_workflow_command(f"{terminal(document.name)}: trying changes"), err=True)
    return mend(data, found, words)


def diff(mended: Mended) -> list[str]:
    """What changes, as `diff -u` and `patch` have it."""
    name = mended.before.name
    before, after = (
        [line.rstrip("\r\n") for line in d[len(mended.before.mark) :].decode(mended.before.encoding).splitlines(True)]
        for d in (mended.before.data, mended.data)
    )
    return list(difflib.unified_diff(before, after, name, f"{name} (fixed)", lineterm=""))


def _tell(mended: Mended, what: str) -> None:
    name, ended, left = terminal(mended.before.name), len(mended.ended), len(mended.left)
    click.echo(no_workflow_command(f"{name}: {what} {ended} of {ended + left} findings"), err=True)
