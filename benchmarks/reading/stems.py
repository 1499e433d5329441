"""Word forms in lists against stemmers: how many words of our texts each gives the concept that it has.

    pip install simplemma snowballstemmer
    python benchmarks/reading/stems.py

The lists are those of `spec/languages`, with their `*`. A stemmer is given the same lists with every `*` taken off and
every form brought to its stem, and meets the words of the texts by their stems. `lost` are meanings that the lists
know and the stems do not; `added` are words that get a meaning only by their stem, right or wrong: a sample is
printed, for a person to judge.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import simplemma
import snowballstemmer

from camelrules.read.language.lexicon import Lexicon, lexicon
from camelrules.read.language.tokens import tokens

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("tests/texts", "tests/texts/more", "tests/texts/unseen", "tests/write/texts")
NAMES = {"de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian", "pt": "portuguese"}
SHOWN = 12


def words_of(language: str) -> set[str]:
    """Every word of our texts in a language."""
    files = [p for f in FOLDERS for p in (ROOT / f).glob("*.txt") if p.name.removeprefix("short-").startswith(language)]
    lines = [line for p in files for line in p.read_text("utf-8").splitlines()]
    return {t.key for line in lines for t in tokens(line) if t.kind == "word" and len(t.key) > 2}


def by_list(word: str, known: Lexicon) -> frozenset[str]:
    return frozenset(t.concept for t in known.starting(word) if t.weight == 1)


def by_stem(known: Lexicon, stem: Callable[[str], str]) -> dict[str, set[str]]:
    """Concepts by the stems of the words that the lists have for them."""
    made: dict[str, set[str]] = defaultdict(set)
    for terms in known.exact.values():
        for term in terms:
            if term.weight == 1:
                made[stem(str(term.parts[-1]).lstrip("="))].add(term.concept)
    for pairs in known.prefix.values():
        for begin, term in pairs:
            if term.weight == 1:
                made[stem(begin)].add(term.concept)
    return made


def main() -> None:
    print(f"{'':4}{'stemmer':10}{'words':>7}{'meanings':>10}{'kept':>7}{'lost':>6}{'added':>7}{'µs a word':>11}")
    for language, name in NAMES.items():
        known, words = lexicon(language), words_of(language)
        snowball = snowballstemmer.stemmer(name)
        ways: dict[str, Callable[[str], str]] = {
            "snowball": snowball.stemWord,
            "simplemma": lambda w, code=language: simplemma.lemmatize(w, lang=code).lower(),  # type: ignore[misc]
        }
        for way, stem in ways.items():
            stems = by_stem(known, stem)
            kept = lost = 0
            added: list[str] = []
            start = time.perf_counter()
            found = {w: stems.get(stem(w), set()) for w in sorted(words)}
            took = (time.perf_counter() - start) / max(1, len(words)) * 1e6
            for word, concepts in found.items():
                listed = by_list(word, known)
                kept += len(listed & concepts)
                lost += len(listed - concepts)
                added += [f"{word} ({'/'.join(sorted(concepts))})"] if concepts and not listed else []
            print(f"{language:4}{way:10}{len(words):7}{kept + lost:10}{kept:7}{lost:6}{len(added):7}{took:11.1f}")
            print("      added:", ", ".join(added[:: max(1, len(added) // SHOWN)][:SHOWN]))


if __name__ == "__main__":
    main()
