"""What a property rests on."""

from __future__ import annotations

from camelrules.lang.syntax import Expr
from camelrules.prove.properties import Book, Property


def closure(book: Book, property: Property) -> list[str]:
    """The invariants that a property rests on, those that they rest on included."""
    found: list[str] = []
    todo = list(property.assumes)
    while todo:
        name = todo.pop(0)
        if name not in found and name != property.id:
            found.append(name)
            todo += book.properties[name].assumes
    return found


def spoken(book: Book, property: Property) -> list[Expr]:
    """Every expression of a property and of those it rests on."""
    found: list[Expr] = [book.system.over]
    for p in (property, *(book.properties[i] for i in closure(book, property))):
        single = (p.always, p.between, p.within, p.implies, p.where, p.most, p.bound)
        found += [e for e in single if e is not None]
        found += [e for _, e in (*p.lets, *p.holds, *p.cases)]
    return found
