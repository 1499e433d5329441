"""`camelrules schema`: JSON schemas, so that an editor completes and checks our YAML files."""

from __future__ import annotations

from typing import Any

import click

from camelrules.cli.common import as_json
from camelrules.lang.catalogue import KEYS as CLAUSE_KEYS
from camelrules.lang.editions import INNER, SECTIONS
from camelrules.run.examples import EXPECT, KEYS, STEPS
from camelrules.write.language import EXAMPLE
from camelrules.write.language import KEYS as LANGUAGE
from camelrules.write.pictures import KEYS as PICTURE

TEXT: dict[str, Any] = {"type": "string"}
INTEGER = {"type": "integer"}
TEXTS: dict[str, Any] = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
INTEGER = {"type": "integer"}
ANY: dict[str, Any] = {}
NOTE: dict[str, Any] = {"clause": TEXTS, "says": TEXT}
SPACE: dict[str, Any] = {"type": "object", "propertyNames": {"pattern": "^-?[0-9]+$"}}


def closed(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with these keys and no others."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def table(of: dict[str, Any]) -> dict[str, Any]:
    """Names to things of one kind."""
    return {"type": "object", "additionalProperties": of}


def definitions() -> dict[str, Any]:
    """What may stand under the name of a definition, by section."""
    statements = {"type": "array", "items": {"anyOf": [TEXT, {"type": "object"}]}}
    given = table(TEXT)
    chosen = closed({"is": TEXT, "alternatives": table(TEXT), **NOTE}, ("is", "alternatives"))
    value = {"anyOf": [closed({"type": TEXT, "is": ANY, **NOTE}, ("type", "is")), chosen]}
    rule = closed({"to": TEXT, "when": TEXT, "then": TEXT, **NOTE}, ("when", "then"))
    guard = {"anyOf": [TEXT, closed({"is": TEXT, **NOTE}, ("is",))]}
    default = {"anyOf": [TEXT, closed({"is": TEXT, **NOTE}, ("is",))]}
    kinds: dict[str, Any] = {
        "sorts": {
            "anyOf": [
                {"type": "array"},
                closed({"members": ANY, "range": TEXT, "values": TEXT, "seats": TEXT, "called": ANY, **NOTE}),
            ]
        },
        "parameters": value,
        "facts": value,
        "rulings": closed(
            {"question": TEXT, "is": TEXT, "alternatives": table(TEXT), **NOTE}, ("question", "is", "alternatives")
        ),
        "state": closed({"of": TEXTS, "type": TEXT, "initial": ANY, **NOTE}, ("type",)),
        "functions": closed(
            {"given": given, "type": TEXT, "is": ANY, "case": TEXT, "of": table(ANY), **NOTE}, ("type",)
        ),
        "decisions": closed(
            {"given": given, "type": TEXT, "default": default, "exceptions": table(rule), **NOTE}, ("type", "default")
        ),
        "effects": closed({"given": given, "do": statements, **NOTE}, ("do",)),
        "actions": closed({"given": given, "when": table(guard), "do": statements, **NOTE}, ("do",)),
    }
    return kinds | {"exceptions": table(rule), "guards": table(guard)}


def _edition() -> dict[str, Any]:
    kinds = definitions()
    sections = (*SECTIONS, *INNER)
    changed = closed(
        {s: table({"anyOf": [kinds[s], {"type": ["string", "number", "boolean", "array"]}]}) for s in sections}
    )
    removed = closed({s: {"type": ["array", "object"]} for s in sections})
    keys = {"edition": TEXT, "title": TEXT, "extends": TEXT, "adds": changed, "replaces": changed, "removes": removed}
    return closed(keys, ("edition", "extends"))


def _part() -> dict[str, Any]:
    kinds = definitions()
    return closed({s: table(kinds[s]) for s in SECTIONS})


def _examples() -> dict[str, Any]:
    step = closed(dict.fromkeys(STEPS, ANY))
    keys: dict[str, Any] = dict.fromkeys(KEYS, ANY)
    keys |= {
        "says": TEXT,
        "editions": TEXTS,
        "clause": TEXTS,
        "steps": {"type": "array", "items": step},
        "expect": closed(dict.fromkeys(EXPECT, ANY)),
    }
    return closed({"examples": table(closed(keys, ("says", "editions", "expect")))}, ("examples",))


def _review() -> dict[str, Any]:
    waiver = closed(dict.fromkeys(("code", "clause", "content", "reason", "text"), TEXT), ("code", "reason"))
    return closed(
        {
            "text": TEXT,
            "edition": TEXT,
            "language": TEXT,
            "waivers": {"type": "array", "items": waiver},
            "reviewed": table({"type": "object"}),
        }
    )


def _catalogue() -> dict[str, Any]:
    keys = {**dict.fromkeys(CLAUSE_KEYS, ANY), "meaning": TEXT, "section": TEXT, "relation": TEXT, "value": TEXTS}
    return table(closed(keys, ("section", "meaning", "relation", "value")))


def _phrases() -> dict[str, Any]:
    forms = {"anyOf": [TEXT, table({"type": ["string", "object", "array"]})]}
    sentences = {"anyOf": [TEXTS, table(TEXTS)]}
    phrase = {"anyOf": [TEXTS, table({"anyOf": [sentences, table(TEXT)]})]}
    example = closed({**dict.fromkeys(EXAMPLE, TEXT), "names": table(TEXT)}, ("clause", "edition", "text"))
    keys: dict[str, Any] = dict.fromkeys(LANGUAGE, table(ANY))
    keys |= {"language": TEXT, "name": TEXT, "locale": TEXT, "styles": {"type": "array", "items": TEXT}}
    keys |= {
        "headings": table(TEXT),
        "words": table(forms),
        "ordinals": table(forms),
        "phrases": table(phrase),
        "openings": table(phrase),
    }
    return closed({**keys, "examples": {"type": "array", "items": example}})


def _book() -> dict[str, Any]:
    paragraphs = {"type": "array", "items": {"type": "array", "items": TEXT}}
    section = closed(
        {"heading": TEXT, "level": {"enum": [2, 3, 4]}, "opening": TEXTS, "paragraphs": paragraphs}, ("heading",)
    )
    columns = {**dict.fromkeys(PICTURE, INTEGER), "moves": {"type": "array", "items": INTEGER}}
    pictures = table({"anyOf": [{"const": "amounts"}, closed(columns)]})
    return closed(
        {"nouns": table(TEXT), "pictures": pictures, "sections": {"type": "array", "items": section}}, ("sections",)
    )


def _position() -> dict[str, Any]:
    tile = closed({"owner": TEXT, "side": TEXT}, ("owner", "side"))
    stack = {"type": "array", "items": TEXT}
    keys = {
        "edition": {"type": ["string", "integer"]},
        "track": {**SPACE, "additionalProperties": stack},
        "tiles": {**SPACE, "additionalProperties": tile},
        "pyramid": stack,
        "players": {"type": ["integer", "array"]},
        "money": table({"type": "integer"}),
    }
    return closed(keys, ("track",))


SCHEMAS = {
    "edition": _edition,
    "part": _part,
    "examples": _examples,
    "catalogue": _catalogue,
    "review": _review,
    "position": _position,
    "phrases": _phrases,
    "book": _book,
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("kind", type=click.Choice(list(SCHEMAS)))
def command(kind: str) -> None:
    """Print the JSON schema of a kind of file.

    \b
    camelrules schema edition > edition.schema.json
    # then, as the first line of a YAML file:
    # yaml-language-server: $schema=edition.schema.json
    """
    click.echo(
        as_json(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": f"camelrules {kind}",
                **SCHEMAS[kind](),
            }
        )
    )
