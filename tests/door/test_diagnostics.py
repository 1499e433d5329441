"""Messages that repeat what somebody wrote stay messages."""

from __future__ import annotations

from camelrules.door.diagnostics import Diagnostic, RulesError, Source, Span, fail


def test_a_long_word_is_shown_by_its_ends() -> None:
    message = fail("unknown", f"there is no `a{'b' * 100_000}c`; try another", None).diagnostics[0].message
    assert message.startswith("there is no `abb") and message.endswith("bc`; try another") and "…" in message
    assert len(message) < 500


def test_many_long_words_are_shown_by_the_ends_of_the_whole() -> None:
    assert len(fail("unknown", "word " * 100_000).diagnostics[0].message) < 2000


def test_a_mistake_made_known_in_any_way_is_cut_where_it_is_printed() -> None:
    """Most come through `fail`, but one can be put together by hand."""
    word = "x" * 100_000
    shown = RulesError(Diagnostic("shape", f"`{word}` is too much", Span(Source(word, word), 1, 1), f"not `{word}`"))
    assert len(shown.render()) < 2000


def test_an_ordinary_message_is_left_alone() -> None:
    message = "there is no edition `2019`; the editions are `2014` and `2018`"
    assert fail("unknown-edition", message).diagnostics[0].message == message


def test_many_mistakes() -> None:
    """One that was met on many ways is told once, and of hundreds the first."""
    same = Diagnostic("shape", "`parts` must be a text", Span(Source("a.yaml", "parts: []"), 1, 8))
    assert RulesError(*[same] * 300).render() == same.render()
    many = RulesError(*(Diagnostic("unused", f"`x{n}` is never used") for n in range(300))).render().split("\n")
    assert len(many) == 21 and many[0].endswith("`x0` is never used") and many[-1] == "and 280 more errors"
