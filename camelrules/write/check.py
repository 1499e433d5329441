"""A language checked against the catalogue: every slot names something, every case can happen, every form is there."""

from __future__ import annotations

from collections.abc import Iterator

from camelrules.lang.binding import Binding, bindings
from camelrules.lang.catalogue import catalogue
from camelrules.lang.kinds import Kind, MappingKind, MemberKind, NumberKind, RateKind, RowsKind
from camelrules.lang.library import library
from camelrules.lang.source import Diagnostic, RulesError, fail, listing, near
from camelrules.write.language import WITHOUT, Phrase, Phrasebook
from camelrules.write.parts import case_names, part_names
from camelrules.write.render import Voice, word
from camelrules.write.template import Slot, Template

# A row of a list has its columns as parts.
_COLUMNS = tuple(str(n) for n in range(1, 10))


def check(book: Phrasebook, *, begun: bool = False) -> None:
    """Raises every mistake in the phrases at once; in those that are only begun, what is not written yet is none."""
    mistakes = [d for phrase in (*book.openings.values(), *book.phrases.values()) for d in _phrase(phrase, book)]
    mistakes = [d for d in mistakes if not (begun and d.code == "missing-member")]
    for heading in book.headings.values():
        mistakes += _template(heading, book, ("n",), library().editions())
    if mistakes:
        raise RulesError(*mistakes)


def bound(clause: str) -> dict[str, Binding]:
    """The clause as each shipped edition has it."""
    return {name: known[clause] for name in library().editions() if clause in (known := bindings(name))}


def _phrase(phrase: Phrase, book: Phrasebook) -> Iterator[Diagnostic]:
    editions = bound(phrase.clause)
    if not editions:
        return
    kind = next(iter(editions.values())).kind
    members = tuple(dict.fromkeys(m for b in editions.values() for m in case_names(b.kind)))
    yield from _cases(phrase, kind, members)
    names = (*part_names(kind), *(("sum",) if isinstance(kind, NumberKind) else ()))
    for case, by_edition in phrase.cases.items():
        for edition, templates in by_edition.items():
            where = [edition] if edition else _having(case, editions)
            for template in templates:
                yield from _template(template, book, names, where)
    if phrase.each and not isinstance(kind, MappingKind | RowsKind):
        yield _one(fail("slot", f"`{phrase.clause}` has no rows, so it needs no `each`", phrase.span, "remove `each`"))
    rows = any("each" in slot.parts for t in phrase.templates for slot in t.slots)
    if rows and not phrase.each and isinstance(kind, MappingKind | RowsKind):
        message = f"the phrase of `{phrase.clause}` does not say how a row is written"
        yield _one(fail("missing-each", message, phrase.span, "add `each:`"))
    for template in phrase.each.values():
        yield from _template(template, book, _COLUMNS, list(editions))


def _having(case: str, editions: dict[str, Binding]) -> list[str]:
    """The editions in which a case can come up: a member may be one edition's own."""
    return [name for name, b in editions.items() if case in ("", *_members(b.kind))] or list(editions)


def _members(kind: Kind) -> tuple[str, ...]:
    return kind.members if isinstance(kind, MemberKind | RateKind) else ()


def _cases(phrase: Phrase, kind: Kind, members: tuple[str, ...]) -> Iterator[Diagnostic]:
    for case in phrase.cases:
        value = case.split(WITHOUT)[0]
        number = isinstance(kind, NumberKind) and value.lstrip("-").isdigit()
        if value and value not in members and not number:
            hint = near(value, members, f"it is one of {listing(members)}")
            yield _one(fail("unknown-member", f"`{value}` is no value of `{phrase.clause}`", phrase.span, hint))
    if isinstance(kind, MemberKind | RateKind) and "" not in phrase.cases:
        for member in kind.members:
            if member not in phrase.cases:
                message = f"the phrase of `{phrase.clause}` has no sentence for `{member}`"
                yield _one(fail("missing-member", message, phrase.span, f"add `{member}:`"))


def _template(
    template: Template, book: Phrasebook, names: tuple[str, ...], editions: list[str]
) -> Iterator[Diagnostic]:
    for slot in template.slots:
        try:
            _slot(slot, book, names, editions)
        except RulesError as error:
            yield from error.diagnostics


def _slot(slot: Slot, book: Phrasebook, names: tuple[str, ...], editions: list[str]) -> None:
    known = (*names, *book.words, *catalogue())
    for part in slot.parts:
        if part not in known:
            has = f"the value has {listing(names)}; " if names else ""
            hint = near(part, (*names, *book.words), f"{has}any other name must stand under `words`")
            raise fail("unknown-slot", f"`{part}` is neither a part of the value nor a word", slot.span, hint)
    if slot.counts and slot.counts not in names and slot.counts not in catalogue():
        hint = near(slot.counts, names, f"the value has {listing(names)}")
        raise fail("unknown-slot", f"`@{slot.counts}` is no part of the value", slot.span, hint)
    if slot.agrees and not (slot.agrees in book.words and book.words[slot.agrees].noun):
        nouns = [name for name, w in book.words.items() if w.noun]
        raise fail(
            "unknown-slot", f"`~{slot.agrees}` is no noun", slot.span, near(slot.agrees, nouns, "it needs a gender")
        )
    nouns = [p for p in slot.parts if p not in names and p in book.words and book.words[p].noun]
    if len(nouns) > 1:
        raise fail("slot", f"a slot has one noun, not {listing(nouns)}", slot.span, "write two slots")
    noun = slot.agrees or (nouns[0] if nouns else "")
    for edition in editions:
        _cells(slot, noun, names, Voice(book, edition))


def _cells(slot: Slot, noun: str, names: tuple[str, ...], voice: Voice) -> None:
    """Every word of the slot has the form, whatever number comes."""
    counted = slot.counts or any(p in names for p in slot.parts)
    numbers = ({"one"}, {"other"}) if counted and not slot.features & {"one", "other"} else (set[str](),)
    for number in numbers:
        asked = {*slot.features, *number}
        if noun and (forms := voice.forms(noun)) is not None:
            asked.add(forms.gender)
        for part in slot.parts:
            if part not in names and part in voice.book.words:
                word(part, voice, asked, slot)


def _one(error: RulesError) -> Diagnostic:
    return error.diagnostics[0]
