"""A desk with one text in which two faults are planted, and a client that has the token."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from camelrules.desk.security import Access
from camelrules.desk.server import app
from camelrules.desk.session import Desk

TEXTS = Path(__file__).parent.parent / "texts"
ACCESS = Access(8123, "the-token")
ORIGIN = "http://127.0.0.1:8123"
PLANTED = (
    ("**3 Egyptian pounds**", "**5 Egyptian pounds**", "setup.money.start"),
    ("the second goes on top of the first", "the second goes underneath the first", "setup.crazy.stack"),
    (
        "1 puts it on space 16, a 2 on space 15 and a 3 on space 14",
        "1 puts it on space 14, a 2 on space 15 and a 3 on space 16",
        "setup.crazy.map",
    ),
)
# The box, the board, setup and money: enough to tell the edition, and read in a moment.
LINES = 60


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return planted(tmp_path)


def planted(folder: Path) -> Path:
    """A translation of our own wording, wrong in two places."""
    words = "\n".join((TEXTS / "en-2018.txt").read_text("utf-8").splitlines()[:LINES]) + "\n"
    for right, wrong, _ in PLANTED:
        assert words.count(right) == 1
        words = words.replace(right, wrong)
    path = folder / "mine.txt"
    path.write_text(words, "utf-8")
    return path


@pytest.fixture
def desk(file: Path) -> Desk:
    """Read once; nothing is watched or searched unless a test asks for it."""
    made = Desk([str(file)])
    made.refresh()
    return made


@pytest.fixture
def stranger(desk: Desk) -> TestClient:
    """Somebody on this machine without the token."""
    return TestClient(app(desk, ACCESS), base_url=ORIGIN)


@pytest.fixture
def client(stranger: TestClient) -> TestClient:
    stranger.headers["authorization"] = f"Bearer {ACCESS.token}"
    return stranger
