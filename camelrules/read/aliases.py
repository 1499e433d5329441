"""Names that a text makes up for itself: `a caravan is a single camel or a stack`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from camelrules.read.concepts import tag
from camelrules.read.lexicon import Lexicon, Term
from camelrules.read.ontology import Ontology
from camelrules.read.words import tokens

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n\s*\n|\n(?=\s*[*•#|–-])")
# A definition is short; a word that it names is used again, or it would not have been made up.
_WORDS = 40
_TIMES = 3
_LETTERS = 4


def with_aliases(text: str, words: Lexicon, known: Ontology) -> Lexicon:
    """The language with the name that this text gives to a single camel or a stack, where it is a name of its own."""
    counts = Counter(t.key for t in tokens(text) if t.kind == "word")
    for sentence in _SENTENCE.split(text):
        if len(sentence) > 12 * _WORDS:
            continue
        found = tokens(sentence)
        strange = [t.key for t in found if t.kind == "word" and _unknown(t.key, words) and _used(t.key, counts)]
        if not strange or len(found) > _WORDS:
            continue
        tagged = tag(found, words, known)
        if {"camel", "stack"} <= set(tagged.by) and {"single", "either", "called"} & set(tagged.by):
            name = max(strange, key=lambda w: counts[w] + counts[w + "s"])
            exact = dict(words.exact)
            for form in (name, name + "s"):
                exact[form] = (*exact.get(form, ()), Term("unit", (form,)))
            return replace(words, exact=exact, vocabulary=words.vocabulary | {name, name + "s"})
    return words


def _unknown(word: str, words: Lexicon) -> bool:
    return (
        len(word) >= _LETTERS
        and word not in words.common
        and word not in words.numerals
        and word not in words.ordinals
        and not words.starting(word)
    )


def _used(word: str, counts: Counter[str]) -> bool:
    return counts[word] + counts[word + "s"] >= _TIMES
