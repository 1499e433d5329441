"""Well-typed expressions of a small game, drawn by Hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

HEAD = """
game: small
sorts:
  racing: [red, blue, green]
  crazy: [black, white]
  camel: {members: racing + crazy}
  player: {seats: 2..4}
  space: {range: 0..3}
parameters:
  prizes: {type: list of int, is: [8, 5, 0]}
  pairs: {type: "list of (camel, int)", is: [[red, 1], [black, -2], [red, 2]]}
  big: {type: int, is: 3}
  yes_: {type: bool, is: true}
state:
  at: {of: [camel], type: int}
  up: {of: [camel, camel], type: bool}
  on: {of: [racing], type: bool}
  tile: {of: [space], type: player?}
  best: {type: camel?}
  turn: {type: player}
  n: {type: int}
  flag: {type: bool}
  deck: {type: "list of (camel, int)"}
"""
MEMBERS = {"racing": ("red", "blue", "green"), "crazy": ("black", "white"), "player": ("p1", "p2", "p3")}
MEMBERS["camel"] = MEMBERS["racing"] + MEMBERS["crazy"]

Draw = Callable[..., Any]
Locals = dict[str, str]


@st.composite
def states(draw: Draw) -> dict[str, Any]:
    """A state of the small game at a table of three."""
    camels = MEMBERS["camel"]
    return {
        "at": {(c,): draw(st.integers(-1, 4)) for c in camels},
        "up": {(a, b): draw(st.booleans()) for a in camels for b in camels},
        "on": {(c,): draw(st.booleans()) for c in MEMBERS["racing"]},
        "tile": {(s,): draw(st.sampled_from((None, *MEMBERS["player"]))) for s in range(4)},
        "best": draw(st.sampled_from((None, *camels))),
        "turn": draw(st.sampled_from(MEMBERS["player"])),
        "n": draw(st.integers(-1, 4)),
        "flag": draw(st.booleans()),
        "deck": tuple(draw(st.lists(st.tuples(st.sampled_from(camels), st.integers(-1, 4)), max_size=3))),
    }


class Writer:
    """Draws the text of an expression of a type, over local names of known types."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.names = 0

    def pick(self, *options: Any) -> Any:
        return self.draw(st.sampled_from(options))

    def text(self, type: str, known: Locals, depth: int) -> str:
        """An expression, never one that needs brackets around it."""
        return self.a_int(known, depth) if type == "int" else self.a_bool(known, depth)

    def of(self, type: str, known: Locals) -> list[str]:
        return [name for name, t in known.items() if t == type]

    def a_int(self, known: Locals, depth: int) -> str:
        leaves = ["0", "1", "2", "n", "big", "(0 - 1)", *self.of("int", known)]
        if depth <= 0:
            return str(self.pick(*leaves))
        kind = self.pick("leaf", "math", "math", "if", "count", "sum", "best", "at", "item", "best_of", "call")
        inner = depth - 1
        match kind:
            case "math":
                sign = self.pick("+", "-", "*")
                return f"({self.a_int(known, inner)} {sign} {self.a_int(known, inner)})"
            case "if":
                return (
                    f"(if {self.a_bool(known, inner)} then {self.a_int(known, inner)} else {self.a_int(known, inner)})"
                )
            case "count":
                return f"count({self.binders(known, inner)})"
            case "sum" | "best":
                name, more, domain = self.binder(known, inner)
                body = self.a_int({**known, **more}, inner)
                where = self.where({**known, **more}, inner)
                if kind == "sum":
                    return f"sum({body} for {name} in {domain}{where})"
                return f"{self.pick('max', 'min')}({body} for {name} in {domain}{where} else {self.a_int(known, 0)})"
            case "at":
                return f"at[{self.a_camel(known, inner)}]"
            case "item":
                return f"prizes[{self.a_int(known, inner)}]"
            case "best_of":
                return f"{self.pick('max', 'min')}({self.a_int(known, inner)}, {self.a_int(known, inner)})"
            case "call":
                return f"helper({self.a_camel(known, inner)}, {self.a_int(known, inner)})"
            case _:
                return str(self.pick(*leaves))

    def a_bool(self, known: Locals, depth: int) -> str:
        leaves = ["true", "false", "flag", "yes_", *self.of("bool", known)]
        if depth <= 0:
            return str(self.pick(*leaves))
        inner = depth - 1
        match self.pick(
            "leaf", "both", "both", "not", "less", "same", "up", "on", "exists", "all", "in", "none", "tile", "iff"
        ):
            case "both":
                return f"({self.a_bool(known, inner)} {self.pick('and', 'or')} {self.a_bool(known, inner)})"
            case "iff":
                return f"({self.a_bool(known, inner)} {self.pick('==', '!=')} {self.a_bool(known, inner)})"
            case "not":
                return f"(not {self.a_bool(known, inner)})"
            case "less":
                sign = self.pick("<", "<=", ">", ">=", "==", "!=")
                return f"({self.a_int(known, inner)} {sign} {self.a_int(known, inner)})"
            case "same":
                return f"({self.a_camel(known, inner)} {self.pick('==', '!=')} {self.a_camel(known, inner)})"
            case "up":
                return f"up[{self.a_camel(known, inner)}, {self.a_camel(known, inner)}]"
            case "on":
                return f"on[{self.a_racing(known, inner)}]"
            case "exists":
                return f"exists({self.binders(known, inner)})"
            case "all":
                name, more, domain = self.binder(known, inner)
                inside = {**known, **more}
                return f"all({self.a_bool(inside, inner)} for {name} in {domain}{self.where(inside, inner)})"
            case "in":
                wide = f"(if flag then {self.a_camel(known, inner)} else one(1))"  # a racing camel is never in `crazy`
                return f"({wide} in {self.pick('racing', 'crazy', self.a_set(known, inner))})"
            case "none":
                return f"(best {self.pick('==', '!=')} {self.pick('none', self.a_camel(known, inner))})"
            case "tile":
                return f"(tile[{self.a_int(known, inner)}] == {self.pick('none', 'turn', 'next(turn)')})"
            case _:
                return str(self.pick(*leaves))

    def a_camel(self, known: Locals, depth: int) -> str:
        leaves = [*self.of("camel", known), *self.of("racing", known)]
        # A bare member would be of one part of the union only; a function's answer is a camel.
        fallback = f"one({self.pick(*range(1, 6))})"
        if depth <= 0:
            return str(self.pick(*leaves, fallback))
        inner = depth - 1
        match self.pick("leaf", "leaf", "if", "the", "best"):
            case "if":
                test = self.a_bool(known, inner)
                return f"(if {test} then {self.a_camel(known, inner)} else {self.a_camel(known, inner)})"
            case "the":
                name = self.fresh()
                return f"the({name} in camel where {name} == {self.a_camel(known, inner)})"
            case "best":
                return "(best as camel)"
            case _:
                return str(self.pick(*leaves, fallback))

    def a_racing(self, known: Locals, depth: int) -> str:
        leaves = self.of("racing", known)
        return str(self.pick(*leaves, f"({self.a_camel(known, depth - 1)} as racing)"))

    def a_set(self, known: Locals, depth: int) -> str:
        name = self.fresh()
        return f"set({name} in {self.pick('camel', 'racing')} where {self.a_bool({**known, name: 'camel'}, depth - 1)})"

    def fresh(self) -> str:
        self.names += 1
        return f"{self.pick('c', 'd', 'k_1')}{self.names}"

    def binder(self, known: Locals, depth: int) -> tuple[str, Locals, str]:
        name = self.fresh()
        match self.pick("camel", "racing", "range", "list", "pairs", "set", "space"):
            case "range":
                return name, {name: "int"}, f"{self.a_int(known, 0)}..{self.a_int(known, 0)}"
            case "list":
                return name, {name: "int"}, "prizes"
            case "space":
                return name, {name: "int"}, "space"
            case "pairs":
                rows = self.pick("pairs", "deck")
                other = self.fresh()
                return f"({name}, {other})", {name: "camel", other: "int"}, rows
            case "set":
                return name, {name: "camel"}, self.a_set(known, depth)
            case sort:
                return name, {name: sort}, sort

    def where(self, known: Locals, depth: int) -> str:
        return f" where {self.a_bool(known, depth)}" if self.draw(st.booleans()) else ""

    def binders(self, known: Locals, depth: int) -> str:
        name, more, domain = self.binder(known, depth)
        text, inside = f"{name} in {domain}", {**known, **more}
        if self.pick(1, 2, 3) == 1:
            name, more, domain = self.binder(inside, depth)
            text, inside = f"{text}, {name} in {domain}", {**inside, **more}
        return text + self.where(inside, depth)


@st.composite
def functions(draw: Draw, count: int = 4, depth: int = 3) -> str:
    """A small game with a few functions `f0`, `f1` … of drawn types and bodies."""
    writer = Writer(draw)
    chosen = "".join(f"if k == {i + 1} then {m} else " for i, m in enumerate(MEMBERS["camel"][:-1])) + "white"
    lines = [
        HEAD,
        "functions:",
        f'  one: {{given: {{k: int}}, type: camel, is: "{chosen}"}}',
        '  helper: {given: {h: camel, m: int}, type: int, is: "if up[h, one(m)] then m else at[h] - m"}',
    ]
    for i in range(count):
        type = draw(st.sampled_from(("int", "bool")))
        body = writer.text(type, {"a": "camel", "b": "int"}, depth)
        lines.append(f'  f{i}: {{given: {{a: camel, b: int}}, type: {type}, is: "{body}"}}')
    return "\n".join(lines)
