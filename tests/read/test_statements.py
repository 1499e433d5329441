"""Single statements in many wordings, a sample of each file: read as meant, and no right one is called an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.read.statements import FOLDER, outcomes, statements

# One in so many is read here; `benchmarks/reading/statements.py` reads all.
EVERY = 20
# The share of the sample that is read as meant, and of its faults that are not overlooked: measured, rounded down.
AS_MEANT, SEEN = 0.9, 0.88


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda p: p.stem)
def test_a_sample_of_statements(path: Path) -> None:
    found = list(outcomes(statements(path)[::EVERY]))
    assert len(found) > 50
    assert not [o.statement for o in found if o.false_error]
    assert sum(o.right for o in found) >= AS_MEANT * len(found), [o.statement for o in found if not o.right]
    faults = [o for o in found if o.statement.meant == "contradicts"]
    assert sum(not o.missed for o in faults) >= SEEN * len(faults), [o.statement for o in faults if o.missed]


def test_every_clause_has_statements_in_every_language() -> None:
    """Rules of play and of setup; examples and printed names are not asked for."""
    languages = {"de", "en", "es", "fr", "it", "pt"}
    told: dict[str, set[str]] = {}
    for statement in statements():
        told.setdefault(statement.clause, set()).add(statement.language)
    assert {clause for clause, found in told.items() if found != languages} == set()
    assert len(told) > 150
