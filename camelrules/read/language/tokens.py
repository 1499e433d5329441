"""Characters to tokens: words, numbers, signs, each with the line it stands on."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Letters that a number may carry when it is an ordinal, in any of our languages: 1st, 2e, 1er, 5ta, 3º.
_ORDINAL = r"(?:\.?[ºª°]|st|nd|rd|th|ers?|[èe]re|res?|nde?|[èe]mes?|es?|[ºª°]|t[ao]|r[ao]|d[ao]|m[ao]|n[ao]|v[ao])"
_TOKEN = re.compile(
    rf"(?P<ref>\d+(?:\.\d+)+)(?![^\W_])|(?P<ord>\d+{_ORDINAL})(?![^\W_])|(?P<num>\d+)|(?P<circled>[①-⑳❶-❿➀-➓])|(?P<word>[^\W\d_]+)|(?P<sign>[^\w\s])",
    re.UNICODE | re.IGNORECASE,
)
_MINUS = "-−–"
STOPS = frozenset(".!?;")
BREAKS = frozenset(".!?;:,()[]—–")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign of the text; `key` is what the lexicon is asked for."""

    text: str
    key: str
    line: int
    kind: str  # word, number, ordinal or sign
    value: int | None = None
    weak: bool = False  # an article that may also mean 1
    column: int = 0  # from 1; 0 where it is not known


def fold(word: str) -> str:
    """The word without its accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def tokens(text: str, line: int = 0) -> list[Token]:
    """The tokens of one line of text."""
    found: list[Token] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFC", text)):
        piece = match.group()
        start = match.start()
        match match.lastgroup:
            case "ord":
                digits = re.match(r"\d+", piece).group()  # type: ignore[union-attr]
                value = int(digits) if len(digits) < 10 else -(10**9)
                found.append(Token(piece, piece.lower(), line, "ordinal", value, column=start + 1))
            case "num":
                value = int(piece) if len(piece) < 10 else -(10**9)
                before = text[start - 1] if start else " "
                if (
                    before in _MINUS
                    and (start < 2 or text[start - 2] in " (+:=,")
                    and found
                    and found[-1].text in _MINUS
                ):
                    found.pop()
                    piece, value = "-" + piece, -value
                found.append(Token(piece, piece, line, "number", value, column=start + 1))
            case "circled":
                value = int(unicodedata.numeric(piece))
                found.append(Token(piece, piece, line, "number", value, column=start + 1))
            case "word" | "ref":
                found.append(Token(piece, piece.lower(), line, "word", column=start + 1))
            case _:
                found.append(Token(piece, piece, line, "sign", column=start + 1))
    return found
