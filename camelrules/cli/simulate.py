"""`camelrules simulate`: many games."""

from __future__ import annotations

import sys

import click

from camelrules.cli.common import (
    as_json,
    changes_for,
    crew,
    emit,
    format_option,
    jobs_option,
    output_option,
    pen,
    scheduler_option,
    set_option,
)
from camelrules.report.text import table
from camelrules.run.play import simulate


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--edition", default="2018", show_default=True, metavar="NAME|FILE", help="An edition, or your own file.")
@click.option("--players", type=int, help="How many play; the fewest the edition allows without it.")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@set_option
@format_option
@output_option
@jobs_option
@scheduler_option
def command(
    edition: str, players: int | None, games: int, seed: int, settings: tuple[str, ...], format_: str,
    output: str | None, jobs: int | None, scheduler: str | None,
) -> None:  # fmt: skip
    """Play many games with random legal actions and count what happened."""
    changes = changes_for(edition, settings)
    # A bar on the error stream, and only where a person is looking, never spoils what is piped.
    with click.progressbar(length=games, label="games", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        result = simulate(edition, players, games, seed, crew(jobs, scheduler), changes, bar.update)
    if format_ == "json":
        emit(as_json(result), output)
        return
    ink = pen(output)
    camels = [[c, str(result["first"][c]), str(result["last"][c])] for c in result["first"]]
    seats = [[p, str(result["winners"][p]), str(result["money"][p])] for p in result["winners"]]
    legs = result["legs"]
    parts = [
        f"{games:,} games of edition {result['edition']} in {result['seconds']} s, "
        f"{result['games_per_second']} a second",
        f"legs in a race: {legs['least']} to {legs['most']}, {legs['mean']} on average",
        "",
        table(["camel", "first", "last"], camels, ink),
        "",
        table(["player", "wins", "mean pounds"], seats, ink),
    ]
    emit("\n".join(parts), output)
