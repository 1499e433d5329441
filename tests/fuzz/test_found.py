"""What hostile inputs and faults have found, each once: one message, the right status, nothing lost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from camelrules.read.layout.typesetting import typeset
from camelrules.text.html import read_html

from .calling import call, forget
from .test_fuzz import POSITION, ROOT, TEXT, judge

PROGRAM = [sys.executable, "-m", "camelrules"]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def refused(answer: tuple[int, str, str], *expected: str) -> str:
    judge(*answer)
    status, out, message = answer
    assert status == 2 and not out, (status, out, message)
    for part in expected:
        assert part in message
    return message


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with one file of each kind, in which the test stands."""
    (tmp_path / "position.json").write_text(POSITION)
    line = json.dumps({**json.loads(POSITION), "die": "red", "value": 1})
    (tmp_path / "batch.jsonl").write_text(f"{line}\n" * 3)
    (tmp_path / "text.txt").write_text(TEXT, "utf-8")
    shutil.copy(ROOT / "tests" / "editions" / "desert.yaml", tmp_path / "own.yaml")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    # A test may have named folders of its own, and other tests follow in this process.
    forget()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", ["batch.jsonl", "link", "hard", "own.yaml"])
def test_a_batch_over_its_own_inputs(place: Path, name: str, jobs: str) -> None:
    """Also by another name, and where only a worker has read it."""
    (place / "link").symlink_to("batch.jsonl")
    os.link("batch.jsonl", "hard")
    before = (place / name).read_bytes()
    if name == "own.yaml":
        own = json.dumps({**json.loads(POSITION), "edition": "own.yaml"})
        (place / "batch.jsonl").write_text(f"{own}\n" * 3)
    refused(call("odds", "--batch", "batch.jsonl", "--jobs", jobs, "--output", name), "is one of the inputs")
    assert (place / name).read_bytes() == before
    assert not list(place.glob(".camelrules*"))


def test_standard_input_over_itself(place: Path) -> None:
    """`odds - <position.json --output position.json`."""
    with (place / "position.json").open() as given:
        command = [*PROGRAM, "odds", "-", "--output", "position.json"]
        done = subprocess.run(command, env=ENV, stdin=given, capture_output=True, text=True, check=False)
    refused((done.returncode, done.stdout, done.stderr), "is one of the inputs")
    assert (place / "position.json").read_text() == POSITION


def test_a_file_beside_a_module(place: Path) -> None:
    """Only a description of ours is replaced by another one."""
    (place / "position.wasm").write_bytes(b"old")
    refused(call("compile", "2018", "-o", "position.wasm"), "was not written by this program")
    assert (place / "position.json").read_text() == POSITION and (place / "position.wasm").read_bytes() == b"old"
    assert call("compile", "2014", "-o", "2014.wasm")[0] == call("compile", "2018", "-o", "2014.wasm")[0] == 0
    assert json.loads((place / "2014.json").read_text())["edition"] == "2018"


def test_texts_of_verify(place: Path) -> None:
    """They are read before anything is proved, and with `--only` as well; they were passed over then."""
    only = ("--only", "money.floor", "--edition", "2014", "--quick", "--format", "json")
    refused(call("verify", "none.txt", *only), "cannot read `none.txt`")
    status, out, _ = call("verify", "text.txt", *only)
    assert status == 1 and "text.txt" in {r["id"] for r in json.loads(out)["rulebooks"]}


BAD_PROPERTIES = {
    "a path": ('properties:\n  ../../x: {says: s, holds: "true"}\n', "cannot be the name of a property"),
    "a command": ('properties:\n  "x\\n::error::y": {says: s, holds: "true"}\n', "cannot be the name of a property"),
    "functions": ("functions: foo\n", "`functions` must be a mapping"),
    "properties": ("properties: 3\n", "`properties` must be a mapping"),
    "a list": ("- a\n", "a property file must be a mapping"),
}


@pytest.mark.parametrize("case", BAD_PROPERTIES)
def test_property_files(place: Path, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A property's name became a folder of `--export`, outside of what was named; other files were passed over."""
    shutil.copytree(ROOT / "verify", place / "verify")
    monkeypatch.setenv("CAMELRULES_VERIFY", str(place / "verify"))
    content, expected = BAD_PROPERTIES[case]
    (place / "verify" / "own.yaml").write_text(content)
    before = sorted(place.iterdir())
    refused(call("verify", "--edition", "2014", "--only", "../", "--export", "a/b"), expected, "own.yaml:")
    assert sorted(place.iterdir()) == before


OWN = "edition: own\nextends: '2014'\nreplaces: {parameters: {money.start: 5}}\n"


@pytest.mark.parametrize("name", [b"\xff\xfe.yaml", b"...yaml", b"a\n::error::.yaml", b"x" * 240 + b".yaml"], ids=ascii)
def test_an_edition_in_a_file_of_any_name(place: Path, name: bytes) -> None:
    """Names that are no text, or would lead out of the folder that was named, when they become a part of a path."""
    path = os.fsdecode(name)
    (place / path).write_text(OWN)
    before = {p.name for p in place.iterdir()}
    fails = "properties:\n  own.fails: {says: s, holds: 'all(money[p] == 5 for p in player)'}\n"
    (place / "v").mkdir()
    system = yaml.safe_load((ROOT / "verify" / "system.yaml").read_text())["system"]
    (place / "v" / "system.yaml").write_text(yaml.safe_dump({"system": system}))
    (place / "v" / "own.yaml").write_text(fails)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CAMELRULES_VERIFY", str(place / "v"))
        answer = call("verify", "--edition", f"./{path}", "--jobs", 1, "--export", "e/e", "--witnesses", "w/w")
    judge(*answer)
    assert answer[0] == 1 and {p.name for p in place.iterdir()} == before | {"v", "e", "w"}
    assert [*(place / "e").iterdir(), *(place / "w").iterdir()] == [place / "e" / "e", place / "w" / "w"]
    (questions,) = [p for p in (place / "e" / "e").iterdir() if p.is_dir()]
    assert questions.name.isascii() and list(questions.glob("own.fails/*.smt2"))
    (witness,) = (place / "w" / "w").iterdir()
    assert witness.name.endswith("own.fails.json") and json.loads(witness.read_text())["kind"] == "property"


def test_a_folder_whose_name_is_no_text(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept for the next run depends on the folder one stands in, whatever it is called."""
    odd = place / os.fsdecode(b"\xff")
    odd.mkdir()
    monkeypatch.chdir(odd)
    monkeypatch.setenv("CAMELRULES_CACHE", str(odd / "cache"))
    for _ in range(2):
        status, out, _ = call("show", "2018", "money.start")
        assert status == 0 and "money.start = 3" in out
    assert list((odd / "cache").iterdir())


def test_a_folder_without_editions(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is no specification has none, and the message says so."""
    monkeypatch.setenv("CAMELRULES_SPEC", str(place))
    refused(call("play"), "there is no edition `2018`", "there are none")


INTERRUPTED = """
import sys
from camelrules.cli import play
def interrupted(**options): exec("raise KeyboardInterrupt")
play.command.callback = interrupted
sys.argv = ["camelrules", "play"]
from camelrules.__main__ import run
run()
"""


def test_an_interrupt_while_a_text_is_run() -> None:
    """Python remembers it, and would end by the signal instead of with our status; dataclasses are made from texts."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], env=ENV, capture_output=True, text=True, check=False)
    assert done.returncode == 130 and done.stderr.strip() == "interrupted"


def test_a_number_without_end_in_a_project(place: Path) -> None:
    """Python converts no text of thousands of digits, and says so in an error of another kind."""
    (place / "pyproject.toml").write_text("a = " + "9" * 5000)
    refused(call("check", "text.txt", "--no-witness", "--edition", "2018", "--lang", "en"), "is not TOML")


@pytest.mark.parametrize(
    "args",
    [("show", ""), ("check", "x", "--edition", ""), ("read", "x", "--language-file="), ("verify", "--only", "")],
)
def test_empty_arguments(place: Path, args: tuple[str, ...]) -> None:
    """A variable that a script forgot to set is not taken for "whatever you like"."""
    refused(call(*args), "one of the arguments is empty")


def test_an_argument_without_end(place: Path) -> None:
    """Is not repeated at its full length."""
    for args in (("move", "position.json", "--die", "red", "--value", "9" * 5000), ("x" * 5000,), ("show", "é" * 5000)):
        assert len(refused(call(*args))) < 600


@pytest.mark.parametrize("amount", ["-1", "1000000000", "9" * 60, "9" * 5000, "1.0", "true"], ids=len)
def test_money_that_nobody_has(place: Path, amount: str) -> None:
    """In a position as in a scoring file, by the rules and within nine digits."""
    (place / "position.json").write_text(POSITION[:-1] + f', "money": {{"p1": {amount}}}}}')
    for args in (("odds",), ("move", "--die", "red", "--value", 1), ("show",)):
        message = refused(call(*args, "position.json"), "position.json:1:")
        assert ("Nobody has less than 0" if amount == "-1" else "error[") in message and len(message) < 600


@pytest.mark.parametrize("variable", ["SPEC", "VERIFY"])
def test_a_folder_that_is_not_there(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    """Is named together with the variable that says so."""
    monkeypatch.setenv(f"CAMELRULES_{variable}", "/nonexistent/\x1b[2J")
    args = ("play",) if variable == "SPEC" else ("verify", "--only", "money.floor", "--edition", "2014")
    refused(call(*args), f"the variable CAMELRULES_{variable} names", "unset it")


def test_the_folder_one_stands_in_is_gone(place: Path) -> None:
    """One message that says so."""
    gone = place / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    refused(call("odds", place / "position.json"), "the folder you are in cannot be found")


@pytest.mark.parametrize("limit", ["-v 3000000", "-f 2"])
def test_small_limits_of_memory(limit: str) -> None:
    """WebAssembly reserves 4 GB of addresses and writes a file that only exists in memory."""
    shell = f"ulimit {limit}; exec {' '.join(PROGRAM)} simulate --games 5 --jobs 1"
    done = subprocess.run(["bash", "-c", shell], env=ENV, capture_output=True, text=True, check=False)
    refused((done.returncode, done.stdout, done.stderr), "WebAssembly no memory", "CAMELRULES_REFERENCE_ONLY")


def test_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Has a status of its own: Python's is that of findings, and a CI job would take it for some."""
    from camelrules.cli import main, play

    def broken(**options: Any) -> None:
        raise KeyError("\x1b[2J")

    monkeypatch.setattr(play.command, "callback", broken)
    monkeypatch.delenv("CAMELRULES_TRACEBACK", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(["play"])
    message = capsys.readouterr().err
    assert ended.value.code == 4 and "internal error: KeyError" in message and "test_found.py:" in message
    assert "Traceback" not in message and "\x1b" not in message


@pytest.mark.parametrize("piece", ["<!--", "<a ", "<![a", "<![>", "<a b='"])
def test_pages_that_begin_and_never_end(piece: str) -> None:
    """The parser of the library looks through the rest of the page for each of them, or gives up with an assertion."""
    begin = time.process_time()
    document = read_html((piece * 20_000 + "<p>a camel</p>").encode(), "page.html")
    assert time.process_time() - begin < 10
    assert ("a camel" in document.text) == (piece != "<!--")


def test_a_line_of_ornaments() -> None:
    """Signs that nobody sees, thirty thousand of them before a word."""
    begin = time.process_time()
    assert typeset(["\u200d" * 30_000 + "camel"])[0].text.endswith("camel")
    assert time.process_time() - begin < 5
