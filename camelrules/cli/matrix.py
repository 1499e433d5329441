"""`camelrules matrix`: every clause against every rulebook."""

from __future__ import annotations

import click

from camelrules.cli.common import as_json, emit, format_option, output_option, pen
from camelrules.compare.sides import Side, rulebooks, side
from camelrules.compare.variants import matters
from camelrules.lang.catalogue import catalogue
from camelrules.report.text import table

MARKS = {"agrees": "·", "contradicts": "X", "ambiguous": "?", "silent": "-", "not-applicable": ""}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("texts", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Also the clauses on which all agree.")
@format_option
@output_option
def command(texts: tuple[str, ...], everything: bool, format_: str, output: str | None) -> None:
    """The clauses by rulebooks: our five readings, or the TEXTS you name beside them."""
    sides = [side(name) for name in (*rulebooks(), *texts)]
    if format_ == "json":
        cells = {
            clause: {
                s.name: {
                    "status": c.status,
                    "stated": s.shown(clause),
                    "lines": list(c.lines),
                    "game": played(s, clause),
                }
                for s in sides
                for c in (s.cells[clause],)
            }
            for clause in catalogue()
        }
        emit(as_json({"rulebooks": [s.name for s in sides], "clauses": cells}), output)
        return
    rows = []
    for clause in catalogue():
        statuses = [s.cells[clause].status for s in sides]
        if everything or any(s not in ("agrees", "not-applicable") for s in statuses):
            rows.append([clause, *(MARKS[s] for s in statuses)])
    faulty = [(s, c) for s in sides for c in catalogue() if s.cells[c].status == "contradicts"]
    lacking = [f"{s.name} {c}" for s, c in faulty if played(s, c) is False]
    legend = "· agrees   X contradicts   ? ambiguous   - silent   (blank) not in the edition"
    emit(f"{table(['clause', *(s.name for s in sides)], rows, pen(output))}\n\n{legend}{told(lacking)}", output)


def played(read: Side, clause: str) -> bool | None:
    """Whether the rules have a variant for what a side states; None where that would change nothing."""
    if read.cells[clause].status in ("agrees", "not-applicable") or not matters(read.edition, clause):
        return None
    return read.rules(clause) is not None


def told(lacking: list[str]) -> str:
    """The stated values that the rules have no variant for, counted."""
    return f"\n{len(lacking)} stated values have no variant of the rules: {', '.join(lacking)}" if lacking else ""
