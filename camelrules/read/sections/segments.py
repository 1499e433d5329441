"""Blocks to segments: sentences and items with their concepts, section and neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from camelrules.read.language.concepts import Mention, Tagged, denied, tag
from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.ontology import Ontology
from camelrules.read.language.tokens import Token
from camelrules.read.layout.blocks import RUN_IN, Block, blocks, shouting
from camelrules.read.layout.manuscript import Manuscript
from camelrules.read.sections.contents import apart, count_first, counts_behind, sums
from camelrules.read.sections.examples import example_number, goes_on

# What a heading that only names an action begins with, so that its number is no count.
_DEEDS = frozenset(
    [
        "take",
        "place",
        "bet",
        "enter",
        "use",
        "choose",
        "turn_over",
        "swap",
        "move",
        "perform",
        "upright",
        "shake",
        "press",
        "give",
    ]
)
_VERBS = frozenset(["place", "end", "take", "give", "return_to", "gain", "pay", "lose", "roll", "reveal", "must"])


# A part after a semicolon is a sentence of its own from here on.
_LONG = 6
# A question and its answer of so many words are read as one.
_QUESTION = 20
_ANSWER = 30
# A line in capitals of so many words is a heading.
_LOUD = 15
# What stands between the columns of a table.
_COLUMNS = "   "
# A question of so many words on a line of its own is a heading.
_TITLE = 8
# A line of so many words without a stop is a heading even among others.
_LABEL = 6
# So many of its words tell a part of a text.
_ENOUGH = 5
# No sentence is longer than this; without a limit, text that never stops would cost the square of its length.
_LONGEST = 300
# The part of a text whose heading says nothing: a sentence there may belong to any part.
UNKNOWN = "unknown"
# A line that fills so much of the width was broken for lack of room, not for a new paragraph.
_FULL = 0.85
# A count stands this close before what it counts: "five little wooden camels".
_FAR = 5
# One thing of a list takes no more words.
_ITEM = 30
# The parts that a text may leave without a heading that we know, for the part that a sentence then opens.
_BEFORE_SETUP = frozenset(["", "components", "overview", "board"])
# A paragraph of so many words is no item of a list; two of these things are done in it.
_PROSE = 25
_DOINGS = frozenset(["place", "give", "get", "take", "roll", "sort", "stack", "form"])
_LISTING = frozenset(",;:(–-")
# How high headings are that no mark tells: in capitals, in bold, on a line alone, and any other.
_LOUD_LEVEL, _BOLD, _ALONE, _LOWEST = 3, 7, 8, 9
# Headings down to here end whatever was before them, also where we do not know them.
_HIGH = 6


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence, heading or list item: the unit that patterns are matched against."""

    index: int
    tagged: Tagged
    tags: frozenset[str]
    lines: tuple[int, ...]
    block: int
    before: tuple[int, ...] = field(default=())

    def get(self, concept: str) -> tuple[Mention, ...]:
        return self.tagged.by.get(concept, ())

    @property
    def text(self) -> str:
        return " ".join(t.text for t in self.tagged.tokens)


def _sentences(found: list[Token], lexicon: Lexicon) -> list[list[Token]]:
    out: list[list[Token]] = []
    current: list[Token] = []
    for i, token in enumerate(found):
        current.append(token)
        if token.kind != "sign":
            if len(current) >= _LONGEST:
                out.append(current)
                current = []
            continue
        following = found[i + 1] if i + 1 < len(found) else None
        if token.text in ")»”\"'" and len(current) == 1 and out:
            out[-1].append(token)
            current = []
            continue
        if token.text == ";":
            # Short parts of one list stay together: "the second 5; the third 3; the fourth 2".
            ends = sum(t.kind != "sign" for t in current) > _LONG and _until_stop(found, i + 1) > _LONG
        elif token.text in "!?…":
            ends = True
        elif token.text == ".":
            before = found[i - 1] if i else token
            short = before.kind == "word" and (len(before.text) == 1 or before.key in lexicon.abbreviations)
            if short and i > 1 and found[i - 2].kind == "number" and found[i - 2].line == before.line:
                short = before.column != found[i - 2].column + len(found[i - 2].text)  # "five 1s."
            if before.key in lexicon.gap_stops:
                short = following is not None and following.kind == "number"  # "no. 5", but not "cannot say no."
            starts = following is None or following.text[:1].isupper() or following.kind != "word"
            ends = starts and not short and not (following is not None and following.text in ",;:")
        else:
            ends = False
        if ends or len(current) >= _LONGEST:
            out.append(current)
            current = []
    if current:
        out.append(current)
    return [s for s in out if any(t.kind != "sign" for t in s)]


def _until_stop(found: list[Token], start: int) -> int:
    """How many words there are up to the next stop, as far as it matters."""
    words = 0
    for token in found[start : start + 3 * _LONG]:
        if token.text in ".;!?" or words > _LONG:
            break
        words += token.kind != "sign"
    return words


def _titles(block: Block, lexicon: Lexicon, known: Ontology) -> bool:
    """Whether a longer line that stands alone is a heading: it says of nobody what he may, must or gets."""
    last = block.tokens[-1].text
    if not block.alone or block.bullet or last in ".,;:!?" or len(block.text.split()) > _TITLE + 2:
        return False
    if not block.text[:1].isupper() or block.tokens[0].kind != "word" or block.tokens[0].key in lexicon.numerals:
        return False
    said = tag(block.tokens, lexicon, known).by.keys()
    return said.isdisjoint(_VERBS | {"may", "may_not", "ignore", "not"})


def _stopped(found: list[Block]) -> bool:
    """Whether the text ends its sentences with a stop, so that a line without one is no sentence."""
    long = [b for b in found if len(b.tokens) > _LONG and not b.bullet and b.step is None]
    return sum(b.tokens[-1].text in ".!?:;)" for b in long) > 0.8 * len(long)


def _is_heading(block: Block, lexicon: Lexicon, section: str) -> bool:
    if block.marked or block.bold:
        return True
    words = block.text.split()
    first = block.tokens[0]
    counts = first.key in lexicon.numerals and (section == "components" or first.key not in lexicon.articles)
    starts_number = first.kind in ("number", "ordinal") or counts
    if shouting(block) and len(words) <= _LOUD:
        return True
    last = block.tokens[-1].text
    if block.alone and len(words) <= _TITLE and (last == "?" or (":" in block.text[:-1] and last not in ".,;:!")):
        return not any(t.kind == "number" for t in block.tokens)
    if block.step is not None and len(words) <= 9 and last not in ".,;:!?" and block.text[:1].isupper():
        return not any(t.kind == "number" for t in block.tokens)
    return (
        not starts_number
        and _COLUMNS not in block.text
        and len(words) <= _LABEL
        and last not in ".,;!?"
        and not block.bullet
        and block.text[:1].isupper()
    )


def _numbered(block: Block) -> bool:
    """Whether the block is a heading with a bare number, such as `3 Movement`."""
    words = block.text.split()
    first, *rest = block.tokens
    short = block.alone and not block.bullet and 1 < len(words) <= _TITLE - 2
    return short and first.kind == "number" and rest[0].text[:1].isupper() and rest[-1].text not in ".,;:!?)"


def _chapters(found: list[Block]) -> set[int]:
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
            out += [index] if shouting(block) and len(block.text.split()) <= _LOUD else []
    return set(out) if len(out) > 2 else set()


@dataclass(slots=True)
class _Part:
    """A heading that we are under: what it opens, or nothing, and how high it is; 1 is the highest."""

    name: str
    level: int


class _Sections:
    """Which parts of the rulebook we are in, and which numbered step each part had reached."""

    def __init__(self, phases: frozenset[str], name: str = "") -> None:
        self.phases = phases
        self.open = [_Part(name, _LOWEST)]
        self.left = ""  # the phase that a heading about a thing has just ended
        self.steps: dict[str, int] = {}

    @property
    def name(self) -> str:
        """The innermost part that has a name."""
        return next((p.name for p in reversed(self.open) if p.name), "")

    @name.setter
    def name(self, name: str) -> None:
        self.open = [_Part(name, self.open[-1].level)]

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
            self.open = [_Part(name, level)]
        elif name:
            kept = [p for p in self.open if p.level < level and p.name in self.phases]
            self.open = [*kept, _Part(name, level)]
        elif (level <= min(_HIGH, top)) or (level == top == _ALONE and not speaks) or (level == top == RUN_IN):
            self.open = [p for p in self.open if p.level < level] or [_Part("", level)]

    def step(self, number: int) -> None:
        # Another column or page may stand between two steps: step 7 goes on where step 6 was.
        if number > 1 and self.steps.get(self.name, 0) != number - 1:
            for name, reached in self.steps.items():
                if reached == number - 1:
                    self.name = name
        self.steps[self.name] = number


def segments(written: Manuscript, lexicon: Lexicon, known: Ontology, part: str = "") -> list[Segment]:
    """The segments of a text in order; `part` is the part of a rulebook in which it begins."""
    from camelrules.read.match.conditions import clue, heading_section

    out: list[Segment] = []
    sections = _Sections(known.phases, part)
    example = 0
    found = blocks(written, lexicon)
    stopped = _stopped(found)
    width = max((b.width for b in found), default=0)
    chapters = _chapters(found)
    for block_index, block in enumerate(found):
        if block_index in chapters:
            block.tokens = block.tokens[1:]
        listing = _labelled(block, lexicon, known) if sections.name != "components" else 0
        block.tokens = block.tokens[listing:]
        counted = count_first(block.tokens) if sections.name == "components" else block.tokens
        behind, block.tokens = counted is not block.tokens, counted
        heading = _is_heading(block, lexicon, sections.name) or (stopped and _titles(block, lexicon, known))
        heading = heading and not (listing or behind or (sections.name == "components" and counts_behind(block.tokens)))
        if not (heading or listing or behind) and _numbered(block):
            heading = True
            block.tokens = block.tokens[1:]
        pieces = [block.tokens] if heading else _sentences(block.tokens, lexicon)
        if sections.name == "components" and not heading and _tells(block, lexicon, known):
            sections.name = ""
        part = "components" if listing else sections.name
        if part == "components" and not heading:
            pieces = [item for piece in pieces for item in _listed(piece, block, lexicon, known)]
        # A paragraph after an example may go on with it, and so may the next line of the same paragraph.
        near = block_index > 0 and block.first - found[block_index - 1].lines[-1] == 1 and out[-1:] != []
        near = near and "@example" in out[-1].tags
        said = tag(block.tokens, lexicon, known) if near or example == 2 else None
        inline = said is not None and near and example == 1
        inline = inline and (
            found[block_index - 1].width > _FULL * width or (said is not None and goes_on(said, known))
        )
        pictured = inline or (said is not None and example == 2 and any(c in said.by for c in known.pictured))
        if heading or block.bullet or block.step is not None:
            example = 0
        elif len(block.tokens) > 6 and not inline:
            example = max(0, example - 1)
        for piece_index, piece in enumerate(pieces):
            tagged = tag(piece, lexicon, known)
            if "example" in tagged.by and (numbered := example_number(tagged)):
                piece = [*tagged.tokens[: numbered - 1], *tagged.tokens[numbered:]]
                tagged = tag(piece, lexicon, known)
            tags: set[str] = set()
            tagged, counts = _leading(
                tagged, piece, block, 0 if part == "components" else piece_index, part, lexicon, known
            )
            if counts:
                tags.add("@count")
            is_heading = heading and not counts and len(pieces) == 1
            if block.step is not None and piece_index == 0 and not is_heading:
                sections.step(block.step)
            if is_heading:
                tags.add("@heading")
                name = "" if "example" in tagged.by else heading_section(tagged, known)
                lead_in = not name and block.tokens[-1].text == ":"
                if not lead_in and not (block.bold and sections.name == "components"):
                    sections.heading(name, _level(block), bool(tagged.mentions))
            if "example" in tagged.by and (tagged.by["example"][0].start <= 1 or is_heading):
                inline = not is_heading and (len(tagged.tokens) > 3 or piece_index < len(pieces) - 1)
                example = 1 if inline else 3
            hint = clue(tagged, known) if not is_heading and not counts else ""
            if hint and sections.name in _BEFORE_SETUP:
                sections.name = hint
            elif hint and hint == sections.left and "@" + hint not in sections.tags:
                sections.open.insert(0, _Part(hint, _LOWEST))
            told = sections.name not in ("components", "board", "") and not is_heading and _coloured(tagged, known)
            if told or (example and (example != 1 or inline or pictured)):
                tags.add("@example")
            if len(piece) > 2 and tagged.tokens[0].kind == "ordinal" and tagged.tokens[1].text == ":":
                tags.add("@ranked")
            if block.bullet or block.step is not None:
                tags.add("@item")
            if tagged.tokens[-1].text == "?" and not is_heading:
                tags.add("@question")
            tags |= {"@components"} if listing else sections.tags
            lines = tuple(sorted({t.line for t in piece}))
            out.append(Segment(len(out), tagged, frozenset(tags), lines, block_index))
    return _answered(_named(_unsummed(out, known), known), lexicon, known)


def _unsummed(found: list[Segment], known: Ontology) -> list[Segment]:
    """Lines that only sum up the counts behind them count nothing themselves."""
    summed = sums([s.tagged if "@count" in s.tags else None for s in found], known)
    return [replace(s, tags=s.tags - {"@count"}) if s.index in summed else s for s in found]


def _answered(found: list[Segment], lexicon: Lexicon, known: Ontology) -> list[Segment]:
    """Answers with the words of their questions: `What does a ticket cost? Nothing.`"""
    out = list(found)
    for question, answer in pairwise(found):
        asked, told = question.tagged.tokens, answer.tagged.tokens
        if asked[-1].text != "?" or told[-1].text == "?" or len(asked) > _QUESTION or len(told) > _ANSWER:
            continue
        farther = answer.block - question.block
        if "@heading" in answer.tags or farther > 1 or (farther and "@item" in answer.tags):
            continue
        tagged = tag([*asked[:-1], *told], lexicon, known)
        bare = len(told) > 1 and told[1].kind == "sign" and answer.tagged.mentions[:1]
        if bare and answer.tagged.mentions[0].concept in known.negators:
            tagged = denied(tagged, len(asked) - 1, known)
        lines = tuple(sorted({*question.lines, *answer.lines}))
        out[answer.index] = replace(answer, tagged=tagged, lines=lines, tags=answer.tags | {"@answer"})
    return out


def _named(found: list[Segment], known: Ontology) -> list[Segment]:
    """Parts without a known heading get the name that their words speak for."""
    out: list[Segment] = []
    names = {"@" + name for name in (*known.parts, UNKNOWN)}
    for part in _parts(found):
        name = _spoken(part, known)
        for s in part:
            out.append(replace(s, tags=(s.tags - names) | {"@" + name}) if name else s)
    return out


def _parts(found: list[Segment]) -> Iterator[list[Segment]]:
    """The stretches between headings."""
    part: list[Segment] = []
    for segment in found:
        if "@heading" in segment.tags and part:
            yield part
            part = []
        part.append(segment)
    if part:
        yield part


def _spoken(part: list[Segment], known: Ontology) -> str:
    """The part whose words are spoken here, if there are enough of them; more where the heading says otherwise."""
    seen = {c for s in part for c in s.tagged.by}
    enough = _ENOUGH if any("@" + UNKNOWN in s.tags for s in part) else _ENOUGH + 2
    if any("@components" in s.tags for s in part):
        return ""
    return next((name for name, words in known.signals if sum(w in seen for w in words) >= enough), "")


def _tells(block: Block, lexicon: Lexicon, known: Ontology) -> bool:
    """Whether a paragraph tells what to do: then the list of what is in the box has ended without a heading."""
    if block.bullet or block.step is not None or len(block.tokens) < _PROSE or block.tokens[0].kind == "number":
        return False
    if any(len(_listed(s, block, lexicon, known)) > 1 for s in _sentences(block.tokens, lexicon)):
        return False
    return len(_DOINGS & tag(block.tokens, lexicon, known).by.keys()) > 1


def _level(block: Block) -> int:
    """How high a heading is, by how it looks."""
    if block.marked:
        return block.level or _LOUD_LEVEL
    if shouting(block):
        return _LOUD_LEVEL
    return _BOLD if block.bold else _ALONE if block.alone else _LOWEST


def _listed(piece: list[Token], block: Block, lexicon: Lexicon, known: Ontology) -> list[list[Token]]:
    """The things that one sentence of a list of contents counts: `a board, five camels and 20 tickets`."""
    tagged = tag(piece, lexicon, known)
    if tagged.tokens[0].kind == "number" and (block.bullet or block.step is not None or len(piece) <= _ITEM):
        items = apart(tagged, known)
        return [item for one in items for item in apart(tag(one, lexicon, known), known)]
    things = {m.start: m for c in known.things for m in tagged.by.get(c, ())}
    shares = {i for c in ("each", "of_them") for m in tagged.by.get(c, ()) for i in range(m.start, m.end)}
    cuts: list[int] = []
    for i, token in enumerate(tagged.tokens):
        if token.kind != "number" or (i and not _joins(tagged.tokens[i - 1], lexicon, bool(cuts))):
            continue
        if token.weak and len(cuts) == 1 and tagged.tokens[i - 1].text not in _LISTING:
            continue  # "five dice, each in the colour of a camel"
        for j in range(i + 1, min(i + _FAR, len(tagged.tokens))):
            if j in things:
                cuts.append(i)
                break
            if j in shares or tagged.tokens[j].kind in ("number", "sign"):
                break
    if (
        not cuts
        or cuts == [0]
        or (len(cuts) == 1 and any(at < cuts[0] for at in things))
        or any(m.start < cuts[0] for c in ("each", "all") for m in tagged.by.get(c, ()))
    ):
        return [piece]
    told = list(tagged.tokens)
    ends = [*cuts[1:], len(told)]
    lead = [told[: cuts[0]]] if any(t.kind == "word" for t in told[: cuts[0]]) else []
    items = [told[a:b] for a, b in zip(cuts, ends, strict=True)]
    return lead + [item for one in items for item in apart(tag(one, lexicon, known), known)]


def _labelled(block: Block, lexicon: Lexicon, known: Ontology) -> int:
    """Where the list begins in a line that is a list of contents of its own: `Contents: 1 board, 5 camels …`."""
    colon = next((i for i, t in enumerate(block.tokens[:_LABEL]) if t.text == ":"), 0)
    following = block.tokens[colon + 1 : colon + 2]
    if not colon or not any(t.kind == "number" or t.key in lexicon.numerals for t in following):
        return 0
    return colon + 1 if "contents" in tag(block.tokens[:colon], lexicon, known).by else 0


def _joins(token: Token, lexicon: Lexicon, inside: bool) -> bool:
    """Whether a new thing of a list may come after this token: a comma, an `and`, or the verb before the list."""
    return (
        not inside
        or token.text in _LISTING
        or (token.key in lexicon.common and len(token.key) <= 3 and token.key not in lexicon.links)
    )


def _coloured(tagged: Tagged, known: Ontology) -> bool:
    """Whether a sentence speaks of some camels by colour: a rule speaks of all, or names as many as it counts."""
    named = sum(c in tagged.by for c in known.colours)
    return not known.pictured_colours.isdisjoint(tagged.by) and not any(
        t.kind == "number" and t.value == named > 2 for t in tagged.tokens
    )


def _leading(
    tagged: Tagged, piece: list[Token], block: Block, index: int, section: str, lexicon: Lexicon, known: Ontology
) -> tuple[Tagged, bool]:
    """Decide whether a number at the head of a line counts things or only numbers the line."""
    found = [t for t in tagged.tokens if t.text not in "([-+"]
    if index or not found or found[0].kind != "number" or (found[0].weak and section != "components"):
        return tagged, False
    at = tagged.tokens.index(found[0])
    following = [m for m in tagged.mentions if at < m.start <= at + 2]
    thing = any(m.concept in known.things and at < m.start <= at + _FAR for m in tagged.mentions)
    deeds = any(m.concept in _DEEDS for m in following) and not (thing and section == "components")
    # A number in words counts; only a figure may number a line.
    if deeds and at == 0 and found[0].text.isdigit() and not any(m.concept == "pound" for m in following):
        return tag(piece[1:], lexicon, known), False
    thing = any(m.concept in known.things and at < m.start <= at + _FAR for m in tagged.mentions)
    verbs = any(m.concept in _VERBS for m in tagged.mentions) and not (
        section == "components" and (block.bullet or thing)
    )
    listed = block.bullet or section == "components" or (shouting(block) and len(tagged.tokens) <= _LOUD)
    return tagged, not verbs and (len(tagged.tokens) <= 60 if listed else len(tagged.tokens) <= 15)
