"""Scorings as pictures: the ranking, tickets and cards as chips with their colours' names, and where the money goes.

Chips are words in coloured boxes, so a picture is its own text and can be read without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from camelrules.door.escape import markup
from camelrules.run.engine import Engine
from camelrules.run.reference import State
from camelrules.run.watch import Scoring
from camelrules.site.draw import colour
from camelrules.site.words import listing

_TITLES = {"leg": "Leg scoring", "final": "Final scoring"}


def picture(made: Engine, scoring: Scoring, title: str = "") -> str:
    """A scoring drawn: who came where, what everybody holds and earns, and the money before and after."""
    head = title or _TITLES[scoring.kind]
    body = _decks(made, scoring) if scoring.kind == "final" else ""
    rows = "".join(_row(made, scoring, player) for player in made.table.players)
    held = "tickets" if scoring.kind == "leg" else "cards"
    heads = "".join(f'<th scope="col">{h}</th>' for h in ("player", "before", held, "sum", "payment", "after"))
    return (
        f'<figure class="scoring" role="group" aria-label="{markup(head)}"><figcaption>{markup(head)}'
        f"</figcaption>{podium(made, ranking(made, scoring))}{body}"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></figure>"
    )


def ranking(made: Engine, scoring: Scoring) -> list[str]:
    """The racing camels, first to last, as this scoring ranks them; equals stay in the order of the edition."""
    (param,) = made.game.functions["place"].params
    camels = [str(c) for c in made.table.index(param[1])]
    return sorted(camels, key=lambda c: int(made.reference.call("standing", (c, scoring.kind), scoring.state)))


def podium(made: Engine, camels: Sequence[str]) -> str:
    """The camels in a row, the first one first."""
    steps = "".join(
        f'<li class="{colour(c)}"><svg class="racer" viewBox="-1 -8 72 34" aria-hidden="true"><g class="camel">'
        f'<use href="#racing-camel"/></g></svg><span class="swatch">{markup(c)}</span></li>'
        for c in camels
    )
    return f'<ol class="podium" aria-label="Ranking, first to last">{steps}</ol>'


def chip(kind: str, name: str, more: str = "", amount: int | None = None, label: str = "") -> str:
    """A ticket or card: the colour's name, what is printed on it, and what it earns."""
    earns = ""
    if amount is not None:
        sign = "gain" if amount > 0 else "loss" if amount < 0 else "even"
        earns = f'<b class="{sign}"><span class="visually-hidden"> earns </span>{signed(amount)}</b>'
    value = f" <i>{markup(more)}</i>" if more else ""
    said = f'<span class="visually-hidden">{markup(label)} </span>' if label else ""
    return (
        f'<span class="chip {kind} {colour(name)}">{said}<span class="face">{markup(name)}{value}</span>{earns}</span>'
    )


def signed(amount: int) -> str:
    """A change of money, with a sign that is a minus and not a hyphen."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


# -- what a player holds ---------------------------------------------------------------------


def tickets(state: State, player: str) -> Iterator[tuple[str, int, int]]:
    """Camel, value and number of the betting tickets before a player, the highest first."""
    rows = [(str(c), int(v), n) for (p, c, v), n in state["tickets"].items() if p == player and n]
    yield from sorted(rows, key=lambda row: (-row[1], row[0]))


def holdings(made: Engine, state: State) -> str:
    """What lies before everybody and on the betting spaces, as chips; empty where nothing does."""
    rows = []
    for player in made.table.players:
        chips = [chip("ticket", c, str(v)) * n for c, v, n in tickets(state, player)]
        count = state["pyramid_tickets"][(player,)]
        chips += [chip("ticket plain", "pyramid ticket", f"× {count}" if count > 1 else "")] if count else []
        partner = state.get("partner", {}).get((player,))
        chips += [f'<span class="chip partner">partner of {markup(partner)}</span>'] if partner else []
        if chips:
            rows.append(f"<li><b>{markup(player)}</b> {' '.join(chips)}</li>")
    for goal, cards in state["cards"].items():
        if cards:
            chips = [chip("finish-card", str(c), f"of {p}") for p, c in cards]
            rows.append(f"<li><b>{markup(str(goal[0]))} cards</b> {' '.join(chips)}</li>")
    return f'<ul class="holdings" aria-label="What lies on the table">{"".join(rows)}</ul>' if rows else ""


# -- rows -------------------------------------------------------------------------------------


def _row(made: Engine, scoring: Scoring, player: str) -> str:
    had, has = scoring.state["money"][(player,)], scoring.after[player]
    chips, due = _leg(made, scoring, player) if scoring.kind == "leg" else _final(made, scoring, player)
    held = " ".join(chips) or '<span class="nothing">nothing</span>'
    cells = [
        ("before", _coins(had)),
        ("tickets" if scoring.kind == "leg" else "cards", held),
        ("sum", f"<b>{signed(due)}</b>"),
        ("payment", _flow(player, has - had, due)),
        ("after", _coins(has)),
    ]
    tds = "".join(f'<td data-label="{label}">{text}</td>' for label, text in cells)
    idle = ' class="idle"' if not chips and has == had else ""
    return f'<tr{idle}><th scope="row">{markup(player)}</th>{tds}</tr>'


def _coins(amount: int) -> str:
    return f'<span class="coins">{signed(amount).lstrip("+")}</span>'


def _flow(player: str, change: int, due: int) -> str:
    """Who pays whom; every payment is between a player and the bank."""
    who = markup(player)
    if change > 0:
        text = f'<span class="flow in">bank <span aria-hidden="true">→</span> {who}: <b>{change}</b></span>'
    elif change < 0:
        text = f'<span class="flow out">{who} <span aria-hidden="true">→</span> bank: <b>{-change}</b></span>'
    else:
        text = '<span class="flow none">nobody</span>'
    # The sum of the chips and the payment part only where somebody cannot pay what he owes.
    waived = change - due
    return text + (f" <small>{waived} of it is waived: {who} has no more</small>" if waived > 0 > due else "")


def _leg(made: Engine, scoring: Scoring, player: str) -> tuple[list[str], int]:
    state = scoring.state
    earned: list[tuple[str, str, str, int]] = []
    for camel, value, count in tickets(state, player):
        amount = int(made.reference.call("reward", (camel, value), state))
        earned += [("ticket", camel, str(value), amount)] * count
    reward = made.table.values["pyramid.reward"]
    assert isinstance(reward, int)
    earned += [("ticket plain", "pyramid", "", reward)] * state["pyramid_tickets"][(player,)]
    # What the rules settle with a player is the sum of his chips, and what he copies from a partner.
    due = sum(int(f.args[1]) for f in scoring.fired if f.name == "settle" and f.args[0] == player)
    chips = [chip(kind, name, more, amount, "ticket") for kind, name, more, amount in earned]
    partner = state.get("partner", {}).get((player,))
    if partner:
        chips.append(chip("partner", f"copied from {partner}", "", due - sum(e[-1] for e in earned)))
    return chips, due


def _final(made: Engine, scoring: Scoring, player: str) -> tuple[list[str], int]:
    mine = [(c, amount) for p, c, amount, _ in _cards(made, scoring) if p == player]
    return [chip("finish-card", c, "", amount, "finish card") for c, amount in mine], sum(amount for _, amount in mine)


def _decks(made: Engine, scoring: Scoring) -> str:
    """The two betting spaces: the camel that was sought, and the cards in the order placed, right or wrong."""
    parts = []
    for goal, sought in zip(made.table.members["goal"], scoring.args, strict=True):
        items = []
        for p, camel, amount, at in _cards(made, scoring):
            if at == goal:
                right = camel == sought
                mark = "✓" if right else "✗"
                word = "right" if right else "wrong"
                items.append(
                    f'<li class="{word}"><span aria-hidden="true">{mark}</span><span class="visually-hidden">{word}: '
                    f"</span>{chip('finish-card', camel, f'of {p}', amount, 'finish card')}</li>"
                )
        cards = f"<ol>{''.join(items)}</ol>" if items else "<p>No cards.</p>"
        name = f'<span class="{colour(str(sought))}"><span class="swatch">{markup(str(sought))}</span></span>'
        parts.append(
            f'<div class="deck"><p>Overall {markup(str(goal))}: {name}. Cards in the order placed:</p>{cards}</div>'
        )
    return f'<div class="decks">{"".join(parts)}</div>'


def _cards(made: Engine, scoring: Scoring) -> list[tuple[str, str, int, Any]]:
    """Every card with what the rules say it earns, as far as they were asked: player, camel, amount, deck."""
    asked = [f.args for f in scoring.fired if f.kind == "effect" and f.name == "pay_card"]
    found: list[tuple[str, str, int, Any]] = []
    at = 0
    for goal, sought in zip(made.table.members["goal"], scoring.args, strict=True):
        right = 0
        for player, camel in scoring.state["cards"][(goal,)]:
            right += camel == sought
            due: Any = made.table.values["finish.wrong"]
            if camel == sought:
                due = made.reference.call("card_pays", (right,), scoring.state)
            # A wrong card of somebody who has been fined already costs nothing where fines are counted by player.
            paid = at < len(asked) and tuple(asked[at]) == (player, due)
            at += paid
            found.append((str(player), str(camel), int(due) if paid else 0, goal))
    return found


def sentence(made: Engine, scoring: Scoring) -> str:
    """A scoring in one line."""
    changed = {p: scoring.after[p] - scoring.state["money"][(p,)] for p in made.table.players}
    told = [f"{p} {'gets' if n > 0 else 'pays'} {abs(n)}" for p, n in changed.items() if n]
    return f"{_TITLES[scoring.kind]}: {listing(told) or 'nobody gets or pays anything'}."


__all__ = ["chip", "holdings", "picture", "podium", "ranking", "sentence"]
