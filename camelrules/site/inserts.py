"""What hand-written pages ask for with `<!-- site: NAME -->`: numbers, a drawing, tables made from the code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from camelrules.door.escape import markup
from camelrules.door.folders import data_folder
from camelrules.site.data import SiteData
from camelrules.site.games import frames
from camelrules.site.parted import Parted
from camelrules.site.reference import commands, nodes, statements
from camelrules.site.words import coded

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
        ("witnesses/index.md", len(data.parted), "short games", "that show what a misprint changes"),
    ]
    items = [
        f'<li><a href="{page.removesuffix(".md")}.html"><b>{count}</b> {what}</a><small>{more}</small></li>'
        for page, count, what, more in rows
    ]
    return f'<ul class="numbers">{"".join(items)}</ul>'


def finding(data: SiteData) -> str:
    """One fault of a printed rulebook with the last step of its game: the shortest that changes money."""
    known = {(f["rulebook"], f["clause"]): f for f in data.findings if f["severity"] == "error" and f["stated"]}
    shown = [p for p in data.parted if (p.rulebook, p.clause) in known and p.witness["differs"] == "money"]
    # A game with a roll of the dice shows more than one without, and camels on the track more than those beside it.
    shown.sort(key=lambda p: (not _rolled(p), _off_track(p), len(p.witness["steps"]), p.file))
    if not shown:
        return ""
    best = shown[0]
    fault = known[best.rulebook, best.clause]
    lines = f"line{'s' if len(fault['lines']) > 1 else ''} {', '.join(map(str, fault['lines']))}"
    last = frames(best.played, best.names)[-1]
    return (
        '<div class="reason hero"><p><span class="severity error">error</span> '
        f"<b>{markup(best.rulebook)}, {lines}</b> "
        f'<a href="clauses/{markup(best.clause)}.html"><code>{markup(best.clause)}</code></a>: '
        f"printed {coded(fault['stated'])}, right {coded(fault['expected'])}. {markup(str(fault['message']))} "
        f'<a href="witnesses/{markup(best.file)}.html">Step through the game</a>, which ends so:</p>{last}</div>'
    )


def _rolled(parted: Parted) -> bool:
    return bool(parted.witness["position"]["track"]) and any(step["draws"] for step in parted.witness["steps"])


def _off_track(parted: Parted) -> bool:
    spaces = {int(s) for s in parted.played.tables[0].table.members["space"]}
    return any(int(s) not in spaces for outcome in parted.witness["outcomes"] for s in outcome["track"])


def plot(name: str) -> str:
    """A picture that `benchmarks/run.py --plots` drew, in the text, so that it takes on the colours of the page."""
    drawn = (data_folder("docs") / "assets" / f"{name}.svg").read_text("utf-8")
    return f"<figure>{drawn.replace(chr(10), '')}</figure>"


PARTS: dict[str, Callable[[SiteData], str]] = {
    "summary": summary,
    "finding": finding,
    "commands": lambda data: commands(),
    "expressions": lambda data: nodes(),
    "statements": lambda data: statements(),
    "speed": lambda data: plot("speed"),
    "ratios": lambda data: plot("ratios"),
}


def complete(text: str, data: SiteData) -> str:
    """A hand-written page with its marks filled; an unknown mark stays, and `site check` names it."""
    return MARK.sub(lambda m: PARTS[m[1]](data) if m[1] in PARTS else m[0], text)
