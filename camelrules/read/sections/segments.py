"""Blocks to segments: sentences and items with their concepts, section and neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from camelrules.read.language.concepts import Mention, Tagged, denied, tag
from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.ontology import Ontology
from camelrules.read.language.tokens import Token
from camelrules.read.layout.blocks import Block, blocks, shouting
from camelrules.read.layout.manuscript import Manuscript
from camelrules.read.sections.contents import apart, count_first, counts_behind, sums, unannounced
from camelrules.read.sections.examples import example_number, goes_on, settles
from camelrules.read.sections.headings import (
    LOUD,
    LOWEST,
    UNKNOWN,
    VERBS,
    Part,
    Sections,
    chapters,
    is_heading,
    level,
    numbered,
    stopped,
    titles,
)

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
# A part after a semicolon is a sentence of its own from here on.
_LONG = 6
# A question and its answer of so many words are read as one.
_QUESTION = 20
_ANSWER = 30
# A denial with a question mark behind it is a case rather than a question if it is as short as this.
_WHETHER = 7
# A line that is a list of contents of its own names itself in so many words.
_LEAD = 6
# So many of its words tell a part of a text.
_ENOUGH = 5
# No sentence is longer than this; without a limit, text that never stops would cost the square of its length.
_LONGEST = 300
# A line that fills so much of the width was broken for lack of room, not for a new paragraph.
_FULL = 0.85
# A count stands this close before what it counts: "five little wooden camels".
_FAR = 5
# A name that leads a paragraph has so many words with its stop.
_NAME = 4
# One thing of a list takes no more words.
_ITEM = 30
# The parts that a text may leave without a heading that we know, for the part that a sentence then opens.
_BEFORE_SETUP = frozenset(["", "components", "overview", "board"])
# A paragraph of so many words is no item of a list; two of these things are done in it.
_PROSE = 25
_DOINGS = frozenset(["place", "give", "get", "take", "roll", "sort", "stack", "form"])
_CLOSING = frozenset("»”“\"'’)")
_LISTING = frozenset(",;:(–-")


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


def _led_in(pieces: list[list[Token]], lexicon: Lexicon, known: Ontology) -> list[list[Token]]:
    """The sentences with the name of a thing that leads a paragraph in the first of them: `Dice. Drop all five …`."""
    if len(pieces) < 2 or pieces[0][-1].text != "." or len(pieces[0]) > _NAME or pieces[1][0].kind != "word":
        return pieces
    tagged = tag(pieces[0], lexicon, known)
    named = {at for c in known.things for m in tagged.by.get(c, ()) for at in range(m.start, m.end)}
    if not named or any(at not in named for at in range(len(tagged.tokens) - 1) if at not in tagged.links):
        return pieces
    colon = replace(pieces[0][-1], text=":", key=":")
    return [[*pieces[0][:-1], colon, *pieces[1]], *pieces[2:]]


def _until_stop(found: list[Token], start: int) -> int:
    """How many words there are up to the next stop, as far as it matters."""
    words = 0
    for token in found[start : start + 3 * _LONG]:
        if token.text in ".;!?" or words > _LONG:
            break
        words += token.kind != "sign"
    return words


def segments(written: Manuscript, lexicon: Lexicon, known: Ontology, part: str = "") -> list[Segment]:
    """The segments of a text in order; `part` is the part of a rulebook in which it begins."""
    from camelrules.read.match.conditions import clue, heading_section

    out: list[Segment] = []
    sections = Sections(known.phases, part)
    example = 0
    found = blocks(written, lexicon)
    ends = stopped(found)
    width = max((b.width for b in found), default=0)
    numbers = chapters(found)
    lists = unannounced([_counted(b, lexicon, known) for b in found], known)
    for block_index, block in enumerate(found):
        if block_index in numbers:
            block.tokens = block.tokens[1:]
        inside = sections.name == "components" or block_index in lists
        listing = 0 if inside else _labelled(block, lexicon, known)
        block.tokens = block.tokens[listing:]
        counted = count_first(block.tokens) if inside else block.tokens
        behind, block.tokens = counted is not block.tokens, counted
        heading = is_heading(block, lexicon, sections.name) or (ends and titles(block, lexicon, known))
        heading = heading and not (listing or behind or block_index in lists)
        heading = heading and not (inside and counts_behind(block.tokens))
        if not (heading or listing or behind) and numbered(block):
            heading = True
            block.tokens = block.tokens[1:]
        pieces = [block.tokens] if heading else _led_in(_sentences(block.tokens, lexicon), lexicon, known)
        if sections.name == "components" and not heading and _tells(block, lexicon, known):
            sections.name = ""
        listed = listing or block_index in lists
        part = "components" if listed else sections.name
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
            if "example" in tagged.by and (end := example_number(tagged)):
                piece = [*tagged.tokens[: end - 1], *tagged.tokens[end:]]
                tagged = tag(piece, lexicon, known)
            tags: set[str] = set()
            tagged, counts = _leading(
                tagged, piece, block, 0 if part == "components" else piece_index, part, lexicon, known
            )
            if counts:
                tags.add("@count")
            heads = heading and not counts and len(pieces) == 1
            if block.step is not None and piece_index == 0 and not heads:
                sections.step(block.step)
            if heads:
                tags.add("@heading")
                name = "" if "example" in tagged.by else heading_section(tagged, known)
                lead_in = not name and block.tokens[-1].text == ":"
                if not lead_in and not (block.bold and sections.name == "components"):
                    sections.heading(name, level(block), bool(tagged.mentions))
            if "example" in tagged.by and (tagged.by["example"][0].start <= 1 or heads):
                inline = not heads and (len(tagged.tokens) > 3 or piece_index < len(pieces) - 1)
                example = 1 if inline else 3
            hint = clue(tagged, known) if not heads and not counts else ""
            if hint and sections.name in _BEFORE_SETUP:
                sections.name = hint
            elif hint and hint == sections.left and "@" + hint not in sections.tags:
                sections.open.insert(0, Part(hint, LOWEST))
            told = sections.name not in ("components", "board", "") and not heads and _coloured(tagged, known)
            if told or settles(tagged) or (example and (example != 1 or inline or pictured)):
                tags.add("@example")
            if len(piece) > 2 and tagged.tokens[0].kind == "ordinal" and tagged.tokens[1].text == ":":
                tags.add("@ranked")
            if block.bullet or block.step is not None:
                tags.add("@item")
            if _bare(tagged.tokens)[-1].text == "?" and not heads:
                tags.add("@question")
            tags |= {"@components"} if listed else sections.tags
            lines = tuple(sorted({t.line for t in piece}))
            out.append(Segment(len(out), tagged, frozenset(tags), lines, block_index))
    return _answered(_named(_unsummed(out, known), known), lexicon, known)


def _unsummed(found: list[Segment], known: Ontology) -> list[Segment]:
    """Lines that only sum up the counts behind them count nothing themselves."""
    summed = sums([s.tagged if "@count" in s.tags else None for s in found], known)
    return [replace(s, tags=s.tags - {"@count"}) if s.index in summed else s for s in found]


def _bare(found: Sequence[Token]) -> Sequence[Token]:
    """The tokens of a sentence without the quotation marks that end it: `"May I hide it?"`."""
    end = len(found)
    while end > 1 and found[end - 1].text in _CLOSING:
        end -= 1
    return found[:end]


def _answered(found: list[Segment], lexicon: Lexicon, known: Ontology) -> list[Segment]:
    """Answers with the words of their questions: `What does a ticket cost? Nothing.`"""
    out = list(found)
    for question, answer in pairwise(found):
        asked, told = _bare(question.tagged.tokens), answer.tagged.tokens
        if asked[-1].text != "?" or told[-1].text == "?" or len(asked) > _QUESTION or len(told) > _ANSWER:
            continue
        farther = answer.block - question.block
        if "@heading" in answer.tags or farther > 1 or (farther and "@item" in answer.tags):
            continue
        bare = len(told) > 1 and told[1].kind == "sign" and answer.tagged.mentions[:1]
        if not bare and len(asked) <= _WHETHER and any(m.concept in known.negators for m in question.tagged.mentions):
            continue  # "Nothing? Shake it again." says what to do in that case
        tagged = tag([*asked[:-1], *told], lexicon, known)
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


def _counted(block: Block, lexicon: Lexicon, known: Ontology) -> Tagged | None:
    """The block with its concepts, if it may be a row of a list that counts things: it tells nobody what to do."""
    if block.step is not None or block.marked or shouting(block) or len(_sentences(block.tokens, lexicon)) > 1:
        return None
    tagged = tag(block.tokens, lexicon, known)
    return tagged if (_DEEDS | VERBS).isdisjoint(tagged.by) else None


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
    colon = next((i for i, t in enumerate(block.tokens[:_LEAD]) if t.text == ":"), 0)
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
    verbs = any(m.concept in VERBS for m in tagged.mentions) and not (
        section == "components" and (block.bullet or thing)
    )
    listed = block.bullet or section == "components" or (shouting(block) and len(tagged.tokens) <= LOUD)
    return tagged, not verbs and (len(tagged.tokens) <= 60 if listed else len(tagged.tokens) <= 15)
