"""How well and how fast labelled rulebooks are read, and what "sure" is worth.

    python benchmarks/reading/measure.py                 the texts of the project, those kept out of training apart
    python benchmarks/reading/measure.py FOLDER…         a folder of NAME.txt with NAME.yaml: language, edition, clauses
    python benchmarks/reading/measure.py --list FOLDER…  and each clause that is not read as its writer says

A fault is a clause that its writer labels `contradicts`. It is seen where the clause is called a contradiction or asked
about. A false error is a sure contradiction, a false question a likely one or an ambiguity, of a clause that is right.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from camelrules.compare.verdicts import Review, review  # noqa: E402
from camelrules.read.reader import read_text  # noqa: E402

TEXTS = ROOT / "tests" / "texts"
WRONG = ("contradicts", "ambiguous")


@dataclass
class Tally:
    """Counts over one text, or over many."""

    clauses: int = 0
    right: int = 0
    faults: int = 0
    seen: int = 0
    false_errors: int = 0
    false_questions: int = 0
    sure: int = 0
    sure_right: int = 0
    likely: int = 0
    likely_right: int = 0
    seconds: float = 0.0
    mistakes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def row(self, name: str) -> str:
        return (
            f"{name:24} {self.right:5} of {self.clauses:5} ({share(self.right, self.clauses)})  "
            f"faults {self.seen:3} of {self.faults:3}  false errors {self.false_errors:3}  "
            f"false questions {self.false_questions:3}  {self.seconds:6.2f} s"
        )

    def calibration(self) -> str:
        return (
            f"  called sure: {self.sure_right} of {self.sure} right ({share(self.sure_right, self.sure)}); "
            f"called likely: {self.likely_right} of {self.likely} ({share(self.likely_right, self.likely)}); "
            f"95% bound on false errors, in a clause: {bound(self.false_errors, self.clauses)}"
        )


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def bound(events: int, tries: int) -> str:
    """An upper bound on a rate: 3/n where nothing was met (the rule of three), else two deviations above it."""
    if not tries:
        return "-"
    rate = events / tries
    return f"{3 / tries if not events else rate + 2 * (rate * (1 - rate) / tries) ** 0.5:.2%}"


def measured(path: Path) -> Tally:
    """One labelled text."""
    labels: dict[str, Any] = yaml.safe_load(path.with_suffix(".yaml").read_text("utf-8"))
    text = path.read_text("utf-8")
    start = time.perf_counter()
    result = review(read_text(text, path.stem, language=labels["language"], edition=str(labels["edition"])))
    tally = Tally(seconds=time.perf_counter() - start)
    lines = text.splitlines()
    for clause, label in labels["clauses"].items():
        _count(tally, clause, label, result, lines)
    return tally


def _count(tally: Tally, clause: str, label: dict[str, Any], result: Review, lines: list[str]) -> None:
    verdict, meant = result.clauses[clause], label["status"]
    sure = result.certainty(verdict) == "sure"
    correct = verdict.status == meant
    tally.clauses += 1
    tally.right += correct
    tally.faults += meant == "contradicts"
    tally.seen += meant == "contradicts" and verdict.status in WRONG
    accused = meant in ("agrees", "silent") and verdict.status in WRONG
    tally.false_errors += accused and verdict.status == "contradicts" and sure
    tally.false_questions += accused and not (verdict.status == "contradicts" and sure)
    if verdict.status in ("agrees", "contradicts"):
        tally.sure += sure
        tally.sure_right += sure and correct
        tally.likely += not sure
        tally.likely_right += not sure and correct
    if not correct:
        there = sorted({*label.get("lines", ()), *verdict.lines})
        shown = "".join(f"\n      {n}: {lines[n - 1].strip()[:200]}" for n in there if 0 < n <= len(lines))
        got = f"{verdict.status} ({'sure' if sure else 'likely'}) {verdict.stated!r}"
        tally.mistakes.append(f"    {clause}: meant {meant}, read {got}, edition {verdict.right!r}{shown}")


def main(arguments: list[str]) -> None:
    listed = "--list" in arguments
    folders = [Path(a) for a in arguments if a != "--list"] or [TEXTS / "more", TEXTS / "unseen"]
    for folder in folders:
        total = Tally()
        for path in sorted(p for p in folder.glob("*.txt") if p.with_suffix(".yaml").exists()):
            tally = measured(path)
            total.add(tally)
            print(tally.row(path.stem))
            if listed:
                print("\n".join(tally.mistakes))
        print(total.row(f"all of {folder.name}"))
        print(total.calibration())


if __name__ == "__main__":
    main(sys.argv[1:])
