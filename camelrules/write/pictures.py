"""What is drawn below an example: camels on their spaces before and after, or amounts that are added up."""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.lang.binding import bindings
from camelrules.lang.catalogue import known_clause
from camelrules.lang.source import fail
from camelrules.lang.tree import Fields, Node, Text, expect_fields, expect_text, words
from camelrules.lang.values import Lists, Members, Number, Rows, Value
from camelrules.write.arithmetic import terms
from camelrules.write.render import Voice, word_alone

KEYS = ("camels", "spaces", "moves", "by", "onto")


@dataclass(frozen=True, slots=True)
class Starts:
    """So many camels on such a space: the columns of each row."""

    camels: int
    spaces: int


@dataclass(frozen=True, slots=True)
class Moves:
    """A camel, the one on its back, how far they go, and the one that stands there."""

    movers: tuple[int, ...]
    by: int
    onto: int | None


@dataclass(frozen=True, slots=True)
class Amounts:
    """Numbers that add up."""


Drawn = Starts | Moves | Amounts


@dataclass(frozen=True, slots=True)
class Camel:
    """A camel of a picture: its colour by name, and what the language calls it."""

    colour: str
    name: str


@dataclass(frozen=True, slots=True)
class Column:
    """A space and the camels on it, bottom to top."""

    label: str
    stack: tuple[Camel, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """Some spaces of the track, once or twice: before a move and after it."""

    clause: str
    frames: tuple[tuple[Column, ...], ...]


@dataclass(frozen=True, slots=True)
class Sums:
    """Rows of amounts, each with what they come to."""

    clause: str
    rows: tuple[tuple[int, ...], ...]


Picture = Track | Sums


def load_pictures(node: Node | None) -> dict[str, Drawn]:
    """The drawings that a book has, by clause."""
    if node is None:
        return {}
    if not isinstance(node, Fields):
        raise fail("shape", "`pictures` must be a mapping", node.span)
    made: dict[str, Drawn] = {}
    for key, value in node:
        known_clause(key)
        made[key.value] = _drawn(value, key)
    return made


def _drawn(node: Node, key: Text) -> Drawn:
    if isinstance(node, Text):
        if node.value != "amounts":
            raise fail("shape", f"`{node.value[:40]}` is no drawing", node.span, "write `amounts`, or the columns")
        return Amounts()
    entry = expect_fields(node, f"the drawing of `{key.value}`", KEYS, (), key.span)

    def column(name: str) -> int | None:
        there = entry.get(name)
        return _number(expect_text(there, f"`{name}`")) if there is not None else None

    camels, spaces, by = column("camels"), column("spaces"), column("by")
    movers = tuple(_number(t) for t in words(entry.get("moves"), "`moves`"))
    if camels is not None and spaces is not None and not movers:
        return Starts(camels, spaces)
    if movers and by is not None and camels is None:
        return Moves(movers, by, column("onto"))
    hint = "it has `camels` and `spaces`, or `moves` and `by`"
    raise fail("shape", f"the drawing of `{key.value}` is neither a start nor a move", node.span, hint)


def _number(text: Text) -> int:
    if not text.value.isdigit() or text.value == "0":
        raise fail("shape", f"`{text.value[:40]}` is no column", text.span, "columns are counted from 1")
    return int(text.value)


def picture(clause: str, drawn: Drawn, value: Value, edition: str, voice: Voice) -> Picture | None:
    """The drawing of a value; None where it has no such columns."""
    match drawn, value:
        case Starts(), Rows():
            return _start(clause, drawn, value, edition, voice)
        case Moves(), Rows():
            row = value.rows[0] if value.rows else ()
            asked = (*drawn.movers, drawn.by, drawn.onto or 1)
            return _move(clause, drawn, row, voice) if len(row) >= max(asked) and row[drawn.by - 1].isdigit() else None
        case Amounts(), Number():
            found = terms(value.number, edition)
            return Sums(clause, (found,)) if found else None
        case Amounts(), Lists():
            return Sums(clause, (value.first, value.second))
        case _:
            return None


def _start(clause: str, drawn: Starts, value: Rows, edition: str, voice: Voice) -> Track | None:
    colours = bindings(edition)["comp.camel_colours"].expected
    waiting = list(colours.names) if isinstance(colours, Members) else []
    columns = []
    for row in value.rows:
        count = int(row[drawn.camels - 1])
        stack, waiting = waiting[:count], waiting[count:]
        label = f"{word_alone('space', voice)} {row[drawn.spaces - 1]}"
        columns.append(Column(label, tuple(_camel(c, voice) for c in stack)))
    return Track(clause, (tuple(sorted(columns, key=lambda c: int(c.label.split()[-1]))),))


def _move(clause: str, drawn: Moves, row: tuple[str, ...], voice: Voice) -> Track:
    movers = tuple(_camel(row[at - 1], voice) for at in drawn.movers)
    there = (_camel(row[drawn.onto - 1], voice),) if drawn.onto is not None else ()
    far = int(row[drawn.by - 1])
    between = tuple(Column("", ()) for _ in range(far - 1))
    before = (Column("", movers), *between, Column("", there))
    after = (Column("", ()), *between, Column("", (*there, *movers)))
    return Track(clause, (before, after))


def _camel(colour: str, voice: Voice) -> Camel:
    return Camel(colour, word_alone(colour, voice))
