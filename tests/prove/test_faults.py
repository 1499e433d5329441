"""A one-token fault in the specification turns the right property red, with a position that replays."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

pytest.importorskip("z3")

from camelrules.lang.source import Span
from camelrules.lang.syntax import Binary, Expr, Lit, Read
from camelrules.lang.types import BOOL, INT
from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.properties.meaning import obligations
from camelrules.prove.verify import Options, examine
from camelrules.prove.witness.files import full_state
from camelrules.prove.witness.judge import Judge
from camelrules.run.table import seat
from tests.prove.planted import planted

CAMELS, TILES, ACTIONS, LEG = "game/camels.yaml", "game/tiles.yaml", "game/actions.yaml", "game/leg.yaml"
SECOND, POSSIBLE = "editions/2018.yaml", "game/possible.yaml"
TABLE = "game/table.yaml"
FINISH, RACE, SETUP = "game/finish.yaml", "game/race.yaml", "game/setup.yaml"
TOP, BOTTOM = "  carries:\n    is: all_above", "  carries:\n    is: all_below"
SOLE = "when: sole_carrier.moves != by_colour and count(c in crazy where carrier(c)) == "
DECK = """      - if: last_placed_first
        then: ["set correct = 1 + count((q, e) in cards[g] where e == c or finish.counts == all_cards)"]
      - for: (p, e) in cards[g]
        do:
          - if: e == c or finish.counts == all_cards
            then: [set correct = if last_placed_first then correct - 1 else correct + 1]
"""
FAULTS = [
    ("2018", TILES, "boo.end: {type: end, is: bottom", "boo.end: {type: end, is: top", "move.lands_exactly"),
    ("2014", TILES, "cheer.end: {type: end, is: top", "cheer.end: {type: end, is: bottom", "move.lands_exactly"),
    ("2018", CAMELS, TOP, BOTTOM, "move.only_the_unit"),
    ("2014", CAMELS, "at[b] == target and side == top", "at[b] != target and side == top", "stack.well_formed"),
    ("2014", CAMELS, "is: clockwise", "is: counterclockwise", "move.lands_exactly"),
    ("2018", SECOND, "is: counterclockwise", "is: clockwise", "move.lands_exactly"),
    (
        "2018",
        "game/money.yaml",
        "when: money.debt != still_owed and money[p] - due < money.floor",
        "when: false",
        "money.floor",
    ),
    ("2014", LEG, "is: 5, clause: [leg.end.dice", "is: 6, clause: [leg.end.dice", "leg.dice_and_tickets"),
    ("2018", LEG, "is: 5, clause: [leg.end.dice", "is: 6, clause: [leg.end.dice", "leg.dice_and_tickets"),
    ("2014", ACTIONS, "s >= tile.first_space", "s > 0", "tiles.not_first"),
    ("2014", ACTIONS, "t != s and near(s, t)", "t == s and near(s, t)", "tiles.spaced"),
    ("2018", ACTIONS, "not exists(c in camel where at[c] == s)", "true", "tile.placing"),
    ("2014", ACTIONS, "stack[c] > 0", "stack[c] >= 0", "ticket.taking"),
    ("2018", SECOND, f"{SOLE}1", f"{SOLE}2", "crazy.choice"),
    ("2014", CAMELS, "rank_space(a, s) > rank_space(b, s)", "rank_space(a, s) < rank_space(b, s)", "rank.as_stated"),
    ("2014", LEG, "- do clean_up_more", "- set owed[p] = 1 for p in player", "money.nobody_owes"),
    ("2014", "game/setup.yaml", "- do first_player", "- set owed[p] = 1 for p in player", "money.nobody_owes"),
    ("2014", ACTIONS, "- append (turn, c) to cards[g]", "- set owed[turn] = 1", "table.stays.bet"),
    ("2014", LEG, "do settle(p, leg_change(p), leg_scoring)", "set owed[p] = leg_change(p)", "leg.pays_exactly"),
    (
        "2018",
        ACTIONS,
        "is: forbidden\n    alternatives:\n      f",
        "is: allowed\n    alternatives:\n      f",
        "catalogue.passing",
    ),
    ("2018", SECOND, "set partner[p] = none for p", "set partner[p] = partner[p] for p", "partner.ends_with_the_leg"),
    (
        "2018",
        SECOND,
        "        - draw d in die where inside[d]\n",
        "        - draw d in die where inside[d]\n        - set partner[p] = none for p in player\n",
        "partner.stays.use_pyramid",
    ),
    (
        "2018",
        ACTIONS,
        "face=colour)",
        "face=(if colour == none then none else the(c in crazy where c != colour)))",
        "reveal.told",
    ),
    ("2014", "game/money.yaml", "sum(n * v for", "sum(n + v for", "catalogue.money"),
    ("2014", POSSIBLE, "is: well_placed", "is: not well_placed", "possible.tiles_means"),
    ("2014", POSSIBLE, "money[p] >= money.floor", "money[p] > money.floor", "possible.money_in_play"),
    (
        "2018",
        POSSIBLE,
        "tickets[p, c, v] for p in player) <=",
        "tickets[p, c, v] for p in player) <",
        "possible.tickets_means",
    ),
    ("2014", POSSIBLE, "<= pyramid.tickets", "<= pyramid.tickets + 1", "possible.pyramid_tickets_means"),
    ("2014", POSSIBLE, "for g in goal) <= 1", "for g in goal) <= 2", "possible.cards_means"),
    ("2018", SECOND, "partner[p] == q and partner[q] == p)", "partner[p] == q)", "possible.partners_means"),
    ("2014", ACTIONS, "    is: not_allowed\n", "    is: allowed\n", "catalogue.tile_spaces"),
    ("2018", ACTIONS, "    is: lifted_first\n", "    is: still_there\n", "catalogue.tile_spaces"),
    ("2018", CAMELS, "all_below then above[m, c]", "all_below then above[c, m]", "carry.ways"),
    ("2014", CAMELS, "else how == whole_stack and", "else how == nobody and", "carry.ways"),
    ("2014", FINISH, DECK, DECK.replace("last_placed", "not last_placed"), "cards.first_is_first"),
    ("2014", TABLE, "turn.length: {type: 0.., is: 1", "turn.length: {type: 0.., is: 2", "catalogue.turns"),
    ("2018", TABLE, "is: not_obliged", "is: obliged", "catalogue.table"),
    ("2018", SECOND, "is: may_not_refuse", "is: may_refuse", "catalogue.turns"),
    ("2014", TABLE, "is: marker_holder", "is: next_player", "catalogue.legs"),
    ("2014", TABLE, "+ 2 * pyramid.reward", "+ pyramid.reward", "catalogue.examples"),
    ("2014", FINISH, "card.goes: {type: end, is: top", "card.goes: {type: end, is: bottom", "catalogue.scoring"),
    ("2018", FINISH, "    is: correct_cards\n", "    is: all_cards\n", "catalogue.scoring"),
    ("2018", RACE, "end.leg_scorings: {type: 0..2, is: 1", "end.leg_scorings: {type: 0..2, is: 0", "catalogue.scoring"),
    (
        "2014",
        FINISH,
        "set owed[p] = owed[p] + amount",
        "do settle(p, amount, finish_card)",
        "money.final_net_floor",
    ),
    (
        "2014",
        RACE,
        "- set settled = true\n",
        "- set settled = true\n          - set turn = next(turn)\n",
        "race.pays_and_touches_nothing",
    ),
]
# Of what must be able to come: with the fault it never does.
FIXED = [
    ("2014", SETUP, "draw p in player", "draw p in player where next(p) != turn", "setup.anybody_first"),
    ("2014", SETUP, "for: c in shuffled racing", "for: c in racing", "setup.every_order"),
    ("2014", SETUP, "draw value in racing.faces", "draw value in racing.faces where value > 1", "setup.every_start"),
    (
        "2014",
        SETUP,
        "      - for: c in shuffled racing\n        do:\n          - draw value in racing.faces\n",
        "      - draw value in racing.faces\n      - for: c in shuffled racing\n        do:\n",
        "setup.every_start",
    ),
    ("2018", SECOND, "for: c in shuffled crazy", "for: c in crazy", "setup.either_crazy_first"),
    (
        "2018",
        SECOND,
        "do:\n                - draw (colour, value) in grey.faces\n",
        "do:\n                - draw (colour, value) in grey.faces where value < 3\n",
        "setup.every_crazy_start",
    ),
    (
        "2014",
        ACTIONS,
        "draw value in racing.faces",
        "draw value in racing.faces where value < 3",
        "roll.every_die_and_number",
    ),
    (
        "2018",
        SECOND,
        "in die where inside[d]",
        "in die where inside[d] and (d != red or count(e in die where inside[e]) == 1)",
        "roll.every_die_and_number",
    ),
    ("2018", SECOND, "in grey.faces\n", "in grey.faces where value < 3\n", "roll.every_grey_face"),
    ("2018", SECOND, "in grey.faces\n", "in grey.faces where colour == white\n", "roll.every_grey_face"),
]


@pytest.mark.parametrize(("edition", "file", "old", "new", "property"), FAULTS)
def test_the_right_property_fails(edition: str, file: str, old: str, new: str, property: str) -> None:
    book = planted(edition, file, old, new)
    result = Prover(book, book.properties[property], Settings(quick=True, vacuity=False)).check()
    assert result.verdict == "refuted", result.detail
    assert result.witness is not None
    witness = json.loads(json.dumps(result.witness))
    table = seat(book.game, tuple(witness["players"]))
    state = full_state(table, witness["state"])
    for step in witness["steps"]:
        name = step.get("action") or step["effect"]
        meant = next(o for o in obligations(book, book.properties[property]) if o.transition.name == name)
        args = tuple(step["args"][n] for n, _ in meant.transition.given)
        if name != book.system.start and not step["choices"]:
            assert Judge(table).replay(meant, args, [], state).broken


@pytest.mark.parametrize(("edition", "file", "old", "new", "property"), FIXED)
def test_what_chance_decides_is_noticed_when_it_no_longer_does(
    edition: str, file: str, old: str, new: str, property: str
) -> None:
    book = planted(edition, file, old, new)
    result = examine(book, book.properties[property], Options(quick=True, cached=False))
    assert result.verdict == "refuted" and result.witness is not None, result.detail
    table = seat(book.game, tuple(result.witness["players"]))
    (meant,) = obligations(book, book.properties[property])
    args = tuple(result.witness["steps"][0]["args"].values())
    state = full_state(table, result.witness["state"])
    assert Judge(table).never(meant, args, state)[0] is not None
    sound = planted(edition, file, old, old).game
    assert Judge(seat(sound, table.players)).never(meant, args, state)[0] is None


def test_who_begins_is_left_to_chance_in_setup() -> None:
    book = planted("2014", SETUP, "      - do first_player\n", "")
    result = Prover(book, book.properties["setup.same_player_first"], Settings(quick=True, vacuity=False)).check()
    assert result.verdict in ("proved", "bounded") and not result.ok


def test_the_sound_rules_are_not_refuted() -> None:
    book = planted("2014", CAMELS, "Camels, stacks", "camels, stacks")
    for id in ("move.lands_exactly", "move.only_the_unit", "tile.placing", "ticket.taking", "rank.as_stated"):
        assert Prover(book, book.properties[id], Settings(quick=True)).check().verdict in ("proved", "bounded")


def test_a_starved_solver_says_unknown() -> None:
    book = planted("2018", CAMELS, "Camels, stacks", "camels, stacks")
    for id in ("move.lands_exactly", "stack.well_formed", "rank.places"):
        result = Prover(book, book.properties[id], Settings(budget=1, quick=True)).check()
        assert result.verdict == "unknown" and "budget" in result.detail


def test_a_property_without_cases_is_reported() -> None:
    book = planted("2014", TILES, "comp.tiles.sides", "comp.tiles.sides")
    sound = book.properties["move.lands_exactly"]
    assert not Prover(book, sound, Settings(quick=True)).check().vacuous
    never = replace(sound, where=_never(sound.note.span))
    assert Prover(book, never, Settings(quick=True)).check().vacuous


def _never(span: Span) -> Expr:
    """A condition that no state satisfies, though it takes a solver to see it."""
    bank = Read("bank", (), INT, span)
    return Binary("<", bank, Binary("-", bank, Lit(1, INT, span), INT, span), BOOL, span)
