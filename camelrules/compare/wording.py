"""How a text puts things: its own nouns, with their number and gender, and how it speaks to its reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from camelrules.read.language.tokens import Token
from camelrules.read.reader import Reading
from camelrules.write import Noun, address_of, languages, phrasebook
from camelrules.write.book import plan
from camelrules.write.language import Phrasebook
from camelrules.write.own import head_is_last

# A word that a text has once may be a slip; from so many on it is the text's own.
_OWN = 2
# Two forms of one noun begin alike over so much of the shorter one.
_ALIKE = 0.75
_LONGER = 4


@dataclass(frozen=True, slots=True)
class Wording:
    """The nouns and the address of a text; in a language that cannot be written, none."""

    names: dict[str, Noun] = field(default_factory=dict)
    style: str = "familiar"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A noun where it stands: its words, and what the word before them says of its number and gender."""

    words: tuple[str, ...]
    number: str = ""
    gender: str = ""

    @property
    def text(self) -> str:
        return " ".join(self.words)


def wording(reading: Reading) -> Wording:
    """What a text calls the things of the game, from the places where the reader found them."""
    if reading.language not in languages():
        return Wording()
    book = phrasebook(reading.language)
    small = _determiners(book)
    names = {}
    for name, concept in plan().nouns.items():
        noun = _noun(list(_seen(reading, concept, small)), book, name)
        if noun is not None:
            names[name] = noun
    return Wording(names, address_of(book, reading.lines))


def _determiners(book: Phrasebook) -> dict[str, frozenset[str]]:
    """Articles and the like, with all that each may say of the noun after it."""
    made: dict[str, frozenset[str]] = {}
    for word in book.words.values():
        if not word.noun:
            for key, text in (cell for forms in word.forms.values() for cell in forms.cells):
                telling = key & {"m", "f", "n", "other"}
                if telling:
                    telling = telling if "other" in telling else telling | {"one"}
                    made[text.lower()] = made.get(text.lower(), frozenset()) | telling
    return made


def _seen(reading: Reading, concept: str, small: dict[str, frozenset[str]]) -> Iterator[_Seen]:
    others = {c for c in plan().nouns.values() if c != concept}
    for segment in reading.segments:
        tokens = segment.tagged.tokens
        # In `Etappenwettplättchen` there is a leg, but it is not what a leg is called.
        taken = {(m.start, m.end) for c in others for m in segment.get(c)}
        for mention in segment.get(concept):
            start, end = mention.start, mention.end
            if (start, end) in taken:
                continue
            if end - start > 1 and tokens[start].key in small:
                start += 1
            words = tokens[start:end]
            if all(t.kind == "word" for t in words) and not all(t.text.isupper() for t in words):
                yield _told(tuple(t.text for t in words), tokens[start - 1] if start else None, small)


def _told(words: tuple[str, ...], before: Token | None, small: dict[str, frozenset[str]]) -> _Seen:
    if before is None:
        return _Seen(words)
    if before.kind == "number" and before.value is not None and before.value > 1:
        return _Seen(words, "other")
    said = small.get(before.key, frozenset())
    number, gender = said & {"one", "other"}, said & {"m", "f", "n"}
    one = next(iter(number)) if len(number) == 1 else ""
    return _Seen(words, one, next(iter(gender)) if one and len(gender) == 1 else "")


def _noun(seen: Sequence[_Seen], book: Phrasebook, name: str) -> Noun | None:
    """The noun that a text has most often, as one and as several; None where it shows only the plural."""
    families: list[list[_Seen]] = []
    for mention in seen:
        home = next((f for f in families if _alike(f[0].words, mention.words)), None)
        if home is None:
            families.append([mention])
        else:
            home.append(mention)
    best = max(families, key=len, default=[])
    if len(best) < _OWN:
        return None
    ours = next(text for forms in book.words[name].forms.values() for _, text in forms.cells)
    spelt: dict[str, list[_Seen]] = {}
    for mention in best:
        text = mention.text if ours[0].isupper() else mention.text[0].lower() + mention.text[1:]
        spelt.setdefault(text, []).append(mention)
    numbers = {text: _vote(m.number for m in mentions) for text, mentions in spelt.items()}
    one = min((t for t, n in numbers.items() if n == "one"), key=len, default="")
    other = next((t for t, n in numbers.items() if n == "other" and t != one), "")
    if not one:
        rest = [t for t, n in numbers.items() if n != "other"]
        one = min(rest, key=len, default="") or _singular(other, book)
    if not one:
        return None
    longer = [t for t in spelt if len(t) > len(one)]
    # A language with cases has more forms of a noun than these two: which one this is, its ending says better.
    plural = "" if _has_cases(book) else other or max(longer, key=len, default="")
    return Noun(one, plural, _vote(m.gender for m in best))


def _vote(said: Iterable[str]) -> str:
    """What most of those say that say anything."""
    votes = Counter(s for s in said if s)
    first = votes.most_common(1)
    return first[0][0] if first and first[0][1] * 2 > votes.total() else ""


def _singular(several: str, book: Phrasebook) -> str:
    """One of them, where an ending of the plural tells."""
    words = several.split()
    if not words:
        return ""
    at = -1 if head_is_last(book) else 0
    head = words[at]
    for ending, _, plural in (*sorted(book.endings, key=lambda e: -len(e[2])), ("", "", "s")):
        if head.endswith(plural):
            words[at] = head[: len(head) - len(plural)] + ending
            return " ".join(words)
    return ""


@cache
def _has_cases(book: Phrasebook) -> bool:
    nouns = (forms for word in book.words.values() for forms in word.forms.values() if forms.gender)
    return any(key & {"acc", "dat", "gen"} for forms in nouns for key, _ in forms.cells)


def _alike(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether two nouns are forms of one."""
    return len(a) == len(b) and all(_stem(x.lower(), y.lower()) for x, y in zip(a, b, strict=True))


def _stem(a: str, b: str) -> bool:
    short = min(len(a), len(b))
    common = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), short)
    return common >= _ALIKE * short and abs(len(a) - len(b)) < _LONGER
