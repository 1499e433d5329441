"""What is kept ready is what would be made, and is believed only where nobody else can have written it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from camelrules.door.diagnostics import RulesError
from camelrules.door.kept import SUFFIX, kept
from camelrules.door.reading import read_kept
from camelrules.door.writing import keep


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path))
    monkeypatch.delenv("CAMELRULES_SPEC", raising=False)
    return tmp_path


class Made:
    """Counts how often it was asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> tuple[str, ...]:
        self.times += 1
        return ("made",)


def test_made_once(folder: Path) -> None:
    make = Made()
    assert [kept("thing", make) for _ in range(3)] == [("made",)] * 3
    assert make.times == 1
    assert (folder / f"thing{SUFFIX}").is_file()


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 200])
def test_a_damaged_file_is_made_anew(folder: Path, damage: bytes) -> None:
    make = Made()
    kept("thing", make)
    path = folder / f"thing{SUFFIX}"
    path.write_bytes(path.read_bytes()[:32] + damage if len(damage) == 1 else damage)
    assert kept("thing", make) == ("made",)
    assert make.times == 2


@pytest.mark.parametrize("part", ["file", "folder"])
def test_what_others_may_write_is_not_believed(folder: Path, part: str) -> None:
    make = Made()
    kept("thing", make)
    (folder / f"thing{SUFFIX}" if part == "file" else folder).chmod(0o777)
    assert kept("thing", make) == ("made",)
    assert make.times == 2


def test_a_link_is_not_followed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    make = Made()
    kept("thing", make)
    path = folder / f"thing{SUFFIX}"
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "file"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert kept("thing", make) == ("made",)
    assert make.times == 2


def test_another_thing_under_this_name(folder: Path) -> None:
    """Files that were exchanged are both made anew."""
    make = Made()
    kept("other", lambda: ("other",))
    (folder / f"other{SUFFIX}").rename(folder / f"thing{SUFFIX}")
    assert kept("thing", make) == ("made",)
    assert make.times == 1


@pytest.mark.parametrize("kind", ["fifo", "folder", "endless"])
def test_what_is_no_file_of_ours(folder: Path, kind: str) -> None:
    """Neither waited for nor read: a pipe, a folder, gigabytes of nothing."""
    make = Made()
    kept("thing", make)
    path = folder / f"thing{SUFFIX}"
    if kind == "endless":
        os.truncate(path, 50_000_000_000)
    else:
        path.unlink()
        os.mkfifo(path) if kind == "fifo" else path.mkdir()
    assert kept("thing", make) == ("made",)
    assert make.times == 2


@pytest.mark.parametrize("kind", ["fifo", "folder", "missing", "device"])
def test_no_json_of_ours(folder: Path, kind: str) -> None:
    """Results that are kept as JSON are files, and nothing else is opened in their place: a pipe holds for a minute."""
    path = folder / "kept.json"
    match kind:
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
    with pytest.raises(RulesError, match="is no file"):
        read_kept(path)
    assert keep(path, "{}") is (kind == "missing")


def test_a_specification_of_ones_own_is_always_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "game").mkdir()
    (folder / "editions").mkdir()
    monkeypatch.setenv("CAMELRULES_SPEC", str(folder))
    make = Made()
    kept("thing", make)
    kept("thing", make)
    assert make.times == 2


def test_a_changed_content_is_made_anew(folder: Path) -> None:
    """One letter of what is kept, with everything before it as it was: `made` would come back as `mbde`."""
    make = Made()
    kept("thing", make)
    path = folder / f"thing{SUFFIX}"
    data = path.read_bytes()
    assert data.count(b"made") == 1
    path.write_bytes(data.replace(b"made", b"mbde"))
    assert kept("thing", make) == ("made",)
    assert make.times == 2
