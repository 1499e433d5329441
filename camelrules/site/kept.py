"""Verdicts that earlier runs of `camelrules verify` left behind; each under a hash of all that it depends on."""

from __future__ import annotations

from collections.abc import Iterable
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
