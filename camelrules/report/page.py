"""Findings as one page to send: the text with marks beside what was found in it; no scripts, nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from camelrules.door.escape import html
from camelrules.report.findings import by_severity, counts, impact_words
from camelrules.report.games import NAMES, heading, names_of, outcome_notes, stack_words, step_words
from camelrules.report.text import counted

Finding = Mapping[str, Any]
# What a message sets off as a value.
_CODE = re.compile("`([^`]*)`")
_ORDER = ("error", "warning", "note")
_STYLE = """
:root { color-scheme: light dark; --ground: light-dark(#fffdf8, #1d1b17); --ink: light-dark(#222, #eee9dd);
  --soft: light-dark(#625c4f, #b0a99a); --edge: light-dark(#d8d2c4, #45413a); --raised: light-dark(#fff, #26231e);
  --sunk: light-dark(#f3eee4, #2a2823); --accent: light-dark(#8f3f10, #f2a878); --focus: light-dark(#0b57d0, #8ab4f8);
  --ok: light-dark(#17633a, #8fd8a8); --bad: light-dark(#a3231c, #ff9d94); --doubt: light-dark(#7a5200, #f0c05a);
  --mark: light-dark(#fbe3a2, #5b4a12) }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 100rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--ground) }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere } h2 { font-size: 1.1rem }
header p { margin: .3rem 0 1rem }
main { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 2rem; height: calc(100vh - 7rem) }
section { overflow: auto; padding: .2rem; position: relative } section.text { order: -1 }
.line { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: .8rem; overflow-wrap: anywhere }
.line:target, article:target { outline: 2px solid var(--focus); outline-offset: 2px }
.n { color: var(--soft); text-align: right; font-size: .8rem; padding-top: .15rem }
.heading { font-weight: 700 } .item .t { padding-left: 1rem } .gap { height: .8rem }
.unread .t { color: var(--soft); font-style: italic }
mark { background: var(--mark); color: inherit } mark a { color: inherit; text-decoration-thickness: 2px }
.error a { text-decoration-color: var(--bad) } .warning a { text-decoration-color: var(--doubt) }
article { border-left: 4px solid var(--edge); padding: .1rem 0 .1rem 1rem; margin: 0 0 1.6rem }
article.error { border-color: var(--bad) } article.warning { border-color: var(--doubt) }
article h3 { font-size: 1rem; margin: 0; break-after: avoid } article p { margin: .3rem 0; overflow-wrap: anywhere }
.error .severity { color: var(--bad) } .warning .severity { color: var(--doubt) } .note .severity { color: var(--soft) }
.dim, .where { color: var(--soft); font-size: .9rem } a { color: inherit }
blockquote { margin: .3rem 0; padding-left: .8rem; border-left: 1px solid var(--edge); overflow-wrap: anywhere }
table { border-collapse: collapse; margin: .4rem 0; font-size: .9rem }
caption { text-align: left; font-weight: 600; white-space: nowrap }
th, td { border: 1px solid var(--edge); padding: .15rem .5rem; text-align: left; vertical-align: top }
details { margin: 1rem 0 } summary { cursor: pointer }
.game { display: flex; flex-wrap: wrap; gap: .3rem; margin: .5rem 0 }
.game > input { position: absolute; opacity: 0; width: 1px }
.game > label { border: 1px solid var(--edge); border-radius: .4rem; padding: .1rem .6rem; cursor: pointer }
.game > input:checked + label { background: var(--accent); color: var(--ground); border-color: var(--accent) }
.game > input:focus-visible + label { outline: 3px solid var(--focus); outline-offset: 2px }
.frame { flex-basis: 100%; break-inside: avoid } .beside { margin: .4rem 0 } .board { max-width: 26rem }
.badge { color: var(--accent); font-size: .85rem }
@media (max-width: 50rem) { main { display: block; height: auto }
  .line { grid-template-columns: 3.5rem minmax(0, 1fr) } }
@media (max-width: 50rem) { caption { white-space: normal } }
@page { margin: 15mm }
@media print { :root { color-scheme: light } main { display: block; height: auto } section { overflow: visible }
  body { font-size: 10pt; max-width: none; padding: 0 } section.text { break-before: page }
  .beside { grid-template-columns: 1fr 1fr; gap: .5rem } .board { max-width: 5.5cm }
  * { print-color-adjust: exact } body { background: #fff } .game { gap: 0 } .frame > p { margin: 0 }
  .game > label, .game > input, .scoring, .frame:not(:first-of-type, :last-of-type) .beside { display: none } }
"""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of a text: how its user calls its place, its words, and the class that it is shown in."""

    label: str
    text: str
    kind: str = ""
    unread: bool = False


def page(
    findings: Sequence[Finding],
    texts: Mapping[str, Sequence[PrintedLine]],
    version: str,
    drawing: tuple[str, str] = ("", ""),
) -> str:
    """The page; `marks` of a finding are lines and characters of the text that it stands for.

    `drawing` is the style and the symbols of the drawn games, which a finding has as `stepper`.
    """
    numbered = list(enumerate(by_severity(findings), 1))
    title = ", ".join(name.rsplit("/", 1)[-1] for name in texts) or "findings"
    shown = "".join(_text(name, lines, numbered, at, len(texts) > 1) for at, (name, lines) in enumerate(texts.items()))
    names = list(texts)
    told = "".join(_article(n, f, names) for n, f in numbered) or "<p>No findings.</p>"
    style, symbols = drawing
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{html(title)}: findings</title><style>{style}{_STYLE}</style></head><body>{symbols}"
        f'<header><h1>{html(title)}</h1><p class="dim">{counts(findings)} · camelrules {html(version)}</p></header>'
        f'<main><section class="findings" aria-label="Findings" tabindex="0">{told}{_unread(texts)}</section>'
        f'<section class="text" aria-label="The text" tabindex="0">{shown}</section></main></body></html>'
    )


def _unread(texts: Mapping[str, Sequence[PrintedLine]]) -> str:
    """What was not understood: sentences from which nothing was read."""
    found = [
        f'<li><a href="#t{at}-{n}">{html(line.label)}</a> {html(line.text.strip()[:160])}</li>'
        for at, lines in enumerate(texts.values())
        for n, line in enumerate(lines, 1)
        if line.unread
    ]
    if not found:
        return ""
    said = f"Nothing was read from {counted(len(found), 'line')}"
    return (
        f"<details><summary>{said}, in grey in the text: no rule that the program knows of</summary>"
        f"<ul>{''.join(found)}</ul></details>"
    )


def _text(
    name: str, lines: Sequence[PrintedLine], findings: Sequence[tuple[int, Finding]], at: int, several: bool
) -> str:
    """A text with its marks."""
    marks: dict[int, list[tuple[int, int, int, str]]] = {}
    for number, finding in findings:
        if finding["file"] == name:
            for line, start, end in finding.get("marks", ()):
                marks.setdefault(line, []).append((start, end, number, finding["severity"]))
    out = [f"<h2>{html(name)}</h2>"] if several else []
    for n, line in enumerate(lines, 1):
        if not line.text:
            out.append('<div class="gap"></div>')
            continue
        words = _marked(line.text, marks.get(n, []))
        kind = f"{line.kind} unread" if line.unread else line.kind
        out.append(
            f'<div class="line {html(kind)}" id="t{at}-{n}"><span class="n">{html(line.label)}</span>'
            f'<span class="t">{words}</span></div>'
        )
    return "".join(out)


def _marked(text: str, marks: Sequence[tuple[int, int, int, str]]) -> str:
    """The words, each stretch linked to the gravest finding on it."""
    edges = sorted({0, len(text), *(min(max(e, 0), len(text)) for start, end, *_ in marks for e in (start, end))})
    out = []
    for start, end in pairwise(edges):
        over = [(_ORDER.index(s), n, s) for a, b, n, s in marks if a <= start and end <= b]
        part = html(text[start:end])
        if over:
            _, number, severity = min(over)
            part = f'<mark class="{severity}"><a href="#f{number}">{part}</a></mark>'
        out.append(part)
    return "".join(out)


def _article(number: int, f: Finding, names: Sequence[str]) -> str:
    """One finding: where, what, what to write instead, and the game in which it matters."""
    at = names.index(f["file"])
    links = [f'<a href="#t{at}-{line}">{html(words)}</a>' for line, words in f.get("links", ())]
    impact = f.get("impact")
    known = " · ".join([html(f["code"]), *([html(f["clause"])] if f["clause"] else []), *links])
    told = f["message"][:1].upper() + f["message"][1:]
    message = _CODE.sub(r"<code>\1</code>", html(told))
    suggestion = (f.get("suggestion") or {}).get("text", "")
    quotes = "".join(f"<blockquote>{html(q.strip())}</blockquote>" for q in f.get("quotes", ()))
    parts = [
        f'<article class="{html(f["severity"])}" id="f{number}"><h3>'
        f'<span class="severity">{html(f["severity"])}</span> '
        f"{html(f['name'].replace('-', ' '))}</h3>",
        f'<p class="where">{known}</p>',
        f"<p>{message}</p>{quotes}",
        f"<p><b>Suggestion:</b> {html(suggestion)}</p>" if suggestion else "",
        f"<p>{html(impact_words(impact).capitalize())}</p>" if impact else "",
        _game(f) if f.get("witness") else "",
        "</article>",
    ]
    return "".join(parts)


def _game(f: Finding) -> str:
    """A witness: what each player has under both readings, then its steps, drawn where somebody drew them."""
    witness = f["witness"]
    outcomes = witness["outcomes"]
    players = list(outcomes[0]["money"])
    head = "".join(f"<th>{html(p)}</th>" for p in players)
    rows = "".join(_outcome(name, [o["money"][p] for p in players]) for name, o in zip(NAMES, outcomes, strict=True))
    caption = heading(witness)
    money = (
        f"<table><caption>{html(caption[:1].upper() + caption[1:])}: pounds in the end</caption>"
        f"<tr><th>by</th>{head}</tr>{rows}</table>"
    )
    # Below the table, which is narrow on a phone.
    for name, outcome in zip(NAMES, outcomes, strict=True):
        notes = "; ".join(outcome_notes(outcome))
        money += f'<p class="dim">By {html(name)}, {html(notes)}.</p>' if notes else ""
    return money + (f.get("stepper") or _steps(witness))


def _steps(witness: Mapping[str, Any]) -> str:
    start = stack_words(witness["position"])
    before = f'<p class="dim">Camels at the start: {html(start)}</p>' if start else ""
    return f"{before}<ol>{''.join(f'<li>{html(step_words(s, names_of(witness)))}</li>' for s in witness['steps'])}</ol>"


def _outcome(name: str, money: Sequence[int]) -> str:
    return f"<tr><th>{name}</th>{''.join(f'<td>{m}</td>' for m in money)}</tr>"
