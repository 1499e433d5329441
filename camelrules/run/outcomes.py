"""All outcomes of a random effect at once: every draw becomes a loop in the generated code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import gcd, lcm
from typing import Any

from camelrules.lang.model import Game
from camelrules.lang.syntax import Block, Do, Draw, For, Param, Stmt, ValueDomain, When
from camelrules.lang.walk import statements
from camelrules.run.codegen import mangle, slot
from camelrules.run.compiled import Compiled, Statements
from camelrules.run.faults import fault
from camelrules.run.table import Table


class Outcomes:
    """For one effect: the states it may lead to, each with its chance as a fraction of whole numbers."""

    def __init__(self, table: Table, effect: str, keep: frozenset[str]) -> None:
        self.compiled = Compiled(table, keep)
        writer = _Enumeration(self.compiled.writer, effect)
        source = writer.source()
        namespace = {**self.compiled.namespace, **self.compiled.writer.expr.constants}
        exec(compile(source, f"<outcomes of {effect}>", "exec"), namespace)
        self.step = namespace[mangle("o", effect)]
        shapes = self.compiled.layout.shapes
        names = ", ".join(f"tuple(S.{slot(n)})" if shapes[n].is_list else f"S.{slot(n)}" for n in sorted(keep))
        exec(compile(f"def key(S):\n    return ({names},)\n", "<key>", "exec"), namespace)
        self.key = namespace["key"]

    def after(self, state: Any, done: Any) -> Iterator[tuple[int, int, Any]]:
        """Runs the effect until `done(state)`; yields each last state once, with weight and common denominator."""
        level: dict[Any, tuple[int, Any]] = {self.key(state): (1, state)}
        scale = 1
        while level:
            following: dict[int, dict[Any, list[Any]]] = {}
            for weight, here in level.values():
                if done(here):
                    yield weight, scale, here
                    continue
                for count, total, there in self.step(here):
                    bucket = following.setdefault(total, {})
                    key = self.key(there)
                    if key in bucket:
                        bucket[key][0] += weight * count
                    else:
                        bucket[key] = [weight * count, there]
            common = lcm(*following) if following else 1
            merged: dict[Any, tuple[int, Any]] = {}
            for total, bucket in following.items():
                factor = common // total
                for key, (weight, there) in bucket.items():
                    old = merged[key][0] if key in merged else 0
                    merged[key] = (old + weight * factor, there)
            level, scale = merged, scale * common


def _draws(game: Game, stmt: Stmt) -> bool:
    match stmt:
        case Draw():
            return True
        case Do():
            return any(_draws(game, s) for s in game.effects[stmt.name].body)
        case When():
            return any(_draws(game, s) for s in (*stmt.then, *stmt.other))
        case For():
            return stmt.shuffled or any(_draws(game, s) for s in stmt.body)
        case _:
            return False


class _Enumeration:
    def __init__(self, writer: Statements, effect: str) -> None:
        self.writer = writer
        self.out = type(writer.out)()
        writer.out = self.out
        self.game = writer.game
        self.effect = self.game.effects[effect]

    def source(self) -> str:
        todo, seen = [self.effect], {self.effect.name}
        while todo:
            effect = todo.pop()
            # Each effect that draws is a generator of its own, so that no name of one is seen in another.
            self.writer.header("o", effect.name, "S", effect.params)
            self.out.line("R = None")
            self.block(effect.body, "1", "1")
            self.out.depth -= 1
            for stmt in statements(effect.body):
                if isinstance(stmt, Do) and stmt.name not in seen and _draws(self.game, stmt):
                    seen.add(stmt.name)
                    todo.append(self.game.effects[stmt.name])
        return self.out.text()

    def block(self, block: Block, count: str, total: str) -> None:
        """Emits the statements, with the rest of the block inside the loop of each draw."""
        if not any(_draws(self.game, s) for s in block):
            kept = self.writer.fresh()
            self.out.line(f"{kept} = S; S = S.copy()")
            self.writer.block(block)
            self.out.line(f"yield {count}, {total}, S")
            self.out.line(f"S = {kept}")
            return
        first, rest = block[0], block[1:]
        if isinstance(first, Draw):
            self.draw(first, rest, count, total)
        elif isinstance(first, When) and _draws(self.game, first):
            self.out.line(f"if {self.writer.value(first.test)}:")
            self.indented((*first.then, *rest), count, total)
            self.out.line("else:")
            self.indented((*first.other, *rest), count, total)
        elif isinstance(first, Do) and _draws(self.game, first):
            kept, times, of = (self.writer.fresh() for _ in range(3))
            args = "".join(f", {self.writer.value(a)}" for a in first.args)
            self.out.line(f"{kept} = S")
            self.out.line(f"for {times}, {of}, S in {mangle('o', first.name)}({kept}{args}):")
            self.indented(rest, f"{count} * {times}", f"{total} * {of}")
            self.out.line(f"S = {kept}")
        elif not _draws(self.game, first):
            kept = self.writer.fresh()
            self.out.line(f"{kept} = S; S = S.copy()")
            self.writer.statement(first)
            self.block(rest, count, total)
            self.out.line(f"S = {kept}")
        else:
            hint = "draw before the loop, or do without it"
            raise fault("odds cannot follow a draw inside a loop, or a loop in random order", first.span, hint)

    def indented(self, block: Block, count: str, total: str) -> None:
        self.out.depth += 1
        self.block(block, count, total)
        self.out.depth -= 1

    def draw(self, stmt: Draw, rest: Block, count: str, total: str) -> None:
        names, loops = self.writer.drawn(stmt)
        domain = stmt.binder.domain
        if isinstance(domain, ValueDomain) and isinstance(domain.value, Param) and stmt.where is None:
            rows = self.writer.layout.code(self.writer.table.values[domain.value.name], domain.value.type)
            counted = Counter(rows)
            # Equal faces of a die are one outcome with a greater weight.
            shared = gcd(*counted.values())
            times = self.writer.fresh()
            listed = ", ".join(f"({row!r}, {n // shared})" for row, n in counted.items())
            self.out.line(f"for {names}, {times} in ({listed},):")
            self.indented(rest, f"{count} * {times}", f"{total} * {sum(counted.values()) // shared}")
            return
        options = self.writer.fresh()
        self.out.line(f"{options} = [{names} {loops}]")
        self.out.line(f"if not {options}: _nothing({self.writer.expr.place(stmt.span)})")
        self.out.line(f"for {names} in {options}:")
        self.indented(rest, count, f"{total} * len({options})")
