"""Exported questions: a manifest that says what each is, and a second solver that gives the same answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("z3")

from camelrules.prove import verify as verification
from camelrules.prove.verify import Options, plan, verify

TOOL = Path(__file__).parents[2] / "tools" / "second_solver.py"


@pytest.fixture
def exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path / "cache"))
    verification.book.cache_clear()
    folder = tmp_path / "questions"
    options = Options(quick=True, export=str(folder))
    verify(plan(["2014"], ("tile.placing", "turn.something_to_do"), options), 1)
    return folder


def test_every_question_is_a_file_with_what_it_is(exported: Path) -> None:
    manifest = json.loads((exported / "manifest.json").read_text())
    assert {q["property"] for q in manifest["questions"]} >= {"tile.placing", "tiles.owned"}
    for question in manifest["questions"]:
        text = (exported / question["file"]).read_text()
        assert "(check-sat)" in text and question["answer"] in ("sat", "unsat", "unknown")
        assert {"phase", "edition", "players", "assumptions", "hypotheses", "sha256"} <= set(question)
    verdicts = {v["id"]: v["verdict"] for v in manifest["verdicts"]}
    assert set(verdicts) >= {q["property"] for q in manifest["questions"]}


def test_a_second_solver_agrees_and_a_changed_answer_is_noticed(exported: Path) -> None:
    pytest.importorskip("cvc5")

    def ask() -> int:
        return subprocess.run([sys.executable, str(TOOL), str(exported), "--sample", "12"], check=False).returncode

    assert ask() == 0
    path = exported / "manifest.json"
    manifest = json.loads(path.read_text())
    for question in manifest["questions"]:
        question["answer"] = {"sat": "unsat", "unsat": "sat"}.get(question["answer"], "unknown")
    path.write_text(json.dumps(manifest))
    assert ask() == 4
