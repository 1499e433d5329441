"""The clause catalogue as data: what each clause means and the value each edition gives it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from camelrules.lang.source import fail
from camelrules.lang.tree import Fields, Items, Node, Text, expect_fields, expect_text, parse_yaml, read_source, words
from camelrules.read.where import spec_dir

_KEYS = ("section", "meaning", "editions", "relation", "values", "formula")


@dataclass(frozen=True, slots=True)
class Clause:
    """One normative statement that a rulebook makes."""

    id: str
    section: str
    meaning: str
    editions: tuple[str, ...]
    relation: str
    values: dict[str, str]
    formula: str = ""


def _shown(node: Node) -> str:
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return ",".join(_shown(i) for i in node.items)
    return ", ".join(f"{k.value}: {_shown(v)}" for k, v in node)


def load(path: Path) -> dict[str, Clause]:
    """The catalogue in one file."""
    root = parse_yaml(read_source(path))
    if not isinstance(root, Fields):
        raise fail("shape", "the catalogue must be a mapping from clause to its entry", root.span)
    out: dict[str, Clause] = {}
    for key, node in root:
        entry = expect_fields(node, f"clause `{key.value}`", _KEYS, _KEYS[:-1])
        values = entry.get("values")
        if not isinstance(values, Fields):
            raise fail("shape", f"`values` of `{key.value}` must be a mapping by edition", entry.span)
        out[key.value] = Clause(
            key.value,
            expect_text(entry.get("section"), "section").value,
            expect_text(entry.get("meaning"), "meaning").value,
            tuple(t.value for t in words(entry.get("editions"), "editions")),
            expect_text(entry.get("relation"), "relation").value,
            {k.value: _shown(v) for k, v in values},
            _shown(formula) if (formula := entry.get("formula")) is not None else "",
        )
    return out


@cache
def catalogue() -> dict[str, Clause]:
    """The shipped catalogue, in order."""
    return load(spec_dir() / "clauses.yaml")
