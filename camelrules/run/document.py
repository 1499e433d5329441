"""Input files of the commands, as plain data that still knows its places in the file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from camelrules.lang.constants import MAX_NUMBER
from camelrules.lang.source import RulesError, Source, Span, fail, listing, near
from camelrules.lang.tree import MAX_BYTES, Fields, Items, Node, parse_yaml, plain, read_source

Path_ = tuple[str | int, ...]
# JSON writes a character beyond the first 65,536 as two escapes, which YAML does not know.
_PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def _joined(pair: re.Match[str]) -> str:
    return bytes.fromhex(pair[1] + pair[2]).decode("utf-16-be")


@dataclass(frozen=True, slots=True)
class Document:
    """Data from a file or a line of one, with the place of each part."""

    data: dict[str, Any]
    whole: Span
    places: dict[Path_, Span] = field(default_factory=dict)

    def span(self, *path: str | int) -> Span:
        """The place of a part, or of the nearest thing around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, self.whole)

    def error(self, message: str, *path: str | int, help: str = "") -> RulesError:
        return fail("input", message, self.span(*path), help)

    def number(self, value: Any, what: str, *path: str | int) -> int:
        """A whole number of at most nine digits, as the rules language has them."""
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER:
            shown = str(value)[:40] if not isinstance(value, int) or abs(value) < 10**40 else "a longer one"
            raise self.error(f"{what} must be a whole number of at most nine digits, found `{shown}`", *path)
        return value

    def only(self, allowed: tuple[str, ...], required: tuple[str, ...], what: str) -> None:
        """Complains of keys that mean nothing here and of keys that are missing."""
        for key in self.data:
            if key not in allowed:
                raise self.error(
                    f"unknown key `{key[:60]}` in {what}", key, help=near(key, allowed, f"expected {listing(allowed)}")
                )
        for key in required:
            if key not in self.data:
                raise self.error(f"{what} has no `{key}`", help=f'add `"{key}": …`')


def read_document(path: Path | str, what: str) -> Document:
    """A JSON or YAML file that holds a mapping."""
    source = read_source(path)
    # A tab is white space in JSON and an error in YAML; one blank keeps every column.
    text = _PAIR.sub(_joined, source.text.replace("\t", " "))
    node = parse_yaml(Source(source.name, text))
    if not isinstance(node, Fields):
        raise fail(
            "input",
            f"{what} must be a mapping, found a {'list' if isinstance(node, Items) else 'single value'}",
            node.span,
        )
    places: dict[Path_, Span] = {}
    _collect(node, (), places)
    data = plain(node)
    assert isinstance(data, dict)
    return Document(data, node.span, places)


def _collect(node: Node, path: Path_, places: dict[Path_, Span]) -> None:
    places[path] = node.span
    if isinstance(node, Fields):
        for key, value in node:
            _collect(value, (*path, key.value), places)
            places[(*path, key.value)] = key.span if isinstance(value, Fields | Items) else value.span
    elif isinstance(node, Items):
        for at, item in enumerate(node.items):
            _collect(item, (*path, at), places)


def read_line(text: str, source: Source, number: int) -> Document:
    """One line of a batch file."""
    span = Span(source, number, 1, 1)
    if len(text) > MAX_BYTES:
        raise fail("too-large", f"line {number} is larger than {MAX_BYTES:,} characters", span)
    try:
        data = json.loads(text, object_pairs_hook=_unique)
        if "\\ud" in text.lower():
            json.dumps(data, ensure_ascii=False).encode()  # half a character is no text
    except json.JSONDecodeError as error:
        raise fail(
            "json",
            f"line {number} is not JSON: {error.msg}",
            Span(source, number, error.colno),
            "one JSON object a line",
        ) from None
    except (ValueError, RecursionError) as error:
        raise fail("json", f"line {number} is not usable JSON: {str(error)[:100]}", span) from None
    if not isinstance(data, dict):
        raise fail("json", f"line {number} is not a JSON object", span)
    return Document(data, span)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        seen: set[str] = set()
        double = next(k for k, _ in pairs if k in seen or seen.add(k))  # type: ignore[func-returns-value]
        raise ValueError(f"duplicate key `{double[:60]}`")
    return data
