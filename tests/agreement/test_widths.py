"""Truth maps over sorts of every size: rows of one to eight bytes, asked along, across and in between."""

from __future__ import annotations

from random import Random

import pytest
from small import Both, game

pytestmark = pytest.mark.agreement

# A relation is asked with the name as its first index (a row) and as its last one (a bit of each row).
RULES = """
game: wide
sorts:
  thing: [{things}]
  other: [o1, o2, o3]
  player: {{seats: 2..4}}
  place: {{range: 2..{last}}}
state:
  rel: {{of: [thing, thing], type: bool}}
  deep: {{of: [thing, other, thing], type: bool}}
  spot: {{of: [other, place], type: bool}}
  held: {{type: thing?}}
functions:
  along: {{given: {{x: thing}}, type: set of thing, is: "set(c in thing where rel[c, x])"}}
  across: {{given: {{x: thing}}, type: set of thing, is: "set(c in thing where rel[x, c])"}}
  into: {{given: {{x: thing, o: other}}, type: set of thing, is: "set(c in thing where deep[x, o, c] != rel[x, c])"}}
  both: {{type: bool, is: "all(rel[a, b] == (not rel[b, a]) for a in thing, b in thing where a != b)"}}
  places: {{given: {{o: other}}, type: int, is: "count(s in place where spot[o, s])"}}
  of_none: {{type: bool, is: "exists(c in thing where held != none and rel[held as thing, c])"}}
effects:
  turn:
    given: {{x: thing}}
    do:
      - "set rel[a, b] = rel[b, a] for a in thing, b in thing"
      - "set rel[a, b] = rel[b, a] or a == x for a in thing, b in thing where a != b"
      - "set deep[a, o, b] = rel[b, a] for a in thing, o in other, b in thing"
"""


@pytest.mark.parametrize("size", [1, 5, 8, 9, 16, 17, 32, 33, 63])
def test_rows_of_every_width(size: int) -> None:
    things = [f"t{i}" for i in range(size)]
    made = Both(game(RULES.format(things=", ".join(things), last=size + 1)))
    rng = Random(size)
    for chance in (0.5, 0.9):
        for name in ("rel", "deep", "spot"):
            made.state[name] = {index: rng.random() < chance for index in made.state[name]}
        made.state["held"] = rng.choice((None, *things))
        for thing in rng.sample(things, min(size, 6)):
            relation = made.state["rel"]
            assert made.call("along", thing) == {c for c in things if relation[c, thing]}
            assert made.call("across", thing) == {c for c in things if relation[thing, c]}
            made.call("into", thing, "o2")
        for name in ("both", "of_none"):
            made.call(name)
        assert made.call("places", "o3") == sum(made.state["spot"]["o3", s] for s in range(2, size + 2))
        made.run("turn", things[0])
