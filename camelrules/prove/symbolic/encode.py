"""Expressions of the rules as Z3 terms: the same fold as the reference evaluator, over symbolic values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, assert_never

from camelrules.lang.model import Decision, Function, Rule
from camelrules.lang.source import Span
from camelrules.lang.syntax import (
    Binary,
    Binder,
    Call,
    Cast,
    Domain,
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
from camelrules.lang.types import INT, BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.lang.walk import all_expressions
from camelrules.prove.symbolic.faults import Fault, Faults, Unsupported, some_of
from camelrules.prove.symbolic.terms import Bool, Int, total, unknown_number, unknown_truth
from camelrules.prove.symbolic.values import Bag, Codes, Pick, conj, disj, ite, key, neg, options, plus, term, times
from camelrules.run.slice import reads
from camelrules.run.table import Table

Env = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class State:
    """A symbolic state; the version tells states apart for what has been worked out already."""

    variables: Mapping[str, Any]
    version: int


@dataclass(slots=True)
class Scratch:
    """What evaluation leaves behind: the conditions it stands under, and the faults it met."""

    guards: list[Any] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class Encoder:
    """Evaluates expressions of one table symbolically; `opaque` functions answer anything of their type."""

    def __init__(self, table: Table, opaque: frozenset[str] = frozenset()) -> None:
        self.table = table
        self.game = table.game
        names = [m for members in table.members.values() for m in members if isinstance(m, str)]
        self.codes = Codes(names)
        self.opaque = opaque
        self.scratch = Scratch()
        self.memo: dict[Any, tuple[Any, list[Fault], Any]] = {}
        self.versions = 0
        self.fresh_names = 0
        self.bags = 0  # how often rows were listed in an order that may not be theirs
        self.faults = Faults(self.game)
        self.read_by: dict[str, tuple[str, ...]] = {}
        self.strict = True  # whether an opaque function must have an answer
        self.axioms: list[Any] = []  # ranges of unknowns made on the way

    # -- unknowns ---------------------------------------------------------------
    def state(self, variables: Mapping[str, Any]) -> State:
        self.versions += 1
        return State(variables, self.versions)

    def unknown(self, name: str, type: Type) -> Any:
        """A new unknown of a type; its range becomes an axiom."""
        match type:
            case BoolType():
                return unknown_truth(name)
            case IntType():
                number = unknown_number(name)
                if type.sort:
                    members = self.table.members[type.sort]
                    some_of(members)
                    self.axioms.append(disj(*(number == m for m in members)))
                if type.low is not None and not type.sort:
                    self.axioms.append(number >= type.low)
                if type.high is not None and not type.sort:
                    self.axioms.append(number <= type.high)
                return number
            case SortType():
                named = tuple(str(m) for m in self.table.members[type.name])
                possible: tuple[str | None, ...] = (*named, None) if type.optional else named
                some_of(possible)
                if len(possible) == 1:
                    return possible[0]
                code = unknown_number(name)
                self.axioms.append(self.codes.among(code, possible))
                return Pick(code, possible)
            case SetType():
                # A variable may have a name with a point in it, so what belongs to another is told by a colon.
                return {m: unknown_truth(f"{name}:{m}") for m in self.table.index(type.of)}
            case ListType():
                raise Unsupported(f"an unknown {type}")
            case _:
                assert_never(type)

    def fresh(self, name: str, type: Type) -> Any:
        self.fresh_names += 1
        return self.unknown(f"{name}!{self.fresh_names}", type)

    def cell_of(self, name: str, type: Type) -> Any:
        """An unknown content of a variable: a declared range is a promise to be shown, not a fact."""
        return self.unknown(name, INT if isinstance(type, IntType) else type)

    # -- faults -------------------------------------------------------------------
    @contextmanager
    def under(self, condition: Any) -> Iterator[None]:
        self.scratch.guards.append(condition)
        try:
            yield
        finally:
            self.scratch.guards.pop()

    def fault(self, when: Any, message: str, span: Span) -> None:
        condition = conj(*self.scratch.guards, when)
        if condition is not False:
            self.scratch.faults.append(Fault(condition, message, span))

    # -- expressions ----------------------------------------------------------------
    def eval(self, expr: Expr, env: Env, state: State) -> Any:
        """The symbolic value of an expression."""
        match expr:
            case Lit():
                return expr.value
            case Var():
                return env[expr.name]
            case Param():
                return self.table.values[expr.name]
            case Read():
                return self.read(expr, tuple(self.eval(i, env, state) for i in expr.index), state)
            case Call():
                return self.call(expr.name, tuple(self.eval(a, env, state) for a in expr.args), state, expr.span)
            case Not():
                return neg(self.eval(expr.arg, env, state))
            case Binary():
                return self.binary(expr, env, state)
            case If():
                test = self.eval(expr.test, env, state)
                if isinstance(test, bool):
                    return self.eval(expr.then if test else expr.other, env, state)
                with self.under(test):
                    yes = self.eval(expr.then, env, state)
                with self.under(neg(test)):
                    no = self.eval(expr.other, env, state)
                return ite(test, yes, no, self.codes)
            case In():
                value = self.eval(expr.arg, env, state)
                found = [conj(g, self.same(value, row[0])) for g, row, _ in self.elements(expr.domain, env, state)]
                return disj(*found)
            case Quant():
                return self.quantifier(expr, env, state)
            case Item():
                return self.item(expr, self.eval(expr.list, env, state), self.eval(expr.at, env, state))
            case Size():
                rows = self.eval(expr.list, env, state)
                if isinstance(rows, Bag):
                    total: Any = 0
                    for count in rows.counts.values():
                        total = plus(total, count)
                    return total
                return len(rows)
            case Cast():
                return self.cast(expr, self.eval(expr.arg, env, state))
            case Next():
                assert isinstance(expr.type, SortType)
                members = self.table.members[expr.type.name]
                value = self.eval(expr.arg, env, state)
                return self.choose(value, lambda m: members[(members.index(m) + 1) % len(members)])
            case _:
                assert_never(expr)

    def same(self, a: Any, b: Any) -> Any:
        """Whether two values of one type are equal."""
        if isinstance(a, Pick | str) or isinstance(b, Pick | str) or a is None or b is None:
            return self.codes.same(a, b)
        if isinstance(a, Mapping):
            return conj(*(self.same(a.get(m, False), b.get(m, False)) for m in {**a, **b}))
        if isinstance(a, tuple | Bag):
            raise Unsupported("whether two lists are equal")
        if isinstance(a, bool) and isinstance(b, bool):
            return a == b
        if isinstance(a, bool):
            return b if a else neg(b)
        if isinstance(b, bool):
            return a if b else neg(a)
        return a == b

    def choose(self, value: Any, answer: Callable[[Any], Any]) -> Any:
        """What a function of a member answers for a value that may be a pick."""
        if not isinstance(value, Pick):
            return answer(value)
        *first, last = value.options
        result = answer(last)
        for member in reversed(first):
            result = ite(self.codes.same(value, member), answer(member), result, self.codes)
        return result

    def read(self, expr: Read, index: tuple[Any, ...], state: State) -> Any:
        cells = state.variables[expr.name]
        if not index:
            return cells
        return self.cell(cells, index, expr.name, expr.span)

    def cell(self, cells: Mapping[tuple[Any, ...], Any], index: tuple[Any, ...], name: str, span: Span) -> Any:
        """A cell of a map at an index that may be unknown."""
        for at, part in enumerate(index):
            if not isinstance(part, Pick | Bool | Int):
                continue
            keys = list(dict.fromkeys(k[at] for k in cells))
            possible = [k for k in keys if k in part.options] if isinstance(part, Pick) else keys
            tests = [self.same(part, k) for k in possible]
            self.fault(neg(disj(*tests)), f"an index of `{name}` is outside its sort", span)
            result: Any = None
            for test, k in reversed(list(zip(tests, possible, strict=True))):
                with self.under(test):
                    value = self.cell(cells, (*index[:at], k, *index[at + 1 :]), name, span)
                result = value if result is None else ite(test, value, result, self.codes)
            return result if result is not None else next(iter(cells.values()))
        if index in cells:
            return cells[index]
        self.fault(True, f"`{name}[{', '.join(map(str, index))}]` is outside its sorts", span)
        return next(iter(cells.values()))

    def item(self, expr: Item, rows: Any, at: Any) -> Any:
        if isinstance(rows, Bag):
            raise Unsupported("an item of a list of unknown length", expr.span)
        if isinstance(at, int):
            if 1 <= at <= len(rows):
                return rows[at - 1][0]
            self.fault(True, f"item {at} of a list of {len(rows)}", expr.span)
            return rows[0][0] if rows else 0
        self.fault(disj(at < 1, at > len(rows)), f"an item outside a list of {len(rows)}", expr.span)
        if not rows:
            return 0
        result = rows[-1][0]
        for number in range(len(rows) - 1, 0, -1):
            result = ite(at == number, rows[number - 1][0], result, self.codes)
        return result

    def cast(self, expr: Cast, value: Any) -> Any:
        assert isinstance(expr.type, SortType)
        members = self.table.members[expr.type.name]
        wrong = [self.codes.same(value, o) for o in options(value) if o not in members]
        self.fault(disj(*wrong), f"a value is not a `{expr.type}`", expr.span)
        if isinstance(value, Pick):
            kept = tuple(o for o in value.options if o in members)
            return Pick(value.code, kept) if len(kept) != 1 else kept[0]
        return value if value in members else some_of(members, expr.span)

    def binary(self, expr: Binary, env: Env, state: State) -> Any:
        left = self.eval(expr.left, env, state)
        if expr.op in ("and", "or"):
            stop = expr.op == "or"
            if isinstance(left, bool):
                return left if left is stop else self.eval(expr.right, env, state)
            with self.under(neg(left) if stop else left):
                right = self.eval(expr.right, env, state)
            return disj(left, right) if stop else conj(left, right)
        return self.operate(expr.op, left, self.eval(expr.right, env, state))

    def operate(self, op: str, a: Any, b: Any) -> Any:
        match op:
            case "==":
                return self.same(a, b)
            case "!=":
                return neg(self.same(a, b))
            case "<":
                return a < b
            case "<=":
                return a <= b
            case ">":
                return a > b
            case ">=":
                return a >= b
            case "+":
                return plus(a, b)
            case "-":
                return a - b if not isinstance(b, int) or b else a
            case "*":
                return times(a, b)
            case "max" | "min":
                if isinstance(a, int) and isinstance(b, int):
                    return max(a, b) if op == "max" else min(a, b)
                return ite(a >= b if op == "max" else a <= b, a, b, self.codes)
            case _:
                raise AssertionError(op)

    # -- quantifiers ------------------------------------------------------------------
    def elements(self, domain: Domain, env: Env, state: State) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """The rows of a domain: whether each is in it, the row, and how often."""
        match domain:
            case SortDomain():
                return [(True, (m,), 1) for m in self.table.members[domain.sort]]
            case RangeDomain():
                low, high = self.eval(domain.low, env, state), self.eval(domain.high, env, state)
                if not isinstance(low, int) or not isinstance(high, int):
                    raise Unsupported("a range whose ends are unknown", domain.span)
                return [(True, (n,), 1) for n in range(low, high + 1)]
            case ValueDomain():
                value = self.eval(domain.value, env, state)
                if isinstance(value, Bag):
                    self.bags += 1
                    return [(n > 0, row, n) for row, n in value.counts.items()]
                if isinstance(value, Mapping):
                    return [(g, (m,), 1) for m, g in value.items() if g is not False]
                return [(True, row, 1) for row in value]
            case _:
                assert_never(domain)

    def bindings(
        self, binders: tuple[Binder, ...], where: Expr | None, env: Env, state: State
    ) -> Iterator[tuple[Any, dict[str, Any], Any]]:
        """Every binding: its condition, the names, and how often it counts."""
        if not binders:
            condition = True if where is None else self.eval(where, env, state)
            if condition is not False:
                yield condition, dict(env), 1
            return
        first, rest = binders[0], binders[1:]
        for guard, row, often in self.elements(first.domain, env, state):
            inner = {**env, **dict(zip(first.names, row, strict=True))}
            with self.under(guard):
                found = list(self.bindings(rest, where, inner, state))
            for condition, names, count in found:
                yield conj(guard, condition), names, times(often, count)

    def in_order(self, expr: Quant, env: Env, state: State) -> Any:
        """`exists` and `all` ask no further where the answer is known, so what comes later cannot fail."""
        stop: Any = False
        bags = self.bags
        rows = list(self.bindings(expr.binders, None, env, state))
        if self.bags != bags:
            raise Unsupported("what is asked first of a list whose order is unknown; give `lists`", expr.span)
        for guard, inner, _ in rows:
            with self.under(conj(guard, neg(stop))):
                hit = True if expr.where is None else self.eval(expr.where, inner, state)
                if expr.kind == "all":
                    assert expr.body is not None
                    with self.under(hit):
                        hit = conj(hit, neg(self.eval(expr.body, inner, state)))
            stop = disj(stop, conj(guard, hit))
        return stop if expr.kind == "exists" else neg(stop)

    def quantifier(self, expr: Quant, env: Env, state: State) -> Any:
        inside = [e for e in (expr.where, expr.body) if e is not None]
        if expr.kind in ("exists", "all") and any(self.faults.possible(e) for e in inside):
            return self.in_order(expr, env, state)
        found = list(self.bindings(expr.binders, expr.where, env, state))
        found = [f for f in found if f[0] is not False]
        name = expr.binders[0].names[0]
        match expr.kind:
            case "count":
                return self.total([(g, n) for g, _, n in found])
            case "exists":
                return disj(*(g for g, _, _ in found))
            case "all" | "sum" | "max" | "min":
                assert expr.body is not None
                values = []
                for guard, inner, count in found:
                    with self.under(guard):
                        values.append((guard, self.eval(expr.body, inner, state), count))
                if expr.kind == "all":
                    return conj(*(disj(neg(g), v) for g, v, _ in values))
                if expr.kind == "sum":
                    return self.total([(g, times(v, n)) for g, v, n in values])
                assert expr.default is not None
                return self.best(expr, values, env, state)
            case "the":
                return self.the(expr, [(g, inner[name], n) for g, inner, n in found])
            case "set":
                members: dict[Any, Any] = {}
                for guard, inner, _ in found:
                    for option in options(inner[name]):
                        holds = conj(guard, self.codes.same(inner[name], option))
                        members[option] = disj(members.get(option, False), holds)
                return members
            case _:
                raise AssertionError(expr.kind)

    def total(self, parts: list[tuple[Any, Any]]) -> Any:
        number = sum(v for g, v in parts if g is True and isinstance(v, int))
        rest = [ite(g, v, 0, self.codes) for g, v in parts if not (g is True and isinstance(v, int))]
        terms = [term(r) for r in rest if not (isinstance(r, int) and r == 0)]
        if not terms:
            return number
        terms += [term(number)] if number else []
        return terms[0] if len(terms) == 1 else total(terms)

    def best(self, expr: Quant, values: list[tuple[Any, Any, Any]], env: Env, state: State) -> Any:
        some: Any = False
        result: Any = 0
        for guard, value, _ in values:
            better = value if some is False else self.operate(expr.kind, result, value)
            chosen = better if some is True else ite(some, better, value, self.codes)
            result = ite(guard, chosen, result, self.codes)
            some = disj(some, guard)
        assert expr.default is not None
        with self.under(neg(some)):
            default = self.eval(expr.default, env, state)
        return ite(some, result, default, self.codes)

    def the(self, expr: Quant, found: list[tuple[Any, Any, Any]]) -> Any:
        if not found:
            self.fault(True, "`the` finds no answer", expr.span)
            assert isinstance(expr.type, SortType | IntType)
            return some_of(self.table.index(expr.type), expr.span)
        guards = [g for g, _, _ in found]
        twice = [conj(a, b) for i, a in enumerate(guards) for b in guards[:i]]
        twice += [conj(g, n > 1) for g, _, n in found]  # a row that a list holds more than once
        self.fault(disj(neg(disj(*guards)), *twice), "`the` needs exactly one answer", expr.span)
        result = found[-1][1]
        for guard, value, _ in reversed(found[:-1]):
            result = ite(guard, value, result, self.codes)
        return result

    # -- functions and decisions --------------------------------------------------------
    def call(self, name: str, args: tuple[Any, ...], state: State, span: Span) -> Any:
        """A named function or decision; worked out once for its arguments and the variables that it reads."""
        if name not in self.read_by:
            self.read_by[name] = tuple(sorted(reads(self.game, all_expressions(self.game.callable(name)))))
        cells = tuple(state.variables[v] for v in self.read_by[name])
        memo = (name, key(args), tuple(map(id, cells)), self.strict)
        if memo not in self.memo:
            outer, self.scratch = self.scratch, Scratch()
            try:
                value = self.answer(name, args, state, span)
                # Arguments and cells are kept so that their ids stay theirs.
                self.memo[memo] = (value, self.scratch.faults, (args, cells))
            finally:
                self.scratch = outer
        value, faults, _ = self.memo[memo]
        for found in faults:
            self.fault(found.when, found.message, found.span)
        return value

    def answer(self, name: str, args: tuple[Any, ...], state: State, span: Span) -> Any:
        definition = self.game.callable(name)
        env = dict(zip((n for n, _ in definition.params), args, strict=True))
        if name in self.opaque:
            # Any answer of the type, in or out of a declared range; whether there is one is asked where it matters.
            if self.strict and self.faults.of(name):
                self.body(definition, env, state)
            self.fresh_names += 1
            return self.cell_of(f"{name}!{self.fresh_names}", definition.type)
        return self.body(definition, env, state)

    def body(self, definition: Function | Decision, env: Env, state: State) -> Any:
        if isinstance(definition, Function):
            return self.eval(definition.body, env, state)
        return self.decide(definition, definition.default, env, state)

    def decide(self, decision: Decision, rule: Rule, env: Env, state: State) -> Any:
        """A rule's answer, or that of the exceptions to it that apply; they must agree."""
        answers: list[tuple[Any, Any, Rule]] = []
        for exception in decision.exceptions_to(rule.name):
            when = True if exception.when is None else self.eval(exception.when, env, state)
            if when is False:
                continue
            with self.under(when):
                answers.append((when, self.decide(decision, exception, env, state), exception))
        for at, (when, value, first) in enumerate(answers):
            for also, other, second in answers[at + 1 :]:
                message = f"exceptions `{first.name}` and `{second.name}` of `{decision.name}` disagree"
                self.fault(conj(when, also, neg(self.same(value, other))), message, second.note.span)
        none = neg(disj(*(w for w, _, _ in answers)))
        if none is False:
            result = answers[-1][1]
            answers = answers[:-1]
        else:
            with self.under(none):
                result = self.eval(rule.then, env, state)
        for when, value, _ in reversed(answers):
            result = ite(when, value, result, self.codes)
        return result
