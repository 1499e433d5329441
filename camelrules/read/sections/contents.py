"""Lines of a list of contents that tell the count behind the name: `Camels: 5, of wood` is `5 camels, of wood`."""

from __future__ import annotations

from camelrules.read.language.tokens import Token

# A name has so many words at most.
_NAME = 6
_BEFORE = frozenset(":(×x–—-=")
_AFTER = frozenset(")],;.(–—")


def count_first(found: list[Token]) -> list[Token]:
    """The tokens with the count in front, where a line begins with a name and its count stands behind it."""
    for at, token in enumerate(found[: _NAME + 1]):
        if token.kind == "number":
            return found
        if at and token.key in _BEFORE:
            break
    else:
        return found
    if at + 1 >= len(found) or found[at + 1].kind != "number" or (found[at + 1].value or 0) < 1:
        return found
    rest = found[at + 2 :]
    closed = token.text == "(" and bool(rest) and rest[0].text == ")"
    if (token.text == "(") != closed or (rest and not closed and rest[0].text not in _AFTER):
        return found
    if len(rest) > 1 and rest[0].text == "," and rest[1].kind == "number":
        return found  # "faces: 1, 2, 3"
    return [found[at + 1], *found[:at], *(rest[1:] if closed else rest)]


def counts_behind(found: list[Token]) -> bool:
    """Whether a line names a thing and then counts what there is of it: `Coins: 40 of 1 and 40 of 5`."""
    colon = next((i for i, t in enumerate(found) if t.text == ":"), len(found))
    return any(t.kind == "number" for t in found[colon:])
