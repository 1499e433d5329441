"""Readings of rulebooks that were made by hand, and their known faults: the files, checked as they come in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from camelrules.compare.codes import KINDS
from camelrules.compare.variants import Rules, from_json
from camelrules.compare.verdicts import Status
from camelrules.door.names import label
from camelrules.lang.binding import bindings
from camelrules.lang.catalogue import known_clause
from camelrules.lang.library import data_folder
from camelrules.lang.shapes import expect_choice, expect_list, expect_mapping, expect_number, read_yaml, sentence
from camelrules.lang.source import fail
from camelrules.lang.tree import Fields, Node, expect_fields, expect_items, expect_text, plain
from camelrules.lang.values import Otherwise, Value

FILE = "errata.yaml"
STATUSES = ("agrees", "contradicts", "ambiguous", "silent", "not-applicable")
SEVERITIES = ("error", "warning", "note")
# More lines than any text within the limit of the reader can have.
MAX_LINE = 5_000_000
_WHOLE = ("rulebook", "edition", "language", "clauses")
_ENTRY = ("status", "lines", "stamp", "states", "taken_as", "says", "rules", "note")
_FAULT = ("rulebook", "clause", "kind", "severity", "lines", "stated", "expected", "message")


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault of a printed rulebook, in our words."""

    rulebook: str
    clause: str
    kind: str
    severity: str
    lines: tuple[int, ...]
    stated: str
    expected: str
    message: str


def rulebooks() -> list[str]:
    """The rulebooks that have been read."""
    return sorted(p.stem for p in (data_folder("spec") / "rulebooks").glob("*-*.yaml"))


@dataclass(frozen=True, slots=True)
class Cell:
    """What a rulebook says of one clause, read by hand."""

    status: Status
    lines: tuple[int, ...] = ()
    value: Value | None = None  # what it states, or what it can be taken for
    taken_as: bool = False  # the text leaves it open
    rules: Rules | None = None  # what changes, where the words are of another clause
    stamp: str = ""  # of the words as they were read
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """A rulebook as read by hand, clause by clause."""

    name: str
    edition: str
    language: str
    cells: dict[str, Cell]


@cache
def rulebook(name: str) -> Stored:
    """The stored reading of a rulebook."""
    path = data_folder("spec") / "rulebooks" / f"{name}.yaml"
    whole = expect_fields(read_yaml(path), "a reading", _WHOLE, _WHOLE)
    word = expect_text(whole.get("rulebook"), "`rulebook`")
    if label(word.value, "a rulebook", word.span) != name:
        raise fail("name", f"`{word.value}` stands in the file of `{name}`", word.span, "name it as its file is named")
    parts = [expect_text(whole.get(key), f"`{key}`") for key in ("edition", "language")]
    for part, what in zip(parts, ("an edition", "a language"), strict=True):
        label(part.value, what, part.span)
    edition = parts[0].value
    cells = {}
    for clause, node in expect_mapping(whole.get("clauses"), "`clauses`"):
        entry = expect_fields(node, f"`{clause.value}`", _ENTRY, ("status",), clause.span)
        cells[known_clause(clause).id] = _cell(clause.value, entry, edition)
    return Stored(name, edition, parts[1].value, cells)


def _cell(clause: str, entry: Fields, edition: str) -> Cell:
    status: Status = expect_choice(entry.get("status"), f"`status` of `{clause}`", STATUSES)  # type: ignore[assignment]
    lines = _lines(entry.get("lines"), clause)
    texts = {key: _optional(entry, key) for key in ("stamp", "states", "taken_as", "says", "note")}
    binding = bindings(edition).get(clause)
    value: Value | None = None
    if binding is not None:
        text = texts["states"] or texts["taken_as"]
        value = binding.parse(text) if text else Otherwise(texts["says"]) if texts["says"] else None
        if text and not text.startswith("~") and isinstance(value, Otherwise):
            hint = f"it is written as `{binding.expected}` is"
            raise fail("value", f"`{text}` is no value of `{clause}`", entry.span, hint)
    elif status != "not-applicable":
        raise fail("edition", f"edition {edition} has no clause `{clause}`", entry.span, "its status is not-applicable")
    given = entry.get("rules")
    rules = from_json(edition, plain(given)) if given is not None else None
    return Cell(status, lines, value, bool(texts["taken_as"] or rules), rules, texts["stamp"], texts["note"])


def _lines(node: Node | None, clause: str) -> tuple[int, ...]:
    return tuple(
        expect_number(line, f"a line of `{clause}`", 1, MAX_LINE)
        for line in expect_list(node, f"`lines` of `{clause}`")
    )


@cache
def faults() -> tuple[Fault, ...]:
    """Every known fault, in the order of the file."""
    path = data_folder("spec") / "rulebooks" / FILE
    return tuple(_fault(node) for node in expect_items(read_yaml(path), "the list of known faults"))


def _fault(node: Node) -> Fault:
    entry = expect_fields(node, "a known fault", _FAULT, ("rulebook", "clause", "kind", "severity", "message"))
    rulebook_, clause = (expect_text(entry.get(key), f"`{key}`") for key in ("rulebook", "clause"))
    return Fault(
        label(rulebook_.value, "a rulebook", rulebook_.span),
        label(clause.value, "a clause", clause.span),
        expect_choice(entry.get("kind"), "`kind`", KINDS),
        expect_choice(entry.get("severity"), "`severity`", SEVERITIES),
        _lines(entry.get("lines"), clause.value),
        _optional(entry, "stated"),
        _optional(entry, "expected"),
        sentence(entry.get("message"), "`message`"),
    )


def _optional(entry: Fields, key: str) -> str:
    node = entry.get(key)
    if node is None:
        return ""
    word = expect_text(node, f"`{key}`")
    return "" if word.typed is None else word.value
