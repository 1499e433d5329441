"""`camelrules site`: build the documentation site, serve it, or check that nothing in it is stale."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from camelrules.cli.common import emit

edition_option = click.option(
    "--edition", "editions", multiple=True, metavar="FILE", help="An edition of your own, shown beside the others."
)
results_option = click.option(
    "--results",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build"),
    show_default=True,
    help="Where `mutate` wrote its JSON.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """The documentation site: rules, clauses, rulebooks, examples and a playground, made from the specification."""


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@edition_option
@results_option
@click.option(
    "--verify",
    "proofs",
    type=click.Choice(["quick", "whole", "no"]),
    help="Check the properties first, so that the page of proofs has verdicts; without it you are asked.",
)
def build(folder: Path, editions: tuple[str, ...], results: Path, proofs: str | None) -> None:
    """Build the site into FOLDER, which must be new, empty or an earlier build."""
    from camelrules.site.build import build as run

    _verify(editions, proofs or _ask(editions))
    started = time.perf_counter()
    pages = run(folder, editions, results)
    emit(f"{pages} pages in {folder} ({time.perf_counter() - started:.1f} s)", None)


def _ask(editions: tuple[str, ...]) -> str:
    """What to do about missing verdicts; nothing where nobody is there to be asked."""
    from camelrules.site.data import gather

    if not sys.stdin.isatty() or not sys.stderr.isatty():
        return "no"
    data = gather(editions)
    missing = len(data.properties) - len(data.verdicts)
    if not missing:
        return "no"
    click.echo(f"{missing} of {len(data.properties)} properties have no verdict for these rules.", err=True)
    choice = click.prompt(
        "Check them now? quick takes a few minutes, whole longer",
        type=click.Choice(["quick", "whole", "no"]),
        default="no",
        err=True,
    )
    return str(choice)


def _verify(editions: tuple[str, ...], how: str) -> None:
    if how == "no":
        return
    from camelrules.lang.library import library
    from camelrules.site.kept import verify_now

    names = [*library().editions(), *editions]
    with click.progressbar(length=0, label="verifying", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def tick(done: int, all_: int) -> None:
            bar.length = all_
            bar.update(1)

        verify_now(names, how == "quick", tick)


@command.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@edition_option
@results_option
def serve(port: int, editions: tuple[str, ...], results: Path) -> None:
    """Build the site, show it on this machine, and build it again when its sources change."""
    from camelrules.site.serve import serve as run

    run(port, editions, results)


@command.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@edition_option
@results_option
def check(folder: Path | None, editions: tuple[str, ...], results: Path) -> None:
    """Fail when a page differs from its source: the built site in FOLDER, and what is generated inside docs/."""
    from camelrules.site.check import problems

    found = problems(folder, editions, results)
    for line in found:
        emit(line, None)
    if found:
        sys.exit(1)
    emit("every page is as its source says", None)
