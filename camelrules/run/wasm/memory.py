"""Where everything lies in linear memory: members as numbers, sets as masks, lists with their lengths.

A truth map over a sort of members is a row of bits for each of its other indices; every other map is a row of cells.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from itertools import product
from math import gcd, prod
from typing import Any, assert_never

from camelrules.lang.constants import MAX_ROWS
from camelrules.lang.model import Variable
from camelrules.lang.types import BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.lang.walk import within
from camelrules.run.table import Table

# What the engine likes to find at the start of an array.
ALIGNMENT = 16
FAULT = 16  # the number of the last fault, and what it tells of
FAULT_DETAILS = 12
MADE = 72  # after an effect or action: how many choices were made, and where its events end; -1 before
TOLD = 76
ARGS = 128  # arguments and answers of a call, eight bytes each
ARG_COUNT = 48
PARAMS = 512
# As many rows as a list in the state, or one that is a parameter, has room for.
ROWS = MAX_ROWS
PARAM_ROWS = 48
# Kinds of events, choices in a script, and bytes for events and for scratch.
KINDS = 64
CHOICES = 4096
EVENTS_SIZE = 1 << 16
SCRATCH_SIZE = 1 << 17
# A set is one machine word, and the last bit is left for `none`.
MOST_MEMBERS = 63


class Unsupported(Exception):
    """The rules have something that this back end does not do; the reference evaluator does."""


def aligned(at: int) -> int:
    """The first place from here on where an array may begin."""
    return -(-at // ALIGNMENT) * ALIGNMENT


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a state variable lies: cells of `width` bytes, or masks of that width over the first index."""

    variable: Variable
    address: int
    masked: bool
    width: int
    sizes: tuple[int, ...]  # of the indices that cells run over

    @property
    def size(self) -> int:
        return self.width * prod(self.sizes)


@dataclass(frozen=True, slots=True)
class ParamSlot:
    """Where a parameter lies; a list is followed by its different rows with how often each occurs."""

    name: str
    type: Type
    address: int
    size: int
    distinct: int = 0  # the address of: how many different rows, their sum, the counts, then the rows


class Codes:
    """A number for each member of each enumeration; those that a union joins share one numbering."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.codes: dict[str, dict[str, int]] = {}
        self.names: dict[str, list[str]] = {}
        for family in _families(table):
            members = [str(m) for part in family for m in table.members[part]]
            for part in family:
                self.codes[part] = {m: members.index(m) for m in map(str, table.members[part])}
                self.names[part] = members

    def family(self, type: SortType) -> list[str]:
        """The members that share a numbering with this sort."""
        return self.names[next(iter(type.parts))] if type.parts else []

    def code(self, value: Any, type: SortType) -> int:
        if value is None:
            return -1
        return next(self.codes[p][value] for p in type.parts if value in self.codes[p])

    def of(self, type: SortType) -> list[int]:
        """The codes of a sort's members, in its order."""
        return [self.code(m, type) for m in self.table.members[type.name]]

    def mask(self, type: SortType) -> int:
        return sum(1 << c for c in self.of(type))


class Layout:
    """The memory of one table; with `first`, the state has those variables alone, the ones named first in front."""

    def __init__(self, table: Table, first: Iterable[str] = (), keep: frozenset[str] | None = None) -> None:
        self.table = table
        self.codes = Codes(table)
        self.params: dict[str, ParamSlot] = {}
        at = PARAMS
        for parameter in table.game.parameters.values():
            slot = self._parameter(parameter.name, parameter.type, at)
            self.params[parameter.name] = slot
            at = slot.address + slot.size
        self.data = _align(at, 16)  # constant tables, as the lowering needs them
        self.state = self.data + 8192
        self.slots: dict[str, Slot] = {}
        front = [n for n in table.game.state if n in set(first)]
        order = [*front, *(n for n in table.game.state if n not in front and (keep is None or n in keep))]
        at = self.state
        self.front = 0
        for name in order:
            variable = self._slot(table.game.state[name], at)
            self.slots[name] = variable
            at += variable.size
            if name in front:
                self.front = _align(at - self.state, 8)
                if name == front[-1]:
                    at = self.state + self.front
        self.size = _align(at - self.state, 8)
        # Vectors read past the end of a row, so nothing else begins right behind the state.
        self.initial = _align(self.state + self.size + 64, 16)
        self.counters = _align(self.initial + self.size + 64, 16)
        self.script = self.counters + 4 * KINDS  # how many choices are given, then the choices
        # Of how many options each choice was one.
        self.counts = self.script + 4 + 4 * CHOICES
        self.events = _align(self.counts + 4 * CHOICES, 16)
        self.events_end = self.events + EVENTS_SIZE
        self.scratch = self.events_end
        self.scratch_end = self.scratch + SCRATCH_SIZE
        self.heap = _align(self.scratch_end + 64, 65536)

    def at(self, table: Table) -> Layout:
        """The same memory at a table whose parameters differ, but none that decides what members a sort has."""
        made = copy(self)
        made.table = table
        return made

    # -- shapes ------------------------------------------------------------------------
    def width(self, type: Type) -> int:
        """How many bytes a value takes in a cell."""
        match type:
            case BoolType():
                return 1
            case IntType():
                return 4
            case SortType():
                return 1 if len(self.codes.family(type)) < 128 else 2
            case SetType():
                if len(self.codes.family(type.of)) > MOST_MEMBERS:
                    raise Unsupported(f"a set of more than {MOST_MEMBERS} members")
                return 8
            case ListType():
                return 4 + ROWS * self.row(type)
            case _:
                assert_never(type)

    def row(self, type: ListType) -> int:
        """How many bytes a row of a list takes."""
        return sum(map(self.width, type.of))

    def span_of(self, type: Type) -> int:
        """How many cells an index of this type needs."""
        if isinstance(type, SortType):
            return max(self.codes.of(type), default=-1) + 1
        assert isinstance(type, IntType)
        return len(self.table.members[type.sort])

    def _slot(self, variable: Variable, at: int) -> Slot:
        first = variable.index[0] if variable.index else None
        masked = (
            isinstance(variable.type, BoolType)
            and isinstance(first, SortType)
            and len(self.codes.family(first)) <= MOST_MEMBERS
        )
        rest = variable.index[1:] if masked else variable.index
        width = self.width(variable.type)
        if masked:
            assert isinstance(first, SortType)
            bits = len(self.codes.family(first))
            width = next(w for w in (1, 2, 4, 8) if bits <= 8 * w)
        return Slot(variable, at, masked, width, tuple(self.span_of(t) for t in rest))

    def _parameter(self, name: str, type: Type, at: int) -> ParamSlot:
        if not isinstance(type, ListType):
            return ParamSlot(name, type, at, 8 if isinstance(type, SetType) else 4)
        value = self.table.values[name]
        assert isinstance(value, tuple)
        room = max(PARAM_ROWS, 2 * len(value))
        listed = 4 + room * self.row(type)
        return ParamSlot(name, type, at, listed + 8 + room * (4 + self.row(type)), at + listed)

    # -- values ------------------------------------------------------------------------
    def code(self, value: Any, type: Type) -> int:
        """A value that is no list as a number."""
        match type:
            case SortType():
                return self.codes.code(value, type)
            case SetType():
                return sum(1 << self.codes.code(v, type.of) for v in value)
            case BoolType() | IntType():
                return int(value)
            case _:
                raise TypeError(f"{type} is no number")

    def value(self, code: int, type: Type) -> Any:
        """The value that a number stands for."""
        match type:
            case SortType():
                return None if code == -1 else self.codes.family(type)[code]
            case SetType():
                return frozenset(n for i, n in enumerate(self.codes.family(type.of)) if code >> i & 1)
            case BoolType():
                return bool(code)
            case IntType():
                return code
            case _:
                raise TypeError(f"{type} is no number")

    def pack(self, value: Any, type: Type) -> bytes:
        """A value as it lies in a cell; OverflowError where it has no room."""
        if isinstance(type, ListType):
            if len(value) > ROWS:
                raise OverflowError(f"a list of more than {ROWS} rows")
            rows = b"".join(self.pack(v, t) for row in value for v, t in zip(row, type.of, strict=True))
            return len(value).to_bytes(4, "little") + rows
        return self.code(value, type).to_bytes(self.width(type), "little", signed=not isinstance(type, SetType))

    def unpack(self, data: bytes, type: Type) -> Any:
        """The value of a cell."""
        if isinstance(type, ListType):
            count, at, rows = int.from_bytes(data[:4], "little"), 4, []
            for _ in range(count):
                row = []
                for t in type.of:
                    row.append(self.unpack(data[at : at + self.width(t)], t))
                    at += self.width(t)
                rows.append(tuple(row))
            return tuple(rows)
        return self.value(
            int.from_bytes(data[: self.width(type)], "little", signed=not isinstance(type, SetType)), type
        )

    def pack_parameter(self, slot: ParamSlot, value: Any) -> bytes:
        """A parameter as it lies in memory."""
        if not isinstance(slot.type, ListType):
            return self.code(value, slot.type).to_bytes(slot.size, "little", signed=not isinstance(slot.type, SetType))
        listed = self.pack(value, slot.type).ljust(slot.distinct - slot.address, b"\0")
        counts = _counts(value)
        table = struct.pack("<ii", len(counts), sum(counts.values()))
        table += b"".join(n.to_bytes(4, "little") for n in counts.values())
        rows = self.pack(tuple(counts), slot.type)[4:]
        data = listed + table + rows
        if len(data) > slot.size:
            raise OverflowError(f"`{slot.name}` has too many rows")
        return data.ljust(slot.size, b"\0")

    # -- states ------------------------------------------------------------------------
    def position(self, value: Any, type: Type) -> int:
        """The cell of an index."""
        if isinstance(type, SortType):
            return self.codes.code(value, type)
        assert isinstance(type, IntType)
        return self.table.members[type.sort].index(value)

    def encode(self, state: dict[str, Any]) -> bytearray:
        """A state of the reference evaluator as bytes; OverflowError where a number or list has no room."""
        data = bytearray(self.size)
        for slot in self.slots.values():
            variable, value = slot.variable, state[slot.variable.name]
            at = slot.address - self.state
            if not variable.index:
                packed = self.pack(value, variable.type)
                data[at : at + len(packed)] = packed
                continue
            for key, position, bit in self.cells(slot):
                start = at + position * slot.width
                if slot.masked:
                    if value[key]:
                        data[start + (bit >> 3)] |= 1 << (bit & 7)
                else:
                    packed = self.pack(value[key], variable.type)
                    data[start : start + len(packed)] = packed
        return data

    def decode(self, data: bytes) -> dict[str, Any]:
        """The state of the reference evaluator that bytes stand for."""
        state: dict[str, Any] = {}
        for slot in self.slots.values():
            variable, at = slot.variable, slot.address - self.state
            if not variable.index:
                state[variable.name] = self.unpack(data[at : at + slot.width], variable.type)
                continue
            values: dict[Any, Any] = {}
            for key, position, bit in self.cells(slot):
                start = at + position * slot.width
                if slot.masked:
                    values[key] = bool(data[start + (bit >> 3)] >> (bit & 7) & 1)
                else:
                    values[key] = self.unpack(data[start : start + slot.width], variable.type)
            state[variable.name] = values
        return state

    def cells(self, slot: Slot) -> list[tuple[tuple[Any, ...], int, int]]:
        """Every index of a map with the number of its cell, and of its bit in it."""
        cached = self.__dict__.setdefault("_cells", {})
        if slot.variable.name not in cached:
            types = slot.variable.index
            found = []
            for key in product(*(self.table.index(t) for t in types)):
                positions = [self.position(k, t) for k, t in zip(key, types, strict=True)]
                bit = positions.pop(0) if slot.masked else 0
                cell = 0
                for position, size in zip(positions, slot.sizes, strict=True):
                    cell = cell * size + position
                found.append((key, cell, bit))
            cached[slot.variable.name] = found
        result: list[tuple[tuple[Any, ...], int, int]] = cached[slot.variable.name]
        return result

    def structural(self) -> frozenset[str]:
        """The parameters that decide what members a sort has: other values need a module of their own."""
        names: set[str] = set()
        for sort in self.table.game.sorts.values():
            if sort.values:
                names.add(sort.values)
            for bound in (sort.low, sort.high):
                if bound is not None:
                    names |= {e.name for e in within(bound) if hasattr(e, "name")}
        return frozenset(names & set(self.params))


def _counts(rows: tuple[tuple[Any, ...], ...]) -> dict[tuple[Any, ...], int]:
    """Different rows with how often each occurs, in their lowest terms."""
    counts: dict[tuple[Any, ...], int] = {}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1
    shared = gcd(*counts.values()) if counts else 1
    return {row: n // shared for row, n in counts.items()}


def _align(at: int, to: int) -> int:
    return -(-at // to) * to


def _families(table: Table) -> list[list[str]]:
    game = table.game
    family = {s.name: [s.name] for s in game.sorts.values() if s.kind in ("members", "seats")}
    for ruling in game.parameters.values():
        if ruling.alternatives:
            family[ruling.name] = [ruling.name]
    for sort in game.sorts.values():
        if sort.kind == "union":
            joined: list[str] = []
            for part in sort.parts:
                joined += [p for p in family[part] if p not in joined]
            for part in joined:
                family[part] = joined
    return list({id(f): f for f in family.values()}.values())
