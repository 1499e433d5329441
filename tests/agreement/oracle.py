"""The oracle's view of each edition, and our commands' answers as it gives them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from oracle.rules import EDITION_2014, EDITION_2018, Edition

from camelrules.lang.source import Source, Span
from camelrules.run.document import Document
from camelrules.run.moves import move
from camelrules.run.position import load_position

from .positions import DESERT

# The house edition again, from its own description and not from its file.
DESERT_EDITION = replace(
    EDITION_2018,
    name=DESERT,
    racing=("blue", "green", "orange", "purple", "red", "yellow"),
    grey_dice=("grey", "dust"),
    spaces=20,
    leg_dice=6,
    tile_reward=3,
    ticket_values=(7, 4, 2),
    second_reward=2,
    other_cost=2,
    pyramid_reward=2,
    payouts=(10, 6, 3),
    wrong_card_cost=2,
    start_money=5,
    players=(2, 6),
    partnership_from=None,
)
EDITIONS: dict[str, Edition] = {"2014": EDITION_2014, "2018": EDITION_2018, "desert": DESERT_EDITION}


def document(data: dict[str, Any]) -> Document:
    """A request as the commands read it."""
    return Document(data, Span(Source("a test", ""), 1, 1))


def our_move(request: dict[str, Any], checked: bool = False) -> dict[str, Any]:
    """Our answer to a move request."""
    return move(document(request), checked=checked).answer


def our_odds(position: dict[str, Any]) -> dict[str, Any]:
    """Our answer to an odds request."""
    made, state = load_position(document(position))
    return {"camels": {c: [str(f) for f in row] for c, row in made.odds(state).items()}}
