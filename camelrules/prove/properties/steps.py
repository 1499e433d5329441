"""A promise about several steps, `after: every_action` or a list of them: one property for each, named after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from camelrules.lang.model import Game
from camelrules.lang.source import fail, near
from camelrules.lang.syntax import Lit
from camelrules.lang.tree import Fields, Items, Node, Text, expect_text, words
from camelrules.prove.properties.absent import Absent
from camelrules.run.simplify import Simplifier
from camelrules.run.table import bounds, seat

EVERY = "every_action"


def never_allowed(game: Game, action: str) -> bool:
    """Whether the parameters of the edition alone forbid an action, at every table."""
    seats = next(s for s in game.sorts.values() if s.kind == "seats")
    low, high = bounds(game, seats)
    return all(_forbidden(game, action, players) for players in range(low, high + 1))


def _forbidden(game: Game, action: str, players: int) -> bool:
    simplifier = Simplifier(seat(game, players))
    tests = (simplifier.fold(g.test, {}) for g in game.actions[action].guards)
    return any(isinstance(t, Lit) and t.value is False for t in tests)


def each_step(
    key: Text, node: Node, game: Game, absent: Absent, left_out: list[tuple[str, str]]
) -> Iterator[tuple[Text, Node, bool]]:
    """The property as it is, or once for each of its steps; `but` names actions that `every_action` leaves out.

    The third part says whether the property may speak of the arguments: of those of several steps it cannot.
    """
    after = node.get("after") if isinstance(node, Fields) else None
    if not isinstance(node, Fields) or after is None:
        yield key, node, True
        return
    but = words(node.get("but"), "`but`")
    every = isinstance(after, Text) and after.value == EVERY
    if not every and not isinstance(after, Items):
        if but:
            raise fail("unknown-key", f"`but` says nothing without `after: {EVERY}`", but[0].span)
        yield key, node, True
        return
    if every:
        for word in but:
            if word.value not in game.actions and word.value not in absent.names:
                hint = near(word.value, game.actions)
                raise fail("unknown-name", f"there is no action `{word.value}`", word.span, hint)
        assert isinstance(after, Text)
        names = []
        for action in game.actions:
            if action in {w.value for w in but}:
                continue
            # Under other parameters the action may well be allowed.
            if node.get("set") is None and never_allowed(game, action):
                left_out.append((f"{key.value}.{action}", f"`{action}` is never allowed in this edition"))
            else:
                names.append(replace(after, value=action, raw=action))
    else:
        assert isinstance(after, Items)
        names = [expect_text(item, "a step") for item in after.items]
    if not names and not any(id.startswith(f"{key.value}.") for id, _ in left_out):
        if not any(word.value in absent.names for word in but):
            raise fail("missing-key", f"`{key.value}` is said of no step at all", after.span, "name one")
        left_out.append((key.value, "no action is left that it is about"))
    for name in names:
        rest = tuple((k, v if k.value != "after" else name) for k, v in node if k.value != "but")
        yield replace(key, value=f"{key.value}.{name.value}"), Fields(rest, node.span), False
