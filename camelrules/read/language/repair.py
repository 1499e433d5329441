"""Scanning damage: a word that is one letter off a term of the closed list is read as that term, and reported.

Only names of things are repaired. Numbers, comparators, negations and directions are never guessed.
"""

from __future__ import annotations

from functools import cache

from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.ontology import ontology

# Shorter words have too many honest neighbours.
_SHORTEST = 6
# Nor is a longer one any word; trying each of its letters would take the square of its length.
_LONGEST = 60
# What a scanner makes of letters.
_CONFUSED = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("ii", "ü"), ("cl", "d"), ("li", "h"))


def _deletions(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(1, len(word))}


@cache
def _index(words: Lexicon) -> dict[str, str]:
    """Every term that may be repaired, by itself and by itself less one letter."""
    index: dict[str, str] = {}
    for first, terms in words.exact.items():
        if len(first) >= _SHORTEST and any(len(t.parts) == 1 and t.concept in ontology().repairable for t in terms):
            for form in {first} | _deletions(first):
                index.setdefault(form, first)
    return index


def repaired(key: str, words: Lexicon) -> str | None:
    """The term that the word was, where it is one letter off a single one."""
    if not _SHORTEST <= len(key) <= _LONGEST or not key.isalpha():
        return None
    index = _index(words)
    for wrong, right in _CONFUSED:
        if wrong in key:
            fixed = key.replace(wrong, right)
            if any(len(t.parts) == 1 and t.concept in ontology().repairable for t in words.starting(fixed)):
                return fixed
    for form in {key} | _deletions(key):
        hit = index.get(form)
        if hit is not None and hit[0] == key[0] and abs(len(hit) - len(key)) <= 1:
            return hit
    return None
