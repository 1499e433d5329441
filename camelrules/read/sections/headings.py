"""Headings: which blocks are some, how high each is, and which parts of the rulebook they open."""

from __future__ import annotations

import re
from dataclasses import dataclass

from camelrules.read.language.concepts import tag
from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.ontology import Ontology
from camelrules.read.layout.blocks import RUN_IN, Block, shouting

# What a sentence does, and no heading.
VERBS = frozenset(["place", "end", "take", "give", "return_to", "gain", "pay", "lose", "roll", "reveal", "must"])
# The part of a text whose heading says nothing: a sentence there may belong to any part.
UNKNOWN = "unknown"
# A line in capitals of so many words is a heading.
LOUD = 15
# What stands between the columns of a table.
_COLUMNS = "   "
# What a heading adds in brackets.
_REMARK = re.compile(r"\s*\([^()]*\)\s*$")
# A question of so many words on a line of its own is a heading.
_TITLE = 8
# A line of so many words without a stop is a heading even among others.
_LABEL = 6
# A text ends its sentences with a stop if so many of its longer paragraphs do; those have more words than this.
_MOST, _LONG = 0.8, 6
# How high headings are that no mark tells: in capitals, in bold, on a line alone, and any other.
_LOUD_LEVEL, _BOLD, _ALONE, LOWEST = 3, 7, 8, 9
# Headings down to here end whatever was before them, also where we do not know them.
_HIGH = 6


def titles(block: Block, lexicon: Lexicon, known: Ontology) -> bool:
    """Whether a longer line that stands alone is a heading: it says of nobody what he may, must or gets."""
    last = block.tokens[-1].text
    if not block.alone or block.bullet or last in ".,;:!?" or len(block.text.split()) > _TITLE + 2:
        return False
    if not block.text[:1].isupper() or block.tokens[0].kind != "word" or block.tokens[0].key in lexicon.numerals:
        return False
    said = tag(block.tokens, lexicon, known).by.keys()
    return said.isdisjoint(VERBS | {"may", "may_not", "ignore", "not"})


def stopped(found: list[Block]) -> bool:
    """Whether the text ends its sentences with a stop, so that a line without one is no sentence."""
    long = [b for b in found if len(b.tokens) > _LONG and not b.bullet and b.step is None]
    return sum(b.tokens[-1].text in ".!?:;)" for b in long) > _MOST * len(long)


# What is paid for the thing before it: `ticket of the second: + 1`.
_SUM = re.compile(r":\s*[-+−–]?\s?\d")


def is_heading(block: Block, lexicon: Lexicon, section: str) -> bool:
    if block.marked or block.bold:
        return True
    words = block.text.split()
    first = block.tokens[0]
    counts = first.key in lexicon.numerals and (section == "components" or first.key not in lexicon.articles)
    starts_number = first.kind in ("number", "ordinal") or counts
    if shouting(block) and len(words) <= LOUD:
        return True
    if not starts_number and _loud(block):
        return True
    last = block.tokens[-1].text
    if block.alone and len(words) <= _TITLE and (last == "?" or (":" in block.text[:-1] and last not in ".,;:!")):
        return not any(t.kind == "number" for t in block.tokens)
    if block.step is not None and len(words) <= 9 and last not in ".,;:!?" and block.text[:1].isupper():
        return not any(t.kind == "number" for t in block.tokens)
    return (
        not starts_number
        and _COLUMNS not in block.text
        and not _SUM.search(block.text)
        and len(words) <= _LABEL
        and last not in ".,;!?"
        and not block.bullet
        and block.text[:1].isupper()
    )


def _loud(block: Block) -> bool:
    """Whether a line of its own begins in capitals, or is all in capitals but for a remark in brackets."""
    bare = _REMARK.sub("", block.text)
    if len(block.lines) > 1 or not block.opens or not bare or bare[-1] in ".,;:":
        return False
    words = [w for w in re.findall(r"[^\W\d_]+", bare) if len(w) > 1]
    capitals = all(w.isupper() for w in words[:2]) and sum(map(len, words[:2])) > _LABEL
    whole = bare != block.text and all(w.isupper() for w in words)
    if block.bullet and not whole:
        return False
    return len(words) > 1 and len(bare.split()) <= LOUD - 3 and capitals and (whole or len(words) > 2)


def numbered(block: Block) -> bool:
    """Whether the block is a heading with a bare number, such as `3 Movement`."""
    words = block.text.split()
    first, *rest = block.tokens
    short = block.alone and not block.bullet and 1 < len(words) <= _TITLE - 2
    return short and first.kind == "number" and rest[0].text[:1].isupper() and rest[-1].text not in ".,;:!?)"


def chapters(found: list[Block]) -> set[int]:
    """Headings in capitals that a bare number stands before, where those numbers go on from 1."""
    out: list[int] = []
    for index, block in enumerate(found):
        first = block.tokens[0]
        if (
            first.kind == "number"
            and first.value == len(out) + 1
            and (block.alone or block.marked)
            and len(block.tokens) > 1
        ):
            out += [index] if shouting(block) and len(block.text.split()) <= LOUD else []
    return set(out) if len(out) > 2 else set()


@dataclass(slots=True)
class Part:
    """A heading that we are under: what it opens, or nothing, and how high it is; 1 is the highest."""

    name: str
    level: int


class Sections:
    """Which parts of the rulebook we are in, and which numbered step each part had reached."""

    def __init__(self, phases: frozenset[str], name: str = "") -> None:
        self.phases = phases
        self.open = [Part(name, LOWEST)]
        self.left = ""  # the phase that a heading about a thing has just ended
        self.steps: dict[str, int] = {}

    @property
    def name(self) -> str:
        """The innermost part that has a name."""
        return next((p.name for p in reversed(self.open) if p.name), "")

    @name.setter
    def name(self, name: str) -> None:
        self.open = [Part(name, self.open[-1].level)]

    @property
    def tags(self) -> set[str]:
        return {"@" + p.name for p in self.open if p.name} or {"@" + UNKNOWN}

    def heading(self, name: str, level: int, speaks: bool) -> None:
        """A part lasts until a heading as high as its own; a part about a thing may lie within one about a time.

        A heading that we do not know ends the part before it, unless it is a heading or a label inside that part.
        """
        top = self.open[-1].level
        ended = next((p.name for p in self.open if p.name in self.phases), "")
        self.left = "" if name in self.phases else ended or self.left
        if name in self.phases:
            self.open = [Part(name, level)]
        elif name:
            kept = [p for p in self.open if p.level < level and p.name in self.phases]
            self.open = [*kept, Part(name, level)]
        elif (level <= min(_HIGH, top)) or (level == top == _ALONE and not speaks) or (level == top == RUN_IN):
            self.open = [p for p in self.open if p.level < level] or [Part("", level)]

    def step(self, number: int) -> None:
        # Another column or page may stand between two steps: step 7 goes on where step 6 was.
        if number > 1 and self.steps.get(self.name, 0) != number - 1:
            for name, reached in self.steps.items():
                if reached == number - 1:
                    self.name = name
        self.steps[self.name] = number


def level(block: Block) -> int:
    """How high a heading is, by how it looks."""
    if block.marked:
        return block.level or _LOUD_LEVEL
    if shouting(block):
        return _LOUD_LEVEL
    return _BOLD if block.bold else _ALONE if block.alone else LOWEST
