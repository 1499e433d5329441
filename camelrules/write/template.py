"""A sentence with slots, taken apart: plain words, the two ways to address a reader, and slots."""

from __future__ import annotations

import re
from dataclasses import dataclass

from camelrules.lang.source import Span, fail, listing
from camelrules.lang.tree import Text
from camelrules.write.words import DIMENSIONS

_PART = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]|([{}\[\]])")
# Gender comes from a noun and the address from the reader: a slot asks for number and case only.
ASKED = (*DIMENSIONS["number"], *DIMENSIONS["case"])
LISTS = ("and", "or", "then", "plain", "nth")


@dataclass(frozen=True, slots=True)
class Literal:
    """Words that never change."""

    text: str


@dataclass(frozen=True, slots=True)
class Address:
    """What is said to a friend, and what to a stranger."""

    familiar: str
    formal: str


@dataclass(frozen=True, slots=True)
class Slot:
    """`{the camel @n dat}`: parts of the value and words, in their order, and what they agree with."""

    parts: tuple[str, ...]
    agrees: str  # a noun that is not printed, `~camel`
    counts: str  # the part of the value that gives the number, `@n`
    features: frozenset[str]
    joined: str  # how a list is joined; `nth` is a list of ordinals
    span: Span


Piece = Literal | Address | Slot


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with slots."""

    pieces: tuple[Piece, ...]
    span: Span

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(p for p in self.pieces if isinstance(p, Slot))


def template(text: Text, styles: tuple[str, ...]) -> Template:
    """The pieces of a text."""
    pieces: list[Piece] = []
    at = 0
    if not text.value.strip():
        hint = "write it, or leave its key out; between braces a sentence with a comma stands in quotes"
        raise fail("empty-cell", "a sentence is empty", text.span, hint)
    for match in _PART.finditer(text.value):
        if match.start() > at:
            pieces.append(Literal(text.value[at : match.start()]))
        at = match.end()
        span = text.find(match[0])
        if match[3]:
            raise fail("slot", f"`{match[3]}` has no partner", span, "a slot is `{name}`, an address `[du|Sie]`")
        pieces.append(_slot(match[1], span) if match[1] is not None else _address(match[2], span, styles))
    if at < len(text.value):
        pieces.append(Literal(text.value[at:]))
    return Template(tuple(pieces), text.span)


def _address(inner: str, span: Span, styles: tuple[str, ...]) -> Address:
    ways = inner.split("|")
    if len(styles) < 2:
        raise fail("address", "the language has one way to address a reader", span, "add `styles: [familiar, formal]`")
    if len(ways) != 2:
        raise fail("address", "an address has two ways, `[familiar|formal]`", span)
    return Address(ways[0], ways[1])


def _slot(inner: str, span: Span) -> Slot:
    parts: list[str] = []
    agrees, counts, joined = "", "", "and"
    features: set[str] = set()
    for token in inner.split():
        if token.startswith("~") and len(token) > 1:
            agrees = token[1:]
        elif token.startswith("@") and len(token) > 1:
            counts = token[1:]
        elif token in LISTS and parts:
            joined = token
        elif token in ASKED:
            features.add(token)
        else:
            if token.endswith("+"):
                features.add("other")
            parts.append(token.removesuffix("+"))
    if agrees.endswith("+"):
        agrees = agrees[:-1]
        features.add("other")
    if not parts:
        raise fail(
            "slot", "a slot names nothing", span, f"name a part of the value or a word, then {listing(ASKED, 4)}"
        )
    return Slot(tuple(parts), agrees, counts, frozenset(features), joined, span)
