"""`camelrules explain`: what a clause means, where rulebooks state it, and what depends on it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from camelrules.cli.common import as_json, emit, format_option, output_option, pen
from camelrules.compare.about import explain
from camelrules.compare.codes import codes
from camelrules.lang.catalogue import catalogue
from camelrules.lang.source import fail, near
from camelrules.report.text import Ink, table


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("clause", metavar="CLAUSE|CODE")
@format_option
@output_option
def command(clause: str, format_: str, output: str | None) -> None:
    """Say what CLAUSE means, which rules carry it and where rulebooks state it; or what a finding CODE means."""
    known = catalogue()
    if clause in codes():
        code = codes()[clause]
        told = f"{code.code} {code.name} ({code.kind})\n{code.says}\n{code.mend}"
        emit(as_json(asdict(code)) if format_ == "json" else told, output)
        return
    if clause not in known:
        hint = near(clause, [*known, *codes()], "`camelrules show 2018` lists the rules with their clauses")
        raise fail("unknown-clause", f"there is no clause or code `{clause[:60]}`", None, hint)
    data = explain(known[clause])
    emit(as_json(data) if format_ == "json" else tell(data, pen(output)), output)


def tell(data: dict[str, Any], ink: Ink) -> str:
    """The explanation as text."""
    lines = [ink.bold(data["clause"]), f"{data['meaning']} ({data['section']})", ""]
    for edition in data["editions"]:
        lines.append(f"{edition}: {data['values'].get(edition, '-')}")
    lines += ["", ink.bold("Rules that carry it")]
    if not data["rules"] and not data["examples"]:
        lines.append("none: it is handled by hand at the table and has no effect on the game's outcome")
    for rule in data["rules"]:
        lines.append(f"{rule['edition']}  {rule['rule']}  {ink.dim(rule['where'])}")
        if rule["says"]:
            lines.append(f"      {rule['says']}")
    if data["examples"]:
        lines += ["", ink.bold("Worked examples"), ", ".join(data["examples"])]
    if data["rulebooks"]:
        rows = []
        for name, reading in data["rulebooks"].items():
            reading = reading or {}
            where = ", ".join(map(str, reading.get("lines") or [])) or "-"
            rows.append(
                [
                    name,
                    str(reading.get("status", "-")),
                    where,
                    str(reading.get("stated") or "-"),
                    str(reading.get("note") or ""),
                ]
            )
        lines += ["", ink.bold("Rulebooks"), table(["rulebook", "status", "lines", "states", "note"], rows, ink)]
    return "\n".join(lines)
