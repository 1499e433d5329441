"""Where the reader's data lives: beside the package in a clone, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_PLACES = (_HERE.parents[1] / "spec", _HERE.parent / "data" / "spec")


def spec_dir() -> Path:
    """The `spec` folder that holds languages, patterns and the clause catalogue."""
    for place in _PLACES:
        if (place / "languages").is_dir():
            return place
    return _PLACES[0]
