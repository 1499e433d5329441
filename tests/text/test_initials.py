"""Initials: large first letters that lines are set around, and the words that they begin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from tests.text.test_typeset import ONE, TWO, column, paragraphs, printed


def paragraph(canvas: Canvas, text: str, left: float, beside: int = 3) -> None:
    """A text 220 points wide, around its first letter, which stands on the baseline of the last line beside it."""
    letter, rest, top = text[0], text[1:].strip(), -80
    canvas.setFont("Helvetica-Bold", 13.0 * beside)
    canvas.drawString(left, top - 12 * (beside - 1), letter)
    room = canvas.stringWidth(letter, "Helvetica-Bold", 13.0 * beside) + 3
    canvas.setFont("Helvetica", 10)
    narrow = simpleSplit(rest, "Helvetica", 10, 220 - room)[:beside]
    column(canvas, left + room, top, narrow)
    column(canvas, left, top - 12 * beside, simpleSplit(rest[len(" ".join(narrow)) :], "Helvetica", 10, 220))


def in_words(canvas: Canvas, write: Callable[[float, float, str], object], x: float, y: float, line: str) -> None:
    """A line word by word, without a blank."""
    for word in line.split(" "):
        write(x, y, word)
        x += canvas.stringWidth(f"{word} ", "Helvetica", 10)


TEXT = " ".join([*ONE, *TWO])


@pytest.mark.parametrize("beside", [2, 3])
def test_an_initial_begins_its_word(beside: int) -> None:
    def draw(canvas: Canvas) -> None:
        paragraph(canvas, TEXT, 50, beside)

    assert paragraphs(printed(draw)) == [TEXT]


@pytest.mark.parametrize("blanks", [True, False])
def test_an_initial_that_is_a_word(blanks: bool) -> None:
    """The page has a leg, and nowhere an aleg; browsers write the room between words and no blanks."""
    text = f"A leg lasts until the fifth die has come out of the pyramid. After a leg everybody adds it up. {TEXT}"

    def draw(canvas: Canvas) -> None:
        write = canvas.drawString
        with pytest.MonkeyPatch.context() as patch:
            if not blanks:
                patch.setattr(canvas, "drawString", lambda x, y, line: in_words(canvas, write, x, y, line))
            paragraph(canvas, text, 50)

    assert paragraphs(printed(draw)) == [text]


def test_initials_keep_columns_apart() -> None:
    def draw(canvas: Canvas) -> None:
        for left in (50, 300):
            paragraph(canvas, TEXT, left)

    assert paragraphs(printed(draw)) == [TEXT, TEXT]


def test_the_letters_of_a_title_are_no_initials() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 30)
        canvas.drawString(50, -80, "C A M E L")
        canvas.setFont("Helvetica", 10)
        column(canvas, 200, -60, ONE)

    assert "C A M E L" in " ".join(paragraphs(printed(draw)))
