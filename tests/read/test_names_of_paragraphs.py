"""A thing that is named before a paragraph is what its first sentence speaks of."""

from __future__ import annotations

import pytest

from camelrules.lang.source import Source, Span
from camelrules.read.patterns.model import Example
from camelrules.read.patterns.sample import sentences


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "Dice. Drop all five into the pyramid.", 1),
        ("it", "Segnalino. Va al giocatore più giovane.", 1),
        ("de", "Wettplättchen. Sortiert sie nach Farben. Jede bildet einen Stapel.", 2),
        ("en", "It is free. Put it in front of you.", 2),
        ("en", "No dice. Drop them into the box.", 2),
        ("en", "The camels move. Those below stay.", 2),
    ],
)
def test_a_name_that_leads_a_paragraph_is_read_with_its_first_sentence(language: str, text: str, count: int) -> None:
    assert len(sentences(Example(language, "", text, "setup", Span(Source("", ""), 1, 1)))) == count
