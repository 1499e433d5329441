"""Patterns looked at together: what can never match, what is written twice, what has no example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from camelrules.lang.source import Diagnostic, fail
from camelrules.read.patterns.grammar import LINES, Choice, Concept, Negated, Numeral, Pair, Recent, Tagged
from camelrules.read.patterns.model import Pattern


def check(found: Sequence[Pattern], kinds: Mapping[str, Sequence[str]], examples: bool = False) -> list[Diagnostic]:
    """The mistakes of patterns that are each well written; with `examples`, those that have none as well.

    `kinds` are the concepts that a concept is one of: a sentence with a betting ticket has a token.
    """
    mistakes: list[Diagnostic] = []
    by_id: dict[str, Pattern] = {}
    by_content: dict[tuple[object, ...], Pattern] = {}
    for pattern in found:
        first = by_id.setdefault(pattern.id, pattern)
        if first is not pattern:
            mistakes += fail(
                "duplicate-id", f"there is a pattern `{pattern.id}` already", pattern.span, f"it stands at {first.span}"
            ).diagnostics
        same = by_content.setdefault(_content(pattern), pattern)
        if same is not pattern:
            mistakes += fail(
                "duplicate-pattern",
                f"`{pattern.id}` is the same as `{same.id}`",
                pattern.span,
                f"that one stands at {same.span}",
            ).diagnostics
        if stopped := _never(pattern, kinds):
            mistakes += fail(
                "never-matching",
                f"`{pattern.id}` can never match: it needs `{stopped}` and excludes it",
                pattern.span,
                "take it out of `need` or out of `unless` (or of the group that has it)",
            ).diagnostics
        if examples and not pattern.examples:
            mistakes += fail(
                "missing-example",
                f"`{pattern.id}` has no example",
                pattern.span,
                "add `examples:` with a language, a value and a sentence of your own",
            ).diagnostics
    return mistakes


def _content(pattern: Pattern) -> tuple[object, ...]:
    """What makes two patterns the same, whatever they are called."""
    return (
        pattern.clause,
        frozenset(pattern.need),
        frozenset(pattern.unless),
        pattern.expect,
        pattern.capture,
        pattern.states,
        pattern.contrast,
        pattern.roles,
        pattern.headings,
    )


def _never(pattern: Pattern, kinds: Mapping[str, Sequence[str]]) -> str:
    """What a pattern both needs and excludes, in words; nothing where it can match."""
    excluded = {choice for condition in pattern.unless for choice in condition}
    for condition in pattern.need:
        if all(_stops(choice, excluded, kinds) for choice in condition):
            return " or ".join(written(choice) for choice in condition)
    return ""


def _stops(choice: Choice, excluded: set[Choice], kinds: Mapping[str, Sequence[str]]) -> bool:
    """Whether nothing can satisfy the choice that is not excluded."""

    def gone(name: str) -> bool:
        return any({Concept(n), Recent(n), Recent(n, previous=True)} & excluded for n in (name, *kinds.get(name, ())))

    match choice:
        case Concept() | Negated():
            return choice in excluded or gone(choice.name)
        case Pair():
            return choice in excluded or gone(choice.first) or gone(choice.second)
        case Numeral():
            return choice in excluded or Numeral(None) in excluded
        case Recent() | Tagged():
            return choice in excluded
        case _:
            assert_never(choice)


def written(choice: Choice) -> str:
    """An alternative as a pattern file has it."""
    match choice:
        case Concept():
            return choice.name
        case Negated():
            return f"negated {choice.name}"
        case Recent():
            return f"{'previous' if choice.previous else 'recent'} {choice.name}"
        case Tagged():
            return f"{'as' if choice.tag[1:] in LINES else 'in'} {choice.tag[1:]}"
        case Numeral():
            return "number" if choice.number is None else f"number {choice.number}"
        case Pair():
            return f"{choice.first} {'then' if choice.ordered else 'near'} {choice.second}"
        case _:
            assert_never(choice)
