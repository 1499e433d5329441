"""Worked examples in a text: where one is numbered, and how far it goes."""

from __future__ import annotations

from camelrules.read.language.concepts import Tagged
from camelrules.read.language.ontology import Ontology

# A row of so many amounts, some of them lost, is a deck as it was scored; a rule tells what one wrong card costs.
_ROW = 4
_LOST = 2
# So many signs between numbers make a sum that is written out.
_TERMS = 2
_PLUS = frozenset("+-−–")
# What stands behind the number of an example.
_BEHIND = frozenset(",;:(–-.")


def example_number(tagged: Tagged) -> int:
    """Where the number of an example ends that numbers it at the head of a sentence: `Example 2: …`; or 0."""
    first = tagged.by["example"][0]
    following = [i for i in range(first.end, len(tagged.tokens)) if i > first.end or tagged.tokens[i].text != "."][:2]
    if first.start > 0 or len(following) < 2:
        return 0
    number, sign = (tagged.tokens[i] for i in following)
    return following[1] if number.kind == "number" and sign.text in _BEHIND else 0


def goes_on(tagged: Tagged, known: Ontology) -> bool:
    """Whether the next line after an example still tells of it: of coloured camels, or amounts with their signs."""
    return not known.pictured_colours.isdisjoint(tagged.by) or any((t.value or 0) < 0 for t in tagged.tokens)


def settles(tagged: Tagged) -> bool:
    """Whether a sentence pays out card after card, `wrong, wrong, right: -1, -1, +8`, or adds up: `5 + 1 - 1 = 5`."""
    tokens = tagged.tokens
    figures = [t.value or 0 for t in tokens if t.kind == "number" and t.text.lstrip("-").isdigit()]
    lost = sum(1 for value in figures if value < 0)
    if not any(t.text == "=" for t in tokens):
        return len(figures) >= _ROW and _LOST <= lost < len(figures)
    joined = sum(
        1
        for before, sign, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if before.kind == after.kind == "number" and sign.text in _PLUS
    )
    # With amounts that are lost it is a drawing of what its example has told.
    return joined >= _TERMS and not lost
