"""The rules in plain English: a page for each edition, and all editions side by side."""

from __future__ import annotations

import html
from collections.abc import Iterator

from camelrules.site.data import SiteData
from camelrules.site.page import Page, front
from camelrules.site.rulebook_text import Key, Line, lines, sections
from camelrules.site.words import clause_link, listing, where

# How an inner part of a definition is introduced.
_INNER = {"action": "Only if", "decision": "Except"}


def pages(data: SiteData) -> Iterator[Page]:
    texts = {name: lines(made) for name, made in data.engines.items()}
    for name in data.engines:
        yield _edition(data, name, texts)
    yield _side_by_side(data, texts)


def mark(key: Key, edition: str, texts: dict[str, dict[Key, Line]]) -> str:
    """How a sentence of an edition stands to the other editions, as a badge."""
    mine = texts[edition][key].html
    without = [e for e, t in texts.items() if key not in t]
    other = [e for e, t in texts.items() if key in t and t[key].html != mine]
    if other:
        return f'<span class="badge differs">differs from {html.escape(listing(other))}</span>'
    if without:
        return f'<span class="badge only">not in {html.escape(listing(without))}</span>'
    return ""


def _edition(data: SiteData, name: str, texts: dict[str, dict[Key, Line]]) -> Page:
    made = data.engines[name]
    page = Page(f"rules/{name}.md", "")
    parts = [
        front(f"Rules {name}", f"The rules of {made.game.title} in plain English, from the specification."),
        f"# {made.game.title}\n",
        f"Every sentence stands in the specification (`{' → '.join(made.game.lineage)}`), beside the rule that is run, "
        "proved and played. Values in **bold** are parameters. A badge marks what other editions do otherwise; "
        "[the editions side by side](index.md) show both.\n",
    ]
    for section in sections(data, [name]):
        parts.append(f"## {section.name.capitalize()}\n")
        parts += [_item(data, page.root, key, texts[name][key], mark(key, name, texts)) for key in section.keys]
        parts.append("")
    return Page(page.path, "\n".join(parts))


def _item(data: SiteData, root: str, key: Key, line: Line, badge: str) -> str:
    kind, _, inner = key
    carrier = line.carrier
    lead = ""
    if kind == "ruling":
        lead = '<span class="badge ruling">our ruling</span> '
    elif inner:
        lead = f"<i>{_INNER[kind]}:</i> " if inner != "default" else ""
    clauses = " ".join(clause_link(root, c, data.catalogue) for c in carrier.note.clauses)
    indent = "    " if inner else ""
    tail = f'<small class="source">{clauses} {where(carrier.note)}</small>'
    return f'{indent}- <span id="{carrier.anchor}">{lead}{line.html}</span> {badge} {tail}'


def _side_by_side(data: SiteData, texts: dict[str, dict[Key, Line]]) -> Page:
    editions = list(data.engines)
    page = Page("rules/index.md", "")
    heads = "".join(
        f'<th scope="col" data-edition="{html.escape(e)}">{html.escape(data.engines[e].game.title)}</th>'
        for e in editions
    )
    choices = "".join(
        f'<label><input type="radio" name="edition" value="{html.escape(e)}"> {html.escape(e)}</label>'
        for e in editions
    )
    parts = [
        front("Rules", "Both editions side by side, from the specification.", script="rules"),
        "# The rules, side by side\n",
        "What the specification says, edition by edition: "
        + ", ".join(f"[{data.engines[e].game.title}]({e}.md)" for e in editions)
        + ".\n",
        '<form class="filters" id="switch" aria-label="What to show" hidden><fieldset><legend>Edition</legend>'
        f'<label><input type="radio" name="edition" value="" checked> side by side</label>{choices}</fieldset>'
        '<label><input type="checkbox" name="variant" checked> only what differs</label>'
        '<output id="shown" aria-live="polite"></output></form>\n',
    ]
    for section in sections(data, editions):
        parts.append(f"## {section.name.capitalize()}\n")
        rows = [_row(data, page.root, key, editions, texts) for key in section.keys]
        parts.append(
            f'<div class="scroll"><table class="sides"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}'
            "</tbody></table></div>\n"
        )
    return Page(page.path, "\n".join(parts))


def _row(data: SiteData, root: str, key: Key, editions: list[str], texts: dict[str, dict[Key, Line]]) -> str:
    present = [e for e in editions if key in texts[e]]
    first = texts[present[0]][key]
    clauses = " ".join(clause_link(root, c, data.catalogue) for c in first.carrier.note.clauses)
    lead = "" if not key[2] or key[2] == "default" else f"<i>{_INNER[key[0]]}:</i> "
    if key[0] == "ruling":
        lead = '<span class="badge ruling">our ruling</span> '
    same = len(present) == len(editions) and len({texts[e][key].html for e in present}) == 1
    if same:
        body = f'<td colspan="{len(editions)}">{lead}{first.html} <small class="source">{clauses}</small></td>'
        return f'<tr class="same">{body}</tr>'
    cells = []
    for edition in editions:
        name = html.escape(edition)
        if key in texts[edition]:
            text = f"{lead}{texts[edition][key].html}"
            cells.append(f'<td data-edition="{name}">{text} <small class="source">{clauses}</small></td>')
        else:
            cells.append(f'<td data-edition="{name}" class="absent">not in this edition</td>')
    return f'<tr class="variant">{"".join(cells)}</tr>'
