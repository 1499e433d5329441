"""Tokens stand where their words do in the file, whatever markup was taken off before they were read."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from camelrules.read.language.lexicon import lexicon
from camelrules.read.language.ontology import ontology
from camelrules.read.language.tokens import tokens
from camelrules.read.layout.columns import placed
from camelrules.read.layout.manuscript import manuscript
from camelrules.read.sections.segments import segments
from camelrules.text import LinePlace, open_bytes
from camelrules.text.places import column_of

TEXTS = Path(__file__).resolve().parents[1] / "texts"
NAMES = [
    "en-2018",
    "fr-2018",
    "es-2018",
    "more/en-2014-one",
    "more/fr-2018-wiki",
    "more/pt-2018-blog",
    "more/es-2018-print",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("suffix", ["txt", "md"])
def test_every_token_is_at_its_place(name: str, suffix: str) -> None:
    data = (TEXTS / f"{name}.txt").read_bytes()
    file = unicodedata.normalize("NFC", data.decode("utf-8")).splitlines()
    document = open_bytes(data, f"a.{suffix}")
    language = Path(name).name[:2]
    found = [t for s in segments(manuscript(document), lexicon(language), ontology()) for t in s.tagged.tokens]
    wrong = []
    for token in found:
        place = document.lines[token.line - 1].place
        assert isinstance(place, LinePlace)
        start = column_of(place, token.column - 1) - 1
        line = file[place.line - 1]
        # A row of a table is read with the words of its heading.
        if not line.startswith("|") and line[start : start + len(token.text)] != token.text:
            wrong.append((token.line, token.text, line[start : start + len(token.text)]))
    # Signs of typesetting that were read as other signs, and words put together from two lines.
    assert len(wrong) <= 0.01 * len(found), wrong[:20]


def test_a_number_of_a_list_is_not_taken_for_a_count() -> None:
    (one, *_) = placed(tokens("1 board"), "1. 1 board")
    assert one.column == 4


def test_a_broken_word_begins_where_its_first_part_does() -> None:
    found = placed(tokens("it runs counterclockwise"), "it runs counter-")
    assert [t.column for t in found] == [1, 4, 9]
