"""Every clause of the catalogue is carried by a definition, and every definition's clause exists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from camelrules.compare.about import carriers
from camelrules.lang.binding import bindings
from camelrules.lang.library import data_folder, load
from camelrules.lang.tree import Fields, Node, parse_yaml, plain, read_source, words

CATALOGUE: dict[str, Any] = plain(parse_yaml(read_source(data_folder("spec") / "clauses.yaml")))  # type: ignore[assignment]
# Worked examples are no rules: `spec/examples` carries them.
EXAMPLES = [clause for clause in CATALOGUE if clause.startswith("ex.") or ".example" in clause]


def named(node: Node) -> list[tuple[str, str]]:
    """Every clause under a `clause:` key, with its place."""
    found: list[tuple[str, str]] = []
    if isinstance(node, Fields):
        for key, value in node:
            if key.value == "clause":
                found += [(w.value, str(w.span)) for w in words(value, "clause")]
            else:
                found += named(value)
    return found


FILES = sorted(
    path for folder in ("game", "editions", "examples") for path in data_folder("spec").glob(f"{folder}/*.yaml")
)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_clauses_exist(path: Path) -> None:
    """A slip in an id would detach a rule from what the rulebooks say."""
    assert [place for clause, place in named(parse_yaml(read_source(path))) if clause not in CATALOGUE] == []


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_clauses_are_carried(edition: str) -> None:
    """Whatever the catalogue says of an edition stands in a definition of it."""
    game = load(edition)
    applies = [c for c in CATALOGUE if c in bindings(edition) and c not in EXAMPLES]
    assert [clause for clause in applies if not carriers(game, clause)] == []


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_clauses_are_carried_only_where_they_apply(edition: str) -> None:
    """A clause of the other edition may stand in a shared definition, but not in one of this edition's own."""
    game = load(edition)
    foreign = [c for c in CATALOGUE if c not in bindings(edition)]
    own = [(clause, name) for clause in foreign for name, note in carriers(game, clause) if note.origin == edition]
    assert own == []


def test_worked_examples_are_run() -> None:
    """The examples that rulebooks print are examples here."""
    files = sorted(data_folder("spec").glob("examples/*.yaml"))
    shown = {clause for path in files for clause, _ in named(parse_yaml(read_source(path)))}
    assert [c for c in EXAMPLES if c not in shown] == []
