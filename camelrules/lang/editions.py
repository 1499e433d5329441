"""Editions: which definitions a game has once `extends`, `adds`, `replaces` and `removes` are worked out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from camelrules.door.names import label
from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.tree import Fields, Items, Node, Text, expect_fields, expect_items, expect_text, words

SECTIONS = ("sorts", "parameters", "rulings", "facts", "state", "functions", "decisions", "effects", "actions")
# Parts of a definition that an edition may change one by one, and the section and key they live in.
INNER = {"exceptions": ("decisions", "exceptions"), "guards": ("actions", "when")}
# What a bare value replaces, so that `track.spaces: 20` is enough.
SHORTHAND = {"sorts": "members", "parameters": "is", "rulings": "is", "facts": "is"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition as written, and the edition that wrote it."""

    key: Text
    node: Node
    origin: str


@dataclass(slots=True)
class Raw:
    """An edition's definitions before their expressions are read."""

    name: str
    title: str
    lineage: tuple[str, ...]
    entries: tuple[Text, ...] = ()
    sections: dict[str, dict[str, Entry]] = field(default_factory=lambda: {s: {} for s in SECTIONS})
    removed: dict[str, Span] = field(default_factory=dict)


Finder = Callable[[str, Span], Node]


def resolve(node: Node, find: Finder, seen: tuple[tuple[str, str], ...] = ()) -> Raw:
    """The definitions of a game or edition file; `find` gives the file of a name."""
    if isinstance(node, Fields) and node.get("game") is not None:
        return _game(node, find)
    fields = expect_fields(
        node, "an edition", ("edition", "title", "extends", "adds", "replaces", "removes"), ("edition", "extends")
    )
    word = expect_text(fields.get("edition"), "`edition`")
    name = label(word.value, "an edition", word.span)
    parent = expect_text(fields.get("extends"), "`extends`")
    above = find(parent.value, parent.span)
    # Names may be files, and one edition may have several: only the file says that it is the same.
    seen = (*seen, (name, node.span.source.name))
    if above.span.source.name in (file for _, file in seen):
        chain = " → ".join((*(label for label, _ in seen), parent.value))
        raise fail("cyclic-extends", f"cyclic `extends`: {chain}", parent.span, "an edition cannot extend itself")
    raw = resolve(above, find, seen)
    title = fields.get("title")
    raw.name, raw.title = name, expect_text(title, "`title`").value if title else name
    raw.lineage = (*raw.lineage, name)
    _change(raw, fields)
    return raw


def _change(raw: Raw, fields: Fields) -> None:
    for word, change in (("removes", _remove), ("replaces", _replace), ("adds", _add)):
        block = fields.get(word)
        if block is None:
            continue
        for key, part in expect_fields(block, f"`{word}`", (*SECTIONS, *INNER)):
            change(raw, key, part)


def overlay(raw: Raw, name: str, changes: Fields) -> Raw:
    """A variant: the same definitions with further `removes`, `replaces` and `adds`."""
    sections = {section: dict(table) for section, table in raw.sections.items()}
    made = Raw(name, raw.title, (*raw.lineage, name), raw.entries, sections, dict(raw.removed))
    _change(made, changes)
    return made


def _game(node: Fields, find: Finder) -> Raw:
    fields = expect_fields(node, "a game", ("game", "title", "parts", "entries", *SECTIONS), ("game",))
    word = expect_text(fields.get("game"), "`game`")
    name = label(word.value, "a game", word.span)
    title = fields.get("title")
    raw = Raw(name, expect_text(title, "`title`").value if title else name, (name,))
    raw.entries = words(fields.get("entries"), "`entries`")
    files: list[Fields] = [fields]
    for part in words(fields.get("parts"), "`parts`"):
        files.append(expect_fields(find(part.value, part.span), f"part `{part.value}`", SECTIONS))
    for file in files:
        for key, block in file:
            if key.value in SECTIONS:
                _add(raw, key, block)
    return raw


def _definitions(key: Text, block: Node) -> Fields:
    if not isinstance(block, Fields):
        raise fail("shape", f"`{key.value}` must be a mapping of names to definitions", block.span)
    return block


def _add(raw: Raw, key: Text, block: Node) -> None:
    for name, node in _definitions(key, block):
        if key.value in INNER:
            _inner(raw, key.value, name, node, "adds")
            continue
        section = raw.sections[key.value]
        other = next((s for s in SECTIONS if name.value in raw.sections[s]), None)
        if other:
            first = raw.sections[other][name.value].key.span
            hint = f"it is defined at {first}; to change it, put it under `replaces`"
            raise fail("already-defined", f"`{name.value}` is already defined in `{other}`", name.span, hint)
        section[name.value] = Entry(name, node, raw.name)


def _replace(raw: Raw, key: Text, block: Node) -> None:
    for name, node in _definitions(key, block):
        if key.value in INNER:
            _inner(raw, key.value, name, node, "replaces")
            continue
        old = _existing(raw, key, name, "replace")
        short = SHORTHAND.get(key.value)
        if short and not isinstance(node, Fields):
            base = old.node if isinstance(old.node, Fields) else Fields((), old.node.span)
            kept = tuple((k, v) for k, v in base if k.value not in (short, "range", "values"))
            node = Fields((*kept, (Text(short, short, 0, 0, True, node.span), node)), node.span)
        raw.sections[key.value][name.value] = Entry(name, node, raw.name)


def _remove(raw: Raw, key: Text, block: Node) -> None:
    if key.value in INNER:
        for name, node in _definitions(key, block):
            section, inner = INNER[key.value]
            old = _existing(raw, Text(section, section, 0, 0, True, key.span), name, "remove from")
            for gone in words(node, f"`removes.{key.value}`"):
                _edit_inner(raw, section, inner, name.value, old, gone, None, "removes")
                old = raw.sections[section][name.value]
        return
    for item in expect_items(block, f"`removes.{key.value}`"):
        word = expect_text(item, "a name")
        _existing(raw, key, word, "remove")
        del raw.sections[key.value][word.value]
        raw.removed[word.value] = word.span


def _existing(raw: Raw, key: Text, name: Text, verb: str) -> Entry:
    entry = raw.sections[key.value].get(name.value)
    if entry is None:
        known = raw.sections[key.value]
        other = next((s for s in SECTIONS if name.value in raw.sections[s]), None)
        has = f"`{key.value}` has {listing(known)}" if known else f"`{key.value}` is empty"
        hint = f"it is defined in `{other}`" if other else near(name.value, known, has)
        raise fail("nothing-to-change", f"there is no `{name.value}` in `{key.value}` to {verb}", name.span, hint)
    return entry


def _inner(raw: Raw, word: str, name: Text, node: Node, verb: str) -> None:
    section, inner = INNER[word]
    what = f"{verb[:-1]} {word} {'to' if verb == 'adds' else 'of'}"
    old = _existing(raw, Text(section, section, 0, 0, True, name.span), name, what)
    if not isinstance(node, Fields):
        raise fail("shape", f"`{verb}.{word}.{name.value}` must be a mapping of names to {word}", node.span)
    for item, part in node:
        _edit_inner(raw, section, inner, name.value, old, item, part, verb)
        old = raw.sections[section][name.value]


def _edit_inner(
    raw: Raw, section: str, inner: str, name: str, old: Entry, item: Text, part: Node | None, verb: str
) -> None:
    base = expect_fields(old.node, f"`{name}`", tuple(old.node.names()) if isinstance(old.node, Fields) else ())
    block = base.get(inner) or Fields((), base.span)
    if isinstance(block, Items | Text):
        raise fail("shape", f"`{inner}` of `{name}` must be a mapping", block.span)
    present = item.value in block.names()
    if verb == "adds" and present:
        raise fail(
            "already-defined",
            f"`{name}` already has `{item.value}` in `{inner}`",
            item.span,
            "to change it, put it under `replaces`",
        )
    if verb != "adds" and not present:
        hint = near(item.value, block.names(), f"it has {listing(block.names())}")
        raise fail("nothing-to-change", f"`{name}` has no `{item.value}` in `{inner}`", item.span, hint)
    if part is None:
        pairs = tuple((k, v) for k, v in block if k.value != item.value)
    elif present:
        pairs = tuple((item, part) if k.value == item.value else (k, v) for k, v in block)
    else:
        pairs = (*block.pairs, (item, part))
    rest = tuple((k, v) for k, v in base if k.value != inner)
    label = Text(inner, inner, 0, 0, True, base.span)
    raw.sections[section][name] = Entry(
        old.key, Fields((*rest, (label, Fields(pairs, block.span))), base.span), raw.name
    )
