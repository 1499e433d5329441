"""Faults done for real: full disks, closed streams, no home, interrupts, kills, and two programs at once."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from camelrules.__main__ import run as program

from .calling import POSITION, ROOT, write

TEXT = ROOT / "tests" / "texts" / "en-2018.txt"
HOLE = ROOT / "tests" / "editions" / "hole.yaml"
COMMAND = [sys.executable, "-m", "camelrules"]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def run(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    given = {"env": ENV, "capture_output": True, "text": True, "timeout": 300, "check": False, **options}
    return subprocess.run([*COMMAND, *map(str, args)], **given)


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """One message, status 2."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr and "error" in done.stderr and "Exception" not in done.stderr
    return done.stderr


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 16 kB with 4 left, and a position on it."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    write(place, {**POSITION, "pyramid": ["red"]}, "position.json")
    (place / "filler").write_bytes(b"x" * 8192)
    yield place
    subprocess.run(["umount", str(place)], check=True)


FULL: dict[str, tuple[Any, ...]] = {
    "show": ("show", "2018", "--output", "out"),
    "play": ("play", "--format", "json", "--output", "out"),
    "check": ("check", TEXT, "--edition", "2014", "--no-witness", "--format", "sarif", "--output", "out"),
    "a text and its pictures": ("write", "--edition", "2018", "--lang", "en", "--output", "out.md"),
    "a module and its description": ("compile", "2018", "-o", "out.wasm"),
    "batch": ("move", "--batch", "batch.jsonl", "--output", "out"),
}


@pytest.mark.parametrize("case", FULL)
def test_a_full_disk(disk: Path, case: str) -> None:
    """One message, status 2, and nothing half written."""
    if case == "batch":
        line = json.dumps({**POSITION, "die": "red", "value": 1}) + "\n"
        (disk.parent / "batch.jsonl").write_text(line * 100)
    args = [str(disk.parent / "batch.jsonl") if a == "batch.jsonl" else a for a in FULL[case]]
    before = sorted(p.name for p in disk.iterdir())
    message = refused(run(*args, cwd=disk))
    assert "No space left on device" in message
    assert sorted(p.name for p in disk.iterdir()) == before


def test_init_on_a_full_disk(tmp_path: Path, disk: Path) -> None:
    """Leaves no file that would stop the next `init` or `check`."""
    for path in disk.iterdir():
        path.unlink()
    short = TEXT.read_text("utf-8")[:9000]
    (disk / "text.txt").write_text(short, "utf-8")
    (disk / "filler").write_bytes(b"x" * 4096)
    assert "No space left on device" in refused(run("init", disk / "text.txt", "--lang", "en", "--edition", "2018"))
    assert sorted(p.name for p in disk.iterdir()) == ["filler", "text.txt"]
    (tmp_path / "text.txt").write_text(short, "utf-8")
    assert run("init", tmp_path / "text.txt", "--lang", "en", "--edition", "2018").returncode == 0


def test_standard_output_on_a_full_disk() -> None:
    """Every command and the help of all."""
    for args in (["show", "2018"], ["--help"], ["play"], ["explain", "CR101"], ["move", "--help"]):
        with Path("/dev/full").open("w") as full:
            done = run(*args, capture_output=False, stdout=full, stderr=subprocess.PIPE)
        assert "No space left on device" in refused(done)


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    """Status 2 where there was something to print, and nothing printed into a file that took the stream's place."""
    path = write(tmp_path, {**POSITION, "pyramid": ["red"]})
    shell = f"exec {sys.executable} -m camelrules odds {path} {closed}"
    done = subprocess.run(["bash", "-c", shell], env=ENV, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == (2 if ">&-" in closed.split("2>&-")[0] else 0)
    assert path.read_text() == json.dumps({**POSITION, "pyramid": ["red"]})


NOBODY = """
import pwd, sys
def nobody(*args): raise KeyError("no such user")
pwd.getpwuid = pwd.getpwnam = nobody
from camelrules.cli import main
main(sys.argv[1:])
"""


def test_no_home(tmp_path: Path) -> None:
    """Neither a home nor a cache nor a user: everything works, nothing is kept."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    path = write(tmp_path, {**POSITION, "pyramid": ["red"]})
    quick = ["verify", "--quick", "--only", "money.floor", "--edition", "2014"]
    for args in (["odds", path], ["check", TEXT, "--no-witness"], ["show", "2014"], quick):
        command = [sys.executable, "-c", NOBODY, *map(str, args)]
        done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode in (0, 2) and "Traceback" not in done.stderr, done
        assert done.returncode == 0 or "there is no property" in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == [path.name]


def test_a_rule_fault_in_a_worker() -> None:
    """Is the message that it is in this process."""
    alone = refused(run("simulate", "--edition", HOLE, "--games", 200, "--jobs", 1))
    assert refused(run("simulate", "--edition", HOLE, "--games", 200, "--jobs", 2)) == alone
    assert "rule-fault" in alone


LONG: dict[str, tuple[Any, ...]] = {
    "simulate": ("simulate", "--games", 1_000_000, "--jobs", 2),
    "simulate alone": ("simulate", "--games", 1_000_000, "--jobs", 1),
    "mutate": ("mutate", "--jobs", 2, "--edition", "2014"),
    "verify": ("verify", "--no-cache", "--jobs", 2, "--edition", "2014"),
    "verify alone": ("verify", "--no-cache", "--jobs", 1, "--edition", "2014"),
}


def children(process: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return [int(p) for p in found.stdout.split()]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def begun(case: str) -> tuple[subprocess.Popen[str], list[int]]:
    """A long command, at work, and its workers."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, LONG[case])], env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    wanted = 2 if "2" in map(str, LONG[case]) else 0 if case.startswith("simulate") else 1
    until = time.monotonic() + 60
    while len(children(process.pid)) < wanted and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(2.5)
    assert process.poll() is None
    return process, children(process.pid)


@pytest.mark.slow
@pytest.mark.parametrize("case", LONG)
def test_an_interrupt(case: str) -> None:
    """Is heard at once, ends every worker, and is status 130."""
    process, workers = begun(case)
    asked = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - asked < 2
    assert process.returncode == 130 and "Traceback" not in errors
    assert not any(map(alive, workers))


def test_the_end_is_quick(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Python does not look for cycles in all that is left, which took most of the second after Ctrl-C."""
    monkeypatch.setattr(sys, "argv", ["camelrules", "show", "2018", "track.spaces"])
    try:
        with pytest.raises(SystemExit) as end:
            program()
        assert end.value.code == 0 and "16" in capsys.readouterr().out
        assert gc.get_freeze_count() > 1000
    finally:
        gc.unfreeze()


@pytest.mark.slow
@pytest.mark.parametrize("case", ["simulate", "verify"])
def test_the_death_of_the_parent(case: str) -> None:
    """Ends its workers, however it died."""
    process, workers = begun(case)
    assert workers
    process.kill()
    process.communicate()
    until = time.monotonic() + 3
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(alive, workers))


def test_two_inits_at_once(tmp_path: Path) -> None:
    """One writes the file, the other is told that it is there."""
    text = tmp_path / "text.txt"
    text.write_bytes(TEXT.read_bytes())
    both = [
        subprocess.Popen([*COMMAND, "init", str(text)], env=ENV, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    ends = sorted((p.wait(120), (p.stderr.read() if p.stderr else b"").decode()) for p in both)
    assert ends[0] == (0, "") and ends[1][0] == 2 and "is there already" in ends[1][1]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["text.txt", "text.txt.camelrules.yaml"]


def test_the_output_is_no_input(tmp_path: Path) -> None:
    """A slip of the tongue does not cost a translation."""
    text = tmp_path / "text.txt"
    text.write_bytes(TEXT.read_bytes())
    assert "is one of the inputs" in refused(run("check", text, "--no-witness", "--output", text))
    assert text.read_bytes() == TEXT.read_bytes()
