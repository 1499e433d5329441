"""What hand-written pages ask for with `<!-- site: NAME -->`: numbers, a drawing, tables made from the code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from camelrules.site.boards import board_for
from camelrules.site.data import SiteData
from camelrules.site.reference import commands, nodes, statements

MARK = re.compile(r"<!-- site: ([a-z]+) -->")


def summary(data: SiteData) -> str:
    """How much there is, with links."""
    kinds = Counter(str(f.get("severity")) for f in data.findings)
    verdicts = Counter(str(r.get("verdict")) for rows in data.verdicts.values() for r in rows)
    settled = verdicts["proved"] + verdicts["exhaustive"]
    proofs = (
        f"{settled} of {sum(verdicts.values())} settled for every state"
        if verdicts
        else "stated, not checked in this build"
    )
    rows = [
        ("rules/index.md", len(data.engines), "editions", "run, proved and written out from one specification"),
        ("clauses/index.md", len(data.catalogue), "clauses", f"read in {len(data.rulebooks)} rulebooks"),
        ("rulebooks/index.md", len(data.findings), "findings", f"{kinds['error']} of which change play"),
        ("proofs.md", len(data.properties), "properties", proofs),
        ("examples/index.md", len(data.outcomes), "worked examples", "drawn, to step through"),
        ("witnesses/index.md", len(data.parted), "witnesses", "games in which two readings part"),
    ]
    items = [
        f'<li><a href="{page.removesuffix(".md")}.html"><b>{count}</b> {what}</a><small>{more}</small></li>'
        for page, count, what, more in rows
    ]
    return f'<ul class="numbers">{"".join(items)}</ul>'


def board(data: SiteData) -> str:
    """An example with a tile, drawn before and after; the busiest step of all."""
    best = None
    for outcome in data.outcomes:
        spaces = board_for(data.engines[outcome.example.edition]).spaces
        for at in range(1, len(outcome.positions)):
            tiles, fired = outcome.positions[at].get("tiles"), len(outcome.fired[at - 1])
            on_track = all(0 < int(s) <= spaces for s in outcome.positions[at]["track"])
            if tiles and on_track and "reveal" in outcome.example.data["steps"][at - 1]:
                height = max(len(s) for s in outcome.positions[at]["track"].values())
                if best is None or (height, fired) > best[0]:
                    best = ((height, fired), outcome, at)
    if best is None:
        return ""
    _, outcome, at = best
    example = outcome.example
    drawer = board_for(data.engines[example.edition])
    before, after = outcome.positions[at - 1], outcome.positions[at]
    return (
        f'<div class="beside hero"><figure>{drawer.draw(before, None, "Before")}</figure>'
        f"<figure>{drawer.draw(after, before, 'After')}</figure></div>\n"
        f'<p class="under"><a href="examples/{example.edition}-{example.name}.html">{example.says}</a></p>'
    )


PARTS: dict[str, Callable[[SiteData], str]] = {
    "summary": summary,
    "board": board,
    "commands": lambda data: commands(),
    "expressions": lambda data: nodes(),
    "statements": lambda data: statements(),
}


def complete(text: str, data: SiteData) -> str:
    """A hand-written page with its marks filled; an unknown mark stays, and `site check` names it."""
    return MARK.sub(lambda m: PARTS[m[1]](data) if m[1] in PARTS else m[0], text)
