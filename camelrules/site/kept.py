"""Verdicts that earlier runs of `camelrules verify` left behind; each under a hash of all that it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def kept_verdicts(editions: Iterable[str]) -> list[dict[str, Any]]:
    """What is known without asking the solver again: the full answer where there is one, else the quick one."""
    try:
        from camelrules.prove.results import Result, from_json, to_json
        from camelrules.prove.verify import Options, Task, book, kept_result, resting
    except ImportError:
        # The solver is not installed; a site can be built without it.
        return []
    tasks: list[Task] = []
    found: dict[tuple[str, str], Result] = {}
    for edition in editions:
        made = book(edition, None)
        for id in made.properties:
            task = Task(edition, id, Options(quick=True))
            data = kept_result(made, task)
            if data is not None:
                tasks.append(task)
                found[(edition, id)] = from_json(data)
    return [to_json(r) for r in resting(tasks, found)] if tasks else []


def same_rules(digests: Any) -> bool:
    """Whether a result is about the rules and properties as they stand: `digests` are by edition."""
    try:
        from camelrules.prove.verify import book
    except ImportError:
        return False
    return isinstance(digests, dict) and bool(digests) and all(book(e, None).digest == d for e, d in digests.items())


def verify_now(editions: Iterable[str], quick: bool, tick: Callable[[int, int], None]) -> None:
    """Checks every property, so that the verdicts are there to be shown; `tick` is told how far it is."""
    from camelrules.prove.verify import Options, default_jobs, plan, verify

    tasks = plan(editions, (), Options(quick=quick, jobs=default_jobs()))
    done = 0

    def one(_: Any) -> None:
        nonlocal done
        done += 1
        tick(done, len(tasks))

    verify(tasks, default_jobs(), one)
