"""The clause catalogue: what each clause means, and the expression of the rules that is its value in an edition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from camelrules.door.kept import kept
from camelrules.lang.changes import PUTS, Put, put_of
from camelrules.lang.library import data_folder
from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.tree import (
    Fields,
    Items,
    Node,
    Text,
    expect_fields,
    expect_text,
    parse_yaml,
    read_source,
    words,
)

KEYS = (
    "section", "meaning", "relation", "type", "value", "or", "needs", "play", "puts", "unsaid", "blurred", "words",
    "narrower", "more", "same",
)  # fmt: skip
TYPES = (
    "multiset", "list", "distinct", "rising", "distinct rising", "rest", "range", "at least", "fewer than", "mapping",
    "pairs", "rows", "members", "sequence", "share", "rate", "lists", "signed",
)  # fmt: skip
RELATIONS = ("same", "differs", "only")


@dataclass(frozen=True, slots=True)
class Clause:
    """One normative statement that a rulebook makes, and where its value stands in the rules."""

    id: str
    section: str
    meaning: str
    relation: str  # between the editions: same, differs or only
    type: str  # one of TYPES, the name of a sort, or nothing where the expression says it
    value: tuple[Text, ...]  # one expression, or two for a pair
    other: Text | None  # another value that is as good
    needs: tuple[str, ...]  # actions, sorts and other names without which the edition has no such clause
    play: bool  # whether another value changes who wins what
    put: Put | None  # how a stated value goes into the rules, where that does not follow from the expression
    unsaid: str  # the value that a reader assumes who is told nothing
    blurred: str  # the value that a blurred statement may be taken for, where that is another one
    words: dict[str, str]  # how some values are written
    narrower: tuple[str, ...]  # members from the one that allows least
    more: str  # what a larger number allows: wider or narrower
    same: tuple[str, str, Text] | None  # one value that equals another where a condition holds
    span: Span


def load_catalogue(path: Path) -> dict[str, Clause]:
    """The catalogue in one file."""
    root = parse_yaml(read_source(path))
    if not isinstance(root, Fields):
        raise fail("shape", "the catalogue must be a mapping from clause to its entry", root.span)
    return {key.value: _clause(key, node) for key, node in root}


def _clause(key: Text, node: Node) -> Clause:
    entry = expect_fields(node, f"clause `{key.value}`", KEYS, ("section", "meaning", "relation", "value"), key.span)
    value = entry.get("value")
    assert value is not None
    relation = expect_text(entry.get("relation"), "`relation`")
    if relation.value not in RELATIONS:
        hint = near(relation.value, RELATIONS, f"it is one of {listing(RELATIONS)}")
        raise fail("relation", f"`{relation.value}` is no relation between editions", relation.span, hint)
    more = _text(entry, "more")
    if more not in ("", "wider", "narrower"):
        raise fail("shape", "`more` says what a larger number allows: `wider` or `narrower`", entry.span)
    play = entry.get("play")
    return Clause(
        key.value,
        _text(entry, "section"),
        _text(entry, "meaning"),
        relation.value,
        _text(entry, "type"),
        words(value, "`value`") if isinstance(value, Items) else (expect_text(value, "`value`"),),
        expect_text(other, "`or`") if (other := entry.get("or")) is not None else None,
        tuple(w.value for w in words(entry.get("needs"), "`needs`")),
        play is None or expect_text(play, "`play`").typed is not False,
        put_of(puts, key.value) if (puts := entry.get("puts")) is not None else None,
        _text(entry, "unsaid"),
        _text(entry, "blurred"),
        _table(entry, "words"),
        tuple(w.value for w in words(entry.get("narrower"), "`narrower`")),
        more,
        _same(entry),
        key.span,
    )


def _text(entry: Fields, key: str) -> str:
    node = entry.get(key)
    return expect_text(node, f"`{key}`").value if node is not None else ""


def _table(entry: Fields, key: str) -> dict[str, str]:
    node = entry.get(key)
    if node is None:
        return {}
    if not isinstance(node, Fields):
        raise fail("shape", f"`{key}` must be a mapping from values to words", node.span)
    return {k.value: expect_text(v, f"`{key}`").value for k, v in node}


def _same(entry: Fields) -> tuple[str, str, Text] | None:
    node = entry.get("same")
    if node is None:
        return None
    fields = expect_fields(node, "`same`", ("value", "as", "where"), ("value", "as", "where"))
    first, second = (_text(fields, k) for k in ("value", "as"))
    return first, second, expect_text(fields.get("where"), "`where`")


@lru_cache(maxsize=4)
def _catalogue(folder: Path) -> dict[str, Clause]:
    return kept("catalogue", lambda: load_catalogue(folder / "clauses.yaml"))


def catalogue() -> dict[str, Clause]:
    """The catalogue of the specification in use, in the order of a rulebook."""
    return _catalogue(data_folder("spec"))


def known_clause(word: Text) -> Clause:
    """The clause that a file names, or a message with what was meant."""
    found = catalogue().get(word.value)
    if found is None:
        hint = near(word.value, catalogue(), "`camelrules explain` lists the clauses")
        raise fail("unknown-clause", f"no clause `{word.value[:80]}`", word.span, hint)
    return found


__all__ = ["KEYS", "PUTS", "TYPES", "Clause", "catalogue", "known_clause", "load_catalogue"]
