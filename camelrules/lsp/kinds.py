"""What kind of file a YAML file is, by where it stands."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from camelrules.door.folders import data_folder


class Kind(StrEnum):
    """The YAML formats of the project."""

    RULES = "rules"
    CATALOGUE = "clause catalogue"
    PATTERNS = "patterns"
    GROUPS = "groups of patterns"
    ONTOLOGY = "ontology"
    LEXICON = "words of a language"
    PHRASES = "phrases of a language"
    EXAMPLES = "worked examples"
    READING = "reading of a rulebook"
    ERRATA = "known faults"
    PROPERTIES = "properties"
    WAIVERS = "waivers"
    OTHER = "YAML"


def kind_of(path: Path, words: str) -> Kind:
    """The kind of a file; an edition of one's own may stand anywhere."""
    path = path.resolve()
    if path.name.endswith(".camelrules.yaml"):
        return Kind.WAIVERS
    verify, spec = data_folder("verify").resolve(), data_folder("spec").resolve()
    if path.parent == verify:
        return Kind.OTHER if path.stem in ("equivalent", "uncovered") else Kind.PROPERTIES
    if path.is_relative_to(spec):
        return _in_spec(path.relative_to(spec))
    return Kind.RULES if any(line.startswith("edition:") for line in words.splitlines()) else Kind.OTHER


def _in_spec(path: Path) -> Kind:
    match path.parts:
        case ("game.yaml",) | ("game" | "editions", _):
            return Kind.RULES
        case ("clauses.yaml",):
            return Kind.CATALOGUE
        case ("patterns", "ontology.yaml"):
            return Kind.ONTOLOGY
        case ("patterns", "groups.yaml"):
            return Kind.GROUPS
        case ("patterns", _):
            return Kind.PATTERNS
        case ("languages", _):
            return Kind.LEXICON
        case ("languages", _, _):
            return Kind.PHRASES
        case ("examples", _):
            return Kind.EXAMPLES
        case ("rulebooks", "errata.yaml"):
            return Kind.ERRATA
        case ("rulebooks", _):
            return Kind.READING
        case _:
            return Kind.OTHER
