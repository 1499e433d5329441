"""Rulebooks as read: variants of an edition that can be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camelrules.compare.sides import side
from camelrules.run.wasm.describe import shown
from camelrules.site.data import SiteData
from camelrules.site.modules import Shape, shape_for


@dataclass(frozen=True, slots=True)
class Readings:
    """What a page can play, and the sets of modules that play it."""

    books: list[dict[str, Any]]
    shapes: list[Shape]


def readings(data: SiteData) -> Readings:
    """Every rulebook with the parameters that its reading changes, and the clauses that it changes them by."""
    shapes = [Shape(made.game.name, name) for name, made in zip(data.names, data.engines.values(), strict=True)]
    books: list[dict[str, Any]] = []
    for book in data.rulebooks.values():
        if book.edition in data.engines:
            read = side(book.name)
            changes = dict(read.all_rules())
            books.append(
                {
                    "name": book.name,
                    "edition": book.edition,
                    "rules": shape_for(shapes, book.edition, book.name, changes).name,
                    "set": {name: shown(value) for name, value in changes.items()},
                    "clauses": [clause for clause in read.cells if read.rules(clause)],
                }
            )
    return Readings(books, shapes)
