"""`camelrules explain`: what a clause means, where rulebooks state it, and what depends on it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from camelrules.cli.common import as_json, emit, format_option, output_option, pen
from camelrules.compare.codes import codes
from camelrules.lang.library import data_folder, load
from camelrules.lang.model import Game, Note
from camelrules.lang.source import fail, near
from camelrules.lang.tree import parse_yaml, plain, read_source
from camelrules.read.catalogue import Clause, catalogue
from camelrules.report.text import Ink, table
from camelrules.run.engine import engine
from camelrules.run.examples import examples
from camelrules.run.story import says


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


def explain(clause: Clause) -> dict[str, Any]:
    """Everything known about a clause, as data."""
    rules: list[dict[str, Any]] = []
    for edition in clause.editions:
        made = engine(edition)
        for name, note in carriers(load(edition), clause.id):
            rules.append(
                {
                    "edition": edition,
                    "rule": name,
                    "says": says(made, note),
                    "where": f"{note.span.source.name}:{note.span.line}",
                }
            )
    return {
        "clause": clause.id,
        "section": clause.section,
        "meaning": clause.meaning,
        "relation": clause.relation,
        "editions": list(clause.editions),
        "values": clause.values,
        "rules": rules,
        "examples": sorted({e.name for e in examples() if clause.id in e.clauses}),
        "rulebooks": readings(clause.id),
    }


def carriers(game: Game, clause: str) -> list[tuple[str, Note]]:
    """The definitions of an edition that carry a clause, inner ones by a dotted name."""
    found: list[tuple[str, Note]] = []
    tables: tuple[dict[str, Any], ...] = (
        game.sorts, game.parameters, game.state, game.functions, game.decisions, game.effects, game.actions,
    )  # fmt: skip
    for definitions in tables:
        for name, definition in definitions.items():
            found.append((name, definition.note))
            for inner in (*getattr(definition, "rules", ()), *getattr(definition, "guards", ())):
                found.append((f"{name}.{inner.name}", inner.note))
    return [(n, note) for n, note in found if clause in note.clauses]


def readings(clause: str) -> dict[str, Any]:
    """How each rulebook that we have read states a clause."""
    found = {}
    for path in sorted((data_folder("spec") / "rulebooks").glob("*-*.yaml")):
        data = plain(parse_yaml(read_source(path)))
        assert isinstance(data, dict)
        found[str(data["rulebook"])] = data["clauses"].get(clause)
    return found


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
