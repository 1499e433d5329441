"""Mutants: enough of them, a fixed sample noticed, and no explanation of one that does not exist."""

from __future__ import annotations

import pytest

pytest.importorskip("z3")

from camelrules.prove.explained import explained
from camelrules.prove.mutation.mutate import mutants, mutate


def test_there_are_enough() -> None:
    found = [m for e in ("2014", "2018") for m in mutants(e)]
    assert len(found) >= 150
    kinds = {m.operator for m in found}
    assert {"comparison", "direction", "constant", "guard", "exception", "exceptions", "logic", "statement"} <= kinds


def test_no_explanation_without_a_mutant() -> None:
    known = {m.id for e in ("2014", "2018") for m in mutants(e)}
    assert set(explained("equivalent")) <= known


@pytest.mark.slow
def test_a_sample_is_noticed() -> None:
    fates = mutate(["2014"], jobs=1, limit=12)
    assert [f.id for f in fates if f.fate == "survived"] == []
    assert sum(f.fate == "killed" for f in fates) >= 6
