"""PDF: reading order, paragraphs, tables, furniture, and what was lost."""

from __future__ import annotations

import textwrap
import time
from pathlib import Path

import pytest

from camelrules.door.diagnostics import RulesError
from camelrules.text import Document, PagePlace, open_bytes
from camelrules.text.model import Row
from tests.text import handmade
from tests.text.handmade import drawn
from tests.text.print import pdf
from tests.text.writers import Part, parts_of, words

LOREM = (
    "Every camel that stands on a space belongs to the stack of that space and a camel that moves takes all the camels "
    "above it along while those below it stay where they are until their own die is rolled and shows how far they go. "
)


def said(document: Document) -> str:
    return " ".join(line.text for line in document.lines if line.text)


def column(
    x: float, top: float, width: int, start: str, lines: int, leading: float = 13
) -> list[tuple[float, float, str]]:
    """Lines of running text that name their column."""
    text = (f"{start} begins here. " + LOREM * 10)[: width * lines]
    return [(x, top + n * leading, t) for n, t in enumerate(textwrap.wrap(text, width)[:lines])]


def starts(document: Document, *marks: str) -> list[str]:
    text = said(document)
    return sorted(marks, key=text.index)


def test_a_title_over_two_columns() -> None:
    title = [(60.0, 60.0, "A title that runs over the whole width of the page, from one side right to the other one")]
    page = drawn(title + column(50, 100, 42, "Left", 30) + column(310, 100, 42, "Right", 30))
    document = open_bytes(page, "a.pdf")
    assert starts(document, "Right begins", "Left begins", "A title") == ["A title", "Left begins", "Right begins"]
    assert words(said(document)).count("begins") == 2


def test_columns_whose_lines_do_not_stand_side_by_side() -> None:
    page = drawn(column(310, 106, 42, "Right", 28, 12) + column(50, 100, 42, "Left", 30))
    assert starts(open_bytes(page, "a.pdf"), "Right begins", "Left begins") == ["Left begins", "Right begins"]


def test_columns_above_and_below_a_line_over_the_whole_width() -> None:
    wide = "A sentence between them that needs the whole width of the page, from the one side right to the other one."
    page = drawn(
        column(50, 80, 42, "One", 10)
        + column(310, 80, 42, "Two", 10)
        + [(50, 240, wide)]
        + column(50, 280, 42, "Three", 10)
        + column(310, 280, 42, "Four", 10)
    )
    marks = ("One begins", "Two begins", "A sentence between", "Three begins", "Four begins")
    assert starts(open_bytes(page, "a.pdf"), *marks[::-1]) == list(marks)


def test_a_box_beside_the_text() -> None:
    page = drawn(column(50, 80, 60, "Main", 12) + column(400, 93, 28, "Box", 7, 12) + column(50, 260, 95, "Below", 6))
    document = open_bytes(page, "a.pdf")
    assert starts(document, "Below begins", "Box begins", "Main begins") == [
        "Main begins",
        "Box begins",
        "Below begins",
    ]
    inside = [line.text for line in document.lines]
    first = next(n for n, text in enumerate(inside) if text.startswith("Box"))
    assert all(text in LOREM or text.startswith("Box") for text in inside[first : first + 5])


def test_words_broken_at_the_end_of_a_line_stay_broken() -> None:
    page = drawn([(50, 80, "The camel runs counter-"), (50, 93, "clockwise around the pyramid.")])
    document = open_bytes(page, "a.pdf")
    assert [line.text for line in document.lines] == ["The camel runs counter-", "clockwise around the pyramid."]
    assert document.lines[1].continues


def test_a_table_is_read_row_by_row() -> None:
    rows = [("for each", "you get"), ("leading camel", "5, 3 or 2"), ("second camel", "+1"), ("any other camel", "-1")]
    cells = [(x, 200 + 18 * n, text) for n, row in enumerate(rows) for x, text in zip((50, 300), row, strict=True)]
    before = [(50.0, 100.0 + 13 * n, t) for n, t in enumerate(textwrap.wrap(LOREM, 90))]
    document = open_bytes(drawn(before + cells), "a.pdf")
    assert [line.role.cells for line in document.lines if isinstance(line.role, Row)] == rows


def test_a_list_of_contents_in_two_columns_is_no_table() -> None:
    left = [(50, 100 + 14 * n, f"• {n + 2} red camels") for n in range(6)]
    right = [(300, 100 + 14 * n, f"• {n + 2} blue tickets") for n in range(6)]
    found = [line.text for line in open_bytes(drawn(left + right), "a.pdf").lines if line.text]
    assert found == [text for _, _, text in left + right]


def test_a_line_that_had_room_ends_a_paragraph() -> None:
    lines = [
        "Take the top ticket of one of the five stacks and put it",
        "before you. It is free.",
        "Then roll the die and move the camel as it says.",
    ]
    document = open_bytes(drawn([(50, 80 + 13 * n, t) for n, t in enumerate(lines)]), "a.pdf")
    assert [(line.text, line.continues) for line in document.lines if line.text] == list(
        zip(lines, (False, True, False), strict=True)
    )


def test_a_number_that_ends_a_sentence_is_no_item() -> None:
    lines = [
        "Roll the grey die. A 1 puts the camel on space 16 and a 3 on space",
        "14. Roll once more for the other one.",
    ]
    document = open_bytes(drawn([(50, 80 + 13 * n, t) for n, t in enumerate(lines)]), "a.pdf")
    assert [line.continues for line in document.lines] == [False, True]


def test_heads_and_page_numbers_are_no_text_but_cells_are() -> None:
    parts = parts_of("\n\n".join([LOREM] * 60))
    document = open_bytes(pdf(parts, 2), "a.pdf")
    assert max(line.place.page for line in document.lines if isinstance(line.place, PagePlace)) > 2
    assert words(said(document)) == words(LOREM) * 60


def test_lost_glyphs_are_told() -> None:
    document = open_bytes(handmade.lost_glyphs(), "a.pdf")
    assert said(document) == "Each player gets \ufffd pounds from the bank."
    (damage,) = document.damage
    assert damage.message.startswith("1 character has no letter in the PDF: Each player gets")
    assert (damage.place, damage.line) == (PagePlace(1, 1), 1)


def test_a_page_that_is_a_picture_is_told() -> None:
    document = open_bytes(handmade.scanned("The camel moves."), "a.pdf")
    assert said(document) == "The camel moves."
    assert [(d.message, d.place) for d in document.damage] == [("this page has pictures and no text", PagePlace(1, 0))]


def test_a_text_under_another_name_is_still_a_pdf() -> None:
    assert open_bytes(b"\n \n" + drawn([(50, 80, "The camel moves.")]), "a.txt").format.value == "PDF"


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_a_rulebook_is_opened_quickly(columns: int) -> None:
    data = pdf([Part("paragraph", LOREM * 3)] * 80, columns)
    start = time.process_time()
    open_bytes(data, "a.pdf")
    assert time.process_time() - start < 4


def test_a_stream_without_its_table_is_read() -> None:
    data = handmade.inflated(b"BT /F1 12 Tf 50 700 Td (The camel moves.) Tj ET")
    assert said(open_bytes(data, "a.pdf")) == "The camel moves."


@pytest.mark.slow
def test_a_bomb_costs_no_more_than_its_bounds() -> None:
    with pytest.raises(RulesError, match="more time or memory than any rulebook needs"):
        open_bytes(handmade.inflated(b"q " * 100_000_000), "a.pdf")


def test_a_module_beside_the_document_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pypdfium2.py").write_text("raise SystemExit(1)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert said(open_bytes(drawn([(50, 80, "The camel moves.")]), "a.pdf")) == "The camel moves."
