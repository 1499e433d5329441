"""Single edits of texts: are the harmful ones told, and the harmless ones left alone?

    python benchmarks/reading/edits.py EDITS FOLDER           counts
    python benchmarks/reading/edits.py EDITS FOLDER --list    and each edit that is missed or flagged

EDITS has a JSON object a line: `text` or `book` (a file's name in FOLDER), `old`, `new`, `kind` (harmful or harmless)
and, of harmful ones, `clause`. What counts is what is new beside the findings of the unedited text: errors and
warnings, not notes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from camelrules.compare.findings import Finding, findings  # noqa: E402
from camelrules.compare.verdicts import Review, review  # noqa: E402
from camelrules.read.reader import read_text  # noqa: E402


@cache
def base(path: Path) -> Review:
    return review(read_text(path.read_text("utf-8"), path.name))


def told(found: Review) -> dict[tuple[str, str, str, str], Finding]:
    """What an editor is shown first, by what does not move with the lines."""
    return {(f.code, f.clause, f.severity, f.stated): f for f in findings(found) if f.severity in ("error", "warning")}


def outcome(edit: dict[str, Any], folder: Path) -> tuple[str, list[Finding], Review]:
    """How an edit is taken: under its clause, at its lines only, or not at all."""
    path = folder / (edit.get("book") or f"{edit['text']}.txt")
    text, before = path.read_text("utf-8"), base(path)
    if text.count(edit["old"]) != 1:
        raise SystemExit(f"{edit['id']}: `old` must stand once in {path}")
    after = review(
        read_text(text.replace(edit["old"], edit["new"]), path.name, language=before.language, edition=before.edition)
    )
    new = [f for key, f in told(after).items() if key not in told(before)]
    first = text[: text.index(edit["old"])].count("\n") + 1
    lines = set(range(first, first + edit["new"].count("\n") + 1))
    clauses = edit.get("clause", "").split()
    if any(f.clause in clauses and f.severity == "error" for f in new):
        return "error", new, after
    if any(f.clause in clauses for f in new):
        return "warning", new, after
    if any(lines & {*f.lines} for f in new):
        return "at its line", new, after
    return ("elsewhere" if new else "nothing"), new, after


def main(arguments: list[str]) -> None:
    file, folder = (Path(a) for a in arguments if not a.startswith("--"))
    counts: dict[tuple[str, str], Counter[str]] = {}
    for line in file.read_text("utf-8").splitlines():
        edit = json.loads(line)
        how, new, after = outcome(edit, folder)
        name = edit.get("book") or edit["text"]
        for row in (name, "all"):
            counts.setdefault((row, edit["kind"]), Counter())[how] += 1
        if "--list" in arguments and (edit["kind"] == "harmful") == (how in ("nothing", "elsewhere", "at its line")):
            if edit["kind"] == "harmless" and not new:
                continue
            print(f"{edit.get('id', '')} {edit['kind']} {edit['clause']}: {how}. {edit.get('why', '')}")
            print(f"    - {edit['old']!r}\n    + {edit['new']!r}")
            for clause in edit["clause"].split():
                verdict = after.clauses[clause]
                print(f"    {clause}: {verdict.status} {verdict.stated!r}, right {verdict.right!r}, {verdict.lines}")
            for f in new[:4]:
                print(f"    new: {f.severity} {f.code} {f.clause} {f.lines} {f.stated!r}")
    for (name, kind), found in sorted(counts.items()):
        print(f"{name:24} {kind:9} " + ", ".join(f"{how} {n}" for how, n in found.most_common()))


if __name__ == "__main__":
    main(sys.argv[1:])
