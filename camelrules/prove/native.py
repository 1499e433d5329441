"""Rules as source over one flat array of numbers, which Numba can make native and Python can run as it is.

A third back end of the same tree, for going through millions of positions. Truth maps over a sort are
bit masks along their first index; every quantifier is a function of its own, so that nothing is worked
out that the reference evaluator would not work out.
"""

from __future__ import annotations

from itertools import product
from typing import Any, assert_never

from camelrules.lang.model import Decision, Rule
from camelrules.lang.syntax import (
    Append,
    Assign,
    Binary,
    Binder,
    Block,
    Call,
    Cast,
    Do,
    Domain,
    Draw,
    Emit,
    Expr,
    For,
    If,
    In,
    Item,
    Let,
    Lit,
    Next,
    Not,
    Param,
    Quant,
    RangeDomain,
    Read,
    Size,
    SortDomain,
    Stmt,
    ValueDomain,
    Var,
    When,
)
from camelrules.lang.types import BoolType, IntType, SetType, SortType, Type
from camelrules.lang.walk import within
from camelrules.prove.encode import Unsupported
from camelrules.prove.execute import assigned
from camelrules.prove.masks import domain_mask, mask, mentions
from camelrules.prove.properties import BEFORE
from camelrules.run.layout import Layout
from camelrules.run.simplify import Simplifier
from camelrules.run.table import Table

# Written into the source; faults become exceptions, which end the search at the position at hand.
HELPERS = """
def _ix(x, low, high):
    if x < low or x > high:
        raise IndexError("an index is outside its sort")
    return x - low
def _cast(x, mask):
    if x < 0 or (mask >> x) & 1 == 0:
        raise ValueError("a member is not of the sort it is taken for")
    return x
def _bit(x):
    return 1 << x if x >= 0 else 0
def _equal(S, first, size, x):
    mask = 0
    for i in range(size):
        if S[first + i] == x:
            mask |= 1 << i
    return mask
"""
HELPER_NAMES = ("_ix", "_cast", "_bit", "_equal")


class Native:
    """Source text of the rules that a question needs; `keep` are the variables that are followed."""

    def __init__(self, table: Table, keep: frozenset[str]) -> None:
        self.table = table
        self.game = table.game
        self.layout = Layout(table)
        self.simplifier = Simplifier(table)
        self.keep = keep
        self.functions: dict[str, list[str]] = {}
        self.order: list[str] = []
        self.offsets: dict[str, int] = {}
        size = 0
        for variable in self.game.state.values():
            if variable.name in keep:
                self.offsets[variable.name] = size
                size += max(1, self.cells(variable.name))
        self.size = size
        self.counter = 0

    # -- where things are in the array ----------------------------------------------
    def masked(self, name: str) -> bool:
        variable = self.game.state.get(name) or self.game.state[name.removeprefix(BEFORE)]
        return isinstance(variable.type, BoolType) and bool(variable.index) and isinstance(variable.index[0], SortType)

    def spans(self, name: str) -> list[int]:
        index = self.game.state[name].index[1 if self.masked(name) else 0 :]
        return [self.layout.span_of(t) for t in index]

    def cells(self, name: str) -> int:
        total = 1
        for span in self.spans(name):
            total *= span
        return total

    def place(self, name: str, index: tuple[str, ...]) -> str:
        """The cell of an index whose parts are already positions."""
        at = ""
        for part, span in zip(index, self.spans(name), strict=True):
            at = f"({at}) * {span} + {part}" if at else part
        return f"{self.offsets[name]} + {at}" if at else str(self.offsets[name])

    def position(self, type: Type, code: str) -> str:
        if isinstance(type, SortType):
            return code
        assert isinstance(type, IntType)
        members = [int(m) for m in self.table.members[type.sort]]
        if members != list(range(members[0], members[-1] + 1)):
            raise Unsupported("an index with gaps", self.game.state[next(iter(self.game.state))].note.span)
        return f"_ix({code}, {members[0]}, {members[-1]})"

    # -- definitions -------------------------------------------------------------------
    def define(self, name: str, params: list[str], body: list[str]) -> str:
        """A function of the source; inner ones are put before those that call them."""
        self.functions[name] = [f"def {name}({', '.join(['S', 'W', *params])}):", *(f"    {line}" for line in body)]
        self.order.append(name)
        return name

    def source(self) -> str:
        return HELPERS + "\n".join(line for name in self.order for line in self.functions[name]) + "\n"

    def function(self, name: str) -> str:
        made = f"f_{_plain(name)}"
        if made not in self.functions:
            definition = self.game.callable(name)
            self.functions[made] = []
            params = [_v(n) for n, _ in definition.params]
            if isinstance(definition, Decision):
                body = self.decide(definition, definition.default)
            else:
                body = [f"return {self.expr(self.simplifier.body(name))}"]
            self.define(made, params, body)
        return made

    def decide(self, decision: Decision, rule: Rule) -> list[str]:
        lines: list[str] = []
        for exception in decision.exceptions_to(rule.name):
            assert exception.when is not None
            lines.append(f"if {self.fold(exception.when)}:")
            lines += [f"    {line}" for line in self.decide(decision, exception)]
        return [*lines, f"return {self.fold(rule.then)}"]

    def effect(self, name: str) -> str:
        made = f"e_{_plain(name)}"
        if made not in self.functions:
            definition = self.game.effects[name]
            self.functions[made] = []
            body = self.block(definition.body)
            self.define(made, [_v(n) for n, _ in definition.params], [*body, "return 0"])
        return made

    def fold(self, expr: Expr) -> str:
        return self.expr(self.simplifier.fold(expr, {}))

    # -- expressions ---------------------------------------------------------------------
    def expr(self, e: Expr) -> str:
        """Source of a simplified expression."""
        match e:
            case Lit():
                return self.literal(e)
            case Var():
                return _v(e.name)
            case Param():
                raise Unsupported("a list as a value", e.span)
            case Read():
                return self.read(e)
            case Call():
                name = self.function(e.name)
                return f"{name}({', '.join(['S', 'W', *(self.expr(a) for a in e.args)])})"
            case Not():
                return f"(not {self.expr(e.arg)})"
            case Binary():
                left, right = self.expr(e.left), self.expr(e.right)
                if e.op in ("max", "min"):
                    return f"{e.op}({left}, {right})"
                return f"({left} {e.op} {right})"
            case If():
                return f"({self.expr(e.then)} if {self.expr(e.test)} else {self.expr(e.other)})"
            case In():
                return self.member(e)
            case Quant():
                return self.quantifier(e)
            case Cast():
                assert isinstance(e.type, SortType)
                return f"_cast({self.expr(e.arg)}, {self.layout.mask(e.type)})"
            case Item() | Size() | Next():
                raise Unsupported("lists and neighbours in a search", e.span)
            case _:
                assert_never(e)

    def literal(self, e: Lit) -> str:
        if isinstance(e.value, str) or e.value is None:
            assert isinstance(e.type, SortType)
            return str(self.layout.code(e.value, e.type)) if e.value is not None else "-1"
        return f"({e.value})" if isinstance(e.value, int) and not isinstance(e.value, bool) else repr(e.value)

    def read(self, e: Read) -> str:
        name, array = self.variable(e)
        if name not in self.offsets:
            raise Unsupported(f"`{name}` is not followed", e.span)
        types = self.game.state[name].index
        parts = tuple(self.position(t, self.expr(i)) for t, i in zip(types, e.index, strict=True))
        if self.masked(name):
            return f"(({array}[{self.place(name, parts[1:])}] >> {parts[0]}) & 1 != 0)"
        cell = f"{array}[{self.place(name, parts)}]"
        return f"({cell} != 0)" if isinstance(self.game.state[name].type, BoolType) else cell

    def member(self, e: In) -> str:
        arg, domain = self.expr(e.arg), e.domain
        match domain:
            case SortDomain():
                sort = self.table.game.sorts[domain.sort]
                if sort.kind in ("range", "values"):
                    return f"({arg} in {tuple(self.table.members[domain.sort])!r})"
                mask = self.layout.mask(SortType(domain.sort, frozenset(sort.parts)))
                return f"({arg} >= 0 and ({mask} >> {arg}) & 1 != 0)"
            case RangeDomain():
                return f"({self.expr(domain.low)} <= {arg} and {arg} <= {self.expr(domain.high)})"
            case ValueDomain():
                if isinstance(domain.value.type, SetType):
                    return f"(({self.expr(domain.value)} >> {arg}) & 1 != 0)"
                rows = sorted({row[0] for row in self.rows(domain.value)})
                return "(" + " or ".join(f"{arg} == {r}" for r in rows) + ")"
            case _:
                assert_never(domain)

    def rows(self, e: Expr) -> list[tuple[Any, ...]]:
        if not isinstance(e, Param):
            raise Unsupported("a list that is not a parameter", e.span)
        rows = self.layout.code(self.table.values[e.name], e.type)
        return list(rows)

    def loops(self, binders: tuple[Binder, ...], where: Expr | None) -> tuple[list[str], int]:
        """The heads of nested loops, and how deep the inside is."""
        lines: list[str] = []
        for depth, binder in enumerate(binders):
            pad = "    " * depth
            lines.append(f"{pad}for {', '.join(_v(n) for n in binder.names)} in {self.elements(binder.domain)}:")
        depth = len(binders)
        bits = [b for b in binders if self.is_set(b.domain)]
        for binder in bits:
            assert isinstance(binder.domain, ValueDomain)
            mask = self.expr(binder.domain.value)
            lines.append("    " * depth + f"if ({mask} >> {_v(binder.names[0])}) & 1 != 0:")
            depth += 1
        if where is not None:
            lines.append("    " * depth + f"if {self.expr(where)}:")
            depth += 1
        return lines, depth

    def sort_mask(self, sort: str) -> int | None:
        """All members of a sort, where it is one of members."""
        found = self.table.game.sorts[sort]
        if found.kind in ("range", "values"):
            return None
        return self.layout.mask(SortType(sort, frozenset(found.parts)))

    def variable(self, e: Read) -> tuple[str, str]:
        """The variable that is read, and the array it is in: the state, or the one before the step."""
        if e.name.startswith(BEFORE) and e.name not in self.game.state:
            return e.name.removeprefix(BEFORE), "W"
        return e.name, "S"

    def row(self, e: Read) -> str:
        name, array = self.variable(e)
        types = self.game.state[name].index[1:]
        parts = tuple(self.position(t, self.expr(i)) for t, i in zip(types, e.index[1:], strict=True))
        return f"{array}[{self.place(name, parts)}]"

    def column(self, e: Read) -> str | None:
        name, array = self.variable(e)
        if self.masked(name) or name not in self.offsets or not isinstance(self.game.state[name].index[0], SortType):
            return None
        return f"{array}, {self.offsets[name]}, {self.cells(name)}"

    def at_once(self, e: Quant) -> list[str] | None:
        """The lines of a quantifier that asks all members of one binder at once."""
        if e.kind not in ("all", "exists"):
            return None
        for at, binder in enumerate(e.binders):
            rest = (*e.binders[:at], *e.binders[at + 1 :])
            name = binder.names[0]
            domain = domain_mask(self, binder.domain)
            tied = any(isinstance(b.domain, ValueDomain) and mentions(b.domain.value, name) for b in rest)
            if len(binder.names) != 1 or domain is None or tied or any(isinstance(b.domain, RangeDomain) for b in rest):
                continue
            where = "-1" if e.where is None else mask(self, e.where, name)
            body = "-1" if e.body is None else mask(self, e.body, name)
            if where is None or body is None:
                continue
            heads, depth = self.loops(rest, None)
            found = f"{domain} & {where}" if e.kind == "exists" else f"{domain} & {where} & ~{body}"
            answer = e.kind == "exists"
            return [
                *heads,
                f"{'    ' * depth}if ({found}) != 0:",
                f"{'    ' * depth}    return {answer}",
                f"return {not answer}",
            ]
        return None

    def is_set(self, domain: Domain) -> bool:
        return isinstance(domain, ValueDomain) and isinstance(domain.value.type, SetType)

    def elements(self, domain: Domain) -> str:
        match domain:
            case SortDomain():
                sort = self.table.game.sorts[domain.sort]
                if sort.kind in ("range", "values"):
                    return _numbers([int(m) for m in self.table.members[domain.sort]])
                type = SortType(domain.sort, frozenset(sort.parts))
                return _numbers([self.layout.code(m, type) for m in self.table.members[domain.sort]])
            case RangeDomain():
                return f"range({self.expr(domain.low)}, {self.expr(domain.high)} + 1)"
            case ValueDomain():
                if isinstance(domain.value.type, SetType):
                    sort_type = domain.value.type.of
                    return _numbers([self.layout.code(m, sort_type) for m in self.table.members[sort_type.name]])
                rows = self.rows(domain.value)
                return repr(tuple(r[0] for r in rows) if rows and len(rows[0]) == 1 else tuple(rows))
            case _:
                assert_never(domain)

    def quantifier(self, e: Quant) -> str:
        bound = {n for inner in within(e) if isinstance(inner, Quant) for b in inner.binders for n in b.names}
        free = sorted({v.name for v in within(e) if isinstance(v, Var)} - bound)
        quick = self.at_once(e)
        if quick is not None:
            self.counter += 1
            name = self.define(f"q_{self.counter}", [_v(n) for n in free], quick)
            return f"{name}({', '.join(['S', 'W', *(_v(n) for n in free)])})"
        heads, depth = self.loops(e.binders, e.where)
        pad = "    " * depth
        body = self.expr(e.body) if e.body is not None else ""
        first = _v(e.binders[0].names[0])
        match e.kind:
            case "count":
                lines = ["n = 0", *heads, f"{pad}n += 1", "return n"]
            case "sum":
                lines = ["n = 0", *heads, f"{pad}n += {body}", "return n"]
            case "exists":
                lines = [*heads, f"{pad}return True", "return False"]
            case "all":
                lines = [*heads, f"{pad}if not {body}:", f"{pad}    return False", "return True"]
            case "set":
                lines = ["n = 0", *heads, f"{pad}n |= 1 << {first}", "return n"]
            case "the":
                check = ["if k != 1:", '    raise ValueError("`the` needs exactly one answer")', "return n"]
                lines = ["n = -1", "k = 0", *heads, f"{pad}n = {first}", f"{pad}k += 1", *check]
            case "max" | "min":
                assert e.default is not None
                sign = ">" if e.kind == "max" else "<"
                inner = [f"{pad}x = {body}", f"{pad}if not some or x {sign} n:", f"{pad}    n = x", f"{pad}some = True"]
                lines = ["n = 0", "some = False", *heads, *inner, f"return n if some else {self.expr(e.default)}"]
            case _:
                raise AssertionError(e.kind)
        self.counter += 1
        name = self.define(f"q_{self.counter}", [_v(n) for n in free], lines)
        return f"{name}({', '.join(['S', 'W', *(_v(n) for n in free)])})"

    # -- statements ------------------------------------------------------------------------
    def block(self, block: Block) -> list[str]:
        return [line for stmt in block for line in self.statement(stmt)] or ["pass"]

    def statement(self, stmt: Stmt) -> list[str]:
        match stmt:
            case Let():
                try:
                    return [f"{_v(stmt.name)} = {self.fold(stmt.value)}"]
                except Unsupported:
                    return []  # only what is not followed can need it; a use would not be defined
            case Assign():
                return self.assign(stmt) if stmt.name in self.keep else []
            case Do():
                if not self.touches(self.game.effects[stmt.name].body):
                    return []
                args = ", ".join(["S", "W", *(self.fold(a) for a in stmt.args)])
                return [f"{self.effect(stmt.name)}({args})"]
            case Emit():
                return []
            case When():
                if not self.touches((*stmt.then, *stmt.other)):
                    return []
                then = [f"    {line}" for line in self.block(stmt.then)]
                other = [f"    {line}" for line in self.block(stmt.other)]
                return [f"if {self.fold(stmt.test)}:", *then, "else:", *other]
            case Append() | Draw() | For():
                if not self.touches((stmt,)):
                    return []
                raise Unsupported("draws, lists and loops in a search", stmt.span)
            case _:
                assert_never(stmt)

    def touches(self, block: Block) -> bool:
        return bool(assigned(self.game, block) & self.keep)

    def assign(self, stmt: Assign) -> list[str]:
        index = tuple(self.simplifier.fold(i, {}) for i in stmt.index)
        value = self.simplifier.fold(stmt.value, {})
        where = self.simplifier.fold(stmt.where, {}) if stmt.where is not None else None
        for e in within(value, *([where] if where is not None else []), *index):
            # In place is only the same as all at once where no cell reads another cell of the same map.
            if isinstance(e, Read) and e.name == stmt.name and stmt.binders and not _same(e.index, index):
                raise Unsupported("a change of a map that reads its other cells", stmt.span)
            if isinstance(e, Call) and stmt.binders:
                raise Unsupported("a change of a map by a function that is not put in place", stmt.span)
        binders = tuple(Binder(b.names, b.types, self.simplifier.domain(b.domain, {}), b.span) for b in stmt.binders)
        if self.masked(stmt.name) and where is None and binders and (rows := self.by_row(stmt, binders, index, value)):
            return rows
        lines, depth = self.loops(binders, where)
        pad = "    " * depth
        types = self.game.state[stmt.name].index
        parts = tuple(self.position(t, self.expr(i)) for t, i in zip(types, index, strict=True))
        new = self.expr(value)
        if self.masked(stmt.name):
            cell = f"S[{self.place(stmt.name, parts[1:])}]"
            return [*lines, f"{pad}{cell} = ({cell} | (1 << {parts[0]})) if {new} else ({cell} & ~(1 << {parts[0]}))"]
        return [*lines, f"{pad}S[{self.place(stmt.name, parts)}] = {new}"]

    def by_row(
        self, stmt: Assign, binders: tuple[Binder, ...], index: tuple[Expr, ...], value: Expr
    ) -> list[str] | None:
        """A whole row of bits at a time, where the value allows."""
        names = [b.names[0] for b in binders]
        if names != [getattr(i, "name", None) for i in index] or isinstance(binders[0].domain, RangeDomain):
            return None
        domain, new = domain_mask(self, binders[0].domain), mask(self, value, names[0])
        if domain is None or new is None:
            return None
        heads, depth = self.loops(binders[1:], None)
        types = self.game.state[stmt.name].index[1:]
        parts = tuple(self.position(t, self.expr(i)) for t, i in zip(types, index[1:], strict=True))
        cell = f"S[{self.place(stmt.name, parts)}]"
        return [*heads, f"{'    ' * depth}{cell} = ({cell} & ~{domain}) | ({new} & {domain})"]

    # -- states -------------------------------------------------------------------------------
    def encode(self, state: dict[str, Any]) -> list[int]:
        """A state of the reference evaluator as the array."""
        cells = [0] * self.size
        for name, offset in self.offsets.items():
            variable = self.game.state[name]
            if not variable.index:
                cells[offset] = int(self.layout.code(state[name], variable.type))
                continue
            for k in product(*(self.table.index(t) for t in variable.index)):
                at = [self.layout.position(i, t) for i, t in zip(k, variable.index, strict=True)]
                cell = offset
                for part, span in zip(at[1:] if self.masked(name) else at, self.spans(name), strict=True):
                    cell = offset + (cell - offset) * span + part
                if self.masked(name):
                    cells[cell] |= int(state[name][k]) << at[0]
                else:
                    cells[cell] = int(self.layout.code(state[name][k], variable.type))
        return cells


def _numbers(codes: list[int]) -> str:
    if codes and codes == list(range(codes[0], codes[-1] + 1)):
        return f"range({codes[0]}, {codes[-1] + 1})"
    return repr(tuple(codes)) if codes else "range(0, 0)"


def _same(a: tuple[Expr, ...], b: tuple[Expr, ...]) -> bool:
    return [getattr(e, "name", None) for e in a] == [getattr(e, "name", None) for e in b] and all(
        isinstance(e, Var) for e in (*a, *b)
    )


def _v(name: str) -> str:
    return f"v_{_plain(name)}"


def _plain(name: str) -> str:
    return name.replace(".", "_")
