"""`camelrules verify --coverage`: what no example runs, and what no property reaches."""

from __future__ import annotations

import sys
from typing import Any

from camelrules.cli.common import as_json, emit, pen


def show(editions: tuple[str, ...], format_: str, output: str | None) -> None:
    """Prints the gaps, edition by edition; exit status 1 where there is one that nobody has explained."""
    from camelrules.prove.coverage import coverage
    from camelrules.prove.explained import explained
    from camelrules.prove.verify import book

    known = explained("uncovered")
    report: dict[str, Any] = {"version": 1, "editions": []}
    for edition in editions:
        found = coverage(book(edition, None), edition)
        parts = [{"definition": p.definition, "place": p.place, "text": p.text} for p in found.not_run]
        for part in parts:
            part["explained"] = known.get(f"{part['definition']}: {part['text']}", "")
        missing = [{"definition": name, "explained": known.get(name, "")} for name in found.not_reached]
        report["editions"].append(
            {
                "edition": edition,
                "parts": found.parts,
                "dormant": found.dormant,
                "not_run": parts,
                "not_reached": missing,
            }
        )
    gaps = [g for e in report["editions"] for g in (*e["not_run"], *e["not_reached"]) if not g["explained"]]
    emit(as_json(report) if format_ == "json" else text(report, pen(output)), output)
    if gaps:
        sys.exit(1)


def text(report: dict[str, Any], ink: Any) -> str:
    """One line for each gap."""
    lines = []
    for e in report["editions"]:
        head = f"edition {e['edition']}: {e['parts']} parts, {e['dormant']} of them about other values of a parameter"
        lines += [ink.bold(head)]
        for part in e["not_run"]:
            why = part["explained"] or "no example runs it"
            lines.append(f"  {part['place']}: {part['definition']}: {part['text']}: {why}")
        for missing in e["not_reached"]:
            lines.append(f"  {missing['definition']}: {missing['explained'] or 'no property reaches it'}")
    return "\n".join(lines)
