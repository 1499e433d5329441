"""PO: the translation of every entry of a message catalogue, with its source beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from camelrules.door.diagnostics import RulesError, Source, Span, fail
from camelrules.text.blocks import Block, assembled
from camelrules.text.decode import declared_as, decoded
from camelrules.text.markdown import typed
from camelrules.text.model import BODY, Damage, Document, EntryPlace, Format, Place, Role

_CHARSET = re.compile(rb"Content-Type:[^\n]{0,80}charset=([\w.:-]+)", re.I)
_FIELD = re.compile(r'^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d{1,2}\])?)\s+(".*)$')
_STRING = re.compile(r'^"((?:[^"\\]|\\.)*)"\s*$')
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "a": "", "b": "", "f": " ", "v": " "}
_NAMED = 5


@dataclass(slots=True)
class _Entry:
    line: int
    fields: dict[str, str] = field(default_factory=dict)
    fuzzy: bool = False

    @property
    def targets(self) -> list[str]:
        return [text for name, text in self.fields.items() if name.startswith("msgstr")]


def read_po(data: bytes, name: str) -> Document:
    """A block for each entry that is translated, in the order of the file."""
    entries = _entries(_decoded(data, name), name)
    blocks: list[Block] = []
    fuzzy: list[EntryPlace] = []
    missing: list[EntryPlace] = []
    number = 0
    for entry in entries:
        if not entry.fields.get("msgid") and "msgctxt" not in entry.fields:
            continue  # the header
        number += 1
        place = EntryPlace(number, entry.line, entry.fields.get("msgctxt", ""))
        if entry.fuzzy:
            fuzzy.append(place)
        if not any(text.strip() for text in entry.targets):
            missing.append(place)
        source = " ".join(entry.fields.get("msgid", "").split())
        for text in entry.targets:
            lines: list[tuple[str, Place]] = [(" ".join(t.split()), place) for t in text.split("\n") if t.strip()]
            role: Role = BODY
            if len(lines) == 1:
                said, role = typed(lines[0][0])
                lines = [(said, place)]
            if lines:
                blocks.append(Block(tuple(lines), role, broken=True, source=source))
    made = assembled(blocks)
    if not made:
        what = "no translation in it" if number else "no entries"
        raise fail("untranslated", f"`{name}` has {what}", None, "give a catalogue in which `msgstr` is filled in")
    damage = (
        *_remark(missing, "no translation yet and can say nothing"),
        *_remark(fuzzy, "a translation marked as fuzzy, which is read as it stands"),
    )
    return Document(name, Format.PO, made, damage)


def _remark(places: list[EntryPlace], what: str) -> tuple[Damage, ...]:
    if not places:
        return ()
    named = ", ".join(f"line {p.line}" for p in places[:_NAMED]) + (" …" if len(places) > _NAMED else "")
    count = "1 entry has" if len(places) == 1 else f"{len(places)} entries have"
    return (Damage(f"{count} {what}: {named}", places[0]),)


def _decoded(data: bytes, name: str) -> str:
    declared = _CHARSET.search(data[:5000])
    encoding = declared.group(1).decode("ascii") if declared else ""
    if encoding.lower() in ("", "charset", "utf-8", "utf8"):
        return decoded(data, name)
    text = declared_as(data, encoding)
    if text is None:
        raise fail("not-text", f"`{name}` is not in {encoding[:30]} as its header says", None, "save it as UTF-8")
    return text


def _entries(text: str, name: str) -> list[_Entry]:
    """The entries of a catalogue; those that are obsolete are comments."""
    source = Source(name, text)
    out: list[_Entry] = []
    current: _Entry | None = None
    current_field = ""
    fuzzy = False
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line:
            continue
        if line.startswith("#"):
            fuzzy = (fuzzy or "fuzzy" in line) if line.startswith("#,") else fuzzy
            current_field = ""
            continue
        found = _FIELD.match(line)
        if found:
            current_field, rest = found.group(1), found.group(2)
            if (
                current is None
                or current_field == "msgctxt"
                or (current_field == "msgid" and "msgid" in current.fields)
                or (current_field == "msgid" and current.targets)
            ):
                current = _Entry(number, {}, fuzzy)
                out.append(current)
                fuzzy = False
            if current_field in current.fields:
                raise _bad(source, number, f"`{current_field}` stands twice in one entry")
            current.fields[current_field] = _string(rest, source, number)
            if current_field.startswith("msgstr") and len(current.targets) == 1:
                current.line = number
        elif line.startswith('"') and current is not None and current_field:
            current.fields[current_field] += _string(line, source, number)
        else:
            raise _bad(source, number, "this is neither a field nor the rest of one")
    return out


def _string(text: str, source: Source, number: int) -> str:
    found = _STRING.match(text)
    if not found:
        raise _bad(source, number, "this string has no end")

    def sign(match: re.Match[str]) -> str:
        octal, hexadecimal, other = match.groups()
        if octal or hexadecimal:
            return chr(int(octal, 8) if octal else int(hexadecimal, 16))
        return _SIGNS.get(other, other)

    return _ESCAPE.sub(sign, found.group(1))


def _bad(source: Source, number: int, message: str) -> RulesError:
    return fail("damaged", message, Span(source, number, 1), 'an entry is `msgid "…"` and `msgstr "…"`')
