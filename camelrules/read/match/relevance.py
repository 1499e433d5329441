"""Which sentences speak of a clause, by all the concepts in and around them: weights learnt from texts of our own.

A pattern says in which words a clause is known; a writer nobody has met uses others. The weights are blind to what is
said: numbers, negations and the sides of a contrast do not count, only what the sentence is about.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from camelrules.door.diagnostics import fail
from camelrules.door.reading import read_json
from camelrules.read.language.folder import spec_dir
from camelrules.read.language.ontology import Ontology, ontology
from camelrules.read.sections.segments import Segment

# How much a concept counts that a neighbouring sentence has.
_BESIDE = ((-1, "<", 0.5), (-2, "<<", 0.5), (1, ">", 0.3))
# From this length on a sentence is simply long.
_LONG = 40
# So many reasons are told.
_TOLD = 8


@dataclass(frozen=True)
class Weights:
    """For each clause what every feature counts, and how unlikely it is to begin with."""

    bias: dict[str, float]
    of: dict[str, dict[str, float]]  # feature to clause to weight

    @cached_property
    def table(self) -> tuple[tuple[str, ...], dict[str, tuple[tuple[int, float], ...]]]:
        """The clauses in order, and the weights of each feature by the number of the clause."""
        number = {clause: at for at, clause in enumerate(self.bias)}
        rows = {f: tuple((number[c], w) for c, w in of.items()) for f, of in self.of.items()}
        return tuple(self.bias), rows


def weights_file() -> Path:
    return spec_dir() / "patterns" / "weights.json"


@cache
def weights() -> Weights:
    """The shipped weights."""
    data = read_json(weights_file())
    rows = data.values() if isinstance(data, dict) else (None,)
    if not all(isinstance(r, dict) and all(isinstance(w, int | float) for w in r.values()) for r in rows):
        raise fail("weights", f"`{weights_file()}` must hold numbers by clause and feature", None, "run `make learn`")
    of: dict[str, dict[str, float]] = {}
    for clause, row in data.items():
        for feature, weight in row.items():
            of.setdefault(feature, {})[clause] = weight
    return Weights(of.pop("", {}), of)


def features(segments: Sequence[Segment], at: int, known: Ontology) -> dict[str, float]:
    """What a sentence is about: its concepts and kind, and the concepts of its neighbours."""
    here = segments[at]
    out = dict.fromkeys(here.tags, 1.0)
    out |= {known.sides.get(c, c): 1.0 for c in here.tagged.by}
    for token in here.tagged.tokens:
        if token.kind == "ordinal" or (token.kind == "number" and not token.weak):
            out["#" if token.kind == "number" else f"#{token.value}"] = 1.0
    for step, mark, share in _BESIDE:
        if 0 <= at + step < len(segments):
            out |= {mark + known.sides.get(c, c): share for c in segments[at + step].tagged.by}
    out["length"] = min(len(here.tagged.tokens), _LONG) / _LONG
    return out


def shares(concept: str) -> Iterator[tuple[int, str, float]]:
    """Where a concept counts: as what feature of which sentence from its own, and how much."""
    yield 0, concept, 1.0
    for step, mark, share in _BESIDE:
        yield -step, mark + concept, share


def sums_of(segments: Sequence[Segment], at: int, known: Ontology, learnt: Weights) -> dict[str, float]:
    """For each clause how much speaks for it in a sentence."""
    clauses, rows = learnt.table
    sums = list(learnt.bias.values())
    for feature, share in features(segments, at, known).items():
        for index, weight in rows.get(feature, ()):
            sums[index] += weight * share
    return dict(zip(clauses, sums, strict=True))


def speaks(segments: Sequence[Segment], at: int, clause: str) -> list[tuple[str, float]]:
    """What speaks most for and against a sentence being about a clause."""
    found = features(segments, at, ontology())
    told = [(f, weights().of.get(f, {}).get(clause, 0.0) * share) for f, share in found.items()]
    return sorted((t for t in told if t[1]), key=lambda t: (-abs(t[1]), t[0]))[:_TOLD]


def chance(total: float) -> float:
    """How likely a sentence is about a clause, from what speaks for it."""
    return 1 / (1 + math.exp(-total))


def scores(segments: Sequence[Segment], known: Ontology, learnt: Weights) -> list[dict[str, float]]:
    """For each sentence how much speaks for each clause."""
    return [sums_of(segments, at, known, learnt) for at in range(len(segments))]


def likely(found: Sequence[dict[str, float]]) -> list[dict[str, float]]:
    """For each sentence how likely it speaks of each clause, from its scores; what is hardly likely is left out."""
    return [{clause: chance(s) for clause, s in sums.items() if s > _LEAST} for sums in found]


# Below this sum a sentence is not about the clause: one in a hundred.
_LEAST = -4.6
