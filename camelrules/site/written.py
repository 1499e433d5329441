"""Rulebooks written from the phrases: each edition in each language, for the pages that show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from camelrules.door.diagnostics import RulesError
from camelrules.lang.binding import bindings
from camelrules.lang.values import Value
from camelrules.site.data import SiteData
from camelrules.write import Rulebook, languages, phrasebook, rulebook
from camelrules.write.svg import svg


@dataclass(frozen=True, slots=True)
class Written:
    """An edition in a language, and by clause each of its sentences and what it states."""

    book: Rulebook
    sentences: dict[str, str]
    values: dict[str, Value]


@lru_cache(maxsize=128)
def _written(source: str, language: str) -> Written | None:
    try:
        book = rulebook(source, language)
    except RulesError:
        # An edition of somebody's own may have a value that no phrase has a sentence for.
        return None
    values = {c: b.expected for c, b in bindings(source).items()}
    return Written(book, {c: s.text for s in book.sentences for c in s.clauses}, values)


def written(data: SiteData, edition: str, language: str) -> Written | None:
    """The rulebook of an edition; None where the phrases have no words for it."""
    return _written(dict(zip(data.engines, data.names, strict=True))[edition], language)


def language_names() -> dict[str, str]:
    """The languages that can be written, English first, by what they are called."""
    codes = sorted(languages(), key=lambda code: (code != "en", phrasebook(code).name))
    return {code: phrasebook(code).name for code in codes}


def file_of(edition: str, language: str) -> str:
    """The page of an edition in a language, in the folder of the rules."""
    return f"{edition}.md" if language == "en" else f"{edition}-{language}.md"


def drawn(book: Rulebook, clause: str, says: str) -> str:
    """The picture of an example, or nothing."""
    found = next((s.pictures[clause] for s in book.sections if clause in s.pictures), None)
    return f'<figure class="drawn">{svg(found, says)}</figure>' if found is not None else ""
