"""The shapes of the contract's answers, as JSON schemas."""

from __future__ import annotations

from typing import Any

import jsonschema


def shaped(data: Any, schema: dict[str, Any]) -> None:
    """Checks data against a schema that allows more fields only where the contract does."""
    jsonschema.validate(data, schema)


def obj(required: dict[str, Any], more: bool = False) -> dict[str, Any]:
    """An object with these fields."""
    return {"type": "object", "properties": required, "required": list(required), "additionalProperties": more}


TEXT, INT, BOOL = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
STACKS = {
    "type": "object",
    "propertyNames": {"pattern": "^(0|-?[1-9][0-9]*)$"},
    "additionalProperties": {"type": "array", "items": TEXT, "minItems": 1},
}
TILES = {"type": "object", "additionalProperties": obj({"owner": TEXT, "side": {"enum": ["cheer", "boo"]}})}
PLACE = obj({"edition": TEXT, "track": STACKS, "tiles": TILES, "pyramid": {"type": "array", "items": TEXT}})
PAY = obj({"kind": {"const": "pay"}, "player": TEXT, "amount": INT})
MOVED = obj(
    {
        "position": PLACE,
        "mover": TEXT,
        "events": {"type": "array", "items": {"anyOf": [PAY, obj({"kind": {"const": "finish"}})]}},
    }
)
FRACTION = {"type": "string", "pattern": "^(0|1|[1-9][0-9]*/[1-9][0-9]*)$"}
ODDS = obj({"camels": {"type": "object", "additionalProperties": {"type": "array", "items": FRACTION}}})
SCORED = obj({"players": {"type": "object", "additionalProperties": obj({"money": INT, "change": INT})}})
TURN = obj(
    {"player": TEXT, "action": TEXT, "events": {"type": "array", "items": obj({"kind": TEXT}, more=True)}}, more=True
)
PLAYED = obj(
    {
        "edition": TEXT,
        "seed": INT,
        "turns": {"type": "array", "items": TURN, "minItems": 1},
        "ranking": {"type": "array", "items": TEXT, "uniqueItems": True},
        "money": {"type": "object", "additionalProperties": INT},
        "winners": {"type": "array", "items": TEXT, "minItems": 1},
    },
    more=True,
)
SIMULATED = obj(
    {
        "games": INT,
        "seconds": {"type": "number"},
        "games_per_second": {"type": "number"},
        "legs": {"type": "object"},
        "first": {"type": "object", "additionalProperties": INT},
    },
    more=True,
)

NUMBER, ITEMS = {"type": "number"}, {"type": "array"}
SHARE = {"type": "number", "minimum": 0, "maximum": 1}
RACE = obj(
    {
        "camels": {"type": "object", "minProperties": 1, "additionalProperties": obj({"first": SHARE, "last": SHARE})},
        "method": {"enum": ["exact", "simulated"]},
        "error": NUMBER,
    },
    more=True,
)
READING = obj({"edition": TEXT, "rules": {"type": "object"}}, more=True)
WITNESS = obj(
    {
        "edition": TEXT,
        "position": obj({"edition": TEXT, "track": {"type": "object"}}, more=True),
        "steps": {"type": "array", "items": obj({"player": TEXT, "action": TEXT}, more=True)},
        "readings": {"type": "array", "items": READING, "minItems": 2, "maxItems": 2},
        "outcomes": {
            "type": "array",
            "items": obj({"money": {"type": "object", "additionalProperties": INT}}, more=True),
            "minItems": 2,
            "maxItems": 2,
        },
    },
    more=True,
)
SHOWN = {"anyOf": [{"type": "null"}, WITNESS]}
FINDING = obj(
    {
        "code": {"type": "string", "pattern": "^CR[0-9]{3}$"},
        "name": TEXT,
        "clause": TEXT,
        "kind": {"enum": ["contradiction", "internal-contradiction", "omission", "ambiguity", "terminology", "damage"]},
        "severity": {"enum": ["error", "warning", "note"]},
        "rulebook": TEXT,
        "lines": {"type": "array", "items": INT},
        "stated": TEXT,
        "expected": TEXT,
        "message": TEXT,
        "witness": SHOWN,
        "certainty": {"enum": ["sure", "likely"]},
        "places": {"type": "array", "items": {"type": "object"}},
    },
    more=True,
)
CHECKED = obj({"version": {"const": 1}, "findings": {"type": "array", "items": FINDING, "minItems": 1}}, more=True)
READ = obj(
    {
        "language": TEXT,
        "edition": TEXT,
        "clauses": {
            "type": "object",
            "additionalProperties": obj(
                {
                    "status": {"enum": ["agrees", "contradicts", "ambiguous", "silent", "not-applicable"]},
                    "lines": {"type": "array", "items": INT},
                    "stated": {"type": ["string", "null"]},
                    "expected": {"type": ["string", "null"]},
                },
                more=True,
            ),
        },
    },
    more=True,
)
DIFFERENCE = obj(
    {
        "clause": TEXT,
        "a": TEXT,
        "b": TEXT,
        "verdict": {"enum": ["equivalent", "narrower", "wider", "incomparable"]},
        "witness": SHOWN,
    },
    more=True,
)
DIFFERING = obj({"differences": {"type": "array", "items": DIFFERENCE, "minItems": 1}}, more=True)
COST = obj({"clause": TEXT, "games": INT, "money_changed": SHARE, "winner_changed": SHARE, "error": NUMBER}, more=True)
COSTS = obj({"findings": {"type": "array", "items": COST, "minItems": 1}}, more=True)
PROPERTY = obj(
    {
        "id": TEXT,
        "edition": TEXT,
        "verdict": {"enum": ["proved", "exhaustive", "bounded", "sampled", "refuted", "unknown"]},
        "expected": TEXT,
        "ok": BOOL,
        "vacuous": BOOL,
        "method": TEXT,
        "seconds": NUMBER,
        "witness": {"type": ["object", "null"]},
    },
    more=True,
)
BOOK = obj({"id": TEXT, "edition": TEXT, "agrees": INT, "contradicts": INT, "ambiguous": INT, "silent": INT}, more=True)
CLASH = obj(
    {
        "clause": TEXT,
        "stated": {"type": "object", "additionalProperties": TEXT},
        "lines": {"type": "object"},
        "known": BOOL,
        "witness": SHOWN,
    },
    more=True,
)
VERIFIED = obj(
    {
        "version": {"const": 1},
        "summary": {"type": "object"},
        "properties": {"type": "array", "items": PROPERTY, "minItems": 1},
        "examples": ITEMS,
        "rulebooks": {"type": "array", "items": BOOK},
        "contradictions": {"type": "array", "items": CLASH},
        "findings": {"type": "array", "items": FINDING},
    },
    more=True,
)
MUTATED = obj({"mutants": INT, "killed": INT, "survivors": ITEMS}, more=True)
WRITTEN = obj(
    {
        "sentences": {
            "type": "array",
            "items": obj({"clause": {"type": "array", "items": TEXT}, "text": TEXT}, more=True),
            "minItems": 1,
        }
    },
    more=True,
)
