"""A language file: which words make which concepts, which words are numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from camelrules.door.kept import kept
from camelrules.lang.source import Diagnostic, RulesError, fail, near
from camelrules.lang.tree import Fields, Node, Text, expect_fields, expect_text, parse_yaml, read_source
from camelrules.read.language.folder import spec_dir
from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import fold, tokens

# How far apart the words of a term may stand.
_GAPS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
_KEYS = (
    "language",
    "name",
    "common",
    "numerals",
    "figures",
    "articles",
    "ordinals",
    "abbreviations",
    "gap_stops",
    "links",
    "joints",
    "denied_behind",
    "copulas",
    "references",
    "concepts",
)


# A part of a word that is made of two has at least so many letters; the ending of a form has fewer.
_PART = 4
_ENDING = 4
# Letters before a `*`: fewer would stand for half of the language.
_STEM = 3


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
    figures: dict[str, int]  # numbers as things that are counted: two ones
    articles: frozenset[str]
    ordinals: dict[str, int]
    abbreviations: frozenset[str]
    gap_stops: frozenset[str]
    links: frozenset[str]
    joints: tuple[
        str, ...
    ]  # what stands between the parts of a word that is made of two; none: there are no such words
    denied_behind: int  # so many words behind a `may` its negation can stand
    copulas: frozenset[str]  # verbs behind a word that a negation at the end of the clause denies
    references: frozenset[str]  # a number behind one of these points to another place of the text
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

    def heads(self, key: str) -> bool:
        """Whether the whole word is a term, or a form of one with a short ending."""
        return key in self.exact or any(
            key.startswith(stem) and len(key) - len(stem) < _ENDING for stem, _ in self.prefix.get(key[:3], ())
        )

    def apart(self, key: str) -> int:
        """Where the second part of a word begins that is made of two terms, or 0: `etappen|scheine`."""
        if not self.joints or len(key) < 2 * _PART or self.heads(key) or key in self.common:
            return 0
        for at in range(_PART, len(key) - _PART + 1):
            if self.heads(key[at:]) and any(
                self.heads(key[: at - len(joint)]) for joint in self.joints if key[:at].endswith(joint)
            ):
                return at
        return 0


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
            parts.append(_gap(piece))
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


def _gap(piece: str) -> int:
    """How many words may stand between two of a term."""
    if piece != "~" and piece[1:] not in _GAPS:
        raise fail("gap", f"`{piece[:40]}` is no gap", None, f"write `~` or `~1` to `~{_GAPS[-1]}`")
    return int(piece[1:] or "2")


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


def _number(node: Node | None) -> int:
    if node is None:
        return 0
    number = expect_text(node, "denied_behind").typed
    if not isinstance(number, int) or number < 0:
        raise fail("shape", "`denied_behind` must be a number of words", node.span)
    return number


def _set(node: Node | None) -> frozenset[str]:
    return frozenset(node.value.lower().split()) if isinstance(node, Text) else frozenset()


def load(path: Path) -> Lexicon:
    """The language file at `path`; all mistakes in its concepts are told together."""
    root = expect_fields(
        parse_yaml(read_source(path)), "a language file", _KEYS, ("language", "name", "common", "concepts")
    )
    known = ontology().concepts
    mistakes: list[Diagnostic] = []
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
        if key.value not in known:
            hint = near(key.value, known, "`concepts` in `patterns/ontology.yaml` lists the concepts")
            mistakes += fail("unknown-concept", f"no concept `{key.value}`", key.span, hint).diagnostics
        text = expect_text(value, f"concept `{key.value}`")
        try:
            found = terms(key.value, text.value)
        except RulesError as error:
            first_ = error.diagnostics[0]
            mistakes += fail(first_.code, f"{first_.message} in `{key.value}`", text.span, first_.help).diagnostics
            continue
        if found:
            names.add(key.value)
            written[key.value] = tuple(" ".join(str(p) for p in t.parts if isinstance(p, str)) for t in found)
        for term in found:
            first = term.parts[0]
            if not isinstance(first, str):
                mistakes += fail("shape", f"a term of `{key.value}` begins with a gap", value.span).diagnostics
                continue
            vocabulary.update(p for p in term.parts if isinstance(p, str))
            if first.endswith("*"):
                stem = first[:-1]
                if len(stem) < _STEM:
                    message = f"`{first}` is too short to stand before `*`"
                    mistakes += fail("shape", message, value.span, "write at least three letters").diagnostics
                    continue
                prefix.setdefault(stem[:3], []).append((stem, term))
                prefix.setdefault("~" + fold(stem)[:3], []).append((stem, term))
            else:
                exact.setdefault(first, []).append(term)
                # An accent that tells two words apart (French `dés` and `des`) must not be folded away.
                if len(first) > 3:
                    folded.setdefault(fold(first), []).append(term)
    if mistakes:
        raise RulesError(*mistakes)
    common = _set(root.get("common"))
    return Lexicon(
        code=expect_text(root.get("language"), "language").value,
        name=expect_text(root.get("name"), "name").value,
        common=common,
        numerals=_numbers(root.get("numerals"), "numerals"),
        figures=_numbers(root.get("figures"), "figures"),
        articles=_set(root.get("articles")),
        ordinals=_numbers(root.get("ordinals"), "ordinals"),
        abbreviations=_set(root.get("abbreviations")),
        gap_stops=_set(root.get("gap_stops")),
        links=_set(root.get("links")),
        copulas=_set(root.get("copulas")),
        references=_set(root.get("references")),
        joints=("", *sorted(_set(root.get("joints")))) if root.get("joints") else (),
        denied_behind=_number(root.get("denied_behind")),
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
    return kept(f"language-{code}", lambda: load(spec_dir() / "languages" / f"{code}.yaml"))
