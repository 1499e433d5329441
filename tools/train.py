"""Learn from the labelled texts of the project which concepts tell of which clause, and which words belong to it.

`python tools/train.py` writes `weights.json`, `company.json`, `standing.json` and `learnt.json` (the hash of all that
went in) into `spec/patterns`. It starts from nothing: what was learnt before is not looked at, nor are printed
rulebooks, nor the texts in `tests/texts/unseen`. The same inputs give the same bytes.

The weights are those of a logistic regression, all clauses at once (see `camelrules/read/match/relevance.py`); the
company of a clause is what was met in the sentences that state it (see `camelrules/read/match/company.py`).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from camelrules.door.workers import default_jobs, in_order

ROOT = Path(__file__).resolve().parents[1]
SPEC = ROOT / "spec"
LEARNT = SPEC / "patterns" / "learnt.json"
FOLDERS = (ROOT / "tests" / "texts", ROOT / "tests" / "texts" / "more")
# How strongly weights are held at nought, and how many steps are taken.
HOLD = 0.3
STEPS = 400
# From here on a sentence on one of its lines is about the clause.
ABOUT = 0.5
# A smaller weight is not worth keeping.
SMALL = 0.3
# So many wrong statements of a clause have a word that tells of them.
TURNING = 6


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text in sentences, with the lines in which it states each clause of its edition."""

    found: Sequence[Any]  # segments
    rows: tuple[dict[str, float], ...]
    lines: tuple[frozenset[int], ...]
    stated: dict[str, frozenset[int]]
    wrong: frozenset[str]  # clauses that the text states otherwise than its edition


def labels(path: Path) -> Path | None:
    """Where the lines of a text's clauses are: in `x.lines.yaml`, or with a status for each in `x.yaml`."""
    return next((p for p in (path.with_suffix(".lines.yaml"), path.with_suffix(".yaml")) if p.exists()), None)


def texts() -> list[Path]:
    """The texts that are learnt from, in order."""
    return [p for folder in FOLDERS for p in sorted(folder.glob("*.txt")) if labels(p) is not None]


def inputs() -> list[Path]:
    """Every file that what is learnt depends on."""
    told = [file for text in texts() for file in (text, labels(text)) if file is not None]
    told += sorted((ROOT / "tests" / "texts" / "statements").glob("*.yaml"))
    told += [file for folder in FOLDERS if (file := folder / "edits.yaml").exists()]
    data = [*sorted((SPEC / "patterns").glob("*.yaml")), *sorted((SPEC / "languages").glob("*.yaml"))]
    return [*told, *data, Path(__file__).resolve()]


def digest() -> str:
    """The hash of the inputs; examples in pattern files are left out, since nothing is learnt from them."""
    found = hashlib.sha256()
    for path in inputs():
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        found.update("\n".join(_without_examples(path)).encode() + b"\0")
    return found.hexdigest()


def _without_examples(path: Path) -> Iterator[str]:
    inside = False
    for line in path.read_text("utf-8").split("\n"):
        deep = len(line) - len(line.lstrip())
        if inside and line.strip() and deep <= 4:
            inside = False
        inside = inside or (path.parent.name == "patterns" and line == "    examples:")
        if not inside and line.strip():
            yield line


def labelled(path: Path) -> Labelled:
    """A text as features; names that only the weights could suppose are left alone."""
    from camelrules.read.language.defined_names import own_names
    from camelrules.read.language.lexicon import Term, lexicon, with_terms
    from camelrules.read.language.ontology import ontology
    from camelrules.read.layout.manuscript import Manuscript
    from camelrules.read.match.relevance import features
    from camelrules.read.sections.segments import segments

    words, known = lexicon(path.stem.split("-")[0]), ontology()
    written = Manuscript(path.read_text("utf-8"))
    found = segments(written, words, known)
    if names := own_names(found, words, known):
        words = with_terms(words, [Term(concept, (f"{name}*",)) for name, concept in names.items()])
        found = segments(written, words, known)
    rows = tuple(features(found, at, known) for at in range(len(found)))
    stated, wrong = _stated(path)
    return Labelled(found, rows, tuple(frozenset(s.lines) for s in found), stated, wrong)


def _stated(path: Path) -> tuple[dict[str, frozenset[int]], frozenset[str]]:
    """The lines of each clause, and which clauses are stated wrongly: a fault is about its clause as well."""
    file = labels(path)
    assert file is not None
    data: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    if "clauses" not in data:
        return {clause: frozenset(lines) for clause, lines in data.items()}, frozenset()
    told = {c: (e["status"], frozenset(e.get("lines") or ())) for c, e in data["clauses"].items()}
    stated = {
        c: lines
        for c, (status, lines) in told.items()
        if status in ("agrees", "silent") or (status == "contradicts" and lines)
    }
    return stated, frozenset(c for c, (status, _) in told.items() if status == "contradicts")


def learn(given: Sequence[Labelled]) -> Any:
    """The weights that tell best which sentences of the given texts state which clause."""
    import numpy as np

    from camelrules.read.match.relevance import Weights

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
    of = {f: {c: round(float(w[i, j]), 2) for j, c in enumerate(clauses)} for i, f in enumerate(names)}
    kept = {f: {c: v for c, v in row.items() if abs(v) >= SMALL} for f, row in of.items()}
    return Weights({c: round(float(w[-1, j]), 2) for j, c in enumerate(clauses)}, kept)


def _descend(x: Any, y: Any, counts: Any) -> Any:
    """Accelerated gradient descent; the step is what the data allow."""
    import numpy as np

    hold = np.full((x.shape[1], 1), HOLD)
    hold[-1] = 0.0
    step = 1.0 / (0.25 * float(np.linalg.norm(x, 2)) ** 2 + HOLD)
    w = np.zeros((x.shape[1], y.shape[1]))
    ahead = w
    for k in range(STEPS):
        p = 1 / (1 + np.exp(-(x @ ahead)))
        new = ahead - step * (x.T @ ((p - y) * counts) + hold * ahead)
        ahead = new + k / (k + 3) * (new - w)
        w = new
    return w


def belonging(given: Sequence[Labelled], learnt: Any) -> dict[str, list[str]]:
    """For each clause the words of limits, times and persons in the sentences that state it, or that a pattern fits."""
    from camelrules.read.language.ontology import ontology
    from camelrules.read.match.company import plain
    from camelrules.read.match.matching import claim
    from camelrules.read.match.relevance import chance, sums_of
    from camelrules.read.patterns import patterns

    known = ontology()
    out: dict[str, set[str]] = {}
    for text in given:
        for at, segment in enumerate(text.found):
            words = plain(segment, known.added).keys()
            sums = sums_of(text.found, at, known, learnt)
            for clause, lines in text.stated.items():
                here = clause not in text.wrong and bool(lines & text.lines[at])
                if here and (
                    chance(sums[clause]) >= ABOUT
                    or any(claim(p, segment, text.found, known) is not None for p in patterns().get(clause, ()))
                ):
                    out.setdefault(clause, set()).update(words)
    return {clause: sorted(words) for clause, words in sorted(out.items())}


def turning(given: Sequence[Labelled]) -> dict[str, list[str]]:
    """For each clause the words that several wrong statements of it have and no right one, here or in the texts."""
    from camelrules.read.language.lexicon import lexicon
    from camelrules.read.language.ontology import ontology
    from camelrules.read.layout.manuscript import Manuscript
    from camelrules.read.match.company import plain
    from camelrules.read.sections.segments import segments

    sys.path.insert(0, str(ROOT / "tests"))
    from read.statements import statements

    known = ontology()
    right: dict[str, set[str]] = {}
    wrong: dict[str, Counter[str]] = {}
    for text in given:
        for at, segment in enumerate(text.found):
            for clause, lines in text.stated.items():
                if clause not in text.wrong and lines & text.lines[at]:
                    right.setdefault(clause, set()).update(plain(segment, known.turning))
    for said in statements():
        for segment in segments(Manuscript(said.text), lexicon(said.language), known):
            words = plain(segment, known.turning)
            if said.meant == "contradicts":
                wrong.setdefault(said.clause, Counter()).update(words.keys())
            else:
                right.setdefault(said.clause, set()).update(words)
    return {
        clause: sorted(w for w, times in words.items() if times >= TURNING and w not in right.get(clause, ()))
        for clause, words in sorted(wrong.items())
    }


def weights_text(found: Any) -> str:
    """One line for each clause, weights in the order of their features; the empty feature is the bias."""
    lines = []
    for clause, bias in found.bias.items():
        row = {"": bias} | {f: of[clause] for f, of in found.of.items() if clause in of}
        lines.append(f"{json.dumps(clause)}: {json.dumps(row, separators=(',', ':'))}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def company_text(belongs: dict[str, list[str]], told: dict[str, list[str]]) -> str:
    """One line for each clause."""
    rows = {clause: {"belongs": words, "turning": told.get(clause, [])} for clause, words in belongs.items()}
    lines = [f"{json.dumps(clause)}: {json.dumps(row, separators=(',', ':'))}" for clause, row in rows.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def learnt(paths: Sequence[Path]) -> tuple[str, str]:
    """What is learnt from some texts: the weights and the company, as they are written."""
    given = [labelled(path) for path in paths]
    found = learn(given)
    return weights_text(found), company_text(belonging(given, found), turning(given))


def standing(paths: Sequence[Path]) -> str:
    """How often each pattern was surely right and surely wrong about faults of texts, and of single edits of them.

    It is counted with what has just been learnt, and with no pattern on trial.
    """
    counts: dict[str, list[int]] = {}
    for tried in in_order(_tried, paths, default_jobs()):
        for pattern, right in tried:
            counts.setdefault(pattern, [0, 0])[not right] += 1
    rows = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(counts.items()))
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _tried(path: Path) -> list[tuple[str, bool]]:
    """Each time that a pattern accused in a text, or in a single edit of it, and whether it was right to."""
    file = path.with_suffix(".yaml")
    data: dict[str, Any] = yaml.safe_load(file.read_text("utf-8")) if file.exists() else {}
    text, clauses = path.read_text("utf-8"), data.get("clauses", {})
    if not clauses:
        return []
    accusing = _accusing(text, path.stem, data)
    found = [
        (pattern, label["status"] == "contradicts")
        for clause, label in clauses.items()
        if label["status"] in ("agrees", "silent", "contradicts")
        for pattern in accusing.get(clause, ())
    ]
    for edit in _edits(path):
        accusing = _accusing(text.replace(edit["old"], edit["new"]), path.stem, data)
        changed = [c for c in edit["clause"].split() if clauses.get(c, {}).get("status") == "agrees"]
        found += [(pattern, True) for clause in changed for pattern in accusing.get(clause, ())]
    return found


def _accusing(text: str, name: str, data: dict[str, Any]) -> dict[str, set[str]]:
    """The patterns that would surely call each clause of a text a contradiction."""
    from camelrules.compare.verdicts import review
    from camelrules.read.match.certainty import TRIAL
    from camelrules.read.reader import read_text

    found = review(read_text(text, name, language=data["language"], edition=str(data["edition"])))
    return {
        clause: {j.claim.pattern for j in verdict.of("contradicts") if not {*j.claim.doubts} - {TRIAL}}
        for clause, verdict in found.clauses.items()
    }


def _edits(path: Path) -> list[dict[str, str]]:
    """The single edits of a text that put a fault into it."""
    file = path.with_name("edits.yaml")
    if not file.exists():
        return []
    return [e for e in yaml.safe_load(file.read_text("utf-8")) if e["text"] == path.stem and e["kind"] == "harmful"]


def main() -> None:
    weights, company = learnt(texts())
    (SPEC / "patterns" / "weights.json").write_text(weights, "utf-8")
    (SPEC / "patterns" / "company.json").write_text(company, "utf-8")
    (SPEC / "patterns" / "standing.json").write_text("{}\n", "utf-8")
    (SPEC / "patterns" / "standing.json").write_text(standing(texts()), "utf-8")
    LEARNT.write_text(json.dumps({"inputs": digest(), "texts": len(texts())}, indent=1) + "\n", "utf-8")
    print(f"learnt from {len(texts())} texts")


if __name__ == "__main__":
    # One thread adds up in one order: the same bytes every time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()
