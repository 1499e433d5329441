"""How well and how fast rulebooks are read: recall on planted faults, false alarms on rewordings, agreement by hand.

Run `python benchmarks/reading/measure.py [FOLDER]`, where FOLDER holds the five rulebooks as text.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from camelrules.read.reader import Reading, read_text  # noqa: E402

TEXTS = ROOT / "tests" / "texts"
BOOKS = {"es-2018": "000", "en-2018": "001", "fr-2014": "002", "pt-2018": "003", "fr-2018": "004"}


def complaints(reading: Reading) -> set[tuple[str, str, str]]:
    """What a reading complains about: clause, status and reason of each place."""
    found = {(c, p.status, p.why) for c, r in reading.clauses.items() for p in r.places if p.status != "agrees"}
    return found | {(c, "silent", "") for c, r in reading.clauses.items() if r.status == "silent"}


def _edits(name: str) -> list[dict[str, str]]:
    entries: list[dict[str, str]] = yaml.safe_load((TEXTS / name).read_text("utf-8"))
    return entries


def edited(entry: dict[str, str]) -> tuple[Reading, Reading]:
    """A text of our own read before and after one edit."""
    text = (TEXTS / f"{entry['text']}.txt").read_text("utf-8")
    language, edition = entry["text"].split("-")
    new = text.replace(entry["find"], entry["replace"], 1)
    return (
        read_text(text, entry["text"], language=language, edition=edition),
        read_text(new, entry["text"], language=language, edition=edition),
    )


def main() -> None:
    """Print the figures."""
    faults = [e for e in _edits("faults.yaml") if e["kind"] not in ("terminology", "damage")]
    hits = 0
    for entry in faults:
        before, after = edited(entry)
        new = complaints(after) - complaints(before)
        hits += any(clause == entry["clause"] for clause, _, _ in new)
    print(f"faults found under their clause: {hits} of {len(faults)}")
    rewordings = _edits("rewordings.yaml")
    alarms = 0
    for entry in rewordings:
        before, after = edited(entry)
        alarms += bool(complaints(after) - complaints(before))
    print(f"rewordings flagged: {alarms} of {len(rewordings)}")
    for folder in ("more", "unseen"):
        _texts(folder)
    if len(sys.argv) > 1:
        _books(Path(sys.argv[1]))


def _texts(folder: str) -> None:
    """Texts by other hands: how many clauses are read as their writers say; those in `unseen` were not learnt from."""
    right = total = accused = 0
    seconds = 0.0
    for path in sorted((TEXTS / folder).glob("*.txt")):
        told = path.with_suffix(".yaml")
        if not told.exists():
            continue
        data = yaml.safe_load(told.read_text("utf-8"))
        start = time.perf_counter()
        reading = read_text(path.read_text("utf-8"), path.stem, language=data["language"], edition=str(data["edition"]))
        seconds += time.perf_counter() - start
        pairs = [(e["status"], reading.clauses[c].status) for c, e in data["clauses"].items()]
        total += len(pairs)
        right += sum(said == got for said, got in pairs)
        accused += sum(pair == ("agrees", "contradicts") for pair in pairs)
    print(f"texts in {folder}: {right} of {total} clauses as told, {accused} wrongly accused, {seconds:.2f} s")


def _books(folder: Path) -> None:
    same = lines = total = 0
    seconds = 0.0
    for name, number in BOOKS.items():
        text = next(folder.glob(f"{number}_*.txt")).read_text("utf-8")
        start = time.perf_counter()
        reading = read_text(text, name)
        seconds += time.perf_counter() - start
        gold = yaml.safe_load((ROOT / "spec" / "rulebooks" / f"{name}.yaml").read_text("utf-8"))["clauses"]
        for clause, entry in gold.items():
            result = reading.clauses[clause]
            total += 1
            same += result.status == entry["status"]
            lines += result.status == entry["status"] and set(result.lines) == set(entry["lines"])
    print(f"five rulebooks: status {same} of {total}, status and lines {lines} of {total}, {seconds:.2f} s")


if __name__ == "__main__":
    main()
