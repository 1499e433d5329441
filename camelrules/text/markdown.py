"""Markdown: markup off, line by line, so that every line keeps its number and every word its column."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from camelrules.text.decode import decoded
from camelrules.text.letters import Letters, letters
from camelrules.text.model import Body, Document, Format, Heading, Item, Label, Line, LinePlace, Quote, Role, Row, Rule

_ATX = re.compile(r"^ {0,3}(#{1,6})(?:\s+|$)")
_CLOSING = re.compile(r"(?<!\s)\s++#++\s*$")
_SETEXT = re.compile(r"^ {0,3}(=+|-{2,})\s*$")
_BREAK = re.compile(r"^ {0,3}(?:(?:\*\s*+){3,}+|(?:-\s*+){3,}+|(?:_\s*+){3,}+)$")
_ITEM = re.compile(r"^(\s*)(?:[-*+]|(\d{1,3}[.)]))\s+(?=\S)")
_TASK = re.compile(r"^\[[ xX]\]\s+")
_QUOTE = re.compile(r"^(?:\s{0,3}>)+\s?")
_FENCE = re.compile(r"^\s{0,3}(?:```+|~~~+)")
_RULE = re.compile(r"^\s*+\|?(?:\s*+:?-++:?\s*+\|)+(?:\s*+:?-++:?\s*+)?$")
_REFERENCE = re.compile(r"^ {0,3}\[(?!\^)[^\]]+\]:\s*\S+")
_FOOTNOTE = re.compile(r"^\[\^[^\]]+\]:\s*")
_BOLD = re.compile(r"^\s*(?:\*\*[^*]+\*\*|__[^_]+__):?\s*$")
_UNESCAPED_BAR = re.compile(r"(?<!\\)\|")
# So long is a line that was broken for lack of room; shorter ones may stand alone on purpose.
_FULL = 55
_INLINE = (
    re.compile(r"<!--.*?-->"),
    re.compile(r"!\[(?P<keep>[^\]\[]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)"),
    re.compile(r"(?<!\\)\[(?!\^)(?P<keep>[^\]\[]+)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])"),
    re.compile(r"(?<!\\)\[\^[^\]\[]+\]"),
    re.compile(r"<(?P<keep>https?://[^>\s]+|[\w.+-]+@[\w.-]+)>"),
    re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>"),
    re.compile(r"\{[#.:][^{}]*\}\s*$"),
    re.compile(r"`+"),
    re.compile(r"~~"),
    # A star with blanks on both sides is a sign of the text, and so is one behind a backslash.
    re.compile(r"(?<!\\)\*+(?=\S)|(?<=\S)(?<!\\)\*+"),
    re.compile(r"(?<![\w\\])_++(?=\S)|(?<=[^\s\\_])_++(?!\w)"),
)
_LINE_BREAK = re.compile(r"<br\s*/?>", re.I)
_ESCAPE = re.compile(r"\\(?P<keep>[\\`*_{}\[\]()<>#+\-.!|~&$])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31});")


@dataclass(slots=True)
class _State:
    """What the lines before have opened."""

    fence: str = ""
    comment: bool = False
    table: bool = False
    before: str = ""  # the raw line before, where it is running text


def read_markdown(data: bytes, name: str) -> Document:
    """A line of the document for each line of the file."""
    raw = decoded(data, name).splitlines()
    state = _State()
    lines: list[Line] = []
    matter = _front_matter(raw)
    for at, text in enumerate(raw):
        following = raw[at + 1] if at + 1 < len(raw) else ""
        lines.append(Line("", LinePlace(at + 1)) if at < matter else _line(text, following, at + 1, state))
    return Document(name, Format.MARKDOWN, tuple(lines))


def typed(text: str) -> tuple[str, Role]:
    """A line of another format that an author wrote as in Markdown: what it says, and what it is."""
    line = _line(text, "", 1, _State())
    return line.text, line.role


def _front_matter(raw: list[str]) -> int:
    """How many lines the fields before the text take."""
    if not raw or raw[0].strip() != "---":
        return 0
    end = next((n for n, line in enumerate(raw[1:60], 1) if line.strip() in ("---", "...")), 0)
    fields = all(not t.strip() or ":" in t or t.startswith((" ", "-", "#")) for t in raw[1:end])
    return end + 1 if end and fields else 0


def _line(raw: str, following: str, number: int, state: _State) -> Line:
    """One line without its markup; `state` goes on to the next."""
    before, state.before = state.before, ""
    blank = Line("", LinePlace(number))
    found = letters(raw)
    if state.comment or ("<!--" in raw and "-->" not in raw[raw.index("<!--") :]):
        inside, state.comment = state.comment, "-->" not in raw
        found = (
            found.cut(raw.index("-->") + 3 if "-->" in raw else len(raw)) if inside else found.cut(0, raw.index("<!--"))
        )
    fence = _FENCE.match(raw)
    if fence:
        mark = fence.group().strip()[:3]
        state.fence = "" if state.fence == mark else state.fence or mark
        return blank
    if state.fence:
        return Line(raw.rstrip(), LinePlace(number))
    quoted = False
    if match := _QUOTE.match(found.text):
        quoted, found = True, found.cut(match.end())
    if not found.text.strip() or _REFERENCE.match(found.text):
        state.table = False
        return blank
    if _SETEXT.match(found.text) and before:
        return blank
    if state.table or _is_table(found.text, following):
        state.table = "|" in found.text
        if state.table:
            return _table_line(found, number)
    if _BREAK.match(found.text):
        return blank
    role, found = _role(found, following, quoted)
    inner = _inline(found).stripped()
    # A line that goes on with a full one belongs to its paragraph, unless that ended with a break.
    hard = before.endswith(("  ", "\\")) or bool(_LINE_BREAK.search(before[-8:]))
    continues = isinstance(role, Body | Quote) and len(before) >= _FULL and not hard
    state.before = "" if _ATX.match(raw) else raw
    return Line(inner.text, LinePlace(number, inner.columns()), role, continues=continues)


def _is_table(text: str, following: str) -> bool:
    return text.lstrip().startswith("|") or ("|" in text and bool(_RULE.match(_QUOTE.sub("", following))))


def _table_line(found: Letters, number: int) -> Line:
    if _RULE.match(found.text):
        return Line("", LinePlace(number), Rule(max(1, found.text.strip().strip("|").count("|") + 1)))
    edge = found.stripped()
    start = 1 if edge.text.startswith("|") else 0
    end = len(edge.text) - 1 if edge.text.endswith("|") and not edge.text.endswith("\\|") else len(edge.text)
    cells = tuple(_inline(letters(c)).stripped().text for c in _UNESCAPED_BAR.split(edge.text[start:end]))
    inner = _inline(edge.cut(start, end).sub(_UNESCAPED_BAR, "  ")).stripped()
    return Line(inner.text, LinePlace(number, inner.columns()), Row(cells))


def _role(found: Letters, following: str, quoted: bool) -> tuple[Role, Letters]:
    """What a line is by the markup at its beginning, and the rest of it."""
    if match := _ATX.match(found.text):
        return Heading(len(match.group(1))), found.cut(match.end()).sub(_CLOSING)
    if match := _ITEM.match(found.text):
        rest = found.cut(match.end())
        return Item(match.group(2) or "", len(match.group(1)) // 2), rest.sub(_TASK)
    underline = _SETEXT.match(following)
    if underline and not quoted:
        return Heading(1 if underline.group(1)[0] == "=" else 2), found
    if _BOLD.match(found.text):
        return Label(), found
    return (Quote() if quoted else Body()), found.sub(_FOOTNOTE)


def _inline(found: Letters) -> Letters:
    """Without emphasis, links, tags and escapes."""
    found = found.sub(_LINE_BREAK, " ")
    for pattern in _INLINE:
        found = found.sub(pattern)
    return found.sub(_ESCAPE).sub(_ENTITY, lambda match: html.unescape(match.group()))
