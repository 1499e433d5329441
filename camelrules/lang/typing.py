"""Types as they are written: `int`, `0..`, `camel`, `player?`, `set of camel`, `list of (player, racing)`."""

from __future__ import annotations

from collections.abc import Mapping

from camelrules.lang.parse import Parser
from camelrules.lang.source import Span, fail, near
from camelrules.lang.tree import Text
from camelrules.lang.types import BOOL, INT, IntType, ListType, SetType, SortType, Type


def parse_type(text: Text, sorts: Mapping[str, SortType | IntType], used: set[str] | None = None) -> Type:
    """The type that a scalar names."""
    parser = Parser(text)
    type = _type(parser, sorts, set() if used is None else used)
    parser.end()
    return type


def _type(p: Parser, sorts: Mapping[str, SortType | IntType], used: set[str]) -> Type:
    if p.is_next("-", "..") or p.here.kind == "number":
        return _range(p)
    if p.accept("list"):
        p.expect("of", "after `list`")
        if not p.accept("("):
            return ListType((_part(p, sorts, used),))
        parts = [_part(p, sorts, used)]
        while p.accept(","):
            parts.append(_part(p, sorts, used))
        p.expect(")", "to close the list's parts")
        return ListType(tuple(parts))
    if p.accept("set"):
        p.expect("of", "after `set`")
        start = p.here.span
        inner = _type(p, sorts, used)
        if not isinstance(inner, SortType):
            raise fail("type", f"a set holds members of a sort, not `{inner}`", start)
        return SetType(inner)
    token = p.name("a type")
    if token.text in ("int", "bool"):
        return INT if token.text == "int" else BOOL
    used.add(token.text)
    sort = sorts.get(token.text)
    if sort is None:
        hint = near(token.text, [*sorts, "int", "bool"], "define it under `sorts`")
        raise fail("unknown-name", f"unknown type `{token.text}`", token.span, hint)
    if p.accept("?"):
        return _optional(sort, token.span)
    return sort


def _part(p: Parser, sorts: Mapping[str, SortType | IntType], used: set[str]) -> Type:
    start = p.here.span
    part = _type(p, sorts, used)
    if isinstance(part, ListType | SetType):
        hint = "a list of pairs is written `list of (player, camel)`"
        raise fail("type", f"a list holds single things, not a `{part}`", start, hint)
    return part


def _optional(sort: SortType | IntType, span: Span) -> Type:
    if not isinstance(sort, SortType):
        raise fail("type", "a number cannot be optional", span)
    return SortType(sort.name, sort.parts, optional=True)


def _range(p: Parser) -> IntType:
    def number() -> int | None:
        sign = -1 if p.accept("-") else 1
        return sign * int(p.take().text) if p.here.kind == "number" else None

    low = number()
    p.expect("..", "in a range such as `0..3` or `0..`")
    return IntType(low, number())
