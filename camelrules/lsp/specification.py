"""The mistakes in a YAML file as its own loader finds them, with what is typed in place of what is saved."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

from camelrules.compare.stored import faults, rulebook
from camelrules.compare.waivers import waivers_in
from camelrules.door.diagnostics import Diagnostic, RulesError
from camelrules.door.folders import data_folder
from camelrules.door.reading import read_source
from camelrules.door.unsaved import unsaved
from camelrules.lang.binding import bind
from camelrules.lang.catalogue import load_catalogue
from camelrules.lang.library import Library
from camelrules.lang.tree import parse_yaml
from camelrules.lsp.kinds import Kind, kind_of
from camelrules.prove.properties.book import open_book
from camelrules.read.language import lexicon
from camelrules.read.language.ontology import load_ontology
from camelrules.read.patterns import library as patterns
from camelrules.run.examples import examples
from camelrules.write.language import load_phrasebook


def mistakes(path: Path, words: str) -> list[Diagnostic]:
    """What is wrong with a file; mistakes that it only brings to light elsewhere are told without a place."""
    with unsaved({path: words}):
        try:
            _load(path, kind_of(path, words))
        except RulesError as error:
            return list(dict.fromkeys(_here(d, path) for d in error.diagnostics))
    return []


def _here(mistake: Diagnostic, path: Path) -> Diagnostic:
    span = mistake.span
    if span is None or Path(span.source.name).resolve() == path.resolve():
        return mistake
    return Diagnostic(mistake.code, f"{span}: {mistake.message}", None, mistake.help)


def forget() -> None:
    """Lets go of everything that was read of the specification, since a file of it was saved."""
    for name, module in list(sys.modules.items()):
        if name.startswith("camelrules."):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def _load(path: Path, kind: Kind) -> None:
    spec = data_folder("spec")
    shipped = Library(spec, spec)
    match kind:
        case Kind.RULES:
            own = not path.resolve().is_relative_to(spec.resolve())
            for edition in [str(path)] if own else _first(path, shipped.editions()):
                Library(spec, path.parent).load(edition)
        case Kind.CATALOGUE:
            clauses = load_catalogue(path)
            for edition in shipped.editions():
                game = shipped.load(edition)
                for clause in clauses.values():
                    bind(clause, game)
        case Kind.PATTERNS:
            patterns.load([path], spec / "patterns" / "groups.yaml")
        case Kind.GROUPS:
            patterns.load([], path)
        case Kind.ONTOLOGY:
            load_ontology(path)
        case Kind.LEXICON:
            lexicon.load(path)
        case Kind.PHRASES:
            load_phrasebook(*sorted(path.parent.glob("*.yaml")))
        case Kind.EXAMPLES:
            list(examples(path.parent))
        case Kind.READING:
            rulebook.__wrapped__(path.stem)
        case Kind.ERRATA:
            faults.__wrapped__()
        case Kind.PROPERTIES:
            for edition in shipped.editions():
                open_book(edition, path.parent)
        case Kind.WAIVERS:
            waivers_in(path)
        case Kind.OTHER:
            parse_yaml(read_source(path))
        case _:
            assert_never(kind)


def _first(path: Path, editions: list[str]) -> Iterable[str]:
    """The edition of the file itself before the others, so that its own mistakes are told first."""
    return sorted(editions, key=lambda e: e != path.stem)
