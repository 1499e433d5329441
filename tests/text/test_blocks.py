"""Paragraphs of PDFs that only their first line or their margins tell apart, and words that narrow cells break."""

from __future__ import annotations

import pytest
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from camelrules.text.model import Row
from tests.text.test_typeset import column, paragraphs, printed

FULL = [
    "Every camel that stands on a space belongs to the stack of that space, and whoever moves takes all along.",
    "The camels below stay where they are, and they wait for a roll of their own, which may be long in coming,",
    "but in the end all of them get somewhere, for that is how it has always been, and how it is going to stay.",
]


def test_a_first_line_that_is_set_in_begins_a_paragraph() -> None:
    """Even where the line before fills its width, and where paragraphs of one line follow each other."""
    whole = " ".join([*FULL, *FULL])

    def draw(canvas: Canvas) -> None:
        canvas.drawString(62, -80, FULL[0])
        canvas.drawString(62, -92, FULL[0])
        reach = 62 + canvas.stringWidth(FULL[0], "Helvetica", 10)
        (first, *_) = simpleSplit(whole, "Helvetica", 10, reach - 62)
        canvas.drawString(62, -104, first)
        column(canvas, 50, -116, simpleSplit(whole[len(first) + 1 :], "Helvetica", 10, reach - 50))

    assert paragraphs(printed(draw)) == [FULL[0], FULL[0], whole]


def test_the_second_line_of_an_item_is_none() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -80, f"1. {FULL[0]}")
        canvas.drawString(62, -92, FULL[1])
        canvas.drawString(50, -104, f"2. {FULL[2]}")

    assert paragraphs(printed(draw))[0] == f"1. {FULL[0]} {FULL[1]}"


@pytest.mark.parametrize("end", ["", ",", ";"])
def test_a_tinted_block_a_little_narrower_than_its_column(end: str) -> None:
    block = [f"Example. The dice show a one, a one and a three, so that green and red{end}", "form a stack on space 1."]

    def draw(canvas: Canvas) -> None:
        column(canvas, 50, -80, ["Each racing camel starts on the space that its own die shows, be it 1, 2 or 3,"] * 3)
        column(canvas, 56, -124, block)

    assert paragraphs(printed(draw))[-1] == " ".join(block)


def test_a_paragraph_goes_on_below_a_side_box() -> None:
    """The last line beside a box may stand lower than the words in it."""
    whole = " ".join([*FULL, *FULL])

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -60, FULL[0])
        canvas.setFillGray(0.9)
        canvas.rect(310, -130, 220, 56, stroke=0, fill=1)
        canvas.setFillGray(0)
        column(canvas, 318, -90, ["Example. Green has won, and purple", "is last."])
        beside = simpleSplit(whole, "Helvetica", 10, 240)[:4]
        column(canvas, 50, -94, beside)
        column(canvas, 50, -142, simpleSplit(whole[len(" ".join(beside)) + 1 :], "Helvetica", 10, 480))

    assert whole in paragraphs(printed(draw))


def test_rows_of_a_table_that_are_hardly_farther_apart_than_its_lines() -> None:
    rows = [
        (["for each ticket"], "you get"),
        (["of the leading", "camel"], "its value"),
        (["of the sec-", "ond camel"], "1 pound"),
        (["of any other", "camel"], "nothing"),
    ]

    def draw(canvas: Canvas) -> None:
        top = -100.0
        for left, right in rows:
            column(canvas, 50, top, left)
            canvas.drawString(170, top - 6 * (len(left) - 1), right)
            top -= 12 * (len(left) - 1) + 14.4

    found = [line.role.cells for line in printed(draw).lines if isinstance(line.role, Row)]
    assert found == [(" ".join(left).replace("- ", ""), right) for left, right in rows]


def test_an_item_goes_on_on_the_next_page() -> None:
    """Though a sentence ends with the page: it begins as far from the margin as the item does."""

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -80, FULL[1])
        canvas.drawString(60, -104, f"9. {FULL[2]}")
        column(canvas, 72, -116, [FULL[1], FULL[0]])

    def after(canvas: Canvas) -> None:
        column(canvas, 72, -60, [FULL[0]])
        canvas.drawString(50, -90, FULL[1])

    read = paragraphs(printed(draw, after))
    assert read[1] == f"9. {FULL[2]} {FULL[1]} {FULL[0]} {FULL[0]}"


def test_a_quotation_mark_before_a_blank_is_part_of_its_word() -> None:
    """As the French set them: the line before had room for the mark and none for the word."""
    lines = ["Le joueur montre une carte dont la face visible est celle de ses alliés et dit", "« disponible » à tous."]

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -80, f"{lines[0]} donc")
        column(canvas, 50, -92, lines)

    assert paragraphs(printed(draw))[-1].endswith(" ".join(lines))
