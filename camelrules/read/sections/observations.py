"""What an editor should know about the words: damage, several names for one thing, names of another edition."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from camelrules.read.language.lexicon import Lexicon, languages, lexicon
from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import Token, fold
from camelrules.read.sections.segments import Segment
from camelrules.text.model import Document
from camelrules.text.places import citation, cited

# Letters at the end that only make a plural or a gender.
_ENDINGS = (("es", "s", "x"), ("e", "a", "o"))


@dataclass(frozen=True, slots=True)
class Observation:
    """A remark on the words of the text."""

    kind: str  # damage or terminology
    lines: tuple[int, ...]
    concept: str
    words: tuple[str, ...]
    message: str


def _lost(document: Document) -> Iterator[Observation]:
    """What the document itself lost."""
    for lost in document.damage:
        at = lost.line or next((n for n, line in enumerate(document.lines, 1) if line.place == lost.place), 1)
        yield Observation("damage", (at,), "", (), f"{cited(lost.place)}: {lost.message}")


def _stem(word: str) -> str:
    bare = fold(word.lower())
    for endings in _ENDINGS:
        for ending in endings:
            if bare.endswith(ending) and len(bare) - len(ending) >= 4:
                bare = bare[: -len(ending)]
                break
    return bare


def _name(tokens: Sequence[Token], words: Lexicon) -> str:
    """The name of a thing without its small words, endings and order."""
    stems = [
        _stem(t.text) for t in tokens if t.kind == "word" and t.key not in words.links and t.key not in words.common
    ]
    return " ".join(stems)


def _about_tiles(segment: Segment) -> bool:
    """Whether the sentence speaks of tiles, and not of the scenery."""
    return any(segment.get(c) for c in ("tile", "token", "side", "unit", "space"))


def _is_side(concept: str) -> bool:
    return any(kind in ontology().pictures for kind in ontology().kinds.get(concept, ()))


def _names(segments: Sequence[Segment], words: Lexicon, concept: str) -> dict[str, tuple[str, list[int]]]:
    found: dict[str, tuple[str, list[int]]] = {}
    for segment in segments:
        if concept in ontology().pictures and not _about_tiles(segment):
            continue
        for mention in segment.get(concept):
            tokens = segment.tagged.tokens[mention.start : mention.end]
            name = _name(tokens, words)
            if name:
                _shown, lines = found.setdefault(name, (" ".join(t.text for t in tokens), []))
                if tokens[0].line not in lines:
                    lines.append(tokens[0].line)
    return found


def _several_names(segments: Sequence[Segment], words: Lexicon, document: Document) -> Iterator[Observation]:
    for concept in (*ontology().one_name, *ontology().pictures):
        found = _names(segments, words, concept)
        heads = _apart({name.split()[0] for name in found})
        # Two names may be a matter of style; three are a muddle.
        if len(heads) > 2:
            shown = tuple(text.lower() for text, _ in found.values())
            lines = tuple(sorted({lines[0] for _, lines in found.values()}))
            yield Observation("terminology", lines, concept, shown, _muddle(found, document))


def _apart(heads: set[str]) -> set[str]:
    """The words that are not forms of one another: `boo` and `booing` are one."""
    return {h for h in heads if not any(h != other and h.startswith(other) for other in heads)}


def _muddle(found: dict[str, tuple[str, list[int]]], document: Document) -> str:
    named = ", ".join(f"`{text.lower()}` ({citation(document, lines[:1])})" for text, lines in found.values())
    return f"one thing goes by {len(found)} names: {named}. Choose one and keep to it."


def _one_name(segments: Sequence[Segment], document: Document) -> Iterator[Observation]:
    """A word that stands for tickets here and for tiles there."""
    used: dict[str, dict[str, tuple[str, int]]] = {}
    for concept in ontology().mixed_up:
        for segment in segments:
            for mention in segment.get(concept):
                for i in range(mention.start, mention.end):
                    if "token" in segment.tagged.parts.get(i, ()):
                        token = segment.tagged.tokens[i]
                        used.setdefault(_stem(token.text), {}).setdefault(concept, (token.text, token.line))
    for things in used.values():
        # A text that always says so, with what kind of token it is, is clear enough.
        mixed = any(sum(concept in others for others in used.values()) > 1 for concept in things)
        if len(things) == len(ontology().mixed_up) and mixed:
            (first, here), (_, there) = (things[c] for c in ontology().mixed_up)
            at = (citation(document, (line,)) for line in (here, there))
            a, b = (
                f"in {place} for a {ontology().mixed_up[c]}" for c, place in zip(ontology().mixed_up, at, strict=True)
            )
            message = f"`{first.lower()}` stands for two things, {a} and {b}. Give each a name of its own."
            yield Observation("terminology", (here, there), "token", (first,), message)


def _other_edition(segments: Sequence[Segment], edition: str) -> Iterator[Observation]:
    for segment in segments:
        for i, concepts in segment.tagged.parts.items():
            for concept in concepts:
                own = ontology().edition_of(concept) or edition
                # A desert may be scenery; as part of a tile's name it is a term of one edition.
                named = (_is_side(concept) and _about_tiles(segment)) or any(
                    m.start <= i < m.end for m in segment.get("tile")
                )
                if own != edition and named:
                    token = segment.tagged.tokens[i]
                    message = (
                        f"`{token.text}` is a name of the {own} edition. Use the name that the {edition} edition has."
                    )
                    yield Observation("terminology", (token.line,), concept, (token.text,), message)


# What each kind of damage looks like, and what to do about it.
_LEFT_OVER = "a sign is left over at the end, perhaps where a picture was. Restore or remove it."
_LOST = "something is missing between two signs, perhaps a number. Restore it from the original."
_UNREADABLE = "a character could not be decoded. Restore it, and save the file as UTF-8."


def _damage(segments: Sequence[Segment], words: Lexicon, document: Document) -> Iterator[Observation]:
    known = {lost.line for lost in document.damage}
    others = [lexicon(code).common for code in languages() if code != words.code]
    for segment in segments:
        tokens = segment.tagged.tokens
        for mention in segment.get("damaged"):
            token = tokens[mention.start]
            message = f"`{token.text}` looks like a slip for `{token.key}` and was read so. Correct the spelling."
            yield Observation("damage", (token.line,), "word", (token.text,), message)
        if len(tokens) > 3 and tokens[-1].text == "=":
            yield Observation("damage", (tokens[-1].line,), "sign", ("=",), _LEFT_OVER)
        lost = next((b for a, b in itertools.pairwise(tokens) if a.text in ":," and b.text == ","), None)
        if lost is not None:
            yield Observation("damage", (lost.line,), "number", (), _LOST)
        for token in tokens:
            if "\ufffd" in token.text and token.line not in known:
                yield Observation("damage", (token.line,), "character", (token.text,), _UNREADABLE)
        plain = [t for t in tokens if t.kind == "word"]
        own = sum(t.key in words.common for t in plain)
        for token in plain:
            foreign = token.key not in words.common and len(token.key) > 1 and not words.starting(token.key, token.text)
            if foreign and own >= 3 and token.text.islower() and sum(token.key in other for other in others) >= 1:
                message = f"`{token.text}` is no {words.name} word. Translate or correct it."
                yield Observation("damage", (token.line,), "word", (token.text,), message)


def observe(segments: Sequence[Segment], words: Lexicon, edition: str, document: Document) -> list[Observation]:
    """All observations on a text, in the order of its lines."""
    found = [*_several_names(segments, words, document), *_one_name(segments, document)]
    found += [*_other_edition(segments, edition), *_damage(segments, words, document), *_lost(document)]
    unique = {(o.kind, o.lines, o.message): o for o in found}
    return sorted(unique.values(), key=lambda o: (o.lines, o.kind, o.message))
