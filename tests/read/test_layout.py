"""Typesetting comes off before a text is read, and only typesetting."""

from __future__ import annotations

import pytest

from camelrules.read.language.lexicon import lexicon
from camelrules.read.language.ontology import ontology
from camelrules.read.layout.manuscript import Manuscript
from camelrules.read.layout.typesetting import Line, typeset
from camelrules.read.sections.segments import Segment, segments


def found(text: str, language: str = "en") -> list[Segment]:
    return segments(Manuscript(text), lexicon(language), ontology())


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("┌ The end of a leg ┐", Line("The end of a leg", True)),
        ("== The end of a leg ==", Line("The end of a leg", True)),
        ("~~~ The end of a leg ~~~", Line("The end of a leg", True)),
        ("*** The end of a leg ***", Line("The end of a leg", True)),
        ("[b]The end of a leg[/b]", Line("The end of a leg")),
        ("▌The end of a leg", Line("The end of a leg")),
        # No ornaments: a bullet, a loss, a sentence, a row of a table.
        ("- a board", Line("- a board")),
        ("-1 pound", Line("-1 pound")),
        ("-- and that ends the leg. --", Line("-- and that ends the leg. --")),
        ("| board | 1 |", Line("| board | 1 |")),
        ("the oﬃcial ﬁnish", Line("the official finish")),
    ],
)
def test_a_line(raw: str, clean: Line) -> None:
    assert typeset([raw]) == [clean]


def test_a_line_that_is_drawn_under_it_makes_a_heading() -> None:
    assert [line.level for line in typeset(["", "The end", "=======", "It ends.", "", "- one", "---"])][1] == 1
    assert not typeset(["The leg goes on", "until it ends.", "--------"])[1].level


def test_boxes_lose_their_frames_and_tables_keep_them() -> None:
    box = ["+----------------+", "| Take a ticket. |", "| Then move.     |", "+----------------+"]
    assert [line.text for line in typeset(box)] == ["", "Take a ticket.", "Then move.", ""]
    table = ["+---+---+", "| a | 1 |", "+---+---+"]
    assert typeset(table)[1].text == "| a | 1 |"


def test_heads_and_numbers_of_pages_are_no_text() -> None:
    pages = [f"Rules of play        {n}" for n in range(1, 5)]
    assert all(line.text == "" for line in typeset([*pages, "- 7 -", "Page 3 of 8"]))
    # Once is no page: a price list has such lines too.
    assert typeset(["The second ticket      1"])[0].text != ""


def test_words_broken_at_the_end_of_a_line_are_whole_on_the_first() -> None:
    lines = typeset(["Every camel climbs on the cara-", "van before it. A self-", "made man, a self-made plan."])
    assert [line.text for line in lines] == [
        "Every camel climbs on the caravan",
        "before it. A self-made",
        "man, a self-made plan.",
    ]


def test_a_compound_that_is_broken_at_its_hyphen_keeps_it() -> None:
    """Both parts are words of the text, and the whole is none; "with-out" is a word of the text as a whole."""
    lines = typeset(["the right-", "hand player goes with-", "out it. A hand to the right, with or out, without it."])
    assert [line.text for line in lines][:2] == ["the right-hand", "player goes without"]


def test_dots_lead_to_a_value_or_to_a_page() -> None:
    prices = found("END OF A LEG\n\nticket of the leader ........ 5, 3 or 2\nticket of the second ........ 1 pound\n")
    assert any("second" in s.text and s.get("pound") for s in prices)
    contents = found("Setup ........ 3\nThe leg ........ 5\nScoring ........ 8\n\nSETUP\n\nTake the board.\n")
    assert [s.lines[0] for s in contents] == [5, 7]


def test_numbered_chapters_in_capitals_are_headings_and_counts_are_not() -> None:
    text = "1 CONTENTS\n\n5 dice\n\n2 SETUP\n\nTake the board.\n\n3 END OF THE GAME\n\nThe race is over.\n"
    tags = {s.lines[0]: s.tags for s in found(text)}
    assert "@heading" in tags[1] & tags[5] & tags[9]
    assert "@end_game" in tags[11]


def test_rows_that_say_what_something_is_worth_stay_apart() -> None:
    rows = "coupon du premier : 5\ncoupon du deuxième : 1\ncoupon pyramide : 1\n"
    assert [s.lines for s in found(rows, "fr")] == [(1,), (2,), (3,)]
