"""`camelrules replay`: a witness, step by step."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import click

from camelrules.cli.common import as_json, emit, format_option, one_file, output_option, pen
from camelrules.compare.witness import SHAPE as DIFFERENCE
from camelrules.prove.witness.files import SHAPE as PROPERTY
from camelrules.report.text import Ink, track
from camelrules.run.document import Path_
from camelrules.run.shape import check, misfit


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("witness", type=click.Path())
@format_option
@output_option
def command(witness: str, format_: str, output: str | None) -> None:
    """Play WITNESS again, step by step, and say whether its outcome recurs: exit status 0 if it does, 1 if not.

    WITNESS is the file of one witness, or what `check` or `diff` printed as JSON: its first witness is played.
    In a terminal any key shows the next step, and `q` all that are left.
    """
    document = one_file(witness, "a witness")
    path = _first(document.data)
    data = part(document.data, path)
    kind = data.get("kind")
    if kind == "difference":
        check(document, data, DIFFERENCE, *path)
        played = difference(data, pen(output))
    elif kind == "property":
        check(document, data, PROPERTY, *path)
        played = refutation(data, pen(output))
    else:
        raise document.error(
            f"`kind` is `{str(kind)[:40]}`", *path, "kind", help="a witness is of kind `property` or `difference`"
        )
    if format_ == "json":
        shown = {"version": 1, "recurs": played.recurs, **played.data, "text": "\n\n".join(played.parts)}
        emit(as_json(shown), output)
    elif output is None and sys.stdout.isatty() and sys.stdin.isatty():
        step_through(played.parts)
    else:
        emit("\n\n".join(played.parts), output)
    if not played.recurs:
        sys.exit(1)


@dataclass(frozen=True, slots=True)
class Shown:
    """A witness as it was played: what other programs are told, and a part to read for each step."""

    data: dict[str, Any]
    parts: list[str]
    recurs: bool


def _first(data: dict[str, Any]) -> Path_:
    """Where in a file the witness is: the file itself, or the first in a list of findings or differences."""
    for key in ("findings", "differences", "contradictions"):
        listed = data.get(key)
        for at, item in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(item, dict) and isinstance(item.get("witness"), dict):
                return key, at, "witness"
    return ()


def part(data: Any, path: Path_) -> dict[str, Any]:
    """What stands at a path."""
    for step in path:
        data = data[step]
    return dict(data)


def step_through(parts: list[str]) -> None:
    """One part after another, each when a key is pressed."""
    waits = True
    for at, part in enumerate(parts):
        emit(part + "\n", None)
        if waits and at < len(parts) - 1:
            click.echo(f"-- {at + 1} of {len(parts)}: any key for the next step, q for the rest --", err=True, nl=False)
            waits = click.getchar() not in ("q", "Q")
            click.echo("\r\x1b[K", err=True, nl=False)


def refutation(data: dict[str, Any], ink: Ink) -> Shown:
    """A property's witness, drawn."""
    from camelrules.lang.library import load
    from camelrules.prove.witness.replay import replay
    from camelrules.run.table import seat

    done = replay(data)
    spaces = [int(s) for s in seat(load(str(data["edition"]))).members["space"]]
    parts = ["\n".join([ink.bold(done.says), "", track(done.start, spaces, ink)])]
    for number, frame in enumerate(done.frames, 1):
        lines = [ink.bold(f"{number}. {frame.told}")]
        lines += [f"   {e['kind']} {' '.join(str(v) for k, v in e.items() if k != 'kind')}" for e in frame.events]
        parts.append("\n".join([*lines, "", track(frame.position, spaces, ink)]))
    verdict = "the outcome recurs" if done.recurs else "the outcome does NOT recur"
    parts.append(f"{done.outcome}: {ink.bold(verdict)}")
    steps = [{"step": f.told, "position": f.position, "events": f.events} for f in done.frames]
    return Shown({"outcome": done.outcome, "steps": steps}, parts, done.recurs)


def difference(data: dict[str, Any], ink: Ink) -> Shown:
    """A game under two readings, drawn step by step."""
    from camelrules.compare.played import play_again
    from camelrules.report.games import NAMES, frame, heading, outcome_words

    try:
        played = play_again(data)
        drawn = played.drawn()
        rules = [", ".join(f"{n} = {v}" for n, v in r["rules"].items()) for r in data["readings"]]
        lines = [ink.bold(heading(data))]
        plain = f"edition {data['edition']}"
        lines += [f"  {name}: {told or plain}" for name, told in zip(NAMES, rules, strict=True)]
        parts = ["\n".join(lines)]
        parts += ["\n".join(frame(n, shown, drawn, NAMES, ink)) for n, shown in enumerate(drawn.frames)]
        ends = [f"by {n}: {outcome_words(data, o)}" for n, o in zip(NAMES, data["outcomes"], strict=True)]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise misfit(error, data) from None
    verdict = "both outcomes recur" if played.recurs else "the outcomes do NOT recur"
    parts.append("\n".join([*ends, ink.bold(verdict)]))
    money = [dict(o.money) for o in played.outcomes]
    return Shown({"outcome": verdict, "money": money}, parts, played.recurs)
