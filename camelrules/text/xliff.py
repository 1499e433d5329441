"""XLIFF 1.2 and 2: the target of every unit, with its source beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from camelrules.door.diagnostics import fail
from camelrules.text.archive import damaged
from camelrules.text.blocks import Block, assembled
from camelrules.text.markdown import typed
from camelrules.text.model import BODY, Damage, Document, Format, Heading, Place, Role, Rule, UnitPlace
from camelrules.text.xml import Element, parse_xml, whole

# Codes of the format that the text came from: they hold markup, and text only within `sub`.
_CODES = frozenset(("bpt", "ept", "ph", "it", "ut"))
_BREAKS = frozenset(("lb", "br"))
_HEADING = re.compile(r"^(?:x-)?(?:h([1-6])|heading|title)$", re.I)
_NAMED = 5


def read_xliff(data: bytes, name: str) -> Document:
    """A line for each segment that has a target, in the order of the file."""
    root = parse_xml(data, name)
    if root.tag != "xliff":
        raise damaged(name, f"its first element is `{root.tag[:40]}` and not `xliff`")
    version = root.get("version", "1.2")
    segments = _modern if version.startswith("2") else _classic
    if not version.startswith(("1", "2")):
        raise fail(
            "format", f"`{name}` is XLIFF {version[:10]}, which is not read", None, "export it as XLIFF 1.2 or 2"
        )
    blocks: list[Block] = []
    missing: list[UnitPlace] = []
    total = 0
    for file in root.elements("file"):
        for unit in segments(file, file.get("original") or file.get("id")):
            total += 1
            if isinstance(unit.role, Rule) or any(text for text, _ in unit.lines):
                blocks.append(unit)
            elif unit.source:
                place = unit.lines[0][1]
                assert isinstance(place, UnitPlace)
                missing.append(place)
    if not blocks:
        what = "no target text: nothing in it is translated yet" if total else "no units"
        raise fail("untranslated", f"`{name}` has {what}", None, "export it again with the translations")
    return Document(name, Format.XLIFF, assembled(blocks), _untranslated(missing))


def _untranslated(missing: list[UnitPlace]) -> tuple[Damage, ...]:
    if not missing:
        return ()
    named = ", ".join(p.unit for p in missing[:_NAMED]) + (" …" if len(missing) > _NAMED else "")
    count = "1 unit has" if len(missing) == 1 else f"{len(missing)} units have"
    return (Damage(f"{count} no translation yet and can say nothing: {named}", missing[0]),)


def _classic(file: Element, original: str) -> Iterator[Block]:
    """The units of XLIFF 1.2, each with the segments that a translation program has marked in it."""
    for unit in file.within("trans-unit"):
        source, target = unit.first("seg-source", "source"), unit.first("target")
        if unit.get("translate") == "no" and target is None:
            continue
        marks = [m for m in target.within("mrk") if m.get("mtype") == "seg"] if target is not None else []
        place = UnitPlace(unit.get("id"), "", original, (target or unit).line)
        lines: list[tuple[str, Place]] = []
        if len(marks) > 1:
            for mark in marks:
                lines += _lines(mark, UnitPlace(unit.get("id"), mark.get("mid"), original, mark.line))
        elif target is not None:
            lines += _lines(target, place)
        said = " ".join(_text(source).split()) if source is not None else ""
        yield _block(lines or [("", place)], unit.get("restype"), len(marks) < 2, said)


def _modern(file: Element, original: str) -> Iterator[Block]:
    """The units of XLIFF 2, whose segments may stand in another order in the target."""
    for unit in file.within("unit"):
        parts = list(unit.elements("segment", "ignorable"))
        if unit.get("translate") == "no" and not any(p.first("target") for p in parts):
            continue
        several = sum(p.tag == "segment" for p in parts) > 1
        lines: list[tuple[int, list[tuple[str, Place]]]] = []
        for at, part in enumerate(parts, 1):
            target = part.first("target")
            if target is not None and part.tag == "segment":
                place = UnitPlace(unit.get("id"), part.get("id") if several else "", original, target.line)
                lines.append((whole(target.get("order"), at), _lines(target, place)))
        said = " ".join(" ".join(_text(s) for p in parts if (s := p.first("source"))).split())
        ordered = [line for _, part_lines in sorted(lines, key=lambda pair: pair[0]) for line in part_lines]
        nothing = [("", UnitPlace(unit.get("id"), "", original, unit.line))]
        yield _block(ordered or nothing, unit.get("type").rpartition(":")[2], not several, said)


def _block(lines: Sequence[tuple[str, Place]], kind: str, broken: bool, source: str) -> Block:
    """A unit; one line that was written as in Markdown is what it looks like."""
    found = _HEADING.match(kind)
    role: Role = Heading(int(found.group(1) or 1)) if found else BODY
    if len(lines) == 1 and not found:
        text, role = typed(lines[0][0])
        lines = [(text, lines[0][1])]
    return Block(tuple(lines), role, broken, source)


def _lines(element: Element, place: UnitPlace) -> list[tuple[str, Place]]:
    return [(" ".join(line.split()), place) for line in _text(element).split("\n") if line.strip()]


def _text(element: Element, code: bool = False) -> str:
    """The words of a segment without the codes in it."""
    pieces: list[str] = []
    for part in element.parts:
        if isinstance(part, str):
            pieces.append("" if code else part)
        elif isinstance(part, Element):
            if part.tag == "cp":
                pieces.append("\ufffd")
            elif part.tag == "x" and part.get("ctype") in _BREAKS:
                pieces.append("\n")
            else:
                pieces.append(_text(part, (code or part.tag in _CODES) and part.tag != "sub"))
    return "".join(pieces)
