"""Mutation: is there a property or an example that notices each small fault in the specification?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from camelrules.door.workers import Crew, as_done
from camelrules.lang.source import RulesError
from camelrules.prove.explained import explained
from camelrules.prove.mutation.examples import examples_fail
from camelrules.prove.mutation.operators import Faults, Mutant
from camelrules.prove.properties.family import (
    Book,
    Claim,
    Guard,
    Invariant,
    Possibility,
    Property,
    Ranges,
    Step,
    Totality,
)
from camelrules.prove.properties.footprint import footprint
from camelrules.prove.properties.instrumentation import PREFIX, instrument
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
    rank = (Guard, Claim, Step, Possibility, Invariant, Ranges, Totality)
    usable = [p for p in made.properties.values() if isinstance(p, rank) and p.expect == "holds"]
    return [(p, footprint(made, p).names) for p in sorted(usable, key=lambda p: rank.index(type(p)))]


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
    from camelrules.prove.mutation.equivalence import dormant, equivalent
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
    known = explained("equivalent").get(mutant.id)
    if known:
        return "equivalent", known
    # Quicker than to ask every property: what is proved the same, none of them can tell apart in play.
    if equivalent(made, mutant.game, mutant.definition, BUDGET):
        return "equivalent", "proved: the same in every state that keeps the invariants"
    killer = _killer(replace(made, game=mutant.game), mutant, edition)
    return ("killed", f"property {killer}") if killer else ("survived", "")


def _killer(changed: Book, mutant: Mutant, edition: str) -> str:
    from camelrules.prove.induction.possibility import possibility
    from camelrules.prove.induction.prover import Prover, Settings
    from camelrules.run.engine import Disagreement

    for property, depends in _ordered(edition):
        if mutant.definition not in depends:
            continue
        try:
            settings = Settings(BUDGET, quick=True, vacuity=False, polish=False)
            if isinstance(property, Possibility):
                result = possibility(changed, property, settings)
            else:
                result = Prover(changed, property, settings).check()
        except KeyError as error:
            # The event that the property counts is no longer told by anybody.
            if str(error.args[0]).startswith(PREFIX):
                return property.id
            continue
        except (RulesError, AssertionError, IndexError, Disagreement):
            continue
        if result.verdict == "refuted":
            return property.id
    return ""


def mutate(
    editions: list[str],
    jobs: Crew,
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

    for job, fate in as_done(judge, todo, jobs, apart=True):
        take(job, fate)
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
