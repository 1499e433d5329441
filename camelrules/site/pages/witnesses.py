"""Witnesses: small games in which two readings part, drawn side by side on the same dice."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from camelrules.run.engine import Engine
from camelrules.site.data import SiteData
from camelrules.site.draw import Board
from camelrules.site.page import Page, front
from camelrules.site.parted import Parted
from camelrules.site.scoring import holdings, picture
from camelrules.site.words import clause_link, title

if TYPE_CHECKING:
    from camelrules.compare.scripts import Outcome as ScriptOutcome

_DIFFERS = {
    "money": "Somebody has more or less money.",
    "winner": "Somebody else wins.",
    "camels": "The camels stand elsewhere.",
    "legality": "What one reading allows, the other forbids.",
    "tiles": "The tiles lie elsewhere.",
}


def pages(data: SiteData) -> Iterator[Page]:
    for parted in data.parted:
        yield _witness(data, parted)
    rows = [
        f"- [{p.title}]({p.file}.md): {html.escape(_DIFFERS.get(p.witness['differs'], ''), quote=False)}"
        for p in data.parted
    ]
    text = [
        front("Witnesses", "Small games in which two readings of the rules part."),
        "# Witnesses\n",
        "Each is the shortest game that a search found in which a rulebook, read as it is printed, and its edition (or "
        "another rulebook) come to different results with the same dice. Not finding one proves nothing.\n",
        *(rows or ["None on record.\n"]),
        "",
    ]
    yield Page("witnesses/index.md", "\n".join(text))


def _witness(data: SiteData, parted: Parted) -> Page:
    page = Page(f"witnesses/{parted.file}.md", "")
    witness = parted.witness
    about = []
    for name, reading in zip(parted.names, witness["readings"], strict=True):
        claims = ", ".join(
            f"{clause_link(page.root, c['clause'], data.catalogue)} "
            f"<code>{html.escape(c['stated'] or c['status'])}</code>"
            for c in reading["claims"]
        )
        about.append(f"- **{name}**: {claims or 'the rules of the edition'}")
    parts = [
        front(parted.title, _DIFFERS.get(witness["differs"], ""), script="stepper"),
        f"# {parted.title}\n",
        f"{_DIFFERS.get(witness['differs'], '')} Same position, same dice, two readings of edition "
        f"[{witness['edition']}](../rules/{witness['edition']}.md). [All witnesses](index.md).\n",
        *about,
        "",
        _frames(data, parted),
    ]
    return Page(page.path, "\n".join(parts))


def _frames(data: SiteData, parted: Parted) -> str:
    members = data.engines[parted.witness["edition"]].table.members
    board = Board(
        [str(c) for c in members["camel"]],
        [str(c) for c in members.get("crazy", ())],
        len(members["space"]),
        [str(d) for d in members["die"]],
    )
    steps = parted.witness["steps"]
    first, second = parted.positions
    frames = []
    for at in range(max(len(first), len(second))):
        sides = []
        for name, positions, refused, outcome, made in zip(
            parted.names, parted.positions, parted.refused, parted.outcomes, parted.tables, strict=True
        ):
            here = positions[min(at, len(positions) - 1)]
            before = positions[min(at, len(positions) - 1) - 1] if at else None
            note = f"<br>Refused: {html.escape(refused[at - 1])}." if at and at - 1 in refused else ""
            if at >= len(positions):
                note = "<br>The game is over on this side."
            sides.append(
                f"<figure><figcaption><b>{html.escape(name)}</b>{note}</figcaption>"
                f"{board.draw(here, before, name)}{_table(made, outcome, at)}</figure>"
            )
        caption = "The position" if at == 0 else _caption(steps[at - 1])
        parted_here = first[min(at, len(first) - 1)] != second[min(at, len(second) - 1)]
        badge = ' <span class="badge differs">here they differ</span>' if parted_here else ""
        badge += _money(parted.names, first[min(at, len(first) - 1)], second[min(at, len(second) - 1)])
        frames.append(
            f'<li class="frame"><p><b>{html.escape(caption)}</b>{badge}</p>'
            f'<div class="beside">{"".join(sides)}</div></li>'
        )
    return f'<ol class="stepper" start="0" aria-label="Steps of the game">{"".join(frames)}</ol>\n'


def _table(made: Engine, outcome: ScriptOutcome, at: int) -> str:
    """What lies on the table after a step, and the scorings in it."""
    if at >= len(outcome.states):
        return ""
    scored = "".join(picture(made, s) for s in outcome.scorings[at - 1]) if at else ""
    return holdings(made, outcome.states[at]) + scored


def _money(names: tuple[str, str], first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """Who has what under only one of the readings."""
    mine, other = first.get("money") or {}, second.get("money") or {}
    told = [f"{p} has {mine[p]} ({names[0]}) and {other[p]} ({names[1]})" for p in mine if mine[p] != other.get(p)]
    return f" {html.escape('; '.join(told))}." if told else ""


def _caption(step: Mapping[str, Any]) -> str:
    args = ", ".join(str(a) for a in step["args"])
    draws = ", ".join(str(v) for d in step["draws"] for v in d.values())
    who = f"{step['player']}: " if step.get("player") and step["player"] != step["action"] else ""
    return f"{who}{title(step['action'])}{' ' + args if args else ''}{' → ' + draws if draws else ''}"
