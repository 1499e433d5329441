"""A tiny game and verdicts on properties of it, through everything that `verify` does but files and processes."""

from __future__ import annotations

from textwrap import dedent, indent

from camelrules.lang.tree import Fields
from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.properties.book import book_of
from camelrules.prove.properties.family import Book
from camelrules.prove.results import Result
from camelrules.prove.verify import Options, examine, weakened
from tests.small import node, raw

GAME = """
game: tiny
sorts:
  colour: [red, green, blue]
  side: [up, down]
  player: {seats: 2..4}
  space: {range: 1..3}
parameters:
  limit: {type: "0..", is: 2}
  favourite: {type: "list of (side, int)", is: [[up, 1], [down, 2]]}
state:
  stack: {of: [colour], type: "0..", initial: limit}
  held: {of: [player, colour], type: "0.."}
  money: {of: [player], type: int}
  on: {of: [space], type: "colour?"}
  cards: {of: [side], type: "list of (player, colour)"}
  seen: {type: "0.."}
  turn: {type: player}
  over: {type: bool}
functions:
  left: {given: {c: colour}, type: "0..", is: "stack[c]"}
  worth: {given: {p: player}, type: "1..", is: "sum(held[p, c] for c in colour)"}
  shown: {given: {s: int}, type: "colour?", is: "on[s]"}
decisions:
  price:
    given: {n: int}
    type: int
    default: 0
    exceptions:
      low: {when: "n < 2", then: 1}
      high: {when: "n > 0", then: n}
effects:
  setup:
    do:
      - draw p in player
      - set turn = p
  drop: {given: {c: colour}, do: ["set stack[c] = stack[c] - 1"]}
  fill: {given: {c: colour, n: int}, do: ["set stack[c] = n"]}
  broken: {do: ["set on[limit + 2] = none"]}
  put: {given: {s: int, c: colour}, do: ["set on[s] = c"]}
  tally: {given: {s: side}, do: [{for: "(p, c) in cards[s]", do: ["set seen = seen + 1", "do note(c)"]}]}
  note: {given: {c: colour}, do: ["emit noted(which=c)"]}
  end_of_turn:
    do:
      - if: "all(stack[c] == 0 for c in colour)"
        then: [set over = true]
      - set turn = next(turn)
actions:
  take:
    given: {c: colour}
    when: {left: {is: "stack[c] > 0"}}
    do: ["set stack[c] = stack[c] - 1", "set held[turn, c] = held[turn, c] + 1"]
  play:
    given: {c: colour, s: side}
    when: {own: {is: "held[turn, c] > 0"}}
    do: ["set held[turn, c] = held[turn, c] - 1", "append (turn, c) to cards[s]"]
  rest: {when: {many: {is: "count(p in player) > 3"}}, do: ["set money[turn] = money[turn] + 1"]}
"""
HEAD = """
system: {start: setup, after_action: end_of_turn, over: over}
properties:
  ranges: {says: Declared ranges are kept., ranges: true}
  total: {says: Every rule has an answer., total: true, assumes: [kept]}
  kept: {says: Tickets are kept., always: "all(stack[c] >= 0 for c in colour)"}
"""


def book(properties: str, game: str = GAME) -> Book:
    """The tiny game with further properties, as they stand in a file."""
    files = [node(HEAD + indent(dedent(properties), "  "))]
    assert all(isinstance(f, Fields) for f in files)
    return book_of("tiny", raw(game), files)  # type: ignore[arg-type]


def verdict(made: Book, id: str, quick: bool = False) -> Result:
    """What `verify` would report, with everything that it rests on."""
    found: dict[str, Result] = {}
    todo = [id]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = examine(made, made.properties[name], Options(quick=quick, cached=False))
            todo += found[name].assumptions
    return weakened(made, found[id], found)


def believed(result: Result) -> bool:
    """Whether somebody who reads the report would take the property for true."""
    return result.ok and result.verdict in ("proved", "exhaustive", "bounded") and not result.vacuous


def plainly(made: Book, id: str) -> str:
    """The verdict without any reduction: no symmetry, no slicing, nothing opaque, every number of players."""
    settings = Settings(symmetric=False, sliced=False, opaque=False, every_count=True, vacuity=False)
    return Prover(made, made.properties[id], settings).check().verdict
