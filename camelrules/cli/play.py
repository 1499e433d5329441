"""`camelrules play`: a whole game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from camelrules.cli.common import as_json, changes_for, emit, format_option, output_option, pen, set_option
from camelrules.report.text import Ink, pounds, table, track
from camelrules.run.engine import Engine, engine
from camelrules.run.play import play


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--edition", default="2018", show_default=True, metavar="NAME|FILE", help="An edition, or your own file.")
@click.option("--players", type=int, help="How many play; the fewest the edition allows without it.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same game.")
@click.option("--as", "reading", metavar="RULEBOOK|TEXT", help="Play as a rulebook or text has the rules.")
@set_option
@format_option
@output_option
def command(
    edition: str,
    players: int | None,
    seed: int,
    reading: str | None,
    settings: tuple[str, ...],
    format_: str,
    output: str | None,
) -> None:
    """Play a whole game with random legal actions."""
    made = _engine(edition, players, reading, settings)
    game = {**play(made, seed), **({"as": reading} if reading else {})}
    if format_ == "json":
        emit(as_json(game), output)
        return
    ink = pen(output)
    spaces = [int(s) for s in made.table.members["space"]]
    lines = [f"{made.game.title}{f' as read in {reading}' if reading else ''}, seed {seed}", ""]
    called = made.game.called()
    lines += [_turn(turn, called, ink) for turn in game["turns"]]
    lines += ["", track(game["position"], spaces, ink, called=called), "", f"Ranking: {', '.join(game['ranking'])}", ""]
    lines.append(table(["player", "pounds"], [[p, str(m)] for p, m in game["money"].items()], ink))
    won = " and ".join(game["winners"])
    lines += ["", ink.bold(f"{won} {'share the victory' if len(game['winners']) > 1 else 'wins'}.")]
    emit("\n".join(lines), output)


def _engine(edition: str, players: int | None, reading: str | None, settings: tuple[str, ...]) -> Engine:
    if reading is None:
        return engine(edition, players, changes_for(edition, settings))
    from camelrules.compare.sides import side
    from camelrules.compare.variants import variant_engine
    from camelrules.compare.witness import seats

    read = side(reading)
    return variant_engine(read.edition, read.all_rules(), players or seats(read.edition)[0])


def _turn(turn: dict[str, Any], called: Mapping[str, str], ink: Ink) -> str:
    args = " ".join(called.get(str(a), str(a)) for a in turn["args"].values())
    told = [_event(e, ink) for e in turn["events"]]
    what = f"{turn['player']}  {turn['action'].replace('_', ' ')} {args}".rstrip()
    return f"{what}: {'; '.join(told)}" if told else what


def _event(event: dict[str, Any], ink: Ink) -> str:
    match event["kind"]:
        case "reveal":
            face = f" {event['face']}" if event["face"] else ""
            return f"{ink.named(event['die'], event['die'])}{face} {event['value']}"
        case "pay":
            verb = "receives" if event["amount"] >= 0 else "pays"
            return f"{event['player']} {verb} {pounds(abs(event['amount']))}"
        case "finish":
            return ink.bold("the finish line is crossed")
        case "leg":
            return ink.bold("the leg is over")
        case kind:
            fields = ", ".join(f"{k} {v}" for k, v in event.items() if k != "kind")
            return f"{kind} {fields}".rstrip()
