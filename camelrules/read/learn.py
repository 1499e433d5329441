"""Learn from labelled texts which concepts tell of which clause, and which words belong to its statement.

The first is a logistic regression, all clauses at once; the second is what was met (see `locate` and `company`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from camelrules.read.company import added, company_file
from camelrules.read.locate import Weights, chance, features, sums_of, weights_file
from camelrules.read.ontology import ontology
from camelrules.read.reader import Reading, read_text
from camelrules.read.where import spec_dir

# How strongly weights are held at nought, how far they go in one step, how many steps.
_HOLD = 0.3
_STEPS = 400
# From here on a sentence on one of its lines is about the clause.
_ABOUT = 0.5
# A smaller weight is not worth keeping.
_SMALL = 0.15


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with the lines in which it states each clause of its edition."""

    name: str
    rows: tuple[dict[str, float], ...]
    lines: tuple[frozenset[int], ...]
    stated: dict[str, frozenset[int]]
    reading: Reading


def labelled(path: Path, language: str, edition: str, stated: dict[str, frozenset[int]]) -> Labelled:
    """The sentences of a text as features."""
    reading = read_text(path.read_text("utf-8"), path.stem, language=language, edition=edition)
    found = reading.segments
    rows = tuple(features(found, i, ontology()) for i in range(len(found)))
    return Labelled(path.stem, rows, tuple(frozenset(s.lines) for s in found), stated, reading)


def texts(folder: Path) -> list[Labelled]:
    """Every text in a folder that has its lines beside it, in `x.lines.yaml` or with a status for each in `x.yaml`."""
    out: list[Labelled] = []
    for path in sorted(folder.glob("*.txt")):
        plain, told = path.with_suffix(".lines.yaml"), path.with_suffix(".yaml")
        if path.stem[:1].isdigit():
            continue
        language, edition, *_ = path.stem.split("-")
        if plain.exists():
            data: dict[str, Any] = yaml.safe_load(plain.read_text("utf-8"))
            stated = {c: frozenset(lines) for c, lines in data.items()}
        elif told.exists():
            data = yaml.safe_load(told.read_text("utf-8"))["clauses"]
            plainly = {c: e for c, e in data.items() if e["status"] in ("agrees", "silent")}
            stated = {c: frozenset(e.get("lines") or ()) for c, e in plainly.items()}
        else:
            continue
        out.append(labelled(path, language, edition, stated))
    return out


def books(folder: Path) -> list[Labelled]:
    """Printed rulebooks, where somebody has them, with the lines of their readings in `spec/rulebooks`."""
    out: list[Labelled] = []
    for path in sorted(p for p in folder.glob("*.txt") if p.stem[:1].isdigit()):
        guess = read_text(path.read_text("utf-8"), path.stem)
        kept = spec_dir() / "rulebooks" / f"{guess.language}-{guess.edition}.yaml"
        if kept.exists():
            data = yaml.safe_load(kept.read_text("utf-8"))["clauses"]
            stated = {c: frozenset(e["lines"] or ()) for c, e in data.items() if e["status"] in ("agrees", "silent")}
            out.append(labelled(path, guess.language, guess.edition, stated))
    return out


def learn(given: Sequence[Labelled]) -> Weights:
    """The weights that tell best which sentences of the given texts state which clause."""
    clauses = sorted({c for t in given for c in t.stated})
    names = sorted({f for t in given for row in t.rows for f in row})
    column = {f: i for i, f in enumerate(names)}
    count = sum(len(t.rows) for t in given)
    x = np.zeros((count, len(names) + 1), dtype=np.float64)
    y = np.zeros((count, len(clauses)))
    counts = np.zeros((count, len(clauses)))
    at = 0
    for text in given:
        for row, lines in zip(text.rows, text.lines, strict=True):
            for feature, share in row.items():
                x[at, column[feature]] = share
            x[at, -1] = 1.0
            for j, clause in enumerate(clauses):
                if clause in text.stated:
                    counts[at, j] = 1.0
                    y[at, j] = bool(lines & text.stated[clause])
            at += 1
    w = _descend(x, y, counts)
    of = {f: {c: float(w[i, j]) for j, c in enumerate(clauses)} for i, f in enumerate(names)}
    return Weights({c: float(w[-1, j]) for j, c in enumerate(clauses)}, of)


def belonging(given: Sequence[Labelled], learnt: Weights) -> dict[str, list[str]]:
    """For each clause the words of limits, times and persons in the sentences that state it."""
    out: dict[str, set[str]] = {}
    for text in given:
        found = text.reading.segments
        for at, segment in enumerate(found):
            words = added(segment, ontology()).keys()
            sums = sums_of(found, at, ontology(), learnt)
            for clause, lines in text.stated.items():
                read = any(p.at == at for p in text.reading.clauses[clause].places)
                if read or (lines & text.lines[at] and chance(sums[clause]) >= _ABOUT):
                    out.setdefault(clause, set()).update(words)
    return {clause: sorted(words) for clause, words in sorted(out.items())}


def _descend(x: Any, y: Any, counts: Any) -> Any:
    """Accelerated gradient descent; the step is what the data allow."""
    hold = np.full((x.shape[1], 1), _HOLD)
    hold[-1] = 0.0
    step = 1.0 / (0.25 * float(np.linalg.norm(x, 2)) ** 2 + _HOLD)
    w = np.zeros((x.shape[1], y.shape[1]))
    ahead = w
    for k in range(_STEPS):
        p = 1 / (1 + np.exp(-(x @ ahead)))
        new = ahead - step * (x.T @ ((p - y) * counts) + hold * ahead)
        ahead = new + k / (k + 3) * (new - w)
        w = new
    return w


def write(found: Weights, path: Path) -> None:
    """One line for each clause, weights in the order of their features; the empty feature is the bias."""
    lines = []
    for clause, bias in found.bias.items():
        row = {"": round(bias, 2)}
        row |= {f: round(of[clause], 2) for f, of in found.of.items() if abs(of[clause]) >= _SMALL}
        lines.append(f"{json.dumps(clause)}: {json.dumps(row, separators=(',', ':'))}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def write_company(found: dict[str, list[str]], path: Path) -> None:
    """One line for each clause."""
    lines = [f"{json.dumps(clause)}: {json.dumps(words, separators=(',', ':'))}" for clause, words in found.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def main(folders: Iterable[str]) -> None:
    given = [t for folder in folders for t in (*texts(Path(folder)), *books(Path(folder)))]
    learnt = learn(given)
    write(learnt, weights_file())
    write_company(belonging(given, learnt), company_file())
    print(f"learnt from {len(given)} texts: {weights_file()}, {company_file()}")


if __name__ == "__main__":
    main(sys.argv[1:])
