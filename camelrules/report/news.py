"""What `verify` tells an editor: the rules in a few lines, then the rulebooks and where they part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from camelrules.door.escape import terminal
from camelrules.report.text import Ink, table

Report = Mapping[str, Any]
_HOW = {
    "proved": "for every position",
    "exhaustive": "in every position of a finite game",
    "bounded": "within a bound",
}
_SHOWN = 4


def news(report: Report, ink: Ink) -> str:
    """The whole report for a person."""
    return "\n".join([*_rules(report, ink), *_rulebooks(report, ink), *_contradictions(report, ink)])


def _rules(report: Report, ink: Ink) -> list[str]:
    results: Sequence[Mapping[str, Any]] = report["properties"]
    right = [r for r in results if r["ok"]]
    meant = [r for r in right if r["expected"] == "refuted"]
    held = [r for r in right if r["expected"] != "refuted" and r["verdict"] != "sampled"]
    tried = [r for r in right if r["expected"] != "refuted" and r["verdict"] == "sampled"]
    how = [f"{n} {word}" for v, word in _HOW.items() if (n := sum(r["verdict"] == v for r in held))]
    lines = [ink.bold("The rules")]
    if held:
        word = "property holds" if len(held) == 1 else "properties hold"
        lines.append(f"  {len(held)} {word}: {', '.join(how)}.")
    if tried:
        word = "property held wherever it was" if len(tried) == 1 else "properties held wherever they were"
        lines.append(f"  {len(tried)} {word} tried, in a sample; that is no proof.")
    if report.get("first_look"):
        later = len(report.get("not_tried", ()))
        were = "was" if later == 1 else "were"
        lines.append(f"  This was a first look, and {later} {were} not tried at all. `camelrules verify` proves them.")
    if meant:
        word = "is expected to fail, and does: it" if len(meant) == 1 else "are expected to fail, and do: each"
        lines.append(f"  {len(meant)} {word} shows why a rule is there.")
    for r in results:
        if not r["ok"]:
            word = "is not known" if r["verdict"] == "unknown" else "FAILS"
            lines.append(ink.paint(f"  {terminal(r['id'])} ({terminal(str(r['edition']))}) {word}", "1;31"))
            lines.append(f"    {terminal(r['says'])} {terminal(r['detail'])}".rstrip())
    for gone in report.get("left_out", ()):
        if gone.get("own"):
            lines.append(f"  left out of {terminal(gone['edition'])}: {gone['id']}: {terminal(gone['reason'])}")
    examples = report["examples"]
    if examples:
        failing = [e for e in examples if not e["ok"]]
        lines.append(f"  {len(examples)} worked examples: {f'{len(failing)} fail' if failing else 'all as expected'}.")
        lines += [terminal(e["story"]) for e in failing]
    return lines


def _rulebooks(report: Report, ink: Ink) -> list[str]:
    books = report.get("rulebooks") or []
    if not books:
        return []
    rows = []
    for book in books:
        new = [c for c, known in book["faults"] if not known]
        named = ", ".join(new[:_SHOWN]) + (f" and {len(new) - _SHOWN} more" if len(new) > _SHOWN else "")
        rows.append(
            [
                terminal(book["id"]),
                str(book["edition"]),
                *(str(book[k]) for k in ("agrees", "contradicts", "ambiguous", "silent")),
                f"{len(new)}: {named}" if new else "none",
            ]
        )
    head = ["rulebook", "edition", "agrees", "contradicts", "ambiguous", "silent", "not known before"]
    told = [f"  {line}" for line in table(head, rows, ink).splitlines()]
    odd = [f for f in report["findings"] if f["code"] == "CR603"]
    return ["", ink.bold("The rulebooks"), *told, *(f"  {terminal(f['rulebook'])}: {f['message']}" for f in odd)]


def _contradictions(report: Report, ink: Ink) -> list[str]:
    found = report.get("contradictions") or []
    if not report.get("rulebooks"):
        return []
    if not found:
        return ["", "No two rulebooks of one edition contradict each other."]
    lines = ["", ink.bold("Where rulebooks of one edition contradict each other")]
    for c in found:
        known = "" if c["known"] else ink.paint(" new", "1;31")
        lines.append(f"  {ink.bold(c['clause'])} ({c['edition']}){known}")
        by: dict[str, list[str]] = {}
        for name, value in c["stated"].items():
            numbers = c["lines"][name]
            word = "line" if len(numbers) == 1 else "lines"
            where = f" {word} {', '.join(map(str, numbers))}" if numbers else ""
            by.setdefault(value, []).append(terminal(f"{name}{where}"))
        lines += [f"    {terminal(value)}: {'; '.join(names)}" for value, names in by.items()]
    first = found[0]
    name = (first["against"] or list(first["stated"]))[0]
    other = next((n for n in first["stated"] if n != name), "en-2018")
    lines += ["", f"next: camelrules diff {terminal(name)} {terminal(other)}   (the games in which they part)"]
    return lines
