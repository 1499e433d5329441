"""Findings in every format that people and other programs read.

A finding is a plain mapping as in the contract, with `file` and `quotes` beside it.
"""

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
from camelrules.report.games import NAMES, game, heading, names_of, outcome_words, stack_words, step_words
from camelrules.report.text import Ink, counted

Finding = Mapping[str, Any]
FORMATS = ("text", "json", "sarif", "junit", "markdown", "github", "html", "xlsx")
# What reports are given beside the fields of the contract.
_BESIDE = ("file", "quotes", "cited", "links", "where", "marks", "drawn", "stepper")
# So many clauses or places are named in the one line of a kind of note.
_FOLDED = 6
# So much of a line is quoted, and so much of that before the words that the finding is about.
_EXCERPT, _BEFORE = 150, 30
_LEVEL = {"error": "error", "warning": "warning", "note": "note"}
_COLOUR = {"error": "1;31", "warning": "1;33", "note": "1;36"}


def render(
    format_: str, findings: Sequence[Finding], rules: Mapping[str, Any], ink: Ink, version: str, notes: bool = False
) -> str:
    """The findings in a format; `rules` describe the codes; a person sees `notes` one by one only on request."""
    match format_:
        case "json":
            shown = [{k: v for k, v in f.items() if k not in _BESIDE} for f in findings]
            return json_text(json.dumps({"version": 1, "findings": shown}, ensure_ascii=False, indent=2))
        case "sarif":
            return json_text(json.dumps(sarif(findings, rules, version), ensure_ascii=False, indent=2))
        case "junit":
            return junit(findings)
        case "markdown":
            return markdown(findings)
        case "github":
            return github(findings)
        case _:
            return text(findings, ink, notes)


def by_severity(findings: Sequence[Finding]) -> list[Finding]:
    """Errors first, then warnings, then notes; otherwise in the order given."""
    return sorted(findings, key=lambda f: list(_LEVEL).index(f["severity"]))


def counts(findings: Sequence[Finding]) -> str:
    """`2 errors, 1 warning`: the kinds that there are."""
    found = [(sum(1 for f in findings if f["severity"] == s), s) for s in _LEVEL]
    return ", ".join(counted(n, s) for n, s in found if n) or "no findings"


def text(findings: Sequence[Finding], ink: Ink, notes: bool = False) -> str:
    """One block a finding, errors first; notes are one line a kind unless they are asked for."""
    folded = [] if notes else [f for f in findings if f["severity"] == "note"]
    blocks = [_block(f, ink) for f in by_severity(findings) if f not in folded]
    if folded:
        blocks.append("\n".join(_folded(folded, ink)))
    blocks.append(ink.bold(counts(findings)) if findings else "no findings")
    return "\n\n".join(blocks)


def _block(f: Finding, ink: Ink) -> str:
    """Where, what, the line itself, what to write instead, and the game in which it matters."""
    severity = ink.paint(f["severity"], _COLOUR[f["severity"]])
    clause = f" {ink.dim('[' + f['clause'] + ']')}" if f["clause"] else ""
    lines = [f"{terminal(_where(f))}: {severity} {f['code']} {f['name']}{clause}", f"  {terminal(f['message'])}"]
    for at, (place, quote) in enumerate(zip(f.get("cited", f["lines"]), f.get("quotes", ()), strict=False)):
        start = f["marks"][at][1] if at < len(f.get("marks", ())) else 0
        lines.append(ink.dim(f"  {str(place).removeprefix('line '):>5} | {terminal(_excerpt(quote, start))}"))
    if f.get("suggestion"):
        lines.append(f"  suggested: {terminal(f['suggestion']['text'])}")
    if f.get("impact"):
        lines.append(f"  {impact_words(f['impact'])}")
    if f.get("no_game"):
        lines.append(ink.dim("  no game: the rules have no variant for this"))
    if f.get("witness"):
        lines += [f"  {line}" for line in game(f["witness"], ink, NAMES, f.get("drawn"))]
    return "\n".join(lines)


def _excerpt(line: str, start: int) -> str:
    """So much of a line as one looks at, with what the finding is about in it."""
    cut = max(0, min(start - _BEFORE, len(line) - _EXCERPT))
    begin = line.rfind(" ", 0, cut) + 1 if cut else 0
    shown = line[begin : begin + _EXCERPT]
    return f"{'… ' if begin else ''}{shown.strip()}{' …' if begin + _EXCERPT < len(line) else ''}"


def _folded(notes: Sequence[Finding], ink: Ink) -> list[str]:
    """A line for each kind of note: how many, and where or about what."""
    lines = [f"{counted(len(notes), 'note')}; --notes shows {'it' if len(notes) == 1 else 'them'}:"]
    for code, name in dict.fromkeys((f["code"], f["name"]) for f in notes):
        mine = [f for f in notes if f["code"] == code]
        about = list(dict.fromkeys(f["clause"] or _where(f) for f in mine))
        more = f" and {len(about) - _FOLDED} more" if len(about) > _FOLDED else ""
        lines.append(ink.dim(f"  {code} {name}, {len(mine)}: {terminal(', '.join(about[:_FOLDED]))}{more}"))
    return lines


def impact_words(impact: Mapping[str, Any]) -> str:
    """In how many games it would matter."""
    return (
        f"money changes in {impact['money_changed']:.1%} of games, the winner in {impact['winner_changed']:.1%} "
        f"(±{impact['error']:.1%}, {counted(impact['games'], 'pair')} of random games)"
    )


def _where(f: Finding) -> str:
    """The file with the line that an editor can jump to, or the place in the words of its format."""
    if at := _file_place(f):
        return f"{f['file']}:{at['line']}"
    return f"{f['file']}, {f['cited'][0]}" if f.get("cited") else str(f["file"])


def _file_place(f: Finding) -> Mapping[str, Any]:
    """The first place that is a line of the file itself; empty where there is none."""
    return next(iter(_file_places(f)), {})


def _file_places(f: Finding) -> list[Mapping[str, Any]]:
    """The places that are lines of the file itself: a page and a paragraph are none."""
    if "places" not in f:
        return [{"line": n} for n in f["lines"]]
    return [p for p in f["places"] if "line" in p and "page" not in p]


def _told(f: Finding) -> str:
    """The message with the sentence to write, for formats that have one text a finding."""
    suggestion = (f.get("suggestion") or {}).get("text")
    return f"{f['message']} Suggested: {suggestion}" if suggestion else str(f["message"])


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
                # Columns count characters; without this they would be taken for units of UTF-16.
                "columnKind": "unicodeCodePoints",
                "results": [_result(f, used) for f in findings],
            }
        ],
    }


def _result(f: Finding, used: Sequence[str]) -> dict[str, Any]:
    file: dict[str, Any] = {"artifactLocation": {"uri": uri(f["file"])}}
    first, *others = [{"physicalLocation": {**file, "region": _region(p)}} for p in _file_places(f)] or [
        {"physicalLocation": file}
    ]
    return {
        "ruleId": f["code"],
        "ruleIndex": used.index(f["code"]),
        "level": _LEVEL[f["severity"]],
        "message": {"text": _told(f)},
        "locations": [first],
        **({"relatedLocations": others} if others else {}),
        "partialFingerprints": {"clause": f"{f['code']}:{f['clause']}:{f['stated']}"},
    }


def _region(place: Mapping[str, Any]) -> dict[str, int]:
    columns = {"startColumn": place["column"], "endColumn": place["end_column"]} if "column" in place else {}
    return {"startLine": place["line"], **columns}


def junit(findings: Sequence[Finding]) -> str:
    """One test case a finding, failed where it is an error or warning."""
    suite = xml.Element("testsuite", name="camelrules", tests=str(max(1, len(findings))))
    suite.set("failures", str(sum(1 for f in findings if f["severity"] != "note")))
    for f in findings:
        name = xml_characters(f"{f['code']} {f['clause']}")
        case = xml.SubElement(suite, "testcase", classname=xml_characters(f["rulebook"]), name=name)
        if f["severity"] != "note":
            failure = xml.SubElement(case, "failure", message=xml_characters(_told(f)), type=f["name"])
            lines = ",".join(map(str, f["lines"]))
            failure.text = xml_characters(f"{f['file']}:{lines}" if lines else f["file"])
    if not findings:
        xml.SubElement(suite, "testcase", classname="camelrules", name="no findings")
    xml.indent(suite)
    return xml.tostring(suite, encoding="unicode", xml_declaration=True)


def markdown(findings: Sequence[Finding]) -> str:
    """A table for a pull request or a mail, and under it a section with its game for each finding that has one."""
    if not findings:
        return "No findings."
    rows = ["| line | severity | code | clause | what |", "|---|---|---|---|---|"]
    shown = by_severity(findings)
    for f in shown:
        places = [words for _, words in f.get("links", ())] or f["lines"]
        lines = ", ".join(str(p).removeprefix("line ") for p in places) or "-"
        clause = markdown_code(f["clause"]) if f["clause"] else "-"
        message = markdown_words(_told(f))
        rows.append(f"| {lines} | {f['severity']} | {f['code']} {f['name']} | {clause} | {message} |")
    parts = [f"**{counts(findings)}**", "\n".join(rows)]
    parts += [_markdown_game(f) for f in shown if f.get("witness")]
    return "\n\n".join(parts)


def _markdown_game(f: Finding) -> str:
    """A game as a list of steps and a table of what each player then has."""
    witness = f["witness"]
    lines = [f"### {markdown_words(f['clause'])}: {markdown_words(heading(witness))}", ""]
    start = witness["position"]
    if start["track"]:
        lines += [f"At the start: {markdown_words(stack_words(start))} (stacks from bottom to top).", ""]
    lines += [
        f"{at}. {markdown_words(step_words(step, names_of(witness)))}" for at, step in enumerate(witness["steps"], 1)
    ]
    lines += ["", "| by | in the end |", "|---|---|"]
    for name, outcome in zip(NAMES, witness["outcomes"], strict=True):
        lines.append(f"| {name} | {markdown_words(outcome_words(witness, outcome))} |")
    return "\n".join(lines)


def github(findings: Sequence[Finding]) -> str:
    """Workflow commands that annotate the lines of a change."""
    lines = []
    for f in findings:
        level = "notice" if f["severity"] == "note" else f["severity"]
        at = _file_place(f)
        columns = f",col={at['column']},endColumn={at['end_column'] - 1}" if "column" in at else ""
        place = f"file={workflow_property(f['file'])}" + (f",line={at['line']}{columns}" if at else "")
        lines.append(f"::{level} {place},title={f['code']} {f['name']}::{workflow_message(_told(f))}")
    return "\n".join(lines)
