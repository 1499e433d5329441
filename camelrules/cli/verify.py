"""`camelrules verify`: the specification against its properties."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from camelrules import __version__
from camelrules.cli.common import as_json, crew, emit, jobs_option, output_option, pen, scheduler_option
from camelrules.door.names import file_part
from camelrules.door.workers import Crew, as_done
from camelrules.door.writing import make_folder, write_whole
from camelrules.lang.library import library
from camelrules.report.news import news
from camelrules.report.verdicts import FORMATS, failed, render, summary

# So much of the name of an edition's file begins the name of a witness; a property and a rule have 100 letters each.
_STEM = 30
PARTS = 8  # of the worked examples, so that no core waits long for another

if TYPE_CHECKING:
    from camelrules.compare.verdicts import Review


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("texts", nargs=-1, type=click.Path())
@click.option("--only", multiple=True, metavar="PROPERTY", help="Only this property, or all that start with this word.")
@click.option("--edition", "editions", multiple=True, metavar="NAME|FILE", help="Only this edition; may be repeated.")
@click.option("--quick", is_flag=True, help="A first look: random play in place of proofs. With --only: few players.")
@click.option("--budget", type=click.IntRange(1), help="Units of work the solver may spend on one question.")
@click.option("--no-cache", is_flag=True, help="Work everything out again.")
@click.option("--witnesses", type=click.Path(file_okay=False), help="Write each witness to a file in this folder.")
@click.option("--export", type=click.Path(file_okay=False), help="Write every question as SMT-LIB 2, with a manifest.")
@click.option(
    "--coverage", is_flag=True, help="Name the rules that no example runs, and those that no property reaches."
)
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print."
)
@click.option("--verbose", is_flag=True, help="Every property with its verdict.")
@jobs_option
@scheduler_option
@output_option
def command(
    texts: tuple[str, ...],
    only: tuple[str, ...],
    editions: tuple[str, ...],
    quick: bool,
    budget: int | None,
    no_cache: bool,
    witnesses: str | None,
    export: str | None,
    coverage: bool,
    format_: str,
    verbose: bool,
    jobs: int | None,
    scheduler: str | None,
    output: str | None,
) -> None:
    """Prove what the rules promise, and compare the rulebooks with their edition and with each other.

    TEXTS are checked beside the rulebooks that we have read.

    \b
    camelrules verify                    everything, in some minutes
    camelrules verify --quick            a first look, in some seconds: samples, no proofs
    camelrules verify --only move --edition my-edition.yaml

    Exit status 1 where a property fails, 3 where nothing could be said, 4 where two evaluators disagree.
    """
    from camelrules.compare.texts import read_file
    from camelrules.prove.results import to_json
    from camelrules.prove.verify import BUDGET, Options, plan, verify

    names = editions or tuple(library().editions())
    if coverage:
        from camelrules.cli.coverage import show

        show(names, format_, output)
        return
    # Read first: a mistake in a name is told now, not after minutes of proof.
    reviews = [read_file(text) for text in texts]
    first_look = quick and export is None and not only
    workers = crew(jobs, scheduler)
    options = Options(budget or BUDGET, quick, first_look, not no_cache, export=export)
    tasks = plan(names, only, options)
    with click.progressbar(
        length=len(tasks), label="verifying", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        results = [to_json(r) for r in verify(tasks, workers, lambda r: bar.update(1))]
    report: dict[str, Any] = {
        "version": 1,
        "summary": summary(results),
        "properties": results,
        "left_out": [{**r, "own": r["edition"] not in library().editions()} for r in left_out(names)],
        "examples": [] if only else run_examples(tasks, workers, not first_look),
        "rulebooks": [],
        "contradictions": [],
        "findings": [*(finding(r) for r in results if failed(r)), *([] if only or editions else rulebooks())],
    }
    if first_look:
        looked_at = {(r["edition"], r["id"]) for r in results}
        skipped = [{"edition": t.edition, "id": t.id} for t in tasks if (t.edition, t.id) not in looked_at]
        report |= {"first_look": True, "not_tried": skipped}
    if texts or not (only or editions):
        report |= compared(texts, reviews, format_ == "json" and not quick)
        report["findings"] += found_in(reviews)
    if witnesses:
        write_witnesses(Path(witnesses), results)
    shown = render(format_, report, pen(output), __version__) if format_ != "text" or verbose else ""
    wrong = [r for r in results if not r["ok"]]
    failing = [e for e in report["examples"] if not e["ok"]]
    if format_ == "text":
        shown += ("\n\n" if shown else "") + news(report, pen(output))
    if wrong and format_ == "text":
        shown += "\n\nto see it again: " + again(next((r for r in wrong if failed(r)), wrong[0]), quick)
    emit(shown, output, commands=format_ == "github")
    if failing or report["findings"]:
        sys.exit(1)
    if wrong:
        sys.exit(3)


def left_out(editions: tuple[str, ...]) -> list[dict[str, str]]:
    """What speaks of something that an edition has not, with the reason."""
    from camelrules.prove.verify import book

    return [{"edition": e, "id": id, "reason": why} for e in editions for id, why in book(e, None).left_out]


def run_examples(tasks: list[Any], jobs: Crew, checked: bool) -> list[dict[str, Any]]:
    """The worked examples of the editions that were asked for; `checked` asks the compiled rules as well."""
    from camelrules.run.examples import examples

    editions = {t.edition for t in tasks}
    names = [e.name for e in examples() if e.edition in editions]
    parts = [(tuple(names[i::PARTS]), checked) for i in range(PARTS)]
    told = {row["id"]: row for _, rows in as_done(run_some, parts, jobs) for row in rows}
    return [told[name] for name in names]


def run_some(part: tuple[tuple[str, ...], bool]) -> list[dict[str, Any]]:
    """Some worked examples, in a process of their own perhaps."""
    from camelrules.run.examples import examples, run_example

    names, checked = part
    outcomes = [run_example(e, checked=checked) for e in examples() if e.name in names]
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


def compared(texts: tuple[str, ...], reviews: list[Review], witness: bool) -> dict[str, Any]:
    """What each rulebook and text says against its edition, and where those of one edition contradict each other."""
    from camelrules.compare.contradictions import contradictions, faults_of, tallies
    from camelrules.compare.sides import rulebooks as known
    from camelrules.compare.sides import side, side_of

    sides = [*map(side, known()), *map(side_of, texts, reviews)]
    books = [{**row, "faults": faults_of(s)} for row, s in zip(tallies(sides), sides, strict=True)]
    return {"rulebooks": books, "contradictions": contradictions(sides, witness)}


def found_in(reviews: list[Review]) -> list[dict[str, Any]]:
    """The findings of the texts that were given; those of the known rulebooks are known."""
    from camelrules.compare.findings import findings

    return [f.data(with_witness=False) for read in reviews for f in findings(read) if f.severity == "error"]


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
    make_folder(folder)
    for r in results:
        found = [("", r["witness"]), *((f"-without-{n['rule']}", n["witness"]) for n in r["needs"])]
        for suffix, witness in found:
            if witness is not None:
                # What tells one property from another is never what is cut off.
                stem = file_part(Path(str(r["edition"])).stem)[:_STEM]
                name = f"{stem}-{r['id']}{suffix}.json"
                write_whole(folder / name, as_json(witness) + "\n")
