"""A page for each clause, and the matrix of clauses by rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

from camelrules.door.escape import markup
from camelrules.lang.binding import bind
from camelrules.lang.catalogue import Clause
from camelrules.site.data import SiteData, carriers
from camelrules.site.page import Page, front, table
from camelrules.site.reasons import Reasons
from camelrules.site.rulebook_text import lines
from camelrules.site.words import breakable, coded, where
from camelrules.site.written import drawn, language_names, written

STATUSES = ("agrees", "contradicts", "ambiguous", "silent", "not-applicable")
# A sign beside the word, so that the matrix can be read without colour.
SIGNS = {"agrees": "✓", "contradicts": "✗", "ambiguous": "?", "silent": "·", "not-applicable": "–"}
_RELATION = {
    "same": "All editions agree, so rulebooks that differ here are at fault.",
    "differs": "The editions differ here; a difference between rulebooks of two editions is no fault.",
    "only": "Not every edition has this rule.",
}


def pages(data: SiteData) -> Iterator[Page]:
    reasons = Reasons(data)
    for clause in data.catalogue.values():
        yield _clause(data, clause, reasons)
    yield _matrix(data)


def _clause(data: SiteData, clause: Clause, reasons: Reasons) -> Page:
    page = Page(f"clauses/{clause.id}.md", "")
    parts = [
        front(clause.id, clause.meaning),
        f"# `{clause.id}`\n",
        f"**{markup(_sentence(clause.meaning))}** "
        f"<small>in: {markup(clause.section)} · [all clauses](index.md)</small>\n",
        _RELATION.get(clause.relation, "") + "\n",
        "## Value in each edition\n",
        table(["edition", "value"], _values(data, clause)),
        "## In words\n",
        *_sentences(data, clause),
        "## The rules that carry it\n",
        *_rules(data, clause),
        "## Why the rule exists\n",
        *reasons.tell(clause.id),
        "## In the rulebooks\n",
        _rulebooks(data, clause),
        "## Worked examples\n",
        *_examples(data, clause),
        *_reading(data, clause),
    ]
    return Page(page.path, "\n".join(parts))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _values(data: SiteData, clause: Clause) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, made in data.engines.items():
        bound = bind(clause, made.game)
        known = coded(bound.shown(bound.expected)) if bound is not None else "not in this edition"
        rows.append([f"[{name}](../rules/{name}.md)", known])
    return rows


def _sentences(data: SiteData, clause: Clause) -> list[str]:
    """The clause as a rulebook says it, in every language; editions that say the same share a line."""
    rows: list[str] = []
    for code, name in language_names().items():
        said: dict[str, list[str]] = {}
        for edition in data.engines:
            found = written(data, edition, code)
            if found is not None and clause.id in found.sentences:
                said.setdefault(found.sentences[clause.id], []).append(edition)
        rows += [
            f'- {markup(name)}: <span lang="{code}">{markup(text)}</span> <small>{markup(", ".join(editions))}</small>'
            for text, editions in said.items()
        ]
    book = written(data, list(data.engines)[-1], "en")
    picture = drawn(book.book, clause.id, book.sentences[clause.id]) if book and clause.id in book.sentences else ""
    return [*rows, "", *([f"{picture}\n"] if picture else [])]


def _rules(data: SiteData, clause: Clause) -> list[str]:
    """Each rule once, with the editions that have it so."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for name, made in data.engines.items():
        texts = lines(made)
        for carrier in carriers(made.game):
            if clause.id in carrier.note.clauses:
                line = texts.get((carrier.kind, carrier.name, carrier.inner))
                anchor = f"#{carrier.anchor}" if line else ""
                says = f" {line.html}" if line else ""
                source = f'{says} <small class="source">{carrier.kind} {where(carrier.note)}</small>'
                found.setdefault((carrier.shown, anchor, source), []).append(name)
    if not found:
        return ["No rule: it is done by hand at the table, or shown by the examples below.\n"]
    rows = [
        f"- [`{shown}`](../rules/{editions[0]}-run.md{anchor}) <small>{', '.join(editions)}</small>{source}"
        for (shown, anchor, source), editions in found.items()
    ]
    return [*rows, ""]


def _rulebooks(data: SiteData, clause: Clause) -> str:
    rows: list[list[object]] = []
    for name, book in data.rulebooks.items():
        reading = book.clauses.get(clause.id) or {}
        status = str(reading.get("status", "silent"))
        stated = coded(reading["stated"]) if reading.get("stated") is not None else ""
        numbers = ", ".join(map(str, reading.get("lines") or []))
        rows.append(
            [f"[{name}](../rulebooks/{name}.md)", badge(status), numbers, stated, _escaped(reading.get("note"))]
        )
    return table(["rulebook", "status", "lines", "states", "note"], rows) if rows else "No rulebook has been read.\n"


def badge(status: str) -> str:
    return f'<span class="status {markup(status)}">{SIGNS.get(status, "")} {markup(status)}</span>'


def _escaped(text: object) -> str:
    return markup(str(text)) if text else ""


def _examples(data: SiteData, clause: Clause) -> list[str]:
    found = [o.example for o in data.outcomes if clause.id in o.example.clauses]
    if not found:
        return ["None yet.\n"]
    return [*(f"- [{e.name}](../examples/{e.edition}-{e.name}.md) ({e.edition}): {markup(e.says)}" for e in found), ""]


# The keys of a pattern, in words.
_READ = {
    "need": "a sentence that speaks of",
    "not": "but not of",
    "value": "what is taken from it",
    "check": "which must be so",
    "neg": "negation",
}


def _reading(data: SiteData, clause: Clause) -> list[str]:
    """What the reader looks for in a text, folded away: translators rarely want it, but it decides."""
    rows = []
    for pattern in data.patterns.get(clause.id, []):
        told = [f"{_READ.get(k, k.replace('_', ' '))}: <code>{_concepts(v)}</code>" for k, v in pattern.items()]
        rows.append(f"<li>{'; '.join(told)}</li>")
    if not rows:
        return []
    return [
        "## How a text is read\n",
        "In concepts, which every language has its own words for; <code>&lt;</code> stands before one that an earlier "
        "sentence may have named, <code>@</code> before a place in the text.\n",
        f'<details class="rules"><summary>What the reader looks for</summary><ul>{"".join(rows)}</ul></details>\n',
    ]


def _concepts(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_concepts(k)} → {_concepts(v)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(_concepts(v) for v in value)
    return markup(str(value).replace("|", " or ").replace("_", "\u00a0"))


def _matrix(data: SiteData) -> Page:
    books = list(data.rulebooks.values())
    heads = "".join(f'<th scope="col"><a href="../rulebooks/{b.name}.html">{markup(b.name)}</a></th>' for b in books)
    section_options = "".join(
        f"<option>{markup(s)}</option>" for s in dict.fromkeys(c.section for c in data.catalogue.values())
    )
    status_options = "".join(f'<option value="{s}">{SIGNS[s]} {s}</option>' for s in STATUSES)
    book_options = "".join(f"<option>{markup(b.name)}</option>" for b in books)
    rows = []
    for clause in data.catalogue.values():
        statuses = {b.name: str((b.clauses.get(clause.id) or {}).get("status", "silent")) for b in books}
        cells = "".join(
            f'<td class="status {s}" data-book="{markup(n)}" data-status="{s}" title="{s}">'
            f'<span aria-hidden="true">{SIGNS.get(s, "")}</span><span class="visually-hidden">{s}</span></td>'
            for n, s in statuses.items()
        )
        rows.append(
            f'<tr data-section="{markup(clause.section)}"><th scope="row"><a href="{clause.id}.html">'
            f"<code>{breakable(clause.id)}</code></a><br><small>{markup(clause.meaning)}</small></th>{cells}</tr>"
        )
    legend = ", ".join(f'<span class="status {s}">{SIGNS[s]} {s}</span>' for s in STATUSES)
    text = [
        front("Clauses", "What each rulebook says of each clause.", script="matrix"),
        "# Clauses by rulebooks\n",
        f"{len(data.catalogue)} clauses, {len(books)} rulebooks. {legend}.\n",
        '<form class="filters" id="filters" aria-label="Filter the clauses" hidden>'
        '<label>Search <input type="search" name="text" autocomplete="off"></label>'
        f'<label>Section <select name="section"><option value="">all</option>{section_options}</select></label>'
        '<label>Status <select name="status"><option value="wrong">what is wrong</option><option value="">any</option>'
        f"{status_options}</select></label>"
        f'<label>in <select name="book"><option value="">any rulebook</option>{book_options}</select></label>'
        '<output id="shown" aria-live="polite"></output></form>\n',
        f'<div class="scroll"><table class="matrix"><thead><tr><th scope="col">clause</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>\n",
    ]
    return Page("clauses/index.md", "\n".join(text))
