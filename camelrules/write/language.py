"""A language to write in: its words, how words join, its headings, and a phrase for each clause."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from babel import localedata

from camelrules.lang.catalogue import known_clause
from camelrules.lang.library import library
from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.tree import (
    Fields,
    Items,
    Node,
    Text,
    expect_fields,
    expect_items,
    expect_text,
    parse_yaml,
    read_source,
    words,
)
from camelrules.write.template import Template, template
from camelrules.write.words import Noun, Word, load_word

KEYS = (
    "language",
    "name",
    "locale",
    "styles",
    "lists",
    "ordinals",
    "sounds",
    "joins",
    "endings",
    "headings",
    "words",
    "openings",
    "phrases",
    "examples",
)
REQUIRED = ("language", "name", "locale")
ENTRY = ("text", "each")
WITHOUT = " without "
EXAMPLE = ("clause", "edition", "value", "style", "names", "text")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The sentences of a clause: by case, and within a case by edition; several are alternatives."""

    clause: str
    cases: dict[str, dict[str, tuple[Template, ...]]]  # the empty case is every value, the empty edition every edition
    each: dict[str, Template]  # how one row of a list is written; the empty name is any row
    span: Span = field(repr=False)

    @property
    def without(self) -> tuple[str, ...]:
        """The clauses whose absence from an edition changes what is written."""
        return tuple(dict.fromkeys(c.split(WITHOUT)[1] for c in self.cases if WITHOUT in c))

    @property
    def templates(self) -> tuple[Template, ...]:
        return tuple(t for by in self.cases.values() for some in by.values() for t in some)


@dataclass(frozen=True, slots=True)
class Example:
    """A value and the sentence that a person expects for it."""

    clause: str
    edition: str
    value: str
    style: str
    names: dict[str, Noun]
    text: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Phrasebook:
    """All that is needed to write in a language."""

    code: str
    name: str
    locale: str
    styles: tuple[str, ...]
    minus: str
    lists: dict[str, str]  # what stands between the items, for the joints that Babel has no name for
    joins: tuple[tuple[re.Pattern[str], str], ...]
    endings: tuple[tuple[str, str, str], ...]  # how a noun that nobody declared ends: gender, plural
    headings: dict[str, Template]
    words: dict[str, Word]
    ordinals: dict[str, Word]
    openings: dict[str, Phrase]  # what is said of a clause where a rulebook begins with it
    phrases: dict[str, Phrase]
    examples: tuple[Example, ...]
    span: Span = field(repr=False)


def load_phrasebook(*paths: Path) -> Phrasebook:
    """A language from its files; each may hold any of the keys, and a key that two files have is joined."""
    roots = [parse_yaml(read_source(path)) for path in paths]
    merged = _merged([expect_fields(root, "the language", KEYS) for root in roots])
    root = expect_fields(merged, "the language", KEYS, REQUIRED)
    styles = tuple(w.value for w in words(root.get("styles"), "`styles`")) or ("familiar",)
    for w in words(root.get("styles"), "`styles`"):
        if w.value not in ("familiar", "formal"):
            raise fail(
                "address",
                f"`{w.value}` is no way of address",
                w.span,
                near(w.value, ("familiar", "formal"), "`familiar` or `formal`"),
            )
    editions = library().editions()
    sounds = _texts(root, "sounds")
    return Phrasebook(
        expect_text(root.get("language"), "`language`").value,
        expect_text(root.get("name"), "`name`").value,
        _locale(expect_text(root.get("locale"), "`locale`")),
        styles,
        _texts(root, "lists").get("minus", "−"),
        _texts(root, "lists"),
        tuple(_join(k, v, sounds) for k, v in _pairs(root, "joins")),
        tuple(_ending(k, v) for k, v in _pairs(root, "endings")),
        {k.value: template(expect_text(v, "a heading"), styles) for k, v in _pairs(root, "headings")},
        {k.value: load_word(k, v, editions) for k, v in _pairs(root, "words")},
        {k.value: load_word(k, v, editions) for k, v in _pairs(root, "ordinals")},
        {k.value: _phrase(k, v, styles, editions) for k, v in _pairs(root, "openings")},
        {k.value: _phrase(k, v, styles, editions) for k, v in _pairs(root, "phrases")},
        tuple(_example(n) for n in expect_items(root.get("examples"), "`examples`")) if root.get("examples") else (),
        root.span,
    )


def _locale(text: Text) -> str:
    if not localedata.exists(text.value):
        hint = near(text.value, localedata.locale_identifiers(), "such as `de` or `en_GB`")
        raise fail("locale", f"Babel knows no locale `{text.value[:40]}`", text.span, hint)
    return text.value


def _merged(roots: list[Fields]) -> Fields:
    pairs: dict[str, tuple[Text, Node]] = {}
    for root in roots:
        for key, node in root:
            there = pairs.get(key.value)
            if there is None:
                pairs[key.value] = (key, node)
            elif isinstance(node, Fields) and isinstance(there[1], Fields):
                for k, _ in node:
                    if there[1].get(k.value) is not None:
                        raise fail("duplicate-key", f"`{k.value}` stands in two files of the language", k.span)
                pairs[key.value] = (key, Fields((*there[1].pairs, *node.pairs), there[1].span))
            elif isinstance(node, Items) and isinstance(there[1], Items):
                pairs[key.value] = (key, Items((*there[1].items, *node.items), there[1].span))
            else:
                raise fail("duplicate-key", f"`{key.value}` stands in two files of the language", key.span)
    return Fields(tuple(pairs.values()), roots[0].span)


def _pairs(root: Fields, key: str) -> tuple[tuple[Text, Node], ...]:
    node = root.get(key)
    if node is None:
        return ()
    if not isinstance(node, Fields):
        raise fail("shape", f"`{key}` must be a mapping", node.span)
    return node.pairs


def _texts(root: Fields, key: str) -> dict[str, str]:
    return {k.value: expect_text(v, f"`{key}`").value for k, v in _pairs(root, key)}


def _join(key: Text, node: Node, sounds: dict[str, str]) -> tuple[re.Pattern[str], str]:
    """`de le` as it stands, or with the name of a sound, `le V`, for whatever begins so."""
    made = expect_text(node, "what two words become").value
    written = key.value.split()
    if len(written) != 2:
        raise fail("join", f"`{key.value}` must be two words, or a word and a sound", key.span)
    second = sounds.get(written[1])
    ahead = f"(?={second})" if second else f"{re.escape(written[1])}\\b"
    # A pronoun after its verb, `redresse-la`, joins nothing.
    return re.compile(rf"(?<![\w-]){re.escape(written[0])} {ahead}", re.IGNORECASE), made


def _ending(key: Text, node: Node) -> tuple[str, str, str]:
    made = [w.value for w in words(node, "an ending")]
    if len(made) != 2:
        raise fail(
            "shape", f"the ending `{key.value}` must have a gender and its plural", key.span, "such as `a: [f, as]`"
        )
    return key.value, made[0], made[1]


def _phrase(key: Text, node: Node, styles: tuple[str, ...], editions: list[str]) -> Phrase:
    known_clause(key)
    each: dict[str, Template] = {}
    if not isinstance(node, Fields):
        return Phrase(key.value, {"": _by_edition(node, styles, editions)}, each, key.span)
    if not any(k.value in ENTRY for k, _ in node):
        if all(k.value in editions for k, _ in node):
            return Phrase(key.value, {"": _by_edition(node, styles, editions)}, each, key.span)
        for k, _ in node:
            if WITHOUT in k.value:
                known_clause(replace(k, value=k.value.split(WITHOUT)[1]))
        return Phrase(key.value, {k.value: _by_edition(v, styles, editions) for k, v in node}, each, key.span)
    entry = expect_fields(node, f"the phrase of `{key.value}`", ENTRY, ("text",), key.span)
    row = entry.get("each")
    if isinstance(row, Fields):
        each = {k.value: template(expect_text(v, "`each`"), styles) for k, v in row}
    elif row is not None:
        each = {"": template(expect_text(row, "`each`"), styles)}
    text = entry.get("text")
    assert text is not None
    return Phrase(key.value, {"": _by_edition(text, styles, editions)}, each, key.span)


def _by_edition(node: Node, styles: tuple[str, ...], editions: list[str]) -> dict[str, tuple[Template, ...]]:
    if isinstance(node, Fields):
        for k, _ in node:
            if k.value not in editions:
                hint = near(k.value, editions, f"the editions are {listing(editions)}")
                raise fail("unknown-edition", f"`{k.value}` is no edition", k.span, hint)
        return {k.value: tuple(template(t, styles) for t in words(v, "a sentence")) for k, v in node}
    return {"": tuple(template(t, styles) for t in words(node, "a sentence"))}


def _example(node: Node) -> Example:
    entry = expect_fields(node, "an example", EXAMPLE, ("clause", "edition", "text"))
    clause = expect_text(entry.get("clause"), "`clause`")
    known_clause(clause)
    value, style = entry.get("value"), entry.get("style")
    return Example(
        clause.value,
        expect_text(entry.get("edition"), "`edition`").value,
        expect_text(value, "`value`").value if value is not None else "",
        expect_text(style, "`style`").value if style is not None else "familiar",
        {name: Noun(one) for name, one in _texts(entry, "names").items()},
        expect_text(entry.get("text"), "`text`").value,
        entry.span,
    )
