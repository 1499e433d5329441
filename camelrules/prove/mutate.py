"""Mutation: is there a property or an example that notices each small fault in the specification?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from camelrules.lang.library import data_folder
from camelrules.lang.source import RulesError
from camelrules.lang.tree import Fields, expect_fields, expect_text, parse_yaml, read_source
from camelrules.prove.installed import examples_fail
from camelrules.prove.operators import Faults, Mutant
from camelrules.prove.properties import Book, Property
from camelrules.prove.reach import reached
from camelrules.prove.told import TOLD, instrument
from camelrules.prove.verify import book

# A fault shows quickly or not at all; what a proof of the sound rules needs is far more.
BUDGET = 4_000_000


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: `killed` and by what, `equivalent` and why, or `survived`."""

    id: str
    edition: str
    operator: str
    definition: str
    place: str
    change: str
    fate: str
    by: str


@dataclass(frozen=True, slots=True)
class Job:
    """One fault and the editions whose rules have it."""

    id: str
    editions: tuple[str, ...]


def mutants(edition: str) -> list[Mutant]:
    """Every fault planted in the rules of an edition, in those that it shares with others too."""
    return list(_mutants(edition).values())


@lru_cache(maxsize=4)
def _mutants(edition: str) -> dict[str, Mutant]:
    made = book(edition, None)
    assert made.rules is not None
    found = Faults(made.rules, set(made.game.lineage)).all()
    return {m.id: replace(m, game=instrument(m.game)) for m in found}


def planned(editions: Sequence[str]) -> list[Job]:
    """Each fault once: one in shared rules is looked at in the last edition that has it first, which has most rules."""
    homes: dict[str, list[str]] = {}
    for edition in reversed(editions):
        for id in _mutants(edition):
            homes.setdefault(id, []).append(edition)
    return [Job(id, tuple(where)) for id, where in homes.items()]


@lru_cache(maxsize=4)
def _ordered(edition: str) -> list[tuple[Property, set[str]]]:
    """Properties with what they depend on, the quick ones first."""
    made = book(edition, None)
    rank = {"guard": 0, "claim": 1, "step": 2, "ranges": 4, "invariant": 3, "total": 5}
    usable = [p for p in made.properties.values() if p.kind in rank and not p.exhaustive and p.expect == "holds"]
    return [(p, reached(made, p)) for p in sorted(usable, key=lambda p: rank[p.kind])]


def judge(job: Job) -> Fate:
    """The fate of one mutant: killed where one edition notices it, equivalent only where it is in all."""
    fates = []
    for edition in job.editions:
        mutant = _mutants(edition)[job.id]
        fate, by = _fate(book(edition, None), mutant, edition)
        known = (mutant.id, edition, mutant.operator, mutant.definition, mutant.place, mutant.change)
        fates.append(Fate(*known, fate, by))
        if fate == "killed":
            return fates[-1]
    return next((f for f in fates if f.fate == "survived"), fates[0])


def _fate(made: Book, mutant: Mutant, edition: str) -> tuple[str, str]:
    from camelrules.prove.same import dormant, proved_same
    from camelrules.run.table import seat

    try:
        seat(mutant.game)
    except (RulesError, AssertionError, IndexError) as error:
        return "killed", f"the checker: {error}"[:120]
    failing = examples_fail(mutant.game, edition, mutant.definition)
    if failing:
        return "killed", f"example {failing}"
    try:
        if mutant.definition not in made.game.parameters and dormant(made.game, mutant.game, mutant.definition):
            return (
                "equivalent",
                "the same rules under the rulings in force: it is about another answer to an open question",
            )
    except Exception:
        return "killed", "the checker"
    known = explained().get(mutant.id)
    if known:
        return "equivalent", known
    # Quicker than to ask every property: what is proved the same, none of them can tell apart in play.
    if proved_same(made, mutant.game, mutant.definition, BUDGET):
        return "equivalent", "proved: the same in every state that keeps the invariants"
    killer = _killer(replace(made, game=mutant.game), mutant, edition)
    return ("killed", f"property {killer}") if killer else ("survived", "")


def _killer(changed: Book, mutant: Mutant, edition: str) -> str:
    from camelrules.prove.induct import Prover
    from camelrules.run.engine import Disagreement

    for property, depends in _ordered(edition):
        if mutant.definition not in depends:
            continue
        try:
            result = Prover(changed, property, BUDGET, quick=True, vacuity=False, polish=False).check()
        except KeyError as error:
            # The event that the property counts is no longer told by anybody.
            if str(error.args[0]).startswith(TOLD):
                return property.id
            continue
        except (RulesError, AssertionError, IndexError, Disagreement):
            continue
        if result.verdict == "refuted":
            return property.id
    return ""


@lru_cache(maxsize=1)
def explained() -> dict[str, str]:
    """Mutants that change nothing, each with a reason, from `verify/equivalent.yaml`."""
    path: Path = data_folder("verify") / "equivalent.yaml"
    if not path.is_file():
        return {}
    node = expect_fields(parse_yaml(read_source(path)), "`equivalent.yaml`", ("equivalent",), ("equivalent",))
    block = node.get("equivalent")
    if not isinstance(block, Fields):
        return {}
    return {k.value: " ".join(expect_text(v, "a reason").value.split()) for k, v in block}


def mutate(
    editions: list[str],
    jobs: int,
    only: str = "",
    limit: int | None = None,
    tick: Callable[[Fate], None] = lambda f: None,
) -> list[Fate]:
    """The fates of all mutants."""
    todo = [j for j in planned(editions) if j.id.startswith(only)]
    if limit is not None and limit < len(todo):
        todo = [todo[len(todo) * i // limit] for i in range(limit)]
    fates: dict[Job, Fate] = {}

    def take(job: Job, fate: Fate) -> None:
        fates[job] = fate
        tick(fate)

    if jobs == 1:
        for job in todo:
            take(job, judge(job))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            waiting = {pool.submit(judge, j): j for j in todo}
            for done in as_completed(waiting):
                take(waiting[done], done.result())
    return [fates[j] for j in todo]


def to_json(fates: list[Fate]) -> dict[str, Any]:
    """The report of the contract, with how each mutant was noticed."""
    plain = [{n: getattr(f, n) for n in Fate.__slots__} for f in fates]
    return {
        "version": 1,
        "mutants": len(fates),
        "killed": sum(1 for f in fates if f.fate == "killed"),
        "equivalent": [p for p in plain if p["fate"] == "equivalent"],
        "survivors": [p for p in plain if p["fate"] == "survived"],
        "fates": plain,
    }
