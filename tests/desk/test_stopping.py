"""The end of a desk: within a moment, however busy its threads are, and in a line where a library says something."""

from __future__ import annotations

import logging
import threading

import pytest

pytest.importorskip("starlette")

from camelrules.cli.logs import in_one_line
from camelrules.desk import session
from camelrules.desk.session import PATIENCE, Desk


class Busy(threading.Thread):
    """A thread that never ends, on a clock of its own."""

    clock = 0.0

    def is_alive(self) -> bool:
        return True

    def join(self, timeout: float | None = None) -> None:
        assert timeout is not None
        Busy.clock += timeout


def test_busy_threads_are_waited_for_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt is heard within a second; three after another took six."""
    monkeypatch.setattr(session.time, "monotonic", lambda: Busy.clock)
    desk = Desk()
    desk.threads = [Busy(), Busy(), Busy()]
    desk.stop()
    assert Busy.clock <= PATIENCE < 1


def test_what_a_library_logs(capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback, and nothing that acts on a terminal."""
    in_one_line("desk", "a.library")
    try:
        raise ValueError("\x1b[2J")
    except ValueError:
        logging.getLogger("a.library.of.it").exception("it\nfailed \x07")
    assert capsys.readouterr().err == "camelrules desk: it: \\x1b[2J\n"
