"""Expressions of the rules to the imperative form, with the faults of the reference evaluator in its order."""

from __future__ import annotations

from abc import abstractmethod
from typing import assert_never

from camelrules.lang.model import Decision, Function, Rule
from camelrules.lang.source import Span
from camelrules.lang.syntax import (
    Binary,
    Call,
    Cast,
    Expr,
    If,
    In,
    Item,
    Lit,
    Next,
    Not,
    Param,
    Quant,
    RangeDomain,
    Read,
    Size,
    SortDomain,
    ValueDomain,
    Var,
)
from camelrules.lang.types import ListType, SetType, SortType
from camelrules.run.wasm import form
from camelrules.run.wasm.access import Access
from camelrules.run.wasm.base import after, bind, bit_of
from camelrules.run.wasm.faults import Conflict, NoItem, NotMember, Overflow
from camelrules.run.wasm.form import I32, I64, After, Branch, Const, Get, Load, Put, choose, op
from camelrules.run.wasm.memory import Unsupported
from camelrules.run.wasm.values import HIGH, LOW, Alias, Bound, Env, Num, Rows, Set, Value, node_type, number, truth

# A definition of more nodes than this, its callees and repetitions included, is called and not put in place.
INLINE = 150
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}


class Expressions(Access):
    """Lowers expressions and calls."""

    @abstractmethod
    def quantifier(self, expr: Quant, env: Env) -> Value: ...

    # -- expressions -------------------------------------------------------------------
    def expr(self, expr: Expr, env: Env) -> Value:
        match expr:
            case Lit():
                return self.literal(expr)
            case Var():
                return self.variable(expr, env)
            case Param():
                return self.parameter(expr.name)
            case Read():
                return self.read(expr, env)
            case Call():
                return self.call(expr, env)
            case Not():
                return truth(op("i32.eqz", self.test(expr.arg, env)))
            case Binary():
                return self.binary(expr, env)
            case If():
                return self.conditional(expr, env)
            case In():
                return truth(self.membership(expr, env))
            case Quant():
                return self.quantifier(expr, env)
            case Item():
                return self.item(expr, env)
            case Size():
                rows = self.expr(expr.list, env)
                assert isinstance(rows, Rows)
                return number(len(rows.rows)) if rows.rows is not None else Num(self.length(rows), 0, HIGH)
            case Cast():
                return self.cast(expr, env)
            case Next():
                return self.next(expr, env)
            case _:
                assert_never(expr)

    def literal(self, expr: Lit) -> Value:
        if isinstance(expr.value, tuple):
            assert isinstance(expr.type, ListType)
            return Rows(form.ZERO, expr.type, ())  # the first bytes of memory are a list of no length
        if isinstance(expr.value, str) or expr.value is None:
            assert isinstance(expr.type, SortType)
            return number(self.codes.code(expr.value, expr.type))
        if not LOW <= expr.value <= HIGH:
            raise Unsupported("a number of more than 32 bits")
        return number(int(expr.value))

    def variable(self, expr: Var, env: Env) -> Value:
        value = env[expr.name]
        match value:
            case Alias():
                return self.expr(value.expr, value.env)
            case Bound():
                raise AssertionError(f"`{expr.name}` has no single value")
            case _:
                return value

    def parameter(self, name: str) -> Value:
        slot = self.layout.params[name]
        value = self.table.values[name]
        if isinstance(slot.type, ListType):
            rows = None
            if self.known(name):
                assert isinstance(value, tuple)
                rows = tuple(
                    tuple(self.layout.code(v, t) for v, t in zip(row, slot.type.of, strict=True)) for row in value
                )
            return Rows(Const(slot.address), slot.type, rows)
        if isinstance(slot.type, SetType):
            known = self.known(name)
            code = self.layout.code(value, slot.type) if known else 0
            return Set(Const(code, I64) if known else Load("i64.load", form.ZERO, slot.address))
        if self.known(name):
            code = self.layout.code(value, slot.type)
            if not LOW <= code <= HIGH:
                raise Unsupported("a number of more than 32 bits")
            return number(code)
        return Num(Load("i32.load", form.ZERO, slot.address), *self.bounds(slot.type))

    def conditional(self, expr: If, env: Env) -> Value:
        test = self.test(expr.test, env)
        if isinstance(test, Const):
            return self.expr(expr.then if test.value else expr.other, env)
        then, other = self.expr(expr.then, env), self.expr(expr.other, env)
        node = choose(test, then.node, other.node, node_type(then))
        if isinstance(then, Num) and isinstance(other, Num):
            return Num(node, min(then.low, other.low), max(then.high, other.high))
        return self.typed(node, expr.type)

    def binary(self, expr: Binary, env: Env) -> Value:
        if expr.op in ("and", "or"):
            return truth(self.connective(expr, env))
        left, right = self.expr(expr.left, env), self.expr(expr.right, env)
        if isinstance(left, Rows) or isinstance(right, Rows):
            assert isinstance(left, Rows) and isinstance(right, Rows) and expr.op in ("==", "!=")
            same = form.Apply("rows_equal", (left.node, right.node, Const(self.layout.row(left.type))), I32)
            return truth(same if expr.op == "==" else op("i32.eqz", same))
        if expr.op in _COMPARE:
            return truth(self.compare(expr.op, left, right))
        assert isinstance(left, Num) and isinstance(right, Num)
        if expr.op in ("max", "min"):
            return self.extreme(expr.op, left, right)
        return self.arithmetic(expr.op, left, right, expr.span)

    @staticmethod
    def compare(sign: str, left: Value, right: Value) -> form.Expr:
        if isinstance(left, Num) and isinstance(right, Num) and form.simple(left.node) and form.simple(right.node):
            less, more = left.high < right.low, right.high < left.low
            if less or more:
                known = {"==": False, "!=": True, "<": less, "<=": less, ">": more, ">=": more}
                return Const(int(known[sign]))
        return op(f"{node_type(left)}.{_COMPARE[sign]}", left.node, right.node)

    def connective(self, expr: Binary, env: Env) -> form.Expr:
        before = self.traps
        left = self.test(expr.left, env)
        can_fail = self.traps > before
        absorbing = int(expr.op == "or")
        if isinstance(left, Const):
            return Const(absorbing) if left.value == absorbing else self.test(expr.right, env)
        right = self.test(expr.right, env)
        if isinstance(right, Const):
            if right.value != absorbing:
                return left
            return After((form.Discard(left),), right) if can_fail else right
        if form.simple(right, 6):
            return op("i32.or" if absorbing else "i32.and", left, right)
        return choose(left, form.ONE, right) if absorbing else choose(left, right, form.ZERO)

    def arithmetic(self, sign: str, left: Num, right: Num, span: Span) -> Num:
        ends = [_compute(sign, a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(ends), max(ends)
        name = _ARITHMETIC[sign]
        if low >= LOW and high <= HIGH:
            node = op(f"i32.{name}", left.node, right.node)
            return number(node.value) if isinstance(node, Const) else Num(node, low, high)
        wide = self.frame.new(I64)
        both = (op("i64.extend_i32_s", n) for n in (left.node, right.node))
        check = Branch(op("i64.ne", Get(wide), op("i64.extend32_s", Get(wide))), (self.trap(Overflow(span)),))
        node = After((Put(wide, op(f"i64.{name}", *both)), check), op("i32.wrap_i64", Get(wide)))
        return Num(node, max(low, LOW), min(high, HIGH))

    def extreme(self, kind: str, left: Num, right: Num) -> Num:
        if left.constant is not None and right.constant is not None:
            return number((max if kind == "max" else min)(left.constant, right.constant))
        first, a = bind(self.frame, left)
        second, b = bind(self.frame, right)
        test = op("i32.gt_s" if kind == "max" else "i32.lt_s", a.node, b.node)
        bounds = (max if kind == "max" else min,) * 2
        return Num(
            after((*first, *second), form.Op("select", (a.node, b.node, test))),
            bounds[0](left.low, right.low),
            bounds[1](left.high, right.high),
        )

    def membership(self, expr: In, env: Env) -> form.Expr:
        domain = expr.domain
        value = self.num(expr.arg, env)
        before, held = bind(self.frame, value)
        assert isinstance(held, Num)
        match domain:
            case SortDomain():
                return after(before, self.of_sort(held, domain.sort))
            case RangeDomain():
                low, high = self.num(domain.low, env), self.num(domain.high, env)
                tests = (self.compare(">=", held, low), self.compare("<=", held, high))
                return after(before, op("i32.and", *tests))
            case ValueDomain():
                inside = self.expr(domain.value, env)
                if isinstance(inside, Set):
                    return after(before, bit_of(inside.node, held.node))
                assert isinstance(inside, Rows)
                return after(before, self.among(held, inside))
            case _:
                assert_never(domain)

    def among(self, value: Num, rows: Rows) -> form.Expr:
        """Whether a list of single things holds a value."""
        found, at = self.frame.new(), self.frame.new()
        address_first, address = bind(self.frame, rows)
        cell = self.cell_of(Get(at), address.node, rows.type, 0)
        loop = form.While(
            op("i32.and", op("i32.eqz", Get(found)), op("i32.lt_s", Get(at), self.length(address))),
            (
                Put(found, op("i32.eq", cell.node, value.node)) if isinstance(cell, Num) else Put(found, form.ZERO),
                Put(at, op("i32.add", Get(at), form.ONE)),
            ),
        )
        return After((*address_first, Put(found, form.ZERO), Put(at, form.ZERO), loop), Get(found))

    def item(self, expr: Item, env: Env) -> Value:
        rows, at = self.expr(expr.list, env), self.num(expr.at, env)
        assert isinstance(rows, Rows)
        if rows.rows is not None and at.constant is not None and 1 <= at.constant <= len(rows.rows):
            return self.coded(rows.rows[at.constant - 1][0], rows.type.of[0])
        first, address = bind(self.frame, rows)
        second, held = bind(self.frame, at)
        assert isinstance(held, Num)
        length = Const(len(rows.rows)) if rows.rows is not None else self.length(address)
        before = op("i32.sub", held.node, form.ONE)
        check: form.Body = ()
        if rows.rows is None or at.low < 1 or at.high > len(rows.rows):
            wrong = op("i32.ge_u", before, length)
            check = (Branch(wrong, (self.trap(NoItem(expr.span), held.node, length),)),)
        value = self.cell_of(before, address.node, rows.type, 0)
        node = after((*first, *second, *check), value.node)
        if isinstance(value, Num) and rows.rows:
            column = [row[0] for row in rows.rows]
            return Num(node, min(column), max(column))
        return self.typed(node, expr.type)

    def cast(self, expr: Cast, env: Env) -> Value:
        value = self.num(expr.arg, env)
        assert isinstance(expr.type, SortType) and isinstance(expr.arg.type, SortType)
        before, held = bind(self.frame, value)
        assert isinstance(held, Num)
        test = self.of_sort(held, expr.type.name)
        members = self.members(expr.type.name)
        low, high = (min(members), max(members)) if members else (0, 0)
        if test == form.ONE:
            return value
        trap = self.trap(NotMember(expr.arg.type, expr.type, expr.span), held.node)
        return Num(after((*before, Branch(op("i32.eqz", test), (trap,))), held.node), low, high)

    def next(self, expr: Next, env: Env) -> Value:
        value = self.num(expr.arg, env)
        assert isinstance(expr.type, SortType)
        members = self.codes.of(expr.type)
        following = {m: members[(i + 1) % len(members)] for i, m in enumerate(members)}
        if value.constant is not None:
            return number(following[value.constant])
        table = self.constant_table([following.get(c, -1) for c in range(max(members) + 1)])
        node = Load("i32.load", op("i32.shl", value.node, Const(2)), table)
        return Num(node, min(members), max(members))

    # -- calls ---------------------------------------------------------------------------
    def call(self, expr: Call, env: Env) -> Value:
        definition = self.game.callable(expr.name)
        return self.apply(definition, tuple(self.expr(a, env) for a in expr.args))

    def apply(self, definition: Function | Decision, args: tuple[Value, ...]) -> Value:
        if self.weights.definition(definition.name) <= INLINE:
            before: form.Body = ()
            inner: Env = {}
            for (name, _), arg in zip(definition.params, args, strict=True):
                first, inner[name] = bind(self.frame, arg)
                before += first
            value = self.answer(definition, inner)
            return self.with_node(value, after(before, value.node))
        name = self.demand(definition)
        self.traps += self.fallible[name]
        type = I64 if isinstance(definition.type, SetType) else I32
        return self.typed(form.Apply(name, tuple(a.node for a in args), type), definition.type)

    @staticmethod
    def with_node(value: Value, node: form.Expr) -> Value:
        match value:
            case Num():
                return Num(node, value.low, value.high)
            case Set():
                return Set(node)
            case Rows():
                return Rows(node, value.type, value.rows)

    def answer(self, definition: Function | Decision, env: Env) -> Value:
        """The value of a definition once its parameters are bound."""
        if isinstance(definition, Function):
            return self.expr(definition.body, env)
        if not definition.exceptions_to(definition.default.name):
            return self.expr(definition.default.then, env)
        answer = self.frame.new(I64 if isinstance(definition.type, SetType) else I32)
        which = self.frame.new()
        body = self.decide(definition, definition.default, env, answer, which)
        return self.typed(After(body, Get(answer)), definition.type)

    def decide(self, decision: Decision, rule: Rule, env: Env, answer: form.Local, which: form.Local) -> form.Body:
        """Puts a rule's answer, or that of the exceptions to it, into a local, and which rule gave it into another."""

        def own() -> form.Body:
            number_of = decision.rules.index(rule)
            return (Put(answer, self.expr(rule.then, env).node), Put(which, Const(number_of)))

        exceptions = decision.exceptions_to(rule.name)
        if not exceptions:
            return own()
        if len(exceptions) == 1:
            (only,) = exceptions
            test = form.ONE if only.when is None else self.test(only.when, env)
            if isinstance(test, Const):
                return self.decide(decision, only, env, answer, which) if test.value else own()
            return (Branch(test, self.decide(decision, only, env, answer, which), own()),)
        if isinstance(decision.type, ListType):
            raise Unsupported("exceptions that answer with lists")
        applies, differs, other = self.frame.new(), self.frame.new(), self.frame.new()
        body: list[form.Stmt] = [Put(applies, form.ZERO), Put(differs, form.ZERO)]
        for exception in exceptions:
            test = form.ONE if exception.when is None else self.test(exception.when, env)
            if test == form.ZERO:
                continue
            mine, rule_of = self.frame.new(answer.type), self.frame.new()
            inner = self.decide(decision, exception, env, mine, rule_of)
            unlike = op("i32.and", op(f"{answer.type}.ne", Get(mine), Get(answer)), op("i32.eqz", Get(differs)))
            settle = Branch(
                Get(applies),
                (Branch(unlike, (Put(differs, form.ONE), Put(other, Get(rule_of)))),),
                (Put(applies, form.ONE), Put(answer, Get(mine)), Put(which, Get(rule_of))),
            )
            body.append(Branch(test, (*inner, settle)))
        body.append(Branch(Get(differs), (self.trap(Conflict(decision), Get(which), Get(other)),)))
        body.append(Branch(op("i32.eqz", Get(applies)), own()))
        return tuple(body)

    def demand(self, definition: Function | Decision) -> str:
        """Makes sure that a definition is a function of the module; returns its name there."""
        name = f"f:{definition.name}"
        if name not in self.functions:
            self.write(name, definition.params, definition.type, lambda env: self.answer(definition, env))
        return name


def _compute(sign: str, a: int, b: int) -> int:
    return a + b if sign == "+" else a - b if sign == "-" else a * b
