"""What is true of concepts in every language: compounds, contrast sets, what negation makes of a modal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from camelrules.lang.source import fail
from camelrules.lang.tree import (
    Fields,
    Node,
    expect_fields,
    expect_items,
    expect_text,
    parse_yaml,
    read_source,
)
from camelrules.read.where import spec_dir

_KEYS = (
    "compounds",
    "kinds",
    "contrasts",
    "sides",
    "negated",
    "negators",
    "sections",
    "repairable",
    "hollow",
    "topics",
    "clues",
    "colours",
    "pictured",
    "telling",
    "ours",
    "signals",
    "defined",
    "named",
    "further",
    "sayings",
    "against",
    "spoils",
    "added",
)


@dataclass(frozen=True, slots=True)
class Compound:
    """Concepts that stand together and make another one: `pyramid token` is a pyramid ticket."""

    concept: str
    parts: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Ontology:
    """The language-neutral knowledge about concepts."""

    compounds: tuple[Compound, ...]
    kinds: dict[str, tuple[str, ...]]
    rivals: dict[str, frozenset[str]]
    sides: dict[str, str]
    negated: dict[str, str]
    negators: frozenset[str]
    sections: tuple[tuple[str, str], ...]
    repairable: frozenset[str]
    hollow: frozenset[str]
    topics: dict[str, frozenset[str]]
    clues: tuple[tuple[str, str], ...]
    colours: tuple[str, ...]
    pictured: frozenset[str]
    telling: dict[str, tuple[str, ...]]
    ours: tuple[frozenset[str], ...]
    signals: tuple[tuple[str, tuple[str, ...]], ...]
    defined: dict[str, tuple[frozenset[str], ...]]
    named: tuple[str, ...]
    further: tuple[str, ...]
    sayings: tuple[str, ...]
    against: tuple[str, ...]
    spoils: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def parts(self) -> frozenset[str]:
        """The names of the parts of a rulebook that a pattern may ask for."""
        return frozenset(name for name, _ in self.sections if name != "components")

    @property
    def pictured_colours(self) -> frozenset[str]:
        """The colours by which a sentence tells of some camels and not of all."""
        return self.pictured & frozenset(self.colours)

    def edition_of(self, concept: str) -> str:
        """The edition that has this thing and no other edition has, or nothing."""
        return next((e for e, concepts in self.telling.items() if concept in concepts), "")


def _strings(node: Node | None, what: str) -> list[str]:
    return [expect_text(i, what).value for i in expect_items(node, what)]


def _named(node: Node | None, what: str) -> list[tuple[str, str]]:
    rules: list[tuple[str, str]] = []
    for item in expect_items(node, what):
        if not isinstance(item, Fields):
            raise fail("shape", f"{what} must be `name: concepts`", item.span)
        rules += [(k.value, expect_text(v, k.value).value) for k, v in item]
    return rules


def _pairs(root: Fields, what: str) -> list[tuple[str, str]]:
    """A mapping from names to text."""
    node = root.get(what)
    if not isinstance(node, Fields):
        raise fail("shape", f"`{what}` must be a mapping", root.span)
    return [(k.value, expect_text(v, k.value).value) for k, v in node]


@cache
def ontology() -> Ontology:
    """The shipped ontology."""
    path = spec_dir() / "patterns" / "ontology.yaml"
    root = expect_fields(parse_yaml(read_source(path)), "the ontology", _KEYS, _KEYS)
    compounds: list[Compound] = []
    made = root.get("compounds")
    if not isinstance(made, Fields):
        raise fail("shape", "`compounds` must be a mapping", root.span)
    for key, value in made:
        for form in _strings(value, key.value):
            compounds.append(Compound(key.value, tuple(frozenset(p.split("|")) for p in form.split())))
    compounds.sort(key=lambda c: -len(c.parts))
    rivals: dict[str, set[str]] = {}
    for group in _strings(root.get("contrasts"), "contrasts"):
        # Words joined by `=` stand on the same side of a contrast.
        sides = [frozenset(side.split("=")) for side in group.split()]
        for side in sides:
            for word in side:
                rivals.setdefault(word, set()).update(w for other in sides if other is not side for w in other)
    rules = _named(root.get("sections"), "a section")
    return Ontology(
        tuple(compounds),
        {k: tuple(v.split()) for k, v in _pairs(root, "kinds")},
        {k: frozenset(v) for k, v in rivals.items()},
        {w: word for word in _strings(root.get("sides"), "sides") for w in (word, *rivals[word])},
        dict(_pairs(root, "negated")),
        frozenset(_strings(root.get("negators"), "negators")),
        tuple(rules),
        frozenset(_strings(root.get("repairable"), "repairable")),
        frozenset(_strings(root.get("hollow"), "hollow")),
        {k: frozenset(v.split()) for k, v in _pairs(root, "topics")},
        tuple(_named(root.get("clues"), "a clue")),
        tuple(_strings(root.get("colours"), "colours")),
        frozenset(_strings(root.get("pictured"), "pictured")),
        {k: tuple(v.split()) for k, v in _pairs(root, "telling")},
        tuple(frozenset(thing.split("=")) for thing in _strings(root.get("ours"), "ours")),
        tuple((k, tuple(v.split())) for k, v in _pairs(root, "signals")),
        {k: tuple(frozenset(part.split("|")) for part in v.split()) for k, v in _pairs(root, "defined")},
        tuple(_strings(root.get("named"), "named")),
        tuple(_strings(root.get("further"), "further")),
        tuple(_strings(root.get("sayings"), "sayings")),
        tuple(_strings(root.get("against"), "against")),
        tuple(_strings(root.get("spoils"), "spoils")),
        tuple(_strings(root.get("added"), "added")),
    )
