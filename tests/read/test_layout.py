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


@pytest.mark.parametrize("label", ["[{}] ", "{} | ", "{}º  "])
def test_steps_that_are_labelled_in_a_manner_of_their_own(label: str) -> None:
    does = ["The board goes on the table.", "Sort the betting tickets.", "Stack the pyramid tickets."]
    text = "SETUP\n\n" + "".join(f"{label.format(n)}{line}\n" for n, line in enumerate(does, 1))
    assert [s.text for s in found(text) if "@item" in s.tags] == [line.replace(".", " .") for line in does]
    # Places that are told what they are worth are no steps.
    ranks = "".join(f"{label.format(n)}Card: {worth} pounds\n" for n, worth in enumerate((8, 5, 3), 1))
    assert len([s for s in found("END OF THE RACE\n\n" + ranks) if s.get("card") and "@item" in s.tags]) == 0


def test_a_second_line_in_the_middle_belongs_to_the_heading_above_it() -> None:
    line = "Whoever has the marker goes first and then everybody takes turns,\n"
    text = f"{'PART TWO':^66}\n{'Taking a turn':^66}\n{line}{line}"
    heading, *rest = found(text)
    assert "@heading" in heading.tags and heading.lines == (1, 2)
    assert all("@play" in s.tags for s in rest)


def test_a_heading_may_have_a_remark_in_brackets_or_go_on_in_small_letters() -> None:
    for heading in ("PARTNERSHIPS (six players and up)", 'FIFTH ACTION, that is "You and me, partner!"'):
        first, second = found(f"{heading}\nSwap your cards.\n")
        assert "@heading" in first.tags, heading
        assert "@partnership" in second.tags


def test_prose_whose_lines_begin_with_numbers_stays_prose() -> None:
    text = (
        "Le chameau qui part avance du nombre de cases que le dé indique, soit\n"
        "une ou deux ou trois. Si nous parlons de groupe, c'est toujours pour\n"
        "une pile de chameaux ou un chameau tout seul. Si le groupe arrive sur\n"
        "une case où un groupe se trouve déjà, il monte dessus avec les siens.\n"
    )
    assert [s.lines[0] for s in found(text, "fr")] == [1, 2, 3]
    colons = (
        "Who is in front? Look at the track in this order: the farther on, the\n"
        "better it is. Then read each stack from its top: the higher, the better.\n"
    )
    assert not any(s.text.startswith("better") for s in found(colons + "\nA line so that this text has a width.\n"))


def test_rows_below_a_lead_in_that_begin_alike_stay_apart() -> None:
    full = "ticket for the camel in front, the one that is farthest along the track: 5 or 3"
    second = "ticket for the camel that comes second, be it in the very same stack: 1 pound"
    assert len(full) > 75
    text = f"Everybody adds up what the tickets are worth, ticket by ticket, as told here:\n   {full}\n   {second}\n"
    prose = "This is so long a line that the text is seen to go on in small letters on the\nnext one, as "
    rows = [s for s in found(prose * 4 + "usual.\n\n" + text) if s.get("bet_ticket") or "ticket" in s.text]
    assert [s.text[:6] for s in rows[-2:]] == ["ticket", "ticket"]


def test_a_list_of_contents_is_one_under_any_heading() -> None:
    things = (
        "1 board\n5 racing camels\n5 racing dice\n1 pyramid\n20 betting tickets\n5 pyramid tickets\n40 finish cards\n"
    )
    text = f"UNPACKING AND SETTING UP\n\n{things}\n1. The board goes on the table.\n2. Sort the betting tickets.\n"
    tags = [s.tags for s in found(text)]
    assert all("@components" in t for t in tags[1:8])
    assert all("@setup" in t for t in tags[8:])
    # What a player is given is no list of contents.
    hand = "SETUP\n\nEach player has:\n\n5 finish cards\n1 audience tile\n1 partnership card\n3 coins\n"
    assert not any("@components" in s.tags for s in found(hand))


def test_numbers_that_hang_under_a_row_belong_to_it() -> None:
    prose = "This is a line of prose that is long enough to be broken so that it goes on\nbelow in small letters. " * 3
    rows = "     5 racing dice, one for each camel; every one of them bears the numbers\n       1, 1, 2, 2, 3 and 3\n"
    text = f"{prose}\n\nCONTENTS\n\n     1 board\n{rows}    20 betting tickets\n"
    assert any(s.text.endswith("numbers 1 , 1 , 2 , 2 , 3 and 3") for s in found(text))


def test_a_count_in_capitals_with_a_remark_is_no_heading() -> None:
    (only,) = found("\n20 BETTING TICKETS (4 for each of the colours and all of them worth something)\n")
    assert "@heading" not in only.tags


SIDE_BY_SIDE = """Movement

A camel carries every camel that      A leg ends as soon as five dice have
stands on it. The camels below        been revealed. The sixth die stays in
it stay where they are. When a        the pyramid. Then everybody scores
unit comes to a space with other      the tickets: a ticket of the camel in
camels it goes on top of these,       front pays what it shows, and all
whatever their colour is.             others cost their owner 1 pound.
"""


def test_columns_of_sentences_are_read_one_after_the_other() -> None:
    """Joined line by line they were nonsense; each word keeps the line and the column of the file."""
    told = found(SIDE_BY_SIDE)
    texts = [" ".join(t.text for t in s.tagged.tokens) for s in told]
    assert any(t.startswith("A leg ends as soon as five dice have been revealed") for t in texts)
    assert any(t.startswith("The camels below it stay where they are") for t in texts)
    lines = SIDE_BY_SIDE.splitlines()
    for segment in told:
        for token in segment.tagged.tokens:
            assert lines[token.line - 1][token.column - 1 :].startswith(token.text)


def test_a_list_in_two_columns_is_two_lists_and_a_table_of_prices_is_none() -> None:
    """A gap alone makes no column: amounts behind their things belong to them."""
    rows = ["1 game board         5 racing dice", "5 racing camels      1 grey die", "8 spectator tiles    40 cards"]
    listed = "\n".join(["Contents", "", *rows])
    things = [s.tagged.tokens[1].text for s in found(listed)[1:]]
    assert things == ["game", "racing", "spectator", "racing", "grey", "cards"]
    prices = "Payouts\n\nfirst right card     8 pounds\nsecond right card    5 pounds\nthird right card     3 pounds\n"
    texts = [" ".join(t.text for t in s.tagged.tokens) for s in found(prices)]
    assert any("first right card" in t and "8 pounds" in t for t in texts)


def test_a_drawn_table_has_rows_under_its_heads() -> None:
    """Frames of any signs, or strokes below the heads: one form goes on from here."""
    framed = ["+-------+-------+", "| thing | count |", "+-------+-------+", "| board | 1     |", "+-------+-------+"]
    stroked = ["thing    count", "-----    -----", "board    1"]
    assert [line.text for line in typeset(framed)] == ["", "| thing | count |", "|---|---|", "| board | 1 |", ""]
    assert [line.text for line in typeset(stroked)] == ["| thing | count |", "|---|---|", "| board | 1 |"]


def test_a_count_in_a_cell_may_have_a_remark_behind_it() -> None:
    table = "Contents\n\n| dice | 5, one in each colour |\n| camels | 5 |\n| finish cards | 40 |\n"
    assert " ".join(t.text for t in found(table)[1].tagged.tokens).startswith("5 dice , one")


@pytest.mark.parametrize("mark", ["+", "~", "->", "🐪", "@", ">>", "o", "☞"])
def test_a_text_may_have_marks_of_its_own_before_the_items_of_a_list(mark: str) -> None:
    lead = "CONTENTS\n\n"
    items = ["1 board", "5 racing dice: faces 1, 1, 2, 2, 3, 3", "20 betting tickets,\n  four a colour"]
    own = found(lead + "".join(f"{mark} {item}\n" for item in items))
    usual = found(lead + "".join(f"- {item}\n" for item in items))
    assert [(s.text, s.lines, s.tags) for s in own] == [(s.text, s.lines, s.tags) for s in usual]


def test_signs_and_words_are_no_marks_of_lists() -> None:
    """A minus that stands apart stays with its number, and prose may begin lines with a small letter."""
    assert "−" in found("SCORES\n\n− 1 pound\n− 2 pounds\n− 3 pounds\n")[1].text
    prose = "Os camelos andam, e\no cinco fica por cima,\no tres por baixo, e\no dois também.\n"
    assert [s.text for s in found(prose, "pt")] == [s.text for s in found(prose.replace("\n", " "), "pt")]


def test_places_before_dots_that_lead_to_a_sum_are_places() -> None:
    rows = "RACE\n\n1. right card .......... 8 EP\n2. / 3. right card . . . 5 / 3 EP\nany other ... minus 1 EP\n"
    text = [s.text for s in found(rows)]
    assert text[1:] == ["1º right card : 8 EP", "2º , 3º right card : 5 / 3 EP", "any other : minus 1 EP"]


def test_a_row_of_amounts_may_be_broken_before_a_sign() -> None:
    text = "RACE\n\n| The pile holds two wrong cards and two right ones: -1,\n| -1, +8, +5. Then the next pile.\n"
    assert any(s.text.endswith("-1 , -1 , + 8 , + 5 .") for s in found(text))


def test_a_question_in_quotation_marks_states_nothing() -> None:
    segments = found('MONEY\n\n"May I hide my money?" No, it stays on the table.\n')
    assert "@question" in segments[1].tags
    assert "@answer" in segments[2].tags


def test_a_number_that_points_to_a_section_counts_nothing() -> None:
    (segment,) = found("A last leg scoring is held as in section 7.\n")
    assert not any(t.kind == "number" and not t.weak for t in segment.tagged.tokens)
