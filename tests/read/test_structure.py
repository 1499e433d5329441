"""What stands where it does not belong is told, and a text in order is not accused of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelrules.compare.findings import findings
from camelrules.compare.verdicts import review
from camelrules.read.reader import read_text

TEXTS = Path(__file__).parents[1] / "texts"
ENGLISH = (TEXTS / "en-2018.txt").read_text("utf-8")


def told(text: str) -> list[tuple[tuple[int, ...], str]]:
    found = findings(review(read_text(text, "text", language="en", edition="2018")))
    return [(f.lines, f.message) for f in found if f.code == "CR502"]


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def test_a_list_torn_in_two() -> None:
    half = (
        "- the 5 pyramid tickets return to their area as a stack;\n"
        "- every audience tile on the track goes back to its owner;\n"
        "- the 5 dice on the tents go back into the pyramid.\n"
    )
    end = "- all further cards with the winning camel earn 1 EP each.\n"
    text = ENGLISH.replace(half, end).replace("fourth 2 EP;\n" + end, "fourth 2 EP;\n")
    after = "The richest player wins."
    text = text.replace(after, f"The cards pay as follows:\n\n{half}\n{after}")
    ((lines, message),) = told(text)
    assert lines == (line_of(text, "- the betting tickets return"), line_of(text, "- the 5 pyramid tickets return"))
    assert message.startswith("the list that breaks off in line ")


def test_a_sentence_torn_by_another_column() -> None:
    whole = "- the second earns 5 EP, the third 3 EP and the fourth 2 EP;\n"
    assert whole in ENGLISH
    text = ENGLISH.replace(
        whole,
        "- The second card that shows the winning camel earns its owner 5 EP, the third 3 and the fourth 2\n\n"
        "The richest player wins.\n\nEP for each owner of such a card.\n".replace("EP for", "pounds for"),
    )
    found = told(text)
    assert [message.split(" in line ")[0] for _, message in found] == ["the sentence that breaks off"]
    ((lines, _),) = found
    assert lines == (line_of(text, "- The second card that"), line_of(text, "pounds for each owner"))


def test_a_colon_before_another_part() -> None:
    start = ENGLISH.index("Tidy up for the next leg:")
    end = ENGLISH.index("## End of the race")
    text = ENGLISH[:start] + "Tidy up for the next leg:\n\n" + ENGLISH[end:]
    ((lines, message),) = told(text)
    assert lines == (line_of(text, "Tidy up"), line_of(text, "## End of the race"))
    assert "announces something" in message


@pytest.mark.parametrize("path", sorted(TEXTS.glob("*-20*.txt")), ids=lambda p: p.stem)
def test_a_text_in_order(path: Path) -> None:
    language, edition = path.stem.split("-")
    found = read_text(path.read_text("utf-8"), path.stem, language=language, edition=edition)
    assert not [o for o in found.observations if o.kind == "structure"]
