"""How compiled code keeps a state: members as small numbers, sets and truth maps as bit masks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from camelrules.lang.model import Variable
from camelrules.lang.types import BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.run.table import Table


@dataclass(frozen=True, slots=True)
class Shape:
    """Where a variable's values are: a mask over the first index, and a list over the rest."""

    variable: Variable
    masked: bool
    sizes: tuple[int, ...]  # of the indices that the list runs over

    @property
    def is_list(self) -> bool:
        return bool(self.sizes)


class Layout:
    """Numbers for the members of every sort at a table, and shapes for its state."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.codes: dict[str, dict[str, int]] = {}  # by enumeration
        self.names: dict[str, list[str]] = {}  # by enumeration, of its whole family
        for family in _families(table):
            members = [str(m) for part in family for m in table.members[part]]
            for part in family:
                self.codes[part] = {m: members.index(m) for m in map(str, table.members[part])}
                self.names[part] = members
        self.shapes = {v.name: self._shape(v) for v in table.game.state.values()}

    def _shape(self, variable: Variable) -> Shape:
        masked = (
            isinstance(variable.type, BoolType) and bool(variable.index) and isinstance(variable.index[0], SortType)
        )
        rest = variable.index[1:] if masked else variable.index
        return Shape(variable, masked, tuple(self.span_of(t) for t in rest))

    def span_of(self, type: Type) -> int:
        """How many cells an index of this type needs."""
        if isinstance(type, SortType):
            # A sort's members may be numbered with gaps, being part of a family.
            return max((c for p in type.parts for c in self.codes[p].values()), default=-1) + 1
        assert isinstance(type, IntType)
        return len(self.table.members[type.sort])

    def code(self, value: Any, type: Type) -> Any:
        """A value as compiled code holds it."""
        match type:
            case SortType():
                if value is None:
                    return -1
                return next(self.codes[p][value] for p in type.parts if value in self.codes[p])
            case SetType():
                return sum(1 << self.code(v, type.of) for v in value)
            case ListType():
                return tuple(tuple(self.code(v, t) for v, t in zip(row, type.of, strict=True)) for row in value)
            case _:
                return value

    def value(self, code: Any, type: Type) -> Any:
        """The value that a code stands for."""
        match type:
            case SortType():
                return None if code == -1 else self.names[next(iter(type.parts))][code]
            case SetType():
                names = self.names[next(iter(type.of.parts))]
                return frozenset(n for i, n in enumerate(names) if code >> i & 1)
            case ListType():
                return tuple(tuple(self.value(v, t) for v, t in zip(row, type.of, strict=True)) for row in code)
            case BoolType():
                return bool(code)
            case _:
                return code

    def mask(self, type: SortType) -> int:
        """All the members of a sort as a bit mask."""
        return sum(1 << self.code(m, type) for m in self.table.members[type.name])

    def position(self, value: Any, type: Type) -> int:
        """The cell of an index value."""
        if isinstance(type, SortType):
            return int(self.code(value, type))
        assert isinstance(type, IntType)
        return self.table.members[type.sort].index(value)

    def encode(self, shape: Shape, value: Any) -> Any:
        """A variable's value, from the form of the reference evaluator."""
        variable = shape.variable
        if not variable.index:
            return self.code(value, variable.type)
        cells = [0] * _product(shape.sizes) if shape.is_list else [0]
        if not shape.masked and not isinstance(variable.type, IntType | BoolType):
            cells = [self.code(self.table.zero(variable.type), variable.type)] * len(cells)
        for key in product(*(self.table.index(t) for t in variable.index)):
            positions = [self.position(k, t) for k, t in zip(key, variable.index, strict=True)]
            if shape.masked:
                cells[self.flat(shape, positions[1:])] |= int(value[key]) << positions[0]
            else:
                cells[self.flat(shape, positions)] = self.code(value[key], variable.type)
        return cells if shape.is_list else cells[0]

    def decode(self, shape: Shape, cells: Any) -> Any:
        """A variable's value in the form of the reference evaluator."""
        variable = shape.variable
        if not variable.index:
            return self.value(cells, variable.type)
        listed = cells if shape.is_list else [cells]
        result = {}
        for key in product(*(self.table.index(t) for t in variable.index)):
            positions = [self.position(k, t) for k, t in zip(key, variable.index, strict=True)]
            if shape.masked:
                result[key] = bool(listed[self.flat(shape, positions[1:])] >> positions[0] & 1)
            else:
                result[key] = self.value(listed[self.flat(shape, positions)], variable.type)
        return result

    @staticmethod
    def flat(shape: Shape, positions: list[int]) -> int:
        """The cell in the list that stands for several indices."""
        at = 0
        for position, size in zip(positions, shape.sizes, strict=True):
            at = at * size + position
        return at


def _product(sizes: tuple[int, ...]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def _families(table: Table) -> list[list[str]]:
    """Enumerations that some union joins share one numbering."""
    game = table.game
    family = {s.name: [s.name] for s in game.sorts.values() if s.kind in ("members", "seats")}
    for ruling in game.parameters.values():
        if ruling.kind == "ruling":
            family[ruling.name] = [ruling.name]
    for sort in game.sorts.values():
        if sort.kind == "union":
            joined: list[str] = []
            for part in sort.parts:
                joined += [p for p in family[part] if p not in joined]
            for part in joined:
                family[part] = joined
    return list({id(f): f for f in family.values()}.values())
