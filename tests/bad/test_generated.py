"""Bad files that are too large, too long or too strange to keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelrules.lang.constants import MAX_ROWS
from camelrules.lang.finish import MAX_CALLS
from camelrules.lang.tokens import MAX_TOKENS
from camelrules.lang.tree import MAX_BYTES

from .messages import message

EDITION = "edition: bad\nextends: game\n"


def _message(folder: Path, data: bytes | str) -> str:
    path = folder / "made.yaml"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return message("made.yaml", folder)


def test_too_large(tmp_path: Path) -> None:
    """A file over the limit is not even read."""
    path = tmp_path / "made.yaml"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert message("made.yaml", tmp_path) == (
        "error[too-large]: `made.yaml` is larger than 4,000,000 bytes\n"
        "help: a rules file is a few kilobytes: is this the right file?\n"
    )


def test_as_large_as_allowed(tmp_path: Path) -> None:
    """The limit itself is allowed; a comment of that length harms nobody."""
    head = EDITION + "#"
    assert _message(tmp_path, head + "x" * (MAX_BYTES - len(head))) == ""


def test_too_long_an_expression(tmp_path: Path) -> None:
    """Words in one expression are counted before anything is made of them."""
    long = "+".join(["1"] * MAX_TOKENS)
    text = f"{EDITION}adds:\n  functions:\n    far:\n      type: int\n      is: {long}\n"
    found = _message(tmp_path, text)
    assert "made.yaml:7:11: error[too-long]: the expression has more than 2000 words" in found
    assert max(map(len, found.splitlines())) < 160, "an endless line is cut"


def test_too_long_a_list(tmp_path: Path) -> None:
    """Every evaluator has room for as many as are allowed; who lists thousands has taken the wrong key."""

    def listed(count: int) -> str:
        return f"{EDITION}replaces:\n  parameters:\n    tickets.order: [{', '.join(['5'] * count)}]\n"

    assert _message(tmp_path, listed(MAX_ROWS)) == ""
    found = _message(tmp_path, listed(MAX_ROWS + 1))
    assert "error[too-many]: `tickets.order` has 257 items" in found and "at most 256" in found


@pytest.mark.parametrize("order", [1, -1])
def test_too_deep_calls(tmp_path: Path, order: int) -> None:
    """In whatever order they stand; thousands of them too."""

    def chained(count: int) -> str:
        names = [f"  g{i}: {{type: int, is: g{i - 1} + 1}}" for i in range(1, count)]
        head = "edition: deep\nextends: base\nreplaces:\n  functions:\n    finished: {type: bool, is: g%d == 0}\n"
        functions = ["    g0: {type: int, is: 1}", *(f"  {n}" for n in names)][::order]
        return head % (count - 1) + "adds:\n  functions:\n" + "\n".join(functions) + "\n"

    base = (Path(__file__).parent / "base.yaml").read_text()
    (tmp_path / "base.yaml").write_text(base)
    assert _message(tmp_path, chained(MAX_CALLS - 1)) == ""
    for count in (MAX_CALLS, 3000):
        assert "error[too-deep]: `finished` leads to calls more than 50 deep" in _message(tmp_path, chained(count))


@pytest.mark.parametrize("data", [b"\xff\xfe\x00e", b"edition: \xe9t\xe9\n", bytes(range(256))])
def test_not_text(tmp_path: Path, data: bytes) -> None:
    """Binary data and other encodings are named as such."""
    found = _message(tmp_path, data)
    assert found.startswith("error[not-text]: `made.yaml` is not UTF-8 text (byte ")
    assert found.endswith("help: save the file as UTF-8\n")


@pytest.mark.parametrize("mark", ["\x00", "\x07", "\x1b[31m", "\ufffe"])
def test_control_characters(tmp_path: Path, mark: str) -> None:
    """What no text editor shows is refused, and never sent to a terminal."""
    found = _message(tmp_path, f"{EDITION}title: a{mark}b\n")
    assert found.startswith("made.yaml:3:9: error[yaml]: YAML syntax error: a character that no text has")
    assert mark[0] not in found


def test_missing_and_folder(tmp_path: Path) -> None:
    """A path that holds no file says so."""
    assert message("none.yaml", tmp_path).startswith("error[unreadable]: cannot read `none.yaml`: No such file")
    (tmp_path / "folder.yaml").mkdir()
    assert message("folder.yaml", tmp_path).startswith("error[unreadable]: cannot read `folder.yaml`: it is a folder")


def test_byte_order_mark(tmp_path: Path) -> None:
    """Windows editors put one in front; it is no fault."""
    assert _message(tmp_path, b"\xef\xbb\xbf" + EDITION.encode()) == ""


@pytest.mark.parametrize("depth", [50, 5_000, 200_000])
def test_deep_nesting(tmp_path: Path, depth: int) -> None:
    """Depth is refused at our own limit, long before Python's."""
    assert "error[too-deep]: nested more than 40 levels deep" in _message(tmp_path, "[" * depth)


def test_deep_mapping(tmp_path: Path) -> None:
    """Mappings count as lists do."""
    text = "".join(" " * i + "a:\n" for i in range(100))
    assert "error[too-deep]" in _message(tmp_path, text)


def test_bomb_of_aliases_is_quick(tmp_path: Path) -> None:
    """Nothing is expanded: the first anchor ends it."""
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 40)]
    assert "made.yaml:1:5: error[alias]" in _message(tmp_path, "\n".join(lines))
