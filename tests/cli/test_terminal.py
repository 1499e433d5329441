"""The program as a process: colours, pipes, start-up, and the same output for the same input."""

from __future__ import annotations

import ast
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from .calling import POSITION, ROOT, write

ENV = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "COLUMNS")} | {"PYTHONPATH": str(ROOT)}


def run(
    *args: object, env: dict[str, str] | None = None, input: bytes | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, its output piped."""
    command = [sys.executable, "-m", "camelrules", *map(str, args)]
    return subprocess.run(
        command, capture_output=True, env=ENV | (env or {}), input=input, cwd=cwd, timeout=120, check=False
    )


def on_a_terminal(*args: object, env: dict[str, str] | None = None) -> str:
    """What the program shows when a person is looking."""
    main, other = pty.openpty()
    command = [sys.executable, "-m", "camelrules", *map(str, args)]
    with subprocess.Popen(command, stdout=other, stderr=other, env=ENV | {"TERM": "xterm"} | (env or {})) as process:
        os.close(other)
        shown = b""
        try:
            while part := os.read(main, 65536):
                shown += part
        except OSError:
            pass  # Linux ends a terminal with an error
        finally:
            os.close(main)
        assert process.wait(60) == 0, shown
    return shown.decode()


def test_colours_only_where_a_person_is_looking(tmp_path: Path) -> None:
    """A terminal gets colours, a pipe none, and `NO_COLOR` is respected."""
    path = write(tmp_path, POSITION)
    assert "\x1b[1;31mred" in on_a_terminal("show", path)
    assert "\x1b" not in on_a_terminal("show", path, env={"NO_COLOR": "1"})
    assert "\x1b" not in on_a_terminal("show", path, env={"TERM": "dumb"})
    assert b"\x1b" not in run("show", path).stdout


def test_progress_only_where_a_person_is_looking() -> None:
    """A bar on long work, and nothing of it in a pipe."""
    assert "games" in on_a_terminal("simulate", "--games", 60, "--edition", "2014")
    piped = run("simulate", "--games", 60, "--edition", "2014", "--format", "json")
    assert piped.stderr == b"" and json.loads(piped.stdout)["games"] == 60


HEAVY = (
    "z3",
    "wasmtime",
    "mkdocs",
    "numpy",
    "yaml",
    "hypothesis",
    "jinja2",
    "concurrent.futures.process",
    "camelrules.run",
    "camelrules.read",
    "camelrules.prove",
    "camelrules.site",
)


def loaded(*args: object) -> set[str]:
    """The modules that a command has loaded when it is done."""
    steps = [
        "import sys",
        "from camelrules.cli import main",
        f"try: main({list(map(str, args))!r})",
        "except SystemExit: pass",
        "print()",
        "print(sorted(sys.modules))",
    ]
    command = [sys.executable, "-c", "\n".join(steps)]
    done = subprocess.run(command, capture_output=True, env=ENV, text=True, check=True, timeout=60)
    return set(ast.literal_eval(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("args", [["--help"], ["--version"], []])
def test_start_up_imports_nothing_heavy(args: list[str]) -> None:
    """Help needs no parser, no evaluator and no solver."""
    assert loaded(*args) & set(HEAVY) == set()


def test_commands_need_no_solver(tmp_path: Path) -> None:
    """Moving, counting odds and playing load neither Z3 nor the rooms that use it."""
    path = write(tmp_path, {**POSITION, "pyramid": ["red", "grey"]})
    heavy = {"z3", "mkdocs", "camelrules.prove", "camelrules.site"}
    for args in (["odds", path], ["move", path, "--die", "red", "--value", 1], ["play", "--edition", "2014"]):
        assert loaded(*args) & heavy == set()


def test_same_seed_same_game_in_another_process() -> None:
    """Whatever Python hashes with, and whatever the folder."""
    games = {
        run("play", "--seed", 7, "--players", 4, "--format", "json", env={"PYTHONHASHSEED": seed}).stdout
        for seed in ("0", "1", "2")
    }
    assert len(games) == 1 and json.loads(games.pop())["seed"] == 7


def test_statuses_of_a_process(tmp_path: Path) -> None:
    """0 when all is well and 2 for the caller's mistake, with the message on the error stream."""
    assert run("--version").returncode == 0
    bad = run("odds", tmp_path / "none.json")
    assert (
        (bad.returncode, bad.stdout) == (2, b"")
        and b"error[unreadable]" in bad.stderr
        and b"Traceback" not in bad.stderr
    )


def test_standard_input(tmp_path: Path) -> None:
    """`-` reads what is piped in, as a file and as a batch."""
    position = json.dumps({**POSITION, "die": "red", "value": 3}).encode()
    assert json.loads(run("move", "-", "--format", "json", input=position).stdout)["mover"] == "red"
    assert len(run("move", "--batch", "-", input=position + b"\n" + position + b"\n").stdout.splitlines()) == 2
    assert run("odds", "-", input=b"").returncode == 2


def test_a_reader_that_goes_away() -> None:
    """`| head -1` ends the program in peace."""
    program = f"{sys.executable} -m camelrules"
    shell = f"{program} show 2018 | head -1; {program} play --players 8 --format json | head -1"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, env=ENV, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr and "Camel Up" in done.stdout


def test_any_folder(tmp_path: Path) -> None:
    """The specification is found from anywhere, and an own edition beside the user."""
    (tmp_path / "mine.yaml").write_text('edition: mine\nextends: "2014"\nreplaces: {parameters: {money.start: 50}}\n')
    for name in ("mine", "mine.yaml", "./mine.yaml"):
        game = json.loads(run("play", "--edition", name, "--format", "json", cwd=tmp_path).stdout)
        assert game["edition"] == "mine" and min(game["money"].values()) > 20


def test_completion_completes() -> None:
    """What a shell asks for is answered."""
    done = run(env={"_CAMELRULES_COMPLETE": "bash_complete", "COMP_WORDS": "camelrules si", "COMP_CWORD": "1"})
    assert b"simulate" in done.stdout
