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
