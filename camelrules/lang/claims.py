"""A claim: the equation that a text states for a clause, with the place it was read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from camelrules.lang.values import Value

Certainty = Literal["sure", "likely"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a text: a line and the columns in it, from 1."""

    line: int
    column: int = 0
    end_column: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """What one place of a text says about a clause, as if nobody knew what is right."""

    clause: str
    value: Value | None  # None where the place speaks of the clause and its value was not understood
    lines: tuple[int, ...]
    places: tuple[Place, ...] = ()
    leaves_open: tuple[str, ...] = ()  # what the place does not say, or says and takes back
    doubts: tuple[str, ...] = ()  # why the reading is not sure
    evidence: tuple[str, ...] = ()  # which words were taken for which concepts
    pattern: str = ""
    faint: bool = False  # too little was understood to ask about it: it counts only where nothing speaks against it
    contrast: bool = False  # a word stands there whose opposite the clause is known by
    sentence: int = -1
    text: str = ""
    turned: str = ""  # a word beside it that was met only where texts say something else of the clause

    @property
    def certainty(self) -> Certainty:
        return "likely" if self.doubts else "sure"
