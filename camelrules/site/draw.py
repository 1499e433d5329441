"""A position as an SVG drawing: the loop of spaces, stacks as stacks, tiles, dice and money, with words beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from camelrules.door.escape import markup
from camelrules.report.text import NO_NAMES

CELL = 100
WIDTH, CAMEL = 68, 24  # of a camel, which in a stack sits on the hump of the one below
STEP, ROOM = 15, 84  # how far a stack grows with each camel, and how high it may become
# Colours that a page's style sheet tunes for light and dark; any other name is drawn in grey with its letters.
KNOWN = ("blue", "green", "purple", "red", "yellow", "orange", "white", "black", "grey")


def labels(names: Sequence[str]) -> dict[str, str]:
    """The shortest letters that tell names apart: the first, and another one where that is shared."""
    made: dict[str, str] = {}
    for name in names:
        rivals = [n for n in names if n != name and n[:1] == name[:1]]
        letter = next((c for i, c in enumerate(name[1:], 1) if all(r[i : i + 1] != c for r in rivals)), "")
        made[name] = (name[:1].upper() + letter) if rivals else name[:1].upper()
    return made


def ring(spaces: int) -> tuple[int, int, dict[int, tuple[int, int]]]:
    """Columns, rows and the cell of each space: clockwise round a rectangle, from the upper left."""
    around = spaces + spaces % 2
    columns = max(2, (around + 4 + 3) // 4)
    rows = max(2, (around + 4) // 2 - columns)
    path = [(x, 0) for x in range(columns)]
    path += [(columns - 1, y) for y in range(1, rows)]
    path += [(x, rows - 1) for x in range(columns - 2, -1, -1)]
    path += [(0, y) for y in range(rows - 2, 0, -1)]
    return columns, rows, {n + 1: path[n] for n in range(spaces)}


def describe(position: Mapping[str, Any], called: Mapping[str, str] = NO_NAMES) -> str:
    """The position in words, for those who do not see the drawing."""
    parts = []
    for space, stack in sorted(position["track"].items(), key=lambda i: int(i[0])):
        if len(stack) == 1:
            parts.append(f"space {space}: {stack[0]}")
        else:
            parts.append(f"space {space}, bottom to top: {', '.join(stack)}")
    for space, tile in sorted((position.get("tiles") or {}).items(), key=lambda i: int(i[0])):
        parts.append(f"space {space}: {called.get(tile['side'], tile['side'])} tile of {tile['owner']}")
    if position.get("pyramid") is not None:
        parts.append(f"in the pyramid: {', '.join(position['pyramid']) or 'nothing'}")
    if position.get("money"):
        parts.append("money: " + ", ".join(f"{p} {m}" for p, m in position["money"].items()))
    return "; ".join(parts) + "."


class Board:
    """Draws positions of one edition."""

    def __init__(
        self,
        camels: Sequence[str],
        crazy: Sequence[str],
        spaces: int,
        dice: Sequence[str] = (),
        called: Mapping[str, str] = NO_NAMES,
    ) -> None:
        self.labels = labels([*camels, *(d for d in dice if d not in camels)])
        self.crazy = crazy
        self.spaces = spaces
        self.dice = dice
        self.called = called
        self.columns, self.rows, self.cells = ring(spaces)

    def draw(
        self, position: Mapping[str, Any], before: Mapping[str, Any] | None = None, title: str = "The track"
    ) -> str:
        """The drawing; camels that `before` had elsewhere are marked as moved."""
        moved = _moved(position, before) if before else set()
        width, height = self.columns * CELL, self.rows * CELL
        parts = [
            f'<svg class="board" viewBox="-3 -3 {width + 6} {height + 6}" role="img" '
            f'aria-label="{markup(title)}: {markup(describe(position, self.called))}">'
        ]
        for space in range(1, self.spaces + 1):
            parts.append(self.space(space, position))
        parts.append(self.line())
        over = []
        for key, stack in sorted(position["track"].items(), key=lambda i: int(i[0])):
            space = int(key)
            if space in self.cells:
                x, y = self.cells[space]
                parts.append(self.stack(stack, x * CELL, y * CELL, moved, self.leftwards(space)))
            elif stack:
                over.append((space, stack))
        parts.append(self.middle(position, over, moved))
        parts.append("</svg>")
        return "".join(parts)

    def space(self, space: int, position: Mapping[str, Any]) -> str:
        x, y = self.cells[space]
        left, top = x * CELL, y * CELL
        text = f'<rect class="space" x="{left + 2}" y="{top + 2}" width="96" height="96" rx="9"/>'
        text += f'<text class="number" x="{left + 9}" y="{top + 20}">{space}</text>'
        tile = (position.get("tiles") or {}).get(str(space))
        if tile:
            sign = {"cheer": "+", "boo": "−"}.get(tile["side"], "?")
            owner, side = markup(tile["owner"]), markup(tile["side"])
            text += (
                f'<g class="tile {side}"><rect x="{left + 20}" y="{top + 30}" width="60" height="56" rx="6"/>'
                f'<text class="sign" x="{left + 50}" y="{top + 60}">{sign}</text>'
                f'<text class="owner" x="{left + 50}" y="{top + 79}">{owner}</text></g>'
            )
        return text

    def line(self) -> str:
        """The finish line, between the last space and the first."""
        (x1, y1), (x2, y2) = self.cells[self.spaces], self.cells[1]
        if x1 == x2:
            y = max(y1, y2) * CELL
            return f'<rect class="finish" x="{x1 * CELL}" y="{y - 4}" width="{CELL}" height="8"/>'
        x = max(x1, x2) * CELL
        return f'<rect class="finish" x="{x - 4}" y="{y1 * CELL}" width="8" height="{CELL}"/>'

    def leftwards(self, space: int) -> bool:
        """Whether clockwise is to the left here: along the bottom, and up the left side."""
        x, y = self.cells.get(space, self.cells[1 if space > self.spaces else self.spaces])
        return y == self.rows - 1 or (x == 0 and y > 0)

    def stack(self, stack: Sequence[str], left: float, top: float, moved: set[str], leftwards: bool = False) -> str:
        step = _step(len(stack))
        return "".join(
            self.camel(camel, left + 16, top + 94 - CAMEL - step * at, camel in moved, leftwards)
            for at, camel in enumerate(stack)
        )

    def camel(self, camel: str, x: float, y: float, moved: bool, leftwards: bool) -> str:
        """A camel that looks where it runs; the symbol of a racing one looks right, that of a crazy one left."""
        kind = "crazy" if camel in self.crazy else "racing"
        label = markup(self.labels.get(camel, camel[:2]))
        turned = f' transform="matrix(-1 0 0 1 {WIDTH} 0)"' if leftwards else ""
        centre = 38 if (kind == "crazy") != leftwards else 30
        return (
            f'<g class="camel {colour(camel)} {kind}{" moved" if moved else ""}" transform="translate({x:g} {y:g})">'
            f'<use href="#{kind}-camel"{turned}/><text x="{centre}" y="21.6">{label}</text></g>'
        )

    def middle(self, position: Mapping[str, Any], over: list[tuple[int, Sequence[str]]], moved: set[str]) -> str:
        """What lies inside the loop: the dice that are out, the money, and camels over the line."""
        left, top = CELL + 12, CELL + 26
        text = ""
        pyramid = position.get("pyramid")
        if pyramid is not None and self.dice:
            text += f'<text class="head" x="{left}" y="{top}">pyramid</text>'
            for at, die in enumerate(self.dice):
                text += self.die(die, left + at * 36, top + 9, die in pyramid)
        money = position.get("money") or {}
        y = top + 66
        for at, (player, amount) in enumerate(money.items()):
            column, row = at % 4, at // 4
            text += (
                f'<text class="purse" x="{left + column * 70}" y="{y + row * 24}">'
                f"{markup(player)} <tspan>{amount}</tspan></text>"
            )
        for at, (space, stack) in enumerate(over):
            x, y = left + at * 92, top + 118
            side = "past line" if space > self.spaces else "behind" if self.placed(position) else "not yet"
            height = CAMEL + _step(len(stack)) * (len(stack) - 1) + 34
            text += f'<rect class="beyond" x="{x - 4}" y="{y}" width="88" height="{height:g}" rx="9"/>'
            text += f'<text class="head" x="{x + 2}" y="{y + 15}">{space} {side}</text>'
            text += self.stack(stack, x - 8, y + height - 98, moved, self.leftwards(space))
        return text

    @staticmethod
    def placed(position: Mapping[str, Any]) -> bool:
        """Whether the race has begun: before it, all camels stand beside the track, which counts as space 0."""
        return set(position["track"]) != {"0"}

    def die(self, die: str, x: float, y: float, inside: bool) -> str:
        label = markup(self.labels.get(die, die[:2]))
        return (
            f'<g class="die {colour(die)}{"" if inside else " out"}" transform="translate({x:g} {y:g})">'
            f'<rect width="30" height="26" rx="5"/><text x="15" y="18">{label}</text></g>'
        )


def _step(camels: int) -> float:
    return min(STEP, (ROOM - CAMEL) / max(camels - 1, 1))


def colour(name: str) -> str:
    """The class that gives a camel or die its colour."""
    return f"c-{name}" if name in KNOWN else "c-other"


def _moved(position: Mapping[str, Any], before: Mapping[str, Any]) -> set[str]:
    def places(where: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
        return {c: (str(s), i) for s, stack in where["track"].items() for i, c in enumerate(stack)}

    old = places(before)
    return {c for c, place in places(position).items() if old.get(c, place)[0] != place[0]}
