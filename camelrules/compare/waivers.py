"""Waivers: findings that an editor has looked at and lets stand, each with a reason.

A waiver is keyed by code, clause and the words of the place, never by its line number: it follows the text when lines
are added above it, and ends when the place itself is changed.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from camelrules.compare.findings import Finding
from camelrules.lang.source import Span, fail
from camelrules.lang.tree import expect_items, parse_yaml, plain, read_source
from camelrules.read.reader import Reading

KEYS = {"code", "clause", "content", "reason", "text"}


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that may stand."""

    code: str
    clause: str
    content: str  # the stamp of the place, or empty for a place that has no words (an omission)
    reason: str
    text: str  # which text it is for; empty for any
    where: str


def stamp(lines: tuple[str, ...]) -> str:
    """A short hash of the words of some lines; white space and markup do not count."""
    words = " ".join("".join(c if c.isalnum() else " " for c in line.casefold()) for line in lines).split()
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:12]


def place_stamp(finding: Finding, reading: Reading) -> str:
    """The stamp of the place that a finding is about."""
    lines = tuple(reading.lines[n - 1] for n in finding.lines if 0 < n <= len(reading.lines))
    return stamp(lines) if lines else ""


def beside(text: str) -> Path:
    """The file of a text's own waivers and reviews."""
    return Path(f"{text}.camelrules.yaml")


def load_waivers(text: str) -> list[Waiver]:
    """The waivers in the file beside a text, and those of the nearest pyproject."""
    found: list[Waiver] = []
    path = beside(text)
    if path.is_file():
        node = parse_yaml(read_source(path))
        data = plain(node)
        items = data.get("waivers", []) if isinstance(data, dict) else expect_items(node, "waivers")
        found += [_waiver(item, str(path), node.span) for item in items or []]
    for folder in Path(text).resolve().parents:
        project = folder / "pyproject.toml"
        if project.is_file():
            try:
                tool = tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {}).get("camelrules", {})
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise fail("toml", f"`{project}` is not TOML: {error}") from None
            found += [_waiver(item, str(project), None) for item in tool.get("waivers", [])]
            break
    return found


def to_review(reading: Reading) -> list[Finding]:
    """The reviewed clauses whose words have changed under the review; the others need no second look."""
    path = beside(reading.name)
    if not path.is_file():
        return []
    data = plain(parse_yaml(read_source(path)))
    reviewed = data.get("reviewed") if isinstance(data, dict) else None
    found = []
    for clause, entry in (reviewed or {}).items():
        now = reading.clauses.get(clause)
        old = str(entry.get("stamp", "")) if isinstance(entry, dict) else ""
        lines = tuple(reading.lines[n - 1] for n in now.lines if 0 < n <= len(reading.lines)) if now else ()
        if now is not None and old != stamp(lines):
            message = f"The words about {clause} have changed since they were reviewed. Look at them again."
            found.append(Finding("CR602", clause, "note", reading.name, now.lines, now.stated, now.expected, message))
    return found


def _waiver(item: Any, where: str, span: Span | None) -> Waiver:
    if not isinstance(item, dict) or not {"code", "clause"} <= set(item) or set(item) - KEYS:
        raise fail(
            "waiver",
            f"a waiver in `{where}` needs `code`, `clause` and `reason`",
            span,
            "and perhaps `content` and `text`",
        )
    reason = str(item.get("reason") or "").strip()
    if not reason:
        raise fail(
            "waiver",
            f"the waiver of {item['code']} for {item['clause']} in `{where}` gives no reason",
            span,
            "say why the place may stand",
        )
    return Waiver(
        str(item["code"]),
        str(item["clause"]),
        str(item.get("content") or ""),
        reason,
        str(item.get("text") or ""),
        where,
    )


def apply_waivers(found: list[Finding], reading: Reading) -> list[Finding]:
    """The findings without those waived, and a finding for each waiver that no longer has any."""
    waivers = [w for w in load_waivers(reading.name) if not w.text or Path(w.text).name == Path(reading.name).name]
    used: set[Waiver] = set()
    kept = []
    for finding in found:
        content = place_stamp(finding, reading)
        match = next(
            (w for w in waivers if (w.code, w.clause) == (finding.code, finding.clause) and w.content in ("", content)),
            None,
        )
        if match is None:
            kept.append(finding)
        else:
            used.add(match)
    for waiver in waivers:
        if waiver not in used:
            message = f"The waiver of {waiver.code} for {waiver.clause} in `{waiver.where}` matches nothing. Remove it."
            kept.append(Finding("CR601", waiver.clause, "warning", reading.name, (), waiver.code, "", message))
    return kept
