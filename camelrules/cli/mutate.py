"""`camelrules mutate`: is every small fault in the specification noticed by something?"""

from __future__ import annotations

import sys
from collections import Counter

import click

from camelrules.cli.common import as_json, crew, emit, format_option, jobs_option, output_option, pen, scheduler_option
from camelrules.lang.library import library
from camelrules.lang.source import fail
from camelrules.report.text import table


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--edition", "editions", multiple=True, metavar="NAME|FILE", help="Only this edition; may be repeated.")
@click.option("--only", default="", metavar="WORD", help="Only mutants whose name starts with this, such as `land`.")
@click.option("--limit", type=click.IntRange(1), help="A fixed sample of this many mutants.")
@format_option
@jobs_option
@scheduler_option
@output_option
def command(
    editions: tuple[str, ...],
    only: str,
    limit: int | None,
    format_: str,
    jobs: int | None,
    scheduler: str | None,
    output: str | None,
) -> None:
    """Plant small faults in the specification and name those that no property and no example notices.

    Exit status 1 where one survives that `verify/equivalent.yaml` does not explain.
    """
    from camelrules.prove.mutation.mutate import mutate, planned, to_json
    from camelrules.prove.verify import book

    names = list(editions or library().editions())
    total = sum(1 for job in planned(names) if job.id.startswith(only))
    if not total:
        hint = "leave `--only` out to see the names of all"
        raise fail("unknown-name", f"no mutant has a name that starts with `{only[:60]}`", None, hint)
    with click.progressbar(
        length=min(total, limit or total), label="mutants", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        fates = mutate(names, crew(jobs, scheduler), only, limit, lambda f: bar.update(1))
    # So that whoever reads the report later can tell whether it is about the rules of that day.
    report = {**to_json(fates), "rules": {name: book(name, None).digest for name in names}}
    if format_ == "json":
        emit(as_json(report), output)
    else:
        ink = pen(output)
        operators = sorted({f.operator for f in fates})
        counts = Counter((f.operator, f.fate) for f in fates)
        kinds = ("killed", "equivalent", "survived")
        rows = [[o, *(str(counts[(o, k)]) for k in kinds)] for o in operators]
        rows.append(["all", *(str(sum(1 for f in fates if f.fate == k)) for k in kinds)])
        lines = [table(["operator", *kinds], rows, ink)]
        for f in fates:
            if f.fate == "survived":
                lines.append(f"{f.place}: {ink.bold('survives')}: {f.definition}, {f.operator}: {f.change}")
                lines.append(ink.dim(f"    in verify/equivalent.yaml it would be `{f.id}`"))
        emit("\n".join(lines), output)
    if report["survivors"]:
        sys.exit(1)
