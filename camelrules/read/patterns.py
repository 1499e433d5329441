"""Clause patterns as data: written once in concepts, for every language."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from camelrules.lang.library import library
from camelrules.lang.library import load as edition_game
from camelrules.lang.model import Game
from camelrules.lang.source import Span, fail
from camelrules.lang.tree import Fields, Node, Text, expect_fields, expect_items, expect_text, parse_yaml, read_source
from camelrules.read.expected import filled
from camelrules.read.needs import Atom, Item, concepts_of, parse
from camelrules.read.ontology import ontology
from camelrules.read.readings import READERS
from camelrules.read.where import spec_dir

_KEYS = (
    "need",
    "not",
    "value",
    "at",
    "is",
    "check",
    "neg",
    "may",
    "heading",
    "fallback",
    "collect",
    "default",
    "form",
    "soft",
    "watch",
    "strict",
    "beside",
)
_CHECK = re.compile(r"^(\?)?([!~%<])?([a-z0-9_|#=,\->*]+?)(?:@([a-z_|]+))?$")


@dataclass(frozen=True, slots=True)
class Check:
    """A further thing the sentence must get right."""

    text: str
    optional: bool
    kind: str  # concept, absent, negated, before, after
    names: tuple[str, ...]
    number: str = ""
    at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """One way of saying a clause."""

    need: tuple[Item, ...]
    unless: tuple[Item, ...]
    kind: str = ""  # of value: before, after, list, compare, choice, levels, a reader of `readings`, or nothing
    names: tuple[str, ...] = ()
    table: tuple[tuple[str, str], ...] = ()
    at: tuple[str, ...] = ()
    constant: str = ""
    default: str = ""
    checks: tuple[Check, ...] = ()
    negated: frozenset[str] = frozenset()
    may: bool = False
    heading: bool = False
    fallback: bool = False
    collect: bool = False
    watch: bool = False  # looked at for faults only: where it agrees it is no place of the clause
    strict: bool = False  # never without all its words: another sentence says nearly the same
    soft: bool = False  # a passing mention: it counts only where it says its value
    form: str = "{}"
    where: str = ""
    beside: frozenset[str] = frozenset()  # what takes something back elsewhere, but not here
    spoils: tuple[str, ...] = ()  # what takes back a part of it, where no view of the clause speaks of that
    # The concepts of each item that needs one of them and nothing else: most sentences fail here, at little cost.
    plain: tuple[frozenset[str], ...] = ()


def _plain(need: tuple[Item, ...]) -> tuple[frozenset[str], ...]:
    """The items that are concepts only."""
    return tuple(
        frozenset(c.name for c in item if isinstance(c, Atom))
        for item in need
        if all(isinstance(c, Atom) and c.kind in ("concept", "negated") for c in item)
    )


def _check(text: str, span: Span | None) -> Check:
    match = _CHECK.match(text)
    if not match:
        raise fail(
            "pattern",
            f"`{text}` is not a check",
            span,
            "write `concept`, `?concept`, `!concept`, `~concept`, `#concept=1` or `concept#=1`",
        )
    optional, mark, body, at = match.groups()
    places = tuple(at.split("|")) if at else ()
    name, equals, number = body.partition("=")
    if equals and name == "##":
        return Check(text, bool(optional), "numbers", (), number, places)
    if equals and name == "ord":
        return Check(text, bool(optional), "ordinals", (), number, places)
    if equals and name.startswith("#"):
        return Check(text, bool(optional), "before", tuple(name[1:].split("|")), number, places)
    if equals and name.endswith("#"):
        return Check(text, bool(optional), "after", tuple(name[:-1].split("|")), number, places)
    kind = {"!": "absent", "~": "negated", "%": "doubtful", "<": "context", None: "concept"}[mark]
    return Check(text, bool(optional), kind, tuple(body.split("|")), "", places)


def _value(node: Node | None) -> tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]:
    if node is None:
        return "", (), ()
    if isinstance(node, Fields):
        return "choice", (), tuple((n, expect_text(v, n).value) for k, v in node for n in k.value.split("|"))
    text = expect_text(node, "value").value
    reader, *given = text.split()
    if reader in READERS or reader == "levels":
        return reader, tuple(given), ()
    if text.startswith("##"):
        return "list", tuple(n for n in text[2:].split("|") if n), ()
    if text.startswith("#"):
        return "before", tuple(text[1:].split("|")), ()
    if text.endswith("#"):
        return "after", tuple(text[:-1].split("|")), ()
    if text.startswith(">="):
        return "compare", tuple(text[2:].split("|")), ()
    raise fail("pattern", f"`{text}` is not a value", node.span, "write `#x`, `x#`, `##`, `>=x` or a mapping")


def _string(fields: Fields, key: str) -> str:
    node = fields.get(key)
    return node.value if isinstance(node, Text) else ""


def _filled(node: Node, game: Game, joint: str = ",") -> Node:
    """A view with the edition's own numbers in it: `{track.spaces}` for the last space."""
    if isinstance(node, Text):
        return replace(node, value=filled(node.value, game, joint)) if "{" in node.value else node
    if isinstance(node, Fields):
        choices = ("need", "not", "check")
        return replace(node, pairs=tuple((k, _filled(v, game, "|" if k.value in choices else ",")) for k, v in node))
    return node


def _view(node: Node, where: str) -> View:
    fields = expect_fields(node, "a view", _KEYS, ("need",))
    kind, names, table = _value(fields.get("value"))
    at = _string(fields, "at")
    need = parse(_string(fields, "need"), node.span)
    return View(
        need=need,
        plain=_plain(need),
        unless=parse(_string(fields, "not"), node.span),
        kind=kind,
        names=names,
        table=table,
        at=tuple(at.split("|")) if at else (),
        constant=_string(fields, "is"),
        default=_string(fields, "default"),
        checks=tuple(_check(c, node.span) for c in _string(fields, "check").split()),
        negated=frozenset(_string(fields, "neg").split()),
        may=_string(fields, "may") == "ok",
        heading=_string(fields, "heading") == "ok",
        fallback=_string(fields, "fallback") == "true",
        collect=_string(fields, "collect") == "true",
        watch=_string(fields, "watch") == "true",
        strict=_string(fields, "strict") == "true",
        soft=_string(fields, "soft") == "true",
        beside=frozenset(_string(fields, "beside").split()),
        form=_string(fields, "form") or "{}",
        where=where,
    )


def load(path: Path, game: Game) -> dict[str, tuple[View, ...]]:
    """The patterns in one file, for one edition."""
    root = parse_yaml(read_source(path))
    if not isinstance(root, Fields):
        raise fail("shape", "a pattern file must be a mapping from clause to views", root.span)
    out: dict[str, tuple[View, ...]] = {}
    for key, value in root:
        views = expect_items(value, key.value)
        made = [_view(_filled(v, game), f"{path.name}:{v.span.line}") for v in views]
        named = frozenset[str]().union(*(_named(v) for v in made))
        spoils = tuple(s for s in ontology().spoils if s not in named)
        out[key.value] = tuple(replace(v, spoils=spoils) for v in made)
    return out


def _named(view: View) -> frozenset[str]:
    """The concepts that a view speaks of, for or against."""
    checked = {n for c in view.checks for n in c.names}
    chosen = {k.lstrip("-") for k, _ in view.table}
    return frozenset(concepts_of(view.need) | concepts_of(view.unless) | chosen | checked | view.beside)


@cache
def patterns(edition: str = "") -> dict[str, tuple[View, ...]]:
    """All shipped patterns by clause, with the numbers of an edition; without one, of the latest."""
    game = edition_game(edition or max(library().editions()))
    out: dict[str, tuple[View, ...]] = {}
    for path in sorted((spec_dir() / "patterns").glob("*.yaml")):
        if path.stem != "ontology":
            for clause, views in load(path, game).items():
                if clause in out:
                    raise fail("duplicate-key", f"`{clause}` has patterns in two files, one is `{path.name}`")
                out[clause] = views
    return out


def used_concepts() -> frozenset[str]:
    """Every concept that a pattern or the ontology needs from a language."""
    known = ontology()
    names: set[str] = set()
    for views in patterns().values():
        for view in views:
            names |= concepts_of(view.need) | concepts_of(view.unless) | set(view.at) | view.negated - {"any"}
            if view.kind not in READERS:
                names |= set(view.names) | {k.lstrip("-") for k, _ in view.table}
            for check in view.checks:
                names |= set(check.names) | set(check.at)
    for rule in (*(r for _, r in known.sections), *known.further, *known.sayings, *known.against, *known.spoils):
        names |= concepts_of(parse(rule.replace("!", " ")))
    made = {c.concept for c in known.compounds} | set(known.negated.values())
    parts = {p for c in known.compounds for part in c.parts for p in part}
    return frozenset((names | parts | set(known.negated) | known.negators) - made - {"damaged"} | {"example"})
