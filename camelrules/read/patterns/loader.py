"""Pattern files to patterns; every mistake of a file is told, with its place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from camelrules.lang.source import Diagnostic, RulesError, Span, fail, listing, near
from camelrules.lang.tree import Fields, Items, Node, Text, parse_yaml, read_source, words
from camelrules.read.patterns.grammar import (
    Concept,
    Condition,
    Expectation,
    Negated,
    concepts,
    condition,
    expectation,
    expected_concepts,
    names_in,
    place,
)
from camelrules.read.patterns.model import ROLES, Capture, Example, Pattern, Role
from camelrules.read.values.extractors import EXTRACTORS

KEYS = (
    "need", "unless", "expect", "capture", "states", "contrast", "role", "negated", "permitted", "headings", "whole",
    "exact", "allows", "examples",
)  # fmt: skip
_BESIDE_EXTRACTOR = ("near", "otherwise")
NOTHING, UNSURE = "nothing", "unsure"

T = TypeVar("T")


@dataclass
class Loading:
    """One file while it is loaded: what there is to refer to, and the mistakes so far."""

    parts: tuple[str, ...]  # of a rulebook
    languages: tuple[str, ...]
    vocabulary: frozenset[str]  # the concepts that there are
    fits: Callable[[str, str], bool]  # whether a value is one of a clause's type
    members: Callable[[str], Collection[str]]  # the values of a clause that has some to choose from
    clauses: Collection[str]
    groups: Mapping[str, tuple[Condition, ...]] = field(default_factory=dict)
    mistakes: list[Diagnostic] = field(default_factory=list)

    def attempt(self, make: Callable[[], T]) -> T | None:
        """What `make` makes, or None where it finds a mistake, which is kept."""
        try:
            return make()
        except RulesError as error:
            self.mistakes += error.diagnostics
            return None

    def wrong(self, code: str, message: str, span: Span, help: str = "") -> None:
        self.mistakes += fail(code, message, span, help).diagnostics

    def known(self, text: Text, names: Iterable[str], groups: Iterable[str] = ()) -> None:
        """Every name must be a concept; where groups may stand as well, one of them may be meant."""
        for name in names:
            if name not in self.vocabulary:
                hint = near(name, {*self.vocabulary, *groups}, "`concepts` in `ontology.yaml` lists the concepts")
                what = "concept or group" if groups else "concept"
                self.wrong("unknown-concept", f"no {what} `{name}`", place(text, name), hint)

    def concepts(self, node: Node | None, what: str) -> tuple[str, ...]:
        """A list of concepts."""
        found = _words(node, what, self)
        for text in found:
            self.known(text, (text.value,))
        return tuple(text.value for text in found)

    def value(self, clause: str, node: Node | None, what: str) -> str:
        """A value of the clause, or `~` and what it says that the rules have no value for."""
        text = _text(node, what, self)
        bare = text.removeprefix("?")
        if isinstance(node, Text) and clause in self.clauses and not bare.startswith("~"):
            if not text:
                self.wrong("wrong-type", f"{what} must not be empty", node.span)
            elif not self.fits(clause, bare):
                help = f"`camelrules explain {clause}` tells its values; what the rules have none for begins with `~`"
                help = near(bare, self.members(clause), help)
                self.wrong("value", f"`{text}` is no value of `{clause}`", node.span, help)
        return text

    def finish(self) -> None:
        if self.mistakes:
            raise RulesError(*sorted(self.mistakes, key=_place_of))


def _place_of(mistake: Diagnostic) -> tuple[str, int, int]:
    span = mistake.span
    return (span.source.name, span.line, span.column) if span is not None else ("", 0, 0)


def load_groups(path: Path, loading: Loading) -> dict[str, tuple[Condition, ...]]:
    """The named sets of conditions that patterns exclude."""
    root = parse_yaml(read_source(path))
    table = root.get("groups") if isinstance(root, Fields) else None
    if not isinstance(table, Fields):
        raise fail("shape", "a file of groups must be a mapping `groups:` from names to conditions", root.span)
    for key, _ in table:
        if key.value in loading.vocabulary:
            loading.wrong("already-defined", f"`{key.value}` is a concept and cannot be a group", key.span)
    made = {key.value: _conditions(node, f"group `{key.value}`", loading, {}) for key, node in table}
    loading.finish()
    return made


def load_patterns(path: Path, loading: Loading) -> list[Pattern]:
    """The patterns in one file."""
    root = parse_yaml(read_source(path))
    table = root.get("patterns") if isinstance(root, Fields) else None
    if not isinstance(root, Fields) or not isinstance(table, Fields):
        raise fail("shape", "a pattern file must be a mapping `patterns:` from `clause/name` to patterns", root.span)
    for key, _ in root:
        if key.value != "patterns":
            loading.wrong("unknown-key", f"unknown key `{key.value}` in a pattern file", key.span, "write `patterns:`")
    return [p for key, node in table if (p := loading.attempt(partial(_pattern, key, node, loading)))]


def _pattern(key: Text, node: Node, loading: Loading) -> Pattern:
    clause, slash, name = key.value.partition("/")
    if not slash or not name:
        raise fail("pattern", f"`{key.value}` is no name of a pattern", key.span, "write `clause/name`")
    if clause not in loading.clauses:
        hint = near(clause, loading.clauses, "`camelrules explain` lists the clauses")
        loading.wrong("unknown-clause", f"no clause `{clause}`", key.span, hint)
    if not isinstance(node, Fields):
        raise fail("shape", f"pattern `{key.value}` must be a mapping of {listing(KEYS, 20)}", node.span)
    for inner, _ in node:
        if inner.value not in KEYS:
            hint = near(inner.value, KEYS, f"expected one of {listing(KEYS, 20)}")
            loading.wrong("unknown-key", f"unknown key `{inner.value}` in pattern `{key.value}`", inner.span, hint)
    need = _conditions(node.get("need"), "`need`", loading)
    if node.get("need") is None:
        loading.wrong("missing-key", f"pattern `{key.value}` has no `need`", key.span, "add `need:` with its concepts")
    capture, states = node.get("capture"), node.get("states")
    if (capture is None) == (states is None) and all(inner.value in KEYS for inner, _ in node):
        loading.wrong(
            "missing-key" if capture is None else "pattern",
            f"pattern `{key.value}` must have one of `capture` and `states`",
            key.span,
            "`states` is what the sentence states as a whole, `capture` takes the value from its words",
        )
    negated = node.get("negated")
    any_negation = isinstance(negated, Text) and negated.value == "any"
    return Pattern(
        id=key.value,
        clause=clause,
        need=need,
        unless=_conditions(node.get("unless"), "`unless`", loading, loading.groups),
        expect=_expectations(node.get("expect"), loading),
        capture=loading.attempt(partial(_capture, capture, clause, loading)) if capture is not None else None,
        states=loading.value(clause, states, "`states`"),
        contrast=_contrast(node.get("contrast"), clause, loading),
        roles=_roles(node.get("role"), loading),
        negated=frozenset(() if any_negation else loading.concepts(negated, "`negated`")),
        any_negation=any_negation,
        permitted=_switch(node, "permitted", loading),
        headings=_switch(node, "headings", loading),
        whole=_switch(node, "whole", loading),
        exact=_switch(node, "exact", loading),
        allows=frozenset(loading.concepts(node.get("allows"), "`allows`")),
        examples=_examples(node.get("examples"), key.value, loading),
        span=key.span,
        plain=tuple(
            frozenset(choice.name for choice in alternatives if isinstance(choice, Concept | Negated))
            for alternatives in need
            if all(isinstance(choice, Concept | Negated) for choice in alternatives)
        ),
    )


def _words(node: Node | None, what: str, loading: Loading) -> tuple[Text, ...]:
    return loading.attempt(partial(words, node, what)) or ()


def _text(node: Node | None, what: str, loading: Loading) -> str:
    if node is not None and not isinstance(node, Text):
        loading.wrong("shape", f"{what} must be a text", node.span)
    return node.value if isinstance(node, Text) else ""


def _switch(fields: Fields, key: str, loading: Loading) -> bool:
    node = fields.get(key)
    value = node.typed if isinstance(node, Text) else node
    if value is not None and not isinstance(value, bool):
        assert node is not None
        loading.wrong("wrong-type", f"`{key}` must be `true` or `false`", node.span)
    return value is True


def _conditions(
    node: Node | None, what: str, loading: Loading, groups: Mapping[str, tuple[Condition, ...]] | None = None
) -> tuple[Condition, ...]:
    out: list[Condition] = []
    for text in _words(node, what, loading):
        if groups is not None and text.value in groups:
            out += groups[text.value]
        elif groups and "-" in text.value:
            hint = near(text.value, groups, f"there are {listing(sorted(groups), 30)}")
            loading.wrong("unknown-group", f"no group `{text.value}`", text.span, hint)
        else:
            made = loading.attempt(partial(condition, text, loading.parts))
            if made is not None:
                loading.known(text, concepts([made]), groups or ())
                out.append(made)
    return tuple(dict.fromkeys(out))


def _expectations(node: Node | None, loading: Loading) -> tuple[Expectation, ...]:
    out: list[Expectation] = []
    for text in _words(node, "`expect`", loading):
        made = loading.attempt(partial(expectation, text))
        if made is not None:
            loading.known(text, expected_concepts([made]))
            out.append(made)
    return tuple(out)


def _roles(node: Node | None, loading: Loading) -> frozenset[Role]:
    found: set[Role] = set()
    for text in _words(node, "`role`", loading):
        role = next((r for r in ROLES if r == text.value), None)
        if role is None:
            hint = near(text.value, ROLES, f"it is one of {listing(ROLES)}")
            loading.wrong("unknown-role", f"`{text.value}` is no role of a pattern", text.span, hint)
        else:
            found.add(role)
    return frozenset(found) or frozenset(ROLES[:1])


def _contrast(node: Node | None, clause: str, loading: Loading) -> tuple[tuple[str, str], ...]:
    """Words of the other side to what is then stated; a key is a concept, `not X`, `may X` or `plain X`."""
    if node is None:
        return ()
    if not isinstance(node, Fields):
        loading.wrong("shape", "`contrast` must be a mapping from words to values", node.span)
        return ()
    for key, _ in node:
        loading.known(key, (key.value.split()[-1],))
        if len(key.value.split()) > 1 and key.value.split()[0] not in ("not", "may", "plain"):
            loading.wrong(
                "pattern", f"`{key.value}` is no contrast", key.span, "write `X`, `not X`, `may X` or `plain X`"
            )
    return tuple((key.value, loading.value(clause, value, "a value")) for key, value in node)


def _capture(node: Node, clause: str, loading: Loading) -> Capture:
    if isinstance(node, Text):
        node = Fields(((node, Items((), node.span)),), node.span)
    if not isinstance(node, Fields):
        raise fail("shape", "`capture` must be an extractor, alone or with what it takes", node.span)
    named = [(key, value) for key, value in node if key.value not in _BESIDE_EXTRACTOR]
    for key, _ in named:
        if key.value not in EXTRACTORS:
            hint = near(key.value, EXTRACTORS, f"there are {listing(sorted(EXTRACTORS), 60)}")
            loading.wrong("unknown-extractor", f"no extractor `{key.value}`", key.span, hint)
    if len(named) != 1:
        raise fail("pattern", "`capture` must have one extractor", node.span)
    key, value = named[0]
    if key.value not in EXTRACTORS:
        return Capture("choice")
    takes = EXTRACTORS[key.value].takes
    near_to = loading.concepts(node.get("near"), "`near`")
    otherwise = loading.value(clause, node.get("otherwise"), "`otherwise`")
    if takes == "choices":
        if not isinstance(value, Fields):
            raise fail("shape", f"`{key.value}` takes a mapping from concepts to values", value.span)
        table = [(n, loading.value(clause, v, "a value")) for k, v in value for n in _choices(k, loading)]
        return Capture(key.value, (), tuple(table), near_to, otherwise)
    if takes == "places":
        if not isinstance(value, Fields) or not all(k.value.isdigit() for k, _ in value):
            raise fail("wrong-type", f"`{key.value}` takes a mapping from numbers to values", value.span)
        return Capture(key.value, (), tuple((k.value, loading.value(clause, v, "a value")) for k, v in value))
    given = _words(value, f"`{key.value}`", loading)
    if bool(given) != (takes != "nothing"):
        what = "nothing" if takes == "nothing" else f"one or more {takes}"
        raise fail("wrong-type", f"`{key.value}` takes {what}", key.span)
    for text in given:
        if takes == "numbers" and not isinstance(text.typed, int):
            raise fail("wrong-type", f"`{key.value}` takes numbers", text.span)
        if takes == "values":
            loading.value(clause, text, "a value")
        if takes in ("concepts", "alternatives"):
            loading.known(text, names_in(text, text.value))
    return Capture(key.value, tuple(t.value for t in given), (), near_to, otherwise)


def _choices(key: Text, loading: Loading) -> Iterable[str]:
    """`X or Y` or `negated X or Y` of a choice: the words in the form `X` or `negated X`."""
    negated = key.value.startswith("negated ")
    names = names_in(key, key.value.removeprefix("negated "))
    loading.known(key, names)
    return [f"negated {n}" for n in names] if negated else names


def _examples(node: Node | None, owner: str, loading: Loading) -> tuple[Example, ...]:
    if node is None:
        return ()
    if not isinstance(node, Fields):
        loading.wrong("shape", f"`examples` of `{owner}` must be a mapping from languages to examples", node.span)
        return ()
    part = ""
    out: list[Example] = []
    for key, value in node:
        if key.value == "part":
            part = _text(value, "`part`", loading)
            if part not in loading.parts:
                hint = near(part, loading.parts, f"there are {listing(loading.parts, 30)}")
                loading.wrong("unknown-part", f"no part of a rulebook is called `{part}`", value.span, hint)
        elif key.value not in loading.languages:
            hint = near(key.value, loading.languages, f"there are {listing(loading.languages)}")
            loading.wrong("unknown-language", f"no language `{key.value}`", key.span, hint)
        elif not isinstance(value, Fields):
            loading.wrong("shape", "examples of a language are a mapping from values to texts", value.span)
        else:
            for reads, texts in value:
                for text in _words(texts, "an example", loading):
                    out.append(Example(key.value, reads.value, text.value.strip(), part, text.span))
    return tuple(out)
