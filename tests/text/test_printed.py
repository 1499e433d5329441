"""PDFs as browsers and word processors print them: drawn bullets, ruled tables, narrow blocks, bold phrases."""

from __future__ import annotations

import pytest
from reportlab.pdfgen.canvas import Canvas

from camelrules.text.model import Heading, Row
from tests.text.test_typeset import paragraphs, printed

WIDE = "Every camel that stands on a space belongs to the stack of that space, and a camel that moves takes along all"


def test_drawn_bullets_begin_items() -> None:
    items = ["a white number moves the white camel", "a black number moves the black camel"]

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -100, WIDE)
        for n, item in enumerate(items):
            canvas.drawString(80, -115 - 13 * n, item)
            canvas.circle(70, -112 - 13 * n, 1.5, stroke=0, fill=1)

    assert paragraphs(printed(draw))[1:] == [f"• {item}" for item in items]


def test_lines_between_cells_part_words_that_stand_close() -> None:
    rows = [
        ("for each ticket", "you get"),
        ("of the leading camel", "its value"),
        ("of the second camel here", "1 pound"),
        ("of another", "nothing"),
    ]

    def draw(canvas: Canvas) -> None:
        for n, (left, right) in enumerate(rows):
            top = -100 - 20 * n
            canvas.drawRightString(148, top, left)
            canvas.drawString(152, top, right)
            for x in (40, 150, 200):
                canvas.rect(x - 0.3, top - 6, 0.6, 20, stroke=0, fill=1)

    found = [line.role for line in printed(draw).lines if isinstance(line.role, Row)]
    assert [role.cells for role in found] == rows


def test_short_cells_in_the_middle_of_their_rows() -> None:
    rows = [
        (["for each ticket that", "lies in front of you"], "you receive this"),
        (["of the leading camel,", "which is ahead of all"], "the value on it"),
        (["of the second camel,", "which follows behind"], "1 pound, always"),
        (["of any other camel", "that takes part"], "minus 1 pound"),
    ]

    def draw(canvas: Canvas) -> None:
        for n, (left, right) in enumerate(rows):
            top = -100 - 34 * n
            canvas.drawString(50, top, left[0])
            canvas.drawString(50, top - 12, left[1])
            canvas.drawString(190, top - 6, right)

    found = [line.role for line in printed(draw).lines if isinstance(line.role, Row)]
    assert [role.cells for role in found] == [(" ".join(left), right) for left, right in rows]


def test_a_block_that_is_set_in_from_both_sides_is_one_paragraph() -> None:
    block = [
        "Example. Green leads and yellow is second; Nora has",
        "a green five, a green two, a yellow ticket, one blue",
    ]
    last = "ticket and two pyramid tickets."

    def draw(canvas: Canvas) -> None:
        for n, text in enumerate([WIDE, WIDE]):
            canvas.drawString(50, -100 - 13 * n, text)
        for n, text in enumerate([*block, last]):
            canvas.drawString(90, -140 - 13 * n, text)

    assert paragraphs(printed(draw))[-1] == " ".join([*block, last])


def test_bold_words_that_go_on_from_the_line_before_are_no_heading() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -100, WIDE)
        text = WIDE[:-4]
        canvas.drawString(50, -130, text)
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(53 + canvas.stringWidth(text, "Helvetica", 10), -130, "five")
        canvas.drawString(50, -143, "Egyptian pounds")

    assert paragraphs(printed(draw))[-1] == f"{WIDE[:-4]} five Egyptian pounds"


def test_short_words_without_blanks_are_words() -> None:
    """Most of their gaps are between words, and yet no letter is set apart."""

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -80, WIDE)
        x = 50.0
        for word in ["–", "5", "a", "b", "is", "it", "a", "so"]:
            canvas.drawString(x, -110, word)
            x += canvas.stringWidth(f"{word} ", "Helvetica", 10)

    assert paragraphs(printed(draw))[1:] == ["– 5 a b is it a so"]


@pytest.mark.parametrize("spacing", [1.5, 3])
def test_letters_that_stand_apart_are_words(spacing: float) -> None:
    """Headings are spaced so, beside a column that is not; numbers in a row are numbers all the same."""

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -80, WIDE)
        canvas.drawString(50, -110, "THE RACING CAMELS AND THEIR DICE", charSpace=spacing)
        canvas.drawString(50, -140, "The dice show 1 1 2 2 3 3 and no more.")

    assert paragraphs(printed(draw))[1:] == [
        "THE RACING CAMELS AND THEIR DICE",
        "The dice show 1 1 2 2 3 3 and no more.",
    ]


def test_a_heading_in_small_capitals_is_a_heading() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -80, WIDE)
        x = 50.0
        for letters, size in (("G", 15), ("ETTING ", 10.5), ("R", 15), ("EADY", 10.5)):
            canvas.setFont("Helvetica-Bold", size)
            canvas.drawString(x, -110, letters)
            x += canvas.stringWidth(letters, "Helvetica-Bold", size)
        canvas.setFont("Helvetica", 10)
        canvas.drawString(50, -130, WIDE)

    assert [line.text for line in printed(draw).lines if isinstance(line.role, Heading)] == ["GETTING READY"]
