"""What an edition gives a clause: its entry in the catalogue, or what its own parameters make of it.

A formula is text with `{name}` for a parameter or a sort, and marks for what to take of it: `{tickets.order|size}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from camelrules.lang.library import load
from camelrules.lang.model import Game
from camelrules.lang.source import RulesError, fail, near
from camelrules.read.catalogue import Clause, catalogue
from camelrules.read.ontology import ontology

_SLOT = re.compile(r"\{([a-z][^{}]*)\}")
Values = list[str]


def _distinct(values: Values) -> Values:
    return list(dict.fromkeys(values))


def _falling(values: Values) -> Values:
    return sorted(values, key=int, reverse=True)


def _numbered(values: Values) -> Values:
    return [f"{k}->{v}" for k, v in enumerate(values, 1)]


def _coloured(values: Values) -> Values:
    order = ontology().colours
    return sorted(values, key=lambda v: order.index(v) if v in order else len(order))


_MARKS: dict[str, Callable[[Values], Values]] = {
    "size": lambda values: [str(len(values))],
    "sum": lambda values: [str(sum(map(int, values)))],
    "distinct": _distinct,
    "falling": _falling,
    "numbered": _numbered,
    "coloured": _coloured,
    "first": lambda values: values[:1],
    "rest": lambda values: values[1:],
    "less": lambda values: [str(int(values[0]) - 1)],
}


def _named(game: Game, name: str) -> list[tuple[str, ...]]:
    if name in game.sorts:
        sort = game.sorts[name]
        parts = [game.sorts[p] for p in sort.parts if p != name] if sort.kind == "union" else [sort]
        return [(member,) for part in parts for member in part.members]
    if name not in game.parameters:
        raise fail("formula", f"no parameter or sort `{name}`", None, near(name, [*game.parameters, *game.sorts]))
    value = game.parameters[name].value
    if isinstance(value, tuple):
        return [tuple(map(str, row)) for row in value]
    return [(str(value),)]


def _factor(game: Game, text: str) -> Values:
    name, *marks = text.strip().split("|")
    rows = _named(game, name)
    values = ["x".join(row) for row in rows]
    for mark in marks:
        if mark.isdigit():
            values = [row[int(mark) - 1] for row in rows]
        elif "=" in mark:
            words = dict(pair.split("=") for pair in mark.split(","))
            values = [words.get(v, v) for v in values]
        elif mark in _MARKS:
            values = _MARKS[mark](values)
        else:
            raise fail("formula", f"no mark `{mark}`", None, near(mark, _MARKS))
    return values


def filled(formula: str, game: Game, joint: str = ",") -> str:
    """The formula with the values of an edition in it; a product of numbers is worked out."""

    def one(match: re.Match[str]) -> str:
        factors = [_factor(game, part) for part in match.group(1).split("*")]
        if len(factors) == 1:
            return joint.join(factors[0])
        product = 1
        for factor in factors:
            product *= int(factor[0])
        return str(product)

    return _SLOT.sub(one, formula)


@cache
def base_of(edition: str) -> str:
    """The edition of the catalogue that an edition is or extends."""
    known = sorted({e for c in catalogue().values() for e in c.editions})
    if edition in known:
        return edition
    try:
        lineage = load(edition).lineage
    except RulesError as error:
        if any(d.code == "unknown-edition" for d in error.diagnostics):
            hint = "there are: " + ", ".join(known) + "; your own edition is a file: `path/to/it.yaml`"
            raise fail("edition", f"no edition `{edition[:80]}`", None, near(edition, known, hint)) from None
        raise
    for name in reversed(lineage):
        if name in known:
            return name
    raise fail(
        "edition",
        f"`{edition}` extends no edition that the catalogue knows",
        None,
        "extend one of: " + ", ".join(known),
    )


def title_of(edition: str) -> str:
    """How a message names the edition: not by the path of its file."""
    return edition if base_of(edition) == edition else load(edition).name


def expected(entry: Clause, edition: str) -> str:
    """The value of a clause; where an edition of one's own changes what it stands for, what it makes of it."""
    base = base_of(edition)
    value = entry.values.get(base, "stated")
    if base == edition or not entry.formula:
        return value
    made = filled(entry.formula, load(edition))
    return value if made == filled(entry.formula, load(base)) else made
