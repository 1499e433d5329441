"""Every property of the editions asked for: in parallel, from the cache where nothing has changed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from camelrules.lang.source import fail, near
from camelrules.prove import cache
from camelrules.prove.assumed import closure
from camelrules.prove.book import open_book
from camelrules.prove.properties import Book, Property
from camelrules.prove.results import Result, from_json, to_json
from camelrules.run.engine import Disagreement

BUDGET = 40_000_000


@dataclass(frozen=True, slots=True)
class Options:
    """What a run is allowed to do."""

    budget: int = BUDGET
    quick: bool = False
    cached: bool = True
    jobs: int = 1
    folder: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One property of one edition."""

    edition: str
    id: str
    options: Options


@lru_cache(maxsize=8)
def book(edition: str, folder: str | None, stamp: tuple[float, ...] = ()) -> Book:
    """The book of an edition, read once in each process."""
    return open_book(edition, Path(folder) if folder else None)


def plan(editions: Iterable[str], only: tuple[str, ...], options: Options) -> list[Task]:
    """The properties to check, with those that they rest on."""
    tasks: list[Task] = []
    unmatched = set(only)
    known: set[str] = set()
    for edition in editions:
        made = book(edition, options.folder)
        known |= set(made.properties)
        meant: list[str] = []
        for id in made.properties:
            hits = [o for o in only if id == o or id.startswith(f"{o}.")]
            unmatched -= set(hits)
            if not only or hits:
                meant.append(id)
        rests = [i for id in meant for i in closure(made, made.properties[id])]
        tasks += [Task(edition, id, options) for id in dict.fromkeys((*meant, *rests))]
    if unmatched:
        word = sorted(unmatched)[0]
        raise fail(
            "unknown-name", f"there is no property `{word}`", None, near(word, known, "`camelrules verify` names all")
        )
    # The dearest first, so that no core waits for one long property at the end.
    return sorted(tasks, key=lambda t: (-weight(t), t.edition, t.id))


def weight(task: Task) -> int:
    """A guess at how long a property takes."""
    property = book(task.edition, task.options.folder).properties[task.id]
    if property.kind in ("endless", "agree") or property.exhaustive:
        return 100
    return 5 * len(property.needs) + (10 if property.kind in ("invariant", "total", "ranges") else 1)


def check(task: Task) -> dict[str, Any]:
    """One property, as plain data that can come from another process or a file."""
    made = book(task.edition, task.options.folder)
    property = made.properties[task.id]
    name = cache_name(made, task)
    if task.options.cached and (kept := kept_result(made, task)) is not None:
        return {**kept, "cached": True}
    start = time.perf_counter()
    try:
        result = examine(made, property, task.options)
    except Disagreement as error:
        return {"disagreement": str(error)}
    data = to_json(result.timed(time.perf_counter() - start))
    if task.options.cached:
        cache.store(name, data)
    return data


def cache_name(made: Book, task: Task) -> str:
    """The name of a result: everything that it depends on."""
    options = task.options
    return cache.key(made.digest, task.edition, task.id, str(options.budget), str(options.quick))


def kept_result(made: Book, task: Task) -> dict[str, Any] | None:
    """A result of these very rules from an earlier run; a quick run is glad of one that was not quick."""
    whole = replace(task, options=replace(task.options, quick=False))
    return cache.load(cache_name(made, whole)) or cache.load(cache_name(made, task))


def examine(made: Book, property: Property, options: Options) -> Result:
    """The verdict by the method that the property asks for."""
    if property.kind == "endless":
        from camelrules.prove.endless import endless

        return endless(made, property, options.budget, options.quick)
    if property.kind == "most":
        from camelrules.prove.most import most

        return most(made, property, options.budget)
    if property.kind == "agree":
        from camelrules.prove.agree import compared

        return compared(made, property, options.quick)
    if property.exhaustive is not None:
        from camelrules.prove.exhaust import exhaust

        return exhaust(made, property, options.quick)
    from camelrules.prove.induct import Prover
    from camelrules.prove.needs import needed

    result = Prover(made, property, options.budget, options.quick).check()
    if result.verdict == "proved" and not options.quick:
        result = replace(result, needs=tuple(needed(made, property, n, options.budget) for n in property.needs))
    return result


def verify(tasks: list[Task], jobs: int, tick: Callable[[Result], None] = lambda r: None) -> list[Result]:
    """All results, in the order of edition and property file; a disagreement stops everything."""
    found: dict[tuple[str, str], Result] = {}

    def take(task: Task, data: dict[str, Any]) -> None:
        if "disagreement" in data:
            raise Disagreement(data["disagreement"])
        result = from_json(data)
        found[(task.edition, task.id)] = result
        tick(result)

    if jobs == 1 or len(tasks) == 1:
        for task in tasks:
            take(task, check(task))
    else:
        with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
            waiting = {pool.submit(check, t): t for t in tasks}
            try:
                for done in as_completed(waiting):
                    take(waiting[done], done.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return resting(tasks, found)


def resting(tasks: list[Task], found: dict[tuple[str, str], Result]) -> list[Result]:
    """A proof that rests on a property which does not hold is no proof."""
    final = []
    editions = list(dict.fromkeys(sorted(t.edition for t in tasks)))
    for edition in editions:
        made = book(edition, tasks[0].options.folder)
        for id in made.properties:
            result = found.get((edition, id))
            if result is None:
                continue
            rests = [found[(edition, i)] for i in result.assumptions if (edition, i) in found]
            weak = [r for r in rests if r.verdict in ("refuted", "unknown", "sampled")]
            if weak and result.verdict in ("proved", "exhaustive", "bounded"):
                detail = f"holds only if `{weak[0].id}` does, which is {weak[0].verdict}"
                result = replace(result, verdict="unknown", detail=detail)
            elif result.verdict == "proved" and any(r.verdict == "bounded" for r in rests):
                first = next(r for r in rests if r.verdict == "bounded")
                result = replace(result, verdict="bounded", detail=f"rests on `{first.id}`, which is bounded")
            final.append(result)
    return final


def default_jobs() -> int:
    """All cores."""
    return os.cpu_count() or 1
