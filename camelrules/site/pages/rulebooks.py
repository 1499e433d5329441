"""A page for each rulebook: how much of the game it states, what is wrong with it, and how each clause reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from camelrules.door.escape import markup
from camelrules.site.data import Rulebook, SiteData
from camelrules.site.page import Page, front, table
from camelrules.site.pages.clauses import STATUSES, badge
from camelrules.site.pages.findings import code_of
from camelrules.site.words import coded, plural

LANGUAGES = {"en": "English", "es": "Spanish", "fr": "French", "pt": "Portuguese"}
SEVERITIES = ("error", "warning", "note")


def pages(data: SiteData) -> Iterator[Page]:
    for book in data.rulebooks.values():
        yield _book(data, book)
    yield _index(data)


def _of(data: SiteData, book: Rulebook) -> list[dict[str, Any]]:
    mine = [f for f in data.findings if f.get("rulebook") == book.name]
    return sorted(mine, key=lambda f: SEVERITIES.index(f.get("severity", "note")))


def coverage(data: SiteData, book: Rulebook) -> Counter[str]:
    """How many clauses have each status."""
    return Counter(str((book.clauses.get(c) or {}).get("status", "silent")) for c in data.catalogue)


def bar(counts: Counter[str]) -> str:
    """A bar of statuses, with the numbers in words beside it."""
    total = max(1, sum(counts.values()))
    x, parts = 0.0, []
    for status in STATUSES:
        width = 100 * counts[status] / total
        if width:
            parts.append(f'<rect class="fill-{status}" x="{x:.2f}" y="0" width="{width:.2f}" height="6"/>')
        x += width
    words = ", ".join(f"{counts[s]} {s}" for s in STATUSES if counts[s])
    return (
        f'<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="{words}">'
        f"{''.join(parts)}</svg>"
    )


def _book(data: SiteData, book: Rulebook) -> Page:
    counts = coverage(data, book)
    findings = _of(data, book)
    games = {p.clause: p.file for p in data.parted if p.rulebook == book.name}
    language = LANGUAGES.get(book.language, book.language)
    parts = [
        front(book.name, f"The {language} rulebook of the {book.edition} edition: findings, coverage, errata."),
        f"# {book.name}\n",
        f"The {language} rulebook of edition [{book.edition}](../rules/{book.edition}.md). "
        f"{plural(len(findings), 'finding')}. The text is not ours to print: line numbers point into your copy.\n",
        "## Coverage\n",
        bar(counts) + "\n",
        " · ".join(f"{badge(s)} {counts[s]}" for s in STATUSES if counts[s]) + "\n",
        "## Findings\n",
    ]
    if not findings:
        parts.append("None.\n")
    for severity in SEVERITIES:
        found = [f for f in findings if f.get("severity", "note") == severity]
        if found:
            parts.append(f"### {severity.capitalize()}s ({len(found)})\n")
            parts += [*(_finding(f, games) for f in found), ""]
    others = [p for p in data.parted if not p.rulebook and book.name in p.file.split("-and-")]
    if others:
        parts += ["## Against other rulebooks\n", *(f"- [{p.title}](../witnesses/{p.file}.md)" for p in others), ""]
    parts += ["## Errata to print\n", *_errata(findings), "## Every clause\n", _clauses(data, book)]
    return Page(f"rulebooks/{book.name}.md", "\n".join(parts))


def _finding(finding: dict[str, Any], games: dict[str, str]) -> str:
    lines = ", ".join(map(str, finding.get("lines") or []))
    where = f"line{'s' if ',' in lines else ''} {lines}" if lines else "not stated"
    clause = finding["clause"]
    stated = f"states {coded(finding['stated'])}" if finding.get("stated") else ""
    expected = f"expected {coded(finding['expected'])}" if finding.get("expected") else ""
    values = ", ".join(v for v in (stated, expected) if v)
    code = code_of(finding)
    game = f" [See a game in which it matters](../witnesses/{games[clause]}.md)." if clause in games else ""
    return (
        f'- <span class="severity {finding.get("severity", "note")}">{finding.get("severity", "note")}</span> '
        f"[{code}](../findings/{code}.md) [`{clause}`](../clauses/{clause}.md), {where}"
        f"{'; ' + values if values else ''}. {markup(str(finding.get('message', '')))}{game}"
    )


def _errata(findings: list[dict[str, Any]]) -> list[str]:
    """What an editor would correct: errors and warnings in the order of the lines."""
    rows: list[list[object]] = []
    chosen = [f for f in findings if f.get("severity") in ("error", "warning")]
    for f in sorted(chosen, key=lambda f: (f.get("lines") or [10**6])[0]):
        lines = ", ".join(map(str, f.get("lines") or [])) or "(missing)"
        rows.append([lines, f.get("stated") or "", f.get("expected") or "", f.get("message", "")])
    return [table(["lines", "printed", "should be", "correction"], rows)] if rows else ["Nothing that needs one.\n"]


def _clauses(data: SiteData, book: Rulebook) -> str:
    rows: list[list[object]] = []
    for clause in data.catalogue:
        reading = book.clauses.get(clause) or {}
        rows.append(
            [
                f"[`{clause}`](../clauses/{clause}.md)",
                badge(str(reading.get("status", "silent"))),
                ", ".join(map(str, reading.get("lines") or [])),
                coded(reading["stated"]) if reading.get("stated") is not None else "",
            ]
        )
    return table(["clause", "status", "lines", "states"], rows)


def _index(data: SiteData) -> Page:
    rows: list[list[object]] = []
    for book in data.rulebooks.values():
        counts = coverage(data, book)
        found = Counter(f.get("severity", "note") for f in _of(data, book))
        rows.append(
            [
                f"[{book.name}]({book.name}.md)",
                LANGUAGES.get(book.language, book.language),
                book.edition,
                bar(counts),
                *(found[s] for s in SEVERITIES),
            ]
        )
    text = [
        front("Rulebooks", "The rulebooks that have been read."),
        "# Rulebooks\n",
        "Each was read clause by clause; [the matrix](../clauses/index.md) shows them all at once. An error changes "
        "play, a warning confuses, a note is the rest. The bars show which part of the clauses "
        + ", ".join(badge(s) for s in STATUSES)
        + ".\n",
        table(["rulebook", "language", "edition", "clauses", "errors", "warnings", "notes"], rows),
    ]
    return Page("rulebooks/index.md", "\n".join(text))
