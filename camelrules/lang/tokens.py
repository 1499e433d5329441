"""Words, numbers and signs of an expression, each with its place in the file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from camelrules.lang.source import Span, fail
from camelrules.lang.tree import Text

KEYWORDS = frozenset(
    (
        *("if", "then", "else", "and", "or", "not", "in", "as", "for", "where", "true", "false", "none", "empty"),
        *("let", "set", "do", "emit", "draw", "append", "to", "shuffled", "of", "list"),
    )
)
# An expression of ours has under 100 words; a longer one than this is an attack or an accident.
MAX_TOKENS = 2000

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)|(?P<number>\d+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)"
    r"|(?P<sign>\.\.|==|!=|<=|>=|[-+*<>=?(),\[\]])"
)


# What those mean who write as in other languages.
_HINTS = {
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`, or `!=`",
    "/": "there is no division; every number is whole",
    "'": "names and members stand without quotes",
    '"': "names and members stand without quotes",
    "{": "a set is written `set(c in camel where …)`",
    ":": "expressions have no colon; `if … then … else …` chooses",
}


@dataclass(frozen=True, slots=True)
class Token:
    """One word or sign; `kind` is `name`, `keyword`, `number`, `sign` or `end`."""

    kind: str
    text: str
    span: Span


def is_name(word: str) -> bool:
    """Whether an expression can use a word as a name."""
    match = _TOKEN.fullmatch(word)
    return match is not None and match.lastgroup == "name" and word not in KEYWORDS


def tokenize(text: Text) -> list[Token]:
    """The tokens of a scalar, read from the raw file so that every place is exact."""
    tokens: list[Token] = []
    raw, at = text.raw, 0
    line, line_start, column0 = text.raw_line + 1, 0, text.raw_column

    def place(position: int, width: int) -> Span:
        return Span(text.span.source, line, column0 + position - line_start + 1, max(1, width))

    while at < len(raw):
        match = _TOKEN.match(raw, at)
        if match is None:
            hint = _HINTS.get(raw[at], "expressions use words, whole numbers and + - * == != < <= > >= ( ) [ ]")
            raise fail("character", f"unexpected character `{raw[at]}`", place(at, 1), hint)
        word = match.group()
        if match.lastgroup == "space":
            for i, ch in enumerate(word):
                if ch == "\n":
                    line, line_start, column0 = line + 1, at + i + 1, 0
        else:
            if match.lastgroup == "number" and len(word) > 9:
                raise fail("number", "the number is too large", place(at, len(word)), "at most nine digits")
            kind = "keyword" if word in KEYWORDS else str(match.lastgroup)
            tokens.append(Token(kind, word, place(at, len(word))))
            if len(tokens) > MAX_TOKENS:
                raise fail("too-long", f"the expression has more than {MAX_TOKENS} words", text.span)
        at = match.end()
    tokens.append(Token("end", "end of the text", place(len(raw), 1)))
    return tokens
