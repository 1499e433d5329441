"""Phrases: their own examples, every value of every clause, and any edition that somebody may write."""

from __future__ import annotations

import re
import tempfile
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelrules.lang.binding import Binding, bindings
from camelrules.lang.kinds import MemberKind, RateKind
from camelrules.lang.values import (
    Comparison,
    Lists,
    Mapping,
    Member,
    Members,
    Number,
    Numbers,
    Range,
    Rate,
    Rows,
    Share,
    Value,
)
from camelrules.write import Noun, lacks, languages, phrasebook, rulebook, sentence, suggestion
from camelrules.write.book import plan
from camelrules.write.language import Example
from camelrules.write.template import Literal

EXAMPLES = [(code, example) for code in languages() for example in phrasebook(code).examples]
SIZES = st.integers(0, 40)


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=lambda x: x if isinstance(x, str) else x.clause)
def test_examples(code: str, example: Example) -> None:
    """What a person expects is what is written."""
    binding = bindings(example.edition)[example.clause]
    value = binding.parse(example.value) if example.value else None
    assert sentence(example.clause, value, example.edition, code, example.style, example.names) == example.text


@pytest.mark.parametrize("code", languages())
def test_nothing_is_lacking(code: str) -> None:
    assert [lack.message for lack in lacks(code)] == []


@pytest.mark.parametrize("code", languages())
def test_a_language_has_examples_of_its_own(code: str) -> None:
    assert len(phrasebook(code).examples) >= 8


def sound(text: str) -> None:
    """A sentence as one prints it: no slot left, one space between words, a capital and a stop."""
    assert not re.search(r"[{}\[\]|]|\s\s|None", text), text
    assert re.search(r"[.]”?$", text), text
    first = next(c for c in text if c.isalnum())
    assert first.isdigit() or first.isupper(), text


def values(binding: Binding) -> st.SearchStrategy[Value]:
    """Any value that a clause can be said to have."""
    expected, kind = binding.expected, binding.kind
    match expected:
        case Member():
            assert isinstance(kind, MemberKind)
            return st.sampled_from([Member(m) for m in kind.members])
        case Number():
            return st.builds(Number, st.integers(-9, 40), st.just(expected.signed))
        case Numbers():
            return st.builds(lambda items: Numbers(tuple(items)), st.lists(SIZES, min_size=1, max_size=7))
        case Range():
            return st.builds(Range, SIZES, SIZES)
        case Comparison():
            return st.builds(Comparison, st.just(expected.at_least), st.integers(1, 12))
        case Mapping():
            return st.builds(lambda to: Mapping(tuple(enumerate(to, 1))), st.lists(SIZES, min_size=1, max_size=6))
        case Rows():
            return st.builds(lambda n: Rows(expected.rows[:n]), st.integers(1, len(expected.rows)))
        case Members():
            return st.builds(lambda names: Members(tuple(names)), st.permutations(expected.names))
        case Share():
            return st.builds(Share, SIZES, SIZES)
        case Rate():
            assert isinstance(kind, RateKind)
            return st.builds(Rate, st.integers(-9, 9), st.sampled_from(kind.members))
        case Lists():
            items = st.lists(st.integers(-3, 9), min_size=1, max_size=6).map(tuple)
            return st.builds(Lists, items, items)
        case _:
            raise AssertionError(expected)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_value(data: st.DataObject) -> None:
    """Every value of every clause has a sentence in every language, style and edition, with its numbers in it."""
    edition = data.draw(st.sampled_from(["2014", "2018"]))
    clause = data.draw(st.sampled_from(sorted(bindings(edition))))
    code = data.draw(st.sampled_from(languages()))
    style = data.draw(st.sampled_from(["familiar", "formal"]))
    value = data.draw(values(bindings(edition)[clause]))
    text = sentence(clause, value, edition, code, style)
    sound(text)
    if isinstance(value, Numbers | Range) and clause != "final.pay.second_third_fourth":
        figures = re.findall(r"\d+", text)
        wanted = value.items if isinstance(value, Numbers) else (value.low, value.high)
        assert [f for f in figures if int(f) in wanted] == [str(n) for n in wanted]


@pytest.mark.parametrize("code", languages())
def test_values_that_differ_read_differently(code: str) -> None:
    """A member that no sentence tells from another could not be a labelled fault."""
    for edition in ("2014", "2018"):
        for clause, binding in bindings(edition).items():
            if isinstance(binding.kind, MemberKind):
                texts = [sentence(clause, Member(m), edition, code) for m in binding.kind.members]
                assert len(set(texts)) == len(texts), (clause, texts)


HOUSE = Path(tempfile.mkdtemp())
NUMBER = count()


@st.composite
def editions(draw: st.DrawFn) -> tuple[str, dict[str, list[int]]]:
    """An edition of somebody's own: its file, and the numbers that its rulebook must have, by clause."""
    base = draw(st.sampled_from(["2014", "2018"]))
    spaces = draw(st.integers(12, 30))
    tickets = sorted(draw(st.lists(st.integers(1, 9), min_size=1, max_size=5)))
    money = draw(st.integers(0, 9))
    lines = [f"    track.spaces: {spaces}", f"    tickets.order: {tickets}", f"    money.start: {money}"]
    lines += [f"    cheer.steps: {draw(st.integers(1, 3))}"]
    wanted = {"track.spaces": [spaces], "setup.tickets.stack_order": tickets, "comp.tickets.per_colour": [len(tickets)]}
    if base == "2018":
        start = draw(st.lists(st.integers(1, spaces), min_size=3, max_size=3))
        lines += [f"    crazy.start: {start}", f"    stacked.moves: {draw(st.sampled_from(['upper', 'lower']))}"]
        wanted["setup.crazy.map"] = [n for pair in enumerate(start, 1) for n in pair]
    path = HOUSE / f"house{next(NUMBER)}.yaml"
    head = f'edition: "{path.stem}"\ntitle: House\nextends: "{base}"\nreplaces:\n  parameters:\n'
    path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    return str(path), wanted


@given(editions(), st.sampled_from(languages()), st.sampled_from(["familiar", "formal"]))
@settings(max_examples=12, deadline=None)
def test_any_edition(drawn: tuple[str, dict[str, list[int]]], code: str, style: str) -> None:
    """An edition of one's own is written whole, with its own numbers."""
    edition, wanted = drawn
    book = rulebook(edition, code, style)
    by = {clause: s.text for s in book.sentences for clause in s.clauses}
    assert set(by) == set(bindings(edition))
    for text in by.values():
        sound(text)
    for clause, numbers in wanted.items():
        assert re.findall(r"\d+", by[clause]) == [str(n) for n in numbers], by[clause]


def test_a_suggestion_uses_the_words_of_the_text() -> None:
    """The noun that a text has for a thing, with everything around it agreeing."""
    mine = suggestion("a2.not_space_1", "2018", "es", {"tile": Noun("tablón"), "space": Noun("espacio")})
    assert mine == "Tu tablón no puede estar nunca en el espacio 1."
    assert (
        suggestion("a2.not_space_1", "2018", "es", {"tile": Noun("teja")})
        == "Tu teja no puede estar nunca en la casilla 1."
    )
    assert suggestion("a2.not_space_1", "2018", "es", {"elephant": Noun("elefante")}) is not None


def test_a_suggestion_that_there_is_none_of() -> None:
    assert suggestion("a2.not_space_1", "2018", "eo") is None
    assert suggestion("crazy.direction", "2014", "es") is None


@pytest.mark.parametrize("code", languages())
def test_no_phrase_has_a_noun_of_its_own(code: str) -> None:
    """A noun for which a text may have a word of its own stands in a slot: written out, it would stay ours."""
    book = phrasebook(code)
    # Single words that are also said of other things: any camel, the spaces where bets lie.
    for name in plan().nouns.keys() - {"racer", "space"}:
        ours = {text for forms in book.words[name].forms.values() for _, text in forms.cells}
        found = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(ours)))})(?!\w)", re.IGNORECASE)
        for phrase in book.phrases.values():
            texts = [p.text for t in phrase.templates for p in t.pieces if isinstance(p, Literal)]
            assert not [text for text in texts if found.search(text)], (name, phrase.clause)
