"""The compiled evaluator: Python source generated from the same tree, run instead of walked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any, assert_never

from camelrules.lang.model import Action, Decision, Rule
from camelrules.lang.source import Span
from camelrules.lang.syntax import (
    Append,
    Assign,
    Binder,
    Block,
    Do,
    Draw,
    Emit,
    For,
    Let,
    Stmt,
    When,
)
from camelrules.lang.types import SortType, Type
from camelrules.run.chance import Chooser
from camelrules.run.codegen import Expressions, mangle, slot
from camelrules.run.faults import fault
from camelrules.run.layout import Layout
from camelrules.run.reference import Event, State
from camelrules.run.simplify import Simplifier
from camelrules.run.table import Table


class Writer:
    """Lines of source with indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


class Statements:
    """Source text of effects, actions, functions and decisions."""

    def __init__(self, table: Table, keep: frozenset[str] | None = None) -> None:
        self.table = table
        self.game = table.game
        self.layout = Layout(table)
        self.expr = Expressions(self.layout, Simplifier(table))
        self.out = Writer()
        self.keep = keep  # state variables that matter to the caller; None for all
        self.temporaries = 0
        self.binders: list[Binder] = []

    def value(self, expr: Any) -> str:
        return self.expr.code(self.expr.simplify(expr))

    def kept(self, name: str) -> bool:
        return self.keep is None or name in self.keep

    def fresh(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def header(self, prefix: str, name: str, first: str, params: tuple[tuple[str, Type], ...]) -> None:
        args = "".join(f", {mangle('v', n)}" for n, _ in params)
        self.out.line(f"def {mangle(prefix, name)}({first}{args}):")
        self.out.depth += 1

    # -- definitions ----------------------------------------------------------------
    def functions(self) -> None:
        for function in self.game.functions.values():
            self.header("f", function.name, "S", function.params)
            self.out.line(f"return {self.expr.code(self.expr.simplifier.body(function.name))}")
            self.out.depth -= 1
        for decision in self.game.decisions.values():
            self.header("f", decision.name, "S", decision.params)
            self.decide(decision, decision.default)
            self.out.depth -= 1

    def decide(self, decision: Decision, rule: Rule) -> None:
        """Returns a rule's answer; where several exceptions apply, only if they agree."""
        exceptions = decision.exceptions_to(rule.name)
        if not exceptions:
            self.out.line(f"return {self.value(rule.then)}")
            return
        if len(exceptions) == 1:
            (only,) = exceptions
            assert only.when is not None
            self.out.line(f"if {self.value(only.when)}:")
            self.out.depth += 1
            self.decide(decision, only)
            self.out.depth -= 1
            self.out.line(f"return {self.value(rule.then)}")
            return
        answers = self.fresh()
        self.out.line(f"{answers} = []")
        args = "".join(f", {mangle('v', n)}" for n, _ in decision.params)
        for exception in exceptions:
            assert exception.when is not None
            inner = self.fresh()
            self.out.line(f"def {inner}(S{args}):")
            self.out.depth += 1
            self.decide(decision, exception)
            self.out.depth -= 1
            self.out.line(f"if {self.value(exception.when)}: {answers}.append({inner}(S{args}))")
        place = self.expr.place(exceptions[-1].note.span)
        self.out.line(f"if {answers}: return _agree({answers}, {place})")
        self.out.line(f"return {self.value(rule.then)}")

    def effects(self) -> None:
        for effect in self.game.effects.values():
            self.header("e", effect.name, "S, R", effect.params)
            self.block(effect.body)
            self.out.depth -= 1
        for action in self.game.actions.values():
            self.header("g", action.name, "S", action.params)
            guards = " and ".join(self.value(g.test) for g in action.guards) or "True"
            self.out.line(f"return {guards}")
            self.out.depth -= 1
            self.header("a", action.name, "S, R", action.params)
            self.block(action.body)
            self.out.depth -= 1

    def state_class(self) -> None:
        names = [slot(name) for name in self.layout.shapes]
        out = self.out
        out.line("class StateOf:")
        out.depth += 1
        out.line(f"__slots__ = {tuple(names)!r}")
        out.line("def copy(self):")
        out.depth += 1
        out.line("T = StateOf.__new__(StateOf)")
        for name, shape in self.layout.shapes.items():
            copied = f"self.{slot(name)}[:]" if shape.is_list and self.kept(name) else f"self.{slot(name)}"
            out.line(f"T.{slot(name)} = {copied}")
        out.line("return T")
        out.depth -= 2

    # -- statements -------------------------------------------------------------------
    def block(self, block: Block) -> None:
        before = len(self.out.lines)
        for stmt in block:
            self.statement(stmt)
        if len(self.out.lines) == before:
            self.out.line("pass")

    def nested(self, block: Block) -> None:
        self.out.depth += 1
        self.block(block)
        self.out.depth -= 1

    def statement(self, stmt: Stmt) -> None:
        out = self.out
        match stmt:
            case Let():
                out.line(f"{mangle('v', stmt.name)} = {self.value(stmt.value)}")
            case Assign():
                if self.kept(stmt.name):
                    self.assign(stmt)
            case Append():
                if self.kept(stmt.name):
                    items = "".join(f"{self.value(i)}, " for i in stmt.items)
                    target = self.target(stmt.name, tuple(self.expr.simplify(i) for i in stmt.index))
                    out.line(f"{target} = (*{target}, ({items}))")
            case Do():
                if not self.idle(stmt.name):
                    args = "".join(f", {self.value(a)}" for a in stmt.args)
                    out.line(f"{mangle('e', stmt.name)}(S, R{args})")
            case Emit():
                if self.keep is None:
                    fields = "".join(f", {n!r}: {self.decoded(e)}" for n, e in stmt.fields)
                    out.line(f"R.events.append({{'kind': {stmt.kind!r}{fields}}})")
            case Draw():
                options = self.fresh()
                names, loops = self.drawn(stmt)
                out.line(f"{options} = [{names} {loops}]")
                out.line(f"if not {options}: _nothing({self.expr.place(stmt.span)})")
                out.line(f"{names} = R.draw({options}, {self.numbered(stmt)})")
            case When():
                out.line(f"if {self.value(stmt.test)}:")
                self.nested(stmt.then)
                if stmt.other:
                    out.line("else:")
                    self.nested(stmt.other)
            case For():
                names, loops = self.drawn(stmt)
                items = f"[{names} {loops}]"
                out.line(
                    f"for {names} in {f'_shuffled({items}, R, {self.numbered(stmt)})' if stmt.shuffled else items}:"
                )
                self.nested(stmt.body)
            case _:
                assert_never(stmt)

    def numbered(self, stmt: Draw | For) -> int:
        """A number that stands for a draw, so that a script can tell what is drawn."""
        self.binders.append(stmt.binder)
        return len(self.binders) - 1

    def drawn(self, stmt: Draw | For) -> tuple[str, str]:
        """The names that a draw or loop binds, and the loop that goes through what it binds them to."""
        where = self.expr.simplify(stmt.where) if stmt.where else None
        domain = self.expr.simplifier.domain(stmt.binder.domain, {})
        binder = replace(stmt.binder, domain=domain)
        return self.expr.names(binder), self.expr.loops((binder,), where)

    def idle(self, effect: str) -> bool:
        """Whether an effect changes nothing that is kept."""
        if self.keep is None:
            return False
        return not any(self.changes(s) for s in self.game.effects[effect].body)

    def changes(self, stmt: Stmt) -> bool:
        match stmt:
            case Assign() | Append():
                return self.kept(stmt.name)
            case Do():
                return not self.idle(stmt.name)
            case When():
                return any(map(self.changes, (*stmt.then, *stmt.other)))
            case For():
                return any(map(self.changes, stmt.body))
            case Draw():
                return True
            case Let() | Emit():
                return False
            case _:
                assert_never(stmt)

    def decoded(self, expr: Any) -> str:
        if isinstance(expr.type, SortType):
            name = mangle("names", expr.type.name)
            # `none` is -1, which as an index reaches the last cell.
            self.expr.constants[name] = [*self.layout.names.get(next(iter(expr.type.parts), ""), []), None]
            return f"{name}[{self.value(expr)}]"
        return self.value(expr)

    def target(self, name: str, index: tuple[Any, ...]) -> str:
        shape = self.layout.shapes[name]
        cells = self.expr.cells(shape.variable.index, index, shape.sizes) if index else ""
        return f"S.{slot(name)}[{cells}]" if index else f"S.{slot(name)}"

    def assign(self, stmt: Assign) -> None:
        shape = self.layout.shapes[stmt.name]
        index = tuple(self.expr.simplify(i) for i in stmt.index)
        value = self.expr.simplify(stmt.value)
        where = self.expr.simplify(stmt.where) if stmt.where else None
        if shape.masked and self.assign_rows(stmt, index, value, where):
            return
        if not stmt.binders:
            self.store(shape.masked, stmt.name, index, self.expr.code(value))
            return
        updates = self.fresh()
        parts = ", ".join(self.cell_list(shape.masked, stmt.name, index))
        binders = tuple(replace(b, domain=self.expr.simplifier.domain(b.domain, {})) for b in stmt.binders)
        loops = self.expr.loops(binders, where)
        self.out.line(f"{updates} = [({parts}, {self.expr.code(value)}) {loops}]")
        names = [self.fresh() for _ in self.cell_list(shape.masked, stmt.name, index)]
        new = self.fresh()
        self.out.line(f"for {', '.join(names)}, {new} in {updates}:")
        self.out.depth += 1
        if shape.masked:
            row = f"S.{slot(stmt.name)}[{names[1]}]" if len(names) > 1 else f"S.{slot(stmt.name)}"
            self.out.line(f"{row} = {row} & ~(1 << {names[0]}) | (1 << {names[0]} if {new} else 0)")
        else:
            self.out.line(f"S.{slot(stmt.name)}[{names[0]}] = {new}")
        self.out.depth -= 1

    def cell_list(self, masked: bool, name: str, index: tuple[Any, ...]) -> list[str]:
        shape = self.layout.shapes[name]
        if not masked:
            return [self.expr.cells(shape.variable.index, index, shape.sizes)]
        rest = self.expr.cells(shape.variable.index[1:], index[1:], shape.sizes)
        return [self.expr.code(index[0]), *([rest] if rest else [])]

    def store(self, masked: bool, name: str, index: tuple[Any, ...], value: str) -> None:
        if not masked:
            self.out.line(f"{self.target(name, index)} = {value}")
            return
        bit, *rest = self.cell_list(masked, name, index)
        row = f"S.{slot(name)}[{rest[0]}]" if rest else f"S.{slot(name)}"
        self.out.line(f"{row} = {row} | (1 << {bit}) if {value} else {row} & ~(1 << {bit})")

    def assign_rows(self, stmt: Assign, index: tuple[Any, ...], value: Any, where: Any) -> bool:
        """`set m[a, …] = … for a in sort, …`: a whole row of bits at a time, where the value allows."""
        if where is not None or not stmt.binders or len(index) > 2:
            return False
        names = [b.names[0] for b in stmt.binders if len(b.names) == 1]
        variables = [getattr(i, "name", None) for i in index]
        if names != variables or len(names) != len(stmt.binders):
            return False
        domain = self.expr.domain_mask(stmt.binders[0].domain)
        new = self.expr.mask(value, names[0])
        if domain is None or new is None:
            return False
        if len(index) == 1:
            self.out.line(f"S.{slot(stmt.name)} = S.{slot(stmt.name)} & ~{domain} | {new} & {domain}")
            return True
        rows, row = self.fresh(), mangle("v", names[1])
        # What does not depend on the row is worked out once.
        for gathered in sorted({w for w in _gathered(new) if row not in w}):
            name = self.fresh()
            self.out.line(f"{name} = {gathered}")
            new = new.replace(gathered, name)
        elements = self.expr.elements(stmt.binders[1].domain)
        self.out.line(f"{rows} = [({row}, {new}) for {row} in {elements}]")
        old = f"S.{slot(stmt.name)}[{row}]"
        self.out.line(f"for {row}, {rows} in {rows}: {old} = {old} & ~{domain} | {rows} & {domain}")
        return True


def _gathered(text: str) -> Iterator[str]:
    start = text.find("_equal(")
    while start >= 0:
        depth, at = 0, start
        while True:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
            if depth == 0 and text[at - 1] == ")":
                break
        yield text[start:at]
        start = text.find("_equal(", at)


class Context:
    """What a compiled run reports to and draws from."""

    def __init__(self, choose: Chooser, events: list[Event] | None = None) -> None:
        self.choose = choose
        self.events: list[Event] = [] if events is None else events

    def draw(self, options: list[Any], number: int) -> Any:
        """One of the options; `number` says which draw of the rules it is."""
        return options[self.choose(len(options))]


class Compiled:
    """The same ways in as `Reference`, over states of its own; `encode` and `decode` go between."""

    def __init__(self, table: Table, keep: frozenset[str] | None = None) -> None:
        self.table = table
        self.game = table.game
        writer = Statements(table, keep)
        writer.state_class()
        writer.functions()
        writer.effects()
        self.layout = writer.layout
        self.source = writer.out.text()
        self.writer = writer
        members = max((len(names) for names in self.layout.names.values()), default=0)
        namespace: dict[str, Any] = {**_helpers(writer.expr.spans, members), **writer.expr.constants}
        # The text is generated from the checked tree alone: no part of a user's file is in it but numbers.
        exec(compile(self.source, f"<rules of {table.game.name}>", "exec"), namespace)
        self.namespace = namespace
        self._encoded: dict[str, tuple[Any, Any]] = {}

    def encode(self, state: State) -> Any:
        made = self.namespace["StateOf"]()
        for name, shape in self.layout.shapes.items():
            value = state[name]
            # Many states are encoded that differ in little: what was the same last time is copied.
            before = self._encoded.get(name)
            if before is None or before[0] != value:
                before = (dict(value) if isinstance(value, dict) else value, self.layout.encode(shape, value))
                self._encoded[name] = before
            setattr(made, slot(name), list(before[1]) if isinstance(before[1], list) else before[1])
        return made

    def decode(self, state: Any) -> State:
        shapes = self.layout.shapes
        return {name: self.layout.decode(shape, getattr(state, slot(name))) for name, shape in shapes.items()}

    def call(self, name: str, args: tuple[Any, ...], state: Any) -> Any:
        """The value of a named function or decision, in the reference evaluator's form."""
        definition = self.game.callable(name)
        codes = [self.layout.code(a, t) for a, (_, t) in zip(args, definition.params, strict=True)]
        return self.layout.value(self.guarded(mangle("f", name), state, *codes), definition.type)

    def run(self, effect: str, args: tuple[Any, ...], state: Any, context: Context) -> None:
        params = self.game.effects[effect].params
        codes = [self.layout.code(a, t) for a, (_, t) in zip(args, params, strict=True)]
        self.guarded(mangle("e", effect), state, context, *codes)

    def choices(self, state: Any) -> list[tuple[str, tuple[Any, ...]]]:
        """Every legal action with its arguments as codes, in the order of the specification."""
        found: list[tuple[str, tuple[Any, ...]]] = []
        for action, options in self.options():
            guard = self.namespace[mangle("g", action.name)]
            found += [(action.name, args) for args in options if guard(state, *args)]
        return found

    def options(self) -> list[tuple[Action, list[tuple[Any, ...]]]]:
        if not hasattr(self, "_options"):
            self._options = [
                (a, list(product(*([self.layout.code(m, t) for m in self.table.index(t)] for _, t in a.params))))
                for a in self.game.actions.values()
            ]
        return self._options

    def act(self, action: str, codes: tuple[Any, ...], state: Any, context: Context) -> None:
        self.guarded(mangle("a", action), state, context, *codes)

    def guarded(self, name: str, *args: Any) -> Any:
        try:
            return self.namespace[name](*args)
        except (KeyError, IndexError) as error:
            # INVARIANT: only a map index outside its sort can do this; the reference evaluator names the place.
            raise fault(
                f"an index is outside its sort: {error}", self.game.state[next(iter(self.game.state))].note.span
            ) from None


def _helpers(spans: list[Span], members: int) -> dict[str, Any]:
    def _item(rows: Any, at: int, place: int) -> Any:
        if not 1 <= at <= len(rows):
            raise fault(f"item {at} of a list of {len(rows)}", spans[place])
        return rows[at - 1][0]

    def _cast(code: int, mask: int, place: int) -> int:
        if code < 0 or not mask >> code & 1:
            raise fault("a member is not of the sort it is taken for", spans[place])
        return code

    def _single(mask: int, place: int) -> int:
        if mask.bit_count() != 1:
            raise fault(f"`the` needs exactly one answer, found {mask.bit_count()}", spans[place])
        return mask.bit_length() - 1

    def _only(found: list[Any], place: int) -> Any:
        if len(found) != 1:
            raise fault(f"`the` needs exactly one answer, found {len(found)}", spans[place])
        return found[0]

    def _agree(answers: list[Any], place: int) -> Any:
        if any(a != answers[0] for a in answers):
            raise fault("two exceptions apply and disagree", spans[place])
        return answers[0]

    def _nothing(place: int) -> None:
        raise fault("there is nothing to draw from", spans[place])

    def _equal(cells: list[int], value: int) -> int:
        mask, bit = 0, 1
        for cell in cells:
            if cell == value:
                mask |= bit
            bit <<= 1
        return mask

    def _bits(mask: int, order: tuple[int, ...]) -> list[int]:
        return [code for code in order if mask >> code & 1]

    def _shuffled(items: list[Any], context: Context, number: int) -> Iterator[Any]:
        while len(items) > 1:
            item = context.draw(items, number)
            items.remove(item)
            yield item
        yield from items

    # `none` is -1, which as an index reaches the last cell: no bit.
    _bit = [1 << i for i in range(members)] + [0]
    return dict(locals())
