"""Symbolic values: what an expression comes to when the state is unknown.

Whatever is certain stays an ordinary Python value, so that most of a rule is worked out before the
solver sees it: `int`, `bool`, a member's name, `None`. The rest is a Z3 term, a `Pick` (a member not
yet known), a dict (a set, each member with its condition), a tuple of rows or a `Bag` (a list).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.terms import Bool, Int, choice, deny, every, number, same_term, some, truth, truth_choice

Row = tuple[Any, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Pick:
    """A member of a sort that the solver chooses: its code, and the members it can be."""

    code: Int
    options: tuple[str | None, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Bag:
    """A list of unknown length: how often each row is in it, whatever the order."""

    counts: Mapping[Row, Any]


class Codes:
    """A number for every member of every sort; `none` is -1."""

    def __init__(self, members: Iterable[str]) -> None:
        self.codes: dict[str | None, int] = {m: i for i, m in enumerate(dict.fromkeys(members))}
        self.codes[None] = -1
        self.names = {i: m for m, i in self.codes.items()}

    def term(self, value: Any) -> Any:
        return value.code if isinstance(value, Pick) else number(self.codes[value])

    def among(self, code: Int, members: Iterable[str | None]) -> Any:
        """That a code is that of one of the members, in as few comparisons as possible."""
        runs: list[list[int]] = []
        for n in sorted(self.codes[m] for m in members):
            if runs and runs[-1][-1] == n - 1:
                runs[-1].append(n)
            else:
                runs.append([n])
        return disj(*(conj(code >= r[0], code <= r[-1]) for r in runs))

    def same(self, a: Any, b: Any) -> Any:
        """Whether two members are one."""
        if not isinstance(a, Pick) and not isinstance(b, Pick):
            return a == b
        if not set(options(a)) & set(options(b)):
            return False
        return _equal(self.term(a), self.term(b))


def _equal(a: Any, b: Any) -> Any:
    # Most picks are `if condition then x else y`: comparing with x is the condition itself.
    if a.number is not None:
        a, b = b, a
    if a.number is not None:
        return a.number == b.number
    if b.number is not None and a.leaves:
        test, yes, no = a.parts
        return ite(test, _equal(yes, b), _equal(no, b), None)
    return a == b


def options(value: Any) -> tuple[str | None, ...]:
    """The members that a value can be."""
    return value.options if isinstance(value, Pick) else (value,)


def conj(*parts: Any) -> Any:
    """All of them hold."""
    left = []
    for part in parts:
        if part is False:
            return False
        if part is not True:
            left.append(part)
    if not left:
        return True
    return left[0] if len(left) == 1 else every(left)


def disj(*parts: Any) -> Any:
    """One of them holds."""
    left = []
    for part in parts:
        if part is True:
            return True
        if part is not False:
            left.append(part)
    if not left:
        return False
    return left[0] if len(left) == 1 else some(left)


def neg(part: Any) -> Any:
    """It does not hold."""
    if isinstance(part, bool):
        return not part
    return deny(part)


def term(value: Any) -> Any:
    """A truth value or number as a Z3 term."""
    if isinstance(value, bool):
        return truth(value)
    return number(value) if isinstance(value, int) else value


def ite(test: Any, yes: Any, no: Any, codes: Codes | None) -> Any:
    """`yes` where the test holds, else `no`, for values of any one type."""
    if isinstance(test, bool):
        return yes if test else no
    if yes is no:
        return yes
    if isinstance(yes, Mapping):
        return {m: ite(test, yes.get(m, False), no.get(m, False), codes) for m in {**yes, **no}}
    if isinstance(yes, tuple | Bag) or isinstance(no, tuple | Bag):
        if isinstance(yes, tuple) and isinstance(no, tuple) and yes == no:
            return yes
        a, b = as_bag(yes, codes), as_bag(no, codes)
        return Bag({r: ite(test, a.counts.get(r, 0), b.counts.get(r, 0), codes) for r in {**a.counts, **b.counts}})
    if isinstance(yes, Pick | str) or isinstance(no, Pick | str) or yes is None or no is None:
        if not isinstance(yes, Pick) and not isinstance(no, Pick) and yes == no:
            return yes
        assert codes is not None
        possible = tuple(dict.fromkeys((*options(yes), *options(no))))
        return Pick(choice(test, codes.term(yes), codes.term(no)), possible)
    if isinstance(yes, bool) and isinstance(no, bool):
        return yes if yes == no else (test if yes else neg(test))
    if isinstance(yes, bool):
        return disj(test, no) if yes else conj(neg(test), no)
    if isinstance(no, bool):
        return disj(neg(test), yes) if no else conj(test, yes)
    if isinstance(yes, int) and isinstance(no, int) and yes == no:
        return yes
    a, b = term(yes), term(no)
    if same_term(a, b):
        return yes
    return truth_choice(test, a, b) if isinstance(a, Bool) else choice(test, a, b)


def as_bag(value: Any, codes: Codes | None) -> Bag:
    """A list by how often each row is in it."""
    if isinstance(value, Bag):
        return value
    bag = Bag({})
    for row in value:
        bag = put(bag, row, codes)
    return bag


def put(bag: Bag, row: Row, codes: Codes | None) -> Bag:
    """The bag with one more row, which may hold picks."""
    assert codes is not None
    counts = dict(bag.counts)
    rows: list[tuple[Any, Row]] = [(True, ())]
    for part in row:
        if isinstance(part, Int):
            raise Unsupported("an unknown number in a list whose rows are counted")
        if isinstance(part, Pick):
            rows = [(conj(g, codes.same(part, m)), (*r, m)) for g, r in rows for m in part.options]
        else:
            rows = [(g, (*r, part)) for g, r in rows]
    for guard, key in rows:
        counts[key] = plus(counts.get(key, 0), ite(guard, 1, 0, codes))
    return Bag(counts)


def plus(a: Any, b: Any) -> Any:
    """A sum, without terms that are 0."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if isinstance(b, int) and b == 0:
        return a
    return b if isinstance(a, int) and a == 0 else a + b


def times(a: Any, b: Any) -> Any:
    """A product; a choice between constants is multiplied branch by branch, so that it stays linear."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    for one, other in ((a, b), (b, a)):
        if isinstance(one, int):
            return 0 if one == 0 else other if one == 1 else one * other
        if one.number is not None:
            return times(one.number, other)
    for one, other in ((a, b), (b, a)):
        if one.leaves:
            test, yes, no = one.parts
            return ite(test, times(yes, other), times(no, other), None)
    return a * b


def key(value: Any) -> Any:
    """Something hashable that tells values apart."""
    if isinstance(value, Pick):
        # A cast leaves the code and takes members away: what it comes to then is not what it comes to without.
        return ("pick", value.code.ast.value, value.options)
    if isinstance(value, Bool | Int):
        return ("term", value.ast.value)
    if isinstance(value, Mapping):
        return ("set", tuple((m, key(g)) for m, g in value.items()))
    if isinstance(value, Bag):
        return ("bag", tuple((r, key(n)) for r, n in value.counts.items()))
    if isinstance(value, tuple):
        return tuple(key(v) for v in value)
    return (type(value).__name__, value)
