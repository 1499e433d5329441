"""What an editor holds of a file stands for what is on the disk, for as long as it is asked about."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from camelrules.door.reading import read_bytes
from camelrules.door.unsaved import unsaved


def test_what_an_editor_holds(tmp_path: Path) -> None:
    """By whatever way the file is reached, and no other file; afterwards the disk counts again."""
    path, other, link = tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "link.yaml"
    path.write_text("saved")
    other.write_text("other")
    link.symlink_to(path)
    with unsaved({path: "héld"}):
        assert read_bytes(path) == read_bytes(link) == "héld".encode()
        assert read_bytes(other) == b"other"
    assert read_bytes(path) == b"saved"


def test_what_is_not_on_the_disk_yet(tmp_path: Path) -> None:
    with unsaved({tmp_path / "new.yaml": ""}):
        assert read_bytes(tmp_path / "new.yaml") == b""


def test_other_threads_see_the_disk(tmp_path: Path) -> None:
    """A server answers several editors at once."""
    path = tmp_path / "a.yaml"
    path.write_text("saved")
    seen: list[bytes] = []
    with unsaved({path: "held"}):
        thread = Thread(target=lambda: seen.append(read_bytes(path)))
        thread.start()
        thread.join()
    assert seen == [b"saved"]
