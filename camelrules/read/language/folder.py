"""Where the reader's data lives: in the specification folder, which the environment may name."""

from __future__ import annotations

from pathlib import Path

from camelrules.door.folders import data_folder


def spec_dir() -> Path:
    """The `spec` folder that holds languages, patterns and the clause catalogue."""
    return data_folder("spec")
