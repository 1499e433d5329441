"""Is this a rulebook of the game, in which language, of which edition? Each answer comes with its evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from camelrules.lang.source import fail
from camelrules.read.language.lexicon import languages, lexicon
from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import tokens
from camelrules.read.sections.segments import Segment

# The longest rulebook we know has 28 kB; a book of 1 MB is something else, and noise must be answered quickly.
MAX_CHARACTERS = 1_000_000
# Of running text in a language, about half are its everyday words; of a foreign one, under a fifth.
_SURE = 0.25


@dataclass(frozen=True, slots=True)
class Guess:
    """An answer and what it rests on."""

    value: str
    evidence: str


def guard(text: str, name: str) -> None:
    """Refuse what cannot be a rulebook before any work is done on it."""
    head = text[:4096]
    if head.lstrip().startswith("%PDF"):
        raise fail(
            "not-text",
            f"`{name}` is a PDF, not a text",
            None,
            "extract its text first, for example with `pdftotext -layout`",
        )
    strange = sum(1 for c in head if (ord(c) < 32 and c not in "\t\n\r\f\v") or c == "\ufffd")
    if "\0" in head or strange > 0.02 * max(1, len(head)):
        raise fail("not-text", f"`{name}` is not a text file", None, "give a rulebook as plain UTF-8 text")
    if not text.strip():
        raise fail("empty", f"`{name}` is empty", None, "give a text with at least one sentence of rules")
    if len(text) > MAX_CHARACTERS:
        raise fail(
            "too-large",
            f"`{name}` has {len(text):,} characters; a rulebook has about 30,000",
            None,
            "is this the right file?",
        )
    if not re.search(r"[^\W\d_]{2}", text):
        raise fail("no-language", f"`{name}` has no words", None, "give a rulebook as plain UTF-8 text")


def _sample(text: str) -> Counter[str]:
    # Of a long text, look at three places rather than at all of it.
    if len(text) > 150_000:
        third = len(text) // 3
        text = text[:50_000] + text[third : third + 50_000] + text[2 * third : 2 * third + 50_000]
    return Counter(t.key for t in tokens(text) if t.kind == "word" and len(t.key) < 30)


def guess_language(text: str, name: str) -> Guess:
    """The language whose everyday words the text is made of."""
    counts = _sample(text)
    total = sum(counts.values())
    shares = {code: _share(counts, total, code) for code in languages()}
    best = max(shares, key=lambda c: (shares[c], c))
    shown = ", ".join(f"{c} {shares[c]:.0%}" for c in sorted(shares, key=lambda c: -shares[c]))
    if shares[best] < _SURE:
        known = ", ".join(lexicon(c).name for c in languages())
        raise fail(
            "no-language",
            f"`{name}` is in none of the languages read here ({known})",
            None,
            f"everyday words found: {shown}; say `--lang` if you know better",
        )
    return Guess(best, f"everyday words: {shown}")


def _share(counts: Counter[str], total: int, code: str) -> float:
    words = lexicon(code)
    # A few sentences may have few everyday words; then the words of the game speak too.
    short = total < 60
    known = sum(n for w, n in counts.items() if w in words.common or (short and words.starting(w)))
    return known / max(1, total)


def require_game(segments: Sequence[Segment], name: str) -> None:
    """Refuse a text that does not speak of this game."""
    seen = Counter(m.concept for s in segments for m in s.tagged.mentions)
    size = sum(len(s.tagged.tokens) for s in segments)
    ours = ontology().ours
    kinds = sum(1 for thing in ours if any(seen[name] for name in thing))
    camels = sum(seen[name] for name in ours[0])
    # A few sentences can name only a few things of the game; a whole book names most of them, and camels often.
    few = 2 if size <= 300 else 4
    # A card of a few lines may do without the word.
    told = camels > size / 1000 if camels else size <= 300 and kinds >= 2 * few
    if not told or kinds < few:
        raise fail("no-rules", f"no rules of Camel Up found in `{name}`", None, "is this the right file?")


def guess_edition(segments: Sequence[Segment]) -> Guess:
    """The edition whose own things the text speaks of."""
    seen = Counter(m.concept for s in segments for m in s.tagged.mentions)
    told = {e: {c: seen[c] for c in concepts if seen[c]} for e, concepts in ontology().telling.items()}
    best = max(told, key=lambda e: (sum(told[e].values()), e))
    if not told[best]:
        oldest = min(told)
        return Guess(oldest, f"nothing that only a later edition than {oldest} has")
    return Guess(best, f"only in {best}: " + ", ".join(f"{c} {n}" for c, n in told[best].items()))
