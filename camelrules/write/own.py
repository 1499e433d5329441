"""A text's own manner: its nouns for things, and how it speaks to its reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from camelrules.write.language import Phrasebook
from camelrules.write.template import Address, Literal
from camelrules.write.words import Forms, Noun, Word

_WORD = re.compile(r"[^\W\d_]+")
# So many words of address tell a manner; fewer may be a quotation.
_TELLING = 2


def own_words(book: Phrasebook, names: Mapping[str, Noun]) -> dict[str, Forms]:
    """A text's own nouns with their forms: as the language declares them, or as the text and their endings tell."""
    made = {}
    for name, noun in names.items():
        known = book.words.get(name)
        if known is not None and known.noun:
            made[name] = _declared(known, noun.one) or _guessed(book, known, noun)
    return made


def _declared(known: Word, noun: str) -> Forms | None:
    every = (*known.forms.values(), *known.also)
    return next((f for f in every if any(text.lower() == noun.lower() for _, text in f.cells)), None)


def _guessed(book: Phrasebook, known: Word, noun: Noun) -> Forms:
    """Gender and plural by the longest ending that fits the head of the noun; without one, those of our own noun."""
    words = noun.one.split()
    at = -1 if head_is_last(book) else 0
    head = words[at]
    gender, other = next(iter(known.forms.values())).gender, f"{head}s"
    for ending, its_gender, its_plural in sorted(book.endings, key=lambda e: -len(e[0])):
        if head.lower().endswith(ending):
            gender, other = its_gender, head[: len(head) - len(ending)] + its_plural
            break
    words[at] = other
    several = noun.other or " ".join(words)
    return Forms(noun.gender or gender, ((frozenset({"one"}), noun.one), (frozenset({"other"}), several)))


@lru_cache(maxsize=16)
def head_is_last(book: Phrasebook) -> bool:
    """Whether a noun of several words changes its last one, as in `betting tickets`, and not its first."""
    pairs = [
        (one.split(), other.split())
        for word in book.words.values()
        for forms in word.forms.values()
        if forms.gender and (one := forms.cell(frozenset({"one"}))) and (other := forms.cell(frozenset({"other"})))
    ]
    several = [(one, other) for one, other in pairs if len(one) == len(other) > 1]
    return not several or sum(one[0] == other[0] for one, other in several) * 2 > len(several)


def address_of(book: Phrasebook, lines: Iterable[str]) -> str:
    """`familiar` or `formal`, by the words that only one of the two has in the phrases; without any, the former."""
    if len(book.styles) < 2:
        return book.styles[0]
    telling = _telling(book)
    counts = {"familiar": 0, "formal": 0}
    for line in lines:
        for match in _WORD.finditer(line):
            inside = match.start() > 1 and (line[match.start() - 2].isalpha() or line[match.start() - 2] == ",")
            word = match[0] if inside else match[0].lower()
            for style, words in telling.items():
                counts[style] += word in words
    return "formal" if counts["formal"] > max(counts["familiar"], _TELLING - 1) else "familiar"


@lru_cache(maxsize=16)
def _telling(book: Phrasebook) -> dict[str, frozenset[str]]:
    """The words that are said only to a friend, and those only to a stranger."""
    pieces = [p for phrase in book.phrases.values() for t in phrase.templates for p in t.pieces]
    plain = {w.lower() for p in pieces if isinstance(p, Literal) for w in _WORD.findall(p.text)}
    plain |= {w.lower() for text in _unaddressed(book) for w in _WORD.findall(text)}
    ways = [(p.familiar, p.formal) for p in pieces if isinstance(p, Address)]
    familiar = {w.lower() for way, _ in ways for w in _WORD.findall(way)}
    # Beside a polite pronoun with a capital (`legen Sie`) stands a form that others have too; the pronoun tells.
    polite = {w for _, way in ways for w in _WORD.findall(way)[1:] if w[0].isupper()}
    formal = {w.lower() for _, way in ways if not set(found := _WORD.findall(way)) & polite for w in found}
    both = familiar & {w.lower() for _, way in ways for w in _WORD.findall(way)}
    return {"familiar": frozenset(familiar - both - plain), "formal": frozenset((formal - both - plain) | polite)}


def _unaddressed(book: Phrasebook) -> Iterable[str]:
    """Every form of a word that is the same for everybody."""
    for word in book.words.values():
        for forms in (*word.forms.values(), *word.also):
            yield from (text for key, text in forms.cells if not key & {"familiar", "formal"})
