"""The patterns that are shipped, or those of a folder of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from camelrules.door.kept import kept
from camelrules.lang.catalogue import catalogue
from camelrules.read.language.folder import spec_dir
from camelrules.read.language.lexicon import languages
from camelrules.read.language.ontology import Ontology, ontology
from camelrules.read.patterns.checker import check
from camelrules.read.patterns.grammar import concepts, expected_concepts
from camelrules.read.patterns.loader import Loading, load_groups, load_patterns
from camelrules.read.patterns.model import Pattern
from camelrules.read.values.clauses import fits, members
from camelrules.read.values.extractors import EXTRACTORS

# Files of the folder that hold no patterns.
_OTHERS = frozenset(["ontology", "groups"])


def load(files: Sequence[Path], groups: Path | None, examples: bool = False) -> list[Pattern]:
    """The patterns of some files, or every mistake in them; with `examples`, one without an example is a mistake."""
    known = ontology()
    parts = tuple(dict.fromkeys(name for name, _ in known.sections))
    loading = Loading(parts, languages(), known.concepts, fits, members, tuple(catalogue()))
    if groups is not None:
        loading.groups = load_groups(groups, loading)
    found = [pattern for path in files for pattern in load_patterns(path, loading)]
    loading.finish()
    loading.mistakes += check(found, known.kinds, examples)
    loading.finish()
    return found


def grouped(found: Sequence[Pattern], known: Ontology) -> dict[str, tuple[Pattern, ...]]:
    """Patterns by clause; each knows the words that take back a part of it, and that no pattern of the clause names."""
    out: dict[str, list[Pattern]] = {}
    for pattern in found:
        out.setdefault(pattern.clause, []).append(pattern)
    made: dict[str, tuple[Pattern, ...]] = {}
    for clause, patterns_of in out.items():
        named = frozenset[str]().union(*(_named(p) for p in patterns_of))
        spoils = tuple(s for s in known.spoils if s not in named)
        made[clause] = tuple(replace(p, spoils=spoils) for p in patterns_of)
    return made


def _named(pattern: Pattern) -> frozenset[str]:
    """The concepts that a pattern speaks of, for or against."""
    expected = {n for e in pattern.expect for n in getattr(e, "names", ())}
    return (
        frozenset({*concepts(pattern.need), *concepts(pattern.unless), *_chosen(pattern), *expected}) | pattern.allows
    )


def _chosen(pattern: Pattern) -> set[str]:
    table = pattern.capture.table if pattern.capture is not None else ()
    return {word.removeprefix("negated ") for word, _ in table}


def asked(pattern: Pattern) -> frozenset[str]:
    """The concepts that a sentence may have to fit a pattern."""
    near = pattern.capture.near if pattern.capture is not None else ()
    return frozenset({*concepts(pattern.need), *near, *expected_concepts(pattern.expect), *_chosen(pattern)})


@cache
def patterns() -> dict[str, tuple[Pattern, ...]]:
    """All shipped patterns by clause."""
    folder = spec_dir() / "patterns"
    files = [path for path in sorted(folder.glob("*.yaml")) if path.stem not in _OTHERS]
    return kept("patterns", lambda: grouped(load(files, folder / "groups.yaml"), ontology()))


def used_concepts() -> frozenset[str]:
    """Every concept that a pattern or the ontology needs from a language."""
    known = ontology()
    names: set[str] = set()
    for found in patterns().values():
        for pattern in found:
            names |= asked(pattern) | set(concepts(pattern.unless)) | pattern.negated
            if pattern.capture is not None and EXTRACTORS[pattern.capture.extractor].takes == "concepts":
                names |= set(pattern.capture.arguments)
    rules = [*(r for _, r in known.sections), *known.further, *known.sayings, *known.against]
    names |= {c for rule in rules for c in concepts((*rule.need, *rule.unless))} | set(known.spoils)
    made = {c.concept for c in known.compounds} | set(known.negated.values())
    parts = {p for c in known.compounds for part in c.parts for p in part}
    return frozenset(
        (names | parts | set(known.negated) | known.negators) - made - {"damaged"} | {"example"}
    ) - _digits(names)


def _digits(names: set[str]) -> set[str]:
    """Numbers that a pattern names are no words."""
    return {n for n in names if n.isdigit()}


def lacks_examples() -> dict[str, tuple[str, ...]]:
    """The languages in which each pattern has no example, where there is one."""
    lacking = {
        pattern.id: tuple(code for code in languages() if code not in {e.language for e in pattern.examples})
        for found in patterns().values()
        for pattern in found
    }
    return {id: codes for id, codes in lacking.items() if codes}
