"""What a misreading costs: the share of games, played with the same chances, in which money or the winner changes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import Any

from camelrules.compare.variants import Rules, variant_engine
from camelrules.compare.witness import seats
from camelrules.run.engine import Engine
from camelrules.run.games import Games
from camelrules.run.play import MAX_TURNS, reference_game

GAMES = 2000
# Without the fast back end a game takes a moment.
FEW = 40
SEED = 7
# The width of a 99% interval, in standard errors.
_99 = 2.576


@dataclass(frozen=True, slots=True)
class Impact:
    """Shares of games, and half the width of a 99% interval around them."""

    games: int
    money_changed: float
    winner_changed: float
    error: float

    def data(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "money_changed": round(self.money_changed, 4),
            "winner_changed": round(self.winner_changed, 4),
            "error": round(self.error, 4),
        }


def impact(edition: str, rules: Rules, games: int = GAMES, seed: int = SEED) -> Impact:
    """Pairs of whole games under an edition and a variant of it, with random legal actions."""
    low, high = seats(edition)
    players = (low + high + 1) // 2  # enough for every rule that needs many
    first, second = variant_engine(edition, (), players), variant_engine(edition, rules, players)
    if first.games is not None and second.games is not None:
        ends = [_fast(one, fast, games, seed) for one, fast in ((first, first.games), (second, second.games))]
    else:
        ends = [_plain(one, min(games, FEW), seed) for one in (first, second)]
    played = len(ends[0])
    money = sum(a[0] != b[0] for a, b in zip(*ends, strict=True)) / played
    winner = sum(a[1] != b[1] for a, b in zip(*ends, strict=True)) / played
    return Impact(played, money, winner, max(_half(money, played), _half(winner, played)))


def _half(share: float, games: int) -> float:
    """How far the farther end of Wilson's interval is from the share, which is not its middle at small shares."""
    square = _99 * _99
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = _99 / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return abs(middle - share) + half


def _fast(made: Engine, fast: Games, games: int, seed: int) -> list[tuple[tuple[int, ...], int]]:
    columns = fast.columns(seed, range(games), MAX_TURNS)
    players = len(made.table.players)
    money = list(zip(*columns[-1 - players : -1], strict=True))
    return list(zip(money, columns[-1], strict=True))


def _plain(made: Engine, games: int, seed: int) -> list[tuple[tuple[int, ...], int]]:
    found = []
    for game in range(games):
        *_, (_, last) = islice(reference_game(made, seed, game), MAX_TURNS)
        money = tuple(last["money"][(p,)] for p in made.table.players)
        won = made.reference.call("winners", (), last)
        found.append((money, sum(1 << i for i, p in enumerate(made.table.players) if p in won)))
    return found
