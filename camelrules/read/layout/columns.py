"""Tokens of a cleaned line, back at the columns that they have in the document's own line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from camelrules.read.language.tokens import Token

_BROKEN = re.compile(r"(?<![^\W\d_])([^\W\d_]++)[-‐]\s*$")


def placed(tokens: Sequence[Token], line: str, end: int | None = None) -> list[Token]:
    """The tokens with their columns in `line`, of which they are the last, up to `end`.

    They are looked for from the end backwards: markup goes at the beginning of a line, and between words, but
    what comes right before a word is the word before it.
    """
    text = unicodedata.normalize("NFC", line)
    at = len(text) if end is None else end
    out: list[Token] = []
    for token in reversed(tokens):
        start = text.rfind(token.text, 0, at)
        if start < 0:
            start = _elsewhere(token, text, at)
        at = start
        out.append(replace(token, column=start + 1))
    return out[::-1]


def _elsewhere(token: Token, text: str, at: int) -> int:
    """A word that goes on in the next line begins where its first part does; a cell may have changed its place."""
    broken = _BROKEN.search(text)
    if broken and token.text.startswith(broken.group(1)):
        return broken.start()
    start = text.rfind(token.text)
    return start if start >= 0 else max(0, at - 1)
