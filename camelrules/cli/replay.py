"""`camelrules replay`: a witness, step by step."""

from __future__ import annotations

import sys
from typing import Any

import click

from camelrules.cli.common import as_json, emit, format_option, one_file, output_option, pen
from camelrules.lang.source import fail
from camelrules.report.text import Ink, track


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("witness", type=click.Path())
@format_option
@output_option
def command(witness: str, format_: str, output: str | None) -> None:
    """Play WITNESS again and say whether its outcome recurs: exit status 0 if it does, 1 if not."""
    document = one_file(witness, "a witness")
    kind = document.data.get("kind")
    if kind == "difference":
        shown, recurs = difference(document.data, pen(output))
    elif kind == "property":
        shown, recurs = refutation(document.data, format_, pen(output))
    else:
        raise document.error(
            f"`kind` is `{str(kind)[:40]}`", "kind", help="a witness is of kind `property` or `difference`"
        )
    emit(as_json({"version": 1, "recurs": recurs, **shown}) if format_ == "json" else shown["text"], output)
    if not recurs:
        sys.exit(1)


def refutation(data: dict[str, Any], format_: str, ink: Ink) -> tuple[dict[str, Any], bool]:
    """A property's witness, drawn."""
    from camelrules.lang.library import load
    from camelrules.prove.replay import replay
    from camelrules.run.table import seat

    done = replay(data)
    spaces = [int(s) for s in seat(load(str(data["edition"]))).members["space"]]
    lines = [ink.bold(done.says), "", track(done.start, spaces, ink)]
    for number, frame in enumerate(done.frames, 1):
        lines += ["", ink.bold(f"{number}. {frame.told}")]
        lines += [f"   {e['kind']} {' '.join(str(v) for k, v in e.items() if k != 'kind')}" for e in frame.events]
        lines += ["", track(frame.position, spaces, ink)]
    verdict = "the outcome recurs" if done.recurs else "the outcome does NOT recur"
    lines += ["", f"{done.outcome}: {ink.bold(verdict)}"]
    steps = [{"step": f.told, "position": f.position, "events": f.events} for f in done.frames]
    return {"outcome": done.outcome, "steps": steps, "text": "\n".join(lines)}, done.recurs


def difference(data: dict[str, Any], ink: Ink) -> tuple[dict[str, Any], bool]:
    """A game under two readings, told."""
    from camelrules.compare.witness import replay
    from camelrules.report.findings import game

    try:
        recurs, outcomes = replay(data)
        told = game(data, ink)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise fail("input", f"not a witness of a difference: {type(error).__name__}: {error}", None) from None
    verdict = "both outcomes recur" if recurs else "the outcomes do NOT recur"
    money = [dict(o.money) for o in outcomes]
    return {"outcome": verdict, "money": money, "text": "\n".join([*told, "", ink.bold(verdict)])}, recurs
