"""Inputs of every kind: within bounds they are read, otherwise one message says why not."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path

import pytest

from camelrules.door import reading
from camelrules.door.diagnostics import RulesError


def refusal(path: Path | str, limit: int = 1000) -> str:
    with pytest.raises(RulesError) as refused:
        reading.read_source(path, limit=limit)
    return refused.value.render()


def test_a_text_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    """Both are the same text."""
    for data in (b"caf\xc3\xa9", b"\xef\xbb\xbfcaf\xc3\xa9"):
        (tmp_path / "text").write_bytes(data)
        assert reading.read_source(tmp_path / "text").text == "café"


@pytest.mark.parametrize("size, refused", [(999, False), (1000, False), (1001, True)])
def test_the_limit_is_exact(tmp_path: Path, size: int, refused: bool) -> None:
    """A file of the limit is read; one byte more is not."""
    (tmp_path / "text").write_bytes(b"x" * size)
    if refused:
        assert "larger than 1,000 bytes" in refusal(tmp_path / "text")
    else:
        assert len(reading.read_source(tmp_path / "text", limit=1000).text) == size


def test_what_is_no_file(tmp_path: Path) -> None:
    """Folders, devices, sockets, and names that no file has are named for what they are."""
    assert "it is a folder" in refusal(tmp_path)
    assert "it is a device" in refusal("/dev/zero")
    assert "it is a device" in refusal("/dev/null")
    assert "No such file" in refusal(tmp_path / "none")
    assert "File name too long" in refusal(tmp_path / ("x" * 300))
    assert "no file has such a name" in refusal("a\0b")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        assert "cannot read" in refusal(tmp_path / "socket")


def test_not_text(tmp_path: Path) -> None:
    """The byte that is wrong is named."""
    (tmp_path / "text").write_bytes(b"ab\xff")
    assert "is not UTF-8 text (byte 2)" in refusal(tmp_path / "text")


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    """A name of any bytes is read, and written out in messages."""
    path = os.fsencode(tmp_path) + b"/\xff\x1b[2J"
    Path(os.fsdecode(path)).write_bytes(b"fine")
    assert reading.read_source(os.fsdecode(path)).text == "fine"
    Path(os.fsdecode(path)).write_bytes(b"\xff")
    message = refusal(os.fsdecode(path))
    assert "\x1b" not in message and "\\x1b[2J" in message and message.encode()


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    """However slowly it comes, and although it opens before there is a writer."""
    os.mkfifo(tmp_path / "pipe")

    def write() -> None:
        time.sleep(0.1)
        with (tmp_path / "pipe").open("wb", buffering=0) as pipe:
            for part in (b"one ", b"two ", b"three"):
                pipe.write(part)
                time.sleep(0.05)

    writer = threading.Thread(target=write)
    writer.start()
    assert reading.read_source(tmp_path / "pipe").text == "one two three"
    writer.join()


def test_a_pipe_that_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever."""
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(reading._part, "__defaults__", (0.2,))
    started = time.monotonic()
    assert "nothing came from" in refusal(tmp_path / "pipe")
    assert time.monotonic() - started < 5


def test_an_endless_pipe_is_left_at_the_limit(tmp_path: Path) -> None:
    """Read without bound it would fill the memory."""
    os.mkfifo(tmp_path / "pipe")

    def write() -> None:
        try:
            with (tmp_path / "pipe").open("wb", buffering=0) as pipe:
                while True:
                    pipe.write(b"x" * 4096)
        except BrokenPipeError:
            return

    writer = threading.Thread(target=write)
    writer.start()
    assert "larger than 1,000 bytes" in refusal(tmp_path / "pipe")
    writer.join(5)
    assert not writer.is_alive()


def test_lines_come_one_by_one(tmp_path: Path) -> None:
    """Numbered as an editor numbers them, the last with or without a line end."""
    (tmp_path / "lines").write_bytes(b"\xef\xbb\xbfa\n\nb\nc")
    assert list(reading.read_lines(tmp_path / "lines")) == [(1, "a"), (2, ""), (3, "b"), (4, "c")]
    (tmp_path / "lines").write_bytes(b"a\n" + b"x" * 2000)
    with pytest.raises(RulesError, match="line 2 of"):
        list(reading.read_lines(tmp_path / "lines", 1000))
    (tmp_path / "lines").write_bytes(b"a\n\xff\n")
    with pytest.raises(RulesError, match=r"line 2 of .* is not UTF-8"):
        list(reading.read_lines(tmp_path / "lines"))


def test_what_was_read_is_known(tmp_path: Path) -> None:
    """By the file itself, whatever name it goes by."""
    (tmp_path / "text").write_text("a")
    (tmp_path / "link").symlink_to("text")
    assert not reading.was_read(tmp_path / "text")
    reading.read_source(tmp_path / "link")
    assert reading.was_read(tmp_path / "text") and not reading.was_read(tmp_path / "none")
