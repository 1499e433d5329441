"""`camelrules show`: an edition's rules as resolved, or a position as drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from camelrules.cli.common import as_json, changes_for, emit, format_option, output_option, pen, set_option
from camelrules.door.reading import is_file, read_bytes
from camelrules.lang.editions import SECTIONS, Entry, Raw
from camelrules.lang.library import library
from camelrules.lang.source import fail, near
from camelrules.lang.tree import Fields, Items, Node, Text, plain, words
from camelrules.report.text import Ink, track
from camelrules.run.document import read_document
from camelrules.run.engine import Engine, engine
from camelrules.run.position import load_position, save_position
from camelrules.run.story import shown

# Not printed below a definition: they have their own place.
APART = ("says", "clause", "question")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("edition", metavar="EDITION|POSITION", default="2018")
@click.argument("name", required=False)
@set_option
@format_option
@output_option
def command(edition: str, name: str | None, settings: tuple[str, ...], format_: str, output: str | None) -> None:
    """Show the rules of EDITION (a name or a YAML file) and where each comes from, or draw POSITION.

    With NAME, only that definition: a rule, parameter, ruling, or everything that carries a clause.
    """
    if edition.endswith(".json") or _is_position(edition):
        _position(edition, settings, format_, output)
        return
    raw = library().resolve(edition)
    made = engine(edition, None, changes_for(edition, settings))
    chosen = _chosen(raw, name)
    if format_ == "json":
        emit(as_json(_data(raw, made, chosen)), output)
        return
    ink = pen(output)
    lines = [ink.bold(raw.title), ink.dim(f"edition {raw.name}, from {' → '.join(raw.lineage)}")]
    for section in SECTIONS:
        found = {n: e for n, e in raw.sections[section].items() if n in chosen}
        if found:
            lines += ["", ink.bold(section.upper())]
            for key, entry in found.items():
                lines += _definition(section, key, entry, made, ink)
    emit("\n".join(lines), output)


def _is_position(name: str) -> bool:
    path = Path(name)
    if path.suffix not in (".yaml", ".yml") or not is_file(path):
        return False
    lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    return any(line.startswith(("track:", '"track"')) for line in lines)


def _position(file: str, settings: tuple[str, ...], format_: str, output: str | None) -> None:
    document = read_document(Path(file), "a position file")
    made, state = load_position(document, None, changes_for(None, settings, document))
    position = save_position(made, state, document.data)
    if format_ == "json":
        emit(as_json(position), output)
        return
    spaces = [int(s) for s in made.table.members["space"]]
    drawn = track(position, spaces, pen(output), called=made.game.called())
    racing = sorted(
        map(str, made.table.members["racing"]), key=lambda c: int(made.reference.call("place", (c,), state))
    )
    emit(
        f"{drawn}\n\nin the pyramid: {', '.join(position['pyramid']) or 'nothing'}\nranking: {', '.join(racing)}",
        output,
    )


def _chosen(raw: Raw, name: str | None) -> set[str]:
    every = {n: e for table in raw.sections.values() for n, e in table.items()}
    if name is None:
        return set(every)
    if name in every:
        return {name}
    carrying = {n for n, e in every.items() if name in _clauses(e.node)}
    if not carrying:
        clauses = {c for e in every.values() for c in _clauses(e.node)}
        raise fail(
            "unknown-name",
            f"edition {raw.name} has no rule or clause `{name[:60]}`",
            None,
            near(name, {*every, *clauses}),
        )
    return carrying


def _clauses(node: Node) -> set[str]:
    """Every clause at or inside a definition."""
    found: set[str] = set()
    if isinstance(node, Fields):
        for key, value in node:
            found |= {w.value for w in words(value, "clause")} if key.value == "clause" else _clauses(value)
    return found


def _definition(section: str, name: str, entry: Entry, made: Engine, ink: Ink) -> list[str]:
    node = entry.node
    fields = node if isinstance(node, Fields) else Fields((), node.span)
    where = f"{entry.key.span.source.name}:{entry.key.span.line}"
    clauses = ", ".join(w.value for w in words(fields.get("clause"), "clause"))
    value = f" = {shown(made.table.values[name])}" if name in made.table.values else ""
    head = f"{ink.bold(name)}{value}  {ink.dim(where)}"
    lines = [head + (ink.dim(f"  [{clauses}]") if clauses else "")]
    for key in ("question", "says"):
        text = fields.get(key)
        if isinstance(text, Text):
            lines.append(f"    {_filled(' '.join(text.value.split()), made)}")
    body = [(k, v) for k, v in fields if k.value not in APART and not (value and k.value in ("is", "type"))]
    for key_, part in body:
        lines += [f"    {_filled(line, made)}" for line in _written(key_.value, part)]
    return lines


def _filled(text: str, made: Engine) -> str:
    for name, value in made.table.values.items():
        text = text.replace("{" + name + "}", shown(value))
    return text


def _written(key: str, node: Node) -> list[str]:
    """A part of a definition, as YAML, on as few lines as it needs."""
    if isinstance(node, Text):
        return [f"{key}: {' '.join(node.value.split())}"]
    if isinstance(node, Items):
        if all(isinstance(i, Text) and len(i.value) < 20 for i in node.items):
            return [f"{key}: [{', '.join(i.value for i in node.items if isinstance(i, Text))}]"]
        lines = [f"{key}:"]
        for item in node.items:
            inner = [f"{' '.join(item.value.split())}"] if isinstance(item, Text) else _inner(item)
            lines += [f"  - {inner[0]}", *(f"    {line}" for line in inner[1:])]
        return lines
    return [f"{key}:", *(f"  {line}" for line in _inner(node))]


def _inner(node: Node) -> list[str]:
    if isinstance(node, Fields):
        return [line for k, v in node if k.value not in APART for line in _noted(k, v)] or ["{}"]
    return [line.lstrip("- ") for line in _written("", node)]


def _noted(key: Text, node: Node) -> list[str]:
    """An exception or guard carries clauses and a sentence of its own, and may come from another file."""
    first, *rest = _written(key.value, node)
    if not isinstance(node, Fields) or not (node.get("clause") or node.get("says")):
        return [first, *rest]
    clauses = ", ".join(w.value for w in words(node.get("clause"), "clause"))
    said = node.get("says")
    sentence = [f"  # {' '.join(said.value.split())}"] if isinstance(said, Text) else []
    return [f"{first}  # {key.span.source.name}:{key.span.line}  [{clauses}]", *sentence, *rest]


def _data(raw: Raw, made: Engine, chosen: set[str]) -> dict[str, Any]:
    sections = {
        section: {
            name: {
                "definition": plain(entry.node),
                "edition": entry.origin,
                "file": entry.key.span.source.name,
                "line": entry.key.span.line,
                **({"value": made.table.values[name]} if name in made.table.values else {}),
            }
            for name, entry in table.items()
            if name in chosen
        }
        for section, table in raw.sections.items()
    }
    return {
        "edition": raw.name,
        "title": raw.title,
        "lineage": list(raw.lineage),
        "sections": {s: t for s, t in sections.items() if t},
    }
