"""Both evaluators on small games whose answers are plain."""

from __future__ import annotations

import pytest
from small import Both, Fault, both, outcome

SMALL = """
game: small
sorts:
  racing: [red, blue, green]
  crazy: [black, white]
  camel: {members: racing + crazy}
  player: {seats: 2..4}
  space: {range: 2..5}
  prize: {values: prizes}
parameters:
  prizes: {type: list of int, is: [8, 5, 8, 3]}
  pairs: {type: "list of (camel, int)", is: [[red, 1], [black, 2], [red, 5]]}
  some: {type: bool, is: true}
state:
  at: {of: [camel], type: int}
  up: {of: [camel, camel], type: bool}
  tile: {of: [space], type: player?}
  best: {type: camel?}
  turn: {type: player}
  won: {of: [player, prize], type: int, initial: size(prizes)}
  deck: {of: [crazy], type: "list of (player, racing)"}
  n: {type: int}
"""


def ask(type: str, text: str, **state: object) -> object:
    """The value of an expression in the small game, by both evaluators."""
    made = both(f'{SMALL}\nfunctions:\n  f:\n    type: {type}\n    is: "{text}"\n')
    for name, value in state.items():
        made.state[name] = made.state[name] | value if isinstance(value, dict) else value
    return made.call("f")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2 + 3 * 4 - 5", 9),
        ("-(2 - 5) * -1", -3),
        ("max(3, 7, 5) - min(3, 7, 5)", 4),
        ("count(c in camel)", 5),
        ("count(c in camel where c in racing)", 3),
        ("count(c in racing, d in racing where c != d)", 6),
        ("count((c, k) in pairs where c == red)", 2),
        ("count(s in space)", 4),
        ("count(v in prize)", 3),  # 3, 5 and 8: a sort has each value once
        ("sum(k for (c, k) in pairs)", 8),
        ("sum(v for v in prizes)", 24),
        ("sum(s for s in space)", 14),
        ("sum(v for v in prize)", 16),
        ("sum(a * b for a in 1..3, b in a..3)", 1 + 2 + 3 + 4 + 6 + 9),
        ("max(k for (c, k) in pairs where c == black else 0)", 2),
        ("max(k for (c, k) in pairs where c == white else -7)", -7),
        ("min(v for v in prizes else 0)", 3),
        ("max(k for k in 3..1 else 99)", 99),
        ("size(prizes) + prizes[1] + prizes[4]", 15),
        ("if some then 1 else prizes[9]", 1),
        ("if 1 > 2 then 1 else if 2 > 1 then 2 else 3", 2),
        ("size(deck[black])", 0),
        ("won[turn, 8]", 4),
        ("count(v in set(c in camel where c != red))", 4),
    ],
)
def test_numbers(text: str, answer: int) -> None:
    """Arithmetic and quantifiers."""
    assert ask("int", text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("true and not false or false", True),
        ("exists(c in crazy where c == white)", True),
        ("exists(c in camel where c in racing and c == white)", False),
        ("exists(k in 3..1)", False),
        ("all(k > 0 for (c, k) in pairs)", True),
        ("all(k > 1 for (c, k) in pairs)", False),
        ("all(false for k in 3..1)", True),
        ("all(k == 1 for (c, k) in pairs where k < 2)", True),
        ("red in camel and red in racing", True),
        ("3 in 2..4 and 5 not in 2..4", True),
        ("3 in prizes and 4 not in prizes", True),
        ("7 in space", False),
        ("red in set(c in camel where c == blue)", False),
        ("none == best and best == none", True),
        ("best in camel", False),
        ("tile[2] == turn", False),
        ("set(c in racing) == set(c in camel where c in racing)", True),
        ("some == true and true != (1 == 2)", True),
        ("next(turn) != turn and next(next(next(turn))) == turn", True),
        ("true or prizes[9] == 1", True),
        ("exists(c in camel where (c as racing) == blue)", True),
        ("exists(c in camel where not some and c == (best as camel))", False),
        ("exists(c in camel where not some and up[c, best as camel])", False),
        ("exists(c in camel where not some and tile[n] == none)", False),
        ("all(tile[n] == none for c in camel where not some)", True),
        ("exists(c in camel where not some and c in set(d in camel where d == (best as camel)))", False),
        ("all((c as racing) == red for c in camel)", False),
        ("false and prizes[9] == 1", False),
        ("(the(c in crazy where c != black)) == white", True),
    ],
)
def test_truth(text: str, answer: bool) -> None:
    """Conditions, sets, membership, and what is not evaluated when it need not be."""
    assert ask("bool", text) is answer


@pytest.mark.parametrize(
    "text",
    [
        "prizes[0] == 1",
        "prizes[5] == 1",
        "tile[n] == none",
        "(best as camel) == red",
        "(the(c in camel where c in racing)) == red",
        "(the(c in camel where false)) == red",
        "won[turn, 4] == 0",
        "exists(c in camel where (c as crazy) == black)",
        "all((c as racing) in racing for c in camel)",
        "count(c in camel where (c as racing) == blue) == 1",
        "((the(c in camel where c == red)) as crazy) == black",
    ],
)
def test_faults(text: str) -> None:
    """A hole in the rules is a fault in both evaluators, never an answer and never a crash."""
    with pytest.raises(Fault):
        ask("bool", text)


def test_maps() -> None:
    """Maps over one sort, two sorts, ranges and the values of a list."""
    assert ask("int", "at[black] + at[red]", at={("black",): 7, ("red",): 2}) == 9
    assert ask("bool", "up[red, black] and not up[black, red]", up={("red", "black"): True}) is True
    assert (
        ask("int", "count(c in camel where up[c, black])", up={("red", "black"): True, ("white", "black"): True}) == 2
    )
    assert ask("int", "count(c in camel where at[c] == 3)", at={("red",): 3, ("white",): 3}) == 2
    assert ask("player?", "tile[5]", tile={(5,): "p2"}) == "p2"
    assert ask("int", "won[turn, 8] * 10 + won[turn, 3]", won={("p1", 8): 6, ("p1", 3): 2}) == 62


def effects(*lines: str, given: str = "") -> Both:
    """The small game with one effect `go`."""
    body = "\n".join(f"      - {line}" for line in lines)
    return both(
        f"{SMALL}\neffects:\n  more: {{given: {{k: int}}, do: ['set n = n * 10 + k']}}\n  go:\n    do:\n{body}\n"
    )


def test_assignments_read_the_old_state() -> None:
    """With binders, every element is worked out before any is set."""
    made = effects("set at[c] = count(d in camel where at[d] == 0) for c in camel")
    made.run("go")
    assert set(made.state["at"].values()) == {5}
    swap = effects("set up[a, b] = up[b, a] for a in camel, b in camel")
    swap.state["up"][("red", "blue")] = True
    swap.run("go")
    assert [k for k, v in swap.state["up"].items() if v] == [("blue", "red")]


def test_assignments_in_part() -> None:
    """A condition leaves the others as they were, a map over a part of a union too."""
    made = effects("set at[c] = 4 for c in crazy where c != white", "set up[c, d] = true for c in crazy, d in racing")
    made.run("go")
    assert made.state["at"] == {(c,): 4 if c == "black" else 0 for c in ("red", "blue", "green", "black", "white")}
    assert sum(made.state["up"].values()) == 6


def test_statements_in_order() -> None:
    """Blocks, loops and calls run one after the other."""
    made = effects(
        "do more(1)",
        "{if: n == 1, then: [do more(2), do more(3)], else: [do more(9)]}",
        "{for: k in 4..5, do: [do more(k)]}",
    )
    made.run("go")
    assert made.state["n"] == 12345


def test_loop_elements_are_fixed_at_the_start() -> None:
    """What a loop changes does not change what it goes through."""
    made = effects("{for: 'c in camel where at[c] == 0', do: ['set at[d] = 1 for d in camel', do more(1)]}")
    made.run("go")
    assert made.state["n"] == 11111


def test_draws() -> None:
    """A draw takes the option that chance names, among those that the condition leaves."""
    made = effects("draw c in camel where c in crazy", "draw (d, k) in pairs", "set best = c", "do more(k)")
    made.run("go", choices=(1, 2))
    assert (made.state["best"], made.state["n"]) == ("white", 5)
    with pytest.raises(Fault):
        effects("draw c in camel where false", "set best = c").run("go")


def test_shuffled_loops() -> None:
    """Each pass takes one of those left; the last is no choice."""
    made = effects("{for: k in shuffled 1..4, do: [do more(k)]}")
    made.run("go", choices=(2, 0, 1))
    assert made.state["n"] == 3142


def test_append_and_lists_of_pairs() -> None:
    """A list keeps what is put behind it in order, and is taken apart by a loop."""
    made = effects(
        '"append (turn, green) to deck[white]"', '"append (next(turn), red) to deck[white]"',
        '{for: "(p, c) in deck[white] where p != turn", do: [set best = c]}',
    )  # fmt: skip
    made.run("go")
    assert made.state["deck"] == {("black",): (), ("white",): (("p1", "green"), ("p2", "red"))}
    assert made.state["best"] == "red"


def test_events() -> None:
    """Events carry names, not codes, and `none` as nothing."""
    made = effects("emit seen(who=turn, camel=best, other=the(c in crazy where c == white), k=1 + 2, yes=some)")
    assert made.run("go") == [{"kind": "seen", "who": "p1", "camel": None, "other": "white", "k": 3, "yes": True}]


def test_index_outside_its_sort_is_refused() -> None:
    """Setting what does not exist is a fault, as reading it is."""
    with pytest.raises(Fault):
        effects("set tile[n] = turn").run("go")


@pytest.mark.parametrize("name", ["copy", "class", "def", "a.b", "_x", "S", "events", "lambda", "t1", "None1"])
def test_names_that_python_uses(name: str) -> None:
    """A rules editor need not know Python."""
    made = both(
        f"game: odd\nsorts: {{{name}.s: [a, b]}}\nparameters: {{{name}.p: {{type: list of int, is: [4]}}}}\n"
        f"state: {{{name}: {{of: [{name}.s], type: int}}, {name}_: {{type: int}}}}\n"
        f"functions: {{{name}_f: {{given: {{{name}_v: {name}.s}}, type: int, is: '{name}[{name}_v] + {name}.p[1]'}}}}\n"
        f"effects: {{{name}.e: {{do: [set {name}_ = {name}_f(b), 'set {name}[b] = {name}_']}}}}\n"
    )
    made.run(f"{name}.e")
    assert made.call(f"{name}_f", "b") == 8


def test_names_that_differ_by_a_dot() -> None:
    """`a.b` and `a_b` are two names, in parameters, functions and bound names."""
    made = both("""
    game: dots
    parameters:
      a.b: {type: list of int, is: [1]}
      a_b: {type: list of int, is: [2]}
    functions:
      f.g: {type: int, is: "a.b[1] * 10"}
      f_g: {type: int, is: "a_b[1]"}
      both: {type: int, is: "sum(x.y * 100 + x_y for x.y in a.b, x_y in a_b) + f.g + f_g"}
    """)
    assert made.call("both") == 114


def test_bound_names_never_meet() -> None:
    """A function put in place of its call keeps its own names, whatever the caller's are called."""
    made = both("""
    game: capture
    sorts: {camel: [red, blue, green]}
    state: {at: {of: [camel], type: int}}
    functions:
      behind: {given: {c_1: camel}, type: int, is: "count(c in camel where at[c] < at[c_1])"}
      total: {given: {c: camel}, type: int, is: "sum(behind(c_1) * 10 + behind(c) for c_1 in camel)"}
      most: {given: {c_2: camel}, type: int, is: "max(total(c) + behind(c_2) for c in camel else 0)"}
    """)
    made.state["at"] = {("red",): 1, ("blue",): 2, ("green",): 3}
    assert made.call("behind", "green") == 2
    assert made.call("total", "blue") == 30 + 3
    assert made.call("most", "blue") == 30 + 6 + 1


def test_large_sorts() -> None:
    """More members than a machine word has bits."""
    names = ", ".join(f"m{i}" for i in range(130))
    made = both(f"""
    game: large
    sorts: {{many: [{names}]}}
    state: {{up: {{of: [many], type: bool}}, best: {{type: many?}}}}
    functions:
      last: {{type: int, is: "count(m in many where m != m129 and not up[m])"}}
      same: {{type: int, is: "count(m in many where m == best)"}}
    """)
    made.state["best"] = "m99"
    assert (made.call("last"), made.call("same")) == (129, 1)
    made.state["best"] = None
    assert made.call("same") == 0


CONFLICT = """
game: conflict
sorts:
  racing: [red, blue]
state:
  at: {of: [racing], type: int}
decisions:
  spot:
    given: {c: racing}
    type: int
    default: at[c]
    exceptions:
      low: {when: "at[c] < 3", then: "0 - 1"}
      small: {when: "at[c] < 2", then: "at[c]"}
      tiny: {to: small, when: "at[c] < 1", then: "0 - 1"}
"""


def test_exceptions_that_disagree() -> None:
    """Both name the two rules that answered, an exception to an exception among them, and the place of the second."""
    made = both(CONFLICT)
    for at, answer in ((5, 5), (2, -1), (0, -1)):
        made.state["at"][("red",)] = at
        assert made.call("spot", "red") == answer
    made.state["at"][("red",)] = 1
    plain = outcome(lambda: made.reference.call("spot", ("red",), made.state))
    fast = outcome(lambda: made.wasm.call("spot", ("red",), made.wasm.encode(made.state)))
    assert plain == fast and "exceptions `low` and `small` of `spot` disagree" in plain.message
