"""The numbers and bullets that a word processor puts before its list items."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list counts: the form of its number, what stands around it, and where it starts."""

    form: str = "bullet"
    text: str = "%1."
    start: int = 1


@dataclass(slots=True)
class Counters:
    """How far every list has come."""

    reached: dict[str, list[int]] = field(default_factory=dict)

    def next(self, list_id: str, depth: int, levels: dict[int, Level]) -> str:
        """The number of the next item as printed; empty for a bullet."""
        depth = min(max(depth, 0), 8)
        numbers = self.reached.setdefault(list_id, [])
        while len(numbers) <= depth:
            numbers.append(levels.get(len(numbers), Level()).start - 1)
        del numbers[depth + 1 :]
        numbers[depth] += 1
        level = levels.get(depth, Level())
        if level.form in ("bullet", "none", ""):
            return ""

        def spelled(match: re.Match[str]) -> str:
            at = int(match.group(1)) - 1
            form = levels.get(at, Level("decimal")).form
            return shown(numbers[at] if at < len(numbers) else 1, form)

        return re.sub(r"%([1-9])", spelled, level.text).strip() or shown(numbers[depth], level.form)


def shown(number: int, form: str) -> str:
    """A number in the form that a list has."""
    match form:
        case "lowerLetter" | "a":
            return _letter(number)
        case "upperLetter" | "A":
            return _letter(number).upper()
        case "lowerRoman" | "i":
            return _roman(number)
        case "upperRoman" | "I":
            return _roman(number).upper()
        case _:
            return str(number)


def _letter(number: int) -> str:
    return chr(ord("a") + (number - 1) % 26) if number > 0 else str(number)


def _roman(number: int) -> str:
    if not 0 < number < 40:
        return str(number)
    out = ""
    for value, sign in _ROMAN:
        while number >= value:
            out, number = out + sign, number - value
    return out
