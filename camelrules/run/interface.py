"""What the commands ask of a game, by name: an edition may change how each is answered, not that it is."""

from __future__ import annotations

from camelrules.lang.model import Game
from camelrules.lang.source import RulesError, Span, counted, fail, near
from camelrules.lang.types import BoolType, IntType, SetType, SortType

# Functions and decisions: how many arguments they take, and the kind of their answer.
FUNCTIONS: dict[str, tuple[int, type]] = {
    "actor": (0, SortType),
    "game_over": (0, BoolType),
    "leg_change": (1, IntType),
    "leg_over": (0, BoolType),
    "mover": (2, SortType),
    "place": (1, IntType),
    "race_over": (0, BoolType),
    "space_high": (0, IntType),
    "space_low": (0, IntType),
    "standing": (2, IntType),
    "well_placed": (0, BoolType),
    "winners": (0, SetType),
}
EFFECTS = {"end_of_turn": 0, "reveal": 3, "roll": 0, "score_final": 2, "score_leg": 0, "setup": 0}
# State variables: how many indices they have.
STATE = {
    "above": 2, "at": 1, "cards": 1, "inside": 1, "money": 1, "pyramid_tickets": 1, "tickets": 3, "tile": 1,
    "tile_owner": 1,
}  # fmt: skip
SORTS = ("camel", "crazy", "die", "face", "goal", "player", "racing", "space", "ticket_value")
# A game without any of these is none.
PEOPLED = ("face", "goal", "racing")


def check(game: Game) -> None:
    """Complains of a game that the commands could not play, score or draw."""
    for name, (arguments, answer) in FUNCTIONS.items():
        made = game.functions.get(name) or game.decisions.get(name)
        if made is None:
            raise _missing(game, name, "function", {*game.functions, *game.decisions})
        _arity(name, arguments, len(made.params), "argument", made.note.span)
        if not isinstance(made.type, answer):
            raise fail("interface", f"`{name}` cannot answer with `{made.type}`: the commands use it", made.note.span)
    for name, arguments in EFFECTS.items():
        if name not in game.effects:
            raise _missing(game, name, "effect", set(game.effects))
        _arity(name, arguments, len(game.effects[name].params), "argument", game.effects[name].note.span)
    for name, indices in STATE.items():
        if name not in game.state:
            raise _missing(game, name, "state variable", set(game.state))
        _arity(name, indices, len(game.state[name].index), "index", game.state[name].note.span)
    for name in SORTS:
        if name not in game.sorts:
            raise _missing(game, name, "sort", set(game.sorts))
        if name in PEOPLED and not game.sorts[name].members:
            message = f"edition {game.name} has no `{name}`"
            raise fail("interface", message, game.sorts[name].note.span, "give the sort members")


def _missing(game: Game, name: str, kind: str, known: set[str]) -> RulesError:
    hint = near(name, known, "extend `game` or an edition of it")
    return fail("interface", f"edition {game.name} has no {kind} `{name}`, which the commands use", None, hint)


def _arity(name: str, wanted: int, found: int, word: str, span: Span) -> None:
    if wanted != found:
        many = "indices" if word == "index" else ""
        message = f"`{name}` must take {counted(wanted, word, many)}, found {found}: the commands use it"
        raise fail("interface", message, span)
