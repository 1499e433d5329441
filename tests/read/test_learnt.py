"""What is learnt is learnt from the texts of the project as they are, and the same way each time."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def train() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train", ROOT / "tools" / "train.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train"] = module
    spec.loader.exec_module(module)
    return module


def test_inputs_are_those_it_was_learnt_from(train: ModuleType) -> None:
    """A text, label, pattern or word that has changed since asks for `make learn`."""
    kept = json.loads((ROOT / "spec" / "patterns" / "learnt.json").read_text("utf-8"))
    assert kept == {"inputs": train.digest(), "texts": len(train.texts())}, "run `make learn`"


def test_inputs_are_ours_and_seen(train: ModuleType) -> None:
    """No printed rulebook, and none of the texts that reading is measured on."""
    folders = {path.parent for path in train.texts()}
    assert folders == {ROOT / "tests" / "texts", ROOT / "tests" / "texts" / "more"}
    assert all(ROOT in path.parents for path in train.inputs())


def test_digest_sees_a_pattern_and_no_example(train: ModuleType, tmp_path: Path) -> None:
    """An example may be added without learning anew; a condition may not."""
    folder = tmp_path / "patterns"
    folder.mkdir()
    file = folder / "x.yaml"

    def seen(text: str) -> list[str]:
        file.write_text(text, "utf-8")
        return list(train._without_examples(file))

    block = "patterns:\n  a.b/c:\n    need: [x]\n    states: y\n"
    shown = block + "    examples:\n      en:\n        y: Words.\n\n  a.b/d:\n    need: [z]\n"
    assert seen(shown) == seen(block + "  a.b/d:\n    need: [z]\n")
    assert seen(block) != seen(block.replace("[x]", "[w]"))


@pytest.mark.slow
def test_the_same_bytes_each_time(train: ModuleType) -> None:
    """From nothing, twice, with a few texts."""
    pytest.importorskip("numpy", reason="`make learn` installs numpy")
    few = train.texts()[:3]
    assert train.learnt(few) == train.learnt(few)
