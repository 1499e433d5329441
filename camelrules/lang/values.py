"""What a clause can be said to be: one closed family of values, which print, compare and go into the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

Grade = Literal["equivalent", "narrower", "wider", "incomparable"]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; a signed one is printed with its sign."""

    number: int
    signed: bool = False

    def __str__(self) -> str:
        return f"{self.number:+d}" if self.signed and self.number else str(self.number)


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several numbers, in the order that their clause keeps them in."""

    items: tuple[int, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.items))


@dataclass(frozen=True, slots=True)
class Range:
    """From a lowest to a highest number."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A condition on a number: at least so many, or fewer than so many."""

    at_least: bool
    number: int

    def __str__(self) -> str:
        return f"n{'>=' if self.at_least else '<'}{self.number}"


@dataclass(frozen=True, slots=True)
class Mapping:
    """What each number leads to."""

    pairs: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return ",".join(f"{a}->{b}" for a, b in self.pairs)


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of things that belong together: so many coins of a value, the colour and number of a face."""

    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return ",".join(" ".join(row) if not _counts(row) else "x".join(row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Member:
    """One of the alternatives that the rules know."""

    name: str

    def __str__(self) -> str:
        return self.name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Members:
    """Several members of a sort."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return ",".join(self.names)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, or of a number that is not said; a count below zero is how many are left out."""

    count: int
    total: int | None

    def __str__(self) -> str:
        if self.count < 0:
            return f"all but {-self.count}"
        return f"{self.count} of {self.total}" if self.total is not None else str(self.count)

    def of(self, total: int | None) -> Share:
        """The same with how many there are, where only those were told that are left out."""
        return Share(total + self.count, total) if self.count < 0 and total is not None else self


@dataclass(frozen=True, slots=True)
class Rate:
    """An amount for each of something."""

    amount: int
    per: str

    def __str__(self) -> str:
        return f"{self.amount} per {self.per}"


@dataclass(frozen=True, slots=True)
class Lists:
    """Two lists of numbers that belong together."""

    first: tuple[int, ...]
    second: tuple[int, ...]

    def __str__(self) -> str:
        return "; ".join(",".join(map(str, items)) for items in (self.first, self.second))


@dataclass(frozen=True, slots=True)
class Begun:
    """The first numbers of a list that goes on where nobody has read yet."""

    items: tuple[int, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.items)) + " …"


@dataclass(frozen=True, slots=True)
class As:
    """The same as another clause of the same text."""

    clause: str

    def __str__(self) -> str:
        return f"as in {self.clause}"


@dataclass(frozen=True, slots=True)
class Anything:
    """The clause is spoken of, and nothing is said that any edition could contradict."""

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Something that the rules have no parameter for, in words; perhaps it can be taken as something that they have."""

    words: str
    taken_as: Value | None = None

    def __str__(self) -> str:
        return self.words


Value = (
    Number
    | Numbers
    | Range
    | Comparison
    | Mapping
    | Rows
    | Member
    | Members
    | Share
    | Rate
    | Lists
    | Begun
    | As
    | Anything
    | Otherwise
)


def _counts(row: tuple[str, ...]) -> bool:
    return len(row) == 2 and all(part.lstrip("-").isdigit() for part in row)


def grade(a: Value, b: Value, chain: tuple[str, ...] = (), more: str = "") -> Grade:
    """How `a` relates to `b`: narrower where everything that `a` allows is allowed by `b` as well.

    `chain` lists members from the narrowest on; `more` says what a larger number allows.
    """
    if a == b:
        return "equivalent"
    below = _below(a, b, chain, more)
    above = _below(b, a, chain, more)
    return "narrower" if below and not above else "wider" if above and not below else "incomparable"


def _below(a: Value, b: Value, chain: tuple[str, ...], more: str) -> bool:
    match a, b:
        case Number(), Number() if more:
            return a.number < b.number if more == "wider" else a.number > b.number
        case Numbers(), Numbers():
            return all(a.items.count(item) <= b.items.count(item) for item in a.items)
        case Range(), Range():
            return b.low <= a.low and a.high <= b.high
        case Comparison(), Comparison() if a.at_least == b.at_least:
            return a.number > b.number if a.at_least else a.number < b.number
        case Mapping(), Mapping():
            return set(a.pairs) <= set(b.pairs)
        case Rows(), Rows():
            return set(a.rows) <= set(b.rows)
        case Member(), Member() if a.name in chain and b.name in chain:
            return chain.index(a.name) < chain.index(b.name)
        case Members(), Members():
            return set(a.names) <= set(b.names)
        case Share(), Share():
            return a.count == b.count and (a.total or 0) < (b.total or 0)
        case _:
            return False


def fits(stated: Value, expected: Value) -> bool:
    """Whether what is stated says nothing else than what is expected, though perhaps not all of it."""
    match stated, expected:
        case Anything(), _:
            return True
        case Begun(), Numbers():
            return expected.items[: len(stated.items)] == stated.items
        case Share(total=None), Share():
            return stated.count == expected.count
        case Rows(), Rows() if len(stated.rows) == 1 and stated.rows[0][-1:] == ("…",):
            begun = stated.rows[0][:-1]
            return any(row[: len(begun)] == begun for row in expected.rows)
        case Lists(), Lists() if not stated.second:
            # An example that is told as one row of numbers.
            return stated.first == (*expected.first, *expected.second)
        case _:
            return stated == expected


def integers(value: Value) -> tuple[int, ...]:
    """The numbers in a value, in order; none where it has none."""
    match value:
        case Number():
            return (value.number,)
        case Numbers():
            return value.items
        case Range():
            return (value.low, value.high)
        case Comparison():
            return (value.number,)
        case Mapping():
            return tuple(n for pair in value.pairs for n in pair)
        case Share():
            return (value.count,) if value.total is None else (value.count, value.total)
        case Begun():
            return value.items
        case Rate():
            return (value.amount,)
        case Lists():
            return (*value.first, *value.second)
        case Rows() | Member() | Members() | As() | Anything() | Otherwise():
            return ()
        case _:
            assert_never(value)
