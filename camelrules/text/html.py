"""HTML: tags off; a paragraph keeps the lines that it has in the file, and every word its column."""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

from camelrules.door.diagnostics import fail
from camelrules.text.blocks import Block, assembled, table_blocks
from camelrules.text.decode import declared_as, decoded
from camelrules.text.letters import Letters
from camelrules.text.model import Body, Document, Format, Heading, Item, Label, LinePlace, Place, Quote, Role

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_UNREAD = frozenset(
    ("script", "style", "head", "template", "noscript", "svg", "math", "iframe", "object", "select", "textarea", "del")
)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "param")
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir"),
        *("div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html"),
        *("li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th"),
        *("thead", "tr", "ul", *_HEADINGS),
    )
)
_BOLD = frozenset(("b", "strong"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
# An end tag may be forgotten for these when the next of them begins.
_CLOSES = {
    "li": ("li",),
    "p": ("p",),
    "tr": ("tr", "td", "th"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
}
# The number of a letter has at most so many digits.
_LONGEST = 12
# Whatever lies deeper is no page that a person wrote.
_DEEP = 500


@dataclass(slots=True)
class _Table:
    rows: list[list[list[Block]]] = field(default_factory=list)


@dataclass(slots=True)
class _List:
    ordered: bool
    number: int


class _Reader(HTMLParser):
    """Gathers characters with their places, and closes a block wherever a tag does."""

    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=False)
        self.name = name
        self.open: list[str] = []
        self.unread: list[str] = []
        self.begun: Counter[str] = Counter()  # how often each tag is among the unread
        self.lists: list[_List] = []
        self.tables: list[_Table] = []
        self.blocks: list[Block] = []
        self.characters: list[tuple[str, int, int]] = []
        self.bold = self.plain = False
        self.item: Item | None = None

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """A section of a kind that nobody knows ends with its sign, as in a browser."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.rawdata.find(">", i) + 1 or -1

    # What the parser calls.

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attributes}
        if self.unread or tag in _UNREAD or "hidden" in values or _HIDDEN.search(values.get("style", "")):
            if tag not in _VOID:
                self.unread.append(tag)
                self.begun[tag] += 1
            return
        if tag == "br":
            self._put("\n")
        elif tag == "img" and values.get("alt"):
            self._put(f" {values['alt']} ")
        if tag in _VOID and tag != "hr":
            return
        if tag in _BLOCKS:
            self._flush()
        if tag in _VOID:
            return
        self._imply_ends(tag)
        self.open.append(tag)
        if len(self.open) > _DEEP:
            raise fail("too-large", f"`{self.name}` nests its elements too deep", None, "is this the right file?")
        self._begin(tag, values)

    def handle_endtag(self, tag: str) -> None:
        if self.unread:
            while self.begun[tag]:
                last = self.unread.pop()
                self.begun[last] -= 1
                if last == tag:
                    return
            return
        if tag not in self.open:
            return
        while self.open:
            last = self.open[-1]
            self._end(last)
            self.open.pop()
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self.unread:
            line, column = self.getpos()
            if data.strip():
                bold = not _BOLD.isdisjoint(self.open)
                self.bold, self.plain = self.bold or bold, self.plain or not bold
            for at, part in enumerate(data.split("\n")):
                if at:
                    self.characters.append((" ", line + at, 1))
                start = 1 if at else column + 1
                self.characters += [(c, line + at, start + n) for n, c in enumerate(part)]

    def handle_entityref(self, name: str) -> None:
        self._put(html.unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        # No letter has a longer number, and one of thousands of digits is none at all.
        self._put(html.unescape(f"&#{name};") if len(name) <= _LONGEST else "\ufffd")

    # What those need.

    def _put(self, text: str) -> None:
        if not self.unread:
            line, column = self.getpos()
            self.characters += [(c, line, column + 1) for c in text]

    def _imply_ends(self, tag: str) -> None:
        closed = _CLOSES.get(tag, ())
        if not closed:
            return
        for at in range(len(self.open) - 1, -1, -1):
            if self.open[at] in closed:
                while len(self.open) > at:
                    self._end(self.open.pop())
                return
            if self.open[at] in ("ul", "ol", "table", "dl") and tag != self.open[at]:
                return

    def _begin(self, tag: str, values: dict[str, str]) -> None:
        match tag:
            case "ol" | "ul" | "menu":
                start = values.get("start", "1")
                self.lists.append(_List(tag == "ol", int(start) if start.isdigit() and len(start) < 5 else 1))
            case "li":
                current = self.lists[-1] if self.lists else _List(False, 1)
                self.item = Item(f"{current.number}." if current.ordered else "", max(0, len(self.lists) - 1))
                current.number += 1
            case "table":
                self.tables.append(_Table())
            case "tr" if self.tables:
                self.tables[-1].rows.append([])
            case "td" | "th" if self.tables:
                rows = self.tables[-1].rows
                if not rows:
                    rows.append([])
                rows[-1].append([])
            case _:
                pass

    def _end(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._flush()
        match tag:
            case "ol" | "ul" | "menu" if self.lists:
                self.lists.pop()
            case "li":
                self.item = None
            case "table" if self.tables:
                done = self.tables.pop()
                self._add(*table_blocks(done.rows))
            case _:
                pass

    def _add(self, *blocks: Block) -> None:
        cell = self.tables[-1].rows[-1] if self.tables and self.tables[-1].rows else None
        (cell[-1] if cell else self.blocks).extend(blocks)

    def _flush(self) -> None:
        """The characters since the last block as a block of their own."""
        characters, self.characters = self.characters, []
        lines: list[tuple[str, Place]] = []
        broken = False
        for part in _parts(characters, "pre" in self.open):
            found = Letters("".join(c for c, _, _ in part), tuple(column for _, _, column in part)).stripped()
            if found.text or (lines and part[-1][0] == "\n"):
                lines.append((found.text, LinePlace(part[0][1], found.columns())))
            broken = broken or (bool(part) and part[-1][0] == "\n")
        if not any(text for text, _ in lines):
            return
        role = self._role()
        if isinstance(role, Body) and self.bold and not self.plain:
            role = Label()
        self.item, self.bold, self.plain = None, False, False
        self._add(Block(tuple(lines), role, broken))

    def _role(self) -> Role:
        level = next((_HEADINGS[tag] for tag in reversed(self.open) if tag in _HEADINGS), 0)
        if level:
            return Heading(level)
        if self.item is not None:
            return self.item
        if "blockquote" in self.open:
            return Quote()
        if "dt" in self.open:
            return Label()
        return Body()


def _parts(characters: list[tuple[str, int, int]], preformatted: bool) -> list[list[tuple[str, int, int]]]:
    """The characters line by line: those of the file, and those that a break made."""
    out: list[list[tuple[str, int, int]]] = []
    current: list[tuple[str, int, int]] = []
    for character in characters:
        if current and (current[-1][0] == "\n" or current[-1][1] != character[1]):
            out.append(current)
            current = []
        current.append(character)
    if current:
        out.append(current)
    if preformatted:
        return [[*part, ("\n", part[-1][1], part[-1][2])] for part in out]
    return out


def read_html(data: bytes, name: str) -> Document:
    """The blocks of a page with their lines in the file."""
    reader = _Reader(name)
    reader.feed(_closed(_text(data, name)))
    reader.close()
    reader.unread.clear()  # what is hidden to the end of the page is closed with it
    while reader.open:
        reader.handle_endtag(reader.open[-1])
    reader._flush()
    return Document(name, Format.HTML, assembled(reader.blocks))


# A sign before twenty more of its kind, none of which is closed, begins no tag; the parser would try them all, each to
# the end of the page.
_STRAY = re.compile("<(?=(?:[^<>]*<){20})")


def _closed(text: str) -> str:
    """A page in which what is begun has an end, or is text; a comment without one goes on to the last letter."""
    begun = text.find("<!--", text.rfind("-->") + 1)
    return _STRAY.sub("&lt;", text if begun < 0 else text[:begun])


def _text(data: bytes, name: str) -> str:
    declared = _CHARSET.search(data[:2048])
    if declared and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        text = declared_as(data, declared.group(1).decode("ascii"))
        if text is not None:
            return text
    return decoded(data, name)
