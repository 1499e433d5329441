"""Everything known about a clause: the rules that carry it, its value in each edition, and how rulebooks state it."""

from __future__ import annotations

from typing import Any

from camelrules.compare.sides import rulebooks, side
from camelrules.lang.binding import bindings
from camelrules.lang.catalogue import Clause
from camelrules.lang.library import library, load
from camelrules.lang.model import Game, Note
from camelrules.run.engine import engine
from camelrules.run.examples import examples
from camelrules.run.story import says


def explain(clause: Clause) -> dict[str, Any]:
    """Everything known about a clause, as data."""
    editions = [e for e in library().editions() if clause.id in bindings(e)]
    return {
        "clause": clause.id,
        "section": clause.section,
        "meaning": clause.meaning,
        "relation": clause.relation,
        "editions": editions,
        "expression": [text.value for text in clause.value],
        "values": {e: bindings(e)[clause.id].shown(bindings(e)[clause.id].expected) for e in editions},
        "rules": [rule for e in editions for rule in rules_carrying(clause, e)],
        "examples": sorted({e.name for e in examples() if clause.id in e.clauses}),
        "rulebooks": readings(clause.id),
    }


def rules_carrying(clause: Clause, edition: str) -> list[dict[str, Any]]:
    """The rules of an edition that carry a clause, in its own sentences."""
    made = engine(edition)
    return [
        {
            "edition": edition,
            "rule": name,
            "says": says(made, note),
            "where": f"{note.span.source.name}:{note.span.line}",
        }
        for name, note in carriers(load(edition), clause.id)
    ]


def carriers(game: Game, clause: str) -> list[tuple[str, Note]]:
    """The definitions of an edition that carry a clause, inner ones by a dotted name."""
    found: list[tuple[str, Note]] = []
    tables: tuple[dict[str, Any], ...] = (
        game.sorts, game.parameters, game.state, game.functions, game.decisions, game.effects, game.actions,
    )  # fmt: skip
    for definitions in tables:
        for name, definition in definitions.items():
            found.append((name, definition.note))
            for inner in (*getattr(definition, "rules", ()), *getattr(definition, "guards", ())):
                found.append((f"{name}.{inner.name}", inner.note))
    return [(n, note) for n, note in found if clause in note.clauses]


def readings(clause: str) -> dict[str, Any]:
    """How each rulebook that we have read states a clause."""
    found = {}
    for name in rulebooks():
        read = side(name)
        cell = read.cells[clause]
        found[name] = {
            "status": cell.status,
            "lines": list(cell.lines),
            "stated": read.shown(clause) if cell.status in ("agrees", "contradicts") else None,
            "note": cell.note,
        }
    return found
