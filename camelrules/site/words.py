"""Sentences of the specification as HTML: values of parameters filled in and marked, arguments named."""

from __future__ import annotations

import re
from collections.abc import Mapping

from camelrules.door.escape import markup
from camelrules.door.folders import from_home
from camelrules.lang.model import Datum, Game, Note
from camelrules.lang.source import Span
from camelrules.lang.types import SortType, Type
from camelrules.run.story import shown

_HOLE = re.compile(r"\{([a-z0-9_.]+)\}")


def sentence(game: Game, note: Note, values: Mapping[str, Datum], params: Mapping[str, Type] | None = None) -> str:
    """A definition's sentence as HTML."""
    return fill(note.says, game, values, params)


def fill(text: str, game: Game, values: Mapping[str, Datum], params: Mapping[str, Type] | None = None) -> str:
    """Text with its holes filled: parameters by their values, arguments by what they are."""

    def hole(match: re.Match[str]) -> str:
        name = match.group(1)
        if params and name in params:
            kind = params[name]
            word = kind.name if isinstance(kind, SortType) and len(name) == 1 else name
            return f"<i>{markup(word.replace('_', ' '))}</i>"
        if name in values:
            return f'<b class="value" title="{name}">{markup(shown(values[name]))}</b>'
        return markup(match.group(0))

    parts, last = [], 0
    for match in _HOLE.finditer(text):
        parts += [markup(text[last : match.start()]), hole(match)]
        last = match.end()
    return "".join([*parts, markup(text[last:])])


def clause_file(clause: str) -> str:
    """The page of a clause, from the root of the site."""
    return f"clauses/{clause}.html"


def link(root: str, target: str, text: str) -> str:
    return f'<a href="{root}{target}">{markup(text)}</a>'


def breakable(name: str) -> str:
    """A dotted name that a narrow column breaks between its parts, not inside them."""
    return "".join(f"{markup(part)}<wbr>" if part in "._" else markup(part) for part in re.split("([._])", name))


def clause_link(root: str, clause: str, known: Mapping[str, object]) -> str:
    """A clause's id as a link to its page, or as code where an edition names one that is not in the catalogue."""
    inside = f"<code>{breakable(clause)}</code>"
    return f'<a class="clause" href="{root}{clause_file(clause)}">{inside}</a>' if clause in known else inside


def coded(text: object) -> str:
    """What somebody wrote, as code."""
    return f"<code>{markup(text)}</code>"


def place(span: Span) -> str:
    """File and line, from the folder that holds `spec/`, wherever the program is called from."""
    return f"{from_home(span.source.name)}:{span.line}"


def where(note: Note) -> str:
    """File and line of a definition."""
    return f'<span class="where">{markup(place(note.span))}</span>'


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def listing(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1] if parts else ""


def title(name: str) -> str:
    """A name of the specification as a heading."""
    return name.replace("_", " ").replace("-", " ")


__all__ = [
    "breakable",
    "clause_file",
    "clause_link",
    "coded",
    "fill",
    "link",
    "listing",
    "place",
    "plural",
    "sentence",
    "title",
    "where",
]
