"""The rules by hand: stacks are lists from bottom to top, one list for each occupied space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

Json = dict[str, Any]
Stacks = dict[int, list[str]]
Tiles = dict[int, Json]
StateKey = tuple[tuple[tuple[int, tuple[str, ...]], ...], tuple[str, ...]]

CLOCKWISE = 1
COUNTERCLOCKWISE = -1


@dataclass(frozen=True)
class Edition:
    """Every number of the game, so that a test may also draw up a house edition of its own."""

    name: str
    racing: tuple[str, ...]
    crazy: tuple[str, ...] = ()
    grey_dice: tuple[str, ...] = ()
    spaces: int = 16
    leg_dice: int = 5
    racing_faces: tuple[int, ...] = (1, 1, 2, 2, 3, 3)
    grey_values: tuple[int, ...] = (1, 2, 3)  # each printed once in the colour of every crazy camel
    tile_reward: int = 1
    ticket_values: tuple[int, ...] = (5, 3, 2)  # top of the stack first
    second_reward: int = 1
    other_cost: int = 1
    pyramid_reward: int = 1
    payouts: tuple[int, ...] = (8, 5, 3, 2)
    payout_rest: int = 1
    wrong_card_cost: int = 1
    start_money: int = 3
    players: tuple[int, int] = (2, 8)
    partnership_from: int | None = None  # the least number of players that uses partnership cards

    def __post_init__(self) -> None:
        """Refuse what the rules give no answer to."""
        if len(self.crazy) > 2:
            raise ValueError("the rules choose between two crazy camels at most")
        if self.grey_dice and not self.crazy:
            raise ValueError("a grey die needs a crazy camel")
        if self.leg_dice > len(self.dice):
            raise ValueError("a leg cannot reveal more dice than there are")

    @property
    def camels(self) -> tuple[str, ...]:
        """All camels, racing ones first."""
        return self.racing + self.crazy

    @property
    def dice(self) -> tuple[str, ...]:
        """The names of all dice of the pyramid."""
        return self.racing + self.grey_dice


EDITION_2014 = Edition(name="2014", racing=("blue", "green", "orange", "white", "yellow"))
EDITION_2018 = Edition(
    name="2018",
    racing=("blue", "green", "purple", "red", "yellow"),
    crazy=("black", "white"),
    grey_dice=("grey",),
    ticket_values=(5, 3, 2, 2),
    players=(3, 8),
    partnership_from=6,
)
EDITIONS = {edition.name: edition for edition in (EDITION_2014, EDITION_2018)}


def edition_of(file: Json, edition: Edition | None = None) -> Edition:
    """The edition given outright, or else the printed one that the file names."""
    return edition if edition is not None else EDITIONS[file["edition"]]


# --- positions -------------------------------------------------------------------------------


def stacks_of(position: Json) -> Stacks:
    """The occupied spaces of a position file, as a copy that may be changed."""
    return {int(space): list(stack) for space, stack in position["track"].items() if stack}


def tiles_of(position: Json) -> Tiles:
    """The tiles of a position file by space."""
    return {int(space): tile for space, tile in position.get("tiles", {}).items()}


def beyond(space: int, edition: Edition) -> bool:
    """Whether a space number lies past the finish line, in either direction."""
    return space < 1 or space > edition.spaces


def race_over(position: Json, edition: Edition | None = None) -> bool:
    """Whether a camel has crossed the finish line."""
    rules = edition_of(position, edition)
    return any(beyond(space, rules) for space in stacks_of(position))


def leg_over(position: Json, edition: Edition | None = None) -> bool:
    """Whether no die may be revealed any more in this leg."""
    rules = edition_of(position, edition)
    revealed = len(rules.dice) - len(position["pyramid"])
    return revealed >= rules.leg_dice or race_over(position, rules)


def ranking(stacks: Stacks, edition: Edition) -> list[str]:
    """The racing camels from first to last; spaces past the line simply count on."""
    # Reading every stack upwards from the rearmost space lists the camels from last to first.
    upwards = [camel for space in sorted(stacks) for camel in stacks[space]]
    return [camel for camel in reversed(upwards) if camel in edition.racing]


# --- moves -----------------------------------------------------------------------------------


def crazy_mover(stacks: Stacks, face: str, edition: Edition) -> str:
    """The crazy camel that a grey die showing a number in the colour `face` moves."""
    carriers: list[str] = []
    uppers: list[str] = []
    for stack in stacks.values():
        for height, camel in enumerate(stack):
            if camel not in edition.crazy:
                continue
            if any(other in edition.racing for other in stack[height + 1 :]):
                carriers.append(camel)
            if height > 0 and stack[height - 1] in edition.crazy:
                uppers.append(camel)
    # With "carries" read transitively the exceptions exclude each other: if one crazy camel sits
    # directly on the other, a racing camel above it is carried by both of them.
    if len(carriers) == 1:
        return carriers[0]
    if uppers:
        return uppers[0]
    return face


def advance(stacks: Stacks, tiles: Tiles, mover: str, value: int, edition: Edition) -> tuple[Stacks, Json | None]:
    """The stacks after the unit of `mover` has moved, and the tile that it ended its move on."""
    after = {space: list(stack) for space, stack in stacks.items()}
    start = next(space for space, stack in after.items() if mover in stack)
    foot = after[start].index(mover)
    unit = after[start][foot:]
    after[start] = after[start][:foot]

    direction = COUNTERCLOCKWISE if mover in edition.crazy else CLOCKWISE
    target = start + direction * value
    # The race is over at the crossing, so whatever lies beyond the line has no effect.
    tile = None if beyond(target, edition) else tiles.get(target)
    if tile is not None and tile["side"] == "boo":
        target -= direction
        after[target] = unit + after.get(target, [])
    else:
        if tile is not None:
            target += direction
        after[target] = after.get(target, []) + unit
    return {space: stack for space, stack in after.items() if stack}, tile


def move(position: Json, die: str, value: int, face: str | None = None, edition: Edition | None = None) -> Json:
    """The contract's answer to `camelrules move`."""
    rules = edition_of(position, edition)
    if leg_over(position, rules):
        raise ValueError("the leg is over, no die may be revealed")
    if die not in position["pyramid"]:
        raise ValueError(f"die `{die}` is not in the pyramid")
    stacks = stacks_of(position)
    if die in rules.grey_dice:
        if face not in rules.crazy or value not in rules.grey_values:
            raise ValueError(f"the grey die has no face `{face} {value}`")
        mover = crazy_mover(stacks, face, rules)
    else:
        if face is not None or value not in rules.racing_faces:
            raise ValueError(f"die `{die}` has no face `{face} {value}`")
        mover = die

    after, tile = advance(stacks, tiles_of(position), mover, value, rules)
    events: list[Json] = []
    if tile is not None:
        events.append({"kind": "pay", "player": tile["owner"], "amount": rules.tile_reward})
    if any(beyond(space, rules) for space in after):
        events.append({"kind": "finish"})
    return {
        "position": {
            "edition": position["edition"],
            "track": {str(space): after[space] for space in sorted(after)},
            "tiles": {space: dict(tile) for space, tile in position.get("tiles", {}).items()},
            "pyramid": [other for other in position["pyramid"] if other != die],
        },
        "mover": mover,
        "events": events,
    }


# --- odds ------------------------------------------------------------------------------------


def _rolls(stacks: Stacks, die: str, common: int, edition: Edition) -> Iterator[tuple[str, int, int]]:
    """How a revealed die can move a camel: who, how far, on how many of `common` faces."""
    ways: Counter[tuple[str, int]] = Counter()
    if die in edition.grey_dice:
        for face in edition.crazy:
            mover = crazy_mover(stacks, face, edition)
            ways.update((mover, value) for value in edition.grey_values)
    else:
        ways.update((die, value) for value in edition.racing_faces)
    scale = common // ways.total()
    for (mover, value), faces in ways.items():
        yield mover, value, faces * scale


class _Tree:
    """The tree of all reveals that may follow in a leg, counted in whole numbers.

    Below a node with n dice left, of which k are still to be revealed, hang
    n * (n-1) * ... * (n-k+1) * F**k equally likely paths, where F is a common number of faces.
    """

    def __init__(self, tiles: Tiles, edition: Edition) -> None:
        """Start without any known node."""
        self.tiles = tiles
        self.edition = edition
        self.faces = lcm(len(edition.racing_faces), max(1, len(edition.crazy) * len(edition.grey_values)))
        self.known: dict[StateKey, list[int]] = {}

    def paths(self, dice: int, reveals: int) -> int:
        """The number of paths below a node."""
        total = 1
        for used in range(reveals):
            total *= (dice - used) * self.faces
        return total

    def places(self, stacks: Stacks, dice: tuple[str, ...], reveals: int) -> list[int]:
        """How many paths end with each racing camel on each place, camel by camel."""
        edition = self.edition
        size = len(edition.racing)
        counts = [0] * (size * size)
        if reveals == 0 or any(beyond(space, edition) for space in stacks):
            weight = self.paths(len(dice), reveals)
            for place, camel in enumerate(ranking(stacks, edition)):
                counts[edition.racing.index(camel) * size + place] = weight
            return counts
        # The number of reveals to come follows from the dice left, so the key need not hold it.
        key = (tuple((space, tuple(stacks[space])) for space in sorted(stacks)), dice)
        if key not in self.known:
            for die in dice:
                rest = tuple(other for other in dice if other != die)
                for mover, value, weight in _rolls(stacks, die, self.faces, edition):
                    after, _ = advance(stacks, self.tiles, mover, value, edition)
                    below = self.places(after, rest, reveals - 1)
                    counts = [old + weight * new for old, new in zip(counts, below, strict=True)]
            self.known[key] = counts
        return self.known[key]


def odds(position: Json, edition: Edition | None = None) -> Json:
    """The contract's answer to `camelrules odds`: exact chances of every place at the leg's end."""
    rules = edition_of(position, edition)
    dice = tuple(position["pyramid"])
    reveals = max(0, rules.leg_dice - (len(rules.dice) - len(dice)))
    tree = _Tree(tiles_of(position), rules)
    counts = tree.places(stacks_of(position), dice, reveals)
    total = tree.paths(len(dice), reveals)
    size = len(rules.racing)
    return {
        "camels": {
            camel: [str(Fraction(n, total)) for n in counts[row * size : (row + 1) * size]]
            for row, camel in enumerate(rules.racing)
        }
    }


# --- scoring ---------------------------------------------------------------------------------


def _ticket_rewards(player: Json, order: list[str], edition: Edition) -> list[int]:
    """What each ticket of a player is worth, betting tickets first."""
    rewards = []
    for colour, value in player["tickets"]:
        place = order.index(colour)
        if place == 0:
            rewards.append(value)
        elif place == 1:
            rewards.append(edition.second_reward)
        else:
            rewards.append(-edition.other_cost)
    return rewards + [edition.pyramid_reward] * player["pyramid_tickets"]


def _account(before: int, after: int) -> dict[str, int]:
    """A player's line in the answer of a scoring."""
    return {"money": after, "change": after - before}


def score_leg(file: Json, edition: Edition | None = None) -> Json:
    """The contract's answer to `camelrules score leg`."""
    rules = edition_of(file, edition)
    players: dict[str, Json] = file["players"]
    rewards = {name: _ticket_rewards(player, file["ranking"], rules) for name, player in players.items()}
    accounts = {}
    for name, player in players.items():
        net = sum(rewards[name])
        partner = player.get("partner")
        if partner is not None:
            if rules.partnership_from is None:
                raise ValueError(f"edition {rules.name} has no partnerships")
            # Copying is optional, so nobody copies a loss.
            net += max([0, *rewards[partner]])
        accounts[name] = _account(player["money"], max(0, player["money"] + net))
    return {"players": accounts}


def score_final(file: Json, edition: Edition | None = None) -> Json:
    """The contract's answer to `camelrules score final`."""
    rules = edition_of(file, edition)
    money: dict[str, int] = dict(file["money"])
    decks = [
        (file["winner_deck"], file["ranking"][0]),
        (file["loser_deck"], file["ranking"][-1]),
    ]
    for deck, actual in decks:
        payouts = iter(rules.payouts)
        for owner, camel in deck:
            if camel == actual:
                money[owner] += next(payouts, rules.payout_rest)
            else:
                # Card by card: a loss that is waived now is not set off against a later gain.
                money[owner] = max(0, money[owner] - rules.wrong_card_cost)
    return {"players": {name: _account(before, money[name]) for name, before in file["money"].items()}}
