"""Every bad language or book gets its golden message.

`UPDATE_GOLDEN=1 pytest tests/write/test_bad.py` writes the messages anew: read each one aloud before it is kept.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import camelrules.write
from camelrules.lang.source import RulesError
from camelrules.write.book import load_plan
from camelrules.write.check import check
from camelrules.write.language import load_phrasebook

HERE = Path(__file__).parent / "bad"
BAD = sorted(str(p.relative_to(HERE).with_suffix("")) for p in HERE.rglob("*.yaml"))


def message(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(HERE)
    path = Path(f"{name}.yaml")
    with pytest.raises(RulesError) as caught:
        if path.parts[0] == "book":
            load_plan(path)
        else:
            check(load_phrasebook(path))
    return caught.value.render() + "\n"


@pytest.mark.parametrize("name", BAD)
def test_golden(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = message(name, monkeypatch)
    golden = HERE / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")
    assert found.startswith(f"{name}.yaml:"), "a message says where"


def test_every_code_has_a_file() -> None:
    """Each kind of mistake that loading can find is among the bad files."""
    shown = "".join((HERE / f"{name}.txt").read_text(encoding="utf-8") for name in BAD)
    folder = Path(camelrules.write.__file__).parent
    for module in ("words", "template", "language", "check", "book"):
        for node in ast.walk(ast.parse((folder / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fail":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                if code.value not in (
                    "missing-heading",
                    "missing-opening",
                    "duplicate-key",
                ):  # those need a whole language, or two files
                    assert f"error[{code.value}]" in shown, (module, code.value)


def test_two_files_may_not_say_the_same(tmp_path: Path) -> None:
    head = "language: xx\nname: Test\nlocale: en\nwords: {a: a}\n"
    (tmp_path / "one.yaml").write_text(head)
    (tmp_path / "two.yaml").write_text("words: {a: b}\n")
    with pytest.raises(RulesError, match="stands in two files"):
        load_phrasebook(tmp_path / "one.yaml", tmp_path / "two.yaml")
