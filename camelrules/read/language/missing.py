"""What a language file still lacks, in words for the person who writes it."""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.read.language.lexicon import Lexicon, lexicon
from camelrules.read.language.ontology import ontology
from camelrules.read.patterns import asked, patterns, used_concepts

# The language whose words explain a concept.
_EXPLAINS = "en"
_SHOWN = 4
# Larger numbers are printed as digits, or are made of several words.
_COUNTED = 10


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that is missing: its name in the file, what it is, and what cannot be read without it."""

    name: str
    what: str
    clauses: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The lack as one would say it."""
        if not self.clauses:
            return f"{self.name}: {self.what}"
        more = f" and {len(self.clauses) - 2} more" if len(self.clauses) > 2 else ""
        return f"{self.name}: {self.what}; needed for {', '.join(self.clauses[:2])}{more}"


def _clauses(concept: str) -> tuple[str, ...]:
    """The clauses whose patterns need the concept, or something made of it."""
    known = ontology()
    names = {concept} | {c.concept for c in known.compounds if any(concept in part for part in c.parts)}
    return tuple(c for c, found in patterns().items() if any(names & set(asked(p)) for p in found))


def _words(concept: str) -> str:
    english = lexicon(_EXPLAINS).written.get(concept, ())
    return "no word yet for " + (", ".join(f"`{w}`" for w in english[:_SHOWN]) or f"`{concept}`")


def missing(words: Lexicon) -> tuple[Lack, ...]:
    """Concepts without a word, the most needed first; then numbers, ordinals and small words."""
    known = ontology()
    model = lexicon(_EXPLAINS)
    found = [Lack(c, _words(c), _clauses(c)) for c in sorted(used_concepts() - words.concepts)]
    found.sort(key=lambda lack: -len(lack.clauses))
    for title, have, want in (
        ("numerals", words.numerals, model.numerals),
        ("ordinals", words.ordinals, model.ordinals),
    ):
        gone = sorted(n for n in set(want.values()) - set(have.values()) if n <= _COUNTED)
        if gone:
            found.append(Lack(title, "no word yet for " + ", ".join(map(str, gone))))
    for title, listed, why in (
        ("articles", words.articles, "numerals that are also articles, such as `a` and `an`"),
        ("links", words.links, "small words that may stand inside a term, such as `of` and `the`"),
        ("gap_stops", words.gap_stops, "negations, which may not be skipped, such as `not` and `never`"),
    ):
        if not listed:
            found.append(Lack(title, f"none given: {why}"))
    if len(words.common) < len(model.common) // 2:
        found.append(
            Lack("common", f"only {len(words.common)} everyday words; about {len(model.common)} tell a language")
        )
    lacking = {lack.name for lack in found}
    for one in sorted(known.rivals):
        others = known.rivals[one] & lacking
        if one not in lacking and one in words.concepts and others:
            told = ", ".join(f"`{o}`" for o in sorted(others))
            found.append(Lack(one, f"its opposite {told} has no word, so a text that says the opposite is not seen"))
    return tuple(found)
