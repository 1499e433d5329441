"""What is true of concepts in every language: compounds, contrast sets, what negation makes of a modal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from camelrules.door.kept import kept
from camelrules.lang.source import Diagnostic, RulesError, fail, near
from camelrules.lang.tree import (
    Fields,
    Node,
    Text,
    expect_fields,
    expect_items,
    expect_text,
    parse_yaml,
    read_source,
    words,
)
from camelrules.read.language.folder import spec_dir
from camelrules.read.patterns.grammar import Condition, concepts, condition, place

_KEYS = (
    "concepts",
    "compounds",
    "kinds",
    "quoted",
    "contrasts",
    "sides",
    "negated",
    "negators",
    "sections",
    "phases",
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
    "turning",
    "limits",
    "countable",
    "things",
    "generic",
    "worth",
    "one_name",
    "pictures",
    "mixed_up",
)


@dataclass(frozen=True, slots=True)
class Compound:
    """Concepts that stand together and make another one: `pyramid token` is a pyramid ticket."""

    concept: str
    parts: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a sentence or heading must have, and must not have."""

    need: tuple[Condition, ...]
    unless: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Ontology:
    """The language-neutral knowledge about concepts."""

    concepts: frozenset[str]  # every concept that there is
    compounds: tuple[Compound, ...]
    kinds: dict[str, tuple[str, ...]]
    quoted: dict[str, str]  # what a word names if it stands alone between quotation marks
    rivals: dict[str, frozenset[str]]
    sides: dict[str, str]
    negated: dict[str, str]
    negators: frozenset[str]
    sections: tuple[tuple[str, Rule], ...]
    phases: frozenset[str]  # the parts that are about a time of the game, and not about a thing
    repairable: frozenset[str]
    hollow: frozenset[str]
    topics: dict[str, frozenset[str]]
    clues: tuple[tuple[str, Rule], ...]
    colours: tuple[str, ...]
    pictured: frozenset[str]
    telling: dict[str, tuple[str, ...]]
    ours: tuple[frozenset[str], ...]
    signals: tuple[tuple[str, tuple[str, ...]], ...]
    defined: dict[str, tuple[frozenset[str], ...]]
    named: tuple[str, ...]
    further: tuple[Rule, ...]
    sayings: tuple[Rule, ...]
    against: tuple[Rule, ...]
    spoils: tuple[str, ...]
    added: tuple[str, ...]
    turning: tuple[str, ...]
    limits: tuple[str, ...]
    countable: tuple[str, ...]
    things: tuple[str, ...]
    generic: tuple[str, ...]
    worth: tuple[str, ...]
    one_name: tuple[str, ...]
    pictures: tuple[str, ...]
    mixed_up: dict[str, str]

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


class _Loading:
    """The ontology while it is loaded, with the mistakes so far."""

    def __init__(self, root: Fields) -> None:
        self.root = root
        self.mistakes: list[Diagnostic] = []
        self.concepts = frozenset(t.value for t in words(root.get("concepts"), "`concepts`"))
        names = expect_items(root.get("sections"), "`sections`")
        self.parts = tuple(dict.fromkeys(k.value for item in names if isinstance(item, Fields) for k, _ in item))

    def known(self, text: Text, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.concepts:
                hint = near(name, self.concepts, "`concepts` in this file lists the concepts")
                self.mistakes += fail("unknown-concept", f"no concept `{name}`", place(text, name), hint).diagnostics

    def texts(self, key: str) -> tuple[Text, ...]:
        return words(self.root.get(key), f"`{key}`")

    def names(self, key: str) -> tuple[str, ...]:
        """A list of concepts."""
        for text in self.texts(key):
            self.known(text, (text.value,))
        return tuple(t.value for t in self.texts(key))

    def part(self, text: Text) -> str:
        """The name of a part of a rulebook."""
        if text.value not in self.parts:
            hint = near(text.value, self.parts, "`sections` in this file lists the parts")
            self.mistakes += fail("unknown-part", f"no part `{text.value}`", text.span, hint).diagnostics
        return text.value

    def sets(self, text: Text) -> list[frozenset[str]]:
        """Words one after the other, each with its alternatives: `camel single|either`."""
        found = [frozenset(part.split("|")) for part in text.value.split()]
        self.known(text, (name for part in found for name in sorted(part) if not name.startswith("@")))
        return found

    def sides(self, text: Text) -> list[frozenset[str]]:
        """Words one after the other, those on the same side joined by `=`."""
        found = [frozenset(part.split("=")) for part in text.value.split()]
        self.known(text, (name for part in found for name in sorted(part)))
        return found

    def table(self, key: str) -> list[tuple[Text, Text]]:
        node = self.root.get(key)
        if not isinstance(node, Fields):
            raise fail("shape", f"`{key}` must be a mapping", node.span if node else self.root.span)
        return [(k, expect_text(v, k.value)) for k, v in node]

    def conditions(self, node: Node | None, what: str) -> tuple[Condition, ...]:
        made = []
        for text in words(node, what):
            made.append(condition(text, self.parts))
            self.known(text, concepts(made[-1:]))
        return tuple(made)

    def named(self, key: str) -> tuple[tuple[str, Rule], ...]:
        """A list of `part: conditions`."""
        rules: list[tuple[str, Rule]] = []
        for item in expect_items(self.root.get(key), f"`{key}`"):
            if not isinstance(item, Fields):
                raise fail("shape", f"`{key}` must be a list of `part: conditions`", item.span)
            rules += [(k.value, Rule(self.conditions(v, k.value))) for k, v in item]
        return tuple(rules)

    def rules(self, key: str) -> tuple[Rule, ...]:
        """A list of mappings with `need` and `unless`."""
        made: list[Rule] = []
        for item in expect_items(self.root.get(key), f"`{key}`"):
            fields = expect_fields(item, f"an entry of `{key}`", ("need", "unless"), ("need",))
            made.append(
                Rule(self.conditions(fields.get("need"), "need"), self.conditions(fields.get("unless"), "unless"))
            )
        return tuple(made)


@cache
def ontology() -> Ontology:
    """The shipped ontology."""
    return kept("ontology", lambda: load_ontology(spec_dir() / "patterns" / "ontology.yaml"))


def load_ontology(path: Path) -> Ontology:
    """The ontology in a file; all concepts that it misspells are told together."""
    root = expect_fields(parse_yaml(read_source(path)), "the ontology", _KEYS, _KEYS)
    loading = _Loading(root)
    compounds: list[Compound] = []
    made = root.get("compounds")
    if not isinstance(made, Fields):
        raise fail("shape", "`compounds` must be a mapping", root.span)
    for key, value in made:
        loading.known(key, (key.value,))
        for form in words(value, key.value):
            compounds.append(Compound(key.value, tuple(loading.sets(form))))
    compounds.sort(key=lambda c: -len(c.parts))
    rivals: dict[str, set[str]] = {}
    for group in loading.texts("contrasts"):
        # Words joined by `=` stand on the same side of a contrast.
        sides = loading.sides(group)
        for side in sides:
            for word in side:
                rivals.setdefault(word, set()).update(w for other in sides if other is not side for w in other)
    known = Ontology(
        concepts=loading.concepts,
        compounds=tuple(compounds),
        kinds={k.value: tuple(n for part in loading.sets(v) for n in part) for k, v in loading.table("kinds")},
        quoted={k.value: v.value for k, v in loading.table("quoted")},
        rivals={k: frozenset(v) for k, v in rivals.items()},
        sides={w: word for word in loading.names("sides") for w in (word, *rivals[word])},
        negated={k.value: v.value for k, v in loading.table("negated")},
        negators=frozenset(loading.names("negators")),
        sections=loading.named("sections"),
        phases=frozenset(loading.part(text) for text in loading.texts("phases")),
        repairable=frozenset(loading.names("repairable")),
        hollow=frozenset(loading.names("hollow")),
        topics={k.value: frozenset(n for part in loading.sets(v) for n in part) for k, v in loading.table("topics")},
        clues=loading.named("clues"),
        colours=loading.names("colours"),
        pictured=frozenset(loading.names("pictured")),
        telling={k.value: tuple(v.value.split()) for k, v in loading.table("telling")},
        ours=tuple(side for thing in loading.texts("ours") for side in loading.sides(thing)),
        signals=tuple((k.value, tuple(v.value.split())) for k, v in loading.table("signals")),
        defined={k.value: tuple(loading.sets(v)) for k, v in loading.table("defined")},
        named=loading.names("named"),
        further=loading.rules("further"),
        sayings=loading.rules("sayings"),
        against=loading.rules("against"),
        spoils=loading.names("spoils"),
        added=loading.names("added"),
        turning=loading.names("turning"),
        limits=loading.names("limits"),
        countable=loading.names("countable"),
        things=loading.names("things"),
        generic=loading.names("generic"),
        worth=loading.names("worth"),
        one_name=loading.names("one_name"),
        pictures=loading.names("pictures"),
        mixed_up={k.value: v.value for k, v in loading.table("mixed_up")},
    )
    if loading.mistakes:
        raise RulesError(*loading.mistakes)
    return known
