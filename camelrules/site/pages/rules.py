"""The rules: each edition as a rulebook in every language, as they are run, and all editions side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from camelrules.door.escape import markup
from camelrules.site.data import SiteData
from camelrules.site.page import Page, front
from camelrules.site.rulebook_text import Key, Line, lines, sections
from camelrules.site.words import clause_link, listing, where
from camelrules.site.written import Written, drawn, file_of, language_names, written
from camelrules.write.book import plan
from camelrules.write.sentence import Sentence

# How an inner part of a definition is introduced.
_INNER = {"action": "Only if", "decision": "Except"}


def pages(data: SiteData) -> Iterator[Page]:
    texts = {name: lines(made) for name, made in data.engines.items()}
    for name in data.engines:
        for code in language_names():
            yield _rulebook(data, name, code)
        yield _as_run(data, name, texts)
    yield _side_by_side(data)


def _rulebook(data: SiteData, name: str, code: str) -> Page:
    """An edition as one reads it at the table, each sentence with a way to its clause."""
    title = data.engines[name].game.title
    found = written(data, name, code)
    others = " · ".join(
        f"<b>{markup(told)}</b>" if c == code else f"[{markup(told)}]({file_of(name, c)})"
        for c, told in language_names().items()
    )
    page = Page(f"rules/{file_of(name, code)}", "")
    parts = [
        front(f"Rules {name}, {language_names()[code]}", f"The rules of {title}, written from the specification."),
        f"# {markup(title)}\n",
        f"{others}\n",
        f"Every sentence is written from the specification: § leads to its clause, ≠ marks what another edition has "
        f"otherwise. [The editions side by side](index.md) · [the rules as they are run]({name}-run.md)\n",
    ]
    if found is None:
        parts.append("This edition has a rule that the phrases have no sentence for: see the rules as they are run.\n")
        return Page(page.path, "\n".join(parts))
    rivals = {e: w for e in data.engines if e != name and (w := written(data, e, code)) is not None}
    for section in found.book.sections:
        parts.append(f"{'#' * section.level} {markup(section.heading)} {{: lang={code} }}\n")
        for paragraph in section.paragraphs:
            said = [_said(data, page.root, s, found, rivals) for s in paragraph]
            parts.append(f'<p lang="{code}">{" ".join(said)}</p>\n')
            parts += [f"{picture}\n" for s in paragraph if (picture := drawn(found.book, s.clauses[0], s.text))]
    return Page(page.path, "\n".join(parts))


def _said(data: SiteData, root: str, sentence: Sentence, book: Written, rivals: dict[str, Written]) -> str:
    clause = sentence.clauses[0]
    otherwise = [e for e, w in rivals.items() if w.values.get(clause) != book.values[clause]]
    meaning = markup(data.catalogue[clause].meaning)
    way = f'<a class="mark" href="{root}clauses/{clause}.html" title="{meaning}" aria-label="{clause}">§</a>'
    differs = f' <span class="mark" title="{markup(listing(otherwise))}">≠</span>' if otherwise else ""
    return f"<span>{markup(sentence.text)}</span>{way}{differs}"


def mark(key: Key, edition: str, texts: dict[str, dict[Key, Line]]) -> str:
    """How a sentence of an edition stands to the other editions, as a badge."""
    mine = texts[edition][key].html
    without = [e for e, t in texts.items() if key not in t]
    other = [e for e, t in texts.items() if key in t and t[key].html != mine]
    if other:
        return f'<span class="badge differs">differs from {markup(listing(other))}</span>'
    if without:
        return f'<span class="badge only">not in {markup(listing(without))}</span>'
    return ""


def _as_run(data: SiteData, name: str, texts: dict[str, dict[Key, Line]]) -> Page:
    made = data.engines[name]
    page = Page(f"rules/{name}-run.md", "")
    parts = [
        front(f"Rules {name} as they are run", f"Every definition of {made.game.title} that says what it does."),
        f"# {markup(made.game.title)}: the rules as they are run\n",
        f"This is the specification itself, definition by definition; [the rulebook]({name}.md) says the same to "
        "players.\n",
        f"Every sentence stands in the specification (`{' → '.join(made.game.lineage)}`), beside the rule that is run, "
        "proved and played. Values in **bold** are parameters. A badge marks where editions differ; "
        "[the editions side by side](index.md) show both.\n",
    ]
    for section in sections(data, [name]):
        parts.append(f"## {markup(section.name.capitalize())}\n")
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


def _side_by_side(data: SiteData) -> Page:
    editions = list(data.engines)
    page = Page("rules/index.md", "")
    heads = "".join(
        f'<th scope="col" data-edition="{markup(e)}">{markup(data.engines[e].game.title)}</th>' for e in editions
    )
    choices = "".join(
        f'<label><input type="radio" name="edition" value="{markup(e)}"> {markup(e)}</label>' for e in editions
    )
    parts = [
        front("Rules", "Both editions side by side, from the specification.", script="rules"),
        "# The rules, side by side\n",
        "What the specification says, edition by edition: "
        + ", ".join(f"[{markup(data.engines[e].game.title)}]({e}.md)" for e in editions)
        + ".\n",
        '<form class="filters" id="switch" aria-label="What to show" hidden><fieldset><legend>Edition</legend>'
        f'<label><input type="radio" name="edition" value="" checked> side by side</label>{choices}</fieldset>'
        '<label><input type="checkbox" name="variant" checked> only what differs</label>'
        '<output id="shown" aria-live="polite"></output></form>\n',
    ]
    books = {e: w for e in editions if (w := written(data, e, "en")) is not None}
    for name, clauses in _outline(books.values()).items():
        parts.append(f"## {markup(name)}\n")
        rows = [_row(data, page.root, clause, editions, books) for clause in clauses]
        parts.append(
            f'<div class="scroll"><table class="sides"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}'
            "</tbody></table></div>\n"
        )
    return Page(page.path, "\n".join(parts))


def _outline(books: Iterable[Written]) -> dict[str, list[str]]:
    """The clauses under each heading, in the order of a rulebook."""
    headings = {s.name: s.heading for w in books for s in w.book.sections}
    known = {c for w in books for c in w.sentences}
    return {
        headings[part.heading]: [c for paragraph in part.paragraphs for c in paragraph if c in known]
        for part in plan().sections
        if part.heading in headings and part.paragraphs
    }


def _row(data: SiteData, root: str, clause: str, editions: list[str], books: dict[str, Written]) -> str:
    says = {e: books[e].sentences.get(clause) for e in editions if e in books}
    link = f'<small class="source">{clause_link(root, clause, data.catalogue)}</small>'
    if len(says) == len(editions) and len(set(says.values())) == 1:
        return f'<tr class="same"><td colspan="{len(editions)}">{markup(says[editions[0]])} {link}</td></tr>'
    cells = []
    for edition in editions:
        text = says.get(edition)
        told = f">{markup(text)} {link}" if text else ' class="absent">not in this edition'
        cells.append(f'<td data-edition="{markup(edition)}"{told}</td>')
    values = {books[e].values.get(clause) for e in says}
    return f'<tr class="{"same" if len(values) == 1 else "variant"}">{"".join(cells)}</tr>'
