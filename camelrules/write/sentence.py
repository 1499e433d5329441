"""One clause as one sentence: with any value of its kind, in an edition's terms."""

from __future__ import annotations

from collections.abc import Mapping as Table
from dataclasses import dataclass

from camelrules.lang.binding import Binding, bindings
from camelrules.lang.library import base_of, title_of
from camelrules.lang.source import fail, listing, near
from camelrules.lang.values import Anything, Number, Value, integers
from camelrules.write.arithmetic import sums
from camelrules.write.language import WITHOUT, Phrase, Phrasebook
from camelrules.write.library import languages, phrasebook
from camelrules.write.own import own_words
from camelrules.write.parts import Part, cases_of, parts_of
from camelrules.write.render import Voice, plural, render
from camelrules.write.template import Template
from camelrules.write.words import Noun


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is printed, and the clauses that it states."""

    clauses: tuple[str, ...]
    text: str


def voice(edition: str, lang: str, style: str = "familiar", names: Table[str, Noun] | None = None) -> Voice:
    """The language in an edition's terms; a language with one address has that one whatever is asked."""
    book = phrasebook(lang)
    if style not in ("familiar", "formal"):
        raise fail(
            "style", f"`{style[:40]}` is no style", None, near(style, ("familiar", "formal"), "`familiar` or `formal`")
        )
    return Voice(book, base_of(edition), style, own_words(book, names or {}))


def sentence(
    clause: str,
    value: Value | None,
    edition: str,
    lang: str,
    style: str = "familiar",
    names: Table[str, Noun] | None = None,
    variant: int = 0,
) -> str:
    """The sentence that says a clause has a value; without one, the edition's own value."""
    binding = _binding(clause, edition)
    chosen = binding.expected if value is None or isinstance(value, Anything) else value
    return spoken(voice(edition, lang, style, names), binding, chosen, edition, variant)


def suggestion(
    clause: str, edition: str, lang: str, names: Table[str, Noun] | None = None, style: str = "familiar"
) -> str | None:
    """What a text should say, in its own words for things; None where the language has no phrase for it."""
    if lang not in languages():
        return None
    book = phrasebook(lang)
    if clause not in book.phrases or clause not in bindings(edition):
        return None
    return sentence(clause, None, edition, lang, style, names)


def _binding(clause: str, edition: str) -> Binding:
    known = bindings(edition)
    if clause not in known:
        hint = near(clause, known, "`camelrules explain` lists the clauses")
        raise fail("unknown-clause", f"edition {title_of(edition)} has no clause `{clause[:80]}`", None, hint)
    return known[clause]


def spoken(speaker: Voice, binding: Binding, value: Value, edition: str, variant: int = 0) -> str:
    """The sentence of a clause in a voice."""
    phrase = speaker.book.phrases.get(binding.clause.id)
    if phrase is None:
        raise fail("no-phrase", f"{speaker.book.name} has no phrase for `{binding.clause.id}`", speaker.book.span)
    return phrased(speaker, phrase, value, edition, variant)


def phrased(speaker: Voice, phrase: Phrase, value: Value, edition: str, variant: int = 0) -> str:
    """What a phrase says of a value in a voice."""
    parts: dict[str, Part] = dict(parts_of(value))
    known = bindings(edition)
    template = chosen(phrase, value, speaker, known, variant)
    for name in {p for slot in template.slots for p in (*slot.parts, slot.counts)}:
        if name == "sum" and isinstance(value, Number):
            parts["sum"] = sums(value.number, edition)
        elif name in known:
            # Another clause, where a sentence has to mention it: the largest number that the edition has for it.
            parts[name] = max(n for v in (known[name].expected, *known[name].accepted) for n in integers(v))
    return render(template, speaker, parts, phrase.each)


def chosen(phrase: Phrase, value: Value, speaker: Voice, known: Table[str, Binding], variant: int = 0) -> Template:
    """The sentence among those of a phrase that a value and an edition ask for.

    `to_box without setup.tile.deal` is the case of a value in an edition that has no such clause.
    """
    cases = _cases(value, speaker.book)
    lacking = tuple(f"{c}{WITHOUT}{other}" for c in cases for other in phrase.without if other not in known)
    by_edition = next((phrase.cases[c] for c in (*lacking, *cases, "") if c in phrase.cases), None)
    if by_edition is None:
        message = f"the phrase of `{phrase.clause}` has no sentence for `{cases[0]}`"
        raise fail("no-member", message, phrase.span, f"it has {listing(phrase.cases)}")
    templates = by_edition.get(speaker.edition) or by_edition.get("")
    if not templates:
        message = f"the phrase of `{phrase.clause}` has no sentence for edition {speaker.edition}"
        raise fail("no-edition", message, phrase.span, f"add `{speaker.edition}:`")
    return templates[variant % len(templates)]


def _cases(value: Value, book: Phrasebook) -> tuple[str, ...]:
    return cases_of(value, plural(book, value.number) if isinstance(value, Number) else "")
