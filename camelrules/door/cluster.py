"""Work shared out over machines by a Dask scheduler: the same tasks and answers as over processes of this machine.

A task whose worker dies is given to another one by the scheduler; each task answers once, so nothing is counted twice.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from typing import Any

from camelrules.door.diagnostics import fail
from camelrules.door.kept import content_digest

# Seconds to wait for a scheduler, and for its first worker.
PATIENCE = 30
# How many tasks wait at the scheduler for each worker: enough to keep all busy.
AHEAD = 4
# A Dask worker may have threads, but evaluators are made for one at a time.
_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class Cluster:
    """The address of a scheduler."""

    address: str


def over_machines(
    cluster: Cluster,
    function: Callable[[Any], Any],
    todo: Iterator[tuple[int, Any]],
    may_give: Callable[[int], bool],
    packed: Callable[[BaseException], bytes],
) -> Iterator[tuple[int, bool, Any]]:
    """Number of the task, whether it went well, and its answer or error, as they come."""
    dask = _dask()
    client = _client(dask, cluster.address)
    try:
        width = AHEAD * _workers(client, cluster.address)
        waiting: dict[Any, int] = {}
        coming = dask.as_completed(loop=client.loop)
        given, more = 0, True
        while True:
            while more and len(waiting) < width and may_give(given):
                following = next(todo, None)
                if following is None:
                    more = False
                    break
                number, task = following
                job = pickle.dumps((function, task, content_digest()))
                future = client.submit(_answer, job, packed, pure=False)
                waiting[future] = number
                coming.add(future)
                given += 1
            if not waiting:
                return
            future = next(coming)
            number = waiting.pop(future)
            yield (number, *_taken(dask, future, cluster.address))
    finally:
        # Tasks that nobody waits for any more are dropped with their client.
        client.close(timeout=1)


def _answer(job: bytes, packed: Callable[[BaseException], bytes]) -> bytes:
    """One task on whatever machine this is; only where it has the program and rules of whoever asks."""
    with _one_at_a_time:
        try:
            function, task, digest = pickle.loads(job)
            if digest != content_digest():
                raise fail("scheduler", "a worker has another version of camelrules, or other rules, than this machine")
            return pickle.dumps((True, function(task), set()))
        except BaseException as error:
            return packed(error)


def _taken(dask: Any, future: Any, address: str) -> tuple[bool, Any]:
    try:
        # Which files a worker has read is known to its own machine alone.
        good, value, _ = pickle.loads(future.result())
    except dask.KilledWorker:
        hint = "look at the memory of the workers, or try `--jobs` on this machine"
        raise fail("worker", "a task ended every worker that took it", None, hint) from None
    except (dask.CancelledError, OSError, TimeoutError):
        raise fail("scheduler", f"the scheduler at `{address}` went away", None, "start it, and try again") from None
    return good, value


def _dask() -> Any:
    """The library, which ships no types."""
    try:
        return import_module("distributed")
    except ImportError:
        hint = "install it with `pip install 'camelrules[cluster]'`"
        raise fail("scheduler", "`--scheduler` needs Dask, which is not installed", None, hint) from None


def _client(dask: Any, address: str) -> Any:
    try:
        return dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        hint = "`dask scheduler` prints the address that it listens on, such as tcp://10.0.0.1:8786"
        raise fail("scheduler", f"no scheduler answers at `{address[:100]}`", None, hint) from None


def _workers(client: Any, address: str) -> int:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, TimeoutError):
        hint = "start one on each machine: `dask worker ADDRESS --nthreads 1 --nworkers -1`"
        raise fail("scheduler", f"the scheduler at `{address[:100]}` has no worker", None, hint) from None
    return max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
