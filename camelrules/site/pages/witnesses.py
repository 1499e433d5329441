"""Witnesses: small games that show a difference between two readings, drawn side by side with the same dice."""

from __future__ import annotations

from collections.abc import Iterator

from camelrules.door.escape import markup
from camelrules.site.data import SiteData
from camelrules.site.games import stepper
from camelrules.site.page import Page, front
from camelrules.site.parted import Parted

_DIFFERS = {
    "money": "Somebody has more or less money.",
    "winner": "Somebody else wins.",
    "camels": "The camels end on different spaces.",
    "legality": "One reading allows what the other forbids.",
    "tiles": "The tiles end on different spaces.",
}


def pages(data: SiteData) -> Iterator[Page]:
    for parted in data.parted:
        yield _witness(parted)
    rows = [f"- [{p.title}]({p.file}.md): {markup(_DIFFERS.get(p.witness['differs'], ''))}" for p in data.parted]
    text = [
        front("Games that show a difference", "Short games in which two readings of the rules give different results."),
        "# Games that show a difference\n",
        "Each is the shortest game found in which a rulebook, played as it is printed, and its edition (or another "
        "rulebook) give different results with the same dice. The search is random: that a difference is not listed "
        "here does not prove that there is none.\n",
        *(rows or ["None on record.\n"]),
        "",
    ]
    yield Page("witnesses/index.md", "\n".join(text))


def _witness(parted: Parted) -> Page:
    page = Page(f"witnesses/{parted.file}.md", "")
    witness = parted.witness
    about = []
    for name, reading in zip(parted.names, witness["readings"], strict=True):
        claims = ", ".join(f"<code>{markup(f'{n} = {v}')}</code>" for n, v in reading["rules"].items())
        about.append(f"- **{name}**: {claims or 'the rules of the edition'}")
    parts = [
        front(parted.title, _DIFFERS.get(witness["differs"], ""), script="stepper"),
        f"# {parted.title}\n",
        f"{_DIFFERS.get(witness['differs'], '')} Same position, same dice, two readings of edition "
        f"[{witness['edition']}](../rules/{witness['edition']}.md). [All such games](index.md).\n",
        *about,
        "",
        stepper(parted.played, parted.names),
    ]
    return Page(page.path, "\n".join(parts))
