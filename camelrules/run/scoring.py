"""The `score` requests: leg scoring and final scoring from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from camelrules.lang.model import Datum
from camelrules.lang.source import listing, near
from camelrules.run.document import Document
from camelrules.run.engine import Engine, Maker, engine
from camelrules.run.position import edition_of
from camelrules.run.possible import check_possible
from camelrules.run.reference import State

LEG = ("edition", "ranking", "players")
FINAL = ("edition", "ranking", "winner_deck", "loser_deck", "money")


def score_leg(
    document: Document, edition: str | None = None, changes: Mapping[str, Datum] | None = None, checked: bool = True
) -> dict[str, Any]:
    """What leg scoring gives each player."""
    made, state, effect, args = leg_state(document, edition, changes)
    return _scored(made, state, effect, args, checked)


def leg_state(
    document: Document,
    edition: str | None = None,
    changes: Mapping[str, Datum] | None = None,
    make: Maker = engine,
) -> tuple[Engine, State, str, tuple[Any, ...]]:
    """A leg-scoring file as a state, with the effect to run on it."""
    document.only(LEG, ("ranking", "players"), "a leg-scoring file")
    players = document.data["players"]
    if not isinstance(players, dict) or not players:
        raise document.error("`players` must be a mapping of players to what they have", "players")
    made = make(edition_of(document, edition), tuple(players), changes)
    state = made.reference.initial()
    _rank(document, made, state)
    for name, holding in players.items():
        _holding(document, made, state, name, holding)
    check_possible(document, made, state, dict.fromkeys(("tickets", "pyramid_tickets", "partner", "money"), "players"))
    return made, state, "score_leg", ()


def score_final(
    document: Document, edition: str | None = None, changes: Mapping[str, Datum] | None = None, checked: bool = True
) -> dict[str, Any]:
    """What the finish cards give each player."""
    made, state, effect, args = final_state(document, edition, changes)
    return _scored(made, state, effect, args, checked)


def final_state(
    document: Document,
    edition: str | None = None,
    changes: Mapping[str, Datum] | None = None,
    make: Maker = engine,
) -> tuple[Engine, State, str, tuple[Any, ...]]:
    """A final-scoring file as a state, with the effect to run on it."""
    document.only(FINAL, ("ranking", "winner_deck", "loser_deck", "money"), "a final-scoring file")
    money = document.data["money"]
    if not isinstance(money, dict) or not money:
        raise document.error("`money` must be a mapping of players to pounds", "money")
    made = make(edition_of(document, edition), tuple(money), changes)
    state = made.reference.initial()
    ranking = _rank(document, made, state)
    for name, amount in money.items():
        state["money"][(name,)] = document.number(amount, f"the money of {name}", "money", name)
    for goal, key in zip(made.table.members["goal"], ("winner_deck", "loser_deck"), strict=True):
        state["cards"][(goal,)] = tuple(
            _card(document, made, key, at, card) for at, card in enumerate(_list(document, key))
        )
    check_possible(document, made, state, {"cards": "winner_deck", "money": "money"})
    return made, state, "score_final", (ranking[0], ranking[-1])


def _scored(made: Engine, state: State, effect: str, args: tuple[Any, ...], checked: bool) -> dict[str, Any]:
    after, _ = made.after("a scoring", effect, args, state, checked)
    return {
        "players": {
            p: {"money": after["money"][(p,)], "change": after["money"][(p,)] - state["money"][(p,)]}
            for p in made.table.players
        }
    }


def _list(document: Document, key: str) -> list[Any]:
    value = document.data[key]
    if not isinstance(value, list):
        raise document.error(f"`{key}` must be a list", key)
    return value


def _rank(document: Document, made: Engine, state: State) -> list[str]:
    """Puts the racing camels on spaces of their own, so that they rank as the file says."""
    racing = [str(c) for c in made.table.members["racing"]]
    ranking = _list(document, "ranking")
    for at, camel in enumerate(ranking):
        if camel not in racing:
            raise document.error(
                f"`{str(camel)[:40]}` is not a racing camel of edition {made.game.name}",
                "ranking",
                at,
                help=near(str(camel), racing, f"they are {listing(racing)}"),
            )
        if camel in ranking[:at]:
            raise document.error(f"{camel} is in the ranking twice", "ranking", at)
        state["at"][(camel,)] = len(racing) - at
    missing = [c for c in racing if c not in ranking]
    if missing:
        raise document.error(
            f"{listing(missing)} is not in the ranking", "ranking", help="rank every racing camel, first to last"
        )
    others = [c for c in made.table.members["camel"] if c not in racing]
    for at, camel in enumerate(others):
        state["at"][(camel,)] = 1
        for below in (ranking[-1], *others[:at]):
            state["above"][(camel, below)] = True
    return [str(c) for c in ranking]


def _holding(document: Document, made: Engine, state: State, name: str, holding: Any) -> None:
    path = ("players", name)
    if not isinstance(holding, dict):
        raise document.error(f"what {name} has must be a mapping", *path)
    for key in holding:
        allowed = ("money", "tickets", "pyramid_tickets", "partner")
        if key not in allowed:
            raise document.error(
                f"unknown key `{key[:40]}` for {name}",
                *path,
                key,
                help=near(key, allowed, f"expected {listing(allowed)}"),
            )
    if "money" not in holding:
        raise document.error(f"{name} has no `money`", *path, help='add `"money": 3`')
    state["money"][(name,)] = document.number(holding["money"], f"the money of {name}", *path, "money")
    count = document.number(
        holding.get("pyramid_tickets", 0), f"the pyramid tickets of {name}", *path, "pyramid_tickets"
    )
    if count < 0:
        raise document.error(f"{name} cannot have {count} pyramid tickets", *path, "pyramid_tickets")
    state["pyramid_tickets"][(name,)] = count
    tickets = holding.get("tickets", [])
    if not isinstance(tickets, list):
        raise document.error(f"the tickets of {name} must be a list of [camel, value]", *path, "tickets")
    for at, ticket in enumerate(tickets):
        _ticket(document, made, state, name, at, ticket)
    _partner(document, made, state, name, holding.get("partner"))


def _ticket(document: Document, made: Engine, state: State, name: str, at: int, ticket: Any) -> None:
    path = ("players", name, "tickets", at)
    if not isinstance(ticket, list) or len(ticket) != 2:
        raise document.error(
            f"ticket {at + 1} of {name} must be [camel, value]", *path, help='for example `["green", 5]`'
        )
    camel, value = ticket
    racing = [str(c) for c in made.table.members["racing"]]
    if camel not in racing:
        raise document.error(
            f"`{str(camel)[:40]}` is not a racing camel of edition {made.game.name}",
            *path,
            help=near(str(camel), racing, f"they are {listing(racing)}"),
        )
    values = made.table.members["ticket_value"]
    if isinstance(value, bool) or value not in values:
        raise document.error(
            f"no ticket of edition {made.game.name} has the value `{str(value)[:40]}`",
            *path,
            help=f"the values are {', '.join(map(str, values))}",
        )
    state["tickets"][(name, camel, value)] += 1


def _partner(document: Document, made: Engine, state: State, name: str, partner: Any) -> None:
    if partner is None:
        return
    path = ("players", name, "partner")
    if "partner" not in state:
        raise document.error(
            f"edition {made.game.name} has no partnerships", *path, help="leave `partner` out or make it null"
        )
    if partner not in made.table.players:
        raise document.error(
            f"the partner `{str(partner)[:40]}` of {name} is not a player",
            *path,
            help=near(str(partner), made.table.players),
        )
    if partner == name:
        raise document.error(f"{name} cannot be his own partner", *path)
    state["partner"][(name,)] = partner


def _card(document: Document, made: Engine, key: str, at: int, card: Any) -> tuple[str, str]:
    if not isinstance(card, list) or len(card) != 2:
        raise document.error(
            f"card {at + 1} of `{key}` must be [player, camel]", key, at, help='for example `["p1", "green"]`'
        )
    player, camel = card
    racing = [str(c) for c in made.table.members["racing"]]
    if player not in made.table.players:
        raise document.error(
            f"`{str(player)[:40]}` has a card but no money",
            key,
            at,
            help=f"`money` lists {listing(made.table.players)}",
        )
    if camel not in racing:
        raise document.error(
            f"`{str(camel)[:40]}` is not a racing camel of edition {made.game.name}",
            key,
            at,
            help=near(str(camel), racing, f"they are {listing(racing)}"),
        )
    return player, camel
