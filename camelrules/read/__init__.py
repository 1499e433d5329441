"""A rulebook's text to claims: lines, sentences, concepts, clause patterns.

Deterministic and offline; `reader.read_text` is the way in, `missing` says what a language file still lacks.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["lacks"]


def lacks(language_file: str | Path) -> tuple[str, ...]:
    """The concepts that the clause patterns use and this language file has no word for."""
    from camelrules.read.lexicon import load
    from camelrules.read.patterns import used_concepts

    return tuple(sorted(used_concepts() - load(Path(language_file)).concepts))
