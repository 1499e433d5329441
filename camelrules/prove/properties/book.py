"""The book of an edition: its rules, with the helper functions and properties of `verify/*.yaml` that apply to it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any

from camelrules.door.names import label
from camelrules.lang.build import build
from camelrules.lang.editions import Entry, Raw
from camelrules.lang.library import data_folder, library
from camelrules.lang.shapes import expect_mapping
from camelrules.lang.source import Source, Span, fail, near
from camelrules.lang.tree import Fields, expect_fields, expect_text, parse_yaml, read_source
from camelrules.prove.properties.absent import Absent
from camelrules.prove.properties.family import Book, Invariant, Property, promises
from camelrules.prove.properties.instrumentation import instrument
from camelrules.prove.properties.reader import ORIGIN, Reader
from camelrules.prove.properties.steps import each_step

# Files of reasons, which hold no properties.
REASONS = ("equivalent", "uncovered")
SECTIONS = ("for", "only", "functions", "system", "properties")


def read_files(folder: Path | None = None) -> list[Fields]:
    """Every property file, in the order of their names."""
    files = []
    for path in sorted((folder or data_folder("verify")).glob("*.yaml")):
        if path.stem not in REASONS:
            files.append(expect_fields(parse_yaml(read_source(path)), "a property file", SECTIONS))
    return files


def open_book(edition: str, folder: Path | None = None) -> Book:
    """The edition and its properties."""
    raw = library().resolve(edition)
    known = library().editions()
    ancestors = [library().resolve(name) for name in raw.lineage[:-1] if name in known]
    return book_of(edition, raw, read_files(folder), ancestors)


def book_of(edition: str, raw: Raw, files: list[Fields], ancestors: Iterable[Raw] = ()) -> Book:
    """The properties of the files that apply to an edition; of `ancestors` only which sorts they have is asked."""
    meant = [f for f in files if _applies(f, raw)]
    absent = Absent(raw, ancestors)
    left_out: list[tuple[str, str]] = []
    for file in meant:
        for key, node in expect_mapping(file.get("functions"), "`functions`", file.span):
            other = next((s for s, names in raw.sections.items() if key.value in names), None)
            if other:
                raise fail("already-defined", f"`{key.value}` is already defined in `{other}`", key.span)
            if absent.named(node):
                absent.names.add(key.value)  # what speaks of this function speaks of what it speaks of
            else:
                raw.sections["functions"][key.value] = Entry(key, node, ORIGIN)
    rules = build(raw, strict=False)
    game = instrument(rules)
    reader = Reader(game, absent)
    found: dict[str, Property] = {}
    for file in meant:
        pairs = expect_mapping(file.get("properties"), "`properties`", file.span).pairs
        for key, node, arguments in (one for pair in pairs for one in each_step(*pair, rules, absent, left_out)):
            label(key.value, "a property", key.span)  # `--export` names a folder after it
            if key.value in found or key.value in dict(left_out):
                raise fail("already-defined", f"there are two properties `{key.value}`", key.span)
            reason = absent.reason(node, game)
            if reason:
                left_out.append((key.value, reason))
            else:
                made = reader.property(key, node, arguments)
                if empty := absent.emptied(game, promises(made)):
                    left_out.append((key.value, f"there is no `{empty}` in this edition"))
                else:
                    found[key.value] = made
    left_out += reader.left_out
    found = _assumptions(found, dict(left_out))
    systems = [s for f in meant if (s := f.get("system"))]
    if not systems:
        raise fail(
            "missing-key", "no property file has a `system`", None, "say what starts the game and follows a turn"
        )
    if len(systems) > 1:
        raise fail("already-defined", "there is a `system` already", systems[1].span, f"at {systems[0].span}")
    system = reader.system(systems[0])
    digest = digest_of(raw.name, raw.lineage, rules, system, tuple(found.items()), tuple(left_out))
    return Book(edition, game, system, found, digest, rules, tuple(left_out))


def _assumptions(found: dict[str, Property], left_out: dict[str, str]) -> dict[str, Property]:
    """Every assumption names an invariant; one that is left out has nothing to say here."""
    made = {}
    for property in found.values():
        kept = []
        for name in property.assumes:
            if name in left_out:
                continue
            if name not in found:
                hint = near(name, found, "an invariant of another property file")
                raise fail("unknown-name", f"`{property.id}` assumes `{name}`", property.note.span, hint)
            if not isinstance(found[name], Invariant):
                message = f"`{property.id}` assumes `{name}`, which is no invariant"
                raise fail("wrong-kind", message, property.note.span, "only what holds for ever can be assumed")
            if found[name].parameters or found[name].expect != "holds":
                message = f"`{property.id}` assumes `{name}`, which is not said of these rules"
                hint = "it has `set` or is expected to fail; assume what holds as the edition is"
                raise fail("wrong-kind", message, property.note.span, hint)
            kept.append(name)
        made[property.id] = replace(property, assumes=tuple(kept))
    return made


def _applies(file: Fields, raw: Raw) -> bool:
    only, lineage = file.get("only"), file.get("for")
    for key, node in (("only", only), ("for", lineage)):
        if node is None:
            continue
        name, known = expect_text(node, f"`{key}`"), (*library().editions(), *raw.lineage, raw.name)
        if name.value not in known:
            raise fail("unknown-edition", f"there is no edition `{name.value}`", name.span, near(name.value, known))
    if only is not None and expect_text(only, "`only`").value != raw.name:
        return False
    return lineage is None or expect_text(lineage, "`for`").value in raw.lineage


def digest_of(*parts: Any) -> str:
    """A hash of everything that is inside: rules, properties, parameters, whatever field it stands in."""
    digest = hashlib.sha256()
    for piece in _flat(parts):
        digest.update(piece.encode("utf-8", "surrogatepass") + b"\0")  # a file may have a name that is no text
    return digest.hexdigest()


def _flat(value: Any) -> Iterable[str]:
    """Every part of a value in a fixed order; of a place only where it is, for it is shown to people."""
    if isinstance(value, Span):
        yield f"{Path(value.source.name).name}:{value.line}:{value.column}"
    elif isinstance(value, Source):
        yield value.text
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"key {key!r}"
            yield from _flat(item)
    elif isinstance(value, frozenset | set):
        yield f"set {sorted(map(repr, value))}"
    elif isinstance(value, tuple | list):
        yield f"items {len(value)}"
        for item in value:
            yield from _flat(item)
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        for part in dataclass_fields(value):
            yield part.name
            yield from _flat(getattr(value, part.name))
    else:
        yield f"{type(value).__name__} {value!r}"
