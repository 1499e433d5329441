"""The same work by a real scheduler with two worker processes, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from camelrules.door.cluster import Cluster
from camelrules.door.diagnostics import RulesError, fail
from camelrules.door.workers import as_done, in_order
from camelrules.run.play import simulate

pytest.importorskip("distributed")
HERE = Path(__file__).parent


def double(number: int) -> int:
    time.sleep(0.1)
    return number * 2


def counted(task: tuple[str, int]) -> tuple[int, int]:
    """Leaves a mark for each time that it was started, and takes long enough to be killed meanwhile."""
    folder, number = task
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    time.sleep(0.3)
    return number, os.getpid()


def refuse(number: int) -> int:
    raise fail("bad", f"number {number}", None, "choose another")


def process(*args: str) -> subprocess.Popen[bytes]:
    places = os.pathsep.join([str(HERE.parent), str(HERE.parents[1])])
    return subprocess.Popen(
        [sys.executable, "-m", *args],
        env={**os.environ, "PYTHONPATH": places},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, list[subprocess.Popen[bytes]]]]:
    import json

    file = tmp_path_factory.mktemp("cluster") / "scheduler.json"
    options = ["--scheduler-file", str(file)]
    running = [process("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", *options)]
    try:
        until = time.monotonic() + 60
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.1)
        worker = ["distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", *options]
        running += [process(*worker) for _ in range(2)]
        yield Cluster(json.loads(file.read_text())["address"]), running[1:]
    finally:
        for one in running:
            one.kill()
            one.wait()


pytestmark = pytest.mark.slow
Machines = tuple[Cluster, list[subprocess.Popen[bytes]]]


def test_the_same_answers(machines: Machines) -> None:
    cluster, _ = machines
    assert list(in_order(double, range(10), cluster)) == [2 * n for n in range(10)]
    assert sorted(as_done(double, range(5), cluster)) == [(n, 2 * n) for n in range(5)]


def test_an_error_comes_home_as_it_is(machines: Machines) -> None:
    with pytest.raises(RulesError, match="number 3"):
        list(as_done(refuse, [3], machines[0]))


def test_the_same_games(machines: Machines) -> None:
    here = simulate("2018", 4, 25_000, 7, 1)
    there = simulate("2018", 4, 25_000, 7, machines[0])
    times = {"seconds", "games_per_second"}
    assert {k: v for k, v in here.items() if k not in times} == {k: v for k, v in there.items() if k not in times}


def test_a_worker_is_killed_on_the_way(machines: Machines, tmp_path: Path) -> None:
    """What it was doing is done by the other one, and every task is counted once."""
    cluster, workers = machines
    found = []
    for (_, number), (answer, _) in as_done(counted, [(str(tmp_path), n) for n in range(20)], cluster):
        assert number == answer
        found.append(number)
        if len(found) == 3:
            os.kill(workers[0].pid, signal.SIGKILL)
    assert sorted(found) == list(range(20))
    started = {p.name for p in tmp_path.iterdir()}
    # The kill was on the way: both had worked, and all that was left was done by the one that lives.
    assert {int(name.split("-")[1]) for name in started} == {w.pid for w in workers}
    assert workers[0].wait(5) == -signal.SIGKILL


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camelrules.door.cluster.PATIENCE", 1)
    with pytest.raises(RulesError, match="no scheduler answers"):
        list(as_done(double, range(2), Cluster("tcp://127.0.0.1:9")))
