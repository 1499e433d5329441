"""Processes that share work: results, errors, interrupts, and the death of whoever takes part."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from camelrules.door import workers
from camelrules.door.diagnostics import RulesError, fail
from camelrules.door.workers import WorkerFailure, as_done, in_order


def double(number: int) -> int:
    return number * 2


def uneven(number: int) -> int:
    time.sleep(0.05 if number % 4 == 0 else 0)
    return number


def refuse(number: int) -> int:
    raise fail("bad", f"number {number}", None, "choose another")


class Stubborn(Exception):
    """Cannot be made anew from its arguments."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__("stubborn")


def stubborn(number: int) -> int:
    raise Stubborn("a", "b")


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def lambda_result(number: int) -> object:
    return lambda: number


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_order(jobs: int) -> None:
    """The order of the tasks, whoever is quicker."""
    assert list(in_order(uneven, range(30), jobs)) == list(range(30))
    assert sorted(as_done(double, range(10), jobs)) == [(n, 2 * n) for n in range(10)]
    assert list(in_order(double, [], jobs)) == []


def test_tasks_are_taken_only_a_little_ahead() -> None:
    """A file of any length is never held whole."""
    taken = 0

    def tasks() -> object:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    results = in_order(double, tasks(), 2)  # type: ignore[arg-type]
    assert [next(results) for _ in range(3)] == [0, 2, 4]
    assert taken < 20
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("apart", [False, True])
def test_an_error_comes_home_as_itself(apart: bool) -> None:
    """With its diagnostics."""
    with pytest.raises(RulesError) as refused:
        list(in_order(refuse, [7, 8], 2, apart))
    assert refused.value.diagnostics[0].code == "bad" and refused.value.diagnostics[0].help == "choose another"


def test_an_error_that_cannot_travel() -> None:
    """Says what it was and where."""
    with pytest.raises(WorkerFailure, match="Stubborn"):
        list(in_order(stubborn, [1, 2], 2))
    with pytest.raises(Exception, match="lambda"):
        list(in_order(lambda_result, [1, 2], 2))


def test_a_worker_that_is_killed() -> None:
    """Is one message."""
    with pytest.raises(RulesError, match="ended by SIGKILL"):
        list(in_order(die, [1, 2], 2))


LONG = """
import signal, sys, time
from camelrules.door.workers import as_done
# A shell starts what it runs in the background deaf to interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
def work(n):
    import os; os.write(1, b"%d\\n" % os.getpid())
    {inside}
    return n
if __name__ == "__main__":
    try:
        list(as_done(work, range(4), {jobs}, apart=True))
    except KeyboardInterrupt:
        sys.exit(130)
"""
SLEEP = "time.sleep(60)"
BUSY = "sum(range(10**11))"


def started(tmp_path: Path, inside: str, jobs: int) -> tuple[subprocess.Popen[str], list[int]]:
    """A program that works, and its workers."""
    (tmp_path / "work.py").write_text(LONG.format(inside=inside, jobs=jobs))
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "work.py")], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    return process, [int(process.stdout.readline()) for _ in range(jobs)]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.parametrize("inside", [SLEEP, BUSY])
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_all_within_a_second(tmp_path: Path, inside: str, jobs: int) -> None:
    """As Ctrl-C sends it: to the whole group."""
    process, workers = started(tmp_path, inside, jobs)
    asked = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    try:
        assert process.wait(20) == 130
        assert time.monotonic() - asked < 1.5 and not any(map(alive, workers))
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("inside", [SLEEP, BUSY])
def test_workers_die_with_their_parent(tmp_path: Path, inside: str) -> None:
    """Also when it is killed and can tell nobody."""
    process, workers = started(tmp_path, inside, 2)
    assert all(map(alive, workers))
    process.kill()
    process.wait()
    until = time.monotonic() + 3
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(alive, workers))


def last_breath(number: int) -> int:
    """Answers, and is gone before anything else can be asked of its process."""
    if number == 0:
        Thread(target=lambda: (time.sleep(0.05), os.kill(os.getpid(), signal.SIGKILL))).start()
    return number


def test_a_worker_that_dies_while_idle() -> None:
    """Is an error of a worker; a broken pipe would pass for a reader that has seen enough, with status 0."""
    results = in_order(last_breath, range(100), 2)
    assert next(results) == 0
    time.sleep(0.5)
    with pytest.raises(RulesError, match="SIGKILL"):
        list(results)


def test_idle_workers_end_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: each holds a copy of the pipes of those before it, and only in order none is killed."""
    crews: list[Any] = []

    def end(crew: list[Any]) -> None:
        crews.append(crew)
        ended(crew)

    ended = workers._end
    monkeypatch.setattr(workers, "_end", end)
    monkeypatch.setattr(workers, "_ENDING", 60)
    list(in_order(double, range(40), 10))
    assert [w.process.exitcode for w in crews[0]] == [0] * len(crews[0]) and len(crews[0]) > 1
