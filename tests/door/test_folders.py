"""Folders that the environment decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelrules.door.diagnostics import RulesError
from camelrules.door.folders import cache_folder, data_folder
from camelrules.door.reading import read_json


def test_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own variable, the system's, the home; nowhere where there is none."""
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("CAMELRULES_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "camelrules"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "camelrules"

    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert cache_folder() is None


def test_the_specification(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the environment names, else what travels with the program."""
    monkeypatch.delenv("CAMELRULES_SPEC", raising=False)
    assert (data_folder("spec") / "game.yaml").is_file()
    monkeypatch.setenv("CAMELRULES_SPEC", str(tmp_path))
    assert data_folder("verify") != tmp_path
    assert data_folder("spec") == tmp_path
    for odd in ("/nonexistent", "x" * 5000, "/dev/zero"):
        monkeypatch.setenv("CAMELRULES_DOCS", odd)
        with pytest.raises(RulesError, match=r"the variable CAMELRULES_DOCS names .* which is no folder"):
            data_folder("docs")


@pytest.mark.parametrize("content", ["", "{", "nope", "[" * 100_000, "1" * 5000])
def test_what_is_no_json(tmp_path: Path, content: str) -> None:
    """One message, with a hint of what to do."""
    (tmp_path / "file.json").write_text(content)
    with pytest.raises(RulesError, match="is not JSON") as refused:
        read_json(tmp_path / "file.json", hint="run it again")
    assert refused.value.diagnostics[0].help == "run it again"
