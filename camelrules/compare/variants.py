"""A rulebook as read is a variant of the game: the edition with the changes that its claims stand for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from camelrules.compare.meanings import Change, apply, change_for
from camelrules.lang.build import build
from camelrules.lang.library import library, load
from camelrules.lang.model import Datum, Game
from camelrules.lang.source import RulesError
from camelrules.run.engine import Engine, parse_changes
from camelrules.run.table import seat


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says of one clause, where that is not what the edition says."""

    clause: str
    status: str
    stated: str


@dataclass(frozen=True, slots=True)
class Variant:
    """An edition under claims; without claims it is the edition itself."""

    name: str
    edition: str
    claims: tuple[Claim, ...] = ()


def change_of(edition: str, claim: Claim) -> Change | None:
    """The change of the rules that one claim stands for in an edition."""
    values = {name: p.value for name, p in load(edition).parameters.items()}
    change = change_for(claim.clause, claim.status, claim.stated, values)
    if change is None or change.empty:
        return None
    try:
        _game(edition, (claim,))
    except RulesError:
        # The change speaks of something that this edition does not have, such as crazy camels in 2014.
        return None
    return change


@cache
def _game(edition: str, claims: tuple[Claim, ...]) -> tuple[Game, dict[str, Datum]]:
    base = load(edition)
    values = {name: p.value for name, p in base.parameters.items()}
    changes = [c for claim in claims if (c := change_for(claim.clause, claim.status, claim.stated, values))]
    if not any(change.rules for change in changes):
        game = base
    else:
        game = build(apply(library().resolve(edition), f"{edition} as read", changes), strict=False)
    settings: dict[str, str] = {}
    for change in changes:
        settings |= change.settings
    return game, parse_changes(game, [f"{k}={v}" for k, v in settings.items()])


def compatible(edition: str, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Those claims that can be played together, in order; one that clashes with earlier ones is left out."""
    kept: tuple[Claim, ...] = ()
    for claim in claims:
        if change_of(edition, claim) is None:
            continue
        try:
            _game(edition, (*kept, claim))
        except RulesError:
            continue
        kept = (*kept, claim)
    return kept


@cache
def variant_engine(edition: str, claims: tuple[Claim, ...], players: int) -> Engine:
    """An engine for a variant at a table of so many players."""
    game, settings = _game(edition, claims)
    return Engine(seat(game, players, settings))
