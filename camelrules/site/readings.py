"""Rulebooks as read: variants of an edition that can be played, made by the room that compares them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.source import RulesError
from camelrules.site.data import Rulebook, SiteData
from camelrules.site.javascript.module import plain


def readings(data: SiteData) -> list[dict[str, Any]]:
    """Every rulebook with the parameters that its reading changes, and what it says otherwise."""
    found: list[dict[str, Any]] = []
    for book in data.rulebooks.values():
        variant = variant_of(book) if book.edition in data.engines else None
        if variant is None:
            continue
        game, values, clauses = variant
        base = data.engines[book.edition]
        changed = {n: plain(v) for n, v in values.items() if n in base.table.values and v != base.table.values[n]}
        found.append(
            {
                "name": book.name,
                "edition": book.edition,
                "rules": book.name if game is not base.game else book.edition,
                "set": changed,
                "clauses": clauses,
            }
        )
    return found


def variant_of(book: Rulebook) -> tuple[Game, dict[str, Any], list[str]] | None:
    """The game that a rulebook describes, or nothing where that room cannot say."""
    try:
        from camelrules.compare.sides import side
        from camelrules.compare.variants import compatible, variant_engine
    except ImportError:
        return None
    try:
        kept = compatible(book.edition, side(book.name).claims())
        made = variant_engine(book.edition, kept, 4)
    except (RulesError, OSError):
        return None
    return made.game, dict(made.table.values), [c.clause for c in kept]


def variant_games(data: SiteData) -> dict[str, Game]:
    """Games whose rules, not only their parameters, differ from their edition; each needs a module of its own."""
    found: dict[str, Game] = {}
    for book in data.rulebooks.values():
        variant = variant_of(book) if book.edition in data.engines else None
        if variant is not None and variant[0] is not data.engines[book.edition].game:
            found[book.name] = replace(variant[0], name=book.name)
    return found
