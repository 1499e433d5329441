"""Statements to JavaScript; a list in a state is never changed in place, so that states may share them."""

from __future__ import annotations

import json
from typing import assert_never

from camelrules.lang.syntax import Append, Assign, Block, Do, Draw, Emit, Expr, For, Let, Stmt, ValueDomain, When
from camelrules.lang.types import BoolType, ListType, SortType, Type
from camelrules.site.javascript.expressions import Expressions, mangle


class Statements:
    """Lines of source for blocks."""

    def __init__(self, expr: Expressions) -> None:
        self.expr = expr
        self.lines: list[str] = []
        self.depth = 1
        self.temporaries = 0

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def fresh(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def block(self, block: Block) -> None:
        for stmt in block:
            self.statement(stmt)

    def nested(self, head: str, block: Block, tail: str = "}") -> None:
        self.line(head)
        self.depth += 1
        self.block(block)
        self.depth -= 1
        self.line(tail)

    def statement(self, stmt: Stmt) -> None:
        code = self.expr.code
        match stmt:
            case Let():
                self.line(f"const {mangle('v', stmt.name)} = {self.expr.traced(stmt.value)};")
            case Assign():
                self.assign(stmt)
            case Append():
                items = ", ".join(code(i) for i in stmt.items)
                if stmt.index:
                    cell = self.fresh()
                    self.line(f"const {cell} = {self.cells(stmt)};")
                    old = f"S.{stmt.name}[{cell}]"
                    self.line(f"S.{stmt.name} = put(S.{stmt.name}, {cell}, [...{old}, [{items}]]);")
                else:
                    self.line(f"S.{stmt.name} = [...S.{stmt.name}, [{items}]];")
            case Do():
                args = "".join(f", {self.expr.traced(a)}" for a in stmt.args)
                self.line(f"{mangle('e', stmt.name)}(S, R{args});")
            case Emit():
                fields = "".join(f", {json.dumps(n)}: {self.shown(e)}" for n, e in stmt.fields)
                self.line(f"R.emit({{kind: {json.dumps(stmt.kind)}{fields}}});")
            case Draw():
                options = self.options(stmt)
                self.line(f"if ({options}.length === 0) nothing({self.expr.place(stmt.span)});")
                self.line(f"const {self.expr.names(stmt.binder)} = {options}[R.choose({options})];")
            case When():
                self.nested(f"if ({code(stmt.test)}) {{", stmt.then, "} else {" if stmt.other else "}")
                if stmt.other:
                    self.depth += 1
                    self.block(stmt.other)
                    self.depth -= 1
                    self.line("}")
            case For():
                options = self.options(stmt)
                rows = f"shuffled({options}, R)" if stmt.shuffled else options
                self.nested(f"for (const {self.expr.names(stmt.binder)} of {rows}) {{", stmt.body)
            case _:
                assert_never(stmt)

    def options(self, stmt: Draw | For) -> str:
        """A list of what can be drawn or gone through, taken before anything changes."""
        domain = stmt.binder.domain
        name = self.fresh()
        listed = isinstance(domain, ValueDomain) and isinstance(domain.value.type, ListType)
        if listed and stmt.where is None:
            self.line(f"const {name} = {self.expr.elements(domain)};")
            return name
        names = self.expr.names(stmt.binder)
        self.line(f"const {name} = [];")
        self.line(f"{self.expr.loops((stmt.binder,), stmt.where)}{name}.push({names});")
        return name

    def cells(self, stmt: Assign | Append) -> str:
        return self.expr.cells(self.expr.game.state[stmt.name].index, stmt.index)

    def assign(self, stmt: Assign) -> None:
        value = self.stored(stmt.value, self.expr.game.state[stmt.name].type)
        target = f"S.{stmt.name}"
        if not stmt.index:
            self.line(f"{target} = {value};")
        elif not stmt.binders:
            self.line(f"{target} = put({target}, {self.cells(stmt)}, {value});")
        else:
            made = self.fresh()
            self.line(f"const {made} = {target}.slice();")
            self.line(f"{self.expr.loops(stmt.binders, stmt.where)}{made}[{self.cells(stmt)}] = {value};")
            self.line(f"{target} = {made};")

    def stored(self, expr: Expr, type: Type) -> str:
        """A value as a state keeps it: truth values as 0 and 1."""
        text = self.expr.code(expr)
        return f"({text} ? 1 : 0)" if isinstance(type, BoolType) else text

    def shown(self, expr: Expr) -> str:
        if isinstance(expr.type, SortType):
            family = sorted(expr.type.parts)[0] if expr.type.parts else ""
            return f"named({json.dumps(family)}, {self.expr.code(expr)})"
        return self.expr.code(expr)
