"""The types of the rules language: truth values, whole numbers, finite sorts, sets and lists."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoolType:
    """true or false."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class IntType:
    """Whole numbers, perhaps from a lowest to a highest one."""

    low: int | None = None
    high: int | None = None
    sort: str = ""  # the named sort that the range is, where it has a name

    def __str__(self) -> str:
        if self.sort:
            return self.sort
        if self.low is None and self.high is None:
            return "int"
        return f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"


@dataclass(frozen=True, slots=True)
class SortType:
    """A member of a finite sort; `parts` are the enumerations that the sort is made of."""

    name: str
    parts: frozenset[str]
    optional: bool = False

    def __str__(self) -> str:
        return self.name + ("?" if self.optional and self.parts else "")


@dataclass(frozen=True, slots=True)
class SetType:
    """A set of members of a sort."""

    of: SortType

    def __str__(self) -> str:
        return f"set of {self.of}"


@dataclass(frozen=True, slots=True)
class ListType:
    """A list of tuples; a list of single things has tuples of one."""

    of: tuple[Type, ...]

    def __str__(self) -> str:
        return "list of " + (str(self.of[0]) if len(self.of) == 1 else f"({', '.join(map(str, self.of))})")


Type = BoolType | IntType | SortType | SetType | ListType

BOOL = BoolType()
INT = IntType()
NONE = SortType("none", frozenset(), optional=True)


def fits(given: Type, wanted: Type) -> bool:
    """Whether every value of `given` may stand where `wanted` is expected."""
    match given, wanted:
        case (IntType(), IntType()):
            return True  # ranges are checked for constants, and proved for the rest
        case (SortType(), SortType()):
            return given.parts <= wanted.parts and (wanted.optional or not given.optional)
        case (SetType(), SetType()):
            return fits(given.of, wanted.of)
        case (ListType(), ListType()):
            return len(given.of) == len(wanted.of) and all(map(fits, given.of, wanted.of))
        case _:
            return given == wanted


def comparable(a: Type, b: Type) -> bool:
    """Whether `a == b` can ever be true."""
    if isinstance(a, SortType) and isinstance(b, SortType):
        return (
            bool(a.parts & b.parts)
            or (a.optional and b.optional)
            or (a == NONE and b.optional)
            or (b == NONE and a.optional)
        )
    return fits(a, b) or fits(b, a)


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other, or nothing where they do not go together."""
    if isinstance(a, IntType) and isinstance(b, IntType):
        return INT
    if isinstance(a, SortType) and isinstance(b, SortType):
        optional = a.optional or b.optional
        wide = a if b.parts <= a.parts else b if a.parts <= b.parts else None
        return SortType(wide.name, wide.parts, optional) if wide else None
    return b if fits(a, b) else a if fits(b, a) else None
