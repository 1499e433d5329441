"""Names of a text's own: what it calls a camel with its riders is learnt from the sentence that says so."""

from __future__ import annotations

from collections import Counter

from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.ontology import Ontology
from camelrules.read.language.tokens import Token
from camelrules.read.sections.segments import Segment

# A name is used again after it was defined; a word that is not was only a word.
_AGAIN = 2
# Shorter words that no lexicon knows are particles.
_SHORTEST = 4
# "We shall call this a": so many words may stand between the verb and the name.
_NEAR = 2
_QUOTES = frozenset("«»‹›„‚\"“”‘’'*")


def own_names(found: list[Segment], words: Lexicon, known: Ontology) -> dict[str, str]:
    """Words that the language file lacks and this text defines, each with the concept that it stands for."""
    used = Counter(stem(t.key) for s in found for t in s.tagged.tokens if t.kind == "word")
    names: dict[str, str] = {}
    for concept, needs in known.defined.items():
        for segment in found:
            seen = segment.tagged.by.keys() | segment.tags
            if concept in seen or "@heading" in seen or not all(need & seen for need in needs):
                continue
            tokens = segment.tagged.tokens
            unknown = [
                i
                for i, t in enumerate(tokens)
                if strange(t, words) and used[stem(t.key)] > _AGAIN and _introduced(segment, i, words)
            ]
            if unknown:
                best = max(unknown, key=lambda i: (_quoted(tokens, i), used[stem(tokens[i].key)]))
                names[stem(tokens[best].key)] = concept
                break
    return names


def strange(token: Token, words: Lexicon) -> bool:
    """Whether the language file does not know the word."""
    known = token.key in words.common or token.key in words.numerals or words.starting(token.key, token.text)
    return token.kind == "word" and len(token.key) >= _SHORTEST and not known


def _introduced(segment: Segment, at: int, words: Lexicon) -> bool:
    """Whether it stands as a name does: in quotation marks, beside "camel", after an article, a count or "we call"."""
    tokens = segment.tagged.tokens
    named = any(m.end <= at <= m.end + _NEAR for m in segment.get("called"))
    beside = any(at in (m.end, m.start - 1) for m in segment.get("camel"))
    after = tokens[at - 1] if at else None
    counted = after is not None and (after.kind == "number" or after.key in words.articles)
    return named or beside or counted or _quoted(tokens, at)


def _quoted(tokens: tuple[Token, ...], at: int) -> bool:
    return 0 < at < len(tokens) - 1 and tokens[at - 1].text in _QUOTES and tokens[at + 1].text in _QUOTES


def stem(key: str) -> str:
    """Singular and plural alike."""
    return key[:-1] if key[-1:] in "sx" and len(key) > _SHORTEST else key
