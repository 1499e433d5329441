"""Names of the specification: where each is defined, and what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from camelrules.door.diagnostics import RulesError
from camelrules.door.folders import data_folder
from camelrules.door.reading import read_source
from camelrules.lang.editions import SECTIONS
from camelrules.lang.source import Span
from camelrules.lang.tree import Fields, Items, Node, Text, parse_yaml
from camelrules.lsp.kinds import Kind, kind_of

# What a name is made of in any of our formats; a dot or dash ends none.
_WORD = re.compile(r"[^\W]+(?:[.\-/][^\W]+)*")
_RULES = ("sort", "parameter", "fact", "ruling", "variable", "function", "decision", "effect", "action", "member",
          "alternative", "exception", "guard")  # fmt: skip
_ONE = {"state": "variable", **{s: s.removesuffix("s") for s in SECTIONS if s != "state"}}
# Which names may stand in a file of each kind, those that are likeliest first.
_USED: dict[Kind, tuple[str, ...]] = {
    Kind.RULES: (*_RULES, "clause"),
    Kind.PROPERTIES: (*_RULES, "property", "clause"),
    Kind.CATALOGUE: (*_RULES, "clause"),
    Kind.EXAMPLES: (*_RULES, "clause"),
    Kind.PATTERNS: ("concept", "group", "clause"),
    Kind.GROUPS: ("concept", "group"),
    Kind.ONTOLOGY: ("concept",),
    Kind.LEXICON: ("concept",),
    Kind.PHRASES: ("clause", "word"),
    Kind.READING: ("clause",),
    Kind.ERRATA: ("clause",),
    Kind.WAIVERS: ("clause", "code"),
    Kind.OTHER: ("clause", "code"),
}


@dataclass(frozen=True, slots=True)
class Name:
    """A name, what it names, and where it is defined."""

    name: str
    kind: str
    path: Path
    span: Span
    about: str = ""


def names() -> dict[str, tuple[Name, ...]]:
    """Every name of the specification in use; a file is parsed again only when it was saved."""
    found: dict[str, list[Name]] = {}
    for path in sorted([*data_folder("spec").rglob("*.yaml"), *data_folder("verify").glob("*.yaml")]):
        for name in _file(path, path.stat().st_mtime_ns):
            found.setdefault(name.name, []).append(name)
    return {key: tuple(value) for key, value in found.items()}


@lru_cache(maxsize=256)
def _file(path: Path, changed: int) -> tuple[Name, ...]:
    try:
        source = read_source(path)
        return tuple(defined(parse_yaml(source), path, kind_of(path, source.text)))
    except RulesError:
        return ()  # its own diagnostics tell why


def defined(root: Node, path: Path, kind: Kind) -> Iterator[Name]:
    """The names that a file defines."""
    if not isinstance(root, Fields):
        return
    match kind:
        case Kind.RULES:
            for part in (root, root.get("adds"), root.get("replaces")):
                yield from _rules(part, path)
        case Kind.PROPERTIES:
            yield from _rules(root, path)
            yield from _keys(root.get("properties"), "property", path, "says")
        case Kind.CATALOGUE:
            yield from _keys(root, "clause", path, "meaning")
        case Kind.ONTOLOGY:
            concepts = root.get("concepts")
            for item in concepts.items if isinstance(concepts, Items) else ():
                if isinstance(item, Text):
                    yield Name(item.value, "concept", path, item.span)
        case Kind.GROUPS:
            yield from _keys(root.get("groups"), "group", path)
        case Kind.PATTERNS:
            yield from _keys(root.get("patterns"), "pattern", path)
        case Kind.EXAMPLES:
            yield from _keys(root.get("examples"), "example", path, "says")
        case Kind.LEXICON:
            yield from _keys(root.get("concepts"), f"words ({path.stem})", path)
        case Kind.PHRASES:
            yield from _keys(root.get("words"), "word", path)
            yield from _keys(root.get("phrases"), f"phrase ({path.parent.name})", path)
        case _:
            yield from _keys(root.get("codes"), "code", path, "says")


def _rules(part: Node | None, path: Path) -> Iterator[Name]:
    if not isinstance(part, Fields):
        return
    for section, table in part:
        if section.value not in SECTIONS or not isinstance(table, Fields):
            continue
        for key, body in table:
            yield Name(key.value, _ONE[section.value], path, key.span, _about(body, "says"))
            members = body.get("members") if isinstance(body, Fields) else body
            if section.value == "sorts" and isinstance(members, Items):
                for item in members.items:
                    if isinstance(item, Text):
                        yield Name(item.value, "member", path, item.span, f"of `{key.value}`")
            for inner, word in (("alternatives", "alternative"), ("exceptions", "exception"), ("when", "guard")):
                table_of = body.get(inner) if isinstance(body, Fields) else None
                for name, what in table_of if isinstance(table_of, Fields) else ():
                    about = what.value if isinstance(what, Text) else _about(what, "says")
                    whole = name.value if word == "alternative" else f"{key.value}.{name.value}"
                    yield Name(whole, word, path, name.span, about)


def _keys(table: Node | None, kind: str, path: Path, about: str = "") -> Iterator[Name]:
    for key, body in table if isinstance(table, Fields) else ():
        told = body.value if isinstance(body, Text) else _about(body, about)
        yield Name(key.value, kind, path, key.span, told)


def _about(body: Node, key: str) -> str:
    told = body.get(key) if isinstance(body, Fields) and key else None
    return " ".join(told.value.split()) if isinstance(told, Text) else ""


def word_at(line: str, column: int) -> tuple[int, int] | None:
    """The stretch of a name that a column stands in or directly behind."""
    return next(((m.start(), m.end()) for m in _WORD.finditer(line) if m.start() <= column <= m.end()), None)


def meant(line: str, column: int, kind: Kind) -> tuple[tuple[int, int], tuple[Name, ...]] | None:
    """What the name at a place can mean, the likeliest first: the whole of it, or the part that there is a name for."""
    stretch = word_at(line, column)
    if stretch is None:
        return None
    start, end = stretch
    known = names()
    for low, high in _parts(line, start, end, column):
        if found := known.get(line[low:high]):
            return (low, high), tuple(sorted(found, key=lambda n: _rank(n, line, kind)))
    return None


def _parts(line: str, start: int, end: int, column: int) -> Iterator[tuple[int, int]]:
    """The whole name; what is before its slash; then ever shorter beginnings, and the plain word at the place."""
    ends = [end, *(m.start() for m in reversed(list(re.finditer(r"[/.\-]", line[:end]))) if m.start() > start)]
    yield from ((start, high) for high in ends if high >= column or high == end)
    left = max((m.end() for m in re.finditer(r"[/.\-]", line[:column]) if m.end() > start), default=start)
    right = next((m.start() for m in re.finditer(r"[/.\-]", line) if column <= m.start() < end), end)
    yield left, right


def _rank(name: Name, line: str, kind: Kind) -> tuple[bool, int]:
    used = _USED[kind]
    speaks_of_clauses = "clause:" in line and name.kind == "clause"
    return not speaks_of_clauses, used.index(name.kind) if name.kind in used else len(used)


def completions(line: str, column: int, kind: Kind) -> tuple[int, list[Name]]:
    """The names that go on from what is typed, and where it begins."""
    head = re.search(r"[\w.\-/]*$", line[:column])
    start = head.start() if head else column
    typed = line[start:column].lower()
    wanted = ("clause",) if re.match(r"\s*-?\s*\{?\s*clause:", line[:start]) else _USED[kind]
    found = [n for same in names().values() for n in same if n.kind in wanted and typed in n.name.lower()]
    unique = {(n.name, n.kind): n for n in found}
    return start, sorted(
        unique.values(), key=lambda n: (not n.name.lower().startswith(typed), wanted.index(n.kind), n.name)
    )
