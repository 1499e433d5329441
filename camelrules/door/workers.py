"""Work shared out over processes: errors come home as errors, an interrupt ends all, no worker outlives its parent."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

from camelrules.door.cluster import Cluster, over_machines
from camelrules.door.diagnostics import RulesError, fail
from camelrules.door.reading import files_read

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

# Who works: so many processes of this machine, or whoever a scheduler has.
Crew = int | Cluster
Task = TypeVar("Task")
Result = TypeVar("Result")
# How many results may wait for an earlier one, for each worker: enough to keep all busy, few enough to hold.
AHEAD = 4
FAR = 64  # workers, where a scheduler has as many as it has
# So many seconds idle workers have to end by themselves, all together.
_ENDING = 0.5


class WorkerFailure(Exception):
    """An error of a worker that cannot travel itself; it says what it was and where."""


def default_jobs() -> int:
    """As many as this process may use at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: Crew, apart: bool = False
) -> Iterator[Result]:
    """The results in the order of the tasks, which are taken only a little ahead of them."""
    waiting: dict[int, Result] = {}
    due = 0

    def near(given: int) -> bool:
        return given - due < (jobs if isinstance(jobs, int) else FAR) * AHEAD

    for number, result in _shared(function, tasks, jobs, apart, near):
        waiting[number] = result
        while due in waiting:
            # Counted first: whoever takes the result may ask for more work to be given out.
            due += 1
            yield waiting.pop(due - 1)


def as_done(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: Crew, apart: bool = False
) -> Iterator[tuple[Task, Result]]:
    """Each task with its result, as they come; `apart` uses a worker even for one, so that it can be ended."""
    given = list(tasks)
    crew = min(jobs, max(1, len(given))) if isinstance(jobs, int) else jobs
    for number, result in _shared(function, given, crew, apart, lambda _: True):
        yield given[number], result


def _shared(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    jobs: Crew,
    apart: bool,
    may_give: Callable[[int], bool],
) -> Iterator[tuple[int, Result]]:
    if isinstance(jobs, Cluster):
        for number, good, value in over_machines(jobs, function, enumerate(tasks), may_give, _packed):
            if not good:
                raise value
            yield number, value
        return
    numbered = enumerate(tasks)
    first = list(islice(numbered, 2))
    todo = chain(first, numbered)
    if not apart and (jobs <= 1 or len(first) < 2):
        for number, task in todo:
            yield number, function(task)
        return
    from multiprocessing.connection import wait

    crew: list[_Worker] = []
    try:
        more = True
        while True:
            while more and may_give(sum(w.given for w in crew)):
                idle = next((w for w in crew if w.task is None), None)
                if idle is None and len(crew) >= max(1, jobs):
                    break
                following = next(todo, None)
                if following is None:
                    more = False
                    break
                if idle is None:
                    idle = _Worker()
                    crew.append(idle)
                idle.give(following[0], function, following[1])
            busy = {w.connection: w for w in crew if w.task is not None}
            if not busy:
                return
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index]  # what was put in comes out
                yield worker.take()
    finally:
        _end(crew)


class _Worker:
    """A process that does one task at a time, and its pipe."""

    def __init__(self) -> None:
        from multiprocessing import Pipe, get_context

        self.connection, theirs = Pipe()
        # Daemons: what Python itself would clean up should we forget.
        self.process: BaseProcess = get_context().Process(
            target=_work, args=(theirs, self.connection, os.getpid()), daemon=True
        )
        _flush()
        self.process.start()
        theirs.close()
        self.task: int | None = None
        self.given = 0

    def give(self, number: int, function: Callable[..., Any], task: Any) -> None:
        self.task = number
        self.given += 1
        try:
            self.connection.send((function, task))
        except OSError:
            raise self.died() from None

    def take(self) -> tuple[int, Any]:
        assert self.task is not None
        try:
            good, value, inputs = self.connection.recv()
        except (EOFError, ConnectionError):
            raise self.died() from None
        number, self.task = self.task, None
        files_read.update(inputs)
        if not good:
            raise value
        return number, value

    def died(self) -> RulesError:
        """Never the error of the pipe: a broken pipe is what a reader of ours leaves that has seen enough."""
        self.process.join(5)
        return fail("worker", _death(self.process.exitcode), None, "try again with `--jobs 1`")


def _end(crew: list[_Worker]) -> None:
    """All at once: a worker holds nothing that is not written whole."""
    for worker in crew:
        worker.connection.close()
        if worker.task is not None:
            worker.process.kill()
    until = time.monotonic() + _ENDING
    # The last one first: a worker that was forked later holds a copy of the earlier ones' pipes.
    for worker in reversed(crew):
        worker.process.join(max(0, until - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


def _death(status: int | None) -> str:
    if status is not None and status < 0:
        name = signal.Signals(-status).name
        memory = "; the system may have run out of memory" if name == "SIGKILL" else ""
        return f"a worker process was ended by {name}{memory}"
    return f"a worker process ended by itself, with status {status}"


def _flush() -> None:
    """What is held back now would otherwise be printed by every child as well."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()


def _work(connection: Connection, other_end: Connection, parent: int) -> None:
    """The life of a worker: one task after another until nobody gives any."""
    # Ctrl-C at a terminal goes to every process; the parent hears it and ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent(parent)
    other_end.close()
    while True:
        try:
            function, task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            data = pickle.dumps((True, function(task), files_read))
        except BaseException as error:
            data = _packed(error)
        try:
            connection.send_bytes(data)
        except OSError:
            return


def _packed(error: BaseException) -> bytes:
    """An error as it is where it can travel, else what it said."""
    error.add_note("in a worker process:\n" + "".join(traceback.format_tb(error.__traceback__)))
    try:
        data = pickle.dumps((False, error, files_read))
        pickle.loads(data)
    except Exception:
        data = pickle.dumps((False, WorkerFailure("".join(traceback.format_exception(error))), files_read))
    return data


def end_with_parent(parent: int) -> None:
    """Has this process end when its parent dies, however that happens."""
    from multiprocessing import get_start_method
    from threading import Thread

    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)
    Thread(target=_watch, daemon=True).start()
    if get_start_method() == "fork" and os.getppid() != parent:
        os._exit(1)  # it died before we could ask to be told


def _watch() -> None:
    """For systems without a death signal, and for workers whose parent is a server that forks."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    process = parent_process()
    if process is not None:
        wait([process.sentinel])
        os._exit(1)
