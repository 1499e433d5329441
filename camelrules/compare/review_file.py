"""Adding to the file beside a text: what a person wrote there, comments and all, stays as it is.

The file is changed as text, then read back: an addition that would not come out as meant is not written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from camelrules.compare.findings import Finding
from camelrules.compare.verdicts import Review
from camelrules.compare.waivers import beside, clause_stamp, load_waivers, place_stamp
from camelrules.door.diagnostics import RulesError, Source, fail
from camelrules.door.reading import is_file, read_source
from camelrules.door.writing import write_new, write_whole
from camelrules.lang.tree import Fields, Items, Text, parse_yaml, plain

HEAD = "# What an editor decided about `{name}`: findings that may stand, and readings looked at.\n"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the file by its lines, from 0: its key, and the first line after it."""

    key: int
    end: int
    empty: bool
    flow: bool


def add_waiver(review: Review, finding: Finding, reason: str) -> Path:
    """Waives a finding at its place, for a reason; the file is the one that `check` reads."""
    if not reason.strip():
        raise fail("waiver", "a waiver needs a reason", None, "say why the place may stand")
    entry = _waiver(review, finding, reason)
    return _change(review.name, lambda text: _with_item(text, entry), lambda data: _append(data, entry))


def with_waiver(text: str | None, review: Review, finding: Finding, reason: str) -> str:
    """The words of the file, or of a new one, with a waiver added, for whoever writes it; the reason may be to come."""
    old = HEAD.format(name=Path(review.name).name) if text is None else text
    return _with_item(old, _waiver(review, finding, reason))


def _waiver(review: Review, finding: Finding, reason: str) -> dict[str, str]:
    entry = {"code": finding.code, "clause": finding.clause}
    if content := place_stamp(finding, review):
        entry["content"] = content
    return entry | {"reason": " ".join(reason.split())}


def mark_reading(review: Review, clause: str, mark: str) -> Path:
    """Says that a clause was read rightly or wrongly, stamped with the words as they are now."""
    verdict = review.clauses[clause]
    entry: dict[str, Any] = {
        "status": str(verdict.status),
        "lines": list(verdict.lines),
        "stated": verdict.stated,
        "stamp": clause_stamp(review, clause),
        "reading": mark,
    }
    return _change(
        review.name,
        lambda text: _with_field(text, clause, entry),
        lambda data: data.setdefault("reviewed", {}).__setitem__(clause, entry),
    )


def _change(name: str, edit: Callable[[str], str], meant: Callable[[dict[str, Any]], None]) -> Path:
    path = beside(name)
    fresh = not is_file(path)
    if not fresh:
        load_waivers(name)  # what is wrong with the file is told as `check` tells it
    old = HEAD.format(name=Path(name).name.replace("\n", " ")) if fresh else read_source(path).text
    expected = _data(old)
    meant(expected)
    try:
        new = edit(old)
        came_out = _data(new)
    except RulesError:
        came_out = None
    if came_out != _strings(expected):
        raise fail("review-file", f"`{path}` is laid out so that nothing can be added to it", None, "add it by hand")
    if fresh:
        write_new(path, new)
    elif read_source(path).text != old:
        raise fail("review-file", f"`{path}` was changed at this moment", None, "try again")
    else:
        write_whole(path, new)
    return path


def _data(text: str) -> dict[str, Any]:
    """What the file holds, with a bare list as the waivers that it is."""
    if not _content(text):
        return {}
    data = plain(parse_yaml(Source("the file beside the text", text)))
    return _strings({"waivers": data} if isinstance(data, list) else data)  # type: ignore[no-any-return]


def _strings(data: Any) -> Any:
    """The same with every scalar as text, since YAML and Python disagree on some; nothing is an empty part."""
    match data:
        case dict():
            return {k: _strings(v) for k, v in data.items() if v not in (None, [], {}, "")}
        case list():
            return [_strings(v) for v in data]
        case _:
            return str(data)


def _append(data: dict[str, Any], entry: dict[str, str]) -> None:
    data.setdefault("waivers", []).append(entry)


def _content(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


def _flow(entry: dict[str, Any]) -> str:
    return yaml.safe_dump(entry, default_flow_style=True, allow_unicode=True, sort_keys=False, width=1 << 20).strip()


def _with_item(text: str, entry: dict[str, str]) -> str:
    lines = _lines(text)
    added = f"- {_flow(entry)}\n"
    if not _content(text):
        return "".join([*lines, "waivers:\n", added])
    if isinstance(parse_yaml(Source("", text)), Items):
        return "".join([*lines, added])
    return _put(lines, "waivers", added, _part(text, "waivers"))


def _with_field(text: str, clause: str, entry: dict[str, Any]) -> str:
    lines = _lines(text)
    added = f"  {clause}: {_flow(entry)}\n"
    if not _content(text):
        return "".join([*lines, "reviewed:\n", added])
    root = parse_yaml(Source("", text))
    if isinstance(root, Items):
        first = root.items[0].span.line - 1 if root.items else len(lines)
        lines.insert(first, "waivers:\n")
        return "".join([*lines, "reviewed:\n", added])
    part = _part(text, "reviewed")
    known = root.get("reviewed") if isinstance(root, Fields) else None
    at = next((k.span.line - 1 for k, _ in known if k.value == clause), None) if isinstance(known, Fields) else None
    if at is None or part is None:
        return _put(lines, "reviewed", added, part)
    end = next((i for i in range(at + 1, part.end) if not lines[i].startswith("   ")), part.end)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    return "".join([*lines[:at], indent + added.lstrip(), *lines[end:]])


def _lines(text: str) -> list[str]:
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += "\n"
    return lines


def _part(text: str, key: str) -> _Part | None:
    """Where a part of the file stands."""
    root = parse_yaml(Source("", text))
    lines = text.splitlines()
    if not isinstance(root, Fields):
        return None
    starts = [(k.value, k.span.line - 1, node) for k, node in root]
    for at, (name, line, node) in enumerate(starts):
        if name == key:
            end = starts[at + 1][1] if at + 1 < len(starts) else len(lines)
            # Comments and empty lines before the next part belong to that one.
            while end > line + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
                end -= 1
            empty = isinstance(node, Text) or not (node.items if isinstance(node, Items) else node.pairs)
            return _Part(line, end, empty, not empty and node.span.line - 1 == line)
    return None


def _put(lines: list[str], key: str, added: str, part: _Part | None) -> str:
    """The added line at the end of its part, which is begun where there is none."""
    if part is None:
        return "".join([*lines, f"{key}:\n", added])
    if part.empty:
        return "".join([*lines[: part.key], f"{key}:\n", added, *lines[part.end :]])
    if part.flow:
        raise fail("review-file", f"`{key}` stands on one line", None)
    first = next((line for line in lines[part.key + 1 : part.end] if line.strip() and line.strip()[0] != "#"), added)
    indent = first[: len(first) - len(first.lstrip())]
    return "".join([*lines[: part.end], indent + added.lstrip(), *lines[part.end :]])
