"""A rulebook's text to claims. Deterministic and offline; `reader.read_document` is the way in.

| stage | folder | from | to |
|---|---|---|---|
| 1 | `layout` | a document | blocks of text, with their places |
| 2 | `language` | words | concepts, the same in every language |
| 3 | `sections` | blocks | sentences with concepts, headings and neighbours |
| 4 | `values` | a sentence | numbers, lists, relations: typed values |
| 5 | `match` | sentences and `patterns` | claims, and how sure each is |

`patterns` loads and checks the pattern files of the specification. No stage knows what an edition says.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["lacks"]


def lacks(language_file: str | Path) -> tuple[str, ...]:
    """The concepts that the clause patterns use and this language file has no word for."""
    from camelrules.read.language.lexicon import load
    from camelrules.read.patterns import used_concepts

    return tuple(sorted(used_concepts() - load(Path(language_file)).concepts))
