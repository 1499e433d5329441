"""YAML to located nodes: safe, without aliases or duplicate keys, within limits of size and depth."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.reader import Reader, ReaderError

from camelrules.door.reading import MAX_BYTES, read_source
from camelrules.lang.source import LINE_BREAK, RulesError, Source, Span, fail, listing, near

# What reads a file and what parses it are asked for together.
__all__ = [
    "MAX_BYTES", "MAX_DEPTH", "QUOTE", "Fields", "Items", "Node", "Text", "expect_fields", "expect_items",
    "expect_text", "parse_yaml", "plain", "read_source", "words",
]  # fmt: skip

# A specification file of ours is 8 levels deep; this leaves room for any honest one.
MAX_DEPTH = 40

# What to do where YAML has taken an expression apart.
QUOTE = "inside YAML's own `{…}` or `[…]`, a text with a comma, colon or bracket must stand in quotes"

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar: its value as YAML sees it, and the raw slice it was written as."""

    value: str
    raw: str
    raw_line: int
    raw_column: int
    plain: bool
    span: Span

    def find(self, part: str) -> Span:
        """The place of a part of the text, or of the whole where it cannot be found as written."""
        at = self.raw.find(part)
        if at < 0:
            return self.span
        before = self.raw[:at].split("\n")
        column = len(before[-1]) + (self.raw_column if len(before) == 1 else 0)
        return Span(self.span.source, self.raw_line + len(before), column + 1, len(part))

    @property
    def typed(self) -> object:
        """The value as YAML 1.1 core types where unquoted: null, bool, int; otherwise the string."""
        if not self.plain:
            return self.value
        if self.value in ("", "~", "null"):
            return None
        if self.value in ("true", "false"):
            return self.value == "true"
        try:
            return int(self.value)
        except ValueError:
            return self.value


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with string keys, in order; each key keeps its own place."""

    pairs: tuple[tuple[Text, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        for k, v in self.pairs:
            if k.value == key:
                return v
        return None

    def names(self) -> list[str]:
        return [k.value for k, _ in self.pairs]

    def __iter__(self) -> Iterator[tuple[Text, Node]]:
        return iter(self.pairs)


Node = Text | Items | Fields


def parse_yaml(source: Source) -> Node:
    """The one document of a source as located nodes."""
    loader = _Loader(source.text)
    builder = _Builder(source)
    try:
        if not loader.check_event(yaml.StreamStartEvent):
            raise fail("yaml", "the file is not YAML", builder.span(0, 0))
        loader.get_event()
        if loader.check_event(yaml.StreamEndEvent):
            raise fail("yaml", "the file is empty", builder.span(0, 0), "is this the right file?")
        loader.get_event()
        node = builder.node(loader, 0)
        loader.get_event()
        if not loader.check_event(yaml.StreamEndEvent):
            event = loader.peek_event()
            raise fail(
                "yaml", "more than one YAML document in the file", builder.at(event.start_mark), "remove the `---` line"
            )
        return node
    except yaml.YAMLError as error:
        raise _syntax(error, builder) from None
    except RecursionError:
        raise fail("too-deep", "nested too deeply", builder.span(0, 0)) from None
    finally:
        loader.dispose()


def _syntax(error: yaml.YAMLError, builder: _Builder) -> RulesError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "not valid YAML"
    span = builder.span(mark.line, mark.column) if mark else builder.span(0, 0)
    if isinstance(error, ReaderError) and (found := Reader.NON_PRINTABLE.search(builder.source.text)):
        return fail(
            "yaml", "YAML syntax error: a character that no text has", builder.place(found.start()), "remove it"
        )
    return fail("yaml", f"YAML syntax error: {problem}", span, _syntax_hint(error, span))


def _syntax_hint(error: yaml.YAMLError, span: Span) -> str:
    if span.following() == "\t":
        return "indent with blanks, not with tabs"
    context = getattr(error, "context_mark", None)
    if "flow" in str(getattr(error, "context", None)) and context is not None:
        return f"close the bracket opened at line {context.line + 1}; {QUOTE}"
    return "check indentation and colons; quote a text that holds `: ` or starts with one of `[ { * & ! % @`"


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.starts = [0, *(match.end() for match in LINE_BREAK.finditer(source.text))]

    def span(self, line: int, column: int, width: int = 1) -> Span:
        return Span(self.source, line + 1, column + 1, width)

    def place(self, offset: int) -> Span:
        line = bisect_right(self.starts, offset) - 1
        return self.span(line, offset - self.starts[line])

    def at(self, mark: yaml.Mark) -> Span:
        return self.span(mark.line, mark.column)

    def offset(self, mark: yaml.Mark) -> int:
        return self.starts[min(mark.line, len(self.starts) - 1)] + mark.column

    def node(self, loader: Any, depth: int) -> Node:
        event = loader.get_event()
        where = self.at(event.start_mark)
        if depth > MAX_DEPTH:
            raise fail("too-deep", f"nested more than {MAX_DEPTH} levels deep", where)
        if isinstance(event, yaml.AliasEvent):
            raise fail(
                "alias",
                "YAML aliases are not allowed",
                where,
                "write the value out, or name it as a parameter or function",
            )
        if event.anchor is not None:
            raise fail("alias", "YAML anchors are not allowed", where, "remove the `&name`")
        if event.tag is not None and event.tag not in ("!", "tag:yaml.org,2002:str"):
            raise fail("tag", f"YAML tags are not allowed: `{event.tag}`", where, "remove the tag")
        if isinstance(event, yaml.ScalarEvent):
            return self.text(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not loader.check_event(yaml.SequenceEndEvent):
                items.append(self.node(loader, depth + 1))
            loader.get_event()
            return Items(tuple(items), where)
        return self.fields(loader, where, depth)

    def fields(self, loader: Any, where: Span, depth: int) -> Fields:
        pairs: list[tuple[Text, Node]] = []
        seen: dict[str, Span] = {}
        while not loader.check_event(yaml.MappingEndEvent):
            key = self.node(loader, depth + 1)
            if not isinstance(key, Text):
                raise fail("key", "a key must be a plain word", key.span)
            if key.value in seen:
                raise fail(
                    "duplicate-key",
                    f"duplicate key `{key.value}`",
                    key.span,
                    f"the first one is at line {seen[key.value].line}",
                )
            seen[key.value] = key.span
            pairs.append((key, self.node(loader, depth + 1)))
        loader.get_event()
        return Fields(tuple(pairs), where)

    def text(self, event: Any) -> Text:
        start, end = event.start_mark, event.end_mark
        raw = LINE_BREAK.sub("\n", self.source.text[self.offset(start) : self.offset(end)].rstrip())
        line, column = start.line, start.column
        if event.style in ("'", '"'):
            raw, column = raw[1:-1], column + 1
        elif event.style in ("|", ">"):
            _, _, rest = raw.partition("\n")
            raw, line, column = rest, line + 1, 0
        width = len(raw.split("\n", 1)[0])
        return Text(
            str(event.value),
            raw,
            line,
            column,
            event.style is None or event.style == "",
            self.span(start.line, start.column, max(1, width)),
        )


def expect_fields(
    node: Node | None, what: str, allowed: tuple[str, ...], required: tuple[str, ...] = (), span: Span | None = None
) -> Fields:
    """`node` as a mapping that has only allowed keys and all required ones."""
    if not isinstance(node, Fields):
        raise fail("shape", f"{what} must be a mapping of {listing(allowed)}", node.span if node else span)
    for key, value in node:
        if key.value not in allowed:
            # An unquoted comma in a `{…}` makes a key of what follows it, without a value.
            cut = key.plain and isinstance(value, Text) and value.plain and not value.raw
            hint = near(key.value, allowed, QUOTE if cut else f"expected one of {listing(allowed)}")
            raise fail("unknown-key", f"unknown key `{key.value}` in {what}", key.span, hint)
    for name in required:
        if node.get(name) is None:
            raise fail("missing-key", f"{what} has no `{name}`", span or node.span, f"add `{name}:`")
    return node


def expect_text(node: Node | None, what: str, span: Span | None = None) -> Text:
    """`node` as a scalar."""
    if not isinstance(node, Text):
        raise fail("shape", f"{what} must be a text", node.span if node else span)
    return node


def expect_items(node: Node | None, what: str, span: Span | None = None) -> tuple[Node, ...]:
    """`node` as a sequence."""
    if not isinstance(node, Items):
        raise fail("shape", f"{what} must be a list", node.span if node else span)
    return node.items


def words(node: Node | None, what: str) -> tuple[Text, ...]:
    """A list of words, or one word, or nothing."""
    if node is None:
        return ()
    if isinstance(node, Text):
        return (node,)
    return tuple(expect_text(item, what) for item in expect_items(node, what))


def plain(node: Node) -> object:
    """The node as ordinary Python data."""
    if isinstance(node, Text):
        return node.typed
    if isinstance(node, Items):
        return [plain(i) for i in node.items]
    return {k.value: plain(v) for k, v in node}
