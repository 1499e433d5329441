"""The printed schemas accept every file of ours, and refuse a misspelled key."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
import yaml

from camelrules.cli.schema import SCHEMAS

ROOT = Path(__file__).parents[2]
FILES = [
    *[("edition", p) for p in (ROOT / "spec/editions").glob("*.yaml")],
    *[("part", p) for p in (ROOT / "spec/game").glob("*.yaml")],
    *[("examples", p) for p in (ROOT / "spec/examples").glob("*.yaml")],
    *[("phrases", p) for p in (ROOT / "spec/languages").glob("*/*.yaml")],
    ("book", ROOT / "spec/book.yaml"),
]


@pytest.mark.parametrize(("kind", "path"), FILES, ids=lambda x: getattr(x, "stem", x))
def test_our_files_fit(kind: str, path: Path) -> None:
    jsonschema.validate(yaml.safe_load(path.read_text("utf-8")), SCHEMAS[kind]())


def test_a_misspelled_key_does_not_fit() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"edition": "x", "extends": "2018", "replace": {}}, SCHEMAS["edition"]())
