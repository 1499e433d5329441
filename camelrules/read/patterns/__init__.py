"""Clause patterns as data: written once in concepts, for every language, each with examples of its own.

`grammar` parses what a pattern asks, `model` is a pattern, `loader` reads the files, `checker` looks at all of them
together, `library` holds those that are shipped, `sample` runs the examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from camelrules.read.patterns.model import Pattern

__all__ = ["asked", "lacks_examples", "patterns", "used_concepts"]


# The ontology is written in the same grammar, and the rest of this folder needs the ontology: hence the late imports.
def patterns() -> dict[str, tuple[Pattern, ...]]:
    """All shipped patterns by clause."""
    from camelrules.read.patterns import library

    return library.patterns()


def used_concepts() -> frozenset[str]:
    """Every concept that a pattern or the ontology needs from a language."""
    from camelrules.read.patterns import library

    return library.used_concepts()


def asked(pattern: Pattern) -> frozenset[str]:
    """The concepts that a sentence may have to fit a pattern."""
    from camelrules.read.patterns import library

    return library.asked(pattern)


def lacks_examples() -> dict[str, tuple[str, ...]]:
    """The languages in which each pattern has no example, where there is one."""
    from camelrules.read.patterns import library

    return library.lacks_examples()
