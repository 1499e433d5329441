"""Files are written whole or not at all, and nothing else is left: also when the disk is full or the program killed."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from camelrules.door import writing
from camelrules.door.diagnostics import RulesError
from camelrules.door.reading import read_bytes


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


@pytest.fixture
def without_unnamed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system whose file systems have no files without a name."""
    monkeypatch.delattr(os, "O_TMPFILE")


@pytest.fixture(params=["unnamed", "hidden"])
def either_way(request: pytest.FixtureRequest) -> None:
    """Both ways of making a temporary file."""
    if request.param == "hidden":
        request.getfixturevalue("without_unnamed_files")


def test_written_whole(tmp_path: Path, either_way: None) -> None:
    """A new file has the mode that any program would give it; an old one keeps its own, and a link stays a link."""
    path = tmp_path / "file"
    before = os.umask(0o027)
    try:
        writing.write_whole(path, "caf\u00e9")
    finally:
        os.umask(before)
    assert path.read_bytes() == b"caf\xc3\xa9" and stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    (tmp_path / "link").symlink_to("file")
    writing.write_whole(tmp_path / "link", b"two")
    assert path.read_bytes() == b"two" and stat.S_IMODE(path.stat().st_mode) == 0o604
    assert (tmp_path / "link").is_symlink() and names(tmp_path) == ["file", "link"]


def test_an_error_leaves_what_was_there(tmp_path: Path, either_way: None) -> None:
    """Half a file is never seen."""
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), writing.writing(path) as file:
        file.write(b"new")
        raise ZeroDivisionError
    assert path.read_text() == "old" and names(tmp_path) == ["file"]


def test_a_new_file_is_never_written_over_another(tmp_path: Path, either_way: None) -> None:
    """Neither over a person's file nor over that of a program that was quicker."""
    writing.write_new(tmp_path / "file", "first")
    with pytest.raises(RulesError, match="is there already"):
        writing.write_new(tmp_path / "file", "second")
    assert (tmp_path / "file").read_text() == "first" and names(tmp_path) == ["file"]


def test_an_input_is_no_output(tmp_path: Path) -> None:
    """`check text --output text` would lose the text."""
    path = tmp_path / "text"
    path.write_text("precious")
    read_bytes(path)
    with pytest.raises(RulesError, match="is one of the inputs"), writing.output(path):
        pass
    assert path.read_text() == "precious"


def test_a_file_beside_the_one_that_was_named(tmp_path: Path) -> None:
    """One of ours is made anew; a person's is left alone, and the file that was named is not written either."""
    named, other = tmp_path / "named", tmp_path / "other"

    def ours(data: bytes) -> bool:
        return data.startswith(b"ours")

    writing.outputs({named: b"1", other: b"ours 1"}, ours)
    writing.outputs({named: b"2", other: b"ours 2"}, ours)
    assert (named.read_bytes(), other.read_bytes()) == (b"2", b"ours 2")
    other.write_bytes(b"a person's")
    with pytest.raises(RulesError, match="was not written by this program"):
        writing.outputs({named: b"3", other: b"ours 3"}, ours)
    assert (named.read_bytes(), other.read_bytes()) == (b"2", b"a person's")


@pytest.mark.parametrize(
    "name, reason",
    [("none/file", "No such file"), ("", "it is a folder"), ("x" * 300, "too long"), ("a\0b", "no file")],
)
def test_places_that_cannot_be_written(tmp_path: Path, name: str, reason: str) -> None:
    """One message that says why."""
    with pytest.raises(RulesError, match=reason):
        writing.write_whole(f"{tmp_path}/{name}", "x")
    assert names(tmp_path) == []


def test_devices_take_what_comes(tmp_path: Path) -> None:
    """`/dev/null` is still itself afterwards."""
    writing.write_whole("/dev/null", "x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_what_only_saves_time_may_fail(tmp_path: Path) -> None:
    """A cache without a place costs nothing but time."""
    (tmp_path / "file").write_text("")
    assert not writing.keep(tmp_path / "file" / "cache" / "x", "x")
    assert writing.keep(tmp_path / "cache" / "x", "x")


def test_a_folder_is_replaced_whole(tmp_path: Path) -> None:
    """What was in it is gone when the new one is finished, and there when it never is."""
    target = tmp_path / "site"
    with writing.replacing_folder(target) as new:
        (new / "one").write_text("1")
    with writing.replacing_folder(target) as new:
        (new / "two").write_text("2")
    assert names(target) == ["two"] and names(tmp_path) == ["site"]
    with pytest.raises(ZeroDivisionError), writing.replacing_folder(target):
        raise ZeroDivisionError
    assert names(target) == ["two"] and names(tmp_path) == ["site"]


def test_leftovers_of_the_dead_are_swept(tmp_path: Path) -> None:
    """Those of the living are theirs."""
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / f".camelrules-{dead.pid}-abc.part").write_text("")
    (tmp_path / f".camelrules-{dead.pid}-def.part").mkdir()
    mine = f".camelrules-{os.getpid()}-abc.part"
    (tmp_path / mine).write_text("")
    writing.write_whole(tmp_path / "file", "")
    assert names(tmp_path) == [mine, "file"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can mount a small disk")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk(small_disk: Path, either_way: None) -> None:
    """One message; the old file is whole, and nothing else is there."""
    path = small_disk / "file"
    path.write_text("old")
    with pytest.raises(RulesError, match="No space left on device"):
        writing.write_whole(path, b"x" * 100_000)
    assert path.read_text() == "old" and names(small_disk) == ["file"]
    with pytest.raises(RulesError, match="No space left on device"):
        writing.write_new(small_disk / "new", b"x" * 100_000)
    assert names(small_disk) == ["file"]


KILLED = """
import os, signal, sys
from pathlib import Path
from camelrules.door import writing
calls = 0
real = {}
def deadly(name, module):
    real[name] = getattr(module, name)
    def call(*args, **options):
        global calls
        calls += 1
        if calls == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        return real[name](*args, **options)
    setattr(module, name, call)
for name in ("open", "fsync", "link", "fchmod", "replace", "close"):
    deadly(name, os)
writing.write_whole(Path(sys.argv[1]), b"new" * 1000)
print("done")
"""


def test_killed_at_each_step(tmp_path: Path) -> None:
    """At every system call on the way: the old file or the new one, and nothing left once somebody writes again."""
    ends = set()
    for step in range(1, 20):
        folder = tmp_path / str(step)
        folder.mkdir()
        (folder / "file").write_text("old")
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(folder / "file"), str(step)], capture_output=True, check=False
        )
        content = (folder / "file").read_bytes()
        assert content in (b"old", b"new" * 1000)
        ends.add((done.returncode, content[:3]))
        writing.write_whole(folder / "other", "x")
        assert names(folder) == ["file", "other"]
        if done.returncode == 0:
            break
    assert done.returncode == 0 and (-signal.SIGKILL, b"old") in ends


def test_two_at_once(tmp_path: Path) -> None:
    """Many writers of one file: whoever reads always sees one of them, whole."""
    program = (
        "import sys; from camelrules.door.writing import write_whole\n"
        "for i in range(50): write_whole(sys.argv[1], sys.argv[2] * 5000)"
    )
    path = tmp_path / "file"
    path.write_text("a" * 5000)
    writers = [subprocess.Popen([sys.executable, "-c", program, str(path), letter]) for letter in "ab"]
    seen = set()
    until = time.monotonic() + 60
    while any(w.poll() is None for w in writers) and time.monotonic() < until:
        seen.add(path.read_text())
    assert all(w.wait() == 0 for w in writers)
    assert seen <= {"a" * 5000, "b" * 5000} and names(tmp_path) == ["file"]
