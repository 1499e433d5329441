"""A waiver holds on to the words of its place and to no others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from camelrules.compare.waivers import place_stamp, stamp

LINES = ("Setup", "Each player takes 3 pounds.", "The race", "")


@pytest.mark.parametrize(
    ("numbers", "words"),
    [((2,), LINES[1:2]), ((1, 3), (LINES[0], LINES[2])), ((4,), LINES[3:]), ((0, 2, 5), LINES[1:2])],
)
def test_the_words_of_a_place(numbers: tuple[int, ...], words: tuple[str, ...]) -> None:
    """Lines are counted from 1; numbers that no line has are passed over."""
    finding: Any = SimpleNamespace(lines=numbers)
    reading: Any = SimpleNamespace(lines=LINES)
    assert place_stamp(finding, reading) == stamp(words)


def test_a_place_without_words() -> None:
    """What a text leaves out has no place."""
    finding: Any = SimpleNamespace(lines=(9,))
    reading: Any = SimpleNamespace(lines=LINES)
    assert place_stamp(finding, reading) == ""


def test_what_a_stamp_does_not_see() -> None:
    """White space, case and signs; a word it does."""
    assert stamp(("Take  *3* pounds.",)) == stamp(("take", "3 pounds")) != stamp(("take 4 pounds",))
