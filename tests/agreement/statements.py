"""Well-typed blocks of statements of the small game, drawn by Hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from .expressions import HEAD, MEMBERS, Locals, Writer

KINDS = (
    "at",
    "all_at",
    "up",
    "all_up",
    "on",
    "best",
    "n",
    "flag",
    "tile",
    "let",
    "draw",
    "if",
    "for",
    "append",
    "emit",
    "do",
)


class Block(Writer):
    """Draws statements as lines of YAML."""

    def block(self, known: Locals, depth: int, indent: int) -> list[str]:
        """A few statements, each seeing the names that those before it bind."""
        known = dict(known)
        lines: list[str] = []
        for _ in range(self.pick(1, 2, 3)):
            lines += self.statement(known, depth, indent)
        return lines

    def statement(self, known: Locals, depth: int, indent: int) -> list[str]:
        """One statement; a `let` or draw adds its name to `known`."""
        pad = " " * indent
        kind = self.pick(*KINDS)
        if depth > 0 and kind == "if":
            head = f'{pad}- if: "{self.a_bool(known, 2)}"'
            then, other = (self.block(known, depth - 1, indent + 4) for _ in range(2))
            return [head, f"{pad}  then:", *then, f"{pad}  else:", *other]
        if depth > 0 and kind == "for":
            name, more, domain = self.binder(known, 1)
            mixed = self.pick("", "shuffled ")
            head = f'{pad}- for: "{name} in {mixed}{domain}{self.where({**known, **more}, 1)}"'
            return [head, f"{pad}  do:", *self.block({**known, **more}, depth - 1, indent + 4)]
        return [f'{pad}- "{self.simple(kind, known)}"']

    def simple(self, kind: str, known: Locals) -> str:
        """A statement on one line."""
        name, more, domain = self.binder(known, 1)
        inside = {**known, **more}
        match kind:
            case "at":
                return f"set at[{self.a_camel(known, 2)}] = {self.a_int(known, 2)}"
            case "all_at":
                c = self.fresh()
                inner = {**known, c: "camel"}
                return f"set at[{c}] = {self.a_int(inner, 2)} for {c} in camel{self.where(inner, 2)}"
            case "up":
                return f"set up[{self.a_camel(known, 1)}, {self.a_camel(known, 1)}] = {self.a_bool(known, 2)}"
            case "all_up":
                c, d = self.fresh(), self.fresh()
                sort = self.pick("camel", "racing")
                inner = {**known, c: sort, d: "camel"}
                index = self.pick(f"{c}, {d}", f"{d}, {c}")
                where = self.pick("", self.where(inner, 1))
                return f"set up[{index}] = {self.a_bool(inner, 2)} for {c} in {sort}, {d} in camel{where}"
            case "on":
                c = self.fresh()
                return f"set on[{c}] = {self.a_bool({**known, c: 'racing'}, 2)} for {c} in racing"
            case "best":
                return f"set best = {self.pick('none', self.a_camel(known, 2))}"
            case "flag":
                return f"set flag = {self.a_bool(known, 2)}"
            case "tile":
                return f"set tile[{self.a_int(known, 1)}] = {self.pick('none', 'turn', 'next(turn)')}"
            case "let":
                c = self.fresh()
                type, text = self.pick(("int", self.a_int(known, 2)), ("bool", self.a_bool(known, 2)))
                known[c] = type
                return f"let {c} = {text}"
            case "draw":
                known |= more
                return f"draw {name} in {domain}{self.where(inside, 1)}"
            case "append":
                return f"append ({self.a_camel(known, 1)}, {self.a_int(known, 2)}) to deck"
            case "emit":
                return f"emit seen(who=turn, camel=best, k={self.a_int(known, 1)}, yes={self.a_bool(known, 1)})"
            case "do":
                return f"do more({self.a_camel(known, 1)}, {self.a_int(known, 1)})"
            case _:
                return f"set n = {self.a_int(known, 2)}"


@st.composite
def effects(draw: Callable[..., Any]) -> str:
    """A small game with an effect `go` of drawn statements."""
    writer = Block(draw)
    chosen = "".join(f"if k == {i + 1} then {m} else " for i, m in enumerate(MEMBERS["camel"][:-1])) + "white"
    lines = [
        HEAD,
        "functions:",
        f'  one: {{given: {{k: int}}, type: camel, is: "{chosen}"}}',
        '  helper: {given: {h: camel, m: int}, type: int, is: "if up[h, one(m)] then m else at[h] - m"}',
        "effects:",
        '  more: {given: {h: camel, m: int}, do: ["set at[h] = at[h] + m", "draw z in prizes", "set n = z - m"]}',
        "  go:",
        "    given: {a: camel, b: int}",
        "    do:",
        *writer.block({"a": "camel", "b": "int"}, 2, 6),
    ]
    return "\n".join(lines)
