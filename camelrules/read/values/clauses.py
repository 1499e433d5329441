"""The type of every clause, as far as reading knows it: what a value may be, not what it is."""

from __future__ import annotations

from functools import lru_cache

from camelrules.lang.binding import bindings
from camelrules.lang.kinds import Kind, MemberKind, MembersKind, parse
from camelrules.lang.library import library
from camelrules.lang.values import Otherwise, Value


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """The type of every clause, from the first edition that has it."""
    found: dict[str, Kind] = {}
    for edition in reversed(library().editions()):
        for clause, binding in bindings(edition).items():
            found.setdefault(clause, binding.kind)
    return found


def typed(clause: str, text: str) -> tuple[Value | None, bool]:
    """A value in the type of its clause, and whether the text leaves it doubtful (`?`)."""
    doubtful = text.startswith("?")
    text = text.lstrip("?").strip()
    return (parse(kinds()[clause], text) if text else None), doubtful


def fits(clause: str, text: str) -> bool:
    """Whether the text is a value of the clause's type."""
    return not isinstance(typed(clause, text)[0], Otherwise)


def members(clause: str) -> tuple[str, ...]:
    """The values of a clause that has some to choose from, as they are written."""
    kind = kinds()[clause]
    if not isinstance(kind, MemberKind | MembersKind):
        return ()
    written = kind.words.values() if isinstance(kind, MemberKind) else ()
    return (*(m.replace("_", " ") for m in kind.members), *written)
