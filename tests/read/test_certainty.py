"""What keeps a claim from being heard, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelrules.lang.source import Source, Span
from camelrules.read.language.ontology import ontology
from camelrules.read.match.certainty import with_certainty
from camelrules.read.patterns.library import patterns
from camelrules.read.patterns.model import Example
from camelrules.read.patterns.sample import readings, sentences


@pytest.mark.parametrize(("chance", "heard"), [(0.9, True), (0.2, True), (0.06, True), (0.01, False)])
def test_what_is_left_open_is_asked_about_unless_the_sentence_is_surely_about_something_else(
    chance: float, heard: bool
) -> None:
    text = "In a ranking the camel at the top of a stack is always ahead of those below it."
    found = sentences(Example("en", "", text, "racing", Span(Source("", ""), 1, 1)))
    view = next(p for p in patterns()["rank.stack"] if p.id == "rank.stack/up-ahead")
    claims = [replace(c, leaves_open=("only the topmost",)) for c in readings(view, found)]
    certain = with_certainty({"rank.stack": claims}, found, [{"rank.stack": chance}], ontology(), frozenset())
    assert [not c.faint for c in certain["rank.stack"]] == [heard]
