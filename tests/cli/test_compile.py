"""`camelrules compile`, and the examples of its guide as a reader would run them."""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import wasmtime

from .calling import call

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "webassembly.md"


def example(language: str) -> str:
    """The example of the guide in a language."""
    found = re.search(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    assert found, language
    return found.group(1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the module of the guide."""
    made = tmp_path_factory.mktemp("compiled")
    answer = call("compile", "2018", "--players", 4, "-o", made / "camelup.wasm")
    assert answer.status == 0, answer.err
    return made


def played() -> str:
    """What the players have at the end of the game of the guide, by the reference evaluator's own command."""
    answer = call("play", "--edition", "2018", "--players", 4, "--seed", 7, "--format", "json")
    return "".join(f"{p} {m}\n" for p, m in json.loads(answer.out)["money"].items())


def test_example_in_python(folder: Path) -> None:
    """The guide's program prints the money of that game."""
    ran = subprocess.run([sys.executable, "-c", example("python")], cwd=folder, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == (played(), "")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_example_in_javascript(folder: Path) -> None:
    """The same bytes in another engine."""
    (folder / "game.mjs").write_text(example("javascript"), encoding="utf-8")
    ran = subprocess.run(["node", "game.mjs"], cwd=folder, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == (played(), "")


def test_description(folder: Path) -> None:
    """Every rule has a name in it, and nothing lies on top of anything else."""
    data = json.loads((folder / "camelup.json").read_text(encoding="utf-8"))
    assert data["sorts"]["camel"]["members"] == ["blue", "green", "purple", "red", "yellow", "black", "white"]
    assert data["functions"]["place"]["answer"] == {"kind": "int", "width": 4}
    assert data["parameters"]["money.start"]["value"] == 3 and data["parameters"]["money.start"]["changeable"]
    assert not data["parameters"]["track.spaces"]["changeable"]
    places = sorted((v["address"], v["width"] * _product(v["sizes"])) for v in data["state"].values())
    assert all(a + size <= b for (a, size), (b, _) in pairwise(places))
    assert all(f["line"] > 0 for f in data["faults"] if "line" in f) and len(data["faults"]) > 20


CLASH = """
edition: clash
extends: "2018"
adds:
  exceptions:
    mover:
      lower:
        {to: grey_number, clause: crazy.trigger, says: The lower one moves.,
         when: "count(c in crazy where on_another(c)) == 1", then: "the(c in crazy where not on_another(c))"}
"""


def test_faults(tmp_path: Path) -> None:
    """A program that knows nothing but the description can say what went wrong, and where."""
    (tmp_path / "clash.yaml").write_text(CLASH, encoding="utf-8")
    assert call("compile", tmp_path / "clash.yaml", "-o", tmp_path / "clash.wasm").status == 0
    data = json.loads((tmp_path / "clash.json").read_text(encoding="utf-8"))
    store = wasmtime.Store()
    module = wasmtime.Module.from_file(store.engine, str(tmp_path / "clash.wasm"))
    game: Any = wasmtime.Instance(store, module, []).exports(store)

    def fails(name: str) -> tuple[str, dict[str, Any]]:
        with pytest.raises(wasmtime.Trap):
            game[name](store)
        at = data["memory"]["fault"]
        number, *details = struct.unpack("<4i", game["memory"].read(store, at, at + 16))
        fault = data["faults"][number - 1]
        shown = [
            of["rules"][d]["name"] if of["kind"] == "rule" else d
            for of, d in zip(fault["details"], details, strict=False)
        ]
        return fault["says"].format(*shown), fault

    def put(variable: str, cell: int, code: str, value: int) -> None:
        slot = data["state"][variable]
        game["memory"].write(store, struct.pack(code, value), slot["address"] + cell * slot["width"])

    for call_ in ("begin", "initial"):
        game[call_](store)
    put("inside", 0, "<b", 0)  # no die is left
    says, fault = fails("effect roll")
    assert says == "there is nothing to draw from" and fault["file"] == "spec/editions/2018.yaml"
    lines = (Path(__file__).parents[2] / fault["file"]).read_text(encoding="utf-8").splitlines()
    assert lines[fault["line"] - 1].strip() == "- draw d in die where inside[d]"

    black, white = (data["sorts"]["camel"]["members"].index(c) for c in ("black", "white"))
    for camel in (black, white):
        put("at", camel, "<i", 5)
    put("above", black, "<B", 1 << white)  # the row of what stands on black
    grey = data["sorts"]["die"]["members"].index("grey")
    codes = data["sorts"]["die"]["codes"][grey], data["sorts"]["crazy"]["codes"][0]
    game["memory"].write(store, struct.pack("<2q", *codes), data["memory"]["arguments"])
    game["begin"](store)
    says, fault = fails("function mover")
    assert says == "exceptions `stacked` and `lower` of `mover` disagree" and fault["decision"] == "mover"
    assert fault["details"][1]["rules"][-1]["file"] == str(tmp_path / "clash.yaml")


def _product(sizes: list[int]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def test_mistakes(tmp_path: Path) -> None:
    """One message each, and status 2."""
    for args in (
        ("2018", "-o", tmp_path / "a.txt"),
        ("2018", "-o", tmp_path / "none" / "a.wasm"),
        ("20188", "-o", "a.wasm"),
    ):
        answer = call("compile", *args)
        assert answer.status == 2 and answer.err.startswith("error[") and "Traceback" not in answer.err
