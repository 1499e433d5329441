"""The shape of data that programs write: what each part must be, and one message with its place where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from camelrules.lang.constants import MAX_NUMBER
from camelrules.lang.source import RulesError, fail
from camelrules.run.document import Document, Path_


@dataclass(frozen=True, slots=True)
class Word:
    """A text, or one of a few."""

    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within what the rules language has."""

    low: int = -MAX_NUMBER


@dataclass(frozen=True, slots=True)
class Single:
    """A text, a number, a truth value or nothing."""


@dataclass(frozen=True, slots=True)
class Value:
    """A single value, a list of such, or a list of rows."""


@dataclass(frozen=True, slots=True)
class Anything:
    """What its reader compares with the rules itself."""


@dataclass(frozen=True, slots=True)
class Many:
    """A list of one kind of thing."""

    of: Shape
    fewest: int = 0
    most: int = MAX_NUMBER


@dataclass(frozen=True, slots=True)
class Named:
    """A mapping of names to one kind of thing; the names may have to be numbers."""

    of: Shape
    numbers: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A mapping with certain keys; those that mean nothing here are passed over, since formats grow."""

    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)


Shape = Word | Number | Single | Value | Anything | Many | Named | Record


def check(document: Document, data: Any, shape: Shape, *path: str | int) -> None:
    """Complains of the first part of `data`, which stands at `path` of the document, that has not its shape."""
    match shape:
        case Word():
            if not isinstance(data, str) or (shape.of and data not in shape.of):
                raise _wrong(document, data, f"one of {', '.join(shape.of)}" if shape.of else "a text", path)
        case Number():
            if not isinstance(data, int) or isinstance(data, bool) or not shape.low <= data <= MAX_NUMBER:
                low = f", at least {shape.low}" if shape.low > -MAX_NUMBER else ""
                raise _wrong(document, data, f"a whole number of at most nine digits{low}", path)
        case Single():
            if not _single(data):
                raise _wrong(document, data, "a single value", path)
        case Value():
            rows = data if isinstance(data, list) else [data]
            if not all(_single(item) for row in rows for item in (row if isinstance(row, list) else [row])):
                raise _wrong(document, data, "a value, a list of values or a list of rows", path)
        case Anything():
            pass
        case Many():
            if not isinstance(data, list):
                raise _wrong(document, data, "a list", path)
            if not shape.fewest <= len(data) <= shape.most:
                wanted = str(shape.fewest) if shape.fewest == shape.most else f"{shape.fewest} to {shape.most:,}"
                raise _wrong(document, data, f"a list of {wanted}", path)
            for at, item in enumerate(data):
                check(document, item, shape.of, *path, at)
        case Named():
            if not isinstance(data, dict):
                raise _wrong(document, data, "a mapping", path)
            for key, item in data.items():
                if shape.numbers and not (key.removeprefix("-").isdecimal() and key.isascii() and len(key) < 10):
                    raise document.error(f"`{key[:40]}` in `{_shown(path)}` must be a whole number", *path, key)
                check(document, item, shape.of, *path, key)
        case Record():
            if not isinstance(data, dict):
                raise _wrong(document, data, "a mapping", path)
            for key in shape.required:
                if key not in data:
                    raise document.error(f"`{_shown(path)}` has no `{key}`", *path)
            for key, part in {**shape.required, **shape.optional}.items():
                if key in data:
                    check(document, data[key], part, *path, key)
        case _:
            assert_never(shape)


def _single(data: Any) -> bool:
    return data is None or isinstance(data, str | bool) or (isinstance(data, int) and abs(data) <= MAX_NUMBER)


def _wrong(document: Document, data: Any, wanted: str, path: Path_) -> RulesError:
    found = {dict: "a mapping", list: "a list", type(None): "nothing"}.get(type(data))
    if found == "a list" and wanted.startswith("a list of"):
        found = f"one of {len(data)}"
    if found is None:
        found = f"`{data[:40]}`" if isinstance(data, str) else "another value"
    return document.error(f"`{_shown(path)}` must be {wanted}, found {found}", *path)


def _shown(path: Path_) -> str:
    """A path as programs write it: `steps[3].args`."""
    words = "".join(f"[{part}]" if isinstance(part, int) else f".{part[:40]}" for part in path)
    return words.removeprefix(".") or "the file"


def misfit(error: Exception, witness: Mapping[str, Any]) -> RulesError:
    """The message for a witness of the right shape whose words are not those of its edition."""
    word = str(error.args[0])[:60] if isinstance(error, KeyError) and error.args else ""
    said = f"there is no `{word}` in it" if word else "a value is not what the rules have in its place"
    hint = "was it made from other rules, or changed by hand?"
    return fail("input", f"the witness does not fit edition {str(witness.get('edition'))[:60]}: {said}", None, hint)
