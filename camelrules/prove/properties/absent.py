"""What an edition has not, though an edition that it extends has it: properties about that are left out, and said."""

from __future__ import annotations

import re
from collections.abc import Iterable

from camelrules.lang.editions import INNER, Raw
from camelrules.lang.finish import POSSIBLE
from camelrules.lang.model import Game
from camelrules.lang.syntax import Call, Expr, In, Param, Quant, Read, SortDomain, Var
from camelrules.lang.tree import Fields, Items, Node, Text
from camelrules.lang.walk import all_expressions, children

_WORD = re.compile(r"[a-z_][a-z0-9_.]*")
# Keys whose text is for people, or names what is dealt with elsewhere.
_ASIDE = ("says", "clause", "assumes", "needs", "opaque", "but")


class Absent:
    """The names that an edition removes; helper functions that speak of them are added as they are read.

    A sort that is empty is absent only where an edition that this one extends has members in it. In any other
    edition a property about it is a property without cases, and called so.
    """

    def __init__(self, raw: Raw, ancestors: Iterable[Raw] = ()) -> None:
        self.names = set(raw.removed)
        ancestors = list(ancestors)
        tests = {n for a in ancestors for n in a.sections["functions"] if n.startswith(POSSIBLE)}
        self.names |= {n for n in tests if self.tests_the_removed(raw, n)}
        # Guards and exceptions by name: `place_tile.no_camel`.
        self.parts = {p for a in ancestors for p in _parts(a)} - set(_parts(raw))
        self.had = {name for a in ancestors for name, entry in a.sections["sorts"].items() if _members(entry.node)}

    def named(self, node: Node) -> str:
        """A name in a definition that is absent, or nothing."""
        return next((w for w in _words(node) if w in self.names), "")

    def reason(self, node: Node, game: Game) -> str:
        """Why a property has nothing to speak of in this edition; empty where it has."""
        gone = self.named(node)
        if gone:
            return f"`{gone}` is not in this edition"
        given = node.get("given") if isinstance(node, Fields) else None
        for _, type in given if isinstance(given, Fields) else ():
            name = type.value.rstrip("?") if isinstance(type, Text) else ""
            optional = isinstance(type, Text) and type.value.endswith("?")
            if name in self.had and name in game.sorts and not game.sorts[name].members and not optional:
                return f"there is no `{name}` in this edition"
        return ""

    def tests_the_removed(self, raw: Raw, name: str) -> bool:
        """Whether a test of position files is not there, or goes with what this edition removes."""
        entry = raw.sections["functions"].get(name)
        body = entry.node.get("is") if entry is not None and isinstance(entry.node, Fields) else None
        return entry is None or (entry.origin != raw.name and body is not None and bool(self.named(body)))

    def emptied(self, game: Game, exprs: Iterable[Expr]) -> str:
        """A sort that this edition emptied and through which alone the expressions speak; empty where there is none."""
        found = hollow(game, exprs)
        return found if found in self.had else ""

    def kept(self, names: Iterable[str]) -> bool:
        """Whether none of the names is absent."""
        return self.names.isdisjoint(names)


def hollow(game: Game, exprs: Iterable[Expr]) -> str:
    """An empty sort through which alone expressions speak: what they say of its members is said of nothing."""
    found = ""
    for expr in exprs:
        through = ""
        todo = [expr]
        while todo:
            part = todo.pop()
            if empty := _through_nothing(game, part):
                through = empty
            elif isinstance(part, Read | Param | Var):
                return ""
            else:
                todo += children(part)
                todo += all_expressions(game.callable(part.name)) if isinstance(part, Call) else ()
        if not through:
            return ""
        found = found or through
    return found


def _through_nothing(game: Game, expr: Expr) -> str:
    """An empty sort that an expression goes through, or asks membership of."""
    domains = [b.domain for b in expr.binders] if isinstance(expr, Quant) else []
    domains += [expr.domain] if isinstance(expr, In) else []
    sorts = [game.sorts[d.sort] for d in domains if isinstance(d, SortDomain)]
    return next((s.name for s in sorts if s.kind == "members" and not s.members), "")


def _members(node: Node) -> bool:
    members = node.get("members") if isinstance(node, Fields) else node
    return isinstance(members, Items) and bool(members.items)


def _words(node: Node) -> list[str]:
    if isinstance(node, Text):
        return _WORD.findall(node.value)
    if isinstance(node, Items):
        return [w for item in node.items for w in _words(item)]
    found = []
    for key, value in node:
        if key.value not in _ASIDE:
            found += [*_WORD.findall(key.value), *_words(value)]
    return found


def _parts(raw: Raw) -> list[str]:
    found = []
    for section, inner in INNER.values():
        for name, entry in raw.sections[section].items():
            block = entry.node.get(inner) if isinstance(entry.node, Fields) else None
            found += [f"{name}.{k.value}" for k, _ in block] if isinstance(block, Fields) else []
    return found
