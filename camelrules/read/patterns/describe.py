"""A pattern in the words of its file: for a reader who wants to know why a sentence was taken so."""

from __future__ import annotations

from collections.abc import Sequence

from camelrules.read.patterns.checker import written
from camelrules.read.patterns.grammar import Condition
from camelrules.read.patterns.library import patterns
from camelrules.read.patterns.model import Pattern

# So much of what a pattern excludes is told.
_SHOWN = 12


def describe(id: str) -> tuple[str, ...]:
    """Where a pattern stands, what it needs and excludes, and what it then states; nothing for an unknown one."""
    found = next((p for p in patterns().get(id.partition("/")[0], ()) if p.id == id), None)
    return _lines(found) if found is not None else ()


def _lines(pattern: Pattern) -> tuple[str, ...]:
    out = [
        f"pattern: {pattern.id} ({pattern.span.source.name}:{pattern.span.line}), {' and '.join(sorted(pattern.roles))}"
    ]
    out.append(f"needs: {_conditions(pattern.need)}")
    if pattern.unless:
        more = f", and {len(pattern.unless) - _SHOWN} more" if len(pattern.unless) > _SHOWN else ""
        out.append(f"unless: {_conditions(pattern.unless[:_SHOWN])}{more}")
    if pattern.capture is not None:
        otherwise = f", otherwise `{pattern.capture.otherwise}`" if pattern.capture.otherwise else ""
        out.append(f"captures: {pattern.capture.extractor} {', '.join(pattern.capture.arguments)}".rstrip() + otherwise)
    else:
        out.append(f"states: {pattern.states}")
    if pattern.contrast:
        out.append("contrast: " + ", ".join(f"with `{word}` {value}" for word, value in pattern.contrast))
    return tuple(out)


def _conditions(conditions: Sequence[Condition]) -> str:
    return "; ".join(" or ".join(written(choice) for choice in condition) for condition in conditions)
