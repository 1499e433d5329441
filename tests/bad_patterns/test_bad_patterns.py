"""Every mistake in a pattern or language file is told with its place, and all of a file together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from camelrules.lang.source import RulesError
from camelrules.read.patterns import library

from .messages import FILES, GROUPS, HERE, message


@pytest.mark.parametrize("path", FILES, ids=str)
def test_message(path: Path) -> None:
    """The message is the one that was reviewed (`python -m tests.bad_patterns` writes them anew)."""
    assert message(path) == (HERE / path).with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=str)
def test_names_the_place(path: Path) -> None:
    """A message has file, line and column, a caret below the line, and no traceback."""
    told = message(path)
    assert told.startswith(f"{path}:") and "^" in told and "Traceback" not in told


def test_all_mistakes_of_a_file_are_told() -> None:
    """An unknown concept, a switch that is none, a misspelt key and a misspelt clause are four messages."""
    codes = re.findall(r"error\[([a-z-]+)\]", message(Path("all-together.yaml")))
    assert codes == ["unknown-concept", "wrong-type", "unknown-key", "unknown-clause"]


def test_an_id_in_two_files() -> None:
    """Within a file YAML itself says so; in two files we do."""
    files = [HERE / "missing-example.yaml", HERE / "never-matching.yaml"]
    with pytest.raises(RulesError) as error:
        library.load(files, GROUPS)
    assert "duplicate-id" in [d.code for d in error.value.diagnostics]


def test_every_code_has_a_file() -> None:
    """A message that no file leads to is one that nobody has read."""
    room = Path(library.__file__).parent
    source = "".join(path.read_text("utf-8") for path in room.glob("*.py"))
    codes = set(re.findall(r"(?:fail|wrong)\(\s*\"([a-z-]+)\"", source)) - {"duplicate-id"}
    told = set(re.findall(r"error\[([a-z-]+)\]", "".join(message(path) for path in FILES)))
    assert codes <= told, codes - told
