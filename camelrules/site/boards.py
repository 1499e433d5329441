"""The board of an edition, for whoever draws positions."""

from __future__ import annotations

from camelrules.run.engine import Engine
from camelrules.site.draw import Board


def board_for(made: Engine) -> Board:
    """A board with the camels, dice and spaces of a table."""
    members = made.table.members
    crazy = [str(c) for c in members.get("crazy", ())]
    camels = [str(c) for c in members["camel"]]
    return Board(camels, crazy, len(members["space"]), [str(d) for d in members["die"]], made.game.called())
