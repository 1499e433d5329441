"""Whole games by hand: everything on the table as plain lists, every action written out as a rulebook tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .rules import Edition, Json, Stacks, Tiles, advance, beyond, crazy_mover, ranking

Action = tuple[str, tuple[object, ...]]


@dataclass
class Game:
    """A table in the middle of a game; lists of tickets have their top at the end."""

    edition: Edition
    players: list[str]
    stacks: Stacks
    turn: str
    money: dict[str, int] = field(default_factory=dict)
    tiles: Tiles = field(default_factory=dict)
    pyramid: list[str] = field(default_factory=list)
    tickets: dict[str, list[int]] = field(default_factory=dict)
    held: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    pyramid_tickets: dict[str, int] = field(default_factory=dict)
    hands: dict[str, set[str]] = field(default_factory=dict)
    decks: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: {"winner": [], "loser": []})
    partner: dict[str, str] = field(default_factory=dict)
    over: bool = False

    def __post_init__(self) -> None:
        """Everybody gets money and a card of each colour; then the leg begins."""
        self.money = dict.fromkeys(self.players, self.edition.start_money)
        self.hands = {player: set(self.edition.racing) for player in self.players}
        self.begin_leg()

    def begin_leg(self) -> None:
        """All dice into the pyramid, all tickets on their piles, all tiles back to their owners; partners part."""
        self.pyramid = list(self.edition.dice)
        self.tickets = {colour: list(reversed(self.edition.ticket_values)) for colour in self.edition.racing}
        self.held = {player: [] for player in self.players}
        self.pyramid_tickets = dict.fromkeys(self.players, 0)
        self.tiles = {}
        self.partner = {}

    # --- what may be done -------------------------------------------------------------------

    def legal(self) -> Iterator[Action]:
        """Everything that the player whose turn it is may do."""
        for colour in self.edition.racing:
            if self.tickets[colour]:
                yield "take_ticket", (colour,)
        for space in range(2, self.edition.spaces + 1):
            if self.may_place(space):
                yield "place_tile", (space, "cheer")
                yield "place_tile", (space, "boo")
        yield "use_pyramid", ()
        for colour in sorted(self.hands[self.turn]):
            yield "bet", (colour, "winner")
            yield "bet", (colour, "loser")
        enough = self.edition.partnership_from is not None and len(self.players) >= self.edition.partnership_from
        if enough and self.turn not in self.partner:
            for other in self.players:
                if other != self.turn and other not in self.partner:
                    yield "enter_partnership", (other,)

    def may_place(self, space: int) -> bool:
        """An empty space, a different one from where the tile lies, and not beside somebody else's tile."""
        if self.stacks.get(space) or space in self.tiles:
            return False
        beside = (self.tiles.get(space - 1), self.tiles.get(space + 1))
        return all(tile is None or tile["owner"] == self.turn for tile in beside)

    # --- doing it ---------------------------------------------------------------------------

    def act(self, name: str, args: Json, reveal: Json | None) -> list[Json]:
        """One whole turn; returns who was paid for a tile, and whether the leg or the race ended."""
        player, events = self.turn, []
        if name == "take_ticket":
            self.held[player].append((args["c"], self.tickets[args["c"]].pop()))
        elif name == "place_tile":
            self.tiles = {space: tile for space, tile in self.tiles.items() if tile["owner"] != player}
            self.tiles[args["s"]] = {"owner": player, "side": args["f"]}
        elif name == "bet":
            self.hands[player].remove(args["c"])
            self.decks[args["g"]].append((player, args["c"]))
        elif name == "enter_partnership":
            self.partner[player], self.partner[args["q"]] = args["q"], player
        else:
            assert name == "use_pyramid" and reveal is not None
            self.pyramid_tickets[player] += 1
            events += self.reveal(reveal["die"], reveal["value"], reveal["face"])
        self.end_turn()
        return events

    def reveal(self, die: str, value: int, face: str | None) -> list[Json]:
        """A die falls out and moves its camel with all on its back."""
        assert die in self.pyramid
        self.pyramid.remove(die)
        mover = die
        if die in self.edition.grey_dice:
            assert face is not None
            mover = crazy_mover(self.stacks, face, self.edition)
        self.stacks, tile = advance(self.stacks, self.tiles, mover, value, self.edition)
        if tile is None:
            return []
        self.money[tile["owner"]] += self.edition.tile_reward
        return [{"player": tile["owner"], "amount": self.edition.tile_reward}]

    def race_over(self) -> bool:
        """A camel has crossed the finish line."""
        return any(beyond(space, self.edition) for space in self.stacks)

    def end_turn(self) -> None:
        """The leg or the race may be over; then the next player begins."""
        revealed = len(self.edition.dice) - len(self.pyramid)
        if self.race_over():
            self.score_leg()
            self.score_final()
            self.over = True
        elif revealed == self.edition.leg_dice:
            self.score_leg()
            self.begin_leg()
        seat = self.players.index(self.turn)
        self.turn = self.players[(seat + 1) % len(self.players)]

    # --- scoring ----------------------------------------------------------------------------

    def worth(self, player: str) -> list[int]:
        """What each ticket before a player earns."""
        first, second, *_ = ranking(self.stacks, self.edition)
        found = []
        for colour, value in self.held[player]:
            if colour == first:
                found.append(value)
            elif colour == second:
                found.append(self.edition.second_reward)
            else:
                found.append(-self.edition.other_cost)
        return found + [self.edition.pyramid_reward] * self.pyramid_tickets[player]

    def score_leg(self) -> None:
        """Everybody gets or pays the sum of his tickets and the best of his partner; nobody falls below nothing."""
        worth = {player: self.worth(player) for player in self.players}
        for player in self.players:
            total = sum(worth[player])
            if player in self.partner:
                total += max([0, *worth[self.partner[player]]])
            self.money[player] = max(0, self.money[player] + total)

    def score_final(self) -> None:
        """The cards for the winner, then those for the loser, from the first placed."""
        order = ranking(self.stacks, self.edition)
        for goal, camel in (("winner", order[0]), ("loser", order[-1])):
            payouts = list(self.edition.payouts)
            for player, colour in self.decks[goal]:
                if colour != camel:
                    self.money[player] = max(0, self.money[player] - self.edition.wrong_card_cost)
                else:
                    self.money[player] += payouts.pop(0) if payouts else self.edition.payout_rest
