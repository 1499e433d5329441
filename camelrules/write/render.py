"""Templates to text: slots filled, words agreeing, lists joined, and words that meet contracted."""

from __future__ import annotations

from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from functools import lru_cache
from typing import assert_never

from babel import Locale
from babel.lists import format_list

from camelrules.lang.source import fail, listing, near
from camelrules.write.language import Phrasebook
from camelrules.write.parts import Part
from camelrules.write.template import Address, Literal, Slot, Template
from camelrules.write.words import Forms


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks: a language, the terms of an edition, an address, and a text's own words for things."""

    book: Phrasebook
    edition: str
    style: str = "familiar"
    own: Table[str, Forms] = field(default_factory=dict)

    def forms(self, name: str) -> Forms | None:
        if name in self.own:
            return self.own[name]
        word = self.book.words.get(name)
        return word.of(self.edition) if word is not None else None


@lru_cache(maxsize=32)
def _locale(code: str) -> Locale:
    return Locale.parse(code)


def plural(book: Phrasebook, number: int) -> str:
    """The plural category of a number in a language."""
    return str(_locale(book.locale).plural_form(abs(number)))


def render(template: Template, voice: Voice, parts: Table[str, Part], each: Table[str, Template]) -> str:
    """The text of a template, with a capital where it begins and the words that meet contracted."""
    text = _contracted(_text(template, voice, parts, each), voice.book)
    start = next((i for i, c in enumerate(text) if c.isalnum()), 0)
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def _contracted(text: str, book: Phrasebook) -> str:
    for pattern, made in book.joins:
        text = pattern.sub(lambda m, made=made: made[0].upper() + made[1:] if m[0][0].isupper() else made, text)  # type: ignore[misc]
    return text


def _text(template: Template, voice: Voice, parts: Table[str, Part], each: Table[str, Template]) -> str:
    made = []
    for piece in template.pieces:
        match piece:
            case Literal():
                made.append(piece.text)
            case Address():
                made.append(piece.formal if voice.style == "formal" else piece.familiar)
            case Slot():
                made.append(_slot(piece, voice, parts, each))
            case _:
                assert_never(piece)
    return "".join(made)


def _slot(slot: Slot, voice: Voice, parts: Table[str, Part], each: Table[str, Template]) -> str:
    noun = slot.agrees or next((p for p in slot.parts if p not in parts and (f := voice.forms(p)) and f.gender), "")
    asked = set(slot.features)
    counted = slot.counts or next((p for p in slot.parts if isinstance(parts.get(p), int)), "")
    number = _number(parts.get(counted), voice.book)
    if number and not asked & {"one", "other"}:
        asked.add(number)
    if noun and (forms := voice.forms(noun)) is not None:
        asked.add(forms.gender)
    return " ".join(_part(name, slot, voice, parts, each, asked) for name in slot.parts)


def _number(part: Part | None, book: Phrasebook) -> str:
    """The plural category of what a word counts: a number, the only one of a list, or a list of several."""
    if isinstance(part, tuple) and len(part) != 1:
        return "other"
    number = part[0] if isinstance(part, tuple) else part
    return plural(book, number) if isinstance(number, int) else ""


def _part(
    name: str, slot: Slot, voice: Voice, parts: Table[str, Part], each: Table[str, Template], asked: set[str]
) -> str:
    if name in parts:
        return _listed(name, parts[name], slot, voice, each, asked)
    return word(name, voice, asked, slot)


def _listed(name: str, part: Part, slot: Slot, voice: Voice, each: Table[str, Template], asked: set[str]) -> str:
    if not isinstance(part, tuple):
        return _item(name, part, voice, asked, slot)
    items = []
    for index, item in enumerate(part):
        if isinstance(item, tuple):
            row: dict[str, Part] = {str(k): cell for k, cell in enumerate(item, 1)}
            # A row may be written otherwise where it is the first.
            chosen = each.get("first") if index == 0 and "first" in each else each.get("")
            if chosen is None:
                raise fail("slot", f"`{{{name}}}` has rows, and the phrase has no `each`", slot.span, "add `each:`")
            items.append(_text(chosen, voice, row, {}))
        else:
            items.append(_item(name, item, voice, asked, slot))
    return joined(items, slot.joined, voice.book)


def joined(items: list[str], how: str, book: Phrasebook) -> str:
    """The items as the language lists them."""
    if how == "plain":
        return ", ".join(items)
    if how == "then":
        return book.lists.get("then", ", ").join(items)
    return str(format_list(items, "or" if how == "or" else "standard", locale=book.locale))


def _item(name: str, item: int | str, voice: Voice, asked: set[str], slot: Slot) -> str:
    if isinstance(item, int):
        if slot.joined == "nth":
            return ordinal(item, voice, asked, slot)
        return f"{voice.book.minus}{-item}" if item < 0 else str(item)
    if item not in voice.book.words:
        return item.replace("_", " ")  # a member of somebody's own edition, called as that edition calls it
    return word(item, voice, asked, slot)


def ordinal(number: int, voice: Voice, asked: set[str], slot: Slot) -> str:
    """`second`, agreeing; beyond the words that are listed, the figure with its sign."""
    listed = voice.book.ordinals.get(str(number)) or voice.book.ordinals.get("other")
    forms = listed.of(voice.edition) if listed is not None else None
    text = _cell(forms, asked | {voice.style}) if forms is not None else None
    if text is None:
        raise fail("no-word", f"{voice.book.name} has no ordinal for {number}", slot.span, "add `ordinals: {other: …}`")
    return text.replace("#", str(number))


def word(name: str, voice: Voice, asked: set[str], slot: Slot) -> str:
    """A word in the form that is asked for."""
    forms = voice.forms(name)
    if forms is None:
        known = voice.book.words
        if name in known:
            message = f"`{name}` has no form in edition {voice.edition}"
            raise fail("no-word", message, slot.span, f"add `{voice.edition}:` to the word")
        hint = near(name, known, f"the words are {listing(known)}")
        raise fail("unknown-slot", f"`{name}` is neither a part of the value nor a word", slot.span, hint)
    text = _cell(forms, asked | {voice.style})
    if text is None:
        wanted = " ".join(sorted(asked)) or "one"
        raise fail("no-cell", f"`{name}` has no cell for `{wanted}`", slot.span, f"add `{wanted}:` to the word")
    return text


def _cell(forms: Forms, asked: set[str]) -> str | None:
    """The cell; what is not asked is one, in the first case, and rare plural categories are as `other`."""
    whole = set(asked)
    if not whole & {"nom", "acc", "dat", "gen"}:
        whole.add("nom")
    numbers = whole & {"one", "other", "zero", "two", "few", "many"}
    if not numbers:
        whole.add("one")
    found = forms.cell(frozenset(whole))
    if found is None and numbers - {"one", "other"}:
        found = forms.cell(frozenset(whole - numbers | {"other"}))
    return found


def word_alone(name: str, voice: Voice) -> str:
    """A word that stands for itself, as below a picture; a name of somebody's own edition as that edition has it."""
    forms = voice.forms(name)
    return (forms.cells[0][1] if forms is not None else name).replace("_", " ")
