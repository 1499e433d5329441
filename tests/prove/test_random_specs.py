"""Random small specifications with random properties: solver, reductions and reference evaluator agree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

pytest.importorskip("z3")

from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.properties.book import book_of
from camelrules.prove.properties.meaning import obligations
from camelrules.prove.witness.judge import Judge
from camelrules.run.table import seat
from tests.agreement.expressions import MEMBERS, states
from tests.agreement.statements import Block, effects
from tests.small import node, raw

# Without shrinking: a game is short, and shrinking one takes longer than reading it.
PHASES = (Phase.explicit, Phase.generate)
pytestmark = [pytest.mark.agreement, pytest.mark.slow]
REST = """
system: {start: go_on, after_action: go_on, over: flag}
properties:
  it:
    says: x
    after: go
    lists: 1
    from: anywhere
    faults: FAULTS
    where: "WHERE"
    holds: "HOLDS"
"""


@st.composite
def specifications(draw: Any) -> tuple[str, str]:
    """A game, and a property of its effect `go`."""
    game = draw(effects()).replace("effects:", 'effects:\n  go_on: {do: ["set n = n"]}', 1)
    writer = Block(draw)
    known = {"a": "camel", "b": "int"}
    holds = draw(st.sampled_from(("n == was_n", "flag == was_flag", "at[a] == was_at[a]", "up[a, a] or not flag", "")))
    holds = holds or writer.a_bool(known, 2)
    where = draw(st.sampled_from(("true", "b == 1", ""))) or writer.a_bool(known, 1)
    faults = draw(st.sampled_from(("none", "allowed")))
    return game, REST.replace("FAULTS", faults).replace("WHERE", where).replace("HOLDS", holds)


@settings(max_examples=20, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(specifications(), st.lists(states(), min_size=8, max_size=8), st.data())
def test_what_is_proved_holds_in_every_state(texts: tuple[str, str], tried: list[dict[str, Any]], data: Any) -> None:
    """A refutation was replayed; a proof is attacked with states, arguments and draws."""
    game, properties = texts
    book = book_of("small", raw(game), [node(properties)])  # type: ignore[list-item]
    it = book.properties["it"]
    quick = Settings(budget=3_000_000, quick=True, vacuity=False, polish=False)
    result = Prover(book, it, quick).check()
    plain = Prover(book, it, Settings(3_000_000, True, False, False, symmetric=False, sliced=False)).check()
    if "unknown" not in (result.verdict, plain.verdict):
        assert result.verdict == plain.verdict, game + properties
    if result.verdict not in ("proved", "bounded"):
        return
    table = seat(book.game, 2)
    (meant,) = obligations(book, it)
    for state in tried:
        full = Judge(table).reference.initial()
        for name, value in state.items():
            if isinstance(value, dict):
                full[name] = {k: v if v != "p3" else "p1" for k, v in value.items()}
            else:
                full[name] = value if value != "p3" else "p2"
        full["deck"] = state["deck"][:1]
        args = (data.draw(st.sampled_from(MEMBERS["camel"])), data.draw(st.integers(-1, 4)))
        shown = Judge(table).replay(meant, args, [], full)
        assert not shown.broken, f"{shown.failed}\n{args}\n{full}\n{game}\n{properties}"
