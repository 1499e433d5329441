"""Where there is no `wasmtime`, the reference evaluator answers the same, and it is said once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .calling import POSITION, write

NOTE = "note: `wasmtime` is not installed, so the rules run in the reference evaluator, which is slow\n"


def run(*args: object, without: bool) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with or without the wheel."""
    hidden = "sys.modules['wasmtime'] = None" if without else "pass"
    steps = f"import sys\n{hidden}\nfrom camelrules.cli import main\nmain({list(map(str, args))!r})"
    return subprocess.run([sys.executable, "-c", steps], capture_output=True, text=True)


@pytest.mark.parametrize("command", ["move", "odds", "play"])
def test_the_same_answers(tmp_path: Path, command: str) -> None:
    """Commands that use the fast back end give the same without it."""
    few = {**POSITION, "pyramid": ["red", "blue"]}
    args: dict[str, list[object]] = {
        "move": [write(tmp_path, few), "--die", "red", "--value", 1],
        "odds": [write(tmp_path, few)],
        "play": ["--edition", "2014", "--seed", 3],
    }
    fast, plain = (run(command, *args[command], without=without) for without in (False, True))
    assert fast.returncode == plain.returncode == 0, plain.stderr
    assert plain.stdout == fast.stdout and fast.stdout
    assert (fast.stderr, plain.stderr) == ("", NOTE)


@pytest.mark.parametrize("error", ["ImportError('no such symbol')", "OSError('no such symbol')", "RuntimeError"])
def test_a_wheel_that_cannot_be_loaded(tmp_path: Path, error: str) -> None:
    """A wheel for another machine or another system library is as good as none, and why is said once."""
    (tmp_path / "wasmtime").mkdir()
    (tmp_path / "wasmtime" / "__init__.py").write_text(f"raise {error}\n")
    few = write(tmp_path, {**POSITION, "pyramid": ["red"]})
    steps = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nfrom camelrules.cli import main\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{steps}main(['odds', {str(few)!r}])"], capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stdout, done.stderr
    (said,) = done.stderr.splitlines()
    assert "does not work here" in said and "slow" in said


@pytest.mark.parametrize(
    "args",
    [
        ("simulate", "--edition", "2014", "--games", 4, "--seed", 1),
        ("verify", "--edition", "2014", "--quick", "--only", "move.every_position"),
    ],
)
def test_said_once_by_all_processes(args: tuple[object, ...]) -> None:
    """Workers do not repeat what is said already, nor say it each for themselves."""
    done = run(*args, "--jobs", 2, without=True)
    assert done.returncode == 0 and done.stderr == NOTE
