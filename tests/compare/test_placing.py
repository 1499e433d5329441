"""Where a sentence goes: in the place of another, beside it, below its list or its table; the markup stays."""

from __future__ import annotations

import pytest

from camelrules.compare.placing import Sheet
from camelrules.read.reader import read_document
from camelrules.read.sections.segments import Segment
from camelrules.text.opening import open_bytes
from camelrules.text.patching import original, patched

# Without any word of the game a text is refused.
GAME = "\n\nThe camels race. Each camel has a die in the pyramid, and each player has betting tickets for a leg.\n"
LONG = "Each player takes three coins from the bank\nand lays them openly on the table."


def opened(text: str, word: str, name: str = "text.md") -> tuple[Sheet, Segment]:
    """A file, and the sentence in it that has a word."""
    text += GAME
    document = open_bytes(text.encode(), name)
    reading = read_document(document, language="en", edition="2018")
    wanted = (s for s in reading.segments if any(t.text.lower() == word for t in s.tagged.tokens))
    return Sheet(original(text.encode(), name), document), next(wanted)


@pytest.mark.parametrize(
    "text, word, after",
    [
        ("One goes. Two comes here. Three goes.", "two", "One goes. New words. Three goes."),
        ("One goes.\n\n**Two comes here.**\n", "two", "One goes.\n\nNew words.\n"),
        ("One *goes*. Two **comes** here. Three goes.", "two", "One *goes*. New words. Three goes."),
        ("- one goes;\n- two comes here;\n- three goes.\n", "two", "- one goes;\n- New words;\n- three goes.\n"),
        ("- one goes,\n- two comes here\n- three goes\n", "two", "- one goes,\n- New words.\n- three goes\n"),
    ],
)
def test_instead(text: str, word: str, after: str) -> None:
    """With the stop of the sentence that was there; emphasis of the whole of it goes with it."""
    sheet, segment = opened(text, word)
    edit = sheet.instead(segment, "New words.")
    assert edit is not None and patched(sheet.file, [edit]).decode() == after + GAME


def test_lines_are_as_long_as_those_that_they_replace() -> None:
    sheet, segment = opened(f"# Money\n\n{LONG}\n\nEnd.\n", "coins")
    edit = sheet.instead(segment, "Nobody has any coins at the beginning, and the whole bank lies beside the board.")
    assert edit is not None
    new = patched(sheet.file, [edit]).decode().removesuffix(GAME).split("\n")[2:-3]
    assert len(new) == 2 and all(len(line) <= len(LONG.split("\n")[0]) for line in new)
    assert " ".join(new).startswith("Nobody has any coins") and new[-1].endswith("board.")


@pytest.mark.parametrize(
    "text, word, behind, after",
    [
        ("One goes. Two comes.\n", "two", True, "One goes. Two comes. New words.\n"),
        ("One goes. Two comes.\n", "two", False, "One goes. New words. Two comes.\n"),
        ("One goes. *Two comes.*\n", "two", True, "One goes. *Two comes.* New words.\n"),
        ("- one goes;\n- two comes.\n", "one", True, "- one goes;\n- New words.\n- two comes.\n"),
        ("Rules:\n\n* one goes\n* two comes\n", "one", True, "Rules:\n\n* one goes\n* New words.\n* two comes\n"),
        ("One goes to the left\n", "one", True, "One goes to the left. New words.\n"),
        (
            "| one | two |\n|---|---|\n| three | four |\n\nEnd.\n",
            "three",
            True,
            "| one | two |\n|---|---|\n| three | four |\n\nNew words.\n\nEnd.\n",
        ),
    ],
)
def test_beside(text: str, word: str, behind: bool, after: str) -> None:
    """In the same paragraph; a list gets an item of the same look, and a table a line below its last row."""
    sheet, segment = opened(text, word)
    edit = sheet.beside(segment, "New words.", behind)
    assert edit is not None and patched(sheet.file, [edit]).decode() == after + GAME


def test_a_cell_is_not_written_over() -> None:
    sheet, segment = opened("| one goes | two |\n|---|---|\n| three | four |\n", "three")
    assert sheet.in_table(segment) and sheet.instead(segment, "New words.") is None


def test_what_stands_otherwise_in_the_file_is_left_alone() -> None:
    """A document that is not the one the file has: no place is better than a wrong one."""
    sheet, segment = opened("One goes. Two comes.\n", "two")
    other = Sheet(original(b"One goes. Ten walk.\n", "text.md"), sheet.document)
    assert other.instead(segment, "New words.") is None and other.beside(segment, "New words.", True) is None
