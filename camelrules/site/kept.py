"""Verdicts that earlier runs of `camelrules verify` left behind; each under a hash of all that it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from camelrules.door.reading import is_file, read_json
from camelrules.lang.library import data_folder

# Written by `make verdicts`, after a whole run of `verify`.
RECORD = "verdicts.json"
MAX_RECORD = 20_000_000


def kept_verdicts(editions: Sequence[str]) -> list[dict[str, Any]]:
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
    kept = [to_json(r) for r in resting(tasks, found)] if tasks else []
    known = {(str(r["edition"]), str(r["id"])) for r in kept}
    return kept + [r for r in recorded(editions) if (str(r["edition"]), str(r["id"])) not in known]


def recorded(editions: Sequence[str]) -> list[dict[str, Any]]:
    """The verdicts that travel with the properties, of the editions whose rules have not changed since."""
    path = data_folder("verify") / RECORD
    data = read_json(path, MAX_RECORD) if is_file(path) else {}
    digests = data.get("rules", {}) if isinstance(data, dict) else {}
    current = {e for e in editions if e in digests and same_rules({e: digests[e]})}
    return [r for r in data.get("properties", ()) if r["edition"] in current] if current else []


def same_rules(digests: Any) -> bool:
    """Whether a result is about the rules and properties as they stand: `digests` are by edition."""
    try:
        from camelrules.prove.verify import book
    except ImportError:
        return False
    return isinstance(digests, dict) and bool(digests) and all(book(e, None).digest == d for e, d in digests.items())


def verify_now(editions: Iterable[str], quick: bool, tick: Callable[[int, int], None]) -> None:
    """Checks every property, so that the verdicts are there to be shown; `tick` is told how far it is."""
    from camelrules.door.workers import default_jobs
    from camelrules.prove.verify import Options, plan, verify

    tasks = plan(editions, (), Options(quick=quick))
    done = 0

    def one(_: Any) -> None:
        nonlocal done
        done += 1
        tick(done, len(tasks))

    verify(tasks, default_jobs(), one)
