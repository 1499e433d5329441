"""Words as tables over gender, number, case and address, and which cell answers a question."""

from __future__ import annotations

from dataclasses import dataclass, field

from camelrules.lang.source import Span, fail, listing, near
from camelrules.lang.tree import Fields, Node, Text, expect_items, expect_text

# From the dimension that decides first: a cell that names the number beats one that names only the case.
DIMENSIONS = {
    "number": ("one", "other", "zero", "two", "few", "many"),
    "case": ("nom", "acc", "dat", "gen"),
    "gender": ("m", "f", "n"),
    "style": ("familiar", "formal"),
}
FEATURES = tuple(f for values in DIMENSIONS.values() for f in values)
_DIMENSION = {feature: name for name, values in DIMENSIONS.items() for feature in values}


@dataclass(frozen=True, slots=True)
class Forms:
    """The cells of a word; a noun has a gender of its own."""

    gender: str
    cells: tuple[tuple[frozenset[str], str], ...]

    def cell(self, asked: frozenset[str]) -> str | None:
        """The most telling cell that fits what is asked, or None where there is none."""
        fitting = [(key, text) for key, text in self.cells if key <= asked]
        return max(fitting, key=lambda cell: _rank(cell[0]))[1] if fitting else None


@dataclass(frozen=True, slots=True)
class Word:
    """A word, with a table of its own for each edition that calls the thing otherwise."""

    name: str
    forms: dict[str, Forms]  # by edition; the empty name stands for all others
    also: tuple[Forms, ...] = ()  # other nouns for the same thing, which a text may prefer
    span: Span | None = field(default=None, repr=False)

    def of(self, edition: str) -> Forms | None:
        return self.forms.get(edition) or self.forms.get("")

    @property
    def noun(self) -> bool:
        return any(forms.gender for forms in self.forms.values())


@dataclass(frozen=True, slots=True)
class Noun:
    """What a text calls a thing; its plural and gender where the text shows them."""

    one: str
    other: str = ""
    gender: str = ""


def _rank(key: frozenset[str]) -> tuple[bool, ...]:
    present = {_DIMENSION[feature] for feature in key}
    return tuple(name in present for name in DIMENSIONS)


def load_word(key: Text, node: Node, editions: list[str]) -> Word:
    """One entry of `words`: a text that never changes, a table of cells, or a table for each edition."""
    if isinstance(node, Text):
        return Word(key.value, {"": Forms("", ((frozenset(), _filled(node, key.value)),))}, (), key.span)
    if not isinstance(node, Fields):
        raise fail("shape", f"the word `{key.value}` must be a text or a table of its forms", node.span)
    also = node.get("also")
    others = tuple(_forms(key, n) for n in expect_items(also, "`also`")) if also is not None else ()
    rest = [(k, v) for k, v in node if k.value != "also"]
    if any(k.value in editions for k, _ in rest):
        for k, _ in rest:
            if k.value not in editions:
                hint = near(k.value, editions, f"the editions are {listing(editions)}")
                raise fail("unknown-edition", f"`{k.value}` is no edition", k.span, hint)
        return Word(key.value, {k.value: _forms(key, v) for k, v in rest}, others, key.span)
    return Word(key.value, {"": _forms(key, Fields(tuple(rest), node.span))}, others, key.span)


def _forms(key: Text, node: Node) -> Forms:
    if isinstance(node, Text):
        return Forms("", ((frozenset(), _filled(node, key.value)),))
    if not isinstance(node, Fields):
        raise fail("shape", f"the word `{key.value}` must be a text or a table of its forms", node.span)
    gender, cells = "", []
    for name, value in node:
        if name.value == "gender":
            text = expect_text(value, "`gender`")
            if text.value not in DIMENSIONS["gender"]:
                raise fail(
                    "gender", f"`{text.value}` is no gender", text.span, f"it is one of {listing(DIMENSIONS['gender'])}"
                )
            gender = text.value
            continue
        cells.append((_key(name), _filled(expect_text(value, f"a form of `{key.value}`"), key.value)))
    if not cells:
        raise fail("empty-cell", f"the word `{key.value}` has no form", key.span, "add `one:` and `other:`")
    return Forms(gender, tuple(cells))


def _key(name: Text) -> frozenset[str]:
    features = [] if name.value == "any" else name.value.split()
    for feature in features:
        if feature not in FEATURES:
            hint = near(feature, FEATURES, f"a form is named by {listing(FEATURES, 20)}")
            raise fail("unknown-feature", f"`{feature}` is no feature of a word", name.find(feature), hint)
    if len({_DIMENSION[f] for f in features}) < len(features):  # two answers to one question
        raise fail(
            "unknown-feature",
            f"`{name.value}` names two of one kind",
            name.span,
            "a cell has one number, one case, one gender",
        )
    return frozenset(features)


def _filled(text: Text, word: str) -> str:
    if not text.value.strip():
        raise fail("empty-cell", f"a form of `{word}` is empty", text.span, "write the form, or leave the cell out")
    return text.value
