"""Books of the real specification with one token changed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from camelrules.lang.editions import resolve
from camelrules.lang.library import Library, data_folder
from camelrules.lang.source import Source, Span
from camelrules.lang.tree import Fields, Node, parse_yaml, read_source
from camelrules.prove.properties.book import book_of, read_files
from camelrules.prove.properties.family import Book


@lru_cache(maxsize=1)
def files() -> list[Fields]:
    return read_files()


def planted(edition: str, file: str, old: str, new: str) -> Book:
    """The book of an edition whose `file` says `new` where it said `old`."""
    root = data_folder("spec")
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{file} no longer says {old!r}"
    changed = text.replace(old, new, 1)
    library = Library(root, Path("/nowhere"))

    def find(name: str, span: Span | None = None) -> Node:
        found = library.path(name)
        if found == path:
            return parse_yaml(Source(str(path), changed))
        return parse_yaml(read_source(found)) if found else library.find(name, span)

    return book_of(edition, resolve(find(edition), find), files())
