"""`camelrules impact`: how often what a text says otherwise would change a game."""

from __future__ import annotations

from typing import Any

import click

from camelrules.cli.common import as_json, crew, emit, format_option, jobs_option, output_option, pen, scheduler_option
from camelrules.compare.impact import GAMES, impact
from camelrules.compare.sides import side
from camelrules.compare.variants import Rules
from camelrules.door.workers import as_done
from camelrules.report.text import table


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text", metavar="RULEBOOK|TEXT")
@click.option("--edition", help="The edition the text should state; guessed without it.")
@click.option("--games", type=click.IntRange(10, 1_000_000), default=GAMES, show_default=True, help="Pairs of games.")
@format_option
@output_option
@jobs_option
@scheduler_option
def command(
    text: str, edition: str | None, games: int, format_: str, output: str | None, jobs: int | None,
    scheduler: str | None,
) -> None:  # fmt: skip
    """In what share of games each misreading of TEXT changes somebody's money, and the winner; the worst first.

    Both games of a pair have the same chances and random legal actions; only the rule differs.
    """
    read = side(text, edition)
    asked = [(read.edition, rules, games, clause) for clause in read.cells if (rules := read.rules(clause))]
    found: list[dict[str, Any]] = [
        {"clause": clause, **data, "says": read.shown(clause)}
        for (_, _, _, clause), data in as_done(_share, asked, crew(jobs, scheduler))
    ]
    found.sort(key=lambda f: (-f["money_changed"], -f["winner_changed"], f["clause"]))
    if format_ == "json":
        emit(as_json({"findings": found}), output)
        return
    rows = [
        [
            f["clause"],
            f["says"],
            f"{f['money_changed']:.1%}",
            f"{f['winner_changed']:.1%}",
            f"±{f['error']:.1%}",
            str(f["games"]),
        ]
        for f in found
    ]
    head = ["clause", "the text", "money changes", "winner changes", "99%", "games"]
    emit(table(head, rows, pen(output)) if rows else "nothing in the text changes a game", output)


def _share(asked: tuple[str, Rules, int, str]) -> dict[str, Any]:
    edition, rules, games, _ = asked
    return impact(edition, rules, games).data()
