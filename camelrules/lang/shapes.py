"""Shapes of the smaller YAML formats: each part is what it should be, or one message names its place."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.tree import Fields, Items, Node, Text, expect_items, expect_text, parse_yaml, read_source


def read_yaml(path: Path | str) -> Node:
    """The one document of a file."""
    return parse_yaml(read_source(path))


def expect_mapping(node: Node | None, what: str, span: Span | None = None) -> Fields:
    """A mapping with any keys; nothing is an empty one."""
    if node is None or (isinstance(node, Text) and node.plain and node.typed is None):
        place = node.span if node else span
        assert place is not None
        return Fields((), place)
    if not isinstance(node, Fields):
        raise fail("shape", f"{what} must be a mapping, found {described(node)}", node.span)
    return node


def expect_list(node: Node | None, what: str, span: Span | None = None) -> tuple[Node, ...]:
    """A list; nothing is an empty one."""
    if node is None or (isinstance(node, Text) and node.plain and node.typed is None):
        return ()
    if not isinstance(node, Items):
        raise fail("shape", f"{what} must be a list, found {described(node)}", node.span)
    return expect_items(node, what, span)


def expect_number(node: Node | None, what: str, low: int, high: int, span: Span | None = None) -> int:
    """A whole number within bounds."""
    word = expect_text(node, what, span)
    value = word.typed
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        message = f"{what} must be a whole number from {low:,} to {high:,}, found `{word.value[:60]}`"
        raise fail("number", message, word.span)
    return value


def expect_choice(node: Node | None, what: str, choices: Iterable[str], span: Span | None = None) -> str:
    """One of a few words."""
    word, known = expect_text(node, what, span), list(choices)
    if word.value not in known:
        hint = near(word.value, known, f"expected one of {listing(known)}")
        raise fail("choice", f"{what} cannot be `{word.value[:60]}`", word.span, hint)
    return word.value


def sentence(node: Node | None, what: str, span: Span | None = None) -> str:
    """Words on one line, of which there must be some."""
    text = " ".join(expect_text(node, what, span).value.split())
    if not text:
        raise fail("shape", f"{what} is empty", node.span if node else span)
    return text


def described(node: Node) -> str:
    """What a node is, for a message."""
    match node:
        case Fields():
            return "a mapping"
        case Items():
            return "a list"
        case Text():
            return f"`{node.value[:40]}`"
