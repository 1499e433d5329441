"""`camelrules check`: where a text says something else than its edition, than itself, or nothing."""

from __future__ import annotations

import sys
from typing import Any

import click

from camelrules import __version__
from camelrules.cli.common import emit, output_option, pen
from camelrules.compare.between import between
from camelrules.compare.codes import codes
from camelrules.compare.findings import Finding, findings
from camelrules.compare.texts import read_file
from camelrules.compare.waivers import apply_waivers, to_review
from camelrules.report.findings import FORMATS, render


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("texts", nargs=-1, required=True, type=click.Path())
@click.option("--edition", help="The edition the texts should state; guessed without it.")
@click.option("--lang", "language", help="The language of the texts: en, es, fr or pt; guessed without it.")
@click.option("--language-file", type=click.Path(), metavar="FILE", help="A language file of your own.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print."
)
@click.option("--witness/--no-witness", default=True, help="Look for a game in which each error matters.")
@click.option("--watch", is_flag=True, help="Check again whenever a text is saved.")
@output_option
def command(
    texts: tuple[str, ...],
    edition: str | None,
    language: str | None,
    language_file: str | None,
    format_: str,
    witness: bool,
    watch: bool,
    output: str | None,
) -> None:
    """Name, line by line, what each of TEXTS says otherwise than its edition, otherwise than itself, or not at all.

    Several texts are also compared with each other. Exit status 1 where there is anything to mend.
    """
    if watch:
        from camelrules.cli.watching import watch_files

        watch_files(texts, lambda: run(texts, edition, language, format_, witness, output, language_file))
        return
    if run(texts, edition, language, format_, witness, output, language_file):
        sys.exit(1)


def run(
    texts: tuple[str, ...],
    edition: str | None,
    language: str | None,
    format_: str,
    witness: bool,
    output: str | None,
    language_file: str | None = None,
) -> int:
    """Checks the texts, prints the findings and returns how many there are."""
    found: list[Finding] = []
    readings = []
    for path in dict.fromkeys(texts):
        reading = read_file(path, edition, language, language_file)
        readings.append(reading)
        found += apply_waivers([*findings(reading), *to_review(reading)], reading)
    found += between(readings)
    data: list[dict[str, Any]] = []
    looked_for = [f for f in found if f.claim is not None] if witness else []
    label = "games" if looked_for else ""
    with click.progressbar(
        length=len(looked_for), label=label, file=sys.stderr, hidden=not (looked_for and sys.stderr.isatty())
    ) as bar:
        for finding in found:
            data.append({**finding.data(witness), "file": finding.rulebook, "quotes": list(finding.quotes)})
            if finding in looked_for:
                bar.update(1)
    emit(render(format_, data, codes(), pen(output), __version__), output)
    return len(found)
