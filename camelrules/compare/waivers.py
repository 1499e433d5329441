"""Waivers: findings that an editor has looked at and lets stand, each with a reason.

A waiver is keyed by code, clause and the words of the place, never by its line number: it follows the text when lines
are added above it, and ends when the place itself is changed.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from camelrules.compare.codes import codes
from camelrules.compare.findings import Finding
from camelrules.compare.verdicts import Review
from camelrules.door.reading import is_file, read_source
from camelrules.lang.shapes import expect_choice, expect_list, expect_mapping, read_yaml
from camelrules.lang.source import Span, fail
from camelrules.lang.tree import Fields, Items, Node, expect_fields, expect_text

KEYS = ("code", "clause", "content", "reason", "text")
REVIEW = ("status", "lines", "stated", "stamp", "reading")
MARKS = ("right", "wrong")
WAIVER = "for example `{code: CR201, clause: setup.board, reason: the board shows it}`"


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that may stand."""

    code: str
    clause: str
    content: str  # the stamp of the place, or empty for a place that has no words (an omission)
    reason: str
    text: str  # which text it is for; empty for any
    where: str


def stamp(lines: tuple[str, ...]) -> str:
    """A short hash of the words of some lines; white space and markup do not count."""
    words = " ".join("".join(c if c.isalnum() else " " for c in line.casefold()) for line in lines).split()
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:12]


def place_stamp(finding: Finding, reading: Review) -> str:
    """The stamp of the place that a finding is about."""
    lines = tuple(reading.lines[n - 1] for n in finding.lines if 0 < n <= len(reading.lines))
    return stamp(lines) if lines else ""


def beside(text: str) -> Path:
    """The file of a text's own waivers and reviews."""
    return Path(f"{text}.camelrules.yaml")


def load_waivers(text: str) -> list[Waiver]:
    """The waivers in the file beside a text, and those of the nearest pyproject."""
    found: list[Waiver] = []
    path = beside(text)
    if is_file(path):
        found += waivers_in(path)
    for folder in Path(text).absolute().parents:
        if is_file(folder / "pyproject.toml"):
            found += _of_project(folder / "pyproject.toml")
            break
    return found


def waivers_in(path: Path) -> list[Waiver]:
    """The waivers in one file."""
    node = read_yaml(path)
    items = expect_list(node, "waivers") if isinstance(node, Items) else _review(node, path).waivers
    return [_waiver(item, str(path)) for item in items]


@dataclass(frozen=True, slots=True)
class _Review:
    """The two parts of the file beside a text that are read again."""

    waivers: tuple[Node, ...]
    reviewed: Fields


def _review(node: Node, path: Path) -> _Review:
    whole = expect_fields(node, f"`{path.name}`", ("text", "edition", "language", "waivers", "reviewed"))
    return _Review(
        expect_list(whole.get("waivers"), "`waivers`"),
        expect_mapping(whole.get("reviewed"), "`reviewed`", whole.span),
    )


def _of_project(path: Path) -> list[Waiver]:
    """The waivers under `[tool.camelrules]`; the rest of a pyproject is not ours to judge."""
    text = read_source(path).text
    try:
        data: Any = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise fail("toml", f"`{path}` is not TOML: {str(error)[:200]}") from None
    for key in ("tool", "camelrules"):
        data = data.get(key, {})
        if not isinstance(data, dict):
            raise fail("toml", f"`{key}` in `{path}` must be a table", None, "write it as `[tool.camelrules]`")
    items = data.get("waivers", [])
    if not isinstance(items, list):
        raise fail(
            "toml", f"`waivers` in `{path}` must be a list of tables", None, "write `[[tool.camelrules.waivers]]`"
        )
    return [_checked(_strings(item, path), str(path), None) for item in items]


def _strings(item: Any, path: Path) -> dict[str, str]:
    if not isinstance(item, dict) or not all(isinstance(v, str) for v in item.values()):
        raise fail("waiver", f"a waiver in `{path}` must be a table of texts", None, WAIVER)
    return dict(item)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A clause that an editor has looked at, and whether its words are still those that were looked at."""

    clause: str
    reading: str  # `right`, `wrong`, or nothing where nobody said
    current: bool


def reviewed(reading: Review) -> list[Reviewed]:
    """What the file beside a text says was looked at."""
    path = beside(reading.name)
    node = read_yaml(path) if is_file(path) else None
    if node is None or isinstance(node, Items):
        return []
    found = []
    for key, part in _review(node, path).reviewed:
        entry = expect_fields(part, f"the review of `{key.value}`", REVIEW, (), key.span)
        stamped, said = entry.get("stamp"), entry.get("reading")
        old = expect_text(stamped, "`stamp`").value if stamped is not None else ""
        mark = expect_choice(said, "`reading`", MARKS) if said is not None else ""
        found.append(Reviewed(key.value, mark, old == clause_stamp(reading, key.value)))
    return found


def clause_stamp(reading: Review, clause: str) -> str:
    """The stamp of all lines that speak of a clause."""
    now = reading.clauses.get(clause)
    return stamp(tuple(reading.lines[n - 1] for n in now.lines if 0 < n <= len(reading.lines)) if now else ())


def to_review(reading: Review) -> list[Finding]:
    """The reviewed clauses whose words have changed under the review; the others need no second look."""
    found = []
    for entry in reviewed(reading):
        now = reading.clauses.get(entry.clause)
        if now is not None and not entry.current:
            message = f"The words about {entry.clause} have changed since they were reviewed. Look at them again."
            found.append(
                Finding("CR602", entry.clause, "note", reading.name, now.lines, now.stated, now.right, message)
            )
    return found


def _waiver(node: Node, where: str) -> Waiver:
    entry = expect_fields(node, "a waiver", KEYS, KEYS[:1])
    item = {key.value: expect_text(value, f"`{key.value}`").value for key, value in entry}
    return _checked(item, where, node.span)


def _checked(item: dict[str, str], where: str, span: Span | None) -> Waiver:
    if not set(KEYS[:1]) <= set(item) <= set(KEYS) or not ("clause" in item or _of_words(item["code"])):
        raise fail("waiver", f"a waiver in `{where}` needs `code`, `clause` and `reason`", span, WAIVER)
    reason = item.get("reason", "").strip()
    if not reason:
        about = f" for {item['clause']}" if item.get("clause") else ""
        message = f"the waiver of {item['code']}{about} in `{where}` gives no reason"
        raise fail("waiver", message, span, "say why the place may stand")
    return Waiver(item["code"], item.get("clause", ""), item.get("content", ""), reason, item.get("text", ""), where)


def _of_words(code: str) -> bool:
    """Whether findings of a code are about words, so that they have no clause."""
    known = codes().get(code)
    return known is not None and known.kind in ("terminology", "damage")


def apply_waivers(found: list[Finding], reading: Review) -> list[Finding]:
    """The findings without those waived, and a finding for each waiver that no longer has any."""
    return parted(found, reading)[0]


def parted(found: list[Finding], reading: Review) -> tuple[list[Finding], list[tuple[Finding, Waiver]]]:
    """The findings that stay, with those about waivers themselves, and the others with what waives them."""
    waivers = [w for w in load_waivers(reading.name) if not w.text or Path(w.text).name == Path(reading.name).name]
    kept: list[Finding] = []
    waived: list[tuple[Finding, Waiver]] = []
    for finding in found:
        content = place_stamp(finding, reading)
        match = next(
            (w for w in waivers if (w.code, w.clause) == (finding.code, finding.clause) and w.content in ("", content)),
            None,
        )
        if match is None:
            kept.append(finding)
        else:
            waived.append((finding, match))
    for waiver in waivers:
        if not any(used == waiver for _, used in waived):
            about = f" for {waiver.clause}" if waiver.clause else ""
            message = f"The waiver of {waiver.code}{about} in `{waiver.where}` matches nothing. Remove it."
            kept.append(Finding("CR601", waiver.clause, "warning", reading.name, (), waiver.code, "", message))
    return kept, waived
