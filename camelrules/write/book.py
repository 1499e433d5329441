"""The whole rulebook: the sentences of every clause that an edition has, in the order of `spec/book.yaml`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from camelrules.lang.binding import bindings
from camelrules.lang.catalogue import catalogue, known_clause
from camelrules.lang.library import data_folder, load
from camelrules.lang.source import Span, fail
from camelrules.lang.tree import Fields, Text, expect_fields, expect_items, expect_text, parse_yaml, read_source, words
from camelrules.write.pictures import Drawn, Picture, load_pictures, picture
from camelrules.write.render import Voice, render
from camelrules.write.sentence import Sentence, phrased, spoken, voice

SECTION = ("heading", "level", "opening", "paragraphs")


@dataclass(frozen=True, slots=True)
class Outline:
    """A section as it is planned: a heading by name, clauses that are told ahead, and paragraphs of clauses."""

    heading: str
    level: int
    opening: tuple[str, ...]
    paragraphs: tuple[tuple[str, ...], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its paragraphs, and the pictures below some of them."""

    heading: str
    level: int
    paragraphs: tuple[tuple[Sentence, ...], ...]
    name: str = ""  # what the plan calls it, in any language
    pictures: dict[str, Picture] = field(default_factory=dict)  # by the clause of the sentence that they show

    def below(self, paragraph: tuple[Sentence, ...]) -> tuple[Picture, ...]:
        """What is drawn below a paragraph."""
        return tuple(self.pictures[c] for s in paragraph for c in s.clauses if c in self.pictures)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """An edition in a language."""

    title: str
    language: str
    edition: str
    sections: tuple[Section, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(s for section in self.sections for paragraph in section.paragraphs for s in paragraph)


@dataclass(frozen=True, slots=True)
class Plan:
    """What every rulebook has in common: its order, and the nouns for which a text may have its own word."""

    sections: tuple[Outline, ...]
    nouns: dict[str, str]  # each with the concept that the reader knows the thing by
    pictures: dict[str, Drawn]


def load_plan(path: Path) -> Plan:
    """The order of a rulebook; every clause of the catalogue stands in a paragraph once."""
    root = expect_fields(parse_yaml(read_source(path)), "the book", ("nouns", "pictures", "sections"), ("sections",))
    seen: dict[str, Span] = {}
    sections = []
    for node in expect_items(root.get("sections"), "`sections`"):
        entry = expect_fields(node, "a section", SECTION, ("heading",))
        assert isinstance(entry, Fields)
        if entry.get("opening") is None and entry.get("paragraphs") is None:
            raise fail("empty-section", "a section needs an `opening` or `paragraphs`", entry.span)
        opening = words(entry.get("opening"), "`opening`")
        for clause in opening:
            known_clause(clause)
        paragraphs = []
        for paragraph in expect_items(given, "`paragraphs`") if (given := entry.get("paragraphs")) else ():
            clauses = words(paragraph, "a paragraph")
            for clause in clauses:
                known_clause(clause)
                if clause.value in seen:
                    hint = f"it stands at line {seen[clause.value].line} already"
                    raise fail("duplicate-clause", f"`{clause.value}` stands twice in the book", clause.span, hint)
                seen[clause.value] = clause.span
            paragraphs.append(tuple(c.value for c in clauses))
        level = entry.get("level")
        heading = expect_text(entry.get("heading"), "`heading`")
        depth = _depth(expect_text(level, "`level`")) if level is not None else 2
        ahead = tuple(c.value for c in opening)
        sections.append(Outline(heading.value, depth, ahead, tuple(paragraphs), heading.span))
    missing = next((c for c in catalogue() if c not in seen), None)
    if missing is not None:
        raise fail("missing-clause", f"the book has no place for `{missing}`", root.span, "add it to a paragraph")
    nouns = root.get("nouns")
    pairs = nouns.pairs if isinstance(nouns, Fields) else ()
    concepts = {k.value: expect_text(v, "the concept of a noun").value for k, v in pairs}
    return Plan(tuple(sections), concepts, load_pictures(root.get("pictures")))


def _depth(level: Text) -> int:
    if level.value not in ("2", "3", "4"):
        raise fail("level", f"`{level.value}` is no level of a heading", level.span, "it is 2, 3 or 4")
    return int(level.value)


@lru_cache(maxsize=4)
def plan(folder: Path | None = None) -> Plan:
    """The plan of a rulebook in the specification in use."""
    return load_plan((folder or data_folder("spec")) / "book.yaml")


def rulebook(edition: str, lang: str, style: str = "familiar") -> Rulebook:
    """An edition, or one of the user's own, as a rulebook."""
    speaker = voice(edition, lang, style)
    sections: list[Section] = []
    numbered = 0
    for part in plan().sections:
        heading = speaker.book.headings.get(part.heading)
        counts = heading is not None and any("n" in slot.parts for slot in heading.slots)
        section = _section(part, edition, speaker, numbered + 1)
        if section is not None:
            sections.append(section)
            numbered += counts
    return Rulebook(load(edition).title, speaker.book.code, edition, tuple(sections))


def _section(part: Outline, edition: str, speaker: Voice, number: int) -> Section | None:
    known = bindings(edition)
    opening = tuple(_ahead(clause, edition, speaker) for clause in part.opening if clause in known)
    paragraphs = [opening] if opening else []
    for clauses in part.paragraphs:
        made: list[Sentence] = []
        for clause in clauses:
            if clause in known:
                text = spoken(speaker, known[clause], known[clause].expected, edition)
                made.append(Sentence((clause,), text))
        if made:
            paragraphs.append(tuple(made))
    if not paragraphs:
        return None
    heading = speaker.book.headings.get(part.heading)
    if heading is None:
        hint = f"add `{part.heading}:` to `headings`"
        raise fail("missing-heading", f"{speaker.book.name} has no heading `{part.heading}`", speaker.book.span, hint)
    stated = [c for paragraph in paragraphs for s in paragraph for c in s.clauses if c in plan().pictures]
    drawn = {c: p for c in stated if (p := picture(c, plan().pictures[c], known[c].expected, edition, speaker))}
    return Section(render(heading, speaker, {"n": number}, {}), part.level, tuple(paragraphs), part.heading, drawn)


def _ahead(clause: str, edition: str, speaker: Voice) -> Sentence:
    """What a rulebook begins with: a clause in fewer words than where it stands."""
    phrase = speaker.book.openings.get(clause)
    if phrase is None:
        hint = f"add `{clause}:` to `openings`"
        raise fail("missing-opening", f"{speaker.book.name} has no opening for `{clause}`", speaker.book.span, hint)
    return Sentence((clause,), phrased(speaker, phrase, bindings(edition)[clause].expected, edition))
