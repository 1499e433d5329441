"""Places as one editor tells them to another."""

from __future__ import annotations

import pytest

from camelrules.text.model import Document, Format, Line, LinePlace, PagePlace, ParagraphPlace, Place, StoryPlace
from camelrules.text.places import citation, stretches


def document(*places: Place, continues: tuple[int, ...] = ()) -> Document:
    lines = tuple(Line("words", place, continues=n in continues) for n, place in enumerate(places, 1))
    return Document("a", Format.PLAIN, lines)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([LinePlace(3)], "line 3"),
        ([LinePlace(3), LinePlace(4), LinePlace(9)], "lines 3, 4 and 9"),
        ([LinePlace(3), LinePlace(4), LinePlace(5)], "lines 3 to 5"),
        ([LinePlace(n) for n in (1, 2, 7, 8, 9)], "lines 1, 2 and 7 to 9"),
        ([PagePlace(1, 52), PagePlace(1, 53), PagePlace(1, 54)], "page 1, lines 52 to 54"),
        ([PagePlace(1, 52), PagePlace(1, 53), PagePlace(3, 1)], "page 1, lines 52 and 53 and page 3, line 1"),
        ([ParagraphPlace(7), ParagraphPlace(7), ParagraphPlace(9)], "paragraphs 7 and 9"),
        ([ParagraphPlace(2, "footnote")], "footnote paragraph 2"),
        ([StoryPlace("u1", 3, "2")], "page 2, story u1, paragraph 3"),
    ],
)
def test_places_of_one_kind_are_cited_together(places: list[Place], said: str) -> None:
    assert citation(document(*places), range(1, len(places) + 1)) == said


def test_a_paragraph_is_one_place_to_go_to() -> None:
    made = document(PagePlace(1, 1), PagePlace(1, 2), PagePlace(1, 3), PagePlace(1, 4), continues=(2, 4))
    assert stretches(made, (1, 2, 3, 9)) == [([1, 2], "page 1, lines 1 and 2"), ([3], "page 1, line 3")]
