"""Verdicts of `verify` in every format that people and other programs read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as xml

from camelrules.door.escape import (
    json_text,
    markdown_code,
    terminal,
    uri,
    workflow_message,
    workflow_property,
    xml_characters,
)
from camelrules.door.escape import markdown as markdown_words
from camelrules.report.text import Ink

Verdict = Mapping[str, Any]
FORMATS = ("text", "json", "sarif", "junit", "markdown", "github")
_COLOUR = {"proved": "32", "exhaustive": "32", "bounded": "33", "sampled": "33", "refuted": "1;31", "unknown": "1;33"}

EMPTY = "says nothing of the rules: it comes out the same whatever they do"


def summary(results: Sequence[Verdict]) -> dict[str, int]:
    """How many properties came to which verdict, and how many are not as expected."""
    counts = {v: sum(1 for r in results if r["verdict"] == v) for v in _COLOUR}
    return {"properties": len(results), **counts, "failed": sum(1 for r in results if failed(r))}


def failed(result: Verdict) -> bool:
    """Whether a verdict is not the expected one, for another reason than that nothing is known."""
    return not result["ok"] and result["verdict"] != "unknown"


def render(format_: str, report: Mapping[str, Any], ink: Ink, version: str) -> str:
    """The report in a format."""
    results: Sequence[Verdict] = report["properties"]
    match format_:
        case "json":
            return json_text(json.dumps(report, ensure_ascii=False, indent=2))
        case "sarif":
            return json_text(json.dumps(sarif(results, version), ensure_ascii=False, indent=2))
        case "junit":
            return junit(results)
        case "markdown":
            return markdown(results, report["summary"])
        case "github":
            return "\n".join(_command(r) for r in results if not r["ok"])
        case _:
            return text(report, ink)


def _command(result: Verdict) -> str:
    level = "error" if failed(result) else "warning"
    title = workflow_property(f"{result['id']} ({result['edition']})")
    return f"::{level} title={title}::{workflow_message(_line(result))}"


def _line(result: Verdict) -> str:
    note = result["verdict"] + (", as expected" if result["expected"] == "refuted" == result["verdict"] else "")
    if result["vacuous"]:
        never = [c for c, r in result["cases"].items() if r == "never"]
        note += f"; without cases: {', '.join(never)}" if never else f"; {EMPTY}"
    return f"{note}: {result['says']}" + (f" ({result['detail']})" if result["detail"] else "")


def text(report: Mapping[str, Any], ink: Ink) -> str:
    """One line a property, edition by edition, and more where something is wrong."""
    lines: list[str] = []
    results: Sequence[Verdict] = report["properties"]
    width = max([len(r["id"]) for r in results] + [10])
    for edition in dict.fromkeys(r["edition"] for r in results):
        lines += ["", ink.bold(f"edition {terminal(str(edition))}")]
        for r in results:
            if r["edition"] != edition:
                continue
            shown = ink.paint(f"{r['verdict']:<10}", _COLOUR[r["verdict"]])
            lines.append(f"  {shown} {terminal(r['id']):<{width}}  {ink.dim(how(r))}")
            lines += [f"{'':13}{terminal(line)}" for line in _more(r)]
    counts = report["summary"]
    parts = [f"{counts[v]} {v}" for v in _COLOUR if counts[v]]
    word = "property" if counts["properties"] == 1 else "properties"
    lines += ["", ink.bold(f"{counts['properties']} {word}: {', '.join(parts)}")]
    return "\n".join(lines).lstrip("\n")


def how(r: Verdict) -> str:
    """The method, what it went through, and what it took."""
    parts = [r["method"]]
    if r["states"]:
        parts.append(f"{r['states']:,} states")
    if r["questions"]:
        parts.append(f"{r['questions']} questions, {r['work']:,} units")
    if r["value"] is not None:
        parts.append(f"value {r['value']}")
    if r["expected"] == "refuted":
        parts.append("expected to fail" if r["verdict"] == "refuted" else "EXPECTED TO FAIL")
    return ", ".join(parts)


def _more(r: Verdict) -> list[str]:
    lines = []
    if not r["ok"] or r["verdict"] == "refuted":
        lines.append(r["says"])
        if r["detail"]:
            lines.append(r["detail"])
    if r["vacuous"]:
        never = ", ".join(c for c, x in r["cases"].items() if x == "never")
        lines.append(f"never happens: {never}" if never else EMPTY)
    for need in r["needs"]:
        lines.append(f"needs {need['rule']}" if need["needed"] else f"does NOT need {need['rule']}: {need['detail']}")
    return lines


def markdown(results: Sequence[Verdict], counts: Mapping[str, int]) -> str:
    """A table for a pull request or a page."""
    rows = ["| property | edition | verdict | method | says |", "|---|---|---|---|---|"]
    for r in results:
        edition, says = markdown_words(str(r["edition"])), markdown_words(r["says"])
        rows.append(f"| {markdown_code(r['id'])} | {edition} | {r['verdict']} | {how(r)} | {says} |")
    parts = [f"{counts[v]} {v}" for v in _COLOUR if counts[v]]
    return "\n".join([*rows, "", ", ".join(parts)])


def junit(results: Sequence[Verdict]) -> str:
    """One test case a property and edition."""
    suite = xml.Element("testsuite", name="camelrules verify", tests=str(len(results)))
    suite.set("failures", str(sum(1 for r in results if failed(r))))
    suite.set("errors", str(sum(1 for r in results if not r["ok"] and not failed(r))))
    for r in results:
        case = xml.SubElement(
            suite,
            "testcase",
            classname=xml_characters(str(r["edition"])),
            name=xml_characters(r["id"]),
            time=str(r["seconds"]),
        )
        if not r["ok"]:
            kind = "failure" if failed(r) else "error"
            message = xml_characters(_line(r))
            xml.SubElement(case, kind, message=message, type=r["verdict"]).text = xml_characters(r["detail"])
    xml.indent(suite)
    return xml.tostring(suite, encoding="unicode", xml_declaration=True)


def sarif(results: Sequence[Verdict], version: str) -> dict[str, Any]:
    """SARIF 2.1.0, one result a property that is not as expected."""
    wrong = [r for r in results if not r["ok"]]
    ids = sorted({r["id"] for r in wrong})
    rules = [{"id": i, "shortDescription": {"text": next(r["says"] for r in wrong if r["id"] == i)}} for i in ids]
    found = [
        {
            "ruleId": r["id"],
            "ruleIndex": ids.index(r["id"]),
            "level": "error" if failed(r) else "warning",
            "message": {"text": f"edition {r['edition']}: {_line(r)}"},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(r.get("file") or "verify")}}}],
        }
        for r in wrong
    ]
    driver = {"name": "camelrules", "version": version, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": found}],
    }
