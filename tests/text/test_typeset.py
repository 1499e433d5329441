"""PDFs as publishers set them: headings over columns, side boxes that the text goes around, tables with drawn cells."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from camelrules.text import Document, open_bytes
from camelrules.text.model import Row

Draw = Callable[[Canvas], None]


def printed(*pages: Draw) -> Document:
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=A4)
    for draw in pages:
        canvas.translate(0, A4[1])
        canvas.setFont("Helvetica", 10)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return open_bytes(data.getvalue(), "a.pdf")


def paragraphs(document: Document) -> list[str]:
    out: list[str] = []
    for line in document.lines:
        if line.continues:
            out[-1] += f" {line.text}"
        elif line.text:
            out.append(line.text)
    return out


def column(canvas: Canvas, left: float, top: float, words: list[str]) -> None:
    for n, line in enumerate(words):
        canvas.drawString(left, top - 12 * n, line)


def heading(canvas: Canvas, top: float, text: str, middle: float | None = None) -> None:
    canvas.setFont("Helvetica-Bold", 14)
    if middle is None:
        canvas.drawString(50, top, text)
    else:
        canvas.drawCentredString(middle, top, text)
    canvas.setFont("Helvetica", 10)


# A paragraph that is torn between two columns.
ONE = [
    "Every camel on a space belongs to the stack of",
    "that space, and a camel that moves takes along",
    "all those above it. What stands below it stays",
    "where it is and waits for a roll of its own, so",
]
TWO = [
    "that a stack may fall apart in a single turn. The",
    "camel that is farthest along leads, and in a stack",
    "the one on top of all the others is the leader of",
    "the whole race. It is as simple as that. Always.",
]
THREE = [
    "A leg is over with the fifth die. Everybody adds",
    "up what is gained and lost, and the bank settles",
    "the difference in one payment. Then the tickets",
    "go back to their stacks, the dice go back to the",
]
FOUR = [
    "pyramid, and the tiles return to those who have",
    "put them on the track. No camel leaves its space",
    "between two legs, and the stacks stay as they are.",
]
READ = [" ".join([*ONE, *TWO]), " ".join([*THREE, *FOUR])]


@pytest.mark.parametrize("columns", [2, 3])
def test_headings_over_columns(columns: int) -> None:
    """The columns above a heading are read before it, though it stands in one of them alone."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 7)
        lefts = [50, 320] if columns == 2 else [50, 215, 380]
        # In the middle of three columns it stands in the middle one.
        place = None if columns == 2 else 293.0
        size = 10 if columns == 2 else 7
        for top, words, text in ((-60, [*ONE, *TWO], "How they move"), (-170, [*THREE, *FOUR], "How it ends")):
            heading(canvas, top, text, place)
            canvas.setFont("Helvetica", size)
            each = -(-len(words) // columns)
            for n, left in enumerate(lefts):
                column(canvas, left, top - 30, words[n * each : n * each + each])

    assert paragraphs(printed(draw)) == ["How they move", READ[0], "How it ends", READ[1]]


def test_a_heading_of_one_column_stays_in_it() -> None:
    """Beside it the other column goes on, so that it belongs to its own."""

    def draw(canvas: Canvas) -> None:
        column(canvas, 50, -90, [*ONE, *TWO])
        heading(canvas, -210, "How it ends")
        column(canvas, 50, -234, THREE)
        column(canvas, 320, -90, [*FOUR, *ONE, *TWO, *THREE, *FOUR])

    read = paragraphs(printed(draw))
    assert read[:2] == [READ[0], "How it ends"]


@pytest.mark.parametrize("close", [False, True])
def test_a_gap_beside_a_heading_of_one_column(close: bool) -> None:
    """The other column has room between two paragraphs there; how close it comes, or its own headings, tell."""

    def draw(canvas: Canvas) -> None:
        column(canvas, 50, -90, [*ONE, *TWO])
        heading(canvas, -206, "How it ends")
        column(canvas, 50, -224, THREE)
        column(canvas, 320, -90, [*FOUR, *ONE, "Always.", "So it is.", *(["Nothing more."] if close else [])])
        column(canvas, 320, -224 if close else -216, [*TWO, *THREE])
        if not close:
            canvas.setFont("Helvetica-Bold", 14)
            canvas.drawString(320, -330, "How it begins")

    read = paragraphs(printed(draw))
    assert read.index("How it ends") == read.index(READ[0]) + 1
    assert read[read.index("How it ends") + 1].startswith(" ".join(THREE))


def test_a_column_does_not_break_off_below_its_heading() -> None:
    """A smaller heading beside the one of the other column goes over neither."""

    def draw(canvas: Canvas) -> None:
        column(canvas, 50, -90, [*ONE, *TWO])
        column(canvas, 320, -66, [*FOUR, *ONE, *FOUR[:1]])
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(320, -186, "How it begins")
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(50, -208, "How it ends")
        canvas.setFont("Helvetica", 10)
        column(canvas, 50, -226, THREE)
        column(canvas, 320, -222, [*TWO, *THREE])

    read = paragraphs(printed(draw))
    assert read[:2] == [READ[0], "How it ends"]


def test_columns_an_em_apart() -> None:
    """As browsers set them where nobody says otherwise."""

    def draw(canvas: Canvas) -> None:
        width = max(canvas.stringWidth(line, "Helvetica", 10) for line in [*ONE, *TWO, *THREE])
        column(canvas, 50, -90, [*ONE, *TWO, *THREE])
        column(canvas, 50 + width + 9.5, -90, [*FOUR, *ONE, *TWO])

    read = paragraphs(printed(draw))
    assert READ[0] in read[0] or read[0].startswith(READ[0])


def test_few_lines_on_the_grid_of_known_columns() -> None:
    """Two columns of four lines are no table where the page before has columns in the same places."""

    def first(canvas: Canvas) -> None:
        column(canvas, 50, -60, [*ONE, *TWO, "", *THREE])
        column(canvas, 320, -60, [*FOUR, "", *ONE, *TWO])

    def second(canvas: Canvas) -> None:
        column(canvas, 50, -60, THREE)
        column(canvas, 320, -60, FOUR)

    document = printed(first, second)
    assert paragraphs(document)[-1] == READ[1]
    assert not any(isinstance(line.role, Row) for line in document.lines)


WIDE = "A camel that moves takes along all those above it, and it goes on top of whatever stands on its new space."
AROUND = [
    "The grey die moves one of the two camels",
    "that run the other way. A white number is",
    "for the white camel, and a black number",
    "which looks the same is never misread: it",
]
ON = "is for the black one; where one of them alone carries others, it is the one that moves, whatever the colour says."
BOX = ["Example. A white 2 comes out, but", "only the black one carries any: it", "is black that moves two spaces."]


@pytest.mark.parametrize("left", [False, True])
def test_text_goes_around_a_side_box(left: bool) -> None:
    """The paragraph beside a box stays whole, and the box is read after it."""

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -60, WIDE)
        box, text = (50, 352) if left else (300, 50)
        canvas.setFillGray(0.9)
        canvas.rect(box, -124, 220, 46, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.setFont("Helvetica", 9)
        column(canvas, box + 6, -90, BOX)
        canvas.setFont("Helvetica", 10)
        column(canvas, text, -84, AROUND)
        canvas.drawString(50, -132, ON)

    whole = " ".join([*AROUND, ON])
    assert paragraphs(printed(draw))[1:] == [whole, " ".join(BOX)]


def test_dots_around_a_box_are_no_bullets() -> None:
    def draw(canvas: Canvas) -> None:
        for n in range(40):
            canvas.circle(44, -85 - 3 * n, 0.75, stroke=0, fill=1)
        column(canvas, 50, -100, [*ONE, *TWO])

    assert paragraphs(printed(draw)) == [READ[0]]


def test_drawn_cells_are_cells() -> None:
    """However few rows there are, and wherever the words of a cell stand in it."""
    rows = [
        (["for each ticket"], ["you get"]),
        (["of the leading", "camel"], ["what is printed on it:", "5, 3 or 2"]),
    ]

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, -60, WIDE)
        tops = [-90, -108, -138]
        for x in (50, 150, 290):
            canvas.line(x, tops[0], x, tops[-1])
        for y in tops:
            canvas.line(50, y, 290, y)
        for top, cells in zip(tops, rows, strict=False):
            for x, cell in zip((54, 154), cells, strict=True):
                column(canvas, x, top - 12, cell)

    found = [line.role.cells for line in printed(draw).lines if isinstance(line.role, Row)]
    assert found == [tuple(" ".join(cell) for cell in row) for row in rows]
