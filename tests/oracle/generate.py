"""Random positions and requests; every function draws from the `random.Random` it is given."""

from __future__ import annotations

from random import Random
from typing import Any

from .rules import Edition, Json, leg_over, move, race_over

SIDES = ("cheer", "boo")


def player_names(count: int) -> list[str]:
    """The names of the players in seating order."""
    return [f"p{number}" for number in range(1, count + 1)]


# --- positions -------------------------------------------------------------------------------


def _track(spaces: dict[int, list[str]]) -> dict[str, list[str]]:
    """The contract's track: occupied spaces only, string keys."""
    return {str(space): stack for space, stack in sorted(spaces.items()) if stack}


def random_track(rng: Random, edition: Edition) -> dict[str, list[str]]:
    """All camels on random spaces, at times far apart and at times in a few high stacks."""
    # Camels strewn over the whole track hardly ever meet, so most positions use a narrow window;
    # the windows at both ends of the track are the ones from which a camel can cross the line.
    width = rng.choice((1, 2, 3, 4, 6, edition.spaces))
    last_start = edition.spaces - width + 1
    first = rng.choice((1, last_start, rng.randint(1, last_start)))
    camels = list(edition.camels)
    rng.shuffle(camels)
    spaces: dict[int, list[str]] = {}
    for camel in camels:
        anywhere = rng.random() < 0.15
        space = rng.randint(1, edition.spaces) if anywhere else rng.randrange(first, first + width)
        spaces.setdefault(space, []).append(camel)
    return _track(spaces)


def random_tiles(rng: Random, edition: Edition, track: dict[str, list[str]]) -> dict[str, Json]:
    """Legal tiles: not on space 1, not under camels, not side by side, one for each owner."""
    owners = player_names(rng.randint(*edition.players))
    rng.shuffle(owners)
    free = [space for space in range(2, edition.spaces + 1) if str(space) not in track]
    rng.shuffle(free)
    tiles: dict[int, Json] = {}
    for owner in owners[: rng.randint(0, len(owners))]:
        legal = [s for s in free if not {s - 1, s, s + 1} & tiles.keys()]
        if not legal:
            break
        tiles[legal[0]] = {"owner": owner, "side": rng.choice(SIDES)}
    return {str(space): tile for space, tile in sorted(tiles.items())}


def random_pyramid(rng: Random, edition: Edition, reveals: int | None = None) -> list[str]:
    """Dice left in the pyramid, in any order, with `reveals` (at least one) still to come."""
    if reveals is None:
        reveals = rng.randint(1, edition.leg_dice)
    return rng.sample(edition.dice, len(edition.dice) - edition.leg_dice + reveals)


def random_position(rng: Random, edition: Edition, reveals: int | None = None) -> Json:
    """A well-formed position in which the leg is not over; not every one can arise in play."""
    track = random_track(rng, edition)
    return {
        "edition": edition.name,
        "track": track,
        "tiles": random_tiles(rng, edition, track),
        "pyramid": random_pyramid(rng, edition, reveals),
    }


def setup_position(rng: Random, edition: Edition) -> Json:
    """A position as the setup rules leave it, before any tile is placed."""
    spaces: dict[int, list[str]] = {}
    for camel in rng.sample(edition.racing, len(edition.racing)):
        spaces.setdefault(rng.choice(edition.racing_faces), []).append(camel)
    for camel in rng.sample(edition.crazy, len(edition.crazy)):
        space = edition.spaces + 1 - rng.choice(edition.grey_values)
        spaces.setdefault(space, []).append(camel)
    return {
        "edition": edition.name,
        "track": _track(spaces),
        "tiles": {},
        "pyramid": list(edition.dice),
    }


def _next_leg(rng: Random, edition: Edition, position: Json) -> Json:
    """The same camels at the start of a leg, all dice inside and new tiles on the track."""
    tiles = random_tiles(rng, edition, position["track"])
    return {**position, "tiles": tiles, "pyramid": list(edition.dice)}


def played_position(rng: Random, edition: Edition) -> Json:
    """A position from the middle of a randomly played race, hence one that can arise in play."""
    position = _next_leg(rng, edition, setup_position(rng, edition))
    for _ in range(rng.randint(0, 4 * edition.leg_dice)):
        after = move(position, **random_roll(rng, edition, position), edition=edition)["position"]
        if race_over(after, edition):
            break
        position = _next_leg(rng, edition, after) if leg_over(after, edition) else after
    return position


def finished_position(rng: Random, edition: Edition) -> Json:
    """A position in which the race has just ended."""
    position = random_position(rng, edition)
    while not race_over(position, edition):
        if leg_over(position, edition):
            position = _next_leg(rng, edition, position)
        roll = random_roll(rng, edition, position)
        position = move(position, **roll, edition=edition)["position"]
    return position


# --- requests --------------------------------------------------------------------------------


def random_roll(rng: Random, edition: Edition, position: Json) -> dict[str, Any]:
    """A die of the pyramid with a number it can show: the keyword arguments of `move`."""
    die = rng.choice(position["pyramid"])
    if die in edition.grey_dice:
        return {
            "die": die,
            "value": rng.choice(edition.grey_values),
            "face": rng.choice(edition.crazy),
        }
    return {"die": die, "value": rng.choice(edition.racing_faces)}


def random_move_request(rng: Random, edition: Edition) -> Json:
    """One line of a `move --batch` file; `face` is there for a grey die only."""
    position = rng.choice((random_position, played_position))(rng, edition)
    return {**position, **random_roll(rng, edition, position)}


# --- scoring files ---------------------------------------------------------------------------


def _random_ranking(rng: Random, edition: Edition) -> list[str]:
    """The racing camels in any order."""
    return rng.sample(edition.racing, len(edition.racing))


def _random_money(rng: Random) -> int:
    """An amount that is often too small to pay what is lost, so that the floor matters."""
    return rng.choice((0, 1, 2, rng.randint(3, 40)))


def _random_partners(rng: Random, edition: Edition, names: list[str]) -> dict[str, str]:
    """Disjoint pairs of partners, where there are enough players for partnership cards."""
    if edition.partnership_from is None or len(names) < edition.partnership_from:
        return {}
    order = rng.sample(names, len(names))
    pairs = list(zip(order[::2], order[1::2], strict=False))[: rng.randint(0, len(names) // 2)]
    return {a: b for pair in pairs for a, b in (pair, pair[::-1])}


def random_leg_file(rng: Random, edition: Edition, players: int | None = None) -> Json:
    """A file for `score leg` in which no more tickets are out than the box holds."""
    names = player_names(players or rng.randint(*edition.players))
    partners = _random_partners(rng, edition, names)
    table: dict[str, Json] = {
        name: {
            "money": _random_money(rng),
            "tickets": [],
            "pyramid_tickets": 0,
            "partner": partners.get(name),
        }
        for name in names
    }
    # Few players who share all tickets hide the losses of one behind the gains of another.
    takers = rng.sample(names, rng.randint(1, len(names)))
    for colour in edition.racing:
        for value in edition.ticket_values[: rng.randint(0, len(edition.ticket_values))]:
            table[rng.choice(takers)]["tickets"].append([colour, value])
    for player in table.values():
        rng.shuffle(player["tickets"])
    # The race may end in the middle of a leg, with pyramid tickets left on the board.
    for _ in range(rng.choice((edition.leg_dice, rng.randint(1, edition.leg_dice)))):
        table[rng.choice(names)]["pyramid_tickets"] += 1
    return {
        "edition": edition.name,
        "ranking": _random_ranking(rng, edition),
        "players": table,
    }


def random_final_file(rng: Random, edition: Edition, players: int | None = None) -> Json:
    """A file for `score final` in which each player places each finish card at most once."""
    names = player_names(players or rng.randint(*edition.players))
    cards = [[name, colour] for name in names for colour in edition.racing]
    placed = rng.sample(cards, rng.randint(0, len(cards)))
    split = rng.randint(0, len(placed))
    return {
        "edition": edition.name,
        "ranking": _random_ranking(rng, edition),
        "winner_deck": placed[:split],
        "loser_deck": placed[split:],
        "money": {name: _random_money(rng) for name in names},
    }
