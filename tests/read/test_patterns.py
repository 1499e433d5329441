"""Every pattern reads its own examples as they say; which patterns still lack one is written down."""

from __future__ import annotations

import pytest

from camelrules.lang.catalogue import catalogue
from camelrules.read.language.lexicon import languages
from camelrules.read.patterns import lacks_examples, patterns
from camelrules.read.patterns.model import Example, Pattern
from camelrules.read.patterns.sample import failure, readings, sentences

ALL = {pattern.id: pattern for found in patterns().values() for pattern in found}
EXAMPLES = [(pattern, example) for pattern in ALL.values() for example in pattern.examples]
# Patterns that nobody has found a sentence for: one that gets an example leaves the list.
WITHOUT = {
    "comp.partnership.sides/available-side",
    "comp.racing_camels/components-camel",
    "ex.crazy_start/example-setup",
    "ex.start_roll/another-space",
    "final.example/end-game-deck",
    "final.example/ranked-pound",
    "money.exchange/keep-pound-pound",
    "setup.racing.stack_order/camel-on",
    "turn.actions/item-bet-ticket",
}
# Clauses that change play and that no pattern shows in a language.
LACKING = {
    ("ex.crazy_start", "es"),
    ("ex.crazy_start", "pt"),
    ("final.example", "fr"),
    ("final.example", "pt"),
    ("leg.score.example", "pt"),
    ("tile.space_left", "pt"),
}

# Languages whose sentences stand beside the patterns; German and Italian are tried in `tests/write`.
SPOKEN = {"en", "es", "fr", "pt"}


@pytest.mark.parametrize("clause", sorted(patterns()))
def test_examples(clause: str) -> None:
    """Each example is read as it says by its own pattern, and not otherwise by the other patterns of the clause."""
    told = [
        f"{example.span}: `{pattern.id}` {failed}, not `{example.reads}`: {example.text}"
        for pattern in patterns()[clause]
        for example in pattern.examples
        if (failed := failure(pattern, example))
    ]
    assert not told, "\n".join(told)


def test_every_pattern_has_an_example() -> None:
    """But those that are written down above."""
    assert {id for id, pattern in ALL.items() if not pattern.examples} == WITHOUT


def test_lacks_examples_lists_the_holes() -> None:
    """A pattern with English examples alone lacks the other languages."""
    holes = lacks_examples()
    for id, pattern in ALL.items():
        spoken = {example.language for example in pattern.examples}
        assert set(holes.get(id, ())) == set(languages()) - spoken


def test_rules_of_play_are_shown_in_every_language() -> None:
    """Of every clause that changes play, some pattern has an example in each language, but for a few."""
    lacking = {
        (clause, code)
        for clause, entry in catalogue().items()
        if entry.play
        for code in sorted(SPOKEN)
        if not any(e.language == code for p in patterns().get(clause, ()) for e in p.examples)
    }
    assert lacking == LACKING


def test_an_example_that_is_read_otherwise_fails() -> None:
    """The runner tells what it reads: a test of the test."""
    pattern, example = next(
        (p, e) for p, e in EXAMPLES if p.id == "setup.start_player/marker-setup" and e.language == "en"
    )
    wrong = Example(example.language, "oldest", example.text, example.part, example.span)
    assert "youngest" in failure(pattern, wrong)
    assert failure(pattern, Example("en", "nothing", example.text, example.part, example.span))
    assert failure(pattern, Example("en", "unsure", example.text, example.part, example.span))


def test_examples_are_sentences_of_the_language() -> None:
    """An example whose words its language does not know would show nothing."""
    strange = [e.text for _, e in EXAMPLES if e.reads != "nothing" and not any(s.tagged.by for s in sentences(e))]
    assert not strange


def _alone(pattern: Pattern, text: str) -> list[str]:
    return [str(c.value) for c in readings(pattern, sentences(Example("en", "", text, "", pattern.span)))]


def test_a_contrast_is_a_value_of_its_own() -> None:
    """A word of the other side is a variant that the rules know, not something unheard of."""
    pattern = ALL["stack.carry/carry-up"]
    assert _alone(pattern, "A camel carries all the camels on top of it.") == ["all above"]
    assert _alone(pattern, "A camel carries all the camels underneath it.") == ["all below"]
