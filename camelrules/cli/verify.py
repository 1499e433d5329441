"""`camelrules verify`: the specification against its properties."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from camelrules import __version__
from camelrules.cli.common import emit, jobs_option, output_option, pen
from camelrules.lang.library import library
from camelrules.report.verdicts import FORMATS, failed, render, summary


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--only", multiple=True, metavar="PROPERTY", help="Only this property, or all that start with this word.")
@click.option("--edition", "editions", multiple=True, metavar="NAME|FILE", help="Only this edition; may be repeated.")
@click.option("--quick", is_flag=True, help="The fewest and the most players only, and samples for the long searches.")
@click.option("--budget", type=click.IntRange(1), help="Units of work the solver may spend on one question.")
@click.option("--no-cache", is_flag=True, help="Work everything out again.")
@click.option("--witnesses", type=click.Path(file_okay=False), help="Write each witness to a file in this folder.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print."
)
@jobs_option
@output_option
def command(
    only: tuple[str, ...],
    editions: tuple[str, ...],
    quick: bool,
    budget: int | None,
    no_cache: bool,
    witnesses: str | None,
    format_: str,
    jobs: int | None,
    output: str | None,
) -> None:
    """Prove what the rules promise, or show a position in which they do not keep it.

    \b
    camelrules verify                    everything, in a few minutes
    camelrules verify --quick            a first look, in less than a minute
    camelrules verify --only move --edition my-edition.yaml

    Exit status 1 where a property fails, 3 where nothing could be said, 4 where two evaluators disagree.
    """
    from camelrules.prove.results import to_json
    from camelrules.prove.verify import BUDGET, Options, default_jobs, plan, verify

    options = Options(budget or BUDGET, quick, not no_cache, jobs or default_jobs())
    tasks = plan(editions or tuple(library().editions()), only, options)
    with click.progressbar(
        length=len(tasks), label="verifying", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        results = [to_json(r) for r in verify(tasks, options.jobs, lambda r: bar.update(1))]
    report: dict[str, Any] = {
        "version": 1,
        "summary": summary(results),
        "properties": results,
        "examples": [] if only else run_examples(tasks),
        "findings": [*(finding(r) for r in results if failed(r)), *([] if only or editions else rulebooks())],
    }
    if witnesses:
        write_witnesses(Path(witnesses), results)
    shown = render(format_, report, pen(output), __version__)
    wrong = [r for r in results if not r["ok"]]
    failing = [e for e in report["examples"] if not e["ok"]]
    if format_ == "text":
        shown += told(report)
    if wrong and format_ == "text":
        shown += "\n\nto see it again: " + again(next((r for r in wrong if failed(r)), wrong[0]), quick)
    emit(shown, output)
    if failing or report["findings"]:
        sys.exit(1)
    if wrong:
        sys.exit(3)


def run_examples(tasks: list[Any]) -> list[dict[str, Any]]:
    """The worked examples of the editions that were asked for."""
    from camelrules.run.examples import examples, run_example

    editions = {t.edition for t in tasks}
    outcomes = [run_example(e) for e in examples() if e.edition in editions]
    return [
        {
            "id": o.example.name,
            "edition": o.example.edition,
            "ok": not o.failures,
            "failures": o.failures,
            "story": o.tell(),
        }
        for o in outcomes
    ]


def rulebooks() -> list[dict[str, Any]]:
    """Where the stored readings of the rulebooks and their known faults are not in step."""
    from camelrules.compare.codes import codes
    from camelrules.compare.errata import out_of_step

    code = codes()["CR603"]
    return [
        {
            "code": code.code,
            "name": code.name,
            "clause": clause,
            "kind": code.kind,
            "severity": "error",
            "rulebook": name,
            "lines": lines,
            "stated": "",
            "expected": "",
            "message": message,
            "witness": None,
        }
        for name, clause, lines, message in out_of_step()
    ]


def told(report: dict[str, Any]) -> str:
    """The examples and rulebooks in a few lines, the failures in full."""
    lines = []
    if report["examples"]:
        failing = [e for e in report["examples"] if not e["ok"]]
        lines.append(
            f"{len(report['examples'])} worked examples: {f'{len(failing)} fail' if failing else 'all as expected'}"
        )
        lines += [e["story"] for e in failing]
    lines += [f"{f['rulebook']}: {f['message']}" for f in report["findings"] if f["code"] == "CR603"]
    return "\n\n" + "\n".join(lines) if lines else ""


def again(result: dict[str, Any], quick: bool) -> str:
    """The command that reproduces one result."""
    words = ["camelrules", "verify", "--no-cache", "--only", result["id"], "--edition", result["edition"]]
    return shlex.join([*words, *(["--quick"] if quick else [])])


def finding(result: dict[str, Any]) -> dict[str, Any]:
    """A failed property as a finding of the contract."""
    return {
        "code": "CR701",
        "name": "property-fails",
        "clause": (result["clauses"] or [""])[0],
        "kind": "contradiction",
        "severity": "error",
        "rulebook": result["edition"],
        "lines": [],
        "stated": result["verdict"],
        "expected": result["expected"],
        "message": f"{result['id']}: {result['says']} {result['detail']}".strip(),
        "witness": result["witness"],
    }


def write_witnesses(folder: Path, results: list[dict[str, Any]]) -> None:
    """Each witness as a file that `camelrules replay` takes."""
    folder.mkdir(parents=True, exist_ok=True)
    for r in results:
        found = [("", r["witness"]), *((f"-without-{n['rule']}", n["witness"]) for n in r["needs"])]
        for suffix, witness in found:
            if witness is not None:
                name = f"{Path(str(r['edition'])).stem}-{r['id']}{suffix}.json"
                (folder / name).write_text(json.dumps(witness, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
