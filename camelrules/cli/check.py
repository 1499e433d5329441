"""`camelrules check`: where a text says something else than its edition, than itself, or nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from camelrules import __version__
from camelrules.cli.common import crew, emit, jobs_option, language_option, output_option, pen, scheduler_option
from camelrules.compare.between import between
from camelrules.compare.codes import codes
from camelrules.compare.findings import Finding, findings
from camelrules.compare.games import find_witnesses
from camelrules.compare.impact import impact
from camelrules.compare.located import located
from camelrules.compare.played import play_again
from camelrules.compare.texts import read_file
from camelrules.compare.verdicts import Review
from camelrules.compare.waivers import apply_waivers, to_review
from camelrules.door.reading import STDIN, read_bytes
from camelrules.door.workers import Crew, in_order
from camelrules.door.writing import output as output_file
from camelrules.lang.library import data_folder
from camelrules.report.findings import FORMATS, render
from camelrules.report.games import NAMES
from camelrules.report.page import PrintedLine, page
from camelrules.report.sheet import sheet
from camelrules.text.model import Heading, Item, Label
from camelrules.text.places import short

# Texts that are worth a second process, which reads the patterns anew.
MANY = 4


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("texts", nargs=-1, type=click.Path())
@click.option("--edition", help="The edition the texts should state; guessed without it.")
@language_option
@click.option("--language-file", type=click.Path(), metavar="FILE", help="A language file of your own.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print."
)
@click.option("--witness/--no-witness", default=True, help="Look for a game in which each error matters.")
@click.option("--notes", is_flag=True, help="Show every note; otherwise they are one line a kind.")
@click.option(
    "--sort",
    type=click.Choice(["line", "impact"]),
    default="line",
    show_default=True,
    help="Order of the findings of one severity; for impact, whole games are played.",
)
@jobs_option
@scheduler_option
@click.option("--watch", is_flag=True, help="Check again whenever a text is saved.")
@click.option("--fix-dry-run", is_flag=True, help="Print what the suggestions would change, as a diff; write nothing.")
@click.option("--fix", is_flag=True, help="Put the suggestions into the texts, and keep a copy of each as FILE.bak.")
@click.option("--sample", is_flag=True, help="Check a small rulebook with faults that comes with the program.")
@output_option
def command(texts: tuple[str, ...], watch: bool, fix_dry_run: bool, fix: bool, sample: bool, **options: Any) -> None:
    """Name, line by line, what each of TEXTS says otherwise than its edition, otherwise than itself, or not at all.

    A text is a plain text, Markdown, HTML, PDF, Word, OpenDocument, XLIFF, PO or IDML file, or - for what is piped in.
    Several texts are also compared with each other. Exit status 1 where there is anything to mend.
    With --fix (plain text and Markdown) a change is made only where reading the text again shows that it ends a
    finding and brings no new one; what is left is then reported.
    """
    if sample:
        texts = (*texts, str(data_folder("docs") / "sample.txt"))
    asked = Asked(texts, **options)
    if not texts:
        raise click.UsageError("Missing argument 'TEXTS...'; `camelrules check --sample` shows how it works.")
    if asked.format_ == "xlsx" and asked.output is None:
        raise click.UsageError("--format xlsx needs --output FILE.")
    if sample and fix:
        raise click.UsageError("--fix does not write into the sample; --fix-dry-run shows what it would do.")
    if watch + fix_dry_run + fix > 1:
        raise click.UsageError("--watch, --fix and --fix-dry-run do not go together.")
    if fix_dry_run:
        if asked.format_ != "text":
            raise click.UsageError("--fix-dry-run prints a diff; leave --format out.")
        from camelrules.cli.fixing import show_fixes

        sys.exit(1 if show_fixes(texts, asked.edition, asked.language, asked.language_file, asked.output) else 0)
    if fix:
        from camelrules.cli.fixing import write_fixes

        write_fixes(texts, asked.edition, asked.language, asked.language_file)
    if watch and "-" in texts:
        raise click.UsageError("--watch needs files; what is piped in cannot change.")
    if watch:
        from camelrules.cli.watching import watch_files

        watch_files(texts, lambda: run(asked))
        return
    if run(asked):
        sys.exit(1)


@dataclass(frozen=True, slots=True)
class Asked:
    """What to check, and how to print it."""

    texts: tuple[str, ...]
    edition: str | None
    language: str | None
    language_file: str | None
    format_: str
    witness: bool
    notes: bool
    sort: str
    jobs: int | None
    scheduler: str | None
    output: str | None


def run(asked: Asked) -> int:
    """Checks the texts, prints the findings and returns how many there are."""
    found: list[Finding] = []
    readings: list[Review] = []
    workers = crew(asked.jobs, asked.scheduler)
    for reading in _readings(asked, workers):
        readings.append(reading)
        found += apply_waivers([*findings(reading), *to_review(reading)], reading)
    found += between(readings)
    documents = {r.name: r.document for r in readings}
    if asked.witness:
        _look_for_games(found, workers)
    data = [{**finding.data(asked.witness), **located(finding, documents[finding.rulebook])} for finding in found]
    if asked.sort == "impact":
        data = by_impact(found, data)
    ink = pen(asked.output)
    match asked.format_:
        case "xlsx":
            assert asked.output is not None
            with output_file(asked.output) as file:
                file.write(sheet(data))
        case "html":
            lines = {r.name: printed(r) for r in readings if r.document}
            emit(drawn_page(data, lines), asked.output)
        case "text" if asked.output is None and sys.stdout.isatty():
            seen = [{**f, "drawn": play_again(f["witness"]).drawn()} if f["witness"] else f for f in data]
            emit(render("text", seen, codes(), ink, __version__, asked.notes), None)
        case _:
            shown = render(asked.format_, data, codes(), ink, __version__, asked.notes)
            emit(shown, asked.output, commands=asked.format_ == "github")
    return len(found)


def _readings(asked: Asked, jobs: Crew) -> Iterator[Review]:
    """The texts as they are read; many of them by several workers."""
    paths = list(dict.fromkeys(asked.texts))
    read = partial(read_file, edition=asked.edition, language=asked.language, language_file=asked.language_file)
    if len(paths) < MANY or STDIN in paths:
        return map(read, paths)
    for path in paths:
        read_bytes(path)  # so that this process knows what the answer is made from
    return in_order(read, paths, jobs)


def _look_for_games(found: list[Finding], jobs: Crew) -> None:
    """Games for the findings that change play, so that each finding has its own at hand."""
    asked = {(f.edition, (), f.rules) for f in found if f.rules}
    hidden = not (asked and sys.stderr.isatty())
    with click.progressbar(length=len(asked), label="games", file=sys.stderr, hidden=hidden) as bar:
        for _ in find_witnesses(sorted(asked), jobs):
            bar.update(1)


def by_impact(found: list[Finding], data: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The findings with what they would cost, the dearest first; those that no game shows come last."""
    rated = []
    for finding, shown in zip(found, data, strict=True):
        rules = finding.rules
        rated.append({**shown, "impact": impact(finding.edition, rules).data()} if rules else shown)
    return sorted(rated, key=lambda f: _cost(f.get("impact")), reverse=True)


def _cost(impact: dict[str, Any] | None) -> tuple[float, float]:
    return (impact["money_changed"], impact["winner_changed"]) if impact else (-1.0, -1.0)


def drawn_page(data: list[dict[str, Any]], lines: dict[str, list[PrintedLine]]) -> str:
    """The findings as one page, their games drawn."""
    from camelrules.site.games import drawing_parts, without_script

    shown, longest = [], 0
    for at, finding in enumerate(data):
        if finding["witness"]:
            played = play_again(finding["witness"], closely=True)
            longest = max(longest, len(played.drawn().frames))
            finding = {**finding, "stepper": without_script(played, NAMES, f"game{at}")}
        shown.append(finding)
    return page(shown, lines, __version__, drawing_parts(longest))


def printed(review: Review) -> list[PrintedLine]:
    """The lines of a document as a page shows them, and from which of them nothing was read."""
    kinds = {Heading: "heading", Label: "heading", Item: "item"}
    read = {n for claim in review.reading.claims for n in claim.lines}
    plain = {n for s in review.reading.segments if not s.tags & _NO_RULE for n in s.lines}
    assert review.document is not None
    return [
        PrintedLine(short(line.place), line.text, kinds.get(type(line.role), ""), n in plain and n not in read)
        for n, line in enumerate(review.document.lines, 1)
    ]


# Sentences of these kinds are not expected to state a rule.
_NO_RULE = frozenset(("@heading", "@example", "@question"))
