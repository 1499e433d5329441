"""Every scalar, token and node knows exactly where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from camelrules.lang.library import data_folder, load
from camelrules.lang.source import LINE_BREAK, RulesError, Source, Span
from camelrules.lang.syntax import Binary, Call, Lit, Param, Quant, Read, Var
from camelrules.lang.tokens import tokenize
from camelrules.lang.tree import Fields, Items, Node, Text, parse_yaml, read_source
from camelrules.lang.walk import all_expressions

RULES = sorted([*data_folder("spec").glob("game/*.yaml"), *data_folder("spec").glob("editions/*.yaml")])


def scalars(node: Node) -> Iterator[Text]:
    """Every scalar of a file, keys included."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Items):
        for item in node.items:
            yield from scalars(item)
    else:
        for key, value in node:
            yield key
            yield from scalars(value)


def at(span: Span) -> str:
    """What the file has at a place."""
    return span.source.line(span.line)[span.column - 1 : span.column - 1 + span.width]


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.stem)
def test_words_of_the_specification(path: Path) -> None:
    """Each word that the tokenizer finds stands where it says, in every style of scalar."""
    for text in scalars(parse_yaml(read_source(path))):
        try:
            tokens = tokenize(text)
        except RulesError:
            continue  # a sentence, not an expression
        for token in tokens[:-1]:
            assert at(token.span) == token.text


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_nodes_of_the_specification(edition: str) -> None:
    """A node's place shows the word that it was made from."""
    game = load(edition)
    checked = 0
    tables: tuple[dict[str, Any], ...] = (game.functions, game.effects, game.actions)
    for definition in (d for table in tables for d in table.values()):
        for node in all_expressions(definition):
            word = at(node.span)
            match node:
                case Var() | Param() | Call() | Read():
                    assert word == node.name
                case Quant():
                    assert word == node.kind
                case Binary() if node.op not in ("-", "==", "max", "min"):
                    assert word == node.op
                case Lit(value=str() as value):
                    assert word == value
                case _:
                    continue
            checked += 1
    assert checked > 300


STYLES = {
    "plain": ("is: one + two\n", (1, 11)),
    "plain over lines": ("is: one\n  + two\n", (2, 5)),
    "single quotes": ("is: 'one + two'\n", (1, 12)),
    "double quotes": ('is: "one + two"\n', (1, 12)),
    "quotes over lines": ('is: "one\n  + two"\n', (2, 5)),
    "folded": ("is: >-\n  one\n  + two\n", (3, 5)),
    "folded, comment in its head": ("is: >- # why\n  one + two\n", (2, 9)),
    "literal": ("is: |\n    one +\n      two\n", (3, 7)),
    "literal with an indent": ("is: |2\n    one + two\n", (2, 11)),
    "in a flow mapping": ("a: {b: c, is: one + two, d: e}\n", (1, 21)),
    "comment behind": ("is: one + two # and more\n", (1, 11)),
    "after wide characters": ('a: {b: "🐪é", is: one + two}\n', (1, 24)),
    "after a line separator": ('a: "x\u2028 y"\nis: one + two\n', (3, 11)),
}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old"])
@pytest.mark.parametrize("style", STYLES)
def test_place_in_every_style(style: str, ending: str) -> None:
    """`two` is found at its line and column, whatever the scalar and the line ends."""
    text, place = STYLES[style]
    source = Source("made.yaml", text.replace("\n", ending))
    root = parse_yaml(source)
    assert isinstance(root, Fields)
    inner = root.get("a")
    value = root.get("is") or (inner.get("is") if isinstance(inner, Fields) else None)
    assert isinstance(value, Text)
    token = tokenize(value)[2]
    assert (token.text, token.span.line, token.span.column, at(token.span)) == ("two", *place, "two")


def test_lines_are_those_of_yaml() -> None:
    """A form feed is no line end for YAML, and so none for us."""
    source = Source("f", "a\x0cb\nc\r\nd\re")
    assert [source.line(n) for n in range(6)] == ["", "a\x0cb", "c", "d", "e", ""]
    assert LINE_BREAK.split("a\x0bb") == ["a\x0bb"]


def test_place_of_a_part_of_a_text() -> None:
    """`Text.find` goes through the lines of a text as written."""
    node = parse_yaml(
        Source(
            "f",
            dedent("""\
        says: >-
          a {one}
            and {two}
        other: "b {three}"
        """),
        )
    )
    assert isinstance(node, Fields)
    says, other = node.get("says"), node.get("other")
    assert isinstance(says, Text) and isinstance(other, Text)
    places = [(s.line, s.column) for s in (says.find("{one}"), says.find("{two}"), other.find("{three}"))]
    assert places == [(2, 5), (3, 9), (4, 11)]
    assert says.find("{none}") == says.span
