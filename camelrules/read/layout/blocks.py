"""The physical file to blocks: markup off, gloss and contents dropped, torn lines joined, line numbers kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from camelrules.read.language.lexicon import Lexicon
from camelrules.read.language.tokens import Token, tokens
from camelrules.read.layout.bullets import SIGNS, usual
from camelrules.read.layout.columns import placed
from camelrules.read.layout.manuscript import Manuscript
from camelrules.read.layout.parallel import Piece, unwoven
from camelrules.read.layout.rows import AMOUNT, contents_lines, item_lines, row_lines, step_labels
from camelrules.read.layout.tables import rewritten
from camelrules.read.layout.typesetting import typeset

# A second column can tear a sentence so many blocks apart.
_FAR = 15
# Dots that lead the eye from a thing to its value.
_LEADER = re.compile(
    r"(?<!\s)\s*+(?:(?:\.\s?){4,}+|…{2,}+)\s*+|(?<!\s)\s++(?:\.\s){3,}+\s*+|(?<!\s)\s++\.{2,3}\s++(?=[^.]*\d)"
)
# Places at the head of such a row: `1. right card ...... 8`, `2. / 3. right card ... 5 / 3`.
_PLACES = re.compile(r"(?<![\w.])(\d)\.\s*(?:(/)|(?=[a-zß-ÿ]))")
# A sign that stands apart from its number, where no range of numbers can be meant.
_SIGN = re.compile(r"(: |(?<=\S)\s{2,})([-–−+])\s+(?=\d)")
# An amount with its sign: behind a comma it goes on with a row of them.
_SIGNED = re.compile(r"[-+−–]\d")
# A gap between two columns of a table.
_GAP = re.compile(r"\S\s{3,}\S")
_TAG = re.compile(r"</?[a-zA-Z]{1,8}>")
_MARKS = re.compile(r"\*+|__+|`+|\$")
_RULE = re.compile(r"^[\s|:\-=_]*$")
_BULLET = re.compile(rf"^\s*(?:[-–—{SIGNS}]|\[[ xX]?\]|[*>»›](?=\s))\s*(?=\S)")
_STEP = re.compile(
    r"^\s*(?:(?:ou|or|o|u)\s+)?(?:(\d{1,2}|[a-zA-Z])\s*(?:[.)](?![\dºª°])\s*|\s[-–—]\s+)|([①-⑳❶-❿➀-➓])\s*)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2})+\.?\s+(?=\D)")
# A numbered paragraph of a text that is written like a law, and its heading.
_PARAGRAPH = re.compile(r"^\s*\(\d{1,2}\)\s+(?=\S)")
_LAW = re.compile(r"^\s*§\s*\d{1,2}[a-z]?\.?\s+(?=\S)")
# "or 2  Take a ticket", but not "o 5 fica por cima", where `o` is an article.
_LABEL = re.compile(r"^\s*(?:(?:ou|or)\s+(\d{1,2})\s+(?=\S)|[ou]\s+(\d{1,2})\s+(?=(?-i:[A-ZÀ-Ý])))", re.IGNORECASE)
_WIKI = re.compile(r"^\s*={2,6}\s*([^=]*[^=\s])\s*={2,6}\s*$")
# A row of a list that says what something is worth: a few words without a stop, a colon, and little more.
_ROW = re.compile(r"^(?:\S*[^\s.!?]\s+){0,7}\S+\s?:(?:\s+\S+){1,8}$")
_GLOSS = re.compile(r"^\s*\[[^\]]*\]\s*$")
# A line of a box or of a quotation: a mark before it, and none behind it.
_BOXED = re.compile(r"^\s*([>|])\s[^|]*$")
# A paragraph longer than this is no paragraph; joining more to it would never end.
_FULL = 1500
# A line that was broken for lack of room fills at least this part of the width.
_FULL_LINE = 0.6
_FULL_COLUMN = 0.75
# No column is wider, and so many of its lines are at most as wide; so many at least go on on the next one.
_WIDEST = 130
_NEARLY_ALL = 0.95
_GOES_ON = 0.1
# How high a heading is that stands on one line with its first sentence.
RUN_IN = 6
_HEADED = 2
# A second line of a heading has so many words at most, stands so far from the margin, and hardly off the middle.
_TITLE = 8
_MARGIN = 3
_OFF = 0.2
# A shorter line was not broken for lack of room, unless the column is narrow.
_SHORT = 40
_END = frozenset(".!?:;")
_STOPPED = frozenset(".!?;")


@dataclass(slots=True)
class Block:
    """A paragraph, list item or heading, with its tokens."""

    tokens: list[Token]
    first: int
    bullet: bool = False
    step: int | None = None
    marked: bool = False  # a markdown heading
    level: int = 0  # of a marked heading, from 1
    bold: bool = False  # a line in bold, which heads a list rather than a part
    width: int = 0  # of the last line
    opens: bool = False  # nothing stands on the line before it
    alone: bool = False  # ... nor on the one after it
    text: str = ""
    lines: list[int] = field(default_factory=list)


def _clean(raw: str, wiki: bool = False) -> tuple[str, int, bool]:
    dots = _LEADER.search(raw)
    places = _PLACES.match(raw.lstrip()) if dots else None
    if dots and places and re.search(r"\d", raw[dots.end() :]):
        raw = _PLACES.sub(lambda m: f"{m[1]}º{',' if m[2] else ''} ", raw[: dots.start()]) + raw[dots.start() :]
    text = _SIGN.sub(r"\1\2", _LEADER.sub(": ", _TAG.sub("", raw)))
    if dots and (places or re.match(r"\s*[^\W\d_]", raw)) and raw[dots.end() :].strip():
        text = "- " + text.lstrip()  # a row of a table, and no heading
    if wiki:
        # In a wiki `#` numbers an item; it heads nothing.
        text = re.sub(r"^\s*#+\s+", "* ", text)
    hashes = re.match(r"^\s*(#{1,6})\s", text)
    level = len(hashes.group(1)) if hashes else 0
    bold = bool(re.match(r"^\s*\*\*[^*]+\*\*\s*$", text)) and text.strip()[-3] not in ".!?"
    text = re.sub(r"^\s*#{1,6}\s+", "", text)
    star = bool(re.match(r"^\s*\*\s", text))
    text = _MARKS.sub("", text)
    if star:
        text = "- " + text.lstrip()
    if text.strip().startswith("|"):
        text = "  ".join(c.strip() for c in text.strip().strip("|").split("|"))
    return text, level, bold


def _step(label: str) -> int:
    """The number of a step that is labelled `3.` or `c.`."""
    return int(label) if label.isdigit() else ord(label.lower()) - ord("a") + 1


def _fused(line: str) -> int:
    """Where a heading in capitals ends and its first sentence begins, or 0."""
    loud = 0
    for match in re.finditer(r"\S+", line):
        letters = [c for c in match.group() if c.isalpha()]
        small = any(c.islower() for c in letters)
        if letters and small and loud >= 2 and letters[0].isupper() and len(line) - match.start() > 20:
            return match.start()
        if small or loud > 8:
            return 0
        if len(letters) >= 2:
            loud += 1
        elif letters and loud >= 2 and re.match(r"\S\s+[^\W\d_A-ZÀ-Ý]", line[match.start() :]):
            # a one-letter word that begins the sentence: "FIM DO JOGO O jogo"
            return match.start()
    return 0


def _wrapped(lines: list[str], width: int) -> bool:
    """Whether the file breaks its lines at a fixed width: sentences go on in small letters on the next line."""
    pairs = [(a.rstrip(), b.lstrip()) for a, b in pairwise(lines) if a.strip() and b.strip()]
    on = sum(a[-1] not in _END and b[0].islower() for a, b in pairs)
    return width <= _WIDEST and on > _GOES_ON * len(pairs)


def _width(lines: list[str]) -> int:
    """How wide the lines are, but for a few that stick out."""
    lengths = sorted(len(line.rstrip()) for line in lines if line.strip())
    return lengths[int(_NEARLY_ALL * len(lengths))] if lengths else 0


def blocks(written: Manuscript, lexicon: Lexicon) -> list[Block]:
    """The blocks of a text; words keep the line numbers of the file they were read from."""
    originals = written.text.splitlines()
    plain = [Piece(line, n) for n, line in enumerate(originals, 1)]
    # What is no plain text says itself where its columns are.
    pieces = plain if written.words else unwoven(originals, lexicon)
    typed = typeset(usual([p.text for p in pieces]))
    raw_lines = [line.text for line in typed]
    width = _width(raw_lines)
    wrapped = _wrapped(raw_lines, width)
    items = item_lines(raw_lines, width, lexicon) if wrapped else set()
    listed = row_lines(raw_lines, width, lexicon) if wrapped else set()
    rows = rewritten(raw_lines, lexicon)
    contents = contents_lines(raw_lines)
    labels = step_labels(raw_lines)
    subtitles = _subtitles(raw_lines, width)
    wiki = any(_WIKI.match(line) for line in originals)
    out: list[Block] = []
    blank = True
    reached = 0
    for (number, raw), placed_in in zip(enumerate(raw_lines, 1), pieces, strict=True):
        if number in contents:
            continue
        source = placed_in.number
        line, level, bold = (rows[number], 0, False) if number in rows else _clean(raw, wiki)
        level = level or typed[number - 1].level
        if _RULE.match(line):
            blank = blank or not line.strip()
            continue
        if _GLOSS.match(line) and lexicon.code != "en":
            continue
        original = written.line(source, originals[source - 1])[: placed_in.end]
        if source in written.joined and out and (rest := tokens(line, source)):
            block = Block(placed(rest, original), source, width=len(raw.rstrip()), text=line.strip(), lines=[source])
            if _extend(out[-1], block):
                blank = False
                continue
        boxed = _BOXED.match(raw)
        row = raw.strip().startswith("|") and boxed is None
        bullet = row or (bool(_BULLET.match(line)) and not re.match(r"^\s*[-–]\d", line))
        if bullet and not row:
            line = _BULLET.sub("", line, count=1)
        if boxed and _inside(boxed, raw_lines[number - 2] if number > 1 else "", out, line, width):
            bullet = False
        step: int | None = None
        opens = bool(_PARAGRAPH.match(line))
        if _LAW.match(line) and line.rstrip()[-1] not in _STOPPED:
            level = level or _HEADED
        line = _LAW.sub("", _PARAGRAPH.sub("", _SECTION.sub("", line)))
        match = _STEP.match(line) or _LABEL.match(line)
        if number in labels:
            step, line = labels[number]
            reached = step
        elif match and line[match.end() :].strip():
            digits = match.group(1)
            number_of = _step(digits) if digits else int(tokens(match.group(2))[0].value or 0)
            # "the third card:" at the end of a line and "3. The fourth: 2." on the next is an amount, and no step.
            goes_on = wrapped and not blank and bool(out) and out[-1].tokens[-1].text not in _STOPPED
            # ... and so is "all others" at the end of a full line and "1. Wrong ones" on the next.
            full = goes_on and out[-1].tokens[-1].text != ":" and _runs_on(out[-1], width)
            if not goes_on or (number_of in (1, reached + 1) and not full):
                step = reached = number_of
                line = line[match.end() :]
        parts = [(line, level)]
        cut = _fused(line)
        if cut:
            parts = [(line[:cut], RUN_IN), (line[cut:], 0)]
        # A heading that is fused with its sentence ends where that begins.
        last = placed(tokens(parts[-1][0], source), original)
        for part, level in parts:
            end = last[0].column - 1 if last else None
            found = last if part is parts[-1][0] else placed(tokens(part, source), original, end)
            if not found:
                continue
            alone = blank and (number == len(raw_lines) or not raw_lines[number].strip())
            block = Block(
                found,
                source,
                bullet,
                step,
                level > 0,
                level,
                bold,
                len(raw.rstrip()),
                blank,
                alone,
                part.strip(),
                [source],
            )
            if opens or number in listed or number in items or not _join(block, out, blank, wrapped, lexicon, width):
                out.append(block)
            bullet, step = False, None
        if number in subtitles and len(out) > 1 and _heads(out[-2]) and out[-2].lines[-1] == source - 1:
            _extend(out[-2], out.pop())
        blank = False
    return out


def _subtitles(lines: list[str], width: int) -> set[int]:
    """Numbers of lines that go on with the heading right above them: set in the middle, over text that is not."""
    out: set[int] = set()
    for number, line in enumerate(lines[1:], 2):
        text, above = line.strip(), lines[number - 2].strip()
        under = lines[number] if number < len(lines) else ""
        margin = len(line) - len(line.lstrip())
        if not text or not above or number - 1 in out or len(text.split()) > _TITLE or text[-1] in ".,;:":
            continue
        if not text[0].isupper() or any(c.isdigit() for c in text):
            continue
        middle = abs(2 * margin + len(text) - width) <= _OFF * width and margin > _MARGIN
        if middle and (not under.strip() or len(under) - len(under.lstrip()) + _MARGIN < margin):
            out.add(number)
    return out


def _heads(block: Block) -> bool:
    """Whether the block is a heading by its looks: one that is marked, or one in capitals."""
    return block.level > 0 or _shouting(block.text)


def _inside(boxed: re.Match[str], above: str, out: list[Block], line: str, width: int) -> bool:
    """Whether a line of a box goes on with the one above it in the same box."""
    same = (mark := _BOXED.match(above)) is not None and mark.group(1) == boxed.group(1) and bool(out)
    return same and (line.lstrip()[:1].islower() or _runs_on(out[-1], width))


def _open(block: Block) -> bool:
    last = block.tokens[-1].text
    return not block.marked and last not in _END and last not in (",", ")", "]", "»", "”", '"')


def _join(block: Block, out: list[Block], blank: bool, wrapped: bool, lexicon: Lexicon, width: int) -> bool:
    """Attach the block to an earlier one that it goes on with."""
    if not out or block.bullet or block.step is not None or block.marked:
        return False
    first = block.tokens[0]
    previous = out[-1]
    near = abs(block.first - previous.lines[-1])
    small = (first.kind == "word" and first.text[0].islower()) or (first.text == "(" and near == 1)
    small |= near == 1 and wrapped and previous.tokens[-1].text == ":" and bool(AMOUNT.match(block.text))
    if near == 1 and not blank and previous.tokens[-1].text == "," and _SIGNED.match(block.text):
        return _extend(previous, block)
    if near == 1 and _GAP.search(previous.text) and _GAP.search(block.text):
        return False
    if near == 1 and not blank and _in_brackets(previous.text) and _closes(block.text):
        return _extend(previous, block)
    listed = not previous.bullet and _counts(block, lexicon) and _counts(previous, lexicon)
    listed = listed and not _lists_on(previous, block)
    if near == 1 and len(previous.lines) == 1 and _ROW.match(previous.text) and _ROW.match(block.text):
        return False
    if wrapped and near == 1 and not blank and not listed and (small or _runs_on(previous, width)):
        return _extend(previous, block)
    if not small or len(block.text) < 4:
        return False
    if _open(previous) and near <= 4 and not _shouting(previous.text):
        return _extend(previous, block)
    if near <= 1 and not blank and previous.tokens[-1].text == ",":
        return _extend(previous, block)
    # The other half of a sentence that a second column has torn: it broke off at a number or a small word.
    for candidate in reversed(out[-_FAR:]):
        last = candidate.tokens[-1]
        if len(candidate.tokens) > 6 and (
            last.kind == "number" or (last.kind == "word" and last.key in lexicon.common)
        ):
            return _extend(candidate, block)
    return False


def _in_brackets(text: str) -> bool:
    """Whether a bracket is open at the end, and no other before it: a label closes one that nobody opened."""
    return text.count("(") == text.count(")") + 1


def _closes(text: str) -> bool:
    """Whether a bracket ends here that began before."""
    return ")" in text and "(" not in text[: text.index(")")]


def _lists_on(previous: Block, block: Block) -> bool:
    """Whether a line goes on, farther in, with a list of numbers: `each bears the numbers`, and `1, 1, 2` below it."""
    first, *rest = block.tokens
    numbers = len(rest) > 1 and rest[0].text in (",", "/", "-") and rest[1].kind == "number"
    ended = previous.tokens[-1].text in _STOPPED
    return first.kind == "number" and numbers and not ended and first.column > previous.tokens[0].column + 1


def _counts(block: Block, lexicon: Lexicon) -> bool:
    """Whether the line begins with a count, as the lines of a list do."""
    first = block.tokens[0]
    return first.kind == "number" or (first.key in lexicon.numerals and first.text[0].isupper())


def _runs_on(block: Block, width: int) -> bool:
    """Whether the line was broken because it was full."""
    last = block.tokens[-1].text
    full = block.width > max(_FULL_LINE * width, min(_SHORT, _FULL_COLUMN * width))
    return full and last not in _END and not _shouting(block.text) and not block.marked


def _shouting(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and sum(c.isupper() for c in letters) > 0.8 * len(letters)


def shouting(block: Block) -> bool:
    """Whether the block is written in capitals."""
    return _shouting(block.text)


def _extend(target: Block, block: Block) -> bool:
    if len(target.tokens) > _FULL:
        return False
    target.tokens += block.tokens
    target.lines += block.lines
    target.width = block.width
    target.text += " " + block.text
    return True
