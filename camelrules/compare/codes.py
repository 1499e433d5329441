"""Codes of findings, and the words for people, from the specification."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from camelrules.lang.library import data_folder
from camelrules.lang.tree import parse_yaml, plain, read_source


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding."""

    code: str
    name: str
    kind: str
    says: str
    mend: str


@cache
def _file() -> dict[str, Any]:
    data = plain(parse_yaml(read_source(data_folder("spec") / "codes.yaml")))
    assert isinstance(data, dict)
    return data


@cache
def codes() -> dict[str, Code]:
    """Every code, by its letters and number."""
    return {k: Code(k, v["name"], v["kind"], v["says"], v["mend"]) for k, v in _file()["codes"].items()}


@cache
def unsaid() -> frozenset[str]:
    """Clauses whose absence is no fault."""
    return frozenset(_file()["unsaid"])


def spelled(value: str) -> str:
    """A value in normal form, as one would say it."""
    words: dict[str, str] = _file()["words"]
    parts = [part.lstrip("?") for part in value.split(" / ")]
    return " / ".join(str(words.get(part, part)).replace("_", " ") for part in parts)
