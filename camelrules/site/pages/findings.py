"""A page for each kind of finding: its code, what it means, and every place where it was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from camelrules.door.escape import markup
from camelrules.site.data import SiteData
from camelrules.site.page import Page, front, table
from camelrules.site.words import plural


def code_of(finding: dict[str, Any]) -> str:
    """The code of a finding, or its kind where it was written down by hand without one."""
    return str(finding.get("code") or finding.get("kind") or "finding")


def pages(data: SiteData) -> Iterator[Page]:
    by_code: dict[str, list[dict[str, Any]]] = {code: [] for code in data.codes}
    for finding in data.findings:
        by_code.setdefault(code_of(finding), []).append(finding)
    for code, found in sorted(by_code.items()):
        yield _code(data, code, found)
    rows: list[list[object]] = [
        [f"[{code}]({code}.md)", markup(_about(data, code, "name")), markup(_about(data, code, "says")), len(found)]
        for code, found in sorted(by_code.items())
    ]
    text = [
        front("Finding codes", "What the checker looks for."),
        "# Finding codes\n",
        "What can be wrong with a rulebook, and how often it was found in those that were read.\n",
        table(["code", "name", "meaning", "found"], rows),
    ]
    yield Page("findings/index.md", "\n".join(text))


def _about(data: SiteData, code: str, what: str) -> str:
    return str(data.codes.get(code, {}).get(what, code if what == "name" else ""))


def _code(data: SiteData, code: str, found: list[dict[str, Any]]) -> Page:
    rows: list[list[object]] = []
    for f in found:
        book = str(f.get("rulebook") or "")
        clause = str(f.get("clause") or "")
        rows.append(
            [
                f"[{book}](../rulebooks/{book}.md)" if book else "",
                ", ".join(map(str, f.get("lines") or [])),
                f"[`{clause}`](../clauses/{clause}.md)" if clause else "",
                f'<span class="severity {f.get("severity", "note")}">{f.get("severity", "note")}</span>',
                markup(str(f.get("message", ""))),
            ]
        )
    name, says = _about(data, code, "name"), _about(data, code, "says")
    heading = code if name == code else f"{code} {markup(name)}"
    mend = _about(data, code, "mend")
    text = [
        front(heading, says),
        f"# {heading}\n",
        f"{markup(says)}\n",
        f"**What to do:** {markup(mend)}\n" if mend else "",
        f"Found {plural(len(found), 'time')} in the rulebooks that have been read. See [all codes](index.md).\n",
        table(["rulebook", "lines", "clause", "severity", "message"], rows) if rows else "",
    ]
    return Page(f"findings/{code}.md", "\n".join(text))
