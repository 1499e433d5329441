"""A language file: which words make which concepts, which words are numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from camelrules.lang.source import fail, near
from camelrules.lang.tree import Fields, Node, Text, expect_fields, expect_text, parse_yaml, read_source
from camelrules.read.where import spec_dir
from camelrules.read.words import fold, tokens

_KEYS = (
    "language",
    "name",
    "common",
    "numerals",
    "articles",
    "ordinals",
    "abbreviations",
    "gap_stops",
    "links",
    "concepts",
)


@dataclass(frozen=True, slots=True)
class Term:
    """One way of writing a concept: word patterns, where `x*` is any word that begins so and an int is a gap."""

    concept: str
    parts: tuple[str | int, ...]

    @property
    def weight(self) -> int:
        return sum(1 for p in self.parts if isinstance(p, str))


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """A language: its terms by first word, its numbers and its everyday words."""

    code: str
    name: str
    common: frozenset[str]
    numerals: dict[str, int]
    articles: frozenset[str]
    ordinals: dict[str, int]
    abbreviations: frozenset[str]
    gap_stops: frozenset[str]
    links: frozenset[str]
    concepts: frozenset[str]
    exact: dict[str, tuple[Term, ...]] = field(repr=False)
    prefix: dict[str, tuple[tuple[str, Term], ...]] = field(repr=False)
    folded: dict[str, tuple[Term, ...]] = field(repr=False)
    vocabulary: frozenset[str] = field(repr=False)
    written: dict[str, tuple[str, ...]] = field(repr=False)
    # What was tagged in this language, by its words (see `concepts.tag`).
    tagged: dict[tuple[str, ...], Any] = field(repr=False, default_factory=dict)

    def starting(self, key: str, text: str = "") -> list[Term]:
        """The terms whose first word is `key`; without accents only where nothing else is known."""
        hits = list(self.exact.get(key, ())) + list(self.exact.get("=" + text, ()))
        hits += [t for stem, t in self.prefix.get(key[:3], ()) if key.startswith(stem)]
        if not hits and key not in self.common and key not in self.numerals:
            bare = fold(key)
            hits = list(self.folded.get(bare, ()))
            hits += [t for stem, t in self.prefix.get("~" + bare[:3], ()) if bare.startswith(fold(stem))]
        return hits


def with_terms(known: Lexicon, more: Iterable[Term]) -> Lexicon:
    """The language with further terms, each of which begins with a stem."""
    prefix = dict(known.prefix)
    for term in more:
        begin = str(term.parts[0])[:-1]
        for key in (begin[:3], "~" + fold(begin)[:3]):
            prefix[key] = (*prefix.get(key, ()), (begin, term))
    return replace(known, prefix=prefix, tagged={})


def _words(text: str) -> list[str]:
    return [t.key for t in tokens(text) if t.kind in ("word", "number", "ordinal")]


def _parts(term: str) -> tuple[str | int, ...]:
    parts: list[str | int] = []
    for piece in term.split():
        if piece[0] == "~":
            parts.append(int(piece[1:] or "2"))
            continue
        star = piece.endswith("*")
        if len(piece) > 1 and piece.isupper():
            # An abbreviation keeps its capitals: `LE` is money, `le` an article.
            parts.append("=" + piece)
            continue
        words = _words(piece.lower())
        parts += words
        if star and words:
            parts[-1] = f"{words[-1]}*"
    return tuple(parts)


def terms(concept: str, text: str) -> list[Term]:
    """The terms of one entry, which are separated by commas."""
    return [Term(concept, p) for piece in text.split(",") if (p := _parts(piece.strip()))]


def _numbers(node: Node | None, what: str) -> dict[str, int]:
    table: dict[str, int] = {}
    if isinstance(node, Fields):
        for key, value in node:
            number = expect_text(value, what).typed
            if not isinstance(number, int):
                raise fail("shape", f"{what}: `{key.value}` must stand for a whole number", value.span)
            table[key.value.lower()] = number
    return table


def _set(node: Node | None) -> frozenset[str]:
    return frozenset(node.value.lower().split()) if isinstance(node, Text) else frozenset()


def load(path: Path, known: Iterable[str] = ()) -> Lexicon:
    """The language file at `path`; `known` concepts, where given, are the only ones it may define."""
    root = expect_fields(
        parse_yaml(read_source(path)), "a language file", _KEYS, ("language", "name", "common", "concepts")
    )
    allowed = frozenset(known)
    exact: dict[str, list[Term]] = {}
    prefix: dict[str, list[tuple[str, Term]]] = {}
    folded: dict[str, list[Term]] = {}
    names: set[str] = set()
    vocabulary: set[str] = set()
    written: dict[str, tuple[str, ...]] = {}
    concepts = root.get("concepts")
    if not isinstance(concepts, Fields):
        raise fail("shape", "`concepts` must be a mapping from concept to words", root.span)
    for key, value in concepts:
        if allowed and key.value not in allowed:
            raise fail(
                "unknown-concept", f"no pattern uses the concept `{key.value}`", key.span, near(key.value, allowed)
            )
        found = terms(key.value, expect_text(value, f"concept `{key.value}`").value)
        if found:
            names.add(key.value)
            written[key.value] = tuple(" ".join(str(p) for p in t.parts if isinstance(p, str)) for t in found)
        for term in found:
            first = term.parts[0]
            if not isinstance(first, str):
                raise fail("shape", f"a term of `{key.value}` begins with a gap", value.span)
            vocabulary.update(p for p in term.parts if isinstance(p, str))
            if first.endswith("*"):
                stem = first[:-1]
                if len(stem) < 3:
                    raise fail(
                        "shape",
                        f"`{first}` is too short to stand before `*`",
                        value.span,
                        "write at least three letters",
                    )
                prefix.setdefault(stem[:3], []).append((stem, term))
                prefix.setdefault("~" + fold(stem)[:3], []).append((stem, term))
            else:
                exact.setdefault(first, []).append(term)
                # An accent that tells two words apart (French `dés` and `des`) must not be folded away.
                if len(first) > 3:
                    folded.setdefault(fold(first), []).append(term)
    common = _set(root.get("common"))
    return Lexicon(
        code=expect_text(root.get("language"), "language").value,
        name=expect_text(root.get("name"), "name").value,
        common=common,
        numerals=_numbers(root.get("numerals"), "numerals"),
        articles=_set(root.get("articles")),
        ordinals=_numbers(root.get("ordinals"), "ordinals"),
        abbreviations=_set(root.get("abbreviations")),
        gap_stops=_set(root.get("gap_stops")),
        links=_set(root.get("links")),
        concepts=frozenset(names),
        exact={k: tuple(v) for k, v in exact.items()},
        prefix={k: tuple(v) for k, v in prefix.items()},
        folded={k: tuple(v) for k, v in folded.items()},
        vocabulary=frozenset(vocabulary),
        written=written,
    )


def languages() -> tuple[str, ...]:
    """The codes of the languages there is a file for."""
    return tuple(sorted(p.stem for p in (spec_dir() / "languages").glob("*.yaml")))


@cache
def lexicon(code: str) -> Lexicon:
    """The shipped language `code`."""
    known = languages()
    if code not in known:
        raise fail(
            "language", f"no language file for `{code}`", None, near(code, known, "there are: " + ", ".join(known))
        )
    return load(spec_dir() / "languages" / f"{code}.yaml")
