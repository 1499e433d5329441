"""`camelrules site`: build the documentation site, serve it, or check that nothing in it is stale."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

edition_option = click.option(
    "--edition", "editions", multiple=True, metavar="FILE", help="An edition of your own, shown beside the others."
)
results_option = click.option(
    "--results",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build"),
    show_default=True,
    help="Where `verify`, `mutate` and `check` wrote their JSON.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """The documentation site: rules, clauses, rulebooks, examples and a playground, made from the specification."""


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@edition_option
@results_option
def build(folder: Path, editions: tuple[str, ...], results: Path) -> None:
    """Build the site into FOLDER, which must be new, empty or an earlier build."""
    from camelrules.site.build import build as run

    started = time.perf_counter()
    pages = run(folder, editions, results)
    click.echo(f"{pages} pages in {folder} ({time.perf_counter() - started:.1f} s)")


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
        click.echo(line)
    if found:
        sys.exit(1)
    click.echo("every page is as its source says")
