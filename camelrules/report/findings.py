"""Findings in every format that people and other programs read.

A finding is a plain mapping as in the contract, with `file` and `quotes` beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as xml

from camelrules.report.text import Ink

Finding = Mapping[str, Any]
FORMATS = ("text", "json", "sarif", "junit", "markdown", "github")
_LEVEL = {"error": "error", "warning": "warning", "note": "note"}
_COLOUR = {"error": "1;31", "warning": "1;33", "note": "1;36"}


def render(format_: str, findings: Sequence[Finding], rules: Mapping[str, Any], ink: Ink, version: str) -> str:
    """The findings in a format; `rules` describe the codes."""
    match format_:
        case "json":
            shown = [{k: v for k, v in f.items() if k not in ("file", "quotes")} for f in findings]
            return json.dumps({"version": 1, "findings": shown}, ensure_ascii=False, indent=2)
        case "sarif":
            return json.dumps(sarif(findings, rules, version), ensure_ascii=False, indent=2)
        case "junit":
            return junit(findings)
        case "markdown":
            return markdown(findings)
        case "github":
            return github(findings)
        case _:
            return text(findings, ink)


def text(findings: Sequence[Finding], ink: Ink) -> str:
    """One block a finding: where, what, the line itself, and the game in which it matters."""
    blocks = []
    for f in findings:
        where = f"{f['file']}:{f['lines'][0]}" if f["lines"] else f["file"]
        severity = ink.paint(f["severity"], _COLOUR[f["severity"]])
        head = f"{where}: {severity} {f['code']} {f['name']} {ink.dim('[' + f['clause'] + ']')}"
        lines = [head, f"  {f['message']}"]
        for number, quote in zip(f["lines"], f.get("quotes", ()), strict=False):
            lines.append(ink.dim(f"  {number:>5} | {quote.strip()[:150]}"))
        if f.get("witness"):
            lines += [f"  {line}" for line in game(f["witness"], ink)]
        blocks.append("\n".join(lines))
    counts = [(sum(1 for f in findings if f["severity"] == s), s) for s in _LEVEL]
    told = ", ".join(f"{n} {s}{'' if n == 1 else 's'}" for n, s in counts)
    blocks.append(ink.bold(told) if findings else "no findings")
    return "\n\n".join(blocks)


def game(witness: Mapping[str, Any], ink: Ink, names: tuple[str, str] = ("the edition", "the text")) -> list[str]:
    """A witness told in a few lines: who does what, and what each has in the end under either reading."""
    lines = [ink.bold("a game in which it matters:")]
    track = witness["position"]["track"]
    if track:
        lines.append("  camels: " + "; ".join(f"{n}: {' < '.join(s)}" for n, s in track.items()))
    for at, step in enumerate(witness["steps"], 1):
        drawn = " ".join(str(v) for d in step["draws"] for v in d.values())
        args = " ".join(map(str, step["args"]))
        done = " ".join(p for p in (step["action"].replace("_", " "), args, f"({drawn})" if drawn else "") if p)
        lines.append(f"  {at}. {step['player']}: {done}" if step["player"] != step["action"] else f"  {at}. {done}")
    for name, outcome in zip(names, witness["outcomes"], strict=True):
        money = ", ".join(f"{p} {m}" for p, m in outcome["money"].items())
        lines.append(f"  by {name}: {money} pounds{_more(witness, outcome)}")
    return lines


def _more(witness: Mapping[str, Any], outcome: Mapping[str, Any]) -> str:
    parts = []
    if witness["differs"] == "camels":
        parts.append("camels " + "; ".join(f"{n}: {' < '.join(s)}" for n, s in outcome["track"].items()))
    for refused in outcome.get("refused", []):
        parts.append(f"step {refused['step']} is not allowed ({refused['because']})")
    if outcome.get("winners"):
        parts.append(f"{' and '.join(outcome['winners'])} won")
    return "; " + "; ".join(parts) if parts else ""


def sarif(findings: Sequence[Finding], rules: Mapping[str, Any], version: str) -> dict[str, Any]:
    """SARIF 2.1.0, as code-scanning services take it."""
    used = sorted({f["code"] for f in findings})
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "camelrules",
                        "version": version,
                        "rules": [
                            {
                                "id": code,
                                "name": rules[code].name,
                                "shortDescription": {"text": rules[code].says},
                                "help": {"text": rules[code].mend},
                            }
                            for code in used
                        ],
                    }
                },
                "results": [_result(f, used) for f in findings],
            }
        ],
    }


def _result(f: Finding, used: Sequence[str]) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": f["file"].replace("\\", "/")}}
    if f["lines"]:
        place["region"] = {"startLine": f["lines"][0]}
    return {
        "ruleId": f["code"],
        "ruleIndex": used.index(f["code"]),
        "level": _LEVEL[f["severity"]],
        "message": {"text": f["message"]},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"clause": f"{f['code']}:{f['clause']}:{f['stated']}"},
    }


def junit(findings: Sequence[Finding]) -> str:
    """One test case a finding, failed where it is an error or warning."""
    suite = xml.Element("testsuite", name="camelrules", tests=str(max(1, len(findings))))
    suite.set("failures", str(sum(1 for f in findings if f["severity"] != "note")))
    for f in findings:
        case = xml.SubElement(suite, "testcase", classname=f["rulebook"], name=f"{f['code']} {f['clause']}")
        if f["severity"] != "note":
            failure = xml.SubElement(case, "failure", message=_clean(f["message"]), type=f["name"])
            failure.text = _clean(f"{f['file']}:{','.join(map(str, f['lines']))}")
    if not findings:
        xml.SubElement(suite, "testcase", classname="camelrules", name="no findings")
    xml.indent(suite)
    return xml.tostring(suite, encoding="unicode", xml_declaration=True)


def _clean(text_: str) -> str:
    """Without the control characters that XML forbids; a scanned text may hold some."""
    return "".join(c for c in text_ if c >= " " or c in "\t\n")


def markdown(findings: Sequence[Finding]) -> str:
    """A table for a pull request or a mail."""
    rows = ["| line | severity | code | clause | what |", "|---|---|---|---|---|"]
    for f in findings:
        lines = ", ".join(map(str, f["lines"])) or "-"
        message = f["message"].replace("|", "\\|").replace("\n", " ")
        rows.append(f"| {lines} | {f['severity']} | {f['code']} {f['name']} | `{f['clause']}` | {message} |")
    return "\n".join(rows) if findings else "No findings."


def github(findings: Sequence[Finding]) -> str:
    """Workflow commands that annotate the lines of a change."""

    def escaped(part: str) -> str:
        return part.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    lines = []
    for f in findings:
        level = "notice" if f["severity"] == "note" else f["severity"]
        file = escaped(f["file"]).replace(":", "%3A").replace(",", "%2C")
        place = f"file={file}" + (f",line={f['lines'][0]}" if f["lines"] else "")
        lines.append(f"::{level} {place},title={f['code']} {f['name']}::{escaped(f['message'])}")
    return "\n".join(lines)
