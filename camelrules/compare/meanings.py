"""What a stated value means for play: the change of the rules that a claim stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from camelrules.lang.editions import Raw, overlay
from camelrules.lang.library import data_folder
from camelrules.lang.model import Datum
from camelrules.lang.source import fail, listing, near
from camelrules.lang.tree import Fields, Node, expect_fields, expect_text, parse_yaml, read_source

BINDINGS = ("number", "back", "list", "from", "count", "swap", "map", "first", "rest", "reverse")
_KEYS = (*BINDINGS, "words", "otherwise", "silent")
_CHANGES = ("set", "removes", "replaces", "adds")


@dataclass(frozen=True, slots=True)
class Change:
    """Parameters to set, and definitions to replace."""

    settings: dict[str, str] = field(default_factory=dict)
    rules: Fields | None = None

    @property
    def empty(self) -> bool:
        return not self.settings and self.rules is None


@cache
def meanings() -> dict[str, Fields]:
    """The file of meanings, by clause."""
    path = data_folder("spec") / "meanings.yaml"
    root = parse_yaml(read_source(path))
    if not isinstance(root, Fields):
        raise fail("shape", "the file of meanings must be a mapping from clauses", root.span)
    return {key.value: expect_fields(node, f"the meaning of `{key.value}`", _KEYS) for key, node in root}


def matters(clause: str) -> bool:
    """Whether a different value of the clause can change who wins what."""
    return clause in meanings()


def change_for(clause: str, status: str, stated: str, values: dict[str, Datum]) -> Change | None:
    """The change that a claim stands for, or None where play is the same or we cannot tell how it differs.

    `values` are the edition's parameters; a list or comparison is read against them.
    """
    entry = meanings().get(clause)
    if entry is None:
        return None
    if status == "silent":
        return _change(entry.get("silent"))
    for part in (p.strip() for p in stated.split(" / ")):
        words = entry.get("words")
        if isinstance(words, Fields):
            for key, node in words:
                if part == key.value:
                    return _change(node)
        settings = _bound(entry, part, values)
        if settings:
            return Change(settings)
    return _change(entry.get("otherwise"))


def _change(node: Node | None) -> Change | None:
    if node is None:
        return None
    fields = expect_fields(node, "a change", _CHANGES)
    block = fields.get("set")
    settings: dict[str, str] = {}
    if block is not None:
        table = block if isinstance(block, Fields) else expect_fields(block, "`set`", ())
        settings = {k.value: expect_text(v, "a setting").value for k, v in table}
    rules = Fields(tuple((k, v) for k, v in fields if k.value != "set"), fields.span)
    return Change(settings, rules if rules.pairs else None)


def _bound(entry: Fields, stated: str, values: dict[str, Datum]) -> dict[str, str]:
    """A stated value put into the parameter that the clause is bound to."""
    for kind in BINDINGS:
        node = entry.get(kind)
        if node is None:
            continue
        name = expect_text(node, f"`{kind}`").value
        old = values.get(name)
        text = _BIND[kind](stated, old)
        if text is not None and text != _text(old):
            return {name: text}
    return {}


def _text(value: Datum) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(str(row[0]) for row in value) + "]"
    return str(value)


def _integers(stated: str) -> list[int]:
    return [int(n) for n in re.findall(r"(?<![\w.])[-+−]?\d+", stated.replace("−", "-"))]


def _number(stated: str, old: Datum) -> str | None:
    found = _integers(stated)
    return str(found[0]) if found else None


def _back(stated: str, old: Datum) -> str | None:
    found = _integers(stated)
    return str(-abs(found[0])) if found else None


def _list(stated: str, old: Datum) -> str | None:
    found = _integers(stated)
    return f"[{', '.join(map(str, found))}]" if len(found) > 1 else None


def _from(stated: str, old: Datum) -> str | None:
    match = re.fullmatch(r"n(>=|>|<=|<)(\d+)", stated.replace(" ", ""))
    if match is None:
        return None
    number = int(match.group(2))
    return str(number + 1 if match.group(1) in (">", "<=") else number)


def _items(old: Datum) -> list[int]:
    return [int(row[0]) for row in old if row[0] is not None] if isinstance(old, tuple) else []


def _count(stated: str, old: Datum) -> str | None:
    found, items = _integers(stated), _items(old)
    if not found or not items or not 1 <= found[0] <= 20:
        return None
    wanted = found[0]
    # A missing or extra ticket is one of the least: the text names the others.
    rows = items[len(items) - wanted :] if wanted <= len(items) else [items[0]] * (wanted - len(items)) + items
    return f"[{', '.join(map(str, rows))}]"


def _swap(stated: str, old: Datum) -> str | None:
    found, items = _integers(stated), _items(old)
    kinds = sorted(set(items), reverse=True)
    if len(found) != len(kinds) or sorted(found) == sorted(kinds):
        return None
    renamed = dict(zip(kinds, found, strict=True))
    return f"[{', '.join(str(renamed[i]) for i in items)}]"


def _map(stated: str, old: Datum) -> str | None:
    pairs = dict(re.findall(r"(\d+)\s*->\s*(\d+)", stated))
    items = _items(old)
    if not pairs:
        return None
    return f"[{', '.join(pairs.get(str(i + 1), str(v)) for i, v in enumerate(items))}]"


def _first(stated: str, old: Datum) -> str | None:
    found, items = _integers(stated), _items(old)
    return f"[{', '.join(map(str, [found[0], *items[1:]]))}]" if found else None


def _rest(stated: str, old: Datum) -> str | None:
    found, items = _integers(stated), _items(old)
    return f"[{', '.join(map(str, [items[0], *found]))}]" if found and items else None


def _reverse(stated: str, old: Datum) -> str | None:
    items = _items(old)
    return f"[{', '.join(map(str, reversed(items)))}]" if items else None


_BIND = {
    "number": _number,
    "back": _back,
    "list": _list,
    "from": _from,
    "count": _count,
    "swap": _swap,
    "map": _map,
    "first": _first,
    "rest": _rest,
    "reverse": _reverse,
}


def apply(raw: Raw, name: str, changes: list[Change]) -> Raw:
    """The definitions with the rule changes of several claims; settings are kept apart by the caller."""
    made = raw
    for change in changes:
        if change.rules is not None:
            made = overlay(made, name, change.rules)
    return made


def unknown_clauses(known: set[str]) -> list[str]:
    """Clauses in the file of meanings that the catalogue does not have, with what was meant."""
    return [
        f"{clause}: {near(clause, known, listing(sorted(known)[:3]))}" for clause in meanings() if clause not in known
    ]


__all__ = ["Change", "apply", "change_for", "matters", "meanings", "unknown_clauses"]
