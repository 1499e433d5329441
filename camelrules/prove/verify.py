"""Every property of the editions asked for: in parallel, from the cache where nothing has changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from camelrules.door.workers import Crew, as_done
from camelrules.lang.source import fail, near
from camelrules.prove import cache
from camelrules.prove.export import Exporter, write_manifest
from camelrules.prove.properties.book import open_book
from camelrules.prove.properties.family import (
    Agreement,
    Book,
    Claim,
    Exhaustive,
    Guard,
    Invariant,
    Possibility,
    Property,
    Ranges,
    Step,
    Termination,
    Totality,
    UpperBound,
)
from camelrules.prove.properties.footprint import closure, rests_on
from camelrules.prove.results import Malformed, Result, from_json, to_json
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.solve import listening
from camelrules.run.engine import Disagreement
from camelrules.run.faults import RuleFault

if TYPE_CHECKING:
    from camelrules.prove.search.trial import States

BUDGET = 40_000_000


@dataclass(frozen=True, slots=True)
class Options:
    """What a run is allowed to do."""

    budget: int = BUDGET
    quick: bool = False  # the solver is asked with few players, the searches take samples
    first_look: bool = False  # what was not checked before is only tried in random play
    cached: bool = True
    folder: str | None = None
    export: str | None = None  # where to write every question; nothing is taken from the cache then


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


@lru_cache(maxsize=16)
def states(edition: str, folder: str | None, number: int) -> States:
    """States of random play, played once in each process."""
    from camelrules.prove.search.trial import played

    return played(book(edition, folder), number)


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


def ground(made: Book, assumptions: Iterable[str]) -> list[str]:
    """Everything that a verdict can rest on, through whatever that rests on."""
    found: list[str] = []
    todo = list(assumptions)
    total = made.only(Totality)
    while todo:
        id = todo.pop()
        if id in found:
            continue
        found.append(id)
        todo += rests_on(made, made.properties[id])
        if total is not None and isinstance(made.properties[id], Invariant | Ranges):
            todo.append(total)  # it may say nothing of runs without an answer
    return found


def weight(task: Task) -> int:
    """A guess at how long a property takes."""
    property = book(task.edition, task.options.folder).properties[task.id]
    match property:
        case Termination() | Agreement() | Exhaustive():
            return 100
        case Invariant() | Totality() | Ranges():
            return 5 * len(property.requirements) + 10
        case Step() | Claim() | Guard() | UpperBound() | Possibility():
            return 5 * len(property.requirements) + 1
        case _:
            assert_never(property)


def looked_at(made: Book, task: Task) -> Result | None:
    """A first look at a property; nothing where that has nothing to say."""
    from camelrules.prove.search.trial import trial

    return trial(made, made.properties[task.id], lambda number: states(task.edition, task.options.folder, number))


def check(task: Task) -> dict[str, Any]:
    """One property, as plain data that can come from another process or a file."""
    made = book(task.edition, task.options.folder)
    property = made.properties[task.id]
    name = cache_name(made, task)
    if task.options.cached and task.options.export is None and (kept := kept_result(made, task)) is not None:
        return {**kept, "cached": True}
    start = time.perf_counter()
    entries: list[dict[str, Any]] = []
    try:
        if task.options.first_look:
            looked = looked_at(made, task)
            return to_json(looked.timed(time.perf_counter() - start)) if looked is not None else {"untried": True}
        if task.options.export is not None:
            exporter = Exporter(Path(task.options.export), made, property)
            entries = exporter.entries
            with listening(exporter):
                result = examine(made, property, task.options)
        else:
            result = examine(made, property, task.options)
    except Disagreement as error:
        return {"disagreement": str(error)}
    except Unsupported as error:
        result = open_result(task, property, f"no way to ask this: {error}")
    except RuleFault as error:
        # Whether the rules always have an answer is a property of its own; what is played here is another's business.
        result = open_result(task, property, f"a rule has no answer in play: {error.diagnostics[0].message}")
    data = to_json(result.timed(time.perf_counter() - start))
    if task.options.cached:
        cache.store(name, data)
    return {**data, "exported": entries} if entries else data


def open_result(task: Task, property: Property, detail: str) -> Result:
    """That nothing can be said of a property, and why."""
    says, clauses, expect = property.note.says, property.note.clauses, property.expect
    return Result(task.id, task.edition, "unknown", "", says, clauses, expect, detail)


def cache_name(made: Book, task: Task) -> str:
    """The name of a result: everything that it depends on."""
    options = task.options
    return cache.key(made.digest, task.edition, task.id, str(options.budget), str(options.quick))


def kept_result(made: Book, task: Task) -> dict[str, Any] | None:
    """A result of these very rules from an earlier run; a quick run is glad of one that was not quick."""
    whole = replace(task, options=replace(task.options, quick=False))
    for one in (whole, task):
        data = cache.load(cache_name(made, one))
        if data is None:
            continue
        try:
            result = from_json(data)
        except Malformed:
            continue
        if (result.id, result.edition) == (task.id, task.edition) and result.verdict != "unknown":
            return data
    return None


def examine(made: Book, property: Property, options: Options) -> Result:
    """The verdict by the method that the property asks for."""
    from camelrules.prove.induction.prover import Prover, Settings

    settings = Settings(options.budget, options.quick)
    match property:
        case Termination():
            from camelrules.prove.search.endless import endless

            return endless(made, property, options.budget, options.quick)
        case Agreement():
            from camelrules.prove.search.agreement import compared

            return compared(made, property, options.quick)
        case Exhaustive():
            from camelrules.prove.search.exhaust import exhaust

            return exhaust(made, property, options.quick)
        case UpperBound():
            from camelrules.prove.induction.upper_bound import upper_bound

            result = upper_bound(made, property, settings)
        case Possibility():
            from camelrules.prove.induction.possibility import possibility

            result = possibility(made, property, settings)
        case Invariant() | Ranges() | Totality() | Claim() | Step() | Guard():
            result = Prover(made, property, settings).check()
        case _:
            assert_never(property)
    if result.verdict == "proved" and not options.quick:
        from camelrules.prove.induction.requirements import required

        needs = tuple(required(made, property, n, options.budget) for n in property.requirements)
        result = replace(result, needs=needs)
    return grounded(made, property, result, settings)


def grounded(made: Book, property: Property, result: Result, settings: Any) -> Result:
    """A property under parameters of its own rests on what holds under those: it is proved here, for these."""
    from camelrules.prove.induction.prover import Prover

    if not property.parameters or result.verdict in ("refuted", "unknown"):
        return result
    whole = result.verdict == "proved"
    for id in ground(made, result.assumptions):
        same = replace(made.properties[id], parameters=property.parameters, requirements=())
        same = same if whole else replace(same, players=property.players)
        other = Prover(made, same, replace(settings, vacuity=False)).check()
        if other.verdict not in ("proved", "bounded"):
            detail = f"holds only if `{id}` does under the same parameters, which is {other.verdict}"
            return replace(result, verdict="unknown", detail=detail)
        if other.verdict == "bounded" and result.verdict == "proved":
            result = replace(result, verdict="bounded", detail=f"rests on `{id}`, which is bounded")
    return result


def verify(tasks: list[Task], jobs: Crew, tick: Callable[[Result], None] = lambda r: None) -> list[Result]:
    """All results, in the order of edition and property file; a disagreement stops everything.

    What a result is found to rest on is checked too, and then what that rests on, until nothing is missing.
    """
    found: dict[tuple[str, str], Result] = {}
    untried: set[tuple[str, str]] = set()
    exported: list[dict[str, Any]] = []
    meant = list(tasks)

    def take(task: Task, data: dict[str, Any]) -> None:
        if "disagreement" in data:
            raise Disagreement(data["disagreement"])
        if "untried" in data:
            untried.add((task.edition, task.id))
            return
        exported.extend(data.get("exported", ()))
        result = from_json(data)
        found[(task.edition, task.id)] = result
        tick(result)

    while todo := [t for t in meant if (t.edition, t.id) not in found and (t.edition, t.id) not in untried]:
        # In a process of its own even when alone: the solver would not hear an interrupt.
        for task, data in as_done(check, todo, jobs, apart=True):
            take(task, data)
        rests = [Task(e, id, tasks[0].options) for (e, _), r in list(found.items()) for id in r.assumptions]
        meant = list(dict.fromkeys((*meant, *rests)))
    results = resting(meant, found)
    folder = tasks[0].options.export if tasks else None
    if folder is not None:
        write_manifest(Path(folder), exported, [to_json(r) for r in results])
    return results


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
            final.append(weakened(made, result, {i: r for (e, i), r in found.items() if e == edition}))
    return final


def weakened(made: Book, result: Result, found: dict[str, Result]) -> Result:
    """A verdict is no stronger than those it rests on, directly or through others; what was not checked is unknown."""
    if result.verdict not in ("proved", "exhaustive", "bounded"):
        return result
    seen: list[str] = []
    todo = list(result.assumptions)
    while todo:
        id = todo.pop(0)
        if id in seen or id == result.id:
            continue
        seen.append(id)
        rest = found.get(id)
        verdict = rest.verdict if rest is not None else "unknown"
        if verdict in ("refuted", "unknown"):
            detail = f"holds only if `{id}` does, which is {verdict}"
            return replace(result, verdict="unknown", detail=detail)
        if verdict == "sampled":
            result = replace(result, verdict="sampled", detail=f"rests on `{id}`, which is only sampled")
        if verdict == "bounded" and result.verdict == "proved":
            result = replace(result, verdict="bounded", detail=f"rests on `{id}`, which is bounded")
        todo += rest.assumptions if rest is not None else ()
    return result
